"""Records of the room: closed days, bank balances, deposits, advice; and the few transactions that reports list."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, func, select

from pitbook.jackpot.book import POOLS
from pitbook.jackpot.ledger import Transaction
from pitbook.store import schema
from pitbook.store.chain import RECORDS, append
from pitbook.store.work import encode, transaction_of


@dataclass(frozen=True, slots=True)
class Record:
    """A record, which is never changed."""

    number: int
    kind: str
    at: str
    by: str
    data: Mapping[str, Any]
    hash: str
    """The hash of the record and, by its chain, of every record before it."""


def write_record(connection: Connection, kind: str, by: str, at: str, data: Mapping[str, Any]) -> None:
    """Adds a record as the last write of a transaction: it locks the chain of records."""
    append(connection, RECORDS, "records", [{"kind": kind, "at": at, "by": by, "data": encode(dict(data))}])


def read_records(connection: Connection, kind: str) -> list[Record]:
    """The records of a kind, the oldest first."""
    table = schema.records
    rows = connection.execute(select(table).where(table.c.kind == kind).order_by(table.c.number)).mappings()
    return [_record(row) for row in rows]


def last_record(connection: Connection, kind: str) -> Record | None:
    """The newest record of a kind; None if there is none."""
    table = schema.records
    newest = select(table).where(table.c.kind == kind).order_by(table.c.number.desc()).limit(1)
    row = connection.execute(newest).mappings().first()
    return None if row is None else _record(row)


def _record(row: RowMapping) -> Record:
    return Record(row["number"], row["kind"], row["at"], row["by"], json.loads(row["data"]), row["hash"])


def was_answered(connection: Connection, request: str) -> bool:
    """Whether the store has an answer to a request."""
    table = schema.requests
    return connection.execute(select(table.c.key).where(table.c.key == request)).first() is not None


def read_kinds(connection: Connection, book: str, kinds: Collection[str]) -> list[Transaction]:
    """The transactions of these kinds, in order."""
    table, parts = schema.transactions, schema.entries
    wanted = (table.c.book == book, table.c.kind.in_(sorted(kinds)))
    same = (parts.c.book == table.c.book) & (parts.c.number == table.c.number)
    entries: dict[int, dict[str, int]] = {}
    for number, account, micros in connection.execute(
        select(parts.c.number, parts.c.account, parts.c.micros).join(table, same).where(*wanted)
    ):
        entries.setdefault(number, {})[account] = micros
    rows = connection.execute(select(table).where(*wanted).order_by(table.c.number)).mappings()
    return [transaction_of(row, entries.get(row["number"], {})) for row in rows]


def by_key(connection: Connection, book: str, key: str) -> Transaction | None:
    """The transaction with this key, without its entries; None if there is none."""
    table = schema.transactions
    row = connection.execute(select(table).where(table.c.book == book, table.c.key == key)).mappings().first()
    return None if row is None else transaction_of(row, {})


def accrued_after(connection: Connection, book: str, number: int) -> int:
    """The contributions of wagers after a transaction, less those of voided rounds, in millionths."""
    table, parts = schema.transactions, schema.entries
    same = (parts.c.book == table.c.book) & (parts.c.number == table.c.number)
    found = connection.execute(
        select(func.sum(parts.c.micros))
        .join(table, same)
        .where(
            table.c.book == book,
            table.c.number > number,
            table.c.kind.in_(("coin-in", "void")),
            parts.c.account.in_(POOLS),
        )
    ).scalar()
    return -int(found or 0)


def first_wager_after(connection: Connection, book: str, number: int) -> str:
    """When the first wager after a transaction was taken; empty if there is none."""
    table = schema.transactions
    wanted = (table.c.book == book, table.c.number > number, table.c.kind == "coin-in")
    return connection.execute(select(table.c.at).where(*wanted).order_by(table.c.number).limit(1)).scalar() or ""
