"""The few small questions that are asked at every key of every table, straight to the driver.

A question is written out once for each kind of database. It is asked on a connection that stays open, of which there
are few: an answer takes less time than to open one, and less than SQLAlchemy takes to prepare a question.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore
from typing import Any, Final

from sqlalchemy import Dialect, Select

from pitbook.store.write_connection import unavailable_because

AT_ONCE: Final = 8
"""Questions that are asked in one moment; who comes then waits for one of them."""
Connect = Callable[[], Any]


class PreparedQuery:
    """Something to ask a store, with names for what is to be filled in."""

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self.columns = tuple(column.name for column in statement.selected_columns)
        self._written: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def written(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        """As the driver wants it, and the order of what is filled in; None where that goes by name."""
        found = self._written.get(dialect.name)
        if found is None:
            made = self._statement.compile(dialect=dialect)
            order = tuple(made.positiontup) if made.positiontup is not None else None
            found = self._written[dialect.name] = (str(made), order)
        return found


class QueryPool:
    """Asks; each answer is what was committed when it was asked."""

    def __init__(self, dialect: Dialect, connect: Connect) -> None:
        self._dialect, self._connect = dialect, connect
        self._free: deque[Any] = deque()
        self._turns = BoundedSemaphore(AT_ONCE)
        self._closed = False

    def ask(self, question: PreparedQuery, **values: Any) -> list[tuple[Any, ...]]:
        """All rows. A connection that broke since it was last used is replaced, once."""
        text, order = question.written(self._dialect)
        filled: Any = values if order is None else [values[name] for name in order]
        driver: Any = self._dialect.dbapi
        faults = (driver.OperationalError, driver.InterfaceError, driver.InternalError)
        with self._turns:
            fresh = not self._free
            while True:
                try:
                    with self._one(fresh) as connection:
                        return list(connection.execute(text, filled).fetchall())
                except faults as error:
                    if fresh:
                        raise unavailable_because(error) from error
                    fresh = True

    @contextmanager
    def _one(self, fresh: bool) -> Iterator[Any]:
        try:
            connection = self._connect() if fresh else self._free.pop()
        except IndexError:  # somebody else has just taken it
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            _end(connection)
            raise
        if self._closed:
            _end(connection)
        else:
            self._free.append(connection)

    def close(self) -> None:
        self._closed = True
        while self._free:
            _end(self._free.pop())


def _end(connection: Any) -> None:
    with suppress(Exception):  # it may be broken already
        connection.close()
