"""Rounds that only a controller recorded, found in the record of its presses.

A table that keeps seats has its rounds in its own record. A table that is open for its controller only has none there,
and a store of version 0.1 may hold rounds of tables that were never opened: these are read from the presses.
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
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.days import moment_of
from pitbook.money import Cents, format_cents
from pitbook.room.tables.log import last_number
from pitbook.room.tables.log import tables as tables_with_events
from pitbook.store import schema

ROWS: Final = schema.presses
EVENTS: Final = schema.table_events
WINDOW: Final = 2_000
"""Presses that are read for a list of rounds."""
LONGEST: Final = 400
"""Presses of one round at most."""
MARKS: Final = ("betting-closed", "round-over", "voided", "opened", "closed")
"""Events by which one knows whether a table is in a round of its own."""


@dataclass(frozen=True, slots=True)
class PressAt:
    """One press as it was recorded."""

    number: int
    at: str
    by: str
    data: dict[str, Any]

    @property
    def key(self) -> str:
        return str(self.data.get("key", ""))


@dataclass(frozen=True, slots=True)
class ControllerRound:
    """A round by its presses, from the first wager on a sensor to its end."""

    table: str
    number: int
    """Of the press that locked the wagers: this is what it is found by."""
    round: int
    began: str
    ended: str
    """Empty while it is played."""
    voided: bool
    seats: tuple[int, ...]
    """Those whose wagers were locked."""
    presses: tuple[PressAt, ...]


def recorded_tables(connection: Connection) -> list[str]:
    """Every table of the room that has a round or an opening on record, in its own record or on its controller."""
    states = connection.execute(select(schema.pads.c.state)).scalars()
    pads = [ControllerState.from_dict(json.loads(state)) for state in states]
    worked = {pad.table for pad in pads if pad.round > 1 or pad.phase != "betting"}
    return sorted(worked.union(tables_with_events(connection)))


def latest(connection: Connection, table: str) -> list[ControllerRound]:
    """The last rounds that only the controller recorded, the newest first."""
    last = _last(connection, table)
    return _only_here(connection, table, _grouped(table, _presses(connection, table, last - WINDOW, last)))


def between(connection: Connection, table: str, first: datetime, until: datetime) -> list[ControllerRound]:
    """Rounds that only the controller recorded and that began in a time, the newest first."""
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
    """What each press did, a line each; a prize with the amount that the ledger booked for it."""
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
    rows = schema.pads
    return int(connection.execute(select(rows.c.pressed).where(rows.c.table == table)).scalar() or 0)


def _presses(connection: Connection, table: str, after: int, last: int) -> list[PressAt]:
    wanted = (ROWS.c.table == table, ROWS.c.number > after, ROWS.c.number <= last)
    asked = select(ROWS.c.number, ROWS.c.at, ROWS.c.by, ROWS.c.data).where(*wanted).order_by(ROWS.c.number)
    return [PressAt(number, at, by, json.loads(data)) for number, at, by, data in connection.execute(asked)]


def _first_from(connection: Connection, table: str, last: int, moment: datetime) -> int:
    """The first press at or after a moment. Times are not indexed, but in order: half of the rest each time."""
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        (press,) = _presses(connection, table, middle - 1, middle)
        if moment_of(press.at) < moment:
            low = middle + 1
        else:
            high = middle
    return low


def _grouped(table: str, presses: Sequence[PressAt]) -> list[ControllerRound]:
    """The rounds in a run of presses, the newest first; wagers that were never locked are no round."""
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
    """Without those that the table has in its own record: it was in a round when the wagers were locked."""
    if not found:
        return []
    marks = _marks(connection, table, found[-1].began, found[0].began)
    times = [at for at, _ in marks]

    def at_table(each: ControllerRound) -> bool:
        place = bisect_right(times, each.began)
        return place > 0 and marks[place - 1][1] == "betting-closed"

    return [each for each in found if not at_table(each)]


def _marks(connection: Connection, table: str, first: str, last: str) -> list[tuple[str, str]]:
    """Time and kind of the events that begin and end rounds, from the last one before a time to another time."""
    number = last_number(connection, table)
    begins = _event_from(connection, table, number, first)
    ends = _event_from(connection, table, number, last, after=True)
    wanted = (EVENTS.c.table == table, _said())
    before = select(EVENTS.c.line).where(*wanted, EVENTS.c.number < begins).order_by(EVENTS.c.number.desc()).limit(1)
    during = select(EVENTS.c.line).where(*wanted, EVENTS.c.number >= begins, EVENTS.c.number < ends)
    lines = [*connection.execute(before).scalars(), *connection.execute(during.order_by(EVENTS.c.number)).scalars()]
    return [(at, kind) for _, kind, _, at, _ in map(json.loads, lines)]


def _said() -> ColumnElement[bool]:
    return or_(*(EVENTS.c.line.contains(f',"{kind}",{{', autoescape=True) for kind in MARKS))


def _event_from(connection: Connection, table: str, last: int, at: str, *, after: bool = False) -> int:
    """The first event at or after a time, or only after it."""
    moment, low, high = moment_of(at), 1, last + 1
    while low < high:
        middle = (low + high) // 2
        row = select(EVENTS.c.line).where(EVENTS.c.table == table, EVENTS.c.number == middle)
        time = moment_of(json.loads(connection.execute(row).scalar_one())[3])
        if time < moment or (after and time == moment):
            low = middle + 1
        else:
            high = middle
    return low


def _booked(connection: Connection, found: ControllerRound) -> dict[str, str]:
    """What the ledgers booked for the prizes of a round, by the time that the press shares with it."""
    rows = schema.transactions
    times = [press.at for press in found.presses if press.key in ("record", "fixed pay")]
    # A hand wins once, and again after its prize was backed out.
    keys = [
        f"{found.table}/{found.round}/{kind}/{seat}{again}"
        for kind in ("award", "fixed")
        for seat in found.seats
        for again in ("", "/2", "/3", "/4")
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
