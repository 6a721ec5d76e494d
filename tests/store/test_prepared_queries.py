"""Prepared queries go directly to the driver: same answers, few connections, and a broken one is replaced."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from sqlite3 import OperationalError
from typing import Any

import psycopg
import pytest
from sqlalchemy import bindparam, insert, select

from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.queries import MAX_CONNECTIONS, PreparedQuery, QueryPool
from pitbook.store.write_connection import StoreUnavailable

WHOSE = PreparedQuery(
    select(schema.tries.c.count, schema.tries.c.whose)
    .where(schema.tries.c.whose == bindparam("whose"), schema.tries.c.count > bindparam("more"))
    .order_by(schema.tries.c.count)
)


@pytest.fixture
def database(store: str) -> Iterator[Database]:
    made = Database(store)
    yield made
    made.close()


def _count(database: Database, whose: str, count: int) -> None:
    with database.writing() as connection:
        connection.execute(insert(schema.tries), {"whose": whose, "count": count, "at": "2026-03-02"})


def test_committed_data_is_visible_at_once(database: Database) -> None:
    assert WHOSE.columns == ("count", "whose")
    assert database.query(WHOSE, whose="ann", more=2) == []
    for count, whose in ((3, "ann"), (4, "bob")):
        _count(database, whose, count)
        assert database.query(WHOSE, more=2, whose=whose) == [(count, whose)]
    assert database.query(WHOSE, whose="ann", more=3) == []
    assert database.query(WHOSE, whose="'; --", more=0) == []


def test_many_threads_share_few_connections(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def connect() -> Any:
        made.append(database._connect())
        return made[-1]

    monkeypatch.setattr(database._queries, "_connect", connect)
    _count(database, "ann", 3)
    with ThreadPoolExecutor(30) as pool:
        answers = list(pool.map(lambda more: database.query(WHOSE, whose="ann", more=more), range(300)))
    assert [bool(answer) for answer in answers] == [more < 3 for more in range(300)]
    assert 1 <= len(made) <= MAX_CONNECTIONS


def test_a_connection_that_broke_is_replaced(postgres_store: str) -> None:
    database = Database(postgres_store)
    _count(database, "ann", 3)
    with psycopg.connect(postgres_store, autocommit=True) as other:
        for _ in range(3):
            assert database.query(WHOSE, whose="ann", more=0) == [(3, "ann")]
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    database.close()


def test_unreachable_store_is_reported_with_one_sentence(database: Database) -> None:
    def away() -> None:
        raise driver.OperationalError("no route to it\nand more")

    driver: Any = database.engine.dialect.dbapi
    with pytest.raises(StoreUnavailable, match=r"the store cannot be reached: no route to it$"):
        QueryPool(database.engine.dialect, away).run(WHOSE, whose="ann", more=0)


def test_connection_that_breaks_twice_is_not_retried(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = Database(str(tmp_path_factory.mktemp("store") / "room.db"))
    asked: list[object] = []

    class Broken:
        def execute(self, *of: object) -> None:
            asked.append(of)
            raise OperationalError("disk I/O error")

        def close(self) -> None: ...

    questions = QueryPool(database.engine.dialect, Broken)
    questions._free.append(Broken())
    with pytest.raises(StoreUnavailable, match="disk I/O error"):
        questions.run(WHOSE, whose="ann", more=0)
    assert len(asked) == 2
    database.close()
