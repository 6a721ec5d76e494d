"""The running system on one page: release and files, store, packages of the games, terms of the jackpots, clock."""

import platform
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from sqlalchemy import func, select, text

from pitbook.compliance.release import check_release
from pitbook.games import all_games
from pitbook.games.package import package_hash
from pitbook.jackpot.house import House
from pitbook.jackpot.setup import Setup
from pitbook.room.configurations import Version
from pitbook.room.days.service import Days
from pitbook.room.tables.log import last_number, tables
from pitbook.store import schema
from pitbook.store.database import Database

COUNTED: Final = {
    "transactions": select(func.sum(schema.books.c.number)),
    "presses of controllers": select(func.sum(schema.controllers.c.pressed)),
    "records": select(func.max(schema.records.c.number)),
}
"""The size of the store, without counting every row."""
PARTS: Final = ("fastapi", "sqlalchemy", "alembic", "pydantic", "jinja2", "argon2-cffi", "uvicorn")


@dataclass(frozen=True, slots=True)
class Package:
    """The approved package of a game, by its hash."""

    game: str
    letter: str
    hash: str
    approved: str
    """The hash that is stored with the current configuration; empty if it does not use the game."""
    holds: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "holds", not self.approved or self.approved == self.hash)


@dataclass(frozen=True, slots=True)
class InstalledComponent:
    """A component of a progressive system: the version in the property's file and the one that the letter requires."""

    name: str
    stated: str
    required: str


@dataclass(frozen=True, slots=True)
class JackpotTerms:
    """A jackpot's current terms."""

    jackpot: str
    status: str
    set_up: dict[str, Any]
    pending: bool
    """Whether other terms take effect at its next restart."""
    components: tuple[InstalledComponent, ...]


@dataclass(frozen=True, slots=True)
class SystemFacts:
    """Parameters, versions and checksums."""

    pitbook: str
    release: str
    """``release`` or ``working copy``."""
    files: int
    hash: str
    faults: tuple[str, ...]
    python: str
    system: str
    parts: dict[str, str]
    store: str
    """``SQLite 3.45`` or ``PostgreSQL 16``."""
    schema: str
    """The revision of its schema."""
    rows: dict[str, int]
    configuration: str
    """The hash of the current configuration; empty if none is stored."""
    version: int
    packages: tuple[Package, ...]
    jackpots: tuple[JackpotTerms, ...]
    house: str
    zone: str
    day_starts: int
    now: str
    """The time of the server's clock, in UTC."""
    local: str
    day: str
    """The current gambling day."""


def system_of(days: Days, newest: Version | None, now: datetime) -> SystemFacts:
    """Reads and hashes every file each time."""
    release, house, at = check_release(), days.house(), now.isoformat()
    approved = newest.approved if newest is not None else {}
    store, revision, rows = _store(days.database)
    return SystemFacts(
        release.version, release.kind, release.files, release.hash, release.faults, platform.python_version(),
        f"{platform.system()} {platform.machine()}", {part: _version(part) for part in PARTS}, store, revision, rows,
        newest.hash if newest is not None else "", newest.number if newest is not None else 0,
        tuple(
            Package(game.slug, game.letter.label, package_hash(game.slug), approved.get(game.slug, ""))
            for game in all_games()
        ),
        tuple(_terms(days, newest)), house.name, house.zone, house.day_starts, at, house.local(at),
        _day(house, at),
    )  # fmt: skip


def _day(house: House, at: str) -> str:
    return house.day_of(at).isoformat()


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "not installed"


def _store(database: Database) -> tuple[str, str, dict[str, int]]:
    """The database with its version, the revision of its schema, and its size."""
    with database.reading_snapshot() as connection:
        own = "show server_version" if database.is_postgresql else "select sqlite_version()"
        named = "PostgreSQL" if database.is_postgresql else "SQLite"
        number = str(connection.execute(text(own)).scalar())
        revision = str(connection.execute(text("select version_num from alembic_version")).scalar())
        rows = {words: int(connection.execute(asked).scalar() or 0) for words, asked in COUNTED.items()}
        rows["events of tables"] = sum(last_number(connection, table) for table in tables(connection))
    return f"{named} {number.partition(' ')[0]}", revision, rows


def _terms(days: Days, newest: Version | None) -> list[JackpotTerms]:
    stated = {entry.id: entry for entry in newest.property.jackpots} if newest is not None else {}
    found = []
    for name in days.jackpots.names():
        book = days.jackpots.book(name)
        components = stated[name].components if name in stated else {}
        parts = [InstalledComponent(part, number, _required(book.setup, part)) for part, number in components.items()]
        found.append(JackpotTerms(name, book.status, book.setup.to_dict(), book.pending is not None, tuple(parts)))
    return found


def _required(setup: Setup, part: str) -> str:
    """The version of a component that the letter requires for this wager."""
    for system in setup.rules.letter.systems:
        if setup.wager in system.wagers:
            for component in system.components:
                if component.name == part:
                    return f"{component.version}{' or higher' if component.or_higher else ''}"
    return "not named by the letter"
