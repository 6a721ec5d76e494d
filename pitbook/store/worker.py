"""The worker: locks what units of work need, runs them, and writes their changes in one database transaction.

Units that arrive together share a transaction (group commit), because one commit to disk for each would limit how many
tables can share a meter. A caller gets its answer only after the commit. A unit that fails adds no rows and does not
affect the others.

The worker first runs units on its cache and commits if the store is unchanged (optimistic). On a conflict it locks the
rows, reads them and runs the units again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from logging import getLogger
from operator import itemgetter
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final, TypeVar

from pitbook.errors import BadInput
from pitbook.jackpot.book import Book
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.setup import Setup
from pitbook.store.chain import RECORDS, Head, chained, events_chain, lane_chain
from pitbook.store.database import Database
from pitbook.store.work import (
    Changes,
    HeldBook,
    HeldController,
    UnitOfWork,
    Work,
    WorkResult,
    encode,
    read_one,
    same_answer,
)
from pitbook.store.write_connection import (
    ExpectedVersions,
    LockedRows,
    Row,
    Rows,
    StoreNotWritable,
    StoreUnavailable,
    WriteConflict,
    meter_note,
    table_note,
)

T = TypeVar("T")
RETRY_SECONDS: Final = 0.1
"""The pause between two attempts to reach the store."""
Listener = Callable[[Sequence[Transaction]], None]
"""Called with the new transactions after the commit, in the writing thread. A listener that starts another unit of work
must submit it without waiting, or the writer would wait for itself."""
TableListener = Callable[[str], None]
"""Called after the commit with the name of each table that has new events or key presses."""


@dataclass(frozen=True, slots=True)
class WorkBatch:
    """The answers of units that share a transaction, and the changes that were written."""

    answers: list[WorkResult[Any]]
    written: Changes


@dataclass(slots=True)
class WorkerCache:
    """The worker's cache of what it wrote last; stale as soon as another process writes."""

    books: dict[str, HeldBook] = field(default_factory=dict)
    controllers: dict[str, HeldController] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    setups: dict[str, tuple[Setup, str]] = field(default_factory=dict)
    """Each jackpot's setup with its JSON text, so that it is encoded once."""
    valid: bool = False
    """Whether the cache agreed with the store when they were last compared."""

    def update(self, written: Changes) -> None:
        """Takes in the changes of a commit."""
        self.books |= written.books
        self.controllers |= written.controllers
        self.heads |= written.heads

    def base_for(self, needs: "LockSet") -> Changes | None:
        """The cached state that units start from; None if the cache is stale or lacks some of it."""
        known = self.books.keys() >= set(needs.books) and self.controllers.keys() >= set(needs.controllers)
        if not (self.valid and known and self.heads.keys() >= set(needs.chains)):
            return None
        return Changes(
            {book: self.books[book] for book in needs.books},
            {table: self.controllers[table] for table in needs.controllers},
            {chain: self.heads[chain] for chain in needs.chains},
        )

    def book_text(self, book: Book) -> str:
        """A book as JSON text; its setup, which rarely changes, comes from the cache."""
        setup, text = self.setups.get(book.setup.id, (None, ""))
        if setup is not book.setup:
            text = encode(book.setup.to_dict())
            self.setups[book.setup.id] = (book.setup, text)
        rest = book.to_dict()
        del rest["setup"]
        return f'{encode(rest)[:-1]},"setup":{text}}}'

    def revalidate(self, found: LockedRows, chains: Sequence[str]) -> Changes:
        """The state that units start from, as read from the store; cached objects are reused where they are current."""
        base = Changes(heads=dict.fromkeys(chains, Head()) | heads_of(found.chains))
        for name, number, hash_, state in found.books:
            held = self.books.get(name)
            if held is None or (held.number, held.hash) != (number, hash_):
                held = HeldBook(Book.from_dict(json.loads(state)), number, hash_)
            base.books[name] = held
        for table, state, pressed, hash_ in found.controllers:
            controller = self.controllers.get(table)
            if controller is None or controller.last_press != Head(pressed, hash_):
                controller = HeldController(ControllerState.from_dict(json.loads(state)), Head(pressed, hash_), state)
            base.controllers[table] = controller
        self.valid = (
            all(held is self.books.get(name) for name, held in base.books.items())
            and all(controller is self.controllers.get(table) for table, controller in base.controllers.items())
            and all(head == self.heads.get(name) for name, head in base.heads.items())
        )
        return base


