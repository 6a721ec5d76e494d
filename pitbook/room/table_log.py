"""The events of live tables in the store: added as they happen, read back opening by opening."""

from sqlalchemy import Connection, func, insert, select

from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.table.events import Event, Journal, parse_event


def journal(database: Database, table: str) -> Journal:
    """Where a table's events go; a table that is opened again goes on after its last event."""
    rows = schema.table_events
    with database.reading() as connection:
        newest = select(func.max(rows.c.number)).where(rows.c.table == table)
        before = int(connection.execute(newest).scalar() or 0)

    def keep(event: Event) -> None:
        with database.writing() as connection:
            row = {"table": table, "number": before + event.number, "line": event.line()}
            connection.execute(insert(rows), row)

    return keep


def tables(connection: Connection) -> list[str]:
    """Every table that has events."""
    rows = schema.table_events
    return list(connection.execute(select(rows.c.table).distinct().order_by(rows.c.table)).scalars())


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
    return found
