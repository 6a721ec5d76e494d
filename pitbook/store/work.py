"""Units of work: what a change to the store locks, what it reads, and the rows that it adds.

A caller describes a change as :class:`Work`. The worker locks the books and controllers that it names, runs it on a
:class:`UnitOfWork`, and writes the resulting :class:`Changes` in one database transaction.
"""

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
class HeldBook:
    """A book with the number and hash of its last transaction."""

    book: Book
    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class HeldController:
    """A controller with the head of its chain of presses."""

    controller: ControllerState
    last_press: Head
    text: str
    """The controller as the JSON text that the store holds; the chain of presses covers its digest."""


@dataclass(slots=True)
class Changes:
    """The changes of units of work that are not written yet."""

    books: dict[str, HeldBook] = field(default_factory=dict)
    controllers: dict[str, HeldController] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    """The last row of each chain, by the chain's name."""
    transactions: list[Transaction] = field(default_factory=list)
    keys: set[tuple[str, str]] = field(default_factory=set)
    """The book and key of each of these transactions."""
    presses: list[dict[str, Any]] = field(default_factory=list)
    table_events: list[dict[str, Any]] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def merge(self, other: "Changes") -> None:
        """Adds the changes of a unit of work that succeeded."""
        self.books |= other.books
        self.controllers |= other.controllers
        self.heads |= other.heads
        self.transactions += other.transactions
        self.keys |= other.keys
        self.presses += other.presses
        self.table_events += other.table_events
        self.records += other.records
        self.requests += other.requests

    def at_tables(self) -> list[str]:
        """The tables with new events or key presses."""
        return sorted({row["table"] for row in (*self.table_events, *self.presses)})

    def changed_books(self) -> dict[str, HeldBook]:
        """The books with new transactions."""
        return {book: self.books[book] for book in sorted({item.book for item in self.transactions})}


class UnitOfWork:
    """The books and controllers that :class:`Work` named, locked, and the changes made to them so far.

    A unit sees its own changes and those of earlier units in the same database transaction.
    """

    def __init__(self, base: Changes, at: str) -> None:
        self._base, self.at = base, at
        self.changes = Changes()

    def book(self, book: str) -> Book:
        return self._held(book).book

    def number(self, book: str) -> int:
        """The number of a book's last transaction."""
        return self._held(book).number

    def _held(self, book: str) -> HeldBook:
        held = self.changes.books.get(book) or self._base.books.get(book)
        if held is None:
            raise NotFound(f"there is no jackpot {quoted(book)}")
        return held

    def controller(self, table: str) -> ControllerState:
        return self._held_controller(table).controller

    def _held_controller(self, table: str) -> HeldController:
        held = self.changes.controllers.get(table) or self._base.controllers.get(table)
        if held is None:
            raise NotFound(f"table {quoted(table)} has no controller")
        return held

    def has_controller(self, table: str) -> bool:
        return table in self.changes.controllers or table in self._base.controllers

    def open_book(self, setup: Setup, key: str, by: str) -> Transaction:
        """Opens a new jackpot; its first transaction advances the seed."""
        if setup.id in self._base.books or setup.id in self.changes.books:
            raise BadInput(f"there is a jackpot {quoted(setup.id)} already")
        done = open_book(setup)
        item = book_in(setup.id, 1, FIRST, Action(OPENED, setup.to_dict()), done, key, self.at, by)
        self._add(item, done.book)
        return item

    def do(self, book: str, action: Action, key: str, by: str) -> Transaction:
        """Books an action. ``key`` is unique in a book: a database constraint refuses a second use."""
        held = self._held(book)
        if (book, key) in self._base.keys or (book, key) in self.changes.keys:
            raise BadInput(f"{quoted(key)} is booked already: a key is booked once")
        done = do(held.book, action)
        item = book_in(book, held.number + 1, held.hash, action, done, key, self.at, by)
        self._add(item, done.book)
        return item

    def note(self, kind: str, by: str, data: Mapping[str, Any]) -> None:
        """Adds a permanent record to the chain of records."""
        self.changes.records.append({"kind": kind, "at": self.at, "by": by, "data": encode(dict(data))})

    def add_events(self, table: str, after: int, lines: Sequence[str]) -> None:
        """Adds events to a live table that has ``after`` events; refused on a conflict with another server."""
        chain = events_chain(table)
        head = self.changes.heads.get(chain) or self._base.heads[chain]
        if head.number != after:
            conflict = WriteConflict(f"event {after + 1} of table {table} is there already")
            raise BadInput(f"someone else has just acted at table {quoted(table)}") from conflict
        rows, self.changes.heads[chain] = chained(
            "table_events", [{"table": table, "line": line} for line in lines], head
        )
        self.changes.table_events += rows

    def _add(self, item: Transaction, book: Book) -> None:
        self.changes.transactions.append(item)
        self.changes.keys.add((item.book, item.key))
        self.changes.books[item.book] = HeldBook(book, item.number, item.hash)

    def save_controller(self, controller: ControllerState, by: str, data: Mapping[str, Any]) -> None:
        """Saves a controller after a key press, and adds the press to its chain."""
        before = self.changes.controllers.get(controller.table) or self._base.controllers.get(controller.table)
        state = encode(controller.to_dict())
        # The chain of presses covers the state of the controller after each press.
        written = encode({**data, "state": digest(state)})
        press = {"table": controller.table, "at": self.at, "by": by, "data": written}
        rows, head = chained("presses", [press], before.last_press if before else Head())
        self.changes.controllers[controller.table] = HeldController(controller, head, state)
        self.changes.presses += rows


