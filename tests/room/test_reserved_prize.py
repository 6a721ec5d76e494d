"""A prize between J-POT and RUN, over the store: undone, voided, restarted, closed with the day, suspended."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.money import MICROS_PER_CENT
from tests.room.rig import ACCOUNTANT, BOTH, DEALER, EXECUTIVE, QUARTER, SUPERVISOR, TOP, Room


@pytest.fixture
def room(store: str) -> Iterator[Room]:
    made = Room(store)
    made.open(controller="keyed")
    yield made
    made.close()


def by_hand(room: Room, **more: Any) -> dict[str, Any]:
    return {"why": "a test", "document": "D-1", "people": BOTH, "request": room.key(), **more}


def record(room: Room, table: str = "1", outcome: str = QUARTER) -> dict[str, Any]:
    """A round of one wager up to J-POT."""
    room.press(table, "sense", seat=2)
    room.press(table, "lock")
    room.press(table, "hand", seat=2, outcome=outcome)
    room.press(table, "verify", SUPERVISOR)
    told: dict[str, Any] = room.press(table, "record", EXECUTIVE)["told"]
    return told


def proved(room: Room) -> dict[str, int]:
    proof = room.jackpots.verify("royal")
    assert proof.holds, proof.fault
    return dict(proof.balances)


def test_a_restart_between_j_pot_and_run_loses_nothing(room: Room, store: str) -> None:
    told = record(room)
    shown = room.jackpots.book("royal").shown
    room.close()
    again = Room(store, "2026-11-02T21:00:00+00:00")
    try:
        assert again.jackpots.controller("1").phase == "recorded"
        assert again.jackpots.book("royal").shown == shown == told["shown_cents"]
        assert again.press("1", "run", SUPERVISOR)["shown_cents"] == shown - told["prize_cents"]
        again.press("1", "end")
        assert proved(again)["reserved"] == 0
    finally:
        again.close()


def test_a_prize_that_is_backed_out_before_run_never_leaves_the_display(room: Room) -> None:
    told = record(room)
    shown = room.jackpots.book("royal").shown
    room.jackpots.back_out("royal", told["transaction"], **by_hand(room))
    book = room.jackpots.book("royal")
    assert (book.shown, book.available, book.reserved) == (shown, shown, ())
    assert proved(room)["tray"] == 1_000_000  # the wager alone
    room.press("1", "run", SUPERVISOR)
    # The hand is keyed in again as it should have been, and falls with a RUN of its own.
    room.press("1", "hand", seat=2, outcome=TOP)
    room.press("1", "verify", SUPERVISOR)
    assert room.press("1", "record", EXECUTIVE)["told"]["prize_cents"] == shown
    room.press("1", "run", SUPERVISOR)
    room.press("1", "end")
    assert proved(room)["reserved"] == 0


def test_a_prize_that_is_backed_out_after_run_comes_back_to_the_meter(room: Room) -> None:
    told = record(room)
    shown = room.jackpots.book("royal").shown
    room.press("1", "run", SUPERVISOR)
    room.press("1", "end")
    room.jackpots.back_out("royal", told["transaction"], **by_hand(room))
    assert room.jackpots.book("royal").shown == shown
    assert proved(room)["tray"] == 1_000_000


def test_a_round_with_a_reserved_prize_is_voided_after_the_back_out(room: Room) -> None:
    told = record(room)
    with pytest.raises(BadInput, match="back it out first"):
        room.jackpots.void_round("1", "misdeal", "D-2", SUPERVISOR, room.key(), DEALER)
    room.jackpots.back_out("royal", told["transaction"], **by_hand(room))
    room.jackpots.void_round("1", "misdeal", "D-2", SUPERVISOR, room.key(), DEALER)
    assert room.jackpots.book("royal").shown == 500_000
    assert {account: micros for account, micros in proved(room).items() if micros} == {
        "displayed": -5_000_000_000,
        "seed": 5_000_000_000,
    }


def test_a_day_may_end_between_j_pot_and_run(room: Room) -> None:
    """The prize is paid from the meter on the day of J-POT; RUN and a back-out on the next day add up too."""
    told = record(room)
    room.clock.set("2026-11-03T20:00:00+00:00")
    (figures,) = room.days.close(date(2026, 11, 2), ACCOUNTANT, room.key())["jackpots"]
    prize = told["prize_cents"] * MICROS_PER_CENT
    assert figures["paid_micros"]["displayed"] == prize
    assert figures["balances_micros"]["reserved"] == -prize
    assert (figures["difference_micros"], figures["hits"]) == (0, 1)
    room.press("1", "run", SUPERVISOR)
    room.press("1", "end")
    room.jackpots.back_out("royal", told["transaction"], **by_hand(room))
    room.clock.set("2026-11-04T20:00:00+00:00")
    (figures,) = room.days.close(date(2026, 11, 3), ACCOUNTANT, room.key())["jackpots"]
    assert (figures["balances_micros"]["reserved"], figures["difference_micros"]) == (0, 0)
    assert figures["adjusted_micros"]["displayed"] == prize


def test_the_prize_account_holds_a_reserved_prize_too(room: Room) -> None:
    before = room.days.funds().owed
    told = record(room)
    assert room.days.funds().owed == before + 109_100 + 20_000  # the wager's; the prize is owed to its winner
    room.press("1", "run", SUPERVISOR)
    after = before + 109_100 + 20_000 - told["prize_cents"] * MICROS_PER_CENT
    assert room.days.funds().owed == after


def test_a_jackpot_that_is_suspended_in_between_pays_and_falls(room: Room) -> None:
    told = record(room)
    room.jackpots.manage("royal", "suspend", **by_hand(room))
    shown = room.jackpots.book("royal").shown
    assert room.press("1", "run", SUPERVISOR)["shown_cents"] == shown - told["prize_cents"]
    room.press("1", "end")
    assert proved(room)["reserved"] == 0


def test_a_linked_table_wins_the_rest_of_the_meter_while_another_waits_for_run(room: Room) -> None:
    first = record(room, "1", QUARTER)
    second = record(room, "2", TOP)
    shown = room.jackpots.book("royal").shown
    assert first["prize_cents"] + second["prize_cents"] == shown  # the whole display, and nothing twice
    room.press("2", "run", SUPERVISOR)
    room.press("1", "run", SUPERVISOR)
    book = room.jackpots.book("royal")
    assert book.shown == book.available
    assert proved(room)["tray"] == 2_000_000 - shown * MICROS_PER_CENT