class Worker:
    """Runs units of work on a store, one batch at a time."""

    def __init__(self, database: Database, clock: Callable[[], str]) -> None:
        self.database, self.clock = database, clock
        self.connection = database.write_connection()
        self.listeners: list[Listener] = []
        self.table_listeners: list[TableListener] = []
        self._cache = WorkerCache()
        self._lock = Lock()

    def close(self) -> None:
        with self._lock:
            self.connection.close()

    def run(self, work: Work[T]) -> T:
        """Runs one unit in its own transaction."""
        (answer,) = self.run_all([work])
        value: T = answer.get()
        return value

    def run_all(self, works: Sequence[Work[Any]]) -> list[WorkResult[Any]]:
        """Runs units in one transaction; each succeeds or fails by itself."""
        with self._lock:
            batches = self._run_isolated(works)
        for batch in batches:
            self._notify(batch.written)
        return [answer for batch in batches for answer in batch.answers]

    def _run_isolated(self, works: Sequence[Work[Any]]) -> list[WorkBatch]:
        """If a batch has a write conflict, each unit is retried alone, so that only the conflicting one fails."""
        refusal: Exception
        try:
            try:
                return [self._run_with_retry(works)]
            except WriteConflict:
                if len(works) > 1:
                    return [batch for work in works for batch in self._run_isolated([work])]
                # Another server may have answered the same request meanwhile: the retry finds its answer.
                return [self._run_with_retry(works)]
        except WriteConflict as error:
            words = "it was booked before, under another request, or a value is longer than the store can hold"
            refusal = BadInput(f"the store refused this: {words}")
            refusal.__cause__ = error
        except StoreUnavailable as error:
            refusal = error
        return [WorkBatch([WorkResult(refusal=refusal) for _ in works], Changes())]

    def _run_with_retry(self, works: Sequence[Work[Any]]) -> WorkBatch:
        """Retries while the store is unavailable; a commit that may have succeeded is not repeated."""
        deadline = monotonic() + self.connection.retry_seconds
        uncertain: WorkBatch | None = None
        while True:
            try:
                return self._run_once(works, uncertain)
            except _UncertainCommitError as error:
                uncertain, unavailable = error.batch, error.cause
            except StoreUnavailable as error:
                unavailable = error
            if monotonic() >= deadline or isinstance(unavailable, StoreNotWritable):
                raise unavailable
            sleep(RETRY_SECONDS)

    def _run_once(self, works: Sequence[Work[Any]], uncertain: WorkBatch | None) -> WorkBatch:
        try:
            lane = self.connection.lane
            batch = self._run_optimistically(works, lane) if uncertain is None else None
            if batch is None:
                batch = self._run_locked(works, lane, uncertain)
        except BaseException:
            self.connection.rollback()
            raise
        self._cache.update(batch.written)
        return batch

    def _run_optimistically(self, works: Sequence[Work[Any]], lane: int) -> WorkBatch | None:
        """Runs units on the cache, which saves a round trip; None if the cache is stale or cannot decide.

        A refusal is not given from the cache, because newer data may allow the request. The head of the chain of
        records is not cached, because every server adds to that chain.
        """
        base = self._cache.base_for(_needs(works, lane))
        if base is None:
            return None
        expected = ExpectedVersions(
            {name: (held.number, held.hash) for name, held in base.books.items()},
            {table: held.last_press.number for table, held in base.controllers.items()},
            {name: (head.number, head.hash) for name, head in base.heads.items()},
        )
        batch = self._do(works, base, {})
        if any(answer.refusal is not None for answer in batch.answers) or batch.written.records:
            return None
        try:
            self._write(batch, lane, partial(self.connection.commit_if_unchanged, expected))
        except WriteConflict:
            self._cache.valid = False
            self.connection.rollback()
            return None
        return batch

    def _run_locked(self, works: Sequence[Work[Any]], lane: int, uncertain: WorkBatch | None) -> WorkBatch:
        needs = _needs(works, lane)
        found = self.connection.begin(needs.books, needs.controllers, needs.chains, needs.requests)
        if uncertain is not None and self._is_committed(uncertain):
            # The connection was lost during the commit, and the commit had succeeded.
            self.connection.rollback()
            return uncertain
        answered = {key: (what, answer) for key, what, answer in found.requests}
        batch = self._do(works, self._cache.revalidate(found, needs.chains), answered)
        if batch.written.records:
            batch.written.heads |= {RECORDS: Head()} | heads_of(self.connection.lock(RECORDS))
        self._write(batch, lane, self.connection.commit)
        return batch

    def _do(self, works: Sequence[Work[Any]], base: Changes, answered: dict[str, tuple[str, str]]) -> WorkBatch:
        at = self.clock()
        answers: list[WorkResult[Any]] = []
        for work in works:
            unit = UnitOfWork(base, at)
            try:
                if work.request in answered:
                    answers.append(WorkResult(same_answer(work, *answered[work.request])))
                    continue
                answer = WorkResult(work.run(unit))
                if work.request:
                    text = encode(answer.value)
                    answer = WorkResult(json.loads(text))  # exactly what a repeated request will get
                    unit.changes.requests.append({"key": work.request, "what": work.what, "at": at, "answer": text})
                    answered[work.request] = (work.what, text)
                elif not unit.changes.transactions and (
                    unit.changes.presses or unit.changes.records or unit.changes.table_events
                ):
                    raise ValueError(
                        "work that books no transaction needs an idempotency key: a retry could not tell whether it "
                        "was committed"
                    )
            except Exception as error:  # noqa: BLE001 (an error in one unit must not stop the others)
                answers.append(WorkResult(refusal=error))
                continue
            answers.append(answer)
            base.merge(unit.changes)
        return WorkBatch(answers, base)

    def _write(self, batch: WorkBatch, lane: int, write: Callable[[Rows, Sequence[str]], None]) -> None:
        try:
            books = batch.written.changed_books()
            write(_rows(batch.written, books, self._cache, lane), _notes(batch.written, books))
        except StoreUnavailable as error:
            raise _UncertainCommitError(batch, error) from error

    def _is_committed(self, batch: WorkBatch) -> bool:
        """Whether a batch was committed after all. Its books are locked now, so that commit is not still running. A
        batch without transactions is run again: its idempotency keys show whether it was committed."""
        if not batch.written.transactions:
            return False
        first = batch.written.transactions[0]
        with self.database.reading_snapshot() as connection:
            found = read_one(connection, first.book, first.number)
        return found is not None and found.hash == first.hash

    def _notify(self, written: Changes) -> None:
        if written.transactions:
            for listener in self.listeners:
                _call_listener(listener, written.transactions)
        for table in written.at_tables():
            for table_listener in self.table_listeners:
                _call_listener(table_listener, table)


