"""The ledger of a jackpot: transactions chained by hash, and the proof that they are what was done.

Each transaction holds the action, its entries and what came of it. Its hash covers all of that and the hash of the one
before, so that no byte can change without every later hash. The proof goes further: it does every action again and
compares entries and meter, so that a ledger rewritten with fresh hashes is found out too unless it is possible play.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.jackpot.book import ACCOUNTS, POOLS, PRIZES, RESERVED, Action, Book, Done, do, open_book, to_reverse
from pitbook.jackpot.setup import Setup

FIRST: Final = "0" * 64
"""What the first transaction of a book is chained to."""
OPENED: Final = "opened"
UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError, LookupError, RecursionError)
"""What reading something that somebody wrote over may raise."""


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
    """Given by whoever asked: the same key is booked once, however often it is asked for."""
    at: str
    by: str
    previous: str
    hash: str

    def sealed(self) -> str:
        """The hash that this transaction should have."""
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
    book: str, number: int, previous: str, action: Action, done: Done, key: str, at: str, by: str
) -> Transaction:
    """The transaction that an action becomes."""
    entries = {account: done.entries[account] for account in ACCOUNTS if account in done.entries}
    draft = Transaction(book, number, action.kind, action.data, entries, done.result, key, at, by, previous, "")
    return Transaction(
        book, number, action.kind, action.data, entries, done.result, key, at, by, previous, hash_of(draft)
    )


@dataclass(frozen=True, slots=True)
class Fault:
    """The first transaction that cannot be, and why."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What verifying a ledger found."""

    book: str
    transactions: int
    hash: str
    balances: Mapping[str, int]
    state: Book | None
    fault: Fault | None = None

    @property
    def holds(self) -> bool:
        return self.fault is None


def verify(
    book: str,
    transactions: Iterable[Transaction],
    since: Proof | None = None,
    earlier: Callable[[int], Transaction | None] = lambda _number: None,
) -> Proof:
    """Proves the chain, the balance of every transaction, and that meters equal their accounts.

    Where a ledger was proved before, ``since`` is how far; ``earlier`` then finds prizes of before, which may be backed
    out later.
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

    for item in transactions:
        number += 1
        try:
            words = _wrong(item, book, number, previous, keys)
            if not words:
                if item.kind == "back-out" and item.data.get("award") in undone:
                    raise BadInput(f"prize {item.data['award']} was backed out before")
                done = _again(state, item, find)
                words = _differs(item, done)
                state = done.book
        except BadInput as error:
            words = f"it could not have been done: {error}"
        except UNREADABLE as error:  # of no kind that it can be, or sealed anew by nobody who knows what it must say
            words = f"it cannot be read: {type(error).__name__}"
        if words:
            return Proof(book, number, previous, dict(balances), state, Fault(number, words))
        balances.update(item.entries)
        if state is not None and any(balances[name] != held for name, held in state.accounts().items()):
            fault = Fault(number, f"the meter does not equal its accounts: {state.accounts()}")
            return Proof(book, number, previous, dict(balances), state, fault)
        if item.kind in PRIZES:
            prizes[number] = item
        elif item.kind == "back-out":
            undone.add(int(item.data["award"]))
        keys.add(item.key)
        previous = item.hash
    return Proof(book, number, previous, dict(balances), state)


def _wrong(item: Transaction, book: str, number: int, previous: str, keys: set[str]) -> str:
    """What is wrong with a transaction by itself; empty where nothing is."""
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


def _again(state: Book | None, item: Transaction, find: Callable[[int], Transaction | None]) -> Done:
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
        if prize is None or prize.kind != "award" or prize.result["prize_cents"] != item.data.get("prize_cents"):
            raise BadInput("it pays a prize that this book does not have, or another amount")
    return do(state, Action(item.kind, item.data))


def _differs(item: Transaction, done: Done) -> str:
    if dict(item.entries) != dict(done.entries):
        return f"its entries are {dict(item.entries)}, but the action makes {dict(done.entries)}"
    if dict(item.result) != dict(done.result):
        return f"its result is {dict(item.result)}, but the action makes {dict(done.result)}"
    return ""


def liabilities(balances: Mapping[str, int]) -> int:
    """The players' money by the accounts, in millionths."""
    return -sum(balances.get(account, 0) for account in (*POOLS, RESERVED))
