"""The write connection: talks to the database driver directly, in two round trips for a whole batch of units of work.

The first begins a transaction, locks rows and reads them; the second writes everything and commits. With a database
server far away, the time of a batch does not grow with its number of rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pitbook.errors import PitbookError
from pitbook.store import schema

Row = dict[str, Any]
ADDED: Final = ("transactions", "entries", "books", "presses", "table_events", "pads", "requests", "records", "chains")
"""Tables that get new rows, in this order: an entry has a foreign key to its transaction."""
CHANGED: Final[Mapping[str, str]] = {"books": "id", "pads": "table", "chains": "name"}
"""Tables whose rows are also updated, each with its primary key."""
CHANNEL: Final = "pitbook"
"""The PostgreSQL notification channel for new meter amounts and new events of tables."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows to insert and to update, by table. The entries of a transaction are one row with all accounts here."""

    added: Mapping[str, Sequence[Row]]
    changed: Mapping[str, Sequence[Row]]

    def __bool__(self) -> bool:
        return any(self.added.values()) or any(self.changed.values())


class WriteConflict(Exception):
    """The database refused the rows, usually because one of them exists already. Nothing was written."""


class StoreUnavailable(PitbookError):
    """The store cannot be reached. An unfinished transaction was committed in full or not at all."""


class StoreNotWritable(StoreUnavailable):
    """The store is full or read-only. Nothing was written, and an immediate retry would fail too."""


_FULL, _READ_ONLY = "53100", "25006"
_NOT_WRITABLE: Final = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR_WRITE")


def unavailable_because(error: BaseException) -> StoreUnavailable:
    """A driver's error as a sentence, for a store that is unreachable, full or read-only."""
    words = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
    sqlite_name = str(getattr(error, "sqlite_errorname", ""))
    if getattr(error, "sqlstate", None) in (_FULL, _READ_ONLY) or sqlite_name.startswith(_NOT_WRITABLE):
        return StoreNotWritable(f"the store cannot be written to: {words}")
    return StoreUnavailable(f"the store cannot be reached: {words}")


@dataclass(frozen=True, slots=True)
class ExpectedVersions:
    """The versions that the cache had. They are locked and compared before anything is written."""

    books: Mapping[str, tuple[int, str]]
    """Number and hash of each book's last transaction."""
    controllers: Mapping[str, int]
    """Number of key presses of each controller."""
    chains: Mapping[str, tuple[int, str]]
    """Number and hash of each chain's last row."""


@dataclass(frozen=True, slots=True)
class LockedRows:
    """The rows that were locked and read."""

    books: Sequence[tuple[str, int, str, str]]
    """Name, number of the last transaction, its hash, state."""
    controllers: Sequence[tuple[str, str, int, str]]
    """Table, state, number of key presses, hash of the last press."""
    chains: Sequence[tuple[str, int, str]]
    """Name, number of the last row, its hash; a chain without rows is missing."""
    requests: Sequence[tuple[str, str, str]]
    """Idempotency key, summary of the request, stored answer."""

    def versions(self) -> ExpectedVersions:
        """The versions of these rows, to compare with a cache's."""
        books = {name: (number, hash_) for name, number, hash_, _ in self.books}
        chains = {name: (number, hash_) for name, number, hash_ in self.chains}
        return ExpectedVersions(books, {table: pressed for table, _, pressed, _ in self.controllers}, chains)


def meter_note(book: str, number: int, shown: int) -> str:
    """The notification of a jackpot: its last transaction, and the cents on its display."""
    return f"{book} {number} {shown}"


TABLE_NOTE: Final = "@"
"""The prefix of a table's notification; no jackpot's name begins with it."""


def table_note(table: str) -> str:
    """The notification of a table: it has new events or key presses."""
    return f"{TABLE_NOTE}{table}"


def columns_of(table: str) -> list[str]:
    """The names of a table's columns."""
    return [column.name for column in schema.metadata.tables[table].columns]


class WriteConnection(Protocol):
    """A connection for units of work; one transaction at a time."""

    retry_seconds: float
    """How long to retry when the store cannot be reached."""

    @property
    def lane(self) -> int:
        """The chain for the requests that this connection answers. Each server has its own, while there are enough, so
        that servers do not wait for each other's lock."""

    @property
    def process(self) -> int:
        """The id of the database process that serves this connection, which notifications carry; 0 without one."""

    def begin(
        self, books: Sequence[str], tables: Sequence[str], chains: Sequence[str], keys: Sequence[str]
    ) -> LockedRows:
        """Begins a transaction, locks books, controllers and chains in the order given, then reads requests."""

    def lock(self, chain: str) -> Sequence[tuple[str, int, str]]:
        """Locks one more chain, just before the commit; returns its name, number and hash, empty for a new chain."""

    def commit(self, rows: Rows, notes: Sequence[str]) -> None:
        """Writes everything, notifies other servers, and commits; when it returns, all is on disk."""

    def commit_if_unchanged(self, expected: ExpectedVersions, rows: Rows, notes: Sequence[str]) -> None:
        """Locks, compares, writes and commits in one round trip; raises WriteConflict if a version has changed."""

    def rollback(self) -> None:
        """Undoes the open transaction, if there is one."""

    def close(self) -> None:
        """Closes the connection."""
