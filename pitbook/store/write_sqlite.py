"""Write connection for SQLite: one writer at a time, each commit on disk."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from pitbook.store.write_connection import (
    ADDED,
    CHANGED,
    ExpectedVersions,
    LockedRows,
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


_CONFLICTS: Final = (sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeError)
_INSERTS: Final = {name: _insert(name) for name in ADDED}
_UPDATES: Final = {name: _update(name) for name in CHANGED}
_CHAINS: Final = 'SELECT "name", "number", "hash" FROM chains WHERE "name" IN'
BUSY_SECONDS: Final = 30
"""How long to wait for another process's write lock."""


def configure(connection: sqlite3.Connection) -> None:
    """Sets the write-ahead log, and full synchronisation: a commit that has returned is on disk."""
    # Pitbook begins transactions itself; the driver must not.
    connection.isolation_level = None
    cursor = connection.cursor()
    busy = f"busy_timeout={BUSY_SECONDS * 1000}"
    for setting in (busy, "journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _translate_errors(work: Callable[P, T]) -> Callable[P, T]:
    """Turns driver errors into WriteConflict and StoreUnavailable."""

    @wraps(work)
    def translated(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except _CONFLICTS as error:
            raise WriteConflict(str(error)) from error
        except sqlite3.OperationalError as error:
            raise unavailable_because(error) from error

    return translated


class SqliteWriteConnection:
    """A connection to a database file."""

    retry_seconds = 0.0  # the driver's busy timeout has waited already
    lane = 0  # there is one writer at a time
    process = 0  # SQLite has no server process

    def __init__(self, path: str) -> None:
        # Any thread may use it: the worker's lock allows one at a time.
        self._connection = sqlite3.connect(path, check_same_thread=False, cached_statements=64)
        configure(self._connection)

    @_translate_errors
    def begin(
        self, books: Sequence[str], tables: Sequence[str], chains: Sequence[str], keys: Sequence[str]
    ) -> LockedRows:
        # Take the write lock now: a second writer then waits here instead of failing in mid-transaction.
        self._connection.execute("BEGIN IMMEDIATE")
        return LockedRows(
            self._select('SELECT "id", "number", "hash", "state" FROM books WHERE "id" IN', books),
            self._select('SELECT "table", "state", "pressed", "hash" FROM pads WHERE "table" IN', tables),
            self._select(_CHAINS, chains),
            self._select('SELECT "key", "what", "answer" FROM requests WHERE "key" IN', keys),
        )

    @_translate_errors
    def lock(self, chain: str) -> Sequence[tuple[str, int, str]]:
        return self._select(_CHAINS, [chain])

    def _select(self, sql: str, wanted: Sequence[str]) -> list[Any]:
        if not wanted:
            return []
        return self._connection.execute(f"{sql} ({', '.join('?' * len(wanted))})", wanted).fetchall()

    @_translate_errors
    def commit(self, rows: Rows, notes: Sequence[str]) -> None:
        for name, added in rows.added.items():
            self._connection.executemany(_INSERTS[name], added if name != "entries" else _entries(added))
        for name, changed in rows.changed.items():
            self._connection.executemany(_UPDATES[name], changed)
        self._connection.execute("COMMIT")

    def commit_if_unchanged(self, expected: ExpectedVersions, rows: Rows, notes: Sequence[str]) -> None:
        found = self.begin(list(expected.books), list(expected.controllers), list(expected.chains), ())
        if found.versions() != expected:
            raise WriteConflict("another process has written meanwhile")
        self.commit(rows, notes)

    def rollback(self) -> None:
        if self._connection.in_transaction:
            with suppress(sqlite3.OperationalError):  # after some disk errors SQLite has rolled back already
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()
