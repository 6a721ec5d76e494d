"""Stores of every earlier schema, written by the program of their time: they verify today, and play continues."""

from datetime import date
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import select, text

import pitbook.store
from pitbook.room.audit.store_proof import prove_store
from pitbook.store import schema
from pitbook.store.archive import read_manifest, restore
from tests.postgres import Server
from tests.room.rig import ACCOUNTANT, Room
from tests.store.full_store import FROZEN

FOLDER = Path(pitbook.store.__file__).parent / "migrations"
REVISIONS = sorted(script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions())
LATER = "2026-11-04T20:00:00+00:00"


KINDS = [("sqlite", revision) for revision in REVISIONS] + [("postgresql", REVISIONS[0])]
"""The first schema goes through every step."""
KINDS += [pytest.param("postgresql", revision, marks=pytest.mark.slow) for revision in REVISIONS[1:]]  # type: ignore[misc]


def test_every_schema_has_its_store() -> None:
    """A new step of the schema needs one: ``python -m tests.store.full_store tests/store/frozen`` writes it."""
    assert sorted(path.stem for path in FROZEN.glob("*.zip")) == REVISIONS
    for revision in REVISIONS:
        manifest = read_manifest(FROZEN / f"{revision}.zip")
        assert manifest.schema == revision
        assert all(manifest.tables[name].rows for name in (*schema.APPEND_ONLY, "books", "pads", "people"))


@pytest.mark.parametrize(("kind", "revision"), KINDS)
def test_earlier_store_verifies_and_continues(kind: str, revision: str, tmp_path: Path, postgres: Server) -> None:
    empty = str(tmp_path / "room.db") if kind == "sqlite" else postgres.fresh()
    restore(FROZEN / f"{revision}.zip", empty)
    made = Room(empty, LATER)
    with made.database.reading_snapshot() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == REVISIONS[-1]
        table = str(
            connection.execute(select(schema.controllers.c.table).order_by(schema.controllers.c.table.desc())).scalar()
        )
    proof = prove_store(made.database)
    assert proof.fault == ""
    assert len(proof.chains) > 4
    assert sum(record.rounds for record in proof.tables) == 1
    began = {rows.table: rows.since for rows in proof.rows if rows.since}
    older = {"people", "passkeys", "controllers"} if revision < "0009" else set()
    assert set(began) == older, "the proof says from where it covers what it did not cover before"
    assert all(f"covered since record {rows.since}, " in rows.coverage for rows in proof.rows if rows.since)
    number = made.jackpots.number("royal")
    made.play(table, "12")
    made.days.close(made.days.next_to_close() or date.min, ACCOUNTANT, made.key())
    assert made.jackpots.number("royal") == number + 1
    assert prove_store(made.database).fault == ""
    made.close()
