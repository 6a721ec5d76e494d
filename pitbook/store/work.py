"""Pieces of work on the store: what they need is locked, what they do is written, all in one transaction or not at all.

Several pieces of one moment may share a transaction, which is what makes many tables on one meter quick: each is
answered only after the commit that holds it, and a piece that is refused leaves no trace beside the others.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, RowMapping, bindparam, insert, select, tuple_, update

from pitbook.errors import BadInput, PitbookError, quoted
from pitbook.jackpot.book import Action, Book, do, open_book
from pitbook.jackpot.controller import Pad
from pitbook.jackpot.ledger import FIRST, OPENED, Transaction, book_in
from pitbook.jackpot.setup import Setup
from pitbook.store import schema
from pitbook.store.database import Database

T = TypeVar("T")
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


@dataclass(frozen=True, slots=True)
class Held:
    """A book as it stands in the store."""

    book: Book
    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class HeldPad:
    """A controller as it stands in the store."""

    pad: Pad
    pressed: int


@dataclass(slots=True)
class Changes:
    """What pieces of work have done so far, not yet written."""

    books: dict[str, Held] = field(default_factory=dict)
    pads: dict[str, HeldPad] = field(default_factory=dict)
    transactions: list[Transaction] = field(default_factory=list)
    presses: list[dict[str, Any]] = field(default_factory=list)


class Desk:
    """What a piece of work sees: the books and controllers it asked for, locked for it."""

    def __init__(self, ground: Changes, booked: Mapping[tuple[str, str], Transaction], at: str) -> None:
        self._ground, self._booked, self.at = ground, booked, at
        self.mine = Changes()

    def book(self, book: str) -> Book:
        return self._held(book).book

    def _held(self, book: str) -> Held:
        held = self.mine.books.get(book) or self._ground.books.get(book)
        if held is None:
            raise BadInput(f"there is no jackpot {quoted(book)}")
        return held

    def pad(self, table: str) -> HeldPad:
        held = self.mine.pads.get(table) or self._ground.pads.get(table)
        if held is None:
            raise BadInput(f"table {quoted(table)} has no controller")
        return held

    def open_book(self, setup: Setup, key: str, by: str) -> Transaction:
        """A new jackpot."""
        before = self.before(setup.id, key, OPENED)
        if before is not None:
            return before
        if setup.id in self._ground.books or setup.id in self.mine.books:
            raise BadInput(f"there is a jackpot {quoted(setup.id)} already")
        done = open_book(setup)
        item = book_in(setup.id, 1, FIRST, Action(OPENED, setup.to_dict()), done, key, self.at, by)
        self._add(item, done.book)
        return item

    def do(self, book: str, action: Action, key: str, by: str) -> Transaction:
        """Books an action once: the same key again gives the same transaction, and nothing is done."""
        before = self.before(book, key, action.kind)
        if before is not None:
            return before
        held = self._held(book)
        done = do(held.book, action)
        item = book_in(book, held.number + 1, held.hash, action, done, key, self.at, by)
        self._add(item, done.book)
        return item

    def before(self, book: str, key: str, kind: str) -> Transaction | None:
        """What was booked under this key before."""
        item = self._booked.get((book, key))
        for items in (self._ground.transactions, self.mine.transactions):
            item = item or next((other for other in items if (other.book, other.key) == (book, key)), None)
        if item is not None and item.kind != kind:
            raise BadInput(f"the key {quoted(key)} was used for something else: {item.kind}")
        return item

    def _add(self, item: Transaction, book: Book) -> None:
        self.mine.transactions.append(item)
        self.mine.books[item.book] = Held(book, item.number, item.hash)

    def save_pad(self, pad: Pad, by: str, data: Mapping[str, Any]) -> None:
        """A controller after something was pressed, and the record of that."""
        before = self.mine.pads.get(pad.table) or self._ground.pads.get(pad.table)
        number = before.pressed + 1 if before else 1
        self.mine.pads[pad.table] = HeldPad(pad, number)
        self.mine.presses.append(
            {"table": pad.table, "number": number, "at": self.at, "by": by, "data": encode(dict(data))}
        )


@dataclass(frozen=True, slots=True)
class Work(Generic[T]):
    """A piece of work, and what it needs to have locked."""

    run: Callable[[Desk], T]
    books: tuple[str, ...] = ()
    pads: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    """Books and keys that may have been booked before."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of a piece of work: its value, or the sentence that refused it."""

    value: T | None = None
    refusal: PitbookError | None = None

    def get(self) -> T:
        if self.refusal is not None:
            raise self.refusal
        return self.value  # type: ignore[return-value]  # a piece of work that was not refused has its value


