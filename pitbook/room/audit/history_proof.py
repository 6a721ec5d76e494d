"""The proof of the history beside the ledgers: presses, events of tables, requests and records.

It shows that every row is unchanged, none is missing, none was added, and closed days are as they were closed. A person
with write access to the database could rewrite a whole chain from some row to its end, with new hashes and a new end.
The seals of closed days protect against that: a seal is the hash of a day's record, which has the end of every chain.
It is printed on the day's report, and :func:`holds_seal` tells whether the store still has it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, func, select

from pitbook.errors import BadInput
from pitbook.jackpot.ledger import UNREADABLE
from pitbook.room.days.records import read_records
from pitbook.store import schema
from pitbook.store.chain import (
    CHAINED,
    COLUMNS,
    RECORDS,
    Head,
    events_chain,
    lane_chain,
    presses_chain,
    read_heads,
    seal,
)
from pitbook.store.database import Database

AT_ONCE: Final = 1_000
"""Rows that are read at a time."""
SHORTEST_SEAL: Final = 16
"""The fewest digits of a seal that are accepted: fewer may match another row by chance."""
Marks = Mapping[str, Mapping[int, tuple[str, str]]]
"""By chain and row number: the day that was closed with this row, and the row's hash then."""


@dataclass(frozen=True, slots=True)
class ChainProof:
    """The proof of one chain from its first row."""

    chain: str
    """``presses 1``, ``events 1``, ``requests 0`` or ``records``."""
    holds: bool
    rows: int
    hash: str
    fault: int = 0
    """The number of the first faulty row; 0 if all hold."""
    words: str = ""


def count_rows(database: Database) -> int:
    """The number of rows that the proof reads."""
    with database.reading_snapshot() as connection:
        tables = (schema.metadata.tables[name] for name in CHAINED)
        return sum(int(connection.execute(select(func.count()).select_from(table)).scalar_one()) for table in tables)


def prove_history(database: Database, watch: Callable[[int], None] = lambda _done: None) -> list[ChainProof]:
    """Proves every chain, each up to its first faulty row; ``watch`` is called with the number of rows read so far."""
    found: dict[str, ChainProof] = {}
    with database.reading_for_proof() as connection:
        heads, marks = read_heads(connection), _marks(connection)
        for table in CHAINED:
            rows = _watched(_rows(connection, table), watch, sum(proof.rows for proof in found.values()))
            for chain, own in groupby(rows, partial(_chain_of, table)):
                found[chain] = _prove(chain, table, own, heads.get(chain), marks.get(chain, {}))
    for chain in sorted({*heads, *marks} - found.keys()):
        last = max(heads.get(chain, Head()).number, *marks.get(chain, {0: ("", "")}))
        found[chain] = ChainProof(chain, False, 0, "", 1, f"all of its {last:,} rows are missing")
    return [found[chain] for chain in sorted(found)]


def holds_seal(database: Database, wanted: str) -> bool:
    """Whether a record still has the printed seal of a closed day."""
    if len(wanted) < SHORTEST_SEAL or not set(wanted) <= set("0123456789abcdef"):
        raise BadInput(f"a seal is at least {SHORTEST_SEAL} digits of 0 to 9 and a to f, as a day's report prints them")
    with database.reading_for_proof() as connection:
        return any(record.hash.startswith(wanted) for record in read_records(connection, "day-closed"))


def _marks(connection: Connection) -> Marks:
    found: dict[str, dict[int, tuple[str, str]]] = {}
    try:
        for record in read_records(connection, "day-closed"):
            for chain, (number, sealed) in record.data.get("chains", {}).items():
                found.setdefault(chain, {})[int(number)] = (str(record.data["day"]), str(sealed))
    except UNREADABLE:
        return {}  # the proof of the chain of records finds the changed one
    return found


def _chain_of(table: str, row: Mapping[str, Any]) -> str:
    match table:
        case "presses":
            return presses_chain(row["table"])
        case "table_events":
            return events_chain(row["table"])
        case "requests":
            return lane_chain(row["lane"])
    return RECORDS


def _rows(connection: Connection, table: str) -> Iterator[Mapping[str, Any]]:
    """Chain by chain, in order."""
    found = schema.metadata.tables[table]
    order = [found.c[name] for name in ("table", "lane", "number") if name in found.c]
    rows = connection.execution_options(yield_per=AT_ONCE).execute(select(found).order_by(*order))
    for row in rows.mappings():
        yield dict(row)


def _watched(
    rows: Iterator[Mapping[str, Any]], watch: Callable[[int], None], before: int
) -> Iterator[Mapping[str, Any]]:
    for done, row in enumerate(rows, before + 1):
        yield row
        if done % AT_ONCE == 0:
            watch(done)


def _prove(
    chain: str, table: str, rows: Iterator[Mapping[str, Any]], head: Head | None, marks: Mapping[int, tuple[str, str]]
) -> ChainProof:
    last, count = Head(), 0
    for row in rows:
        count += 1
        words = _wrong(table, row, last, marks)
        if words:
            # If the number is not an integer, the row is named by the number that it should have.
            number = row["number"] if isinstance(row["number"], int) else last.number + 1
            return ChainProof(chain, False, count, last.hash, number, words)
        last = Head(row["number"], row["hash"])
    proof = ChainProof(chain, True, count, last.hash)
    words = _wrong_end(last, head, marks)
    return proof if not words else replace(proof, holds=False, fault=last.number + 1, words=words)


def _wrong(table: str, row: Mapping[str, Any], before: Head, marks: Mapping[int, tuple[str, str]]) -> str:
    number = row["number"]
    # Records from before the chain were numbered by the database, which may skip numbers.
    follows = isinstance(number, int) and (number > before.number if table == RECORDS else number == before.number + 1)
    if not follows:
        return f"row {before.number + 1:,} is missing or out of order"
    try:
        sealed = seal(table, {name: row[name] for name in COLUMNS[table]}, before.hash)
    except UNREADABLE as error:
        return f"it cannot be read: {type(error).__name__}"
    if row["hash"] != sealed:
        return "its hash does not match its content and the row before: one of them was changed, removed or added"
    day, closed_with = marks.get(number, ("", sealed))
    return f"{day} was closed with another row in its place" if closed_with != sealed else ""


def _wrong_end(last: Head, head: Head | None, marks: Mapping[int, tuple[str, str]]) -> str:
    if marks and max(marks) > last.number:
        day, _ = marks[max(marks)]
        return f"{day} was closed with row {max(marks):,}: every row after {last.number:,} is missing"
    if head is None:
        return "the record of its end is missing: it was removed, or rows were added"
    if head.number > last.number:
        return f"it ends with row {head.number:,}: every row after {last.number:,} is missing"
    return "it should have ended before: rows were added" if head != last else ""
