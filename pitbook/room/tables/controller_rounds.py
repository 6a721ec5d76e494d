"""Rounds that only a controller has recorded, read from its presses.

A table with seats records its rounds itself. A table that is open for its controller only does not, and a store of
version 0.1 may have rounds of tables that were never opened.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, or_, select

from pitbook.errors import NotFound
from pitbook.games.model import listed
from pitbook.jackpot.booking_keys import PrizeKind, prize_key
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.days import moment_of
from pitbook.money import Cents, format_cents
from pitbook.room.tables.log import first_event_from, first_from, last_number
from pitbook.room.tables.log import tables as tables_with_events
from pitbook.store import schema

ROWS: Final = schema.presses
EVENTS: Final = schema.table_events
WINDOW: Final = 2_000
"""The number of presses that are read for a list of rounds."""
MOST_TIMES: Final = 4
"""The most prizes of one hand that are looked for: the first, and those after back-outs."""
LONGEST: Final = 400
"""The most presses of one round."""
MARKS: Final = ("betting-closed", "round-over", "voided", "opened", "closed")
"""Events that show whether a table is in a round of its own."""


@dataclass(frozen=True, slots=True)
class PressAt:
    """One recorded press."""

    number: int
    at: str
    by: str
    data: dict[str, Any]

    @property
    def key(self) -> str:
        return str(self.data.get("key", ""))


@dataclass(frozen=True, slots=True)
class ControllerRound:
    """A round as presses, from the first wager on a sensor to its end."""

    table: str
    number: int
    """The number of the press that locked the wagers; it identifies the round."""
    round: int
    began: str
    ended: str
    """Empty while it is played."""
    voided: bool
    seats: tuple[int, ...]
    """The seats whose wagers were locked."""
    presses: tuple[PressAt, ...]


def recorded_tables(connection: Connection) -> list[str]:
    """Every table of the room that has a round or an opening on record, in its own record or on its controller."""
    states = connection.execute(select(schema.controllers.c.state)).scalars()
    controllers = [ControllerState.from_dict(json.loads(state)) for state in states]
    worked = {controller.table for controller in controllers if controller.round > 1 or controller.phase != "betting"}
    return sorted(worked.union(tables_with_events(connection)))


def latest(connection: Connection, table: str) -> list[ControllerRound]:
    """The last rounds that only the controller has recorded, the newest first."""
    last = _last(connection, table)
    return _only_here(connection, table, _grouped(table, _presses(connection, table, last - WINDOW, last)))


def between(connection: Connection, table: str, first: datetime, until: datetime) -> list[ControllerRound]:
    """Rounds that only the controller has recorded and that began in a period, the newest first."""
    last = _last(connection, table)
    begins, ends = (_first_from(connection, table, last, moment) for moment in (first, until))
    found = _grouped(table, _presses(connection, table, begins - LONGEST, min(ends + LONGEST, last)))
    return _only_here(connection, table, [each for each in found if begins <= each.number < ends])


def find(connection: Connection, table: str, number: int) -> ControllerRound:
    """A round by the press that locked its wagers."""
    last = _last(connection, table)
    around = _presses(connection, table, number - LONGEST, min(number + LONGEST, last)) if 1 <= number <= last else []
    found = next((each for each in _grouped(table, around) if each.number == number), None)
    if found is None:
        raise NotFound(f"no round of the controller of table {table} began with press {number}")
    return found


def words_of(connection: Connection, found: ControllerRound) -> list[str]:
    """One line for each press; a prize with the amount in the ledger."""
    booked = _booked(connection, found)
    lit: set[int] = set()
    words = []
    for press in found.presses:
        seat, outcome = int(press.data.get("seat") or 0), str(press.data.get("outcome", "")).replace("_", " ")
        said = str(press.data.get("word") or press.key)
        match press.key:
            case "sense":
                lit ^= {seat}
                said = f"seat {seat}: wager {'on' if seat in lit else 'taken off'} the sensor"
            case "lock":
                said = f"{said}: seats {listed(sorted(lit))}" if lit else f"{said}: no wager"
            case "spot":
                said = f"spot of seat {seat}"
            case "hand":
                said = f"hand button {outcome}{f', seat {seat}' if seat else ''}"
            case "void":
                said = f"round voided: {press.data.get('why', '')}"
        words.append(said + booked.get(press.at, "") if press.key in ("record", "fixed pay") else said)
    return words


def _last(connection: Connection, table: str) -> int:
    rows = schema.controllers
    return int(connection.execute(select(rows.c.pressed).where(rows.c.table == table)).scalar() or 0)


def _presses(connection: Connection, table: str, after: int, last: int) -> list[PressAt]:
    wanted = (ROWS.c.table == table, ROWS.c.number > after, ROWS.c.number <= last)
    asked = select(ROWS.c.number, ROWS.c.at, ROWS.c.by, ROWS.c.data).where(*wanted).order_by(ROWS.c.number)
    return [PressAt(number, at, by, json.loads(data)) for number, at, by, data in connection.execute(asked)]


def _first_from(connection: Connection, table: str, last: int, moment: datetime) -> int:
    """The first press at or after a moment."""
    return first_from(last + 1, lambda number: _presses(connection, table, number - 1, number)[0].at, moment)


def _grouped(table: str, presses: Sequence[PressAt]) -> list[ControllerRound]:
    """The rounds in consecutive presses, the newest first; wagers that were never locked are not a round."""
    found: list[ControllerRound] = []
    part: list[PressAt] = []
    for press in presses:
        part.append(press)
        if press.key in ("end", "void", "set up", "opened"):
            found += _round(table, part)
            part = []
    return [*found, *_round(table, part)][::-1]


def _round(table: str, presses: list[PressAt]) -> list[ControllerRound]:
    lock = next((press for press in presses if press.key == "lock"), None)
    if lock is None:
        return []
    lit: set[int] = set()
    for press in presses:
        if press.key == "sense" and press.number < lock.number:
            lit ^= {int(press.data["seat"])}
    last = presses[-1]
    ended = last.at if last.key in ("end", "void") else ""
    seats, round_ = tuple(sorted(lit)), int(lock.data["round"])
    return [ControllerRound(table, lock.number, round_, lock.at, ended, last.key == "void", seats, tuple(presses))]


def _only_here(connection: Connection, table: str, found: list[ControllerRound]) -> list[ControllerRound]:
    """Leaves out rounds in the table's own record: there the table was in a round when the wagers were locked."""
    if not found:
        return []
    marks = _marks(connection, table, found[-1].began, found[0].began)
    times = [at for at, _ in marks]

    def at_table(each: ControllerRound) -> bool:
        place = bisect_right(times, each.began)
        return place > 0 and marks[place - 1][1] == "betting-closed"

    return [each for each in found if not at_table(each)]


