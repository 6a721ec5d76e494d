"""A check of a ledger within seconds, for an auditor at a table: the newest transactions first, with a statement of how
many were checked."""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, select

from pitbook.jackpot.book import ACCOUNTS, Book
from pitbook.jackpot.ledger import FIRST, UNREADABLE, Transaction
from pitbook.room.days.records import read_kinds
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.work import PAGE, read_book

ADJUSTED: Final = ("adjust", "back-out", "change-terms", "suspend", "resume", "retire", "distribute", "void")
"""Manual acts on a jackpot, which have a reason and a document."""


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """The transactions of a ledger that were checked, and the first fault."""

    jackpot: str
    transactions: int
    """The number of all transactions."""
    first: int
    """The oldest that was checked; 0 if there was no time for any."""
    fault: int
    """The number of the faulty transaction; 0 if none was found."""
    words: str
    """What is wrong with it."""
    holds: bool = field(init=False, default=False)
    looked_at: int = field(init=False, default=0)
    whole: bool = field(init=False, default=False)
    """Whether all transactions were checked."""
    sentence: str = field(init=False, default="")
    """What was checked, in words."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "holds", not self.words)
        object.__setattr__(self, "looked_at", self.transactions - self.first + 1 if self.first else 0)
        object.__setattr__(self, "whole", self.first == 1)
        object.__setattr__(self, "sentence", self._sentence())

    def _sentence(self) -> str:
        if not self.holds:
            return f"Transaction {self.fault:,} of {self.jackpot}: {self.words}."
        each = "each sealed, chained to the one before and balanced"
        if self.whole:
            many = "transaction" if self.transactions == 1 else "transactions"
            return f"The whole ledger, {self.transactions:,} {many}: {each}; the meter equals its accounts."
        return (
            f"The newest {self.looked_at:,} of {self.transactions:,} transactions: {each}; the stored book is as the "
            "newest one left it."
        )


def check_newest(
    database: Database, jackpot: str, seconds: float, clock: Callable[[], float] = time.monotonic
) -> LedgerCheck:
    """Checks a ledger from its newest transaction backwards, a page at a time, until the seconds are over."""
    until = clock() + seconds
    with database.reading_snapshot() as connection:
        row = connection.execute(select(schema.books).where(schema.books.c.id == jackpot)).mappings().one()
        last = int(row["number"])
        sums: Counter[str] = Counter(dict.fromkeys(ACCOUNTS, 0))
        sealed, high, first = str(row["hash"]), last, 0
        while high:
            low = max(0, high - PAGE)
            fault = _check_page(connection, jackpot, low, high, sealed, sums)
            if isinstance(fault, tuple):
                return LedgerCheck(jackpot, last, low + 1, *fault)
            sealed, high, first = fault, low, low + 1
            if clock() > until:
                break
        words = _wrong_book(row["state"], sums) if first == 1 else ""
        if not last or (first == 1 and sealed != FIRST):
            words = "the ledger does not begin where every ledger begins"
    return LedgerCheck(jackpot, last, first, last if words else 0, words)


def _check_page(
    connection: Connection, jackpot: str, low: int, high: int, sealed: str, sums: Counter[str]
) -> tuple[int, str] | str:
    """The hash that the transaction before this page must have; or the number of a faulty transaction, and why."""
    try:
        items = list(islice(read_book(connection, jackpot, low), high - low))
    except UNREADABLE:
        return low + 1, "it, or one of the next thousand, cannot be read"
    for number, item in zip(range(high, low, -1), reversed(items), strict=False):
        words = _wrong(item, number, sealed)
        if words:
            return number, words
        sums.update(item.entries)
        sealed = item.previous
    return sealed if len(items) == high - low else (low + 1, "a transaction is missing")


def _wrong(item: Transaction, number: int, sealed: str) -> str:
    if item.number != number:
        return "it is missing or out of order"
    if item.hash != sealed:
        return "it is not the one that the next is chained to"
    if item.hash != item.sealed():
        return "it was changed after it was booked"
    if sum(item.entries.values()):
        return f"its entries add up to {sum(item.entries.values())}, not to zero"
    return ""


def _wrong_book(state: str, sums: Counter[str]) -> str:
    """What is wrong with the stored book if its balances are not the sums of the entries; empty if they are."""
    try:
        accounts = Book.from_dict(json.loads(state)).accounts()
    except UNREADABLE:
        return "the stored book cannot be read"
    wrong = [name for name, held in accounts.items() if sums[name] != held]
    return f"the meter does not equal its accounts: {', '.join(wrong)}" if wrong else ""


@dataclass(frozen=True, slots=True)
class ManualAct:
    """A manual act on a jackpot."""

    number: int
    at: str
    by: str
    kind: str
    reason: str
    why: str
    document: str
    micros: int
    """The change of the pools."""


def last_manual_acts(database: Database, jackpot: str, most: int) -> list[ManualAct]:
    """The last manual acts, the newest first."""
    with database.reading_snapshot() as connection:
        items = read_kinds(connection, jackpot, ADJUSTED)[-most:]
    return [_manual_act(item) for item in reversed(items)]


def _manual_act(item: Transaction) -> ManualAct:
    data: dict[str, Any] = dict(item.data)
    moved = -sum(item.entries.get(pool, 0) for pool in ("displayed", "reserve", "overflow"))
    return ManualAct(
        item.number, item.at, item.by, item.kind, str(data.get("reason", "")), str(data.get("why", "")),
        str(data.get("document", "")), moved,
    )  # fmt: skip
