"""Rows chained by hash: a row's hash covers every byte of it and the hash of the row before.

Transactions have their own chain, which the ledger keeps. Here are the others: what was pressed at each controller,
the events of each table, the records of the room, and what was answered to requests. A chain ends in its head, which is
kept elsewhere and locked while the chain grows, so that a row that is missing at the end is missed too.

Requests are many, and of no order that anybody needs: each server chains those that it answered in a lane of its own,
so that no server waits for another. Records are few, and one chain has them all.
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
"""The name of their chain."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain ends: the number of its last row, and that row's hash."""

    number: int = 0
    hash: str = FIRST


def digest(text: Any) -> str:
    """SHA-256 of a text, also of one that was written over with something else."""
    return hashlib.sha256(str(text).encode("utf-8", "surrogatepass")).hexdigest()


def presses_chain(table: str) -> str:
    """The name of the chain of what was pressed at a table; it ends beside the controller, not among the chains."""
    return f"presses {table}"


def events_chain(table: str) -> str:
    """The name of the chain of a table's events."""
    return f"events {table}"


def lane_chain(lane: int) -> str:
    """The name of the chain of what one server answers."""
    return f"requests {lane}"


def seal(table: str, row: Mapping[str, Any], previous: str) -> str:
    """The hash that a row should have: SHA-256 of the one before, the table's name and everything in the row."""
    body = [previous, table, *(row[column] for column in COLUMNS[table])]
    # Whatever was asked for has a hash, halves of characters too; the store refuses those.
    return hashlib.sha256(_encode(body).encode("utf-8", "surrogatepass")).hexdigest()


def chained(table: str, rows: Iterable[Mapping[str, Any]], head: Head) -> tuple[list[dict[str, Any]], Head]:
    """The rows with their numbers and hashes, and where the chain ends after them."""
    made = []
    for row in rows:
        numbered = {**row, "number": head.number + 1}
        head = Head(head.number + 1, seal(table, numbered, head.hash))
        made.append(numbered | {"hash": head.hash})
    return made, head


def read_heads(connection: Connection) -> dict[str, Head]:
    """Where every chain ends."""
    heads, pads = schema.chains, schema.pads
    found = {
        name: Head(*head) for name, *head in connection.execute(select(heads.c.name, heads.c.number, heads.c.hash))
    }
    pressed = connection.execute(select(pads.c.table, pads.c.pressed, pads.c.hash))
    return found | {presses_chain(table): Head(*head) for table, *head in pressed}


def append(connection: Connection, chain: str, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Adds rows to a chain outside a piece of work. It is the last thing that a transaction does: whoever holds a
    chain waits for nothing else, so that nobody waits in a circle."""
    made, head = chained(table, rows, _locked(connection, chain))
    heads = schema.chains
    connection.execute(insert(schema.metadata.tables[table]), made)
    connection.execute(update(heads).where(heads.c.name == chain).values(number=head.number, hash=head.hash))


def _locked(connection: Connection, chain: str) -> Head:
    heads = schema.chains
    mine = select(heads.c.number, heads.c.hash).where(heads.c.name == chain).with_for_update()
    row = connection.execute(mine).first()
    if row is None:
        # Of two who begin it in one moment, one waits here for the other.
        begun = text("INSERT INTO chains (name, number, hash) VALUES (:name, 0, :hash) ON CONFLICT DO NOTHING")
        connection.execute(begun, {"name": chain, "hash": FIRST})
        row = connection.execute(mine).one()
    return Head(*row)
