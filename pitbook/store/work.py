"""Pieces of work on the store: what they need is locked, what they do is written, all in one transaction or not at all.

Several pieces of one moment may share a transaction, which is what makes many tables on one meter quick: each is
answered only after the commit that holds it, and a piece that is refused leaves no trace beside the others.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Column, Connection, RowMapping, Table, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from pitbook.errors import BadInput, NotFound, PitbookError, quoted
from pitbook.jackpot.book import Action, Book, do, open_book
from pitbook.jackpot.controller import Pad
from pitbook.jackpot.ledger import FIRST, OPENED, Transaction, book_in
from pitbook.jackpot.setup import Setup
from pitbook.store import schema
from pitbook.store.database import Database

T = TypeVar("T")
PAGE: Final = 1_000
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
    records: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def take(self, other: "Changes") -> None:
        """These and those of a piece of work that was done."""
        self.books |= other.books
        self.pads |= other.pads
        self.transactions += other.transactions
        self.presses += other.presses
        self.records += other.records
        self.requests += other.requests


class Desk:
    """What a piece of work sees: the books and controllers it asked for, locked for it."""

    def __init__(self, ground: Changes, at: str, read: "Callable[[str, int], Transaction | None]") -> None:
        self._ground, self.at, self._read = ground, at, read
        self.mine = Changes()

    def book(self, book: str) -> Book:
        return self._held(book).book

    def _held(self, book: str) -> Held:
        held = self.mine.books.get(book) or self._ground.books.get(book)
        if held is None:
            raise NotFound(f"there is no jackpot {quoted(book)}")
        return held

    def pad(self, table: str) -> HeldPad:
        held = self.mine.pads.get(table) or self._ground.pads.get(table)
        if held is None:
            raise NotFound(f"table {quoted(table)} has no controller")
        return held

    def open_book(self, setup: Setup, key: str, by: str) -> Transaction:
        """A new jackpot."""
        if setup.id in self._ground.books or setup.id in self.mine.books:
            raise BadInput(f"there is a jackpot {quoted(setup.id)} already")
        done = open_book(setup)
        item = book_in(setup.id, 1, FIRST, Action(OPENED, setup.to_dict()), done, key, self.at, by)
        self._add(item, done.book)
        return item

    def do(self, book: str, action: Action, key: str, by: str) -> Transaction:
        """Books an action; its key is booked once in a book, which the store sees to."""
        held = self._held(book)
        done = do(held.book, action)
        item = book_in(book, held.number + 1, held.hash, action, done, key, self.at, by)
        self._add(item, done.book)
        return item

    def find(self, book: str, number: int) -> Transaction:
        """A transaction of before, of a book that is locked."""
        item = next((item for item in self._ground.transactions if (item.book, item.number) == (book, number)), None)
        found = item or self._read(book, number)
        if found is None:
            raise NotFound(f"the jackpot {quoted(book)} has no transaction {number}")
        return found

    def note(self, kind: str, by: str, data: Mapping[str, Any]) -> None:
        """A record that is kept for ever."""
        self.mine.records.append({"kind": kind, "at": self.at, "by": by, "data": encode(dict(data))})

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
    request: str = ""
    """The key that its asker gave it: asked again with the same key, the answer of the first time is given. What it
    answers is then plain data."""
    what: str = ""
    """What was asked for, in short: the same key for something else is refused."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of a piece of work: its value, or the sentence that refused it."""

    value: T | None = None
    refusal: PitbookError | None = None

    def get(self) -> T:
        if self.refusal is not None:
            raise self.refusal
        return self.value  # type: ignore[return-value]  # a piece of work that was not refused has its value


Listener = Callable[[Sequence[Transaction]], None]
"""Told what was booked, after the commit."""


class Worker:
    """Does pieces of work on a store."""

    def __init__(self, database: Database, clock: Callable[[], str]) -> None:
        self.database, self.clock = database, clock
        self._known: dict[str, Held] = {}
        self.listeners: list[Listener] = []

    def run(self, work: Work[T]) -> T:
        """One piece by itself."""
        (answer,) = self.run_all([work])
        value: T = answer.get()
        return value

    def run_all(self, works: Sequence[Work[Any]]) -> list[Answer[Any]]:
        """All of these in one transaction; each is refused or done by itself.

        Where the database refuses them together, each is tried alone, so that only the one at fault fails.
        """
        try:
            answers, written = self._run_together(works)
        except IntegrityError:
            if len(works) == 1:
                raise
            return [answer for work in works for answer in self.run_all([work])]
        self._known |= written.books
        if written.transactions:
            for tell in self.listeners:
                tell(written.transactions)
        return answers

    def _run_together(self, works: Sequence[Work[Any]]) -> tuple[list[Answer[Any]], Changes]:
        with self.database.writing() as connection:
            ground = self._lock(connection, works)
            asked = _asked_before(connection, [work.request for work in works if work.request])
            at = self.clock()
            written = Changes(dict(ground.books), dict(ground.pads))
            answers: list[Answer[Any]] = []
            for work in works:
                desk = Desk(written, at, lambda book, number: read_one(connection, book, number))
                try:
                    if work.request in asked:
                        answers.append(Answer(_same(work, asked[work.request])))
                        continue
                    answer = Answer(work.run(desk))
                except PitbookError as error:
                    answers.append(Answer(refusal=error))
                    continue
                answers.append(answer)
                written.take(desk.mine)
                if work.request:
                    row = {"key": work.request, "what": work.what, "at": at, "answer": encode(answer.value)}
                    written.requests.append(row)
                    asked[work.request] = row
            _write(connection, ground, written)
        return answers, written

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


