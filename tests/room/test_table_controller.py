"""A table of the room and its controller: one round for both, whichever is pressed, each wager on the meter once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitbook.errors import BadInput
from pitbook.store import schema
from tests.room import test_tables_room
from tests.room.rig import DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import Watch, key
from tests.room.test_tables_room import BETS, ROYAL, SEED, House, count, house

room, file_room = test_tables_room.room, test_tables_room.file_room


def test_wagers_are_locked_once_however_often_it_is_asked(room: House) -> None:
    room.sit(ROYAL, 1, 4)
    once = key()
    first = room.pit.close_betting(ROYAL, DEALER, once)
    assert room.pit.close_betting(ROYAL, DEALER, once) == first
    with pytest.raises(BadInput, match="round 1 is being played"):
        room.pit.close_betting(ROYAL, DEALER, key())
    assert room.kinds() == ["opened", "coin-in"]
    assert room.pit.view(ROYAL)["controller"]["lit"] == [1, 4]


def test_two_consoles_that_close_the_betting_at_once_lock_the_wagers_once(store: str) -> None:
    watch = Watch()
    with house(store, watch) as one, house(store, watch) as other:
        one.sit(ROYAL, 1, 4)
        other.pit.view(ROYAL)

        def close(room: House) -> str:
            try:
                room.pit.close_betting(ROYAL, DEALER, key())
            except BadInput as error:
                return str(error)
            return ""

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(close, (one, other))) == ["", "round 1 is being played: wait until it is over"]
        assert one.kinds() == ["opened", "coin-in"]
        assert one.pit.view(ROYAL) == other.pit.view(ROYAL)
        one.check()


def test_what_was_pressed_by_hand_is_not_pressed_again(file_room: House) -> None:
    room = file_room
    room.sit(ROYAL, 1, 4)
    for seat in (1, 4):
        room.press("sense", DEALER, seat=seat)
    room.press("lock", DEALER)
    room.pit.close_betting(ROYAL, DEALER, key())
    assert room.kinds() == ["opened", "coin-in"]


def test_a_controller_that_locked_other_wagers_stops_the_round(file_room: House) -> None:
    room = file_room
    room.sit(ROYAL, 1, 4)
    room.press("sense", DEALER, seat=2)
    room.press("lock", DEALER)
    before = room.pit.view(ROYAL)
    with pytest.raises(BadInput, match="locked the wagers of seats 2, the table those of 1 and 4"):
        room.pit.close_betting(ROYAL, DEALER, key())
    assert room.pit.view(ROYAL) == before


def test_a_round_of_the_table_is_not_ended_or_begun_on_its_controller(file_room: House) -> None:
    """Else a wager would stay on the meter when the round is voided, or be counted twice."""
    room = file_room
    room.sit(ROYAL, 1, 4)
    room.pit.close_betting(ROYAL, DEALER, key())
    pad, micros, events = room.jackpots.pad(ROYAL), room.micros(), count(room, schema.table_events)
    for button, seat, words in (
        ("end", 0, "the game at table royal-1 is not over: next is 'A card to seat"),
        ("sense", 2, "a round is being played at table royal-1: its wagers are locked"),
        ("lock", 0, "a round is being played"),
    ):
        with pytest.raises(BadInput, match=words):
            room.pit.press(ROYAL, button, DEALER, key(), seat)
    assert (room.jackpots.pad(ROYAL), room.micros(), count(room, schema.table_events)) == (pad, micros, events)
    room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "report 7", key(), EXECUTIVE)
    assert room.micros() == SEED
    room.check()


def test_a_controllers_round_is_over_before_the_table_closes_or_plays_without_it(file_room: House) -> None:
    room = file_room
    room.sit(ROYAL, 1, bets=BETS[:1])
    room.pit.press(ROYAL, "sense", DEALER, key(), 1)
    once = key()
    locked = room.pit.press(ROYAL, "lock", DEALER, once)
    assert room.pit.press(ROYAL, "lock", DEALER, once) == locked
    for act in (room.pit.close_betting, room.pit.close):
        with pytest.raises(BadInput, match="the controller of table royal-1 is in a round"):
            act(ROYAL, SUPERVISOR, key())
    with pytest.raises(BadInput, match="is not over: close the betting there first"):
        room.pit.press(ROYAL, "end", DEALER, key())
    room.jackpots.void_round(ROYAL, "nobody has wagered", "report 8", SUPERVISOR, key(), EXECUTIVE)
    room.pit.close_betting(ROYAL, DEALER, key())
    assert room.micros() == SEED
