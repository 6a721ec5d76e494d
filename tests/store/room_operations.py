"""Operations of a room on money or history, each with its key, and the check of the store after an interruption."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import select

from pitbook.games.settle import Bet
from pitbook.jackpot.people import Person
from pitbook.money import dollars
from pitbook.room.days.service import Days
from pitbook.store import schema
from pitbook.store.database import Database
from tests.room.rig import ACCOUNTANT, DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import NOON, Watch, served
from tests.room.test_tables_room import BETS, ROYAL, SHOE, RoomServer

JACKPOT: Final = "royal"
QUARTER: Final = "double_royal_match"
Content = dict[str, list[tuple[Any, ...]]]


@contextmanager
def room_of(store: str, turn: int) -> Iterator[RoomServer]:
    """The room, at noon of the day of this turn."""
    watch = Watch()
    watch.now = NOON + timedelta(days=turn)
    with served(store, watch) as server:
        yield RoomServer(server)


def content(database: Database) -> Content:
    """Everything that a store holds."""
    with database.reading_snapshot() as connection:
        return {
            name: sorted(tuple(row) for row in connection.execute(select(table)))
            for name, table in schema.metadata.tables.items()
        }


@dataclass(frozen=True, slots=True)
class Kind:
    """The preparation of an act, the act itself, and the steps that return the table to its initial state."""

    before: Callable[[RoomServer, int], None]
    act: Callable[[RoomServer, int, str], Any]
    after: Callable[[RoomServer, int], None]
    apart: int = 1
    """Messages between two cuts: more than the act grows by from one turn to the next."""


def _press(room: RoomServer, turn: int, button: str, person: Person = DEALER, **more: Any) -> dict[str, Any]:
    key = f"{turn}/{button}/{more.get('seat', '')}/{more.get('outcome', '')}"
    return room.jackpots.press(ROYAL, button, person, key, **more)


def _wager(room: RoomServer, turn: int) -> None:
    for seat in (1, 3):
        _press(room, turn, "sense", seat=seat)


def _win(room: RoomServer, turn: int) -> None:
    _wager(room, turn)
    _press(room, turn, "lock")
    _press(room, turn, "spot", seat=3)
    _press(room, turn, "hand", outcome=QUARTER)
    _press(room, turn, "verify", SUPERVISOR)


def _won(room: RoomServer, turn: int) -> None:
    _win(room, turn)
    _press(room, turn, "record", EXECUTIVE)


def _round(room: RoomServer, turn: int) -> None:
    _wager(room, turn)
    _press(room, turn, "lock")
    _end(room, turn)


def _end(room: RoomServer, turn: int) -> None:
    _press(room, turn, "end")


def _day(room: RoomServer, turn: int) -> None:
    _round(room, turn)
    # Accrued money is in the bank within a week, or no jackpot is played for.
    Days(room.jackpots).deposit(dollars(10), "S-1", ACCOUNTANT, f"{turn}/deposit")


def _back_out(room: RoomServer, _turn: int, key: str) -> Any:
    last = room.jackpots.transaction(JACKPOT, room.jackpots.number(JACKPOT))
    award = last.number if last.kind == "award" else int(last.data["award"])
    return room.jackpots.back_out(JACKPOT, award, "misread", "D-7", [EXECUTIVE, ACCOUNTANT], key)


def _close_day(room: RoomServer, turn: int, key: str) -> Any:
    # At noon of London the room is still in the gambling day before; the one before that is over.
    day = (NOON + timedelta(days=turn - 2)).date()
    return Days(room.jackpots).close(day, ACCOUNTANT, key)


def _bet(room: RoomServer, turn: int) -> None:
    """At a table with its own shoe, which is open from the first turn on."""
    if not any(view["table"] == SHOE and view["open"] for view in room.pit.floor()):
        room.pit.open(SHOE, SUPERVISOR, f"{turn}/open", checked=True)
        room.pit.sit(SHOE, DEALER, 1, "Player 1", dollars(500), f"{turn}/sit")
    wagers: tuple[Bet, ...] = BETS
    room.pit.bet(SHOE, DEALER, 1, wagers, f"{turn}/bet")


def _void(room: RoomServer, turn: int) -> None:
    room.pit.void(SHOE, SUPERVISOR, "misdeal", "D-8", f"{turn}/void", DEALER)


def _nothing(_house: RoomServer, _turn: int) -> None:
    pass


KINDS: Final = {
    "coin-in": Kind(_wager, lambda room, turn, key: room.jackpots.press(ROYAL, "lock", DEALER, key), _end),
    "award": Kind(_win, lambda room, turn, key: room.jackpots.press(ROYAL, "record", EXECUTIVE, key), _end),
    "back-out": Kind(_won, _back_out, _end),
    "closed day": Kind(_day, _close_day, _nothing, apart=7),
    # The table's events, the controller and the ledger, in one.
    "table": Kind(_bet, lambda room, turn, key: room.pit.close_betting(SHOE, DEALER, key), _void),
}


def check_after(store: str, kind: Kind, turn: int, before: Content) -> bool:
    """Asserts that an interrupted operation is stored completely or not at all, and that the repeated request completes
    it once; returns whether it was stored.
    """
    key = f"{turn}/the act"
    with room_of(store, turn) as room:
        left = content(room.server.database)
        answer = kind.act(room, turn, key)
        whole = content(room.server.database)
        if left not in (before, whole):
            raise AssertionError(f"something half-done is left: {_differences(before, left)}")
        if whole == before or [row[0] for row in whole["requests"]].count(key) > 1:
            raise AssertionError("the act was not done once")
        if kind.act(room, turn, key) != answer or content(room.server.database) != whole:
            raise AssertionError("the same request again did something, or was answered otherwise")
        kind.after(room, turn)
        proof = room.jackpots.verify(JACKPOT)
        if not proof.holds:
            raise AssertionError(f"the ledger does not verify: {proof.fault}")
    return left == whole


def _differences(one: Content, other: Content) -> dict[str, list[tuple[Any, ...]]]:
    return {name: [row for row in other[name] if row not in one[name]] for name in other if one[name] != other[name]}
