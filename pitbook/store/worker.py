"""Doing pieces of work: what they need is locked, what they do is written, all in one transaction or not at all.

Several pieces of one moment may share a transaction, which is what makes many tables on one meter quick: each is
answered only after the commit that holds it, and a piece that is refused leaves no trace beside the others.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
from pitbook.store.work import Answer, Changes, Held, HeldController, UnitOfWork, Work, encode, read_one, same_answer
from pitbook.store.write_connection import (
    Found,
    Known,
    Row,
    Rows,
    StoreNotWritable,
    StoreUnavailable,
    WriteConflict,
    note_of,
    table_note,
)

T = TypeVar("T")
AGAIN_SECONDS: Final = 0.1
"""Between two tries to reach a store that was lost."""
Listener = Callable[[Sequence[Transaction]], None]
"""Told what was booked, after the commit, by whoever writes: work of its own it submits, and does not wait for."""
TableListener = Callable[[str], None]
"""Told a table at which something happened, or whose controller was worked, after the commit."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of work done together, and what they wrote."""

    answers: list[Answer[Any]]
    written: Changes


@dataclass(slots=True)
class Memory:
    """What a worker left behind: it holds until somebody else writes."""

    books: dict[str, Held] = field(default_factory=dict)
    pads: dict[str, HeldController] = field(default_factory=dict)
    heads: dict[str, Head] = field(default_factory=dict)
    setups: dict[str, tuple[Setup, str]] = field(default_factory=dict)
    """How the jackpots are set up, as it is written down."""
    holds: bool = False
    """Whether it held when it was last compared with the store."""

    def keep(self, written: Changes) -> None:
        """After a commit."""
        self.books |= written.books
        self.pads |= written.pads
        self.heads |= written.heads

    def ground(self, needs: "Needs") -> Changes | None:
        """What work may start from without asking; None where that is not known."""
        known = self.books.keys() >= set(needs.books) and self.pads.keys() >= set(needs.pads)
        if not (self.holds and known and self.heads.keys() >= set(needs.chains)):
            return None
        return Changes(
            {book: self.books[book] for book in needs.books},
            {table: self.pads[table] for table in needs.pads},
            {chain: self.heads[chain] for chain in needs.chains},
        )

    def state_of(self, book: Book) -> str:
        """A book as it is written down; its setup, which hardly ever changes, is not written out each time."""
        setup, text = self.setups.get(book.setup.id, (None, ""))
        if setup is not book.setup:
            text = encode(book.setup.to_dict())
            self.setups[book.setup.id] = (book.setup, text)
        rest = book.to_dict()
        del rest["setup"]
        return f'{encode(rest)[:-1]},"setup":{text}}}'

    def compare(self, found: Found, chains: Sequence[str]) -> Changes:
        """What work starts from, read from the store; what is known of it need not be made again."""
        ground = Changes(heads=dict.fromkeys(chains, Head()) | heads_of(found.chains))
        for name, number, sealed, state in found.books:
            held = self.books.get(name)
            if held is None or (held.number, held.hash) != (number, sealed):
                held = Held(Book.from_dict(json.loads(state)), number, sealed)
            ground.books[name] = held
        for table, state, pressed, sealed in found.pads:
            pad = self.pads.get(table)
            if pad is None or pad.pressed != Head(pressed, sealed):
                pad = HeldController(ControllerState.from_dict(json.loads(state)), Head(pressed, sealed), state)
            ground.pads[table] = pad
        self.holds = (
            all(held is self.books.get(name) for name, held in ground.books.items())
            and all(pad is self.pads.get(table) for table, pad in ground.pads.items())
            and all(head == self.heads.get(name) for name, head in ground.heads.items())
        )
        return ground


