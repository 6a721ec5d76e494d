"""Scheduling of tests over processes, Hypothesis settings, and the stores that the tests of the room run on."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests.scheduling import place_of, second_store_can_wait

if TYPE_CHECKING:
    from tests.postgres import Server

pytest_plugins = ["tests.limits", "tests.file_scheduler"]

# A busy machine is not an error: tests with explicit time limits find slow code.
settings.register_profile("pitbook", deadline=None, max_examples=30)
settings.load_profile("pitbook")

# Test objects and compiled code live long: running the garbage collector at Python's default rate took a fifth of the
# time.
gc.set_threshold(100_000, 20, 20)


# A server creates its key in the user's own folder: tests use a separate key.
_KEYS = TemporaryDirectory(prefix="pitbook-key-")
os.environ.setdefault("PITBOOK_SHOE_KEY", str(Path(_KEYS.name) / "shoe.key"))

# The user's own cache may hold results that a test expects to be computed: tests use a separate cache, which all
# processes share and `make clean` removes.
os.environ.setdefault("PITBOOK_CACHE", str(Path(__file__).resolve().parent.parent / ".pytest_cache" / "pitbook"))


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis also tries the constants that it finds in the source of every module. To read 445 modules in each
    process, and to sift their texts anew for every strategy, takes longer than the tests themselves (one took 7.5 s
    instead of 0.3 s), so only the slow proofs do it."""
    if config.getoption("markexpr") == "not slow":
        none = providers._local_constants
        vars(providers)["_get_local_constants"] = lambda: none


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is slow
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if second_store_can_wait(item.nodeid) and item.get_closest_marker("every_store") is None:
            item.add_marker("slow")
    items.sort(key=lambda item: place_of(item.nodeid))


def pytest_collection_finish() -> None:
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """One server for all tests; tests fail if it cannot start."""
    from tests.postgres import Server

    server = Server()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_room(postgres: "Server") -> str:
    """A database with the schema of a room."""
    from pitbook.store.database import Database

    address = postgres.fresh()
    Database(address).close()
    return address


@pytest.fixture
def postgres_store(postgres: "Server", postgres_room: str) -> str:
    """An empty PostgreSQL database."""
    postgres.empty(postgres_room)
    return postgres_room


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store: each test runs on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        from tests.migrated_store import with_schema

        return with_schema(str(tmp_path / "room.db"))
    address: str = request.getfixturevalue("postgres_store")
    return address
