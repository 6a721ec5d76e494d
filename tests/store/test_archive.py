"""Back-up while a room plays, restore into either kind of store, and recovery to a point in time."""

import json
import shutil
import stat
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest
from sqlalchemy import text

from pitbook.errors import BadInput
from pitbook.room.audit.backup_drill import drill
from pitbook.room.audit.ledger_proof import ledgers, prove
from pitbook.store.archive import back_up, read_manifest, restore
from pitbook.store.chain import append, events_chain
from pitbook.store.database import Database
from tests.cli.command_runner import run
from tests.postgres import Server
from tests.room.rig import ACCOUNTANT, QUARTER, Room, room_over

AT = "2026-11-03T00:00:00+00:00"


def play(made: Room) -> None:
    """Transactions, a prize, a closed day and an event of a table."""
    made.open()
    made.play("1", "123")
    made.play("2", "12", seat2=QUARTER)
    made.clock.set("2026-11-03T20:00:00+00:00")
    made.days.close(date(2026, 11, 2), ACCOUNTANT, made.key())
    made.play("3", "67")
    with made.database.writing() as connection:
        line = '[1,"opened",{},"","♥"]'
        append(connection, events_chain("play:1"), "table_events", [{"table": "play:1", "line": line}])


@pytest.fixture
def room(store: str) -> Iterator[Room]:
    with room_over(store) as made:
        play(made)
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path, postgres: Server) -> str:
    return str(tmp_path / "restored.db") if request.param == "sqlite" else postgres.fresh()


def test_restored_store_equals_the_original(room: Room, empty: str, tmp_path: Path) -> None:
    archive = tmp_path / "room.zip"
    manifest = back_up(room.database, archive, AT)
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert read_manifest(archive) == manifest == restore(archive, empty)
    assert manifest.tables["transactions"].rows == 5
    assert "sessions" not in manifest.tables
    restored = Database(empty)
    again = back_up(restored, tmp_path / "again.zip", AT)
    assert again.tables == manifest.tables
    assert [prove(restored, name).holds for name in ledgers(restored)] == [True]
    with restored.reading_snapshot() as connection:
        newest = connection.execute(text("SELECT max(number) FROM records")).scalar_one()
    restored.close()
    with room_over(empty, "2026-11-04T20:00:00+00:00") as moved:  # and play continues
        moved.play("1", "12")
        moved.clock.set("2026-11-05T20:00:00+00:00")
        moved.days.close(date(2026, 11, 3), ACCOUNTANT, moved.key())
        assert moved.jackpots.verify("royal").holds
        with moved.database.reading_snapshot() as connection:
            assert connection.execute(text("SELECT max(number) FROM records")).scalar_one() > newest


def test_a_back_up_while_tables_play_holds_whole_transactions(room: Room, tmp_path: Path) -> None:
    stop = Event()

    def play_on() -> None:
        while not stop.is_set():
            room.play("1", "1234567")

    playing = Thread(target=play_on)
    playing.start()
    try:
        for number in range(5):
            archive, address = tmp_path / f"{number}.zip", str(tmp_path / f"{number}.db")
            back_up(room.database, archive, AT)
            restore(archive, address)
            restored = Database(address)
            assert prove(restored, "royal").holds
            restored.close()
    finally:
        stop.set()
        playing.join()


def test_restore_refuses_a_store_with_data(room: Room, tmp_path: Path) -> None:
    archive = tmp_path / "room.zip"
    back_up(room.database, archive, AT)
    other = tmp_path / "other.db"
    with room_over(str(other)) as made:
        made.open()
    with pytest.raises(BadInput, match="empty store only"):
        restore(archive, str(other))


def damaged(archive: Path, name: str, content: bytes) -> None:
    """The same archive with one member changed."""
    with zipfile.ZipFile(archive) as old:
        members = {item: old.read(item) for item in old.namelist()}
    members[name] = content
    with zipfile.ZipFile(archive, "w") as new:
        for item, data in members.items():
            new.writestr(item, data)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("transactions.jsonl", lambda data: data.replace(b"royal", b"regal", 1)),
        ("entries.jsonl", lambda data: data.split(b"\n", 1)[1]),
        ("records.jsonl", lambda data: data + b"[1]\n"),
        ("books.jsonl", lambda _data: b"\xff\xfe\n"),
        ("books.jsonl", lambda _data: b"[" * 100_000),
        ("manifest.json", lambda _data: b"{}"),
        ("manifest.json", lambda _data: b"[" * 100_000),
        ("manifest.json", lambda data: data.replace(b'"format": 1', b'"format": 2')),
        ("manifest.json", lambda data: data.replace(b'"schema": "', b'"schema": "9')),
        ("manifest.json", lambda data: data.replace(b'"pads"', b'"pots"')),
    ],
)
def test_a_damaged_archive_restores_nothing(tmp_path: Path, name: str, change: object) -> None:
    with room_over(str(tmp_path / "room.db")) as made:
        made.open()
        archive = tmp_path / "room.zip"
        back_up(made.database, archive, AT)
    with zipfile.ZipFile(archive) as old:
        content = old.read(name)
    damaged(archive, name, change(content))  # type: ignore[operator]
    target = tmp_path / "restored.db"
    ran = run("store", "restore", str(archive), "--store", str(target))
    assert ran.code == 2
    assert len(ran.err.strip().splitlines()) == 1
    assert not target.exists()


