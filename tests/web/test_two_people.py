"""Operations that need two people are never done by one; they are found by their request's fields."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel

from pitbook.web.http.access import routes_with_rules
from pitbook.web.office.jackpots_api import SecondPerson
from tests.web.card_room import TERMS, CardRoom, card_room

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
QUARTER = "double_royal_match"
PAPERS = {"why": "a test", "document": "D-1"}
PAD, TABLE = "royal-2", "royal-1"
"""A table that is open for its controller only, and one that records bets."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    with card_room(str(tmp_path / "room.db")) as made:
        configurations = services(made).configurations
        configurations.keep(ENTERED, "ada", "a test")
        eve = services(made).sessions.person(made.tokens["eve"])
        configurations.open_jackpot("royal", configurations.today(), eve, "open it once")
        yield made


def services(room: CardRoom) -> Any:
    return room.client.app.state.services  # type: ignore[attr-defined]  # the test client's own


def do(room: CardRoom, person: str, path: str, body: Any = None) -> Any:
    answer = room.post(person, path, body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def press(room: CardRoom, person: str, key: str, **more: Any) -> Any:
    opened = {each["table"]: each["open"] for each in room.get("sue", "/tables").json()}
    if not opened[PAD]:
        do(room, "sue", f"/tables/{PAD}/open", {"checked": True, "controller_only": True})
    return do(room, person, f"/controllers/{PAD}/presses", {"key": key, **more})


# -- the acts, each up to the step of the second person ----------------------------------------------------------------


def round_begins(room: CardRoom, dealer: str = "dana") -> dict[str, Any]:
    press(room, dealer, "sense", seat=1)
    press(room, dealer, "lock")
    return {"reason": "misdeal", **PAPERS}


def hand_is_keyed(room: CardRoom, dealer: str = "dana") -> dict[str, Any]:
    round_begins(room, dealer)
    press(room, dealer, "spot", seat=1)
    press(room, dealer, "hand", outcome=QUARTER)
    return {"step": "verify"}


def prize_is_recorded(room: CardRoom) -> dict[str, Any]:
    hand_is_keyed(room)
    press(room, "sue", "verify")
    award = press(room, "sue", "record")["told"]["transaction"]
    press(room, "dana", "end")
    return {"award": award, **PAPERS}


def win_was_missed(room: CardRoom) -> dict[str, Any]:
    """A round of Dana's is over, and its winning hand was not keyed in."""
    round_begins(room)
    played = room.get("dana", f"/controllers/{PAD}").json()["round"]
    press(room, "dana", "end")
    hand = {"table": PAD, "round": played, "seat": 1, "outcome": QUARTER}
    return {**hand, "evidence": "camera 4, 21:40", **PAPERS}


def payment_is_made(room: CardRoom) -> dict[str, Any]:
    do(room, "sue", f"/tables/{TABLE}/open", {"checked": True})
    do(room, "dana", f"/tables/{TABLE}/seat", {"seat": 1, "player": "Pat", "chips": 50_000})
    do(room, "dana", f"/tables/{TABLE}/bets", {"seat": 1, "bets": [{"wager": "base", "cents": 1_000}]})
    do(room, "dana", f"/tables/{TABLE}/close-betting")
    do(room, "dana", f"/tables/{TABLE}/cards", {"cards": "Ks 7d Qs ??"})
    do(room, "dana", f"/tables/{TABLE}/decision", {"seat": 1, "answer": "stand"})
    do(room, "dana", f"/tables/{TABLE}/cards", {"cards": "Qh"})
    do(room, "dana", f"/tables/{TABLE}/settle-next")
    (paid,) = room.get("dana", f"/tables/{TABLE}").json()["settled"]
    return {"event": paid["event"], "net": "$5", "reason": "misread", **PAPERS}


@dataclass(frozen=True)
class Act:
    """The first person, who may be the second, who may not, and the preparation."""

    person: str
    second: str
    wrong: str
    prepare: Callable[[CardRoom], dict[str, Any]]


def told(**said: Any) -> Callable[[CardRoom], dict[str, Any]]:
    return lambda _room: said | PAPERS


ACTS: Final = {
    "/api/v1/floor/tables/{table}/corrections": Act("sue", "dirk", "ann", payment_is_made),
    "/api/v1/floor/tables/{table}/voids": Act("sue", "dana", "ann", round_begins),
    "/api/v1/floor/tables/{table}/wins": Act("sue", "eve", "dirk", lambda room: hand_is_keyed(room, "sue")),
    "/api/v1/controllers/{table}/supervised": Act(
        "sue", "eve", "dirk", lambda room: round_begins(room) | {"key": "void"}
    ),
    "/api/v1/floor/jackpots/{jackpot}/back-outs": Act("eve", "ann", "sue", prize_is_recorded),
    "/api/v1/floor/jackpots/{jackpot}/late-awards": Act("sue", "eve", "dirk", win_was_missed),
    "/api/v1/jackpots/{jackpot}/back-outs": Act("eve", "ann", "sue", prize_is_recorded),
    "/api/v1/floor/jackpots/{jackpot}/adjustments": Act(
        "ann", "eve", "walt", told(pool="displayed", way="down", amount="$1", reason="malfunction")
    ),
    "/api/v1/jackpots/{jackpot}/adjustments": Act(
        "ann", "eve", "dana", told(pool="displayed", micros=-1_000_000, reason="malfunction")
    ),
    "/api/v1/jackpots/{jackpot}/terms": Act("eve", "ann", "otto", told(terms=TERMS, when="restart")),
    "/api/v1/jackpots/{jackpot}/status": Act("eve", "ann", "ada", told(action="suspend")),
}


def model_of(route: Any) -> type[BaseModel] | None:
    """The model of a request's body."""
    found = route.body_field.field_info.annotation if route.body_field is not None else None
    return found if isinstance(found, type) and issubclass(found, BaseModel) else None


def with_second_badge(app: FastAPI) -> dict[str, type[BaseModel]]:
    """Every request of a signed-in person that takes another person's badge."""
    public = {(way.path, way.method) for way in routes_with_rules(app) if way.rule is not None and way.rule.public}
    found = {}
    for route in iter_route_contexts(app.routes):
        path = route.path or ""
        model = model_of(route) if isinstance(route.original_route, APIRoute) else None
        if model is not None and not any((path, method) in public for method in route.methods or ()):
            fields = model.model_fields
            if "badge" in fields or any(field.annotation is SecondPerson for field in fields.values()):
                found[path] = model
    return found


def test_no_act_with_a_second_badge_is_done_by_one_person(room: CardRoom) -> None:
    found = with_second_badge(room.client.app)  # type: ignore[attr-defined]
    assert set(found) == set(ACTS), "say in ACTS who does it, who may stand by and who may not"
    for path, act in ACTS.items():
        asked = act.prepare(room)
        place = PAD if act.prepare is not payment_is_made else TABLE
        where = path.removeprefix("/api/v1").replace("{jackpot}", "royal").replace("{table}", place)

        def by(second: dict[str, str], path: str = path, where: str = where, act: Act = act, asked: Any = asked) -> Any:
            shown = second if "badge" in found[path].model_fields else {"second": second}
            return room.post(act.person, where, asked | shown)

        before = state(room)
        alone = by(room.second(act.person))
        assert alone.status_code in (403, 409), (path, alone.text)
        assert any(words in alone.text for words in ("different people", "another person")), (path, alone.text)
        wrong = by(room.second(act.wrong))
        assert (wrong.status_code, f"{act.wrong.title()} may not" in wrong.text) == (403, True), (path, wrong.text)
        guessed = by(room.second(act.second) | {"pin": "9999"})
        assert (guessed.status_code, "badge or PIN is wrong" in guessed.text) == (403, True), (path, guessed.text)
        assert state(room) == before, path
        done = by(room.second(act.second))
        assert done.status_code == 200, (path, done.text)
        assert state(room) != before, path
        _finish(room)


def state(room: CardRoom) -> tuple[Any, ...]:
    """Everything that such an act may change."""
    found = services(room)
    table = room.get("dana", f"/tables/{TABLE}").json()
    ledger = [item.hash for item in found.jackpots.transactions("royal")]
    return ledger, room.get("dana", f"/controllers/{PAD}").json(), table, len(found.manual_acts.records())


def _finish(room: CardRoom) -> None:
    """Records a verified win, and ends its round."""
    if room.get("dana", f"/controllers/{PAD}").json()["phase"] == "verifying":
        press(room, "eve", "record")
        press(room, "dana", "end")


def test_verifier_of_a_large_win_cannot_approve_it(room: CardRoom) -> None:
    """Nor may an executive who did both steps by badge at another person's screen."""
    press(room, "dana", "sense", seat=1)
    press(room, "dana", "lock")
    press(room, "dana", "spot", seat=1)
    press(room, "dana", "hand", outcome="double_royal_match_suited")
    do(room, "sue", f"/floor/tables/{PAD}/wins", {"step": "verify", **room.second("eve")})
    for answer in (
        room.press("eve", "record", PAD),
        room.post("sue", f"/floor/tables/{PAD}/wins", {"step": "record", **room.second("eve")}),
        room.post("dana", f"/controllers/{PAD}/supervised", {"key": "record", **room.second("eve")}),
    ):
        assert (answer.status_code, "verified this win" in answer.text) == (409, True), answer.text
    assert room.get("dana", f"/controllers/{PAD}").json()["phase"] == "verifying"
