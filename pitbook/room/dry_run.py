"""Trying something out: the very same work, on a copy of what the store holds, and nothing of it is kept."""

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
from pitbook.store.work import Changes, Held, HeldController, UnitOfWork, Work
from pitbook.store.writer import Writer

T = TypeVar("T")


class DryWriter(Writer):
    """Does work as a writer does, and writes nothing; what it would have written is in :attr:`changes`."""

    def __init__(self, real: Jackpots) -> None:
        # The real writer is never made: it writes.
        self._database, self._clock = real.database, real.worker.clock
        self.changes = Changes()

    def run(self, work: Work[T]) -> T:
        """What would be answered; refused where the work would be."""
        desk = UnitOfWork(self._ground(work), self._clock())
        answer = work.run(desk)
        self.changes.take(desk.mine)
        return answer

    def submit(self, work: Work[Any]) -> None:
        """The same; nobody waits for the answer."""
        self.run(work)

    def close(self) -> None:
        """There is nothing to close."""

    def _ground(self, work: Work[T]) -> Changes:
        books, pads, found = schema.books, schema.pads, Changes()
        with self._database.looking() as connection:
            for row in connection.execute(select(books).where(books.c.id.in_(work.books))).mappings():
                held = Held(Book.from_dict(json.loads(row["state"])), row["number"], row["hash"])
                found.books[row["id"]] = held
            for row in connection.execute(select(pads).where(pads.c.table.in_(work.pads))).mappings():
                found.pads[row["table"]] = HeldController(
                    ControllerState.from_dict(json.loads(row["state"])), Head(row["pressed"], row["hash"]), row["state"]
                )
            if work.events_of:
                chain, heads = events_chain(work.events_of), schema.chains
                last = connection.execute(select(heads.c.number, heads.c.hash).where(heads.c.name == chain)).first()
                found.heads[chain] = Head(*last) if last is not None else Head()
        return found


class DryJackpots(Jackpots):
    """The jackpots of a room, to try things out on."""

    def __init__(self, real: Jackpots) -> None:
        self.database, self.worker = real.database, real.worker
        self.dry = self.writer = DryWriter(real)
        self.checks, self.set_up_checks = real.checks, real.set_up_checks
        self._plays, self._books = {}, {}

    def close(self) -> None:
        """The store belongs to the real ones."""


def dry_pit(real: Pit) -> tuple[Pit, DryJackpots]:
    """The room's tables, to try something out on once; and the jackpots that they play for."""
    jackpots = DryJackpots(real.jackpots)
    return Pit(Tables(jackpots, real.tables.now, real.tables.key, real.tables.chance), real.configurations), jackpots
