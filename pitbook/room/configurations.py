"""The versions of a property's configuration, stored with author and reason, never changed; tables open from them."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Final

from pitbook.compliance.approved import current_hash
from pitbook.compliance.gate import Gate
from pitbook.compliance.opening import check_packages, check_unmodified, open_from_property
from pitbook.compliance.property import Property, hash_of, parse_property, parse_stored_property
from pitbook.errors import BadInput, NotApproved, NotFound, quoted
from pitbook.games import exists
from pitbook.games.package import package_hash
from pitbook.jackpot.book import Action
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.jackpot.setup import Setup
from pitbook.room.days.records import Record, read_records
from pitbook.room.days.service import house_of
from pitbook.room.jackpots.service import Jackpots
from pitbook.store.work import UnitOfWork, Work
from pitbook.table.betting import Clock
from pitbook.table.events import Journal
from pitbook.table.jackpot import Jackpot
from pitbook.table.shoe import OsChance
from pitbook.table.table import Table

KIND: Final = "configuration"
LONGEST: Final = 500
SHORTEST_HASH: Final = 6
MOST_PARSED: Final = 16


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a property's configuration."""

    number: int
    """From 1, without gaps."""
    hash: str
    previous: str
    """The hash of the previous version; empty for the first."""
    at: str
    by: str
    why: str
    text: str
    packages: Mapping[str, str]
    """The recorded hash of each game's package."""
    suspended: tuple[str, ...] = ()
    """Jackpots that this version suspended."""

    @property
    def approved(self) -> dict[str, str]:
        """The hash of each game's approved package, as packages are hashed by this version of Pitbook."""
        return {game: current_hash(recorded) for game, recorded in self.packages.items()}

    @property
    def property(self) -> Property:
        return _parsed(self.text, self.number)

    def to_dict(self) -> dict[str, Any]:
        """The record of the version, without its text."""
        return {
            "version": self.number,
            "hash": self.hash,
            "previous": self.previous,
            "at": self.at,
            "by": self.by,
            "why": self.why,
            "packages": dict(self.packages),
            "suspended": list(self.suspended),
        }


@lru_cache(MOST_PARSED)
def _parsed(text: str, number: int) -> Property:
    """Cached: a stored version never changes, and every page of the floor reads it."""
    return parse_stored_property(text, f"version {number}")