class Worker:
    """Does pieces of work on a store."""

    def __init__(self, database: Database, clock: Callable[[], str]) -> None:
        self.database, self.clock = database, clock
        self._known: dict[str, Held] = {}

    def run(self, work: Work[T]) -> T:
        """One piece by itself."""
        (answer,) = self.run_all([work])
        value: T = answer.get()
        return value

    def run_all(self, works: Sequence[Work[Any]]) -> list[Answer[Any]]:
        """All of these in one transaction; each is refused or done by itself."""
        with self.database.writing() as connection:
            ground = self._lock(connection, works)
            booked = _booked_before(connection, [key for work in works for key in work.keys])
            at = self.clock()
            written = Changes(dict(ground.books), dict(ground.pads))
            answers: list[Answer[Any]] = []
            for work in works:
                desk = Desk(written, booked, at)
                try:
                    answers.append(Answer(work.run(desk)))
                except PitbookError as error:
                    answers.append(Answer(refusal=error))
                    continue
                written.books |= desk.mine.books
                written.pads |= desk.mine.pads
                written.transactions += desk.mine.transactions
                written.presses += desk.mine.presses
            _write(connection, ground, written)
        self._known |= written.books
        return answers

    def _lock(self, connection: Connection, works: Sequence[Work[Any]]) -> Changes:
        """Reads what is needed, in one order for everybody, and keeps others from changing it meanwhile."""
        found = Changes()
        books = sorted({book for work in works for book in work.books})
        if books:
            rows = select(schema.books).where(schema.books.c.id.in_(books)).order_by(schema.books.c.id)
            for row in connection.execute(rows.with_for_update()).mappings():
                known = self._known.get(row["id"])
                if known is None or (known.number, known.hash) != (row["number"], row["hash"]):
                    known = Held(Book.from_dict(json.loads(row["state"])), row["number"], row["hash"])
                found.books[row["id"]] = known
        tables = sorted({table for work in works for table in work.pads})
        if tables:
            column = schema.pads.c.table
            pads = select(schema.pads).where(column.in_(tables)).order_by(column)
            for row in connection.execute(pads.with_for_update()).mappings():
                found.pads[row["table"]] = HeldPad(Pad.from_dict(json.loads(row["state"])), row["pressed"])
        return found


def _booked_before(connection: Connection, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Transaction]:
    """Transactions under these keys."""
    if not keys:
        return {}
    table = schema.transactions
    rows = connection.execute(select(table).where(tuple_(table.c.book, table.c.key).in_(keys))).mappings().all()
    return {(item.book, item.key): item for item in _with_entries(connection, rows)}


def _with_entries(connection: Connection, rows: Sequence[RowMapping]) -> list[Transaction]:
    if not rows:
        return []
    table = schema.entries
    wanted = tuple_(table.c.book, table.c.number).in_([(row["book"], row["number"]) for row in rows])
    entries: dict[tuple[str, int], dict[str, int]] = {}
    for entry in connection.execute(select(table).where(wanted)).mappings():
        entries.setdefault((entry["book"], entry["number"]), {})[entry["account"]] = entry["micros"]
    return [transaction_of(row, entries.get((row["book"], row["number"]), {})) for row in rows]


def transaction_of(row: RowMapping, entries: Mapping[str, int]) -> Transaction:
    """A transaction as its row and its entries say."""
    return Transaction(
        row["book"],
        row["number"],
        row["kind"],
        json.loads(row["data"]),
        entries,
        json.loads(row["result"]),
        row["key"],
        row["at"],
        row["by"],
        row["previous"],
        row["hash"],
    )


def _write(connection: Connection, ground: Changes, written: Changes) -> None:
    items = written.transactions
    if items:
        connection.execute(
            insert(schema.transactions),
            [
                {
                    "book": item.book,
                    "number": item.number,
                    "kind": item.kind,
                    "key": item.key,
                    "at": item.at,
                    "by": item.by,
                    "data": encode(item.data),
                    "result": encode(item.result),
                    "previous": item.previous,
                    "hash": item.hash,
                }
                for item in items
            ],
        )
        rows = [
            {"book": item.book, "number": item.number, "account": account, "micros": micros}
            for item in items
            for account, micros in item.entries.items()
        ]
        if rows:
            connection.execute(insert(schema.entries), rows)
        for book in sorted({item.book for item in items}):
            held = written.books[book]
            row = {"number": held.number, "hash": held.hash, "state": encode(held.book.to_dict())}
            if book in ground.books:
                connection.execute(
                    update(schema.books).where(schema.books.c.id == bindparam("of")), {"of": book, **row}
                )
            else:
                connection.execute(insert(schema.books), {"id": book, **row})
    if written.presses:
        connection.execute(insert(schema.presses), written.presses)
        for table in sorted({press["table"] for press in written.presses}):
            pad = written.pads[table]
            row = {"state": encode(pad.pad.to_dict()), "pressed": pad.pressed}
            if table in ground.pads:
                where = schema.pads.c.table == bindparam("of")
                connection.execute(update(schema.pads).where(where), {"of": table, **row})
            else:
                connection.execute(insert(schema.pads), {"table": table, **row})
