"""Hash chains of rows: a row's hash covers every byte of it and the hash of the row before.

Transactions are chained by the ledger (``pitbook/jackpot/ledger.py``). This module chains the key presses of each
controller, the events of each table, the records of the room, and the answers to requests. The head of a chain is
stored apart from its rows and locked while rows are added, so a proof also notices that the last rows are missing.

Requests are many and need no common order: each server chains its own in a separate lane, so that servers do not wait
for each other's locks. Records are few and share one chain.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, select, text, update

from pitbook.jackpot.ledger import FIRST
from pitbook.store import schema

CHAINED: Final = ("presses", "table_events", "requests", "records")
"""Tables whose rows are chained here."""
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    table: tuple(column.name for column in schema.metadata.tables[table].columns if column.name != "hash")
    for table in CHAINED
}
RECORDS: Final = "records"
"""The name of the chain of records."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a chain: the number and hash of its last row."""

    number: int = 0
    hash: str = FIRST


def digest(text: Any) -> str:
    """SHA-256 of a text. Text with unpaired surrogates, as after tampering, gets a digest too."""
    return hashlib.sha256(str(text).encode("utf-8", "surrogatepass")).hexdigest()


def presses_chain(table: str) -> str:
    """The name of a controller's chain of presses; its head is in the controller's row, not in ``chains``."""
    return f"presses {table}"


def events_chain(table: str) -> str:
    """The name of the chain of a table's events."""
    return f"events {table}"


def lane_chain(lane: int) -> str:
    """The name of the chain of the requests that one server answers."""
    return f"requests {lane}"


def seal(table: str, row: Mapping[str, Any], previous: str) -> str:
    """The hash that a row should have: SHA-256 of the one before, the table's name and everything in the row."""
    body = [previous, table, *map(row.__getitem__, COLUMNS[table])]
    # Unpaired surrogates get a hash too; the database refuses them later, as a conflict.
    return hashlib.sha256(_encode(body).encode("utf-8", "surrogatepass")).hexdigest()


def chained(table: str, rows: Iterable[Mapping[str, Any]], head: Head) -> tuple[list[dict[str, Any]], Head]:
    """Rows with their numbers and hashes, and the new head of the chain."""
    made = []
    for row in rows:
        numbered = {**row, "number": head.number + 1}
        head = Head(head.number + 1, seal(table, numbered, head.hash))
        made.append(numbered | {"hash": head.hash})
    return made, head


def read_heads(connection: Connection) -> dict[str, Head]:
    """The head of every chain, by name."""
    heads, controllers = schema.chains, schema.controllers
    found = {
        name: Head(*head) for name, *head in connection.execute(select(heads.c.name, heads.c.number, heads.c.hash))
    }
    pressed = connection.execute(select(controllers.c.table, controllers.c.pressed, controllers.c.hash))
    return found | {presses_chain(table): Head(*head) for table, *head in pressed}


def append(connection: Connection, chain: str, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Adds rows to a chain outside a unit of work. Call it last in a transaction: a transaction that holds a chain's
    lock must not wait for another lock, which avoids deadlock."""
    made, head = chained(table, rows, _locked(connection, chain))
    heads = schema.chains
    connection.execute(insert(schema.metadata.tables[table]), made)
    connection.execute(update(heads).where(heads.c.name == chain).values(number=head.number, hash=head.hash))


def _locked(connection: Connection, chain: str) -> Head:
    heads = schema.chains
    mine = select(heads.c.number, heads.c.hash).where(heads.c.name == chain).with_for_update()
    row = connection.execute(mine).first()
    if row is None:
        # If two transactions create the chain at the same time, the second waits here.
        begun = text("INSERT INTO chains (name, number, hash) VALUES (:name, 0, :hash) ON CONFLICT DO NOTHING")
        connection.execute(begun, {"name": chain, "hash": FIRST})
        row = connection.execute(mine).one()
    return Head(*row)
