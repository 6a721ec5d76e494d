"""Dry runs: the same work on a copy of the stored state, with nothing written."""

import json
from typing import Any, TypeVar

from sqlalchemy import select

from pitbook.jackpot.book import Book
from pitbook.jackpot.controller import ControllerState
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.pit import Pit
from pitbook.room.tables.service import Tables
from pitbook.store import schema
from pitbook.store.chain import Head, events_chain
from pitbook.store.work import Changes, HeldBook, HeldController, UnitOfWork, Work
from pitbook.store.writer import Writer

T = TypeVar("T")


class DryWriter(Writer):
    """Runs work like a writer without writing; :attr:`changes` has what it would have written."""

    def __init__(self, real: Jackpots) -> None:
        # Writer.__init__ is not called: there is no worker.
        self._database, self._clock = real.database, real.worker.clock
        self.changes = Changes()

    def run(self, work: Work[T]) -> T:
        """The answer that the work would get; raises the refusal that it would get."""
        unit = UnitOfWork(self._base(work), self._clock())
        answer = work.run(unit)
        self.changes.merge(unit.changes)
        return answer

    def submit(self, work: Work[Any]) -> None:
        """Like :meth:`run`, without an answer."""
        self.run(work)

    def close(self) -> None:
        """Nothing to close."""

    def _base(self, work: Work[T]) -> Changes:
        books, rows, found = schema.books, schema.controllers, Changes()
        with self._database.reading_latest() as connection:
            for row in connection.execute(select(books).where(books.c.id.in_(work.books))).mappings():
                held = HeldBook(Book.from_dict(json.loads(row["state"])), row["number"], row["hash"])
                found.books[row["id"]] = held
            for row in connection.execute(select(rows).where(rows.c.table.in_(work.controllers))).mappings():
                found.controllers[row["table"]] = HeldController(
                    ControllerState.from_dict(json.loads(row["state"])), Head(row["pressed"], row["hash"]), row["state"]
                )
            if work.events_of:
                chain, heads = events_chain(work.events_of), schema.chains
                last = connection.execute(select(heads.c.number, heads.c.hash).where(heads.c.name == chain)).first()
                found.heads[chain] = Head(*last) if last is not None else Head()
        return found


class DryJackpots(Jackpots):
    """The jackpots of a room for a dry run."""

    def __init__(self, real: Jackpots) -> None:
        self.database, self.worker = real.database, real.worker
        self.dry = self.writer = DryWriter(real)
        self.checks, self.set_up_checks = real.checks, real.set_up_checks
        self._plays, self._books = {}, {}

    def close(self) -> None:
        """Nothing to close: the store belongs to the real service."""


def dry_pit(real: Pit) -> tuple[Pit, DryJackpots]:
    """The room's tables and their jackpots, for one dry run."""
    jackpots = DryJackpots(real.jackpots)
    return Pit(Tables(jackpots, real.tables.now, real.tables.key, real.tables.chance), real.configurations), jackpots
