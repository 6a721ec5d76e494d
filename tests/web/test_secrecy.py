r"""No response during a round reveals an unseen card, for any role.

Two rooms deal the same cards face up; the dealer's hole card, all later cards and the salt differ. Every address about
a table is requested in both, and the responses must be equal.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitbook.cards import card_names
from pitbook.compliance.property import parse_property
from pitbook.room.audit.pack import make_pack
from pitbook.room.audit.pack_check import read
from pitbook.room.audit.pack_verify import check_pack
from pitbook.room.tables.log import openings
from pitbook.table.shoe import OsChance, SealedShoe
from pitbook.web.http.access import RouteAccess, routes_with_rules
from pitbook.web.http.cookies import NAME
from tests.room.table_rig import Repeated
from tests.room.test_secrecy import plain
from tests.table.rig import deal
from tests.web.asgi_client import request
from tests.web.card_room import ROLES, CardRoom, card_room
from tests.web.test_tables_api import ENTERED

NOW = datetime(2026, 11, 16, 20, tzinfo=UTC)
NO_TABLE = re.compile(
    r"/(api/v1/)?(games|lab|learn|letters|compare|catalogue|static|about|metrics)\b|/api/(docs|openapi)|/room/first"
)
"""Addresses about games and not about a table, and metrics of the server, which differ anyway."""
VALUES = {
    "jackpot": "royal", "names": "royal", "opening": "1", "slug": "royal-match-21", "day": "2026-11-16",
    "kind": "daily", "person": "dana",
}  # fmt: skip
SEEN = (
    "/api/v1/tables/royal-2", "/api/v1/tables/royal-2/events", "/api/v1/audit/rounds/royal-2/1/1",
    "/api/v1/rounds/royal-2/{closed}", "/api/v1/play/tables/{play}", "/api/v1/play/tables/{play}/events",
    "/room/dealer/royal-2", "/room/audit/rounds/royal-2/1/1",
    "/room/audit/table/royal-2", "/room/floor/tables/royal-2", "/room/surveillance/rounds/royal-2/{closed}",
    "/play/table/{play}", "/display/royal", "/api/v1/alerts",
)  # fmt: skip
"""The addresses that show most of a table: the test must have got an answer from each."""


def twin(folder: Path, hole: str, below: int, patch: pytest.MonkeyPatch) -> tuple[dict[str, str], list[SealedShoe]]:
    """A room in the middle of a round at a table of the room and at one for play money; all data sent to any role."""
    patch.setattr("pitbook.web.app.utc_now", lambda: NOW)
    told: dict[str, str] = {}
    with card_room(str(folder / "room.db")) as made:
        services = made.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
        services.tables.chance = _Stacked(hole, below)
        services.configurations.keep(ENTERED, "ada", "a test")
        setup, members = services.configurations.gate(date(2026, 11, 16)).open_jackpot("royal")
        services.jackpots.open(setup, members, services.sessions.person(made.tokens["eve"]), "open the jackpot")
        keys = count(1)
        for person, path, body in (
            ("sue", "/tables/royal-2/open", {"checked": True}),
            ("dana", "/tables/royal-2/seat", {"seat": 1, "player": "Pat", "chips": 50_000}),
            ("dana", "/tables/royal-2/bets", {"seat": 1, "bets": [{"wager": "base", "cents": 1_000}]}),
            ("dana", "/tables/royal-2/close-betting", None),
            ("dana", "/tables/royal-2/advance", None),
            ("dana", "/play/tables", {"game": "match-n-poker"}),
            ("dana", "/play/tables/match-n-poker-1/seat", {"player": "Ann", "seat": 1}),
            ("dana", "/play/tables/match-n-poker-1/bets", {"bets": [{"wager": "base", "cents": 1_000}]}),
            ("dana", "/play/tables/match-n-poker-1/ready", None),
        ):
            answer = made.post(person, path, body, f"twin-key-{next(keys)}")
            assert answer.status_code == 200, answer.text
            told[f"POST {path}"] = answer.text
        view = made.get("dana", "/tables/royal-2").json()
        assert (view["phase"], view["dealer"]["cards"]) == ("playing", ["7c", "??"])
        with services.database.reading_snapshot() as connection:
            (events,) = openings(connection, "royal-2")
        closed = next(event.number for event in events if event.kind == "betting-closed")
        told |= _everything(made, str(closed))
        pack = make_pack(services.days, parse_property(ENTERED), NOW.date(), NOW.date(), par=False)
        assert check_pack(pack.content).wrong == ()
        told |= {f"pack {name}": content.decode() for name, content in read(pack.content)[0].items()}
        shoes = services.tables.chance.sealed
    return told, shoes


class _Stacked(OsChance):
    """The same cards face up in each house; the hole card and all that follows are its own."""

    def __init__(self, hole: str, below: int) -> None:
        self.top, self.sealed, self.rest = deal(["Ts 6s"], f"7c {hole}"), list[SealedShoe](), Repeated(below)

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        left = list(cards)
        for card in self.top:
            left.remove(card)
        rest = self.rest.seal(left)
        shoe = SealedShoe((rest.order[0], *self.top, *rest.order[1:]), rest.salt)
        self.sealed.append(shoe)
        return shoe


def _everything(made: CardRoom, closed: str) -> dict[str, str]:
    app = made.client.app  # type: ignore[attr-defined]  # the test client's own

    async def walk() -> dict[str, str]:
        found = {}
        for way in routes_with_rules(app):
            if way.method == "GET" and not NO_TABLE.match(way.path):
                path = _address(way, closed)
                found[path] = await _answer(made, app, way, path)
        return found

    return asyncio.run(walk())


def _address(way: RouteAccess, closed: str) -> str:
    play = way.path.startswith(("/api/v1/play", "/play"))
    rounds = way.path.endswith("/{table}/{number}")
    values = VALUES | {"table": "match-n-poker-1" if play else "royal-2", "number": closed if rounds else "1"}
    return re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], "none"), way.path)


async def _answer(made: CardRoom, app: Any, way: RouteAccess, path: str) -> str:
    """The answer to the first person with access."""
    assert way.rule is not None
    headers = {}
    if not way.rule.public:
        person = next(person for person, role in ROLES.items() if role in way.rule.roles)
        token = made.tokens[person]
        headers = {"cookie": f"{NAME}={token}"} if path.startswith("/room") else {"authorization": f"Bearer {token}"}
    async with request(app, "GET", path, headers) as answer:
        live = answer.headers.get("content-type", "").startswith("text/event-stream")
        body = await answer.part() if live else "".join(await answer.parts())
    return f"{answer.status} {body}"


def test_no_response_reveals_unseen_cards(tmp_path: Path) -> None:
    houses = []
    for name, hole, below in (("one", "9d", 11), ("two", "Kh", 22)):
        (tmp_path / name).mkdir()
        with pytest.MonkeyPatch.context() as patch:
            houses.append(twin(tmp_path / name, hole, below, patch))
    (first, mine), (second, yours) = houses
    assert first.keys() == second.keys()
    for told, shoes in houses:
        assert len(shoes) == 2
        for shoe in shoes:
            hidden = card_names(shoe.order[5:]).split()
            runs = {" ".join(hidden[place : place + 4]) for place in range(len(hidden) - 3)}
            for where, text in told.items():
                assert shoe.salt not in text, where
                flat = " ".join(re.findall(r"\b[2-9TJQKA][cdhs]\b", text))
                assert not [run for run in runs if run in flat], where
    assert mine[0].order[5:] != yours[0].order[5:]
    assert [where for where in first if plain(first[where]) != plain(second[where])] == []
    paths = {path for path, text in first.items() if text.startswith("200")}
    closed = next(path.rsplit("/", 1)[1] for path in paths if path.startswith("/api/v1/rounds/royal-2/"))
    assert {path.format(play="match-n-poker-1", closed=closed) for path in SEEN} <= paths
