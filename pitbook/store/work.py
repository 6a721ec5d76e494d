"""Pieces of work on the store: what they need, what they see, and what they leave behind."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, RowMapping, bindparam, select

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.jackpot.book import Action, Book, do, open_book
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.ledger import FIRST, OPENED, Transaction, book_in
from pitbook.jackpot.setup import Setup
from pitbook.store import schema
from pitbook.store.chain import Head, chained, digest, events_chain
from pitbook.store.queries import PreparedQuery
from pitbook.store.write_connection import WriteConflict

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
class HeldController:
    """A controller as it stands in the store."""

    pad: ControllerState
    pressed: Head
    """The last press."""
    state: str
    """The controller as it is written down."""


@dataclass(slots=True)
class Changes:
    """What pieces of work have done so far, not yet written."""

    books: dict[str, Held] = field(default_factory=dict)
    pads: dict[str, HeldController] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    """Where chains end, by name."""
    transactions: list[Transaction] = field(default_factory=list)
    keys: set[tuple[str, str]] = field(default_factory=set)
    """Of these transactions, each with its book."""
    presses: list[dict[str, Any]] = field(default_factory=list)
    table_events: list[dict[str, Any]] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def take(self, other: "Changes") -> None:
        """These and those of a piece of work that was done."""
        self.books |= other.books
        self.pads |= other.pads
        self.heads |= other.heads
        self.transactions += other.transactions
        self.keys |= other.keys
        self.presses += other.presses
        self.table_events += other.table_events
        self.records += other.records
        self.requests += other.requests

    def at_tables(self) -> list[str]:
        """The tables at which something happened, or whose controller was worked."""
        return sorted({row["table"] for row in (*self.table_events, *self.presses)})

    def changed_books(self) -> dict[str, Held]:
        """Those in which something was booked."""
        return {book: self.books[book] for book in sorted({item.book for item in self.transactions})}


class UnitOfWork:
    """What a piece of work sees: the books and controllers it asked for, locked for it."""

    def __init__(self, ground: Changes, at: str) -> None:
        self._ground, self.at = ground, at
        self.mine = Changes()

    def book(self, book: str) -> Book:
        return self._held(book).book

    def number(self, book: str) -> int:
        """Of the last transaction of a book."""
        return self._held(book).number

    def _held(self, book: str) -> Held:
        held = self.mine.books.get(book) or self._ground.books.get(book)
        if held is None:
            raise NotFound(f"there is no jackpot {quoted(book)}")
        return held

    def pad(self, table: str) -> HeldController:
        held = self.mine.pads.get(table) or self._ground.pads.get(table)
        if held is None:
            raise NotFound(f"table {quoted(table)} has no controller")
        return held

    def has_pad(self, table: str) -> bool:
        return table in self.mine.pads or table in self._ground.pads

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
        if (book, key) in self._ground.keys or (book, key) in self.mine.keys:
            raise BadInput(f"{quoted(key)} is booked already: the same is booked once")
        done = do(held.book, action)
        item = book_in(book, held.number + 1, held.hash, action, done, key, self.at, by)
        self._add(item, done.book)
        return item

    def note(self, kind: str, by: str, data: Mapping[str, Any]) -> None:
        """A record that is kept for ever."""
        self.mine.records.append({"kind": kind, "at": self.at, "by": by, "data": encode(dict(data))})

    def add_events(self, table: str, after: int, lines: Sequence[str]) -> None:
        """What happened at a live table, after so many events: whoever was quicker is not overwritten."""
        chain = events_chain(table)
        head = self.mine.heads.get(chain) or self._ground.heads[chain]
        if head.number != after:
            quicker = WriteConflict(f"event {after + 1} of table {table} is there already")
            raise BadInput(f"someone else has just acted at table {quoted(table)}") from quicker
        rows, self.mine.heads[chain] = chained("table_events", [{"table": table, "line": line} for line in lines], head)
        self.mine.table_events += rows

    def _add(self, item: Transaction, book: Book) -> None:
        self.mine.transactions.append(item)
        self.mine.keys.add((item.book, item.key))
        self.mine.books[item.book] = Held(book, item.number, item.hash)

    def save_pad(self, pad: ControllerState, by: str, data: Mapping[str, Any]) -> None:
        """A controller after something was pressed, and the record of that."""
        before = self.mine.pads.get(pad.table) or self._ground.pads.get(pad.table)
        state = encode(pad.to_dict())
        # The chain of presses covers the state that each of them leaves behind.
        told = encode({**data, "state": digest(state)})
        press = {"table": pad.table, "at": self.at, "by": by, "data": told}
        rows, head = chained("presses", [press], before.pressed if before else Head())
        self.mine.pads[pad.table] = HeldController(pad, head, state)
        self.mine.presses += rows


@dataclass(frozen=True, slots=True)
class Work(Generic[T]):
    """A piece of work, and what it needs to have locked."""

    run: Callable[[UnitOfWork], T]
    books: tuple[str, ...] = ()
    pads: tuple[str, ...] = ()
    request: str = ""
    """The key that its asker gave it: asked again with the same key, the answer of the first time is given. What it
    answers is then plain data."""
    what: str = ""
    """What was asked for, in short: the same key for something else is refused."""
    events_of: str = ""
    """The table whose record it adds to."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of a piece of work: its value, or why it was not done, mostly a sentence that refuses it."""

    value: T | None = None
    refusal: BaseException | None = None

    def get(self) -> T:
        if self.refusal is not None:
            raise self.refusal
        return self.value  # type: ignore[return-value]  # a piece of work that was not refused has its value


