"""Opens a store: a SQLite file by default, PostgreSQL by its address. Opening it migrates the schema."""

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
from pitbook.store.write_sqlite import SqliteWriteConnection, configure

if TYPE_CHECKING:
    from alembic.config import Config

NO_RIGHT: Final = "42501"
"""PostgreSQL's error code for insufficient privilege."""


class Database:
    """An open store."""

    def __init__(self, address: str, revision: str = "head") -> None:
        """``address`` is a file's path, or ``postgresql://...``; an older ``revision`` is for archives."""
        from alembic.util import CommandError

        self.engine = _engine(address)
        self.is_postgresql = self.engine.dialect.name == "postgresql"
        self._autocommit = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._queries = QueryPool(self.engine.dialect, self._connect)
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
        """A transaction: it commits at the end of the block, and rolls back on an exception."""
        with _unavailable_as_sentence(), self.engine.connect() as connection:
            if not self.is_postgresql:
                # Take the write lock now: a second writer then waits here instead of failing in mid-transaction.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            with connection.begin() if self.is_postgresql else _commit(connection):
                yield connection

    @contextmanager
    def reading_latest(self) -> Iterator[Connection]:
        """A connection in autocommit mode: each statement sees the newest committed data."""
        with _unavailable_as_sentence(), self._autocommit.connect() as connection:
            yield connection

    def query(self, query: PreparedQuery, **values: Any) -> list[tuple[Any, ...]]:
        """Runs a prepared query on the newest committed data; returns its rows."""
        return self._queries.run(query, **values)

    @contextmanager
    def reading_snapshot(self) -> Iterator[Connection]:
        """A read-only snapshot: all statements in the block see the same committed data."""
        with _unavailable_as_sentence(), self.engine.connect() as connection:
            if self.is_postgresql:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.rollback()

    @contextmanager
    def reading_for_proof(self) -> Iterator[Connection]:
        """A snapshot for proofs: bytes that are not valid UTF-8 are read as they are, so that the proof reports them
        instead of failing."""
        with self.reading_snapshot() as connection:
            if self.is_postgresql:
                yield connection
                return
            driver: Any = connection.connection.driver_connection
            saved, driver.text_factory = driver.text_factory, lambda text: text.decode("utf-8", "surrogateescape")
            try:
                yield connection
            finally:
                driver.text_factory = saved

    def write_connection(self) -> WriteConnection:
        """A separate connection for units of work."""
        if self.is_postgresql:
            from pitbook.store.write_postgresql import PostgresWriteConnection

            return PostgresWriteConnection(self.arguments)
        return SqliteWriteConnection(str(self.engine.url.database))

    def _connect(self) -> Any:
        """A plain driver connection for prepared queries."""
        if self.is_postgresql:
            import psycopg

            return psycopg.connect(**self.arguments, autocommit=True)
        connection = sqlite3.connect(str(self.engine.url.database), check_same_thread=False)
        configure(connection)
        return connection

    @property
    def arguments(self) -> dict[str, Any]:
        """The connection arguments for the PostgreSQL driver."""
        _, arguments = self.engine.dialect.create_connect_args(self.engine.url)
        return dict(arguments)

    def close(self) -> None:
        self._queries.close()
        self.engine.dispose()


@contextmanager
def _unavailable_as_sentence() -> Iterator[None]:
    """Turns driver errors into StoreUnavailable with a sentence."""
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
        raise BadInput(
            f"{quoted(_shown(address))} is not the address of a store: give the path of a file or "
            f"postgresql://user@host/name ({_cause(error)})"
        ) from None
    if engine.dialect.name == "sqlite":
        _create_file(str(engine.url.database or ""))
        event.listen(engine, "connect", lambda connection, _record: configure(connection))
    return engine


def _create_file(path: str) -> None:
    """Creates the file and its folder, readable by their owner only, before any data is written."""
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
    """Whether a SQLite file is in a read-only folder: SQLite needs to create other files beside it."""
    return engine.dialect.name == "sqlite" and not os.access(Path(str(engine.url.database)).parent, os.W_OK)


def _migrate(engine: Engine, postgresql: bool, revision: str) -> None:
    """Migrates the schema in one transaction; a lock lets one process do it while others wait.

    An up-to-date schema is not touched: a server may run as a role without the right to change it.
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
                    f"the store has schema version {found or 'none'} and this program needs {wanted}: run "
                    "pitbook store grant as the owner of the tables, for the role that the server runs as"
                ) from None


def _migrations() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


@cache
def _version_of(revision: str) -> str | None:
    """The schema version of a revision. Cached, because reading the migrations takes longer than opening a store."""
    from alembic.script import ScriptDirectory

    found = ScriptDirectory.from_config(_migrations()).as_revision_number(revision)
    return found if isinstance(found, str) else None


def _check_durable(engine: Engine) -> None:
    with engine.connect() as connection:
        if connection.exec_driver_sql("SHOW fsync").scalar() != "on":
            raise BadInput("this PostgreSQL server has fsync off, so committed data may be lost: set fsync = on")


def _shown(address: str) -> str:
    """The address without its password."""
    head, at, tail = address.rpartition("@")
    scheme, sep, _ = head.partition("://")
    return f"{scheme}{sep}…@{tail}" if at and sep else address


def _cause(error: Exception) -> str:
    return str(getattr(error, "orig", error)).strip().splitlines()[0][:200]
