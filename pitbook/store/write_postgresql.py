"""Write connection for PostgreSQL: locks and reads in one pipeline, writes and commits in another."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg

from pitbook.store.write_connection import (
    ADDED,
    CHANGED,
    CHANNEL,
    ExpectedVersions,
    LockedRows,
    Rows,
    WriteConflict,
    columns_of,
    unavailable_because,
)

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
LANES: Final = 64
"""The number of chains for requests, and so of servers before two of them share a chain."""
LANE_LOCKS: Final = 7022
"""The first key of the advisory locks by which servers claim lanes."""
_BOOKS: Final = "SELECT id, number, hash, state FROM books WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
_CONTROLLERS: Final = (
    'SELECT "table", state, pressed, hash FROM pads WHERE "table" = ANY(%s) ORDER BY "table" FOR UPDATE'
)
_CHAINS: Final = "SELECT name, number, hash FROM chains WHERE name = ANY(%s) ORDER BY name FOR UPDATE"
_REQUESTS: Final = "SELECT key, what, answer FROM requests WHERE key = ANY(%s)"

_UNCHANGED: Final = (
    f"WITH held AS ({_BOOKS}), held_controllers AS ({_CONTROLLERS}), held_chains AS ({_CHAINS}) SELECT 1 / ("
    "((SELECT count(*) FROM held JOIN json_to_recordset(%s::json) AS known (id text, number bigint, hash text) "
    "USING (id, number, hash)) = %s AND "
    '(SELECT count(*) FROM held_controllers JOIN json_to_recordset(%s::json) AS known ("table" text, pressed bigint) '
    'USING ("table", pressed)) = %s AND '
    "(SELECT count(*) FROM held_chains JOIN json_to_recordset(%s::json) AS known (name text, number bigint, hash text) "
    "USING (name, number, hash)) = %s)::integer)"
)
"""Takes the same locks in the same order as :meth:`PostgresWriteConnection.begin`, then divides by zero unless every
version is the expected one, which aborts the rest of the pipeline."""


def _insert(name: str) -> str:
    """An INSERT whose rows come as one JSON array, so that the statement is the same for any number of rows."""
    if name == "entries":
        return (
            "INSERT INTO entries (book, number, account, micros) SELECT book, number, key, value::bigint "
            "FROM json_to_recordset(%s::json) AS item (book text, number bigint, micros json), json_each_text(micros)"
        )
    names = ", ".join(f'"{column}"' for column in columns_of(name))
    return f"INSERT INTO {name} ({names}) SELECT {names} FROM json_populate_recordset(NULL::{name}, %s::json)"


def _update(name: str) -> str:
    found_by = CHANGED[name]
    changes = ", ".join(f'"{column}" = new."{column}"' for column in columns_of(name) if column != found_by)
    rows = f"json_populate_recordset(NULL::{name}, %s::json)"
    return f'UPDATE {name} SET {changes} FROM {rows} AS new WHERE {name}."{found_by}" = new."{found_by}"'


_PARTS: Final = ", ".join(
    [f"in_{name} AS ({_insert(name)})" for name in ADDED] + [f"of_{name} AS ({_update(name)})" for name in CHANGED]
)
_WRITE: Final = (
    f"WITH {_PARTS} SELECT count(pg_notify('{CHANNEL}', note)) FROM json_array_elements_text(%s::json) AS notes (note)"
)
"""One constant statement for all tables, so that the server plans it once."""


def connect(arguments: Mapping[str, Any]) -> "psycopg.Connection[tuple[Any, ...]]":
    """A connection whose commits are on disk when they return."""
    connection = psycopg.connect(**arguments, autocommit=True, connect_timeout=5, application_name="pitbook")
    # Plans are cached, and the first are made while the tables are empty: they must suit millions of rows too.
    connection.execute("SET enable_seqscan = off")
    # After waiting for a lock, a statement sees what its last holder committed.
    connection.execute("SET default_transaction_isolation = 'read committed'")
    # A server may be configured to acknowledge a commit before it is on disk: override that here.
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) "
        "WHERE current_setting('synchronous_commit') IN ('off', 'local')"
    )
    return connection


def _free_lane(connection: "psycopg.Connection[tuple[Any, ...]]") -> int:
    """Claims a lane for as long as this connection lasts; if all are taken, lane 0 is shared."""
    found = connection.execute(
        "SELECT lane FROM generate_series(0, %s) AS lane WHERE pg_try_advisory_lock(%s, lane) LIMIT 1",
        [LANES - 1, LANE_LOCKS],
    ).fetchone()
    return int(found[0]) if found is not None else 0


def _write(connection: "psycopg.Connection[tuple[Any, ...]]", rows: Rows, notes: Sequence[str]) -> None:
    if rows:
        added = [_encode(rows.added.get(name, ())) for name in ADDED]
        changed = [_encode(rows.changed.get(name, ())) for name in CHANGED]
        connection.execute(_WRITE, [*added, *changed, _encode(notes)], prepare=True)


class PostgresWriteConnection:
    """A connection to a server; it reconnects when the connection is lost."""

    retry_seconds = 20.0  # about the time that a server takes to restart

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._arguments = arguments
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._lane = 0

    @property
    def lane(self) -> int:
        with self._connected():
            return self._lane

    @property
    def process(self) -> int:
        connection = self._connection
        return connection.info.backend_pid if connection is not None and not connection.closed else 0

    def begin(
        self, books: Sequence[str], tables: Sequence[str], chains: Sequence[str], keys: Sequence[str]
    ) -> LockedRows:
        with self._connected() as connection, connection.pipeline():
            connection.execute("BEGIN")
            # Every server locks in one order, books first, which avoids deadlock. Requests are read last: by then the
            # previous holder of the locks has committed.
            cursors = [
                connection.execute(text, [list(wanted)], prepare=True) if wanted else None
                for text, wanted in ((_BOOKS, books), (_CONTROLLERS, tables), (_CHAINS, chains), (_REQUESTS, keys))
            ]
            found: list[Any] = [cursor.fetchall() if cursor is not None else [] for cursor in cursors]
        return LockedRows(*found)

    def lock(self, chain: str) -> Sequence[tuple[str, int, str]]:
        with self._connected() as connection:
            found: list[Any] = connection.execute(_CHAINS, [[chain]], prepare=True).fetchall()
        return found

    def commit(self, rows: Rows, notes: Sequence[str]) -> None:
        with self._connected() as connection, connection.pipeline():
            _write(connection, rows, notes)
            connection.execute("COMMIT")

    def commit_if_unchanged(self, expected: ExpectedVersions, rows: Rows, notes: Sequence[str]) -> None:
        books = [{"id": name, "number": number, "hash": hash_} for name, (number, hash_) in expected.books.items()]
        controllers = [{"table": table, "pressed": pressed} for table, pressed in expected.controllers.items()]
        chains = [{"name": name, "number": number, "hash": hash_} for name, (number, hash_) in expected.chains.items()]
        arguments: list[Any] = [list(expected.books), list(expected.controllers), list(expected.chains)]
        for versions in (books, controllers, chains):
            arguments += [_encode(versions), len(versions)]
        # A pipeline without BEGIN is one implicit transaction, committed at its end.
        with self._connected() as connection, connection.pipeline():
            connection.execute(_UNCHANGED, arguments, prepare=True)
            _write(connection, rows, notes)

    def rollback(self) -> None:
        connection = self._connection
        if connection is None or connection.closed:
            return
        with suppress(psycopg.Error):
            if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                connection.execute("ROLLBACK")
            return
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _connected(self) -> "Iterator[psycopg.Connection[tuple[Any, ...]]]":
        try:
            if self._connection is None or self._connection.closed:
                self._connection = connect(self._arguments)
                self._lane = _free_lane(self._connection)
            yield self._connection
        except (psycopg.IntegrityError, psycopg.DataError, UnicodeError) as error:
            raise WriteConflict(str(error)) from error
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
            raise unavailable_because(error) from error
