"""A table of the room and its controller: both play the same round, and each wager goes to the meter once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitbook.errors import BadInput
from pitbook.store import schema
from tests.room import test_tables_room
from tests.room.rig import DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import Watch, key
from tests.room.test_tables_room import BETS, ROYAL, SEED, RoomServer, count, room_server

room, file_room = test_tables_room.room, test_tables_room.file_room


def test_wagers_are_locked_once_for_repeated_requests(room: RoomServer) -> None:
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
    with room_server(store, watch) as one, room_server(store, watch) as other:
        one.sit(ROYAL, 1, 4)
        other.pit.view(ROYAL)

        def close(room: RoomServer) -> str:
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


def test_wagers_of_a_table_that_keeps_seats_are_not_locked_by_hand(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1, 4)
    for button in ("sense", "lock"):
        with pytest.raises(BadInput, match="keeps the bets of its seats: bet the progressive wager at a seat"):
            room.pit.press(ROYAL, button, DEALER, key(), 1)
    room.pit.close_betting(ROYAL, DEALER, key())
    assert room.kinds() == ["opened", "coin-in"]


def test_a_controller_that_is_in_a_round_of_its_own_stops_the_tables_round(file_room: RoomServer) -> None:
    """An older store may have such a controller, because it could be used independently of its table."""
    room = file_room
    room.sit(ROYAL, 1, 4)
    room.press("sense", DEALER, seat=2)
    room.press("lock", DEALER)
    before = room.pit.view(ROYAL)
    with pytest.raises(BadInput, match="the controller of table royal-1 is in a round"):
        room.pit.close_betting(ROYAL, DEALER, key())
    with pytest.raises(BadInput, match="the controller of table royal-1 is in a round"):
        room.pit.close(ROYAL, SUPERVISOR, "end of shift", key(), players_leave=True)
    assert room.pit.view(ROYAL) == before
    room.pit.press(ROYAL, "end", DEALER, key())
    with pytest.raises(BadInput, match="counts this round as 1 and its controller as 2: close the table and open it"):
        room.pit.close_betting(ROYAL, DEALER, key())
    room.pit.close(ROYAL, SUPERVISOR, "to count on together", key(), players_leave=True)
    room.sit(ROYAL, 1)
    room.pit.close_betting(ROYAL, DEALER, key())
    assert room.pit.view(ROYAL)["round"] == room.jackpots.controller(ROYAL).round == 2
    room.check()


def test_a_round_of_the_table_is_not_ended_or_begun_on_its_controller(file_room: RoomServer) -> None:
    """Otherwise a wager would stay on the meter when the round is voided, or be counted twice."""
    room = file_room
    room.sit(ROYAL, 1, 4)
    room.pit.close_betting(ROYAL, DEALER, key())
    controller, micros, events = room.jackpots.controller(ROYAL), room.micros(), count(room, schema.table_events)
    for button, seat, words in (
        ("end", 0, "the game at table royal-1 is not over: next is 'A card to seat"),
        ("sense", 2, "a round is being played at table royal-1: its wagers are locked"),
        ("lock", 0, "a round is being played"),
    ):
        with pytest.raises(BadInput, match=words):
            room.pit.press(ROYAL, button, DEALER, key(), seat)
    assert (room.jackpots.controller(ROYAL), room.micros(), count(room, schema.table_events)) == (
        controller,
        micros,
        events,
    )
    room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "report 7", key(), EXECUTIVE)
    assert room.micros() == SEED
    room.check()


def test_a_round_without_a_progressive_wager_begins_and_ends_on_the_controller_too(file_room: RoomServer) -> None:
    room = file_room
    room.sit(ROYAL, 1, bets=BETS[:1])
    room.pit.close_betting(ROYAL, DEALER, key())
    assert (room.jackpots.controller(ROYAL).phase, room.jackpots.controller(ROYAL).lit) == ("playing", ())
    with pytest.raises(BadInput, match="the controller of table royal-1 is in a round"):
        room.pit.close(ROYAL, SUPERVISOR, "end of shift", key(), players_leave=True)
    room.pit.void(ROYAL, SUPERVISOR, "a card was exposed", "report 7", key(), EXECUTIVE)
    assert (room.jackpots.controller(ROYAL).phase, room.jackpots.controller(ROYAL).round) == ("betting", 2)
    assert (room.micros(), room.kinds()) == (SEED, ["opened"])
    room.check()
