"""The schema: what the migrations make is what the code says, and history cannot be changed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import DatabaseError

from pitbook.errors import BadInput
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.write_postgresql import connect
from tests.postgres import Server


@pytest.fixture
def database(store: str) -> Iterator[Database]:
    opened = Database(store)
    yield opened
    opened.close()


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "include_object": lambda _object, name, *_rest: name != "alembic_version"}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata))


def test_migrations_give_the_schema_of_the_code(database: Database) -> None:
    with database.reading_snapshot() as connection:
        assert differences(connection) == []


def test_schema_difference_is_detected(tmp_path: Path, postgres: Server) -> None:
    for address in (str(tmp_path / "other.db"), postgres.fresh()):
        database = Database(address)
        with database.writing() as connection:
            connection.execute(text("DROP INDEX ix_records_kind"))
            connection.execute(text("ALTER TABLE pads ADD COLUMN colour TEXT"))
        with database.reading_snapshot() as connection:
            assert len(differences(connection)) == 2
        database.close()


ROWS: dict[str, dict[str, Any]] = {
    "transactions": dict.fromkeys(("kind", "key", "at", "by", "data", "result", "previous", "hash"), "x")
    | {"book": "b", "number": 1},
    "entries": {"book": "b", "number": 1, "account": "tray", "micros": 1},
    "presses": {"table": "1", "number": 1, "at": "x", "by": "x", "data": "x"},
    "table_events": {"table": "1", "number": 1, "line": "x"},
    "requests": {"key": "k", "what": "x", "at": "x", "answer": "x"},
    "records": {"number": 1, "kind": "x", "at": "x", "by": "x", "data": "x"},
}


def test_every_append_only_table_is_tested() -> None:
    assert tuple(ROWS) == schema.APPEND_ONLY


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
@pytest.mark.parametrize("change", ["UPDATE {0} SET {1} = '9'", "DELETE FROM {0}", "TRUNCATE {0} CASCADE"])
def test_history_is_added_to_and_never_changed(database: Database, table: str, change: str) -> None:
    if change.startswith("TRUNCATE") and not database.is_postgresql:
        change = "DELETE FROM {0}"  # SQLite knows no TRUNCATE
    last = list(ROWS[table])[-1] if table != "transactions" else "data"
    with database.writing() as connection:
        for name in ("transactions", "entries") if table == "entries" else (table,):
            connection.execute(schema.metadata.tables[name].insert(), ROWS[name])
    with pytest.raises(DatabaseError, match="never changed"), database.writing() as connection:
        connection.exec_driver_sql(change.format(table, f'"{last}"'))
    with database.reading_snapshot() as connection:
        (row,) = connection.execute(select(schema.metadata.tables[table])).mappings()
    assert {name: row[name] for name in ROWS[table]} == ROWS[table]


def test_an_entry_needs_its_transaction(database: Database) -> None:
    with pytest.raises(DatabaseError), database.writing() as connection:
        connection.execute(schema.entries.insert(), ROWS["entries"])


def test_a_store_is_opened_by_many_at_once(tmp_path: Path, postgres: Server) -> None:
    """The first to come makes the schema, the others find it."""
    for address in (str(tmp_path / "new.db"), postgres.fresh()):
        with ThreadPoolExecutor(6) as pool:
            for opened in pool.map(lambda _number, address=address: Database(address), range(6)):
                with opened.reading_snapshot() as connection:
                    assert differences(connection) == []
                opened.close()


def test_commits_are_on_the_disk(store: str) -> None:
    database = Database(store)
    with database.reading_snapshot() as connection:
        if database.is_postgresql:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        else:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


def test_a_server_that_acknowledges_too_early_is_overridden(postgres: Server) -> None:
    address = postgres.fresh()
    name = address.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(postgres.address(), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    database = Database(address)
    with connect(database.arguments) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
    connection.close()
    database.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://root@localhost/x", "not the address of a store"),
        ("nonsense://", "not the address of a store"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "cannot be opened"),
    ],
)
def test_an_impossible_store_address_is_refused_without_showing_its_password(address: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as refusal:
        Database(address)
    assert "secret" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database at all, but some text that is long enough to be looked at " * 20)
    with pytest.raises(BadInput, match="cannot be opened"):
        Database(str(path))


def test_a_store_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "room.db")
    database = Database(path)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(BadInput, match="9999"):
        Database(path)
