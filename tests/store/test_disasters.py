"""Crashes and lost connections at every chosen point: an operation is stored completely or not at all, and once."""

from pathlib import Path

import pytest
from sqlalchemy import update

from pitbook.store import schema
from tests.postgres import Server
from tests.store.cut_connections import WAYS, Way, cuts
from tests.store.killed_processes import deaths
from tests.store.room_operations import KINDS, check_after, content, room_of


@pytest.mark.parametrize(("name", "step"), [("coin-in", 4), ("table", 17)])
def test_a_process_that_dies_before_a_statement_leaves_nothing_half_done(tmp_path: Path, name: str, step: int) -> None:
    """The last death of both comes after the commit, before the answer."""
    times, _ = deaths(tmp_path, name, "statement", step)
    assert times >= 2


def test_a_process_that_dies_in_a_write_leaves_nothing_half_done(tmp_path: Path) -> None:
    times, whole = deaths(tmp_path, "award", "write", 20)
    assert times >= 2
    assert whole == 0  # its last page was never written


@pytest.mark.parametrize(("way", "dies"), [("there", False), ("back", True)])
def test_connection_lost_between_two_messages(postgres: Server, postgres_store: str, way: Way, dies: bool) -> None:
    times, _ = cuts(postgres, postgres_store, "coin-in", way, dies=dies, step=4)
    assert times >= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_process_dies_before_every_statement_of_every_act(tmp_path: Path, name: str) -> None:
    times, whole = deaths(tmp_path, name, "statement")
    assert times >= 8
    assert whole >= 1  # after the commit, before the answer


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_process_dies_in_every_write_of_every_act(tmp_path: Path, name: str) -> None:
    times, _ = deaths(tmp_path, name, "write")
    assert times >= 12


@pytest.mark.slow
@pytest.mark.parametrize("dies", [False, True], ids=["goes on", "dies"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", KINDS)
def test_connection_lost_at_every_message_of_every_operation(
    postgres: Server, postgres_store: str, name: str, way: Way, dies: bool
) -> None:
    times, _ = cuts(postgres, postgres_store, name, way, dies=dies)
    assert times >= 4


def test_check_detects_a_partial_operation(tmp_path: Path) -> None:
    """The proof itself can fail."""
    store, kind = str(tmp_path / "room.db"), KINDS["coin-in"]
    with room_of(store, 0):
        pass
    with room_of(store, 1) as house:
        kind.before(house, 1)
        before = content(house.server.database)
        with house.server.database.writing() as connection:
            connection.execute(update(schema.controllers).values(pressed=schema.controllers.c.pressed + 1))
    with pytest.raises(AssertionError, match=r"half-done is left: .*pads"):
        check_after(store, kind, 1, before)
    with room_of(store, 1) as house:
        whole = content(house.server.database)
    with pytest.raises(AssertionError, match="not done once"):
        check_after(store, kind, 1, whole)