class Configurations:
    """The configuration of a room, version by version."""

    def __init__(self, jackpots: Jackpots) -> None:
        self.jackpots = jackpots

    def keep(self, text: str, by: str, why: str) -> Version:
        """Stores a new version with its author and reason. The gate may still refuse what it states.

        A jackpot that may not run under it is suspended in the same transaction. The same version with the same author
        and reason is stored once.
        """
        who, reason = _line(by, "the author"), _line(why, "the reason")
        of = parse_property(text.replace("\r\n", "\n"))
        versions = self.versions()
        last = versions[-1] if versions else None
        if last is not None and (last.hash, last.by, last.why) == (of.hash, who, reason):
            return last
        if last is not None and last.hash == of.hash:
            raise BadInput(f"nothing has changed: version {last.number} is the same, {of.hash[:12]}")
        number = last.number + 1 if last else 1
        games = [game for game in of.games if exists(game)]
        data = {
            "number": number,
            "hash": of.hash,
            "previous": last.hash if last else "",
            "why": reason,
            "text": of.text,
            "packages": {game: package_hash(game) for game in games},
        }
        against = self._against(of, {})

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note(KIND, who, data | {"suspended": _suspend(unit, against, of.hash, who)})
            return {"number": number}

        # The key allows one version of each number: a concurrent one is refused.
        what = f"keep {of.hash}"
        self.jackpots.writer.run(Work(work, tuple(against), request=f"{KIND}/{number}", what=what))
        return self.versions()[number - 1]

    def versions(self) -> list[Version]:
        """All versions, the oldest first; refused if one was changed after it was stored."""
        with self.jackpots.database.reading_snapshot() as connection:
            records = read_records(connection, KIND)
        found: list[Version] = []
        for record in records:
            version = _version(record)
            before = found[-1].hash if found else ""
            if (version.number, version.previous) != (len(found) + 1, before) or version.hash != hash_of(version.text):
                raise BadInput(f"version {len(found) + 1} of the configuration was changed after it was stored")
            found.append(version)
        return found

    def current(self) -> Version:
        """The newest version; refused if none is stored."""
        versions = self.versions()
        if not versions:
            raise NotFound("no configuration is stored: pitbook property keep FILE stores the first")
        return versions[-1]

    def find(self, named: str) -> Version:
        """A version by its number, or by the beginning of its hash."""
        versions = self.versions()
        for version in versions:
            if named == str(version.number) or (len(named) >= SHORTEST_HASH and version.hash.startswith(named)):
                return version
        raise NotFound(
            f"there is no version {quoted(named)}: "
            + (f"versions are 1 to {len(versions)}, or a hash" if versions else "none is stored")
        )

    # -- opening -------------------------------------------------------------------------------------------------------

    def gate(self, on: date) -> Gate:
        """The gate of the current version; refused if a package is not the approved one."""
        version = self.current()
        gate = Gate(version.property, on)
        check_packages(gate, version.approved)
        return gate

    def open_table(
        self, table: str, on: date, by: str, request: str, chance: OsChance, clock: Clock, journal: Journal,
        jackpot: Jackpot | None = None,
    ) -> Table:  # fmt: skip
        """Opens a table from the current version, and records that."""
        opened, data = self.begin_table(table, on, chance, clock, journal, jackpot)
        who = _line(by, "who opens it")

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note("table-opened", who, data)
            return {}

        self.jackpots.writer.run(Work(work, request=request, what=f"open table {table}"))
        return opened

    def begin_table(
        self, table: str, on: date, chance: OsChance, clock: Clock, journal: Journal, jackpot: Jackpot | None = None,
        first_round: int = 1, controller_only: bool = False,
    ) -> tuple[Table, dict[str, Any]]:  # fmt: skip
        """A table opened through the gate, and the data of its record, which is stored together with its events."""
        gate = self.gate(on)
        opened = open_from_property(gate, table, chance, clock, journal, jackpot, first_round, controller_only)
        return opened, {"table": table, "configuration": gate.property.hash, "set_up": opened.config.to_dict()}

    def check_running(self, name: str, table: Table, on: date) -> None:
        """Refuses a table that runs no stored version, or whose set-up differs from the current version."""
        configuration = table.config.configuration
        if configuration not in {version.hash for version in self.versions()}:
            shown = configuration[:12] or "none"
            raise NotApproved(
                f"table {name} runs configuration {shown}, which was never stored: open it from a stored one"
            )
        check_unmodified(self.gate(on), name, table.config)

    def check_jackpot(self, setup: Setup, tables: Collection[str], on: date) -> None:
        """Refuses a jackpot that differs from the configuration, if the room has one."""
        if not self.versions():
            return
        stated, members = self.gate(on).open_jackpot(setup.id)
        if setup != stated or set(tables) != {member.table for member in members}:
            raise NotApproved(
                f"jackpot {setup.id} is not set up as configuration {self.current().hash[:12]} states it: keep a new "
                "version first, or open it from this one"
            )

    def open_jackpot(self, jackpot: str, on: date, person: Person, request: str) -> dict[str, Any]:
        """Opens a jackpot of the current version for its tables, through the gate."""
        setup, members = self.gate(on).open_jackpot(jackpot)
        return self.jackpots.open(setup, members, person, request)

    # -- the controller's gate -----------------------------------------------------------------------------------------

    def guard(self) -> None:
        """From now on refuses to open, change or resume a jackpot in a way that differs from the configuration."""
        self.jackpots.set_up_checks.append(lambda setup, tables: self.check_jackpot(setup, tables, self.today()))
        self.jackpots.checks.append(self._allow)

    def today(self) -> date:
        """The current gambling day."""
        return self.house().day_of(self.jackpots.worker.clock())

    def house(self) -> House:
        """The house, as last set."""
        with self.jackpots.database.reading_snapshot() as connection:
            return house_of(connection)

    def enforce(self, by: str) -> list[str]:
        """Suspends open jackpots that may not run today, because a rule came into force or a game has changed."""
        if not self.versions():
            return []
        version = self.current()
        against = self._against(version.property, version.approved)

        def work(unit: UnitOfWork) -> list[str]:
            return _suspend(unit, against, version.hash, by)

        return self.jackpots.writer.run(Work(work, tuple(against))) if against else []

    def _allow(self, kind: str, jackpot: str) -> None:
        """Refuses to resume a jackpot that the gate would not open."""
        if kind == "resume" and self.versions():
            self.gate(self.today()).open_jackpot(jackpot)

    def _against(self, of: Property, packages: Mapping[str, str]) -> dict[str, str]:
        """The open jackpots that may not run, each with the reason."""
        gate, found = Gate(of, self.today()), {}
        for name in self.jackpots.names():
            book = self.jackpots.book(name)
            if book.status != "open":
                continue
            try:
                check_packages(gate, {game: kept for game, kept in packages.items() if game == book.setup.game})
                gate.open_jackpot(name)
            except (NotApproved, NotFound) as error:
                found[name] = str(error)
        return found


def _suspend(unit: UnitOfWork, against: Mapping[str, str], configuration: str, by: str) -> list[str]:
    """Suspends open jackpots that may not run; their liability stays. Returns those that it suspended."""
    stopped = []
    for jackpot, reason in against.items():
        if unit.book(jackpot).status != "open":
            continue
        why = reason if len(reason) <= LONGEST else f"{reason[: LONGEST - 4]} ..."
        data = {"why": why, "document": f"configuration {configuration}", "people": [by]}
        unit.do(jackpot, Action("suspend", data), f"suspend/{configuration[:12]}/{unit.at}", by)
        stopped.append(jackpot)
    return stopped


def _version(record: Record) -> Version:
    data = record.data
    return Version(
        int(data["number"]), str(data["hash"]), str(data["previous"]), record.at, record.by, str(data["why"]),
        str(data["text"]), dict(data["packages"]), tuple(data.get("suspended", ())),
    )  # fmt: skip


def _line(text: str, what: str) -> str:
    line = " ".join(text.split())
    if not line or len(line) > LONGEST or not line.isprintable():
        raise BadInput(f"state {what} in 1 to {LONGEST} letters")
    return line


@dataclass(frozen=True, slots=True)
class Changed:
    """One key that differs between two versions."""

    key: str
    before: str | None
    """None if the key was not there."""
    after: str | None

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.key} = {self.after} is new"
        return (
            f"{self.key} = {self.before} is gone"
            if self.after is None
            else (f"{self.key} = {self.after}, was {self.before}")
        )

    def to_dict(self) -> dict[str, str | None]:
        return asdict(self)


def compare(before: str, after: str) -> list[Changed]:
    """The keys in which two versions differ; tables and jackpots are matched by their ids, not by their order."""
    old, new = dict(_keys("", tomllib.loads(before))), dict(_keys("", tomllib.loads(after)))
    return [
        Changed(key, old.get(key), new.get(key)) for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)
    ]


def _keys(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _keys(f"{path}.{name}" if path else name, part)
    elif isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        for place, part in enumerate(value, 1):
            yield from _keys(f"{path} {part.get('id', place)}", part)
    else:
        yield path, _written(value)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(_written(part) for part in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)