class Worker:
    """Does pieces of work on a store."""

    def __init__(self, database: Database, clock: Callable[[], str]) -> None:
        self.database, self.clock = database, clock
        self.wire = database.wire()
        self.listeners: list[Listener] = []
        self.table_listeners: list[TableListener] = []
        self._memory = Memory()
        self._turn = Lock()

    def close(self) -> None:
        with self._turn:
            self.wire.close()

    def run(self, work: Work[T]) -> T:
        """One piece by itself."""
        (answer,) = self.run_all([work])
        value: T = answer.get()
        return value

    def run_all(self, works: Sequence[Work[Any]]) -> list[Answer[Any]]:
        """All of these in one transaction; each is refused or done by itself."""
        with self._turn:
            batches = self._batches(works)
        for batch in batches:
            self._tell(batch.written)
        return [answer for batch in batches for answer in batch.answers]

    def _batches(self, works: Sequence[Work[Any]]) -> list[Batch]:
        """Where the database refuses pieces together, each is tried alone, so that only the one at fault fails."""
        refusal: Exception
        try:
            try:
                return [self._surely(works)]
            except WriteConflict:
                if len(works) > 1:
                    return [batch for work in works for batch in self._batches([work])]
                # Somebody else may have asked for the same in the same moment: their answer is there by now.
                return [self._surely(works)]
        except WriteConflict as error:
            words = "it was booked before, under another request, or says more than the store can hold"
            refusal = BadInput(f"the store does not take this: {words}")
            refusal.__cause__ = error
        except StoreUnavailable as error:
            refusal = error
        return [Batch([Answer(refusal=refusal) for _ in works], Changes())]

    def _surely(self, works: Sequence[Work[Any]]) -> Batch:
        """Tries again while the store cannot be reached, without doing anything twice."""
        give_up = monotonic() + self.wire.patience
        doubtful: Batch | None = None
        while True:
            try:
                return self._together(works, doubtful)
            except _DoubtfulError as doubt:
                doubtful, lost = doubt.batch, doubt.lost
            except StoreUnavailable as error:
                lost = error
            if monotonic() >= give_up or isinstance(lost, StoreNotWritable):
                raise lost
            sleep(AGAIN_SECONDS)

    def _together(self, works: Sequence[Work[Any]], doubtful: Batch | None) -> Batch:
        try:
            lane = self.wire.lane
            batch = self._guessed(works, lane) if doubtful is None else None
            if batch is None:
                batch = self._locked(works, lane, doubtful)
        except BaseException:
            self.wire.rollback()
            raise
        self._memory.keep(batch.written)
        return batch

    def _guessed(self, works: Sequence[Work[Any]], lane: int) -> Batch | None:
        """On what this worker left behind, which saves asking the store; None where that does not hold any more.

        What is refused, or was asked before, is not answered from memory; and where the chain of records ends is not
        remembered, because others add to it all the time.
        """
        ground = self._memory.ground(_needs(works, lane))
        if ground is None:
            return None
        known = Known(
            {name: (held.number, held.hash) for name, held in ground.books.items()},
            {table: held.pressed.number for table, held in ground.pads.items()},
            {name: (head.number, head.hash) for name, head in ground.heads.items()},
        )
        batch = self._do(works, ground, {})
        if any(answer.refusal is not None for answer in batch.answers) or batch.written.records:
            return None
        try:
            self._write(batch, lane, lambda rows, notes: self.wire.at_once(known, rows, notes))
        except WriteConflict:
            self._memory.holds = False
            self.wire.rollback()
            return None
        return batch

    def _locked(self, works: Sequence[Work[Any]], lane: int, doubtful: Batch | None) -> Batch:
        needs = _needs(works, lane)
        found = self.wire.begin(needs.books, needs.pads, needs.chains, needs.requests)
        if doubtful is not None and self._is_there(doubtful):
            # Whoever was cut off in the middle of the commit has committed after all.
            self.wire.rollback()
            return doubtful
        asked = {key: (what, answer) for key, what, answer in found.requests}
        batch = self._do(works, self._memory.compare(found, needs.chains), asked)
        if batch.written.records:
            batch.written.heads |= {RECORDS: Head()} | heads_of(self.wire.lock(RECORDS))
        self._write(batch, lane, self.wire.commit)
        return batch

    def _do(self, works: Sequence[Work[Any]], ground: Changes, asked: dict[str, tuple[str, str]]) -> Batch:
        at = self.clock()
        answers: list[Answer[Any]] = []
        for work in works:
            desk = UnitOfWork(ground, at)
            try:
                if work.request in asked:
                    answers.append(Answer(same_answer(work, *asked[work.request])))
                    continue
                answer = Answer(work.run(desk))
                if work.request:
                    told = encode(answer.value)
                    answer = Answer(json.loads(told))  # the very same as whoever asks again will get
                    desk.mine.requests.append({"key": work.request, "what": work.what, "at": at, "answer": told})
                    asked[work.request] = (work.what, told)
                elif not desk.mine.transactions and (desk.mine.presses or desk.mine.records or desk.mine.table_events):
                    raise ValueError("work that books nothing needs a key: else nobody could tell whether it was done")
            except Exception as error:  # noqa: BLE001 (a fault in one piece is not the others' fault)
                answers.append(Answer(refusal=error))
                continue
            answers.append(answer)
            ground.take(desk.mine)
        return Batch(answers, ground)

    def _write(self, batch: Batch, lane: int, write: Callable[[Rows, Sequence[str]], None]) -> None:
        try:
            write(_rows(batch.written, self._memory, lane), _notes(batch.written))
        except StoreUnavailable as lost:
            raise _DoubtfulError(batch, lost) from lost

    def _is_there(self, batch: Batch) -> bool:
        """Whether it was committed. Its books are locked, so whoever was committing has come to an end. A batch that
        booked nothing is simply done again: its requests tell whether it was done."""
        if not batch.written.transactions:
            return False
        first = batch.written.transactions[0]
        with self.database.reading() as connection:
            there = read_one(connection, first.book, first.number)
        return there is not None and there.hash == first.hash

    def _tell(self, written: Changes) -> None:
        if written.transactions:
            for tell in self.listeners:
                _heard(tell, written.transactions)
        for table in written.at_tables():
            for tell_of in self.table_listeners:
                _heard(tell_of, table)


