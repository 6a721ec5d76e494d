"""Opening a store: SQLite in a file by default, PostgreSQL by its address; the schema is brought up to date."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
)

from pitbook.errors import BadInput, quoted
from pitbook.store.private_files import create_folder, keep_private
from pitbook.store.queries import PreparedQuery, QueryPool
from pitbook.store.write_connection import WriteConnection, unavailable_because
from pitbook.store.write_sqlite import SqliteWire, careful

if TYPE_CHECKING:
    from alembic.config import Config

NO_RIGHT: Final = "42501"
"""How PostgreSQL says that somebody may not."""


class Database:
    """A store that is open."""

    def __init__(self, address: str, revision: str = "head") -> None:
        """``address`` is a file's path, or ``postgresql://...``; an older ``revision`` is for archives."""
        from alembic.util import CommandError

        self.engine = _engine(address)
        self.is_postgresql = self.engine.dialect.name == "postgresql"
        self._looking = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._questions = QueryPool(self.engine.dialect, self._connect)
        try:
            _migrate(self.engine, self.is_postgresql, revision)
            if self.is_postgresql:
                _check_durable(self.engine)
        except BadInput:
            self.close()
            raise
        except (DatabaseError, CommandError) as error:
            self.close()
            words = "its folder is read-only" if _is_read_only(self.engine) else _cause(error)
            raise BadInput(f"the store {quoted(_shown(address))} cannot be opened: {words}") from None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it is there after a commit, or none."""
        with _reached(), self.engine.connect() as connection:
            if not self.is_postgresql:
                # Take the write lock at once: two writers then wait for each other instead of failing in the middle.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            with connection.begin() if self.is_postgresql else _commit(connection):
                yield connection

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """For one question: what was committed when it is asked."""
        with _reached(), self._looking.connect() as connection:
            yield connection

    def ask(self, question: PreparedQuery, **values: Any) -> list[tuple[Any, ...]]:
        """The rows that answer one of the small questions: what was committed when it is asked."""
        return self._questions.ask(question, **values)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A view that does not change while it is read."""
        with _reached(), self.engine.connect() as connection:
            if self.is_postgresql:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.rollback()

    @contextmanager
    def proving(self) -> Iterator[Connection]:
        """The same, for a proof: text that was written over with bytes that are no text is read, and found wrong."""
        with self.reading() as connection:
            if self.is_postgresql:
                yield connection
                return
            driver: Any = connection.connection.driver_connection
            kept, driver.text_factory = driver.text_factory, lambda text: text.decode("utf-8", "surrogateescape")
            try:
                yield connection
            finally:
                driver.text_factory = kept

    def wire(self) -> WriteConnection:
        """A connection of its own for work."""
        if self.is_postgresql:
            from pitbook.store.write_postgresql import PostgresWire

            return PostgresWire(self.arguments)
        return SqliteWire(str(self.engine.url.database))

    def _connect(self) -> Any:
        """A connection of the driver's own, for questions."""
        if self.is_postgresql:
            import psycopg

            return psycopg.connect(**self.arguments, autocommit=True)
        connection = sqlite3.connect(str(self.engine.url.database), check_same_thread=False)
        careful(connection)
        return connection

    @property
    def arguments(self) -> dict[str, Any]:
        """What the driver of PostgreSQL needs to connect."""
        _, arguments = self.engine.dialect.create_connect_args(self.engine.url)
        return dict(arguments)

    def close(self) -> None:
        self._questions.close()
        self.engine.dispose()


@contextmanager
def _reached() -> Iterator[None]:
    """A store that cannot be reached, or takes nothing, is told in a sentence."""
    try:
        yield
    except (OperationalError, InterfaceError, InternalError) as error:
        raise unavailable_because(error.orig or error) from error


@contextmanager
def _commit(connection: Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def _engine(address: str) -> Engine:
    if "://" not in address:
        address = f"sqlite:///{Path(address).expanduser()}"
    try:
        url = make_url(address)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        engine = create_engine(url, pool_pre_ping=url.drivername.startswith("postgresql"))
    except (ArgumentError, ModuleNotFoundError) as error:
        raise BadInput(f"{quoted(_shown(address))} is no address of a store: {_cause(error)}") from None
    if engine.dialect.name == "sqlite":
        _create_file(str(engine.url.database or ""))
        event.listen(engine, "connect", lambda connection, _record: careful(connection))
    return engine


def _create_file(path: str) -> None:
    """The file and its folder, readable by their owner only before anything is in them."""
    if path in ("", ":memory:"):
        return
    try:
        create_folder(Path(path).parent)
        keep_private(Path(path))
    except OSError as error:
        folder = Path(path).parent
        read_only = folder.is_dir() and not os.access(folder, os.W_OK)
        words = "its folder is read-only" if read_only else (error.strerror or str(error)).lower()
        raise BadInput(f"the store {quoted(path)} cannot be opened: {words}") from None


def _is_read_only(engine: Engine) -> bool:
    """A file needs others beside it while it is used, so its folder is written to as well."""
    return engine.dialect.name == "sqlite" and not os.access(Path(str(engine.url.database)).parent, os.W_OK)


def _migrate(engine: Engine, postgresql: bool, revision: str) -> None:
    """All steps or none; of several processes one takes them, and the others wait and find it done.

    Where nothing is to be done nothing is tried: a server may run as somebody who may not change the schema.
    """
    from alembic import command
    from alembic.migration import MigrationContext

    wanted = _version_of(revision)
    with engine.connect() as connection:
        if not postgresql:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        with _commit(connection):
            found = MigrationContext.configure(connection).get_current_revision()
            if found == wanted:
                return
            if postgresql:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7021)")
            config = _migrations()
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, revision)
            except ProgrammingError as error:
                if not postgresql or getattr(error.orig, "sqlstate", "") != NO_RIGHT:
                    raise
                raise BadInput(
                    f"the store has the schema of version {found or 'none'} and this program needs {wanted}: its owner "
                    "brings it up to date with pitbook store grant, for whom the server runs as"
                ) from None


def _migrations() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


@cache
def _version_of(revision: str) -> str | None:
    """The version of the schema that a revision leads to. The migrations are read once in a process, not at every
    store that it opens."""
    from alembic.script import ScriptDirectory

    found = ScriptDirectory.from_config(_migrations()).as_revision_number(revision)
    return found if isinstance(found, str) else None


def _check_durable(engine: Engine) -> None:
    with engine.connect() as connection:
        if connection.exec_driver_sql("SHOW fsync").scalar() != "on":
            raise BadInput("this PostgreSQL server has fsync off: what it commits may be lost; set fsync = on")


def _shown(address: str) -> str:
    """Without a password."""
    head, at, tail = address.rpartition("@")
    scheme, sep, _ = head.partition("://")
    return f"{scheme}{sep}…@{tail}" if at and sep else address


def _cause(error: Exception) -> str:
    return str(getattr(error, "orig", error)).strip().splitlines()[0][:200]
