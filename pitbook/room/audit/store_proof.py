"""The proof of a whole store: every ledger, every chain of its history, every table's record done again, and every
person and controller as the chain last left them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitbook.errors import NotFound
from pitbook.jackpot.ledger import UNREADABLE, Fault, Proof
from pitbook.room.audit.history_proof import ChainProof, prove_history
from pitbook.room.audit.ledger_proof import ledgers, prove
from pitbook.room.audit.row_proof import RowsProof, prove_rows
from pitbook.room.audit.table_proof import RecordProof, prove_record
from pitbook.room.tables.log import tables
from pitbook.store.database import Database


@dataclass(frozen=True, slots=True)
class StoreProof:
    """What the proof of a store found."""

    ledgers: Sequence[Proof]
    chains: Sequence[ChainProof]
    tables: Sequence[RecordProof]
    rows: Sequence[RowsProof] = ()

    @property
    def holds(self) -> bool:
        return not self.fault

    @property
    def fault(self) -> str:
        """The first thing that cannot be; empty where everything holds."""
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


def prove_store(database: Database) -> StoreProof:
    """Everything that a store holds and must not change."""
    return StoreProof(
        [_prove_ledger(database, name) for name in ledgers(database)],
        prove_history(database),
        [prove_record(database, table) for table in _played(database)],
        prove_rows(database),
    )


def _prove_ledger(database: Database, name: str) -> Proof:
    try:
        return prove(database, name)
    except NotFound:
        return Proof(name, 0, "", {}, None, Fault(1, "something belongs to it, and it is no jackpot"))


def _played(database: Database) -> list[str]:
    try:
        with database.proving() as connection:
            return tables(connection)
    except UNREADABLE:
        return []  # the chains say which event belongs to no table