class _DoubtfulError(Exception):
    """The store was lost in the middle of a commit."""

    def __init__(self, batch: Batch, lost: StoreUnavailable) -> None:
        self.batch, self.lost = batch, lost


def _heard(tell: Callable[[T], None], news: T) -> None:
    try:
        tell(news)
    except Exception:  # what is committed is committed, whatever a listener makes of it
        getLogger(__name__).exception("a listener failed")


@dataclass(frozen=True, slots=True)
class Needs:
    """What pieces of work need, each in one order for everybody."""

    books: list[str]
    pads: list[str]
    chains: list[str]
    requests: list[str]


def _needs(works: Sequence[Work[Any]], lane: int) -> Needs:
    requests = sorted({work.request for work in works if work.request})
    chains = {events_chain(work.events_of) for work in works if work.events_of} | (
        {lane_chain(lane)} if requests else set()
    )
    return Needs(
        sorted({book for work in works for book in work.books}),
        sorted({table for work in works for table in work.pads}),
        sorted(chains),
        requests,
    )


def heads_of(found: Sequence[tuple[str, int, str]]) -> dict[str, Head]:
    """Where chains end, as it was read."""
    return {name: Head(number, sealed) for name, number, sealed in found}


def _rows(written: Changes, memory: Memory, lane: int) -> Rows:
    """Everything that was done, as rows."""
    items = written.transactions
    # In one order for everybody: two servers that are asked the same wait for each other, not in a circle.
    asked = [row | {"lane": lane} for row in sorted(written.requests, key=itemgetter("key"))]
    requests = _at_the_end(written, lane_chain(lane), "requests", asked)
    records = _at_the_end(written, RECORDS, "records", written.records)
    books = [
        {"id": book, "number": held.number, "hash": held.hash, "state": memory.state_of(held.book)}
        for book, held in written.changed_books().items()
    ]
    pads = [
        {
            "table": table,
            "state": written.pads[table].state,
            "pressed": written.pads[table].pressed.number,
            "hash": written.pads[table].pressed.hash,
        }
        for table in sorted({press["table"] for press in written.presses})
    ]
    grown = {events_chain(row["table"]): row["number"] for row in reversed(written.table_events)}
    grown |= {name: rows[0]["number"] for name, rows in ((lane_chain(lane), requests), (RECORDS, records)) if rows}
    chains = [
        {"name": name, "number": written.heads[name].number, "hash": written.heads[name].hash} for name in sorted(grown)
    ]
    # What begins here has its first transaction, its first press or its first row here.
    new_chains = {name for name, first in grown.items() if first == 1}
    new_books = {item.book for item in items if item.number == 1}
    new_pads = {press["table"] for press in written.presses if press["number"] == 1}
    return Rows(
        {
            "transactions": [_row_of(item) for item in items],
            "entries": [{"book": item.book, "number": item.number, "micros": item.entries} for item in items],
            "books": [row for row in books if row["id"] in new_books],
            "presses": written.presses,
            "table_events": written.table_events,
            "pads": [row for row in pads if row["table"] in new_pads],
            "requests": requests,
            "records": records,
            "chains": [row for row in chains if row["name"] in new_chains],
        },
        {
            "books": [row for row in books if row["id"] not in new_books],
            "pads": [row for row in pads if row["table"] not in new_pads],
            "chains": [row for row in chains if row["name"] not in new_chains],
        },
    )


def _at_the_end(written: Changes, chain: str, table: str, rows: Sequence[Row]) -> list[Row]:
    """Rows put at the end of a chain, when all of them are known."""
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


def _notes(written: Changes) -> list[str]:
    """What the meters show now, and at which tables something happened, for other servers."""
    meters = [note_of(book, held.number, held.book.shown) for book, held in written.changed_books().items()]
    return meters + [table_note(table) for table in written.at_tables()]
