"""The proof of a ledger in the store."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sqlalchemy import Connection, exists, select

from pitbook.errors import NotFound, quoted
from pitbook.jackpot.book import Book
from pitbook.jackpot.ledger import UNREADABLE, LedgerFault, Proof, Transaction, verify
from pitbook.room.days.records import read_records
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.work import PAGE, read_book, read_one


class _Found(Exception):
    """Ends a proof at a transaction that cannot be read, or is not the one that a day was closed with."""

    def __init__(self, fault: LedgerFault) -> None:
        self.fault = fault


def ledgers(database: Database) -> list[str]:
    """Every jackpot that has a book, a transaction or an entry."""
    named = (schema.books.c.id, schema.transactions.c.book, schema.entries.c.book)
    with database.reading_for_proof() as connection:
        found = {name for column in named for name in connection.execute(select(column).distinct()).scalars()}
    return sorted(map(str, found))  # a changed name may not be text


def prove(database: Database, jackpot: str, watch: Callable[[int], None] = lambda _done: None) -> Proof:
    """Proves the chain, the balance, that meters equal their accounts, and that closed days are unchanged.

    ``watch`` is called after each page with the number of transactions read so far.
    """
    with database.reading_for_proof() as connection:
        try:
            marks = _marks(connection, jackpot)
        except UNREADABLE:
            return Proof(jackpot, 0, "", {}, None, LedgerFault(0, "the record of a closed day cannot be read"))
        try:
            proof = verify(jackpot, _read(connection, jackpot, marks, watch))
        except _Found as found:
            return Proof(jackpot, found.fault.number, "", {}, None, found.fault)
        if not proof.holds:
            return proof
        if marks and max(marks) > proof.transactions:
            day, _ = marks[max(marks)]
            words = f"{day} was closed with transaction {max(marks)}: every one after {proof.transactions} is missing"
            return replace(proof, fault=LedgerFault(proof.transactions + 1, words))
        return replace(proof, fault=_entry_fault(connection, jackpot) or _book_fault(connection, proof))


def _marks(connection: Connection, jackpot: str) -> dict[int, tuple[str, str]]:
    """The last transaction of each closed day, with the day and its hash."""
    found = {}
    for record in read_records(connection, "day-closed"):
        for figures in record.data["jackpots"]:
            if figures["jackpot"] == jackpot:
                found[int(figures["transactions"][1])] = (str(figures["day"]), str(figures["hash"]))
    return found


def _read(
    connection: Connection, jackpot: str, marks: Mapping[int, tuple[str, str]], watch: Callable[[int], None]
) -> Iterator[Transaction]:
    number = 0
    try:
        for item in read_book(connection, jackpot, strictly=True):
            number = item.number
            day, sealed = marks.get(number, ("", item.hash))
            if sealed != item.hash:
                raise _Found(LedgerFault(number, f"{day} was closed with another transaction in its place"))
            yield item
            if number % PAGE == 0:
                watch(number)
    except UNREADABLE as error:
        words = f"it cannot be read: {type(error).__name__} {quoted(error)}"
        raise _Found(LedgerFault(_first_unreadable(connection, jackpot, number), words)) from None


def _first_unreadable(connection: Connection, jackpot: str, after: int) -> int:
    """The number of the faulty transaction in a page that cannot be read."""
    for number in range(after + 1, after + PAGE + 1):
        try:
            read_one(connection, jackpot, number, strictly=True)
        except UNREADABLE:
            return number
    return after + 1


def _book_fault(connection: Connection, proof: Proof) -> LedgerFault | None:
    """A fault if the stored book is not the one that follows from the ledger."""
    row = connection.execute(select(schema.books).where(schema.books.c.id == proof.book)).mappings().first()
    if row is None and proof.transactions == 0:
        raise NotFound(f"there is no jackpot {quoted(proof.book)}")
    try:
        kept = Book.from_dict(json.loads(row["state"])) if row is not None else None
    except UNREADABLE:
        kept = None
    if row is None or kept != proof.state or (row["number"], row["hash"]) != (proof.transactions, proof.hash):
        return LedgerFault(proof.transactions, "the stored book differs from the one that the ledger gives")
    return None


def _entry_fault(connection: Connection, jackpot: str) -> LedgerFault | None:
    """A fault if an entry has no transaction: no balance would include it."""
    entries, items = schema.entries, schema.transactions
    has_one = exists().where(items.c.book == entries.c.book, items.c.number == entries.c.number)
    alone = select(entries.c.number).where(entries.c.book == jackpot, ~has_one).limit(1)
    number = connection.execute(alone).scalar()
    return None if number is None else LedgerFault(number, "there are entries, but no transaction that made them")
