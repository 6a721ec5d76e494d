"""What a piece of work says to the database, straight to its driver: two exchanges, however many pieces share them.

The first begins a transaction, locks what is needed and reads it; the second writes everything and commits. Whoever
waits for a server waits twice, not once for each row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pitbook.errors import PitbookError
from pitbook.store import schema

Row = dict[str, Any]
ADDED: Final = ("transactions", "entries", "books", "presses", "table_events", "pads", "requests", "records", "chains")
"""Tables to which rows are added, in this order: an entry needs its transaction."""
CHANGED: Final[Mapping[str, str]] = {"books": "id", "pads": "table", "chains": "name"}
"""Tables whose rows are changed in place too, and what a row is found by."""
CHANNEL: Final = "pitbook"
"""Where PostgreSQL tells other servers what a meter shows now, and at which table something happened."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What is written, by table; the entries of a transaction come together, as accounts with their amounts."""

    added: Mapping[str, Sequence[Row]]
    changed: Mapping[str, Sequence[Row]]

    def __bool__(self) -> bool:
        return any(self.added.values()) or any(self.changed.values())


class WriteConflict(Exception):
    """The database takes no such rows, mostly because it has one of them already: nothing was written."""


class StoreUnavailable(PitbookError):
    """The store cannot be reached. What was being written is there wholly or not at all."""


class StoreNotWritable(StoreUnavailable):
    """The store is reached and takes nothing: nothing was written, and asking again at once is no use."""


_FULL, _READ_ONLY = "53100", "25006"
_TAKES_NOTHING: Final = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR_WRITE")


def unavailable_because(error: BaseException) -> StoreUnavailable:
    """What a driver of either database says of a store that is away, full or read-only, in a sentence."""
    words = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
    said = str(getattr(error, "sqlite_errorname", ""))
    if getattr(error, "sqlstate", None) in (_FULL, _READ_ONLY) or said.startswith(_TAKES_NOTHING):
        return StoreNotWritable(f"the store cannot be written to: {words}")
    return StoreUnavailable(f"the store cannot be reached: {words}")


@dataclass(frozen=True, slots=True)
class Known:
    """What work was done on without asking: it is locked and compared before anything is written."""

    books: Mapping[str, tuple[int, str]]
    """The number and the hash of the last transaction."""
    pads: Mapping[str, int]
    """How often anything was pressed."""
    chains: Mapping[str, tuple[int, str]]
    """The number and the hash of the last row."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was locked and read."""

    books: Sequence[tuple[str, int, str, str]]
    """Name, number of the last transaction, its hash, state."""
    pads: Sequence[tuple[str, str, int, str]]
    """Table, state, how often anything was pressed, hash of the last press."""
    chains: Sequence[tuple[str, int, str]]
    """Name, number of the last row, its hash; a chain without rows is not there."""
    requests: Sequence[tuple[str, str, str]]
    """Key, what was asked for, what was answered."""

    def stands(self) -> Known:
        """How far everything is."""
        books = {name: (number, sealed) for name, number, sealed, _ in self.books}
        chains = {name: (number, sealed) for name, number, sealed in self.chains}
        return Known(books, {table: pressed for table, _, pressed, _ in self.pads}, chains)


def note_of(book: str, number: int, shown: int) -> str:
    """What other servers are told of a jackpot: how far its ledger is, and what its display shows."""
    return f"{book} {number} {shown}"


TABLE_NOTE: Final = "@"
"""Before a table's note: no jackpot is called so."""


def table_note(table: str) -> str:
    """What other servers are told of a table: that something happened there."""
    return f"{TABLE_NOTE}{table}"


def columns_of(table: str) -> list[str]:
    """What a row of a table says."""
    return [column.name for column in schema.metadata.tables[table].columns]


class WriteConnection(Protocol):
    """A connection for work; one piece at a time."""

    patience: float
    """For how many seconds it is worth trying again when the store cannot be reached."""

    @property
    def lane(self) -> int:
        """The chain in which this connection's requests are answered; nobody else answers there if it can be helped."""

    @property
    def process(self) -> int:
        """The process of the database at the other end, by whose number others hear of its commits; 0 where none is."""

    def begin(self, books: Sequence[str], tables: Sequence[str], chains: Sequence[str], keys: Sequence[str]) -> Found:
        """Begins a transaction; books, controllers and chains are locked in the order given, then requests are read."""

    def lock(self, chain: str) -> Sequence[tuple[str, int, str]]:
        """One chain more, the last thing before the commit: its name, number and hash, or nothing if it has no rows."""

    def commit(self, rows: Rows, notes: Sequence[str]) -> None:
        """Writes everything, tells other servers the notes, and commits: when it returns, all is on the disk."""

    def at_once(self, known: Known, rows: Rows, notes: Sequence[str]) -> None:
        """Both in one exchange, if everything is still as it was known; refused where it is not."""

    def rollback(self) -> None:
        """Leaves everything as it was."""

    def close(self) -> None:
        """Ends the connection."""
