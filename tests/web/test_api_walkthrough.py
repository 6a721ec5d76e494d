"""The API walkthrough of docs/jackpots.md: every request is sent, and every answer is as documented."""

import json
import re
import shlex
from pathlib import Path
from string import Template
from typing import Any

from tests.web.card_room import PIN, CardRoom, card_room

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "jackpots.md"


def steps() -> list[tuple[str, dict[str, Any]]]:
    """Each ``curl`` of the page, and what its answer holds."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    (walk,) = [block for block in blocks if "curl" in block]
    found = re.findall(r"^(curl .*?)\n#> (.*?)$", walk, re.MULTILINE | re.DOTALL)
    assert len(found) == walk.count("curl ")
    return [(command, json.loads(f"{{{expected}}}")) for command, expected in found]


def send(own_room: CardRoom, command: str) -> Any:
    """Sends what ``curl`` would send."""
    words = {"API": "/api/v1", "PIN": PIN}
    words |= {f"{person.upper()}_BADGE": shlex.quote(badge) for person, badge in own_room.badges.items()}
    words |= {person.upper(): own_room.tokens[person] for person in own_room.badges}
    # A dollar before an amount is no variable, and is between single quotes.
    arguments = shlex.split(Template(command.replace("$5,000", "$$5,000")).substitute(words).replace("\\\n", " "))
    assert arguments[:2] == ["curl", "-s"]
    path, rest = arguments[2], arguments[3:]
    headers, body = {}, None
    for option, value in zip(rest[::2], rest[1::2], strict=True):
        if option == "-H":
            name, _, text = value.partition(": ")
            headers[name] = text
        else:
            assert option == "--json"
            body = json.loads(value)
    return own_room.client.request("POST" if body is not None else "GET", path, json=body, headers=headers).json()


def values(answer: Any, name: str) -> list[Any]:
    """All values of a field name in an answer."""
    if isinstance(answer, list):
        return [value for part in answer for value in values(part, name)]
    if not isinstance(answer, dict):
        return []
    return [value for key, part in answer.items() for value in ([part] if key == name else []) + values(part, name)]


def test_every_step_of_the_walkthrough_answers_as_documented(store: str) -> None:
    with card_room(store) as own_room:
        services = own_room.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
        services.configurations.keep(EXAMPLE, "ada", "as pitbook serve --property does")
        for command, expected in steps():
            answer = send(own_room, command)
            for name, value in expected.items():
                assert value in values(answer, name), (command, answer)
