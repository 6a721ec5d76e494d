"""The proof of rows that change: each person, passkey, proposal and controller is as the chain last recorded it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select

from pitbook.jackpot.ledger import UNREADABLE
from pitbook.store import schema
from pitbook.store.chain import digest
from pitbook.store.covered import BEGAN, COVERED, KINDS, SECRET, stated
from pitbook.store.database import Database

CONTROLLERS: Final = "controllers"
_SECRETS: Final = {"badge": "badge", "pin": "PIN"}


@dataclass(frozen=True, slots=True)
class RowsProof:
    """The rows of one table, compared with what the chain records of them."""

    table: str
    """``people``, ``passkeys``, ``proposals`` or ``controllers``."""
    rows: int
    since: int = 0
    """The number of the record from which on the chain covers them; 0 if it always did."""
    at: str = ""
    """The time of that record."""
    row: str = ""
    """The first row that differs from the chain."""
    words: str = ""
    """What is wrong with it; empty if all rows hold."""

    @property
    def holds(self) -> bool:
        return not self.words

    @property
    def coverage(self) -> str:
        """Since when the chain covers these rows, for reports."""
        if not self.since:
            return "covered since the first record"
        return f"covered since record {self.since:,}, {self.at[:10]}"


@dataclass(frozen=True, slots=True)
class _RecordedRow:
    """A row as a record states it."""

    row: Mapping[str, Any]
    number: int
    at: str


class _RecordedRows:
    """The covered rows as the records last state them."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, _RecordedRow]] = {}
        self.since: dict[str, tuple[int, str]] = {}

    def read(self, connection: Connection) -> None:
        table = schema.records
        for row in connection.execute(
            select(table.c.number, table.c.kind, table.c.at, table.c.data)
            .where(table.c.kind.in_(KINDS))
            .order_by(table.c.number)
        ):
            data = json.loads(row.data)
            if row.kind == BEGAN:
                self.since |= dict.fromkeys(data["tables"], (row.number, row.at))
            for each in data.get("rows", ()):
                found = each["row"]
                key = str(found["table"]) if each["table"] == CONTROLLERS else _key(each["table"], found)
                self.rows.setdefault(each["table"], {})[key] = _RecordedRow(found, row.number, row.at)


def prove_rows(database: Database) -> list[RowsProof]:
    """Compares every covered table with the chain, up to its first row that differs."""
    recorded = _RecordedRows()
    with database.reading_for_proof() as connection:
        try:
            recorded.read(connection)
        except UNREADABLE:
            return [RowsProof(name, 0, words="a record that states its rows cannot be read") for name in COVERED]
        compared = [_compare(connection, recorded, name) for name in COVERED]
        return [*compared, _controllers(connection, recorded)]


def _key(table: str, row: Mapping[str, Any]) -> str:
    return str(row[COVERED[table][0]])


def _compare(connection: Connection, recorded: _RecordedRows, name: str) -> RowsProof:
    since, at = recorded.since.get(name, (0, ""))
    expected = recorded.rows.get(name, {})
    found: dict[str, Mapping[str, Any]] = {}
    try:
        for row in connection.execute(select(schema.metadata.tables[name])).mappings():
            found[_key(name, dict(row))] = stated(name, dict(row))["row"]
    except UNREADABLE as error:
        return RowsProof(name, len(found), since, at, "?", f"it cannot be read: {type(error).__name__}")
    for key in sorted({*found, *expected}):
        words = _difference(found.get(key), expected.get(key))
        if words:
            return RowsProof(name, len(found), since, at, key, words)
    return RowsProof(name, len(found), since, at)


def _difference(found: Mapping[str, Any] | None, expected: _RecordedRow | None) -> str:
    if expected is None:
        return "no record says that it was added"
    where = f"record {expected.number:,} of {expected.at[:10]}"
    if found is None:
        return f"it was removed: {where} has it"
    for column, value in expected.row.items():
        if found.get(column) == value and type(found.get(column)) is type(value):
            continue
        if column in SECRET:
            return f"its {_SECRETS[column]} is not the one that {where} gave it"
        return f"its {column} is {found.get(column)!r}, and {where} says {value!r}"
    return ""


def _controllers(connection: Connection, recorded: _RecordedRows) -> RowsProof:
    """The last press at a controller has the digest of the state after it; for presses of earlier versions a record
    has the state."""
    since, at = recorded.since.get(CONTROLLERS, (0, ""))
    expected = recorded.rows.get(CONTROLLERS, {})
    controllers, presses = schema.controllers, schema.presses
    last = (presses.c.table == controllers.c.table) & (presses.c.number == controllers.c.pressed)
    rows = connection.execute(
        select(controllers.c.table, controllers.c.state, controllers.c.pressed, presses.c.at, presses.c.data)
        .join_from(controllers, presses, last, isouter=True)
        .order_by(controllers.c.table)
    )
    count = 0
    try:
        for count, row in enumerate(rows, 1):
            words = _wrong_state(row, expected.get(str(row.table)))
            if words:
                return RowsProof(CONTROLLERS, count, since, at, str(row.table), words)
    except UNREADABLE as error:
        return RowsProof(CONTROLLERS, count, since, at, "?", f"it cannot be read: {type(error).__name__}")
    return RowsProof(CONTROLLERS, count, since, at)


def _wrong_state(row: Any, began: _RecordedRow | None) -> str:
    if row.data is None:
        return "no press records its state"
    sealed = json.loads(row.data).get("state")
    words = f"its state is not the one that press {row.pressed:,} of {row.at[:10]} left"
    if sealed is None:
        if began is None or began.row["pressed"] != row.pressed:
            return "no press and no record states it"
        sealed = began.row["state"]
        words = f"its state is not the one that record {began.number:,} of {began.at[:10]} says"
    return "" if digest(row.state) == sealed else words
