"""Saved designs of the Lab, each under a hash of itself, so that it cannot change."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from sqlalchemy import func, select

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.exact.design_game import SLUG, game_of_design
from pitbook.exact.lab import LabDesign
from pitbook.games import Outside
from pitbook.room.days.records import last_record, write_record
from pitbook.store import schema
from pitbook.store.database import Database

KIND: Final = "lab design "
MOST_DESIGNS: Final = 20_000
ANYBODY: Final = "a visitor"
MOST_FOUND: Final = 256


def design_finder(database: Database) -> Callable[[str], Outside | None]:
    """Finds the games of stored designs by their slugs. A design never changes, so each is read once."""
    designs = Designs(database, lambda: "")

    @lru_cache(maxsize=MOST_FOUND)
    def read(name: str) -> Outside:
        return game_of_design(designs.get(name))

    def find(slug: str) -> Outside | None:
        named = SLUG.fullmatch(slug)
        try:
            return read(named[1]) if named else None
        except BadInput:
            return None  # there is no such design, or the game that it was made of is gone

    return find


class Designs:
    """Designs as records, which cannot be changed."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database, self._now = database, now

    def save(self, design: LabDesign) -> str:
        """Saves a design, once; returns its id."""
        found, table = design.id, schema.records
        with self._database.writing() as connection:
            if last_record(connection, KIND + found) is None:
                kept = connection.execute(
                    select(func.count()).select_from(table).where(table.c.kind.startswith(KIND))
                ).scalar_one()
                if kept >= MOST_DESIGNS:
                    raise BadInput(f"this server already stores {MOST_DESIGNS:,} designs, the maximum")
                write_record(connection, KIND + found, ANYBODY, self._now(), design.to_dict())
        return found

    def get(self, name: str) -> LabDesign:
        """The design of an id."""
        if len(name) == 24 and name.isalnum() and name.isascii():
            with self._database.reading_latest() as connection:
                kept = last_record(connection, KIND + name)
            if kept is not None:
                return LabDesign(**kept.data)
        raise NotFound(f"there is no saved design {quoted(name)}")
