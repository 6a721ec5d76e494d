"""Work on SQLite: one writer at a time, each commit on the disk."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from pitbook.store.write_connection import (
    ADDED,
    CHANGED,
    Found,
    Known,
    Row,
    Rows,
    WriteConflict,
    columns_of,
    unavailable_because,
)

P = ParamSpec("P")
T = TypeVar("T")


def _insert(name: str) -> str:
    columns = columns_of(name)
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {name} ({names}) VALUES ({', '.join(f':{column}' for column in columns)})"


def _entries(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows:
        for account, micros in row["micros"].items():
            yield row | {"account": account, "micros": micros}


def _update(name: str) -> str:
    found_by = CHANGED[name]
    changes = ", ".join(f'"{column}" = :{column}' for column in columns_of(name) if column != found_by)
    return f'UPDATE {name} SET {changes} WHERE "{found_by}" = :{found_by}'


_REFUSALS: Final = (sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeError)
_INSERTS: Final = {name: _insert(name) for name in ADDED}
_UPDATES: Final = {name: _update(name) for name in CHANGED}
_CHAINS: Final = 'SELECT "name", "number", "hash" FROM chains WHERE "name" IN'
BUSY_SECONDS: Final = 30
"""How long to wait for another process that writes."""


def careful(connection: sqlite3.Connection) -> None:
    """Write-ahead log, and a commit that has returned is on the disk."""
    # Transactions begin when Pitbook says so, not when the driver guesses.
    connection.isolation_level = None
    cursor = connection.cursor()
    busy = f"busy_timeout={BUSY_SECONDS * 1000}"
    for setting in (busy, "journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _told(work: Callable[P, T]) -> Callable[P, T]:
    """What the driver raises, in the words of the wire."""

    @wraps(work)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except _REFUSALS as error:
            raise WriteConflict(str(error)) from error
        except sqlite3.OperationalError as error:
            raise unavailable_because(error) from error

    return told


class SqliteWire:
    """A connection to a file."""

    patience = 0.0  # the driver has waited already
    lane = 0  # one writes at a time
    process = 0  # the database has none

    def __init__(self, path: str) -> None:
        # Whoever holds the worker's lock uses it, whichever thread that is.
        self._connection = sqlite3.connect(path, check_same_thread=False, cached_statements=64)
        careful(self._connection)

    @_told
    def begin(self, books: Sequence[str], tables: Sequence[str], chains: Sequence[str], keys: Sequence[str]) -> Found:
        # Take the write lock at once: two writers then wait for each other instead of failing in the middle.
        self._connection.execute("BEGIN IMMEDIATE")
        return Found(
            self._select('SELECT "id", "number", "hash", "state" FROM books WHERE "id" IN', books),
            self._select('SELECT "table", "state", "pressed", "hash" FROM pads WHERE "table" IN', tables),
            self._select(_CHAINS, chains),
            self._select('SELECT "key", "what", "answer" FROM requests WHERE "key" IN', keys),
        )

    @_told
    def lock(self, chain: str) -> Sequence[tuple[str, int, str]]:
        return self._select(_CHAINS, [chain])

    def _select(self, sql: str, wanted: Sequence[str]) -> list[Any]:
        if not wanted:
            return []
        return self._connection.execute(f"{sql} ({', '.join('?' * len(wanted))})", wanted).fetchall()

    @_told
    def commit(self, rows: Rows, notes: Sequence[str]) -> None:
        for name, added in rows.added.items():
            self._connection.executemany(_INSERTS[name], added if name != "entries" else _entries(added))
        for name, changed in rows.changed.items():
            self._connection.executemany(_UPDATES[name], changed)
        self._connection.execute("COMMIT")

    def at_once(self, known: Known, rows: Rows, notes: Sequence[str]) -> None:
        found = self.begin(list(known.books), list(known.pads), list(known.chains), ())
        if found.stands() != known:
            raise WriteConflict("something else was booked meanwhile")
        self.commit(rows, notes)

    def rollback(self) -> None:
        if self._connection.in_transaction:
            with suppress(sqlite3.OperationalError):  # some faults of the disk have rolled back already
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()
