"""The console during and after a keying mistake: no wrong amount, no key that would be refused."""

from pathlib import Path

import pytest

from pitbook.errors import BadInput
from pitbook.web.dealer.console import look_at
from pitbook.web.dealer.model import Console, ConsoleKey
from tests.room.rig import DEALER, EXECUTIVE, QUARTER, SUPERVISOR, TOP
from tests.room.table_rig import key
from tests.room.test_mistake_walks import key_hand, made, two_winners
from tests.room.test_tables_room import ROYAL, RoomServer

PAIR, SUITED = "Double Royal Match", "Double Royal Match Suited"


def console(room: RoomServer) -> Console:
    return look_at(room.pit, ROYAL)


def hand(room: RoomServer, label: str = PAIR) -> ConsoleKey:
    return next(key for key in console(room).hands if key.label == label)


def test_a_prize_of_another_hand_is_not_shown_as_an_amount_to_pay(tmp_path: Path) -> None:
    """The table has 25% for seat 3 and the controller recorded 100%: the dealer is told to pay neither."""
    with made(tmp_path, "card") as room:
        two_winners(room)
        key_hand(room, 3, TOP)
        room.press("verify", SUPERVISOR)
        room.press("record", EXECUTIVE)
        shown = console(room)
        assert shown.next == "Pay nothing to seat 3: another hand is recorded"
        assert shown.cite == (
            "the controller has Double Royal Match Suited for seat 3, the table Double Royal Match: back the prize "
            "out, or take back what was entered"
        )
        assert shown.pays[0].amount == "from the meter"
        assert [(each.label, each.refused) for each in shown.steps] == [("Paid", shown.cite)]
        with pytest.raises(BadInput, match="recorded another prize of seat 3 than the table: back that out first"):
            room.pit.settle_next(ROYAL, DEALER, key())


def test_a_key_is_live_only_while_the_controller_takes_it(tmp_path: Path) -> None:
    """A lit hand button while its win is verified; keying in before the key is back at RUN."""
    with made(tmp_path, "keyed") as room:
        two_winners(room)
        room.pit.key_in(ROYAL, DEALER, key())
        assert (hand(room).on, hand(room).refused, hand(room).seat) == (True, "", 3)
        room.press("verify", SUPERVISOR)
        assert hand(room).refused == "a hand button is out of turn: next comes J-POT"
        room.press("reject", SUPERVISOR)
        assert console(room).steps == ()
        room.press("run", SUPERVISOR)
        assert [each.label for each in console(room).steps] == [f"Key in {PAIR}"]


def test_two_seats_with_the_same_hand_are_keyed_in_on_a_controller_without_spots(tmp_path: Path) -> None:
    """The key itself names no seat: the seat that is selected on the screen counts, not the one keyed in before."""
    with made(tmp_path, "keyed") as room:
        two_winners(room)
        for seat in (3, 1):
            ((_, body),) = hand(room).do
            assert body is not None
            assert body["seat"] is None
            key_hand(room, seat, QUARTER)
        assert room.jackpots.controller(ROYAL).wins[1].seat == 1
        assert (hand(room).on, hand(room).seat) == (True, 0)  # whose hand is taken back must be chosen


def test_the_list_of_what_can_be_taken_back_names_the_chips_that_were_paid(tmp_path: Path) -> None:
    """40 for 1 on a wager that was taken is $40 from the tray, as the ledger has it."""
    with made(tmp_path, "card") as room:
        room.sit(ROYAL, 2)
        room.pit.close_betting(ROYAL, DEALER, key())
        room.pit.cards(ROYAL, DEALER, "Ks 7h Qs ??", key())
        room.pit.decide(ROYAL, DEALER, 2, "stand", 1, key())
        room.pit.cards(ROYAL, DEALER, "Th", key())
        while console(room).next != "Press END GAME":
            room.pit.settle_next(ROYAL, DEALER, key())
        assert room.jackpots.transactions("royal")[-1].entries["tray"] == -40_000_000
        assert console(room).inputs[0]["words"] == "Seat 2, Royal Match Progressive: paid $40"
        assert hand(room, SUITED).refused == "every progressive wager of this round is settled"