def _asked_before(connection: Connection, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """What was answered to requests of these keys."""
    if not keys:
        return {}
    table = schema.requests
    rows = connection.execute(select(table).where(table.c.key.in_(keys))).mappings()
    return {row["key"]: dict(row) for row in rows}


def _same(work: Work[Any], before: Mapping[str, Any]) -> Any:
    if before["what"] != work.what:
        raise BadInput(f"the key {quoted(work.request)} was used for something else: {before['what']}")
    return json.loads(before["answer"])


def read_one(connection: Connection, book: str, number: int) -> Transaction | None:
    """One transaction of a book."""
    table = schema.transactions
    rows = connection.execute(select(table).where(table.c.book == book, table.c.number == number)).mappings().all()
    return next(iter(_with_entries(connection, rows)), None)


def read_book(connection: Connection, book: str, after: int = 0) -> Iterator[Transaction]:
    """The transactions of a book in order, a page at a time, those up to ``after`` left out."""
    table = schema.transactions
    while True:
        page = select(table).where(table.c.book == book, table.c.number > after).order_by(table.c.number).limit(PAGE)
        items = _with_entries(connection, connection.execute(page).mappings().all())
        yield from items
        if len(items) < PAGE:
            return
        after = items[-1].number


def _with_entries(connection: Connection, rows: Sequence[RowMapping]) -> list[Transaction]:
    if not rows:
        return []
    table = schema.entries
    # The rows are of one book and in order.
    first, last = rows[0], rows[-1]
    wanted = (table.c.book == first["book"], table.c.number.between(first["number"], last["number"]))
    entries: dict[tuple[str, int], dict[str, int]] = {}
    for entry in connection.execute(select(table).where(*wanted)).mappings():
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


def _insert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Adds rows: in PostgreSQL by one statement however many they are, which halves what a busy server has to do."""
    if not rows:
        return
    if connection.dialect.name != "postgresql" or len(rows) == 1:
        connection.execute(insert(table), list(rows))
        return
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    connection.execute(
        text(
            f"INSERT INTO {table.name} ({names}) "
            f"SELECT {names} FROM json_populate_recordset(NULL::{table.name}, CAST(:rows AS json))"
        ),
        {"rows": encode([dict(row) for row in rows])},
    )


def _write(connection: Connection, ground: Changes, written: Changes) -> None:
    """Everything that was done, in one go."""
    items = written.transactions
    _insert(connection, schema.transactions, [_row_of(item) for item in items])
    entries = [
        {"book": item.book, "number": item.number, "account": account, "micros": micros}
        for item in items
        for account, micros in item.entries.items()
    ]
    _insert(connection, schema.entries, entries)
    for book in sorted({item.book for item in items}):
        held = written.books[book]
        row = {"number": held.number, "hash": held.hash, "state": encode(held.book.to_dict())}
        _put(connection, schema.books.c.id, book, row, book in ground.books)
    _insert(connection, schema.presses, written.presses)
    for table in sorted({press["table"] for press in written.presses}):
        pad = written.pads[table]
        row = {"state": encode(pad.pad.to_dict()), "pressed": pad.pressed}
        _put(connection, schema.pads.c.table, table, row, table in ground.pads)
    _insert(connection, schema.requests, written.requests)
    for record in written.records:
        connection.execute(insert(schema.records), record)


def _row_of(item: Transaction) -> dict[str, Any]:
    return {
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


def _put(connection: Connection, column: Column[Any], name: str, row: Mapping[str, Any], there: bool) -> None:
    """A row as it is now: changed if it is there, else added."""
    table = column.table
    if there:
        connection.execute(update(table).where(column == bindparam("of")), {"of": name, **row})
    else:
        connection.execute(insert(table), {column.name: name, **row})