def test_backup_and_restore_by_command(tmp_path: Path) -> None:
    store, archive, target = tmp_path / "room.db", tmp_path / "room.zip", tmp_path / "restored.db"
    with room_over(str(store)) as made:
        play(made)
    made_by = run("store", "back-up", str(archive), "--store", str(store), "--json").json
    assert made_by["tables"]["transactions"]["rows"] == 5
    assert "exists already" in run("store", "back-up", str(archive), "--store", str(store)).err
    assert run("store", "restore", str(archive), "--store", str(target), "--json").json["ledgers"] == {"royal": True}
    assert "empty store only" in run("store", "restore", str(archive), "--store", str(target)).err
    drilled = run("store", "drill", "--store", str(store), "--json").json
    assert drilled["holds"]
    assert drilled["differing"] == []
    assert (
        "Everything holds: ledgers 1, chains 6, records of tables 0" in run("store", "drill", "--store", str(store)).out
    )
    for wrong in ("no.zip", str(store)):
        ran = run("store", "restore", wrong, "--store", str(tmp_path / "new.db"))
        assert ran.code == 2
        assert not (tmp_path / "new.db").exists()


def test_a_drill_finds_a_ledger_that_was_tampered_with(tmp_path: Path) -> None:
    with room_over(str(tmp_path / "room.db")) as made:
        play(made)
        with made.database.writing() as connection:
            connection.execute(text("DROP TRIGGER entries_no_update"))
            connection.execute(text("UPDATE entries SET micros = micros + 1 WHERE number = 2 AND account = 'tray'"))
        found = drill(made.database, AT)
    assert not found.holds
    assert found.differing == []


def test_point_in_time_recovery_on_postgresql() -> None:
    """The procedure of docs/recovery.md: a base back-up, archived segments, and a moment to go back to."""
    server = Server()
    segments, base = server.folder / "segments", server.folder / "base"
    segments.mkdir()
    if server.user is not None:
        shutil.chown(segments, server.user)
    try:
        with psycopg.connect(server.address(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET archive_mode = on")
            keep = f"cp %p {segments}/%f.part && mv {segments}/%f.part {segments}/%f"
            connection.execute(f"ALTER SYSTEM SET archive_command = '{keep}'".encode())
        server.kill()
        server.restart()
        address = server.fresh()
        with room_over(address) as made:
            made.open()
            made.play("1", "123")
            where = ("-h", str(server.data), "-U", "postgres", "-D", str(base))
            server.run("pg_basebackup", *where, "-X", "none", "--checkpoint", "fast")
            made.play("2", "45")
            with psycopg.connect(address, autocommit=True) as connection:
                (moment,) = connection.execute("SELECT now()::text").fetchone() or ("",)
            made.play("3", "67")  # what must not come back
            assert made.jackpots.number("royal") == 4
        with psycopg.connect(server.address(), autocommit=True) as connection:
            (last,) = connection.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone() or ("",)
            connection.execute("SELECT pg_switch_wal()")
        server.wait_for(lambda: (segments / last).exists())
        server.go_back(base, f"cp {segments}/%f %p", moment)
        restored = Database(address)
        proof = prove(restored, "royal")
        assert proof.holds
        assert proof.transactions == 3
        restored.close()
    finally:
        server.stop()


def test_the_manifest_is_readable(tmp_path: Path) -> None:
    with room_over(str(tmp_path / "room.db")) as made:
        made.open()
        back_up(made.database, tmp_path / "room.zip", AT)
    with zipfile.ZipFile(tmp_path / "room.zip") as archive:
        record = json.loads(archive.read("manifest.json"))
    assert record["at"] == AT
    assert set(record["tables"]["books"]) == {"columns", "rows", "sha256"}
