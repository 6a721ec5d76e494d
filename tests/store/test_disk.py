"""A full or read-only disk: refused with one sentence, nothing partial, reads continue, and writes resume."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pitbook.errors import quoted
from pitbook.store.database import Database
from pitbook.store.rights import grant
from pitbook.store.write_sqlite import SqliteWriteConnection
from pitbook.web.http.observe import Readiness
from tests.postgres import Server
from tests.store.full_disk import alone, can_mount, run
from tests.store.room_operations import content
from tests.store.test_rights import as_role
from tests.web.card_room import CardRoom, card_room

needs_mounts = pytest.mark.skipif(not can_mount(), reason="nothing can be mounted: no root, no namespaces of users")


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[CardRoom]:
    with card_room(str(tmp_path / "room.db")) as made:
        assert made.open().status_code == 200
        made.open_tables()
        for person in ("dana", "otto"):  # before nothing can be written
            made.sign_in(person)
        yield made


def settle(own_room: CardRoom, setting: str) -> None:
    """Sets something on the connection that writes."""
    connection = own_room.client.app.state.services.jackpots.worker.connection  # type: ignore[attr-defined]  # our application
    assert isinstance(connection, SqliteWriteConnection)
    connection._connection.execute(f"PRAGMA {setting}")


@pytest.mark.parametrize(
    ("begins", "ends", "words"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", "database or disk is full"),
        ("query_only = ON", "query_only = OFF", "attempt to write a readonly database"),
    ],
)
def test_full_sqlite_store_refuses_writes(own_room: CardRoom, begins: str, ends: str, words: str) -> None:
    """SQLite's own size limit simulates the full disk, so no mount is needed."""
    database = own_room.client.app.state.services.database  # type: ignore[attr-defined]  # our application
    settle(own_room, begins)
    before, refused = content(database), []
    for number in range(300):  # what is left of a page is used up first
        answer = own_room.post("dana", "/controllers/1/presses", {"key": "sense", "seat": 1}, f"press-{number:03}")
        if answer.status_code != 200:
            refused = [
                answer,
                *(own_room.post("dana", "/controllers/1/presses", {"key": "sense", "seat": 1}) for _ in "ab"),
            ]
            break
        before = content(database)
    for answer in refused:
        assert (answer.status_code, answer.json()["title"]) == (503, "The store cannot be written to")
        assert answer.json()["detail"] == f"the store cannot be written to: {words}"
    assert len(refused) == 3
    assert content(database) == before
    assert own_room.client.get("/ready").status_code == 503
    assert own_room.get("dana", "/controllers/1").status_code == 200
    settle(own_room, ends)
    again = own_room.post("dana", "/controllers/1/presses", {"key": "sense", "seat": 1}, f"press-{number:03}")
    assert again.status_code == 200
    assert own_room.get("otto", "/jackpots/royal/proof").json()["holds"]


def test_read_only_postgresql_refuses_writes(postgres_store: str) -> None:
    """A server is read-only after a disk fault, or as a standby."""

    def set_all(value: str) -> None:
        with psycopg.connect(postgres_store, autocommit=True) as connection:
            name = connection.info.dbname
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}".encode())
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    with card_room(postgres_store) as own_room:
        assert own_room.open().status_code == 200
        own_room.open_tables()
        own_room.sign_in("dana")
        try:
            set_all("on")
            answer = own_room.post("dana", "/controllers/1/presses", {"key": "sense", "seat": 1}, "a-key-of-mine")
            signed = own_room.client.post("/api/v1/sign-in", json=own_room.second("dana"))
            for each in (answer, signed):
                assert (each.status_code, each.json()["title"]) == (503, "The store cannot be written to")
                assert "read-only transaction" in each.json()["detail"]
            assert own_room.get("dana", "/controllers/1").json()["lit"] == []
            assert "read-only" in own_room.client.get("/ready").json()["why"]
        finally:
            set_all("off")
        again = own_room.post("dana", "/controllers/1/presses", {"key": "sense", "seat": 1}, "a-key-of-mine")
        assert again.json()["lit"] == [1]


def test_readiness_check_works_with_the_servers_rights(postgres: Server) -> None:
    owner = postgres.fresh()
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("CREATE ROLE prober LOGIN")
    for address in (owner, as_role(owner, "prober")):
        database = Database(address)
        assert Readiness().why(database) == ""
        assert Readiness().why(database) == ""
        if address == owner:
            grant(database, "prober")
        database.close()


@pytest.mark.slow
@needs_mounts
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_disk_that_is_full_again_and_again(kind: str) -> None:
    done = run(kind, 5)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.slow
@needs_mounts
@pytest.mark.parametrize(
    ("name", "words"), [("room.db", "its folder is read-only"), ("new/room.db", "read-only file system")]
)
def test_a_server_on_a_read_only_disk_says_so_and_does_not_start(tmp_path: Path, name: str, words: str) -> None:
    Database(str(tmp_path / "room.db")).close()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    bind = f"mount --bind {tmp_path} {tmp_path} && mount -o remount,bind,ro {tmp_path}"
    serve = f"exec {sys.executable} -m pitbook serve --store {tmp_path / name} --port {port}"
    done = subprocess.run(
        [*alone(), "sh", "-c", f"{bind} && {serve}"],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    sentence = f"pitbook: the store {quoted(str(tmp_path / name))} cannot be opened: {words}\n"
    assert (done.returncode, done.stderr) == (2, sentence)
