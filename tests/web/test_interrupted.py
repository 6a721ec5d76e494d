"""Manual acts are booked and then recorded for signature: repeating one after an interruption books nothing
twice.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from pitbook.store.write_connection import StoreUnavailable
from tests.web.card_room import CardRoom
from tests.web.test_floor import QUARTER, do, hit, play, pools, services, stacks, win
from tests.web.test_floor import room as room_of_the_floor

room = room_of_the_floor
KEY = "the-one-request"


@pytest.fixture
def interrupted(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Makes the first write of a record fail; returns the acts whose record failed."""
    acts, missed = services(room).manual_acts, list[str]()
    record = acts.record

    def fails_once(act: Any, *rest: Any) -> Any:
        if not missed:
            missed.append(act.act)
            raise StoreUnavailable("the store cannot be reached: a test")
        return record(act, *rest)

    monkeypatch.setattr(acts, "record", fails_once)
    yield missed
    assert len(missed) == 1


def asked_twice(room: CardRoom, person: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Sends a request twice: the first gets no answer, and the second does not book it again."""
    assert room.post(person, path, body, KEY).status_code == 503
    moved = pools(room), room.get("eve", "/jackpots/royal/transactions").json()
    assert services(room).manual_acts.records() == []
    done = do(room, person, path, body, KEY)
    assert done == do(room, person, path, body, KEY)
    assert (pools(room), room.get("eve", "/jackpots/royal/transactions").json()) == moved
    assert len(services(room).manual_acts.records()) == 1
    assert room.get("otto", "/jackpots/royal/proof").json()["holds"]
    return done


def test_interrupted_back_out_is_booked_once(room: CardRoom, interrupted: list[str]) -> None:
    hit(room, seat1=QUARTER)
    win(room, "sue", "verify")
    award = win(room, "sue", "record")["transaction"]
    done = asked_twice(room, "eve", "/floor/jackpots/royal/back-outs", {"award": award} | room.papers("ann"))
    assert (done["act"], done["transaction"]) == ("Prize backed out", f"royal {award + 1}")


def test_interrupted_adjustment_is_booked_once(room: CardRoom, interrupted: list[str]) -> None:
    body = {"pool": "displayed", "way": "down", "amount": "$10", "reason": "malfunction"} | room.papers("ann")
    done = asked_twice(room, "eve", "/floor/jackpots/royal/adjustments", body)
    assert done["transaction"] == "royal 2"


@pytest.mark.parametrize("at_a_table", [True, False])
def test_interrupted_void_is_booked_once(room: CardRoom, interrupted: list[str], at_a_table: bool) -> None:
    if at_a_table:
        play(room)
    else:
        hit(room)
    body = {"reason": "misdeal"} | room.papers("dana")
    asked_twice(room, "sue", "/floor/tables/royal-1/voids", body)
    assert pools(room)["displayed"] == 5_000_000_000


def test_interrupted_correction_is_booked_once(room: CardRoom, interrupted: list[str]) -> None:
    play(room)
    do(room, "dana", "/tables/royal-1/decision", {"seat": 0, "answer": "no"})
    for seat in (1, 3):
        do(room, "dana", "/tables/royal-1/decision", {"seat": seat, "answer": "stand"})
    do(room, "dana", "/tables/royal-1/cards", {"cards": "Qh"})
    do(room, "dana", "/tables/royal-1/settle-next")
    paid = room.get("dana", "/tables/royal-1").json()["settled"][0]
    before = stacks(room)[str(paid["seat"])]
    body = {"event": paid["event"], "net": "$5", "reason": "misread"} | room.papers("dirk")
    asked_twice(room, "sue", "/floor/tables/royal-1/corrections", body)
    assert stacks(room)[str(paid["seat"])] == before - paid["net"] + 500