@dataclass(frozen=True, slots=True)
class Work(Generic[T]):
    """A change to the store, and the books and controllers to lock for it."""

    run: Callable[[UnitOfWork], T]
    books: tuple[str, ...] = ()
    controllers: tuple[str, ...] = ()
    request: str = ""
    """The idempotency key of the request: a repeated request gets the stored answer and changes nothing. The answer
    must be plain JSON data then."""
    what: str = ""
    """A summary of the request. The same idempotency key with another summary is refused."""
    events_of: str = ""
    """The table to whose events it adds."""


@dataclass(frozen=True, slots=True)
class WorkResult(Generic[T]):
    """The result of a unit of work: its value, or the exception that stopped it."""

    value: T | None = None
    refusal: BaseException | None = None

    def get(self) -> T:
        if self.refusal is not None:
            raise self.refusal
        return self.value  # type: ignore[return-value]  # without a refusal there is a value


def same_answer(work: Work[T], what: str, answer: str) -> T:
    """The stored answer to a repeated request; refused if the first request with this key asked for something else."""
    if what != work.what:
        raise BadInput(f"the key {quoted(work.request)} was used for something else: {what}")
    found: T = json.loads(answer)
    return found


ANSWERED: Final = PreparedQuery(
    select(schema.requests.c.what, schema.requests.c.answer).where(schema.requests.c.key == bindparam("key"))
)
"""The request that used an idempotency key, and the stored answer."""


def read_one(connection: Connection, book: str, number: int, *, strictly: bool = False) -> Transaction | None:
    """One transaction of a book."""
    table = schema.transactions
    rows = connection.execute(select(table).where(table.c.book == book, table.c.number == number)).mappings().all()
    return next(iter(_with_entries(connection, rows, strictly)), None)


def read_book(connection: Connection, book: str, after: int = 0, *, strictly: bool = False) -> Iterator[Transaction]:
    """The transactions of a book after number ``after``, in order, read a page at a time.

    With ``strictly``, their JSON must be in canonical form, or a ValueError is raised. Hashes are computed from the
    parsed values, so a proof would otherwise not notice a change of spacing or of the order of keys.
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
    """Refuses JSON that is not in canonical form: Pitbook never writes it, so someone edited the row."""
    for name in ("data", "result"):
        if encode(json.loads(row[name])) != row[name]:
            raise ValueError(f"its {name} is not in canonical form")
    for text in row.values():
        str(text).encode()  # raises a ValueError where bytes are not valid text


def transaction_of(row: RowMapping, entries: Mapping[str, int]) -> Transaction:
    """A transaction from its row and its entries."""
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
