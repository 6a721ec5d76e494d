"""The events of live tables in the store: added as they happen, read back opening by opening.

The store keeps every line as it was first written; an opening of an earlier version is upgraded when it is read.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, func, select

from pitbook.room.tables.shoe_key import ShoeKey
from pitbook.store import schema
from pitbook.store.chain import append, events_chain
from pitbook.store.database import Database
from pitbook.store.queries import PreparedQuery
from pitbook.table.events import Event, Journal, parse_event
from pitbook.table.upgrade import upgrade

PLAY: Final = "play:"
"""How the names of tables for play money begin; no table of a room is called so."""
PAGE: Final = 1_000
_AFTER: Final = (
    select(schema.table_events.c.line)
    .where(schema.table_events.c.table == bindparam("table"), schema.table_events.c.number > bindparam("number"))
    .order_by(schema.table_events.c.number)
)
AFTER: Final = PreparedQuery(_AFTER)
"""The lines of what happened at a table after its event of a number."""


def journal(database: Database, table: str, key: ShoeKey) -> Journal:
    """Where a table's events go; a table that is opened again goes on after its last event."""

    def keep(event: Event) -> None:
        with database.writing() as connection:
            append(connection, events_chain(table), "table_events", [{"table": table, "line": key.stored_line(event)}])

    return keep


def last_number(connection: Connection, table: str) -> int:
    """How many events the store has of a table."""
    rows = schema.table_events
    return int(connection.execute(select(func.max(rows.c.number)).where(rows.c.table == table)).scalar() or 0)


def tables(connection: Connection) -> list[str]:
    """Every table of the room that has events; play money is nobody's business."""
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
    """What happened at a table after its event of this number, as it was recorded."""
    found = connection.execute(_AFTER, {"table": table, "number": number})
    return [parse_event(line) for line in found.scalars()]


def last_opening(connection: Connection, table: str) -> tuple[int, Sequence[Event]]:
    """How many events came before a table was last opened, and those since; none where it never was."""
    found: list[Event] = []
    for number, event in _backwards(connection, table):
        found.append(event)
        if event.kind == "opened":
            return number - 1, upgrade(found[::-1])
    return 0, ()


def is_closed(opening: Sequence[Event]) -> bool:
    """Whether an opening has come to its end; its shoe is shown after that."""
    return any(event.kind == "closed" for event in opening[-2:])


def _backwards(connection: Connection, table: str) -> Iterator[tuple[int, Event]]:
    """Events from the newest on, a page at a time: what lies before the last opening is never read."""
    rows, before = schema.table_events, 2**62
    while True:
        page = select(rows.c.number, rows.c.line).where(rows.c.table == table, rows.c.number < before)
        found = connection.execute(page.order_by(rows.c.number.desc()).limit(PAGE)).all()
        for number, line in found:
            yield number, parse_event(line)
        if len(found) < PAGE:
            return
        before = found[-1][0]