def same_answer(work: Work[T], what: str, answer: str) -> T:
    """What was answered to a request the first time; refused where it asked for something else."""
    if what != work.what:
        raise BadInput(f"the key {quoted(work.request)} was used for something else: {what}")
    found: T = json.loads(answer)
    return found


ANSWERED: Final = PreparedQuery(
    select(schema.requests.c.what, schema.requests.c.answer).where(schema.requests.c.key == bindparam("key"))
)
"""What was asked under a key before, and what was answered."""


def read_one(connection: Connection, book: str, number: int, *, strictly: bool = False) -> Transaction | None:
    """One transaction of a book."""
    table = schema.transactions
    rows = connection.execute(select(table).where(table.c.book == book, table.c.number == number)).mappings().all()
    return next(iter(_with_entries(connection, rows, strictly)), None)


def read_book(connection: Connection, book: str, after: int = 0, *, strictly: bool = False) -> Iterator[Transaction]:
    """The transactions of a book in order, a page at a time, those up to ``after`` left out.

    Read ``strictly``, what they say must be written to the letter as it is written down, for their hash is of what they
    say: a ValueError is raised where it is not.
    """
    table = schema.transactions
    while True:
        page = select(table).where(table.c.book == book, table.c.number > after).order_by(table.c.number).limit(PAGE)
        items = _with_entries(connection, connection.execute(page).mappings().all(), strictly)
        yield from items
        if len(items) < PAGE:
            return
        after = items[-1].number


def _with_entries(connection: Connection, rows: Sequence[RowMapping], strictly: bool) -> list[Transaction]:
    if not rows:
        return []
    if strictly:
        for row in rows:
            _check_written(row)
    table = schema.entries
    # The rows are of one book and in order.
    first, last = rows[0], rows[-1]
    wanted = (table.c.book == first["book"], table.c.number.between(first["number"], last["number"]))
    entries: dict[tuple[str, int], dict[str, int]] = {}
    for entry in connection.execute(select(table).where(*wanted)).mappings():
        entries.setdefault((entry["book"], entry["number"]), {})[entry["account"]] = entry["micros"]
    return [transaction_of(row, entries.get((row["book"], row["number"]), {})) for row in rows]


def _check_written(row: RowMapping) -> None:
    """Spaces, the order of names and other ways to write the same are nobody's doing here."""
    for name in ("data", "result"):
        if encode(json.loads(row[name])) != row[name]:
            raise ValueError(f"its {name} is not written as it was")
    for text in row.values():
        str(text).encode()  # no text at all is an error too


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
