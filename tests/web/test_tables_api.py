"""The room's tables over HTTP: a night at the console, refusals as problem documents, and invalid input."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile import NASTY
from tests.web.card_room import CardRoom, card_room

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
BETS = [{"wager": "base", "cents": 1_000}, {"wager": "royal-match-progressive", "cents": 100}]


class Console:
    """A person at table royal-1."""

    def __init__(self, room: CardRoom) -> None:
        self.room = room

    def do(self, act: str, body: Any = None, person: str = "dana", key: str = "") -> dict[str, Any]:
        answer = self.room.post(person, f"/tables/royal-1/{act}", body, key)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def by_hand(self, act: str, reason: str, **said: Any) -> dict[str, Any]:
        """Manual acts of the floor at this table: Sue, with Dana as the second person."""
        papers = self.room.papers("dana") | {"document": "IR-1", "reason": reason}
        answer = self.room.post("sue", f"/floor/tables/royal-1/{act}", papers | said)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, act: str, body: Any = None, person: str = "dana") -> tuple[int, str]:
        answer = self.room.post(person, f"/tables/royal-1/{act}", body)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        return answer.status_code, answer.json()["detail"]

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.room.get("dana", "/tables/royal-1").json()
        return found


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    with card_room(str(tmp_path / "room.db")) as room:
        configurations = room.client.app.state.services.configurations  # type: ignore[attr-defined]
        configurations.keep(ENTERED, "ada", "a test")
        setup, members = configurations.gate(configurations.today()).open_jackpot("royal")
        eve = room.client.app.state.services.sessions.person(room.tokens["eve"])  # type: ignore[attr-defined]
        configurations.jackpots.open(setup, members, eve, "open the jackpot")
        yield Console(room)


def test_a_night_at_the_console(console: Console) -> None:
    room = console.room
    assert console.refused("open", {"checked": True}, person="dana")[0] == 403
    console.do("open", {"checked": True}, person="sue")
    for seat in (1, 3):
        console.do("seat", {"seat": seat, "player": f"Player {seat}", "chips": 50_000})
        console.do("bets", {"seat": seat, "bets": BETS})
    closed = console.do("close-betting", key="close-the-betting")
    assert console.do("close-betting", key="close-the-betting") == closed
    assert console.refused("bets", {"seat": 1, "bets": BETS}) == (
        400,
        "round 1 is being played: wait until it is over",
    )
    console.do("cards", {"cards": "Ks 9c Kh Qs 7d ??"})
    console.do("decision", {"seat": 0, "answer": "no"})
    for seat in (1, 3):
        console.do("decision", {"seat": seat, "answer": "stand"})
    console.do("cards", {"cards": "Qh"})
    console.do("settle-next")
    console.do("advance")
    status, words = console.refused("settle-next")
    assert status == 400
    assert "not recorded on the controller" in words
    assert console.do("key-in")["expected"][-1] == "the supervisor's confirmation"
    room.press("sue", "verify", "royal-1")
    prize = room.press("sue", "record", "royal-1").json()["told"]["prize_cents"]
    console.do("settle-next")
    console.do("advance")
    view = console.view()
    assert view["phase"] == "betting"
    assert view["players"]["1"]["stack"] == 50_000 - 100 + prize
    assert room.get("otto", "/jackpots/royal/proof").json()["holds"]
    shown = {table["table"]: table["open"] for table in room.get("otto", "/tables").json()}
    assert shown == {"royal-1": True, "royal-2": False, "poker-1": False}
    event = view["settled"][0]["event"]
    console.by_hand("corrections", "wrong-bet", event=event, net="$0")
    console.do("leave", {"seat": 3})
    console.do("buy", {"seat": 1, "chips": 1_000})
    console.do("shuffle")
    assert console.refused("close", {"why": "end of shift"})[0] == 403
    console.do("close", {"why": "end of shift", "players_leave": True}, person="sue")
    assert console.view()["closed"]


def test_a_misdeal_is_voided(console: Console) -> None:
    console.do("open", {"checked": True}, person="sue")
    console.do("seat", {"seat": 1, "player": "Pat", "chips": 50_000})
    console.do("bets", {"seat": 1, "bets": BETS})
    console.do("close-betting")
    for alone in ("void", "correct"):
        assert console.refused(alone, {"why": "misdeal", "document": "IR-1"}, person="sue")[0] in (404, 405)
    console.by_hand("voids", "misdeal")
    assert console.view()["players"]["1"]["stack"] == 50_000
    assert console.view()["meter_cents"] == 500_000


ACTS: list[tuple[str, Any]] = [
    ("seat", {"seat": 0, "player": "Pat", "chips": 100}),
    ("seat", {"seat": 2, "player": "", "chips": 100}),
    ("seat", {"seat": 2, "player": "x" * 201, "chips": 100}),
    ("seat", {"seat": 2, "player": "Pat", "chips": -1}),
    ("seat", {"seat": 2, "player": "Pat", "chips": 10**30}),
    ("seat", {"seat": 2, "player": "\ud800", "chips": 100}),
    ("seat", {"seat": 1, "player": "Pat", "chips": 100}),
    ("buy", {"seat": 5, "chips": 100}),
    ("bets", {"seat": 1, "bets": [{"wager": "base", "cents": 1}]}),
    ("bets", {"seat": 1, "bets": "everything"}),
    ("cards", {"cards": "Ks"}),
    ("cards", {"cards": "x" * 401}),
    ("number", {"number": 3}),
    ("number", {"number": -1}),
    ("decision", {"seat": 1, "answer": "hit"}),
    ("step", None),
    ("settle-next", None),
    ("advance", None),
    ("key-in", None),
    ("same-bets", None),
    ("close-betting", None),
]


def test_invalid_table_requests_are_refused_and_change_nothing(console: Console) -> None:
    console.do("open", {"checked": True}, person="sue")
    console.do("seat", {"seat": 1, "player": "Pat", "chips": 50_000})
    before = console.view()
    for act, body in ACTS:
        answer = console.room.client.post(
            f"/api/v1/tables/royal-1/{act}",
            content=json.dumps(body).encode() if body is not None else b"",
            headers=console.room.headers("dana") | {"Content-Type": "application/json"},
        )
        assert answer.status_code in (400, 409, 422), (act, body, answer.text)
        assert answer.json()["detail"]
    assert console.view() == before
    for name in ("nowhere", "play:royal-match-21-1", "x" * 41, *[word for word in NASTY if word.isalnum()][:8]):
        assert console.room.get("dana", f"/tables/{name}").status_code in (404, 422), name
        assert console.room.post("sue", f"/tables/{name}/open", {"checked": True}).status_code in (404, 422), name


def test_tables_api_needs_a_sign_in(console: Console) -> None:
    client = console.room.client
    for path in ("", "/royal-1", "/royal-1/events"):
        assert client.get(f"/api/v1/tables{path}").status_code == 401
    assert client.post("/api/v1/tables/royal-1/open", headers={"Idempotency-Key": "12345678"}).status_code == 401
    token = {"Authorization": f"Bearer {console.room.tokens['sue']}"}
    assert client.post("/api/v1/tables/royal-1/open", headers=token).status_code == 422
