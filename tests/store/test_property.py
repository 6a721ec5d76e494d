"""A whole property is exported to the other kind of store and back, byte for byte."""

import json
import zipfile
from pathlib import Path

from sqlalchemy import select

from pitbook.room.audit.store_proof import prove_store
from pitbook.store import schema
from pitbook.store.archive import LEFT_OUT, back_up, restore
from pitbook.store.database import Database
from tests.postgres import Server
from tests.store.full_store import go_on, tell
from tests.store.room_operations import content

AT = "2026-11-04T00:00:00+00:00"


def members(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if name != "manifest.json"}


def handed_on(address: str, archive: Path) -> dict[str, bytes]:
    database = Database(address)
    back_up(database, archive, AT)
    database.close()
    return members(archive)


def test_property_round_trips_between_stores(tmp_path: Path, postgres: Server) -> None:
    stores = [str(tmp_path / "first.db"), postgres.fresh(), str(tmp_path / "back.db")]
    tell(stores[0])
    archives = [handed_on(stores[0], tmp_path / "0.zip")]
    for number, store in enumerate(stores[1:], 1):
        restore(tmp_path / f"{number - 1}.zip", store)
        archives.append(handed_on(store, tmp_path / f"{number}.zip"))
    assert archives[0] == archives[1] == archives[2]
    first, last = (Database(store) for store in (stores[0], stores[-1]))
    there, came_back = content(first), content(last)
    left_out = {name for name in there if name in LEFT_OUT}
    assert left_out == {"sessions", "challenges"}
    assert {name: rows for name, rows in there.items() if name not in left_out} == {
        name: rows for name, rows in came_back.items() if name not in left_out
    }
    # Nothing that a room has is missing from the story: configuration, people, days, tables, money, play.
    assert all(there[name] for name in there if name != "challenges")
    with last.reading_snapshot() as connection:
        kinds = set(connection.execute(select(schema.records.c.kind)).scalars())
    assert kinds >= {"configuration", "table-opened", "person-added", "sign-in", "deposit", "bank", "day-closed"}
    first.close()
    go_on(stores[-1])
    assert prove_store(last).fault == ""
    last.close()


def test_every_table_of_the_schema_is_in_the_archive(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "room.db"))
    manifest = back_up(database, tmp_path / "room.zip", AT)
    database.close()
    assert {*manifest.tables, *LEFT_OUT} == {*schema.metadata.tables, "alembic_version"}
    with zipfile.ZipFile(tmp_path / "room.zip") as archive:
        assert json.loads(archive.read("manifest.json"))["schema"] == manifest.schema
