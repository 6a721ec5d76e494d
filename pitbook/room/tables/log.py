"""The events of live tables in the store: appended as they happen, read back opening by opening.

Stored lines never change; an opening of an earlier version is upgraded when it is read.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, func, select

from pitbook.jackpot.days import moment_of
from pitbook.store import schema
from pitbook.store.queries import PreparedQuery
from pitbook.table.events import Event, parse_event
from pitbook.table.upgrade import upgrade

PLAY: Final = "play:"
"""The prefix of the names of tables for play money; no table of a room has it."""
PAGE: Final = 1_000
_AFTER: Final = (
    select(schema.table_events.c.line)
    .where(schema.table_events.c.table == bindparam("table"), schema.table_events.c.number > bindparam("number"))
    .order_by(schema.table_events.c.number)
)
AFTER: Final = PreparedQuery(_AFTER)
"""The lines of a table's events after a number."""


def numbered_events(connection: Connection, table: str, first: int, until: int) -> list[tuple[int, Event]]:
    """The events from one number to before another, over all openings, as they were recorded."""
    rows = schema.table_events
    wanted = (rows.c.table == table, rows.c.number >= first, rows.c.number < until)
    found = connection.execute(select(rows.c.number, rows.c.line).where(*wanted).order_by(rows.c.number))
    return [(number, parse_event(line)) for number, line in found]


def read_events(connection: Connection, table: str, first: int, until: int) -> list[Event]:
    """The same without their numbers."""
    return [event for _, event in numbered_events(connection, table, first, until)]


def first_event_from(connection: Connection, table: str, until: int, moment: datetime, *, after: bool = False) -> int:
    """The number of the first event at or after a moment, or only after it; ``until`` if there is none before that."""
    return first_from(until, lambda number: read_events(connection, table, number, number + 1)[0].at, moment, after)


def first_from(until: int, time_of: Callable[[int], str], moment: datetime, after: bool = False) -> int:
    """The first of rows 1, 2, ... before ``until`` at or after a moment, or only after it: a binary search.

    Times are not indexed, but they are in the order of the numbers.
    """
    low = 1
    while low < until:
        middle = (low + until) // 2
        time = moment_of(time_of(middle))
        if time < moment or (after and time == moment):
            low = middle + 1
        else:
            until = middle
    return low


def last_number(connection: Connection, table: str) -> int:
    """The number of a table's last event; 0 if it has none."""
    rows = schema.table_events
    return int(connection.execute(select(func.max(rows.c.number)).where(rows.c.table == table)).scalar() or 0)


def tables(connection: Connection) -> list[str]:
    """Every table of the room that has events; tables for play money are left out."""
    rows = schema.table_events
    names = connection.execute(select(rows.c.table).distinct().order_by(rows.c.table)).scalars()
    return [name for name in names if not name.startswith(PLAY)]


def openings(connection: Connection, table: str) -> list[list[Event]]:
    """The events of a table, one list for each time that it was opened."""
    rows = schema.table_events
    lines = select(rows.c.line).where(rows.c.table == table).order_by(rows.c.number)
    found: list[list[Event]] = []
    for line in connection.execute(lines).scalars():
        event = parse_event(line)
        if event.kind == "opened" or not found:
            found.append([])
        found[-1].append(event)
    return [upgrade(events) for events in found]


def events_after(connection: Connection, table: str, number: int) -> list[Event]:
    """The events of a table after this number, as they were recorded."""
    found = connection.execute(_AFTER, {"table": table, "number": number})
    return [parse_event(line) for line in found.scalars()]


def last_opening(connection: Connection, table: str) -> tuple[int, Sequence[Event]]:
    """The number of events before a table was last opened, and the events since; none if it was never opened."""
    found: list[Event] = []
    for number, event in _backwards(connection, table):
        found.append(event)
        if event.kind == "opened":
            return number - 1, upgrade(found[::-1])
    return 0, ()


def is_closed(opening: Sequence[Event]) -> bool:
    """Whether an opening is closed; only the showing of its shoe may follow."""
    return any(event.kind == "closed" for event in opening[-2:])


def _backwards(connection: Connection, table: str) -> Iterator[tuple[int, Event]]:
    """Events from the newest backwards, a page at a time, so that earlier openings are not read."""
    rows, before = schema.table_events, 2**62
    while True:
        page = select(rows.c.number, rows.c.line).where(rows.c.table == table, rows.c.number < before)
        found = connection.execute(page.order_by(rows.c.number.desc()).limit(PAGE)).all()
        for number, line in found:
            yield number, parse_event(line)
        if len(found) < PAGE:
            return
        before = found[-1][0]