def _marks(connection: Connection, table: str, first: str, last: str) -> list[tuple[str, str]]:
    """Time and kind of the events that begin and end rounds, from the last one before ``first`` up to ``last``."""
    until = last_number(connection, table) + 1
    begins = first_event_from(connection, table, until, moment_of(first))
    ends = first_event_from(connection, table, until, moment_of(last), after=True)
    wanted = (EVENTS.c.table == table, _said())
    before = select(EVENTS.c.line).where(*wanted, EVENTS.c.number < begins).order_by(EVENTS.c.number.desc()).limit(1)
    during = select(EVENTS.c.line).where(*wanted, EVENTS.c.number >= begins, EVENTS.c.number < ends)
    lines = [*connection.execute(before).scalars(), *connection.execute(during.order_by(EVENTS.c.number)).scalars()]
    return [(at, kind) for _, kind, _, at, _ in map(json.loads, lines)]


def _said() -> ColumnElement[bool]:
    return or_(*(EVENTS.c.line.contains(f',"{kind}",{{', autoescape=True) for kind in MARKS))


def _booked(connection: Connection, found: ControllerRound) -> dict[str, str]:
    """The ledgers' words for the prizes of a round, by time: a press and its transaction have the same time."""
    rows = schema.transactions
    times = [press.at for press in found.presses if press.key in ("record", "fixed pay")]
    # A hand wins once, and again after its prize was backed out.
    kinds: tuple[PrizeKind, ...] = ("award", "fixed")
    keys = [
        prize_key(found.table, found.round, kind, seat, time)
        for kind in kinds
        for seat in found.seats
        for time in range(1, MOST_TIMES + 1)
    ]
    columns = (rows.c.book, rows.c.number, rows.c.at, rows.c.data, rows.c.result)
    asked = select(*columns).where(rows.c.key.in_(keys), rows.c.at.in_(times))
    said = {}
    for book, number, at, data, result in connection.execute(asked):
        prize = json.loads(data)
        cents = format_cents(Cents(int(json.loads(result).get("prize_cents", 0))))
        outcome = str(prize.get("outcome", "")).replace("_", " ")
        said[at] = f": seat {prize.get('seat')}, {outcome}, {cents} (transaction {number} of {book})"
    return said
