"""The proof of a whole store: every ledger, every chain of its history, every table's record replayed, and every person
and controller as the chain last recorded them.

This is the one proof: the commands ``ledger verify`` and ``store``, the back-up drill and the auditor's page run it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, select

from pitbook.errors import NotFound
from pitbook.jackpot.ledger import UNREADABLE, LedgerFault, Proof
from pitbook.room.audit.history_proof import ChainProof, count_rows, prove_history
from pitbook.room.audit.ledger_proof import ledgers, prove
from pitbook.room.audit.row_proof import RowsProof, prove_rows
from pitbook.room.audit.table_proof import RecordProof, prove_record
from pitbook.room.tables.log import last_number
from pitbook.room.tables.log import tables as tables_with_events
from pitbook.store import schema
from pitbook.store.database import Database


@dataclass(frozen=True, slots=True)
class StoreProof:
    """The results of a proof, complete or so far."""

    ledgers: Sequence[Proof] = ()
    chains: Sequence[ChainProof] = ()
    tables: Sequence[RecordProof] = ()
    rows: Sequence[RowsProof] = ()

    @property
    def holds(self) -> bool:
        return not self.fault

    @property
    def fault(self) -> str:
        """The first fault in a sentence; empty if everything holds."""
        for chain in self.chains:
            if not chain.holds:
                return f"{chain.chain}, row {chain.fault:,}: {chain.words}"
        for ledger in self.ledgers:
            if ledger.fault is not None:
                return f"ledger of {ledger.book}, transaction {ledger.fault.number:,}: {ledger.fault.words}"
        for record in self.tables:
            if not record.holds:
                return f"record of table {record.table}: {record.words}"
        for rows in self.rows:
            if not rows.holds:
                return f"{rows.table}, row {rows.row}: {rows.words}"
        return ""


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """The progress of a proof."""

    now: str
    """The part that is being proved, in words."""
    done: int
    of: int
    """Transactions, rows of history and events of tables in all."""
    proof: StoreProof
    """The results so far."""
    part_done: bool
    """Whether a part has just come to its end, so that the results have changed."""


Watch = Callable[[ProofProgress], None]


def prove_store(database: Database, watch: Watch | None = None, *, tables: bool = True) -> StoreProof:
    """Proves everything in a store that must not change; without ``tables`` no table's record is replayed."""
    names, played = ledgers(database), _played(database) if tables else []
    proving = _Proving(watch, _size(database, names, played) if watch is not None else 0)
    found = StoreProof()
    for name in names:
        proof = _prove_ledger(database, name, proving.begin(f"ledger of {name}", found))
        found = replace(found, ledgers=(*found.ledgers, proof))
        proving.end(_transactions(database, name) if watch is not None else 0, found)
    chains = tuple(prove_history(database, proving.begin("presses, events, requests and records", found)))
    found = replace(found, chains=chains, rows=tuple(prove_rows(database)))
    proving.end(count_rows(database) if watch is not None else 0, found)
    for table in played:
        record = prove_record(database, table, proving.begin(f"record of table {table}", found))
        found = replace(found, tables=(*found.tables, record))
        proving.end(record.events, found)
    return found


class _Proving:
    """Adds up the progress of the parts."""

    def __init__(self, watch: Watch | None, of: int) -> None:
        self.watch, self.of, self.before, self.now = watch, of, 0, ""

    def begin(self, now: str, found: StoreProof) -> Callable[[int], None]:
        """Begins a part; returns the function to which the part reports its progress."""
        self.now = now
        self._report(0, found)
        return lambda done: self._report(done, found)

    def end(self, size: int, found: StoreProof) -> None:
        self.before += size
        self._report(0, found, part_done=True)

    def _report(self, done: int, found: StoreProof, *, part_done: bool = False) -> None:
        if self.watch is not None:
            self.watch(ProofProgress(self.now, self.before + done, self.of, found, part_done))


def _size(database: Database, names: Sequence[str], played: Sequence[str]) -> int:
    with database.reading_for_proof() as connection:
        events = sum(last_number(connection, table) for table in played)
    return sum(_transactions(database, name) for name in names) + count_rows(database) + events


def _transactions(database: Database, jackpot: str) -> int:
    rows = schema.transactions
    with database.reading_for_proof() as connection:
        return int(connection.execute(select(func.max(rows.c.number)).where(rows.c.book == jackpot)).scalar() or 0)


def _prove_ledger(database: Database, name: str, watch: Callable[[int], None]) -> Proof:
    try:
        return prove(database, name, watch)
    except NotFound:
        return Proof(
            name, 0, "", {}, None, LedgerFault(1, "it has transactions or entries, and there is no such jackpot")
        )


def _played(database: Database) -> list[str]:
    try:
        with database.reading_for_proof() as connection:
            return tables_with_events(connection)
    except UNREADABLE:
        return []  # prove_history reports the row that cannot be read
