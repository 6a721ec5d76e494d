"""A card room for tests: a store in a file, a clock that tests set, and people of every role."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import text

from pitbook.jackpot.links import Member
from pitbook.jackpot.people import Person
from pitbook.jackpot.setup import Setup, parse_terms
from pitbook.money import dollars, parse_cents
from pitbook.room.days.service import Days
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.people.service import People
from pitbook.store.database import Database
from tests.migrated_store import with_schema

DEALER = Person("dana", "Dana Dealer", frozenset({"dealer"}))
SUPERVISOR = Person("sam", "Sam Supervisor", frozenset({"supervisor"}))
EXECUTIVE = Person("eve", "Eve Executive", frozenset({"executive"}))
ACCOUNTANT = Person("ann", "Ann Accountant", frozenset({"accounting"}))
ADMINISTRATOR = Person("ada", "Ada Administrator", frozenset({"administrator"}))
AUDITOR = Person("aud", "Aud Auditor", frozenset({"auditor"}))
BOTH = [EXECUTIVE, ACCOUNTANT]

TOP, QUARTER = "double_royal_match_suited", "double_royal_match"
"""The levels of Royal Match Progressive: 100% and 25% of the meter."""


def hire(people: People, *staff: Person) -> None:
    """Adds people with the badge ``id:token-id`` and the PIN 2468, with a fast hash."""
    from argon2 import PasswordHasher

    slow, people._hasher = people._hasher, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    for person in staff:
        people.add(person.id, person.name, sorted(person.roles), f"token-{person.id}", "2468")
    people._hasher = slow


class Clock:
    """A time that tests set; it advances a second each time it is read."""

    def __init__(self, now: str) -> None:
        self.now = datetime.fromisoformat(now)

    def __call__(self) -> str:
        self.now += timedelta(seconds=1)
        return self.now.isoformat()

    def set(self, now: str) -> None:
        self.now = datetime.fromisoformat(now).astimezone(UTC)


class Room:
    """Tables 1 to 3, linked to one Royal Match Progressive by default."""

    def __init__(self, store: Path | str, now: str = "2026-11-02T20:00:00+00:00") -> None:
        self.database = Database(with_schema(str(store)))
        self.clock = Clock(now)
        self.jackpots = Jackpots(self.database, self.clock)
        self.days = Days(self.jackpots)
        self._started, self._keys = now, count(1)

    def key(self) -> str:
        """A key that was not used before."""
        return f"{self._started}-{next(self._keys)}"

    def open(
        self, name: str = "royal", tables: str = "123", controller: Any = "card", seed: str = "$5,000",
        contribution: str = "10.91%", reserve: str = "2%", limit: str = "", executive_from: str = "$5,000",
    ) -> Setup:  # fmt: skip
        terms = parse_terms(seed, contribution, reserve, limit)
        setup = Setup(
            name, "royal-match-21", "royal-match-progressive", "RMP", 6, "progressive", terms, dollars(1), "tray",
            controller, parse_cents(executive_from),
        )  # fmt: skip
        members = [Member(table, setup.game, setup.wager, setup.table, setup.decks, "main", True) for table in tables]
        self.jackpots.open(setup, members, EXECUTIVE, self.key())
        return setup

    def press(
        self,
        table: str,
        key: str,
        person: Person = DEALER,
        seat: int = 0,
        outcome: str = "",
        *,
        without_wagers: bool = False,
    ) -> dict[str, Any]:
        return self.jackpots.press(table, key, person, self.key(), seat, outcome, without_wagers=without_wagers)

    def play(self, table: str = "1", seats: str = "123", **wins: str) -> list[dict[str, Any]]:
        """A round on a card controller; ``seat3="..."`` is the win of a seat. Returns the answer for each prize."""
        for seat in seats:
            self.press(table, "sense", seat=int(seat))
        self.press(table, "lock")
        for seat, outcome in wins.items():
            self.press(table, "spot", seat=int(seat.removeprefix("seat")))
            self.press(table, "hand", outcome=outcome)
        if wins:
            self.press(table, "verify", SUPERVISOR)
        told = [self.press(table, "record", EXECUTIVE)["told"] for _ in wins]
        self.press(table, "end")
        return told

    def close(self) -> None:
        self.jackpots.close()
        self.database.close()


@contextmanager
def room(folder: Path, now: str = "2026-11-02T20:00:00+00:00") -> Iterator[Room]:
    """A room over a file in this folder, closed afterwards."""
    with room_over(folder / "room.db", now) as made:
        yield made


@contextmanager
def room_over(store: Path | str, now: str = "2026-11-02T20:00:00+00:00") -> Iterator[Room]:
    """A room over any store, closed afterwards."""
    made = Room(store, now)
    try:
        yield made
    finally:
        made.close()


def tamper(made: Room, *statements: str) -> None:
    """Changes the database directly."""
    with made.database.writing() as connection:
        if made.database.is_postgresql:  # for these statements only: other tests use this database too
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        else:
            for table in ("transactions", "entries", "records"):
                for event in ("update", "delete"):
                    connection.execute(text(f"DROP TRIGGER IF EXISTS {table}_no_{event}"))
        for statement in statements:
            connection.execute(text(statement))
