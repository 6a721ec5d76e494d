"""The configuration over HTTP, and the gate that nobody opens a jackpot past."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.compliance.broken import ROOM, changed
from tests.compliance.test_opening import WITHDRAWN
from tests.web.house import House, house
from tests.web.test_api import refused


@pytest.fixture
def at_home(store: str) -> Iterator[House]:
    with house(store) as made:
        yield made


def keep(at_home: House, text: str, why: str = "the opening", person: str = "ada") -> Any:
    return at_home.post(person, "/configuration/versions", {"text": text, "why": why})


def test_the_gate_holds_over_http(at_home: House) -> None:
    kept = keep(at_home, ROOM).json()
    assert (kept["version"], kept["by"], kept["closed"], kept["suspended"]) == (1, "ada", {}, [])
    assert keep(at_home, ROOM).json()["version"] == 1  # the same again is kept once
    refused(at_home.open(), 409, "is not set up as configuration")
    refused(at_home.open("another"), 404, "has no jackpot")
    refused(at_home.post("dana", "/jackpots/royal/opening"), 403, "may not open a jackpot")
    assert at_home.post("eve", "/jackpots/royal/opening").json()["shown_cents"] == 500_000
    assert at_home.get("eve", "/pads/royal-2").json()["seats"] == 6
    terms = {"terms": {"seed": "$5,000", "contribution": "10.91%", "reserve": "3%"}, "when": "now"}
    refused(
        at_home.post("eve", "/jackpots/royal/terms", terms | at_home.papers("ann")), 409, "keep a new version first"
    )
    alone = {"checked": True, "controller_only": True}
    assert at_home.post("sue", "/tables/royal-1/open", alone).status_code == 200
    assert at_home.press("dana", "sense", "royal-1", seat=1).status_code == 200
    stopped = keep(at_home, changed(ROOM, WITHDRAWN), "an order").json()
    assert stopped["suspended"] == ["royal"]
    assert set(stopped["closed"]) == {"royal-1", "royal-2"}
    refused(at_home.press("dana", "lock", "royal-1"), 409, "the authorisation of Royal Match 21 is withdrawn")
    resume = {"action": "resume", **at_home.papers("ann")}
    refused(
        at_home.post("eve", "/jackpots/royal/status", resume), 409, "the authorisation of Royal Match 21 is withdrawn"
    )
    listed = at_home.get("otto", "/configuration/versions").json()
    assert [(each["version"], each["why"]) for each in listed] == [(1, "the opening"), (2, "an order")]
    assert at_home.get("otto", "/configuration/versions/1").json()["text"] == ROOM
    refused(at_home.get("otto", "/configuration/versions/9"), 404, "there is no version")


HOSTILE: tuple[tuple[Any, int], ...] = (
    ({"text": "", "why": "x"}, 422),
    ({"text": "x" * 60_001, "why": "x"}, 422),
    ({"text": "nonsense", "why": "x"}, 400),
    ({"text": "[property]", "why": "x"}, 400),
    ({"text": "\x00", "why": "x"}, 400),
    ({"text": ROOM, "why": ""}, 422),
    ({"text": ROOM, "why": "\x07"}, 400),
    ({"text": ROOM, "why": "x", "by": "somebody else"}, 422),
    ({"text": 5, "why": "x"}, 422),
    ([], 422),
)


def test_only_an_administrator_keeps_a_version_and_only_one_that_can_be_read(at_home: House) -> None:
    for person in ("dana", "sue", "eve", "ann", "walt", "otto"):
        refused(keep(at_home, ROOM, person=person), 403)
    for body, status in HOSTILE:
        refused(at_home.post("ada", "/configuration/versions", body), status)
    assert at_home.get("otto", "/configuration/versions").json() == []
