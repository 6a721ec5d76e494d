"""The ledger of a jackpot: transactions chained by hash, and the proof of them.

Each transaction holds the action, its entries and its result. Its hash covers all of these and the hash of the
transaction before, so changing one byte changes every later hash. The proof also replays every action and compares
entries and meter, so a ledger rewritten with new hashes passes only if it describes play that could have happened.
"""

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.jackpot.book import (
    ACCOUNTS,
    LATE,
    PRIZES,
    Action,
    ActionResult,
    Book,
    do,
    open_book,
    to_reverse,
)
from pitbook.jackpot.setup import Setup

FIRST: Final = "0" * 64
"""The "previous" hash of a book's first transaction."""
OPENED: Final = "opened"
UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError, LookupError, RecursionError)
"""The exceptions that parsing an edited row may raise."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """One action, booked."""

    book: str
    number: int
    """From 1, without gaps."""
    kind: str
    data: Mapping[str, Any]
    entries: Mapping[str, int]
    result: Mapping[str, Any]
    key: str
    """The idempotency key: each key is booked once in a book."""
    at: str
    by: str
    previous: str
    hash: str

    def sealed(self) -> str:
        """The hash computed from the contents of this transaction."""
        return hash_of(self)


def hash_of(item: Transaction) -> str:
    """SHA-256 of everything but the hash itself, as canonical JSON."""
    body = [
        item.book, item.number, item.kind, item.data, item.entries, item.result, item.key, item.at, item.by,
        item.previous,
    ]  # fmt: skip
    return hashlib.sha256(_encode(body).encode()).hexdigest()


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


def book_in(
    book: str, number: int, previous: str, action: Action, done: ActionResult, key: str, at: str, by: str
) -> Transaction:
    """Makes the transaction of an action, chained to the previous one."""
    entries = {account: done.entries[account] for account in ACCOUNTS if account in done.entries}
    draft = Transaction(book, number, action.kind, action.data, entries, done.result, key, at, by, previous, "")
    return Transaction(
        book, number, action.kind, action.data, entries, done.result, key, at, by, previous, hash_of(draft)
    )


@dataclass(frozen=True, slots=True)
class LedgerFault:
    """The first faulty transaction, and why it is faulty."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of verifying a ledger."""

    book: str
    transactions: int
    hash: str
    balances: Mapping[str, int]
    state: Book | None
    fault: LedgerFault | None = None

    @property
    def holds(self) -> bool:
        return self.fault is None

    def to_dict(self) -> dict[str, Any]:
        """The JSON record of the API, of the command ``ledger verify`` and of an audit pack."""
        fault = {"transaction": self.fault.number, "words": self.fault.words} if self.fault is not None else None
        return {
            "jackpot": self.book,
            "holds": self.holds,
            "transactions": self.transactions,
            "hash": self.hash,
            "balances_micros": dict(self.balances),
            "fault": fault,
        }


def verify(
    book: str,
    transactions: Iterable[Transaction],
    since: Proof | None = None,
    earlier: Callable[[int], Transaction | None] = lambda _number: None,
) -> Proof:
    """Proves the chain, the balance of every transaction, and that meters equal their accounts.

    ``since`` is an earlier proof to continue from. ``earlier`` then reads a transaction before it, because a back-out
    may refer to an older prize.
    """
    state: Book | None = since.state if since is not None else None
    previous, number = (since.hash, since.transactions) if since is not None else (FIRST, 0)
    balances: Counter[str] = Counter(dict.fromkeys(ACCOUNTS, 0))
    if since is not None:
        balances.update(since.balances)
    prizes: dict[int, Transaction] = {}
    undone: set[int] = set()
    keys: set[str] = set()

    def find(prize: int) -> Transaction | None:
        """A prize by its number, backed out or not."""
        booked = prizes.get(prize) or earlier(prize)
        return booked if booked is not None and booked.kind in PRIZES else None

    shown, proved = array("q"), number

    def shown_after(place: int) -> int | None:
        """The cents on the display after a transaction."""
        if proved < place <= proved + len(shown):
            return shown[place - proved - 1]
        booked = earlier(place) if 0 < place <= proved else None
        return int(booked.result["shown_cents"]) if booked is not None else None

    for item in transactions:
        number += 1
        try:
            words = _fault_in(item, book, number, previous, keys)
            if not words and item.kind == LATE and shown_after(int(item.data["as_of"])) != item.data["of_cents"]:
                words = (
                    f"it is a share of another amount than the display showed after transaction {item.data['as_of']}"
                )
            if not words:
                if item.kind == "back-out" and item.data.get("award") in undone:
                    raise BadInput(f"prize {item.data['award']} was backed out before")
                done = _replay(state, item, find)
                words = _difference(item, done)
                state = done.book
        except BadInput as error:
            words = f"it could not have been done: {error}"
        except UNREADABLE as error:  # an edited transaction with a matching new hash
            words = f"it cannot be read: {type(error).__name__}"
        if words:
            return Proof(book, number, previous, dict(balances), state, LedgerFault(number, words))
        balances.update(item.entries)
        shown.append(int(item.result["shown_cents"]))
        if state is not None and any(balances[name] != held for name, held in state.accounts().items()):
            fault = LedgerFault(number, f"the meter does not equal its accounts: {state.accounts()}")
            return Proof(book, number, previous, dict(balances), state, fault)
        if item.kind in PRIZES:
            prizes[number] = item
        elif item.kind == "back-out":
            undone.add(int(item.data["award"]))
        keys.add(item.key)
        previous = item.hash
    return Proof(book, number, previous, dict(balances), state)


def _fault_in(item: Transaction, book: str, number: int, previous: str, keys: set[str]) -> str:
    """The fault of a transaction by itself; empty without one."""
    if item.book != book:
        return f"it belongs to {item.book}"
    if item.number != number:
        return f"its number is {item.number}: a transaction is missing or out of order"
    if item.previous != previous:
        return "it is not chained to the one before"
    if item.hash != item.sealed():
        return "its hash is not that of its content: it was changed after it was booked"
    if item.key in keys:
        return f"its key {item.key} was booked before"
    if sum(item.entries.values()):
        return f"its entries add up to {sum(item.entries.values())}, not to zero"
    return ""


def _replay(state: Book | None, item: Transaction, find: Callable[[int], Transaction | None]) -> ActionResult:
    if state is None:
        if item.kind != OPENED:
            raise BadInput("a book begins with its opening")
        return open_book(Setup.from_dict(item.data))
    if item.kind == "back-out":
        prize = find(int(item.data.get("award", 0)))
        if prize is None or to_reverse(state, prize.data, prize.entries) != dict(item.data.get("entries", {})):
            raise BadInput("it reverses entries that no prize of this book has")
        if any(name in item.data and item.data[name] != prize.data[name] for name in ("table", "round", "seat")):
            raise BadInput("it names another table, round or seat than the prize that it reverses")
    if item.kind == "paid":
        prize = find(int(item.data.get("award", 0)))
        wins = ("award", LATE)
        if prize is None or prize.kind not in wins or prize.result["prize_cents"] != item.data.get("prize_cents"):
            raise BadInput("it pays a prize that this book does not have, or another amount")
    return do(state, Action(item.kind, item.data))


def _difference(item: Transaction, done: ActionResult) -> str:
    if dict(item.entries) != dict(done.entries):
        return f"its entries are {dict(item.entries)}, but the action makes {dict(done.entries)}"
    if dict(item.result) != dict(done.result):
        return f"its result is {dict(item.result)}, but the action makes {dict(done.result)}"
    return ""
