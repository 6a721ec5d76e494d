"""The files of a store can be read by their owner only, from the moment they are created."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook.errors import BadInput
from pitbook.store.archive import back_up, restore
from pitbook.store.database import Database

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
NOON = "2026-11-04T12:00:00+00:00"


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture
def _open_umask() -> Iterator[None]:
    """An account whose umask lets all others read what it creates."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_open_umask")
def test_a_new_store_and_its_folders_are_for_their_owner_only(tmp_path: Path) -> None:
    """Also the write-ahead log and its index, which SQLite keeps beside the file while it is open."""
    folder = tmp_path / "house" / "room"
    database = Database(str(folder / "room.db"))
    connection = database.write_connection()
    connection.begin((), (), (), ())
    connection.rollback()
    assert modes(folder) == {"room.db": 0o600, "room.db-wal": 0o600, "room.db-shm": 0o600}
    connection.close()
    database.close()
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


@pytest.mark.usefixtures("_open_umask")
def test_the_mode_is_set_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is empty and private before SQLite first opens it."""
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr("pitbook.store.database.create_engine", _watched(tmp_path / "room.db", seen))
    Database(str(tmp_path / "room.db")).close()
    assert seen == [(0o600, 0)]


def _watched(path: Path, seen: list[tuple[int, int]]) -> "object":
    from sqlalchemy import create_engine, event

    def made(*given: object, **named: object) -> object:
        engine = create_engine(*given, **named)  # type: ignore[call-overload]

        def connecting(*_given: object) -> None:
            if not seen:
                found = path.stat()
                seen.append((stat.S_IMODE(found.st_mode), found.st_size))

        event.listen(engine, "do_connect", connecting)
        return engine

    return made


@pytest.mark.usefixtures("_open_umask")
def test_an_existing_store_that_others_can_read_is_tightened(tmp_path: Path) -> None:
    """A store of an earlier version, with what a killed server left beside it."""
    path = tmp_path / "room.db"
    first = Database(str(path))
    connection = first.write_connection()
    for name in modes(tmp_path):
        (tmp_path / name).chmod(0o644)
    second = Database(str(path))
    assert set(modes(tmp_path).values()) == {0o600}
    second.close()
    connection.close()
    first.close()


def test_a_store_whose_mode_cannot_be_changed_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to another account, which lets others read it."""
    path = tmp_path / "room.db"
    Database(str(path)).close()
    path.chmod(0o644)

    def refuse(*_given: object) -> None:
        raise PermissionError("not the owner")

    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(BadInput, match=r"can be read by other accounts.*chmod 600"):
        Database(str(path))


def test_a_file_that_is_no_store_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list " * 20)
    path.chmod(0o644)
    with pytest.raises(BadInput, match="cannot be opened"):
        Database(str(path))
    assert modes(tmp_path) == {"notes.txt": 0o644}


@pytest.mark.usefixtures("_open_umask")
def test_back_ups_and_restored_stores_are_for_their_owner_only(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "room.db"))
    back_up(database, tmp_path / "monday.zip", NOON)
    database.close()
    restore(tmp_path / "monday.zip", str(tmp_path / "restored.db"))
    assert set(modes(tmp_path).values()) == {0o600}