class _UncertainCommitError(Exception):
    """The connection was lost during a commit, which may have succeeded."""

    def __init__(self, batch: WorkBatch, cause: StoreUnavailable) -> None:
        self.batch, self.cause = batch, cause


def _call_listener(listener: Callable[[T], None], news: T) -> None:
    try:
        listener(news)
    except Exception:  # a failing listener must not undo the commit
        getLogger(__name__).exception("a listener failed")


@dataclass(frozen=True, slots=True)
class LockSet:
    """The rows that units of work lock and read, sorted: every server locks in one order, which avoids deadlock."""

    books: list[str]
    controllers: list[str]
    chains: list[str]
    requests: list[str]


def _needs(works: Sequence[Work[Any]], lane: int) -> LockSet:
    requests = sorted({work.request for work in works if work.request})
    chains = {events_chain(work.events_of) for work in works if work.events_of} | (
        {lane_chain(lane)} if requests else set()
    )
    return LockSet(
        sorted({book for work in works for book in work.books}),
        sorted({table for work in works for table in work.controllers}),
        sorted(chains),
        requests,
    )


def heads_of(found: Sequence[tuple[str, int, str]]) -> dict[str, Head]:
    """The heads of chains by name, from their rows."""
    return {name: Head(number, hash_) for name, number, hash_ in found}


def _rows(written: Changes, changed: Mapping[str, HeldBook], cache: WorkerCache, lane: int) -> Rows:
    """All changes as rows to insert or update."""
    items = written.transactions
    # Sorted, so that two servers with the same requests lock them in one order and cannot deadlock.
    new_requests = [row | {"lane": lane} for row in sorted(written.requests, key=itemgetter("key"))]
    requests = _append(written, lane_chain(lane), "requests", new_requests)
    records = _append(written, RECORDS, "records", written.records)
    books = [
        {"id": book, "number": held.number, "hash": held.hash, "state": cache.book_text(held.book)}
        for book, held in changed.items()
    ]
    controllers = [
        {
            "table": table,
            "state": written.controllers[table].text,
            "pressed": written.controllers[table].last_press.number,
            "hash": written.controllers[table].last_press.hash,
        }
        for table in sorted({press["table"] for press in written.presses})
    ]
    extended = {events_chain(row["table"]): row["number"] for row in reversed(written.table_events)}
    extended |= {name: rows[0]["number"] for name, rows in ((lane_chain(lane), requests), (RECORDS, records)) if rows}
    chains = [
        {"name": name, "number": written.heads[name].number, "hash": written.heads[name].hash}
        for name in sorted(extended)
    ]
    # A book, controller or chain is new if its first transaction, press or row is among these.
    new_chains = {name for name, first in extended.items() if first == 1}
    new_books = {item.book for item in items if item.number == 1}
    new_controllers = {press["table"] for press in written.presses if press["number"] == 1}
    return Rows(
        {
            "transactions": [_row_of(item) for item in items],
            "entries": [{"book": item.book, "number": item.number, "micros": item.entries} for item in items],
            "books": [row for row in books if row["id"] in new_books],
            "presses": written.presses,
            "table_events": written.table_events,
            "pads": [row for row in controllers if row["table"] in new_controllers],
            "requests": requests,
            "records": records,
            "chains": [row for row in chains if row["name"] in new_chains],
        },
        {
            "books": [row for row in books if row["id"] not in new_books],
            "pads": [row for row in controllers if row["table"] not in new_controllers],
            "chains": [row for row in chains if row["name"] not in new_chains],
        },
    )


def _append(written: Changes, chain: str, table: str, rows: Sequence[Row]) -> list[Row]:
    """Numbers and hashes rows as the end of a chain, and moves its head."""
    if not rows:
        return []
    made, written.heads[chain] = chained(table, rows, written.heads[chain])
    return made


def _row_of(item: Transaction) -> Row:
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


def _notes(written: Changes, changed: Mapping[str, HeldBook]) -> list[str]:
    """Notifications for other servers: the new meter amounts, and the tables with new events."""
    meters = [meter_note(book, held.number, held.book.shown) for book, held in changed.items()]
    return meters + [table_note(table) for table in written.at_tables()]
