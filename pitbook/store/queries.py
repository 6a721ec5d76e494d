"""Prepared queries: the few small reads that every key press makes, sent to the driver directly.

A query is compiled to SQL once for each kind of database and runs on a small pool of open connections. Opening a
connection, or having SQLAlchemy compile the query each time, would take longer than the query.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore
from typing import Any, Final

from sqlalchemy import Dialect, Select

from pitbook.store.write_connection import unavailable_because

MAX_CONNECTIONS: Final = 8
"""The size of the pool; further callers wait for a free connection."""
Connect = Callable[[], Any]


class PreparedQuery:
    """A SELECT with named parameters."""

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self.columns = tuple(column.name for column in statement.selected_columns)
        self._compiled: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def compiled(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """The SQL text, and the order of its parameters; None where the driver takes them by name."""
        found = self._compiled.get(dialect.name)
        if found is None:
            made = self._statement.compile(dialect=dialect)
            order = tuple(made.positiontup) if made.positiontup is not None else None
            found = self._compiled[dialect.name] = (str(made), order)
        return found


class QueryPool:
    """Runs prepared queries; each sees the newest committed data."""

    def __init__(self, dialect: Dialect, connect: Connect) -> None:
        self._dialect, self._connect = dialect, connect
        self._free: deque[Any] = deque()
        self._slots = BoundedSemaphore(MAX_CONNECTIONS)
        self._closed = False

    def run(self, query: PreparedQuery, **values: Any) -> list[tuple[Any, ...]]:
        """Returns all rows. If a pooled connection turns out to be broken, it retries once on a new one."""
        text, order = query.compiled(self._dialect)
        parameters: Any = values if order is None else [values[name] for name in order]
        driver: Any = self._dialect.dbapi
        errors = (driver.OperationalError, driver.InterfaceError, driver.InternalError)
        with self._slots:
            fresh = not self._free
            while True:
                try:
                    with self._connection(fresh) as connection:
                        return list(connection.execute(text, parameters).fetchall())
                except errors as error:
                    if fresh:
                        raise unavailable_because(error) from error
                    fresh = True

    @contextmanager
    def _connection(self, fresh: bool) -> Iterator[Any]:
        try:
            connection = self._connect() if fresh else self._free.pop()
        except IndexError:  # another thread has just taken it
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            _close(connection)
            raise
        if self._closed:
            _close(connection)
        else:
            self._free.append(connection)

    def close(self) -> None:
        self._closed = True
        while self._free:
            _close(self._free.pop())


def _close(connection: Any) -> None:
    with suppress(Exception):  # it may be broken already
        connection.close()
