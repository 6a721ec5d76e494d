"""Live tables over the store: each act is committed with its request in one transaction, or has not happened.

A table in memory is a cache of its events. An act runs on that cache first; if another process has added events in the
meantime, the store refuses the write, and the act is repeated on the newest events.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock, RLock
from typing import Any, Final, TypeVar

from pitbook.errors import BadInput, NotFound, PitbookError, quoted
from pitbook.jackpot.people import Person
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.jackpot import TableJackpot
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.log import AFTER, is_closed, last_opening
from pitbook.room.tables.shoe_key import ShoeKey, room_key
from pitbook.store.work import ANSWERED, UnitOfWork, Work, same_answer
from pitbook.store.write_connection import StoreUnavailable
from pitbook.table.betting import HOUSE
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Event, Journal, parse_event
from pitbook.table.shoe import OsChance, check_chance
from pitbook.table.table import Table

T = TypeVar("T")
Receipt = dict[str, Any]
"""The answer to an act: the table, the number of its last event, the hash of its log, and what the act returned."""
Act = Callable[[LiveTable], Mapping[str, Any] | None]
"""Does something to a table, and may return more for the answer."""
Also = Callable[[UnitOfWork], None]
"""Writes something else in the same transaction."""
Begin = Callable[[Journal], tuple[Table, Also]]
"""Opens a table whose events go into a journal; returns it with what else is written in the same transaction."""
MOST_LOADED: Final = 400
"""Tables in memory; the least recently used is dropped and read from the store again when it is needed."""
MOST_TRIES: Final = 10
_STRIPES: Final = 64
THE_HOUSE: Final = Person(HOUSE, "the house", frozenset())
"""Voids a round whose shoe cannot be dealt from: no person has decided it."""
NO_PAPER: Final = "none: done by the server"
CANNOT_OPEN: Final = "the order of its shoe was sealed with a key that this server does not have"
UNSEALED: Final = "the order of its shoe was stored unsealed by an earlier version"


class Busy(PitbookError):
    """Every attempt met a conflict: other servers act at this table all the time."""


class Outdated(Exception):
    """An attempt used events that are not the newest; it is repeated with those."""


class Tables:
    """Every live table of a store."""

    def __init__(
        self, jackpots: Jackpots, now: Callable[[], datetime], key: ShoeKey, chance: OsChance | None = None
    ) -> None:
        self.jackpots, self.database, self.writer, self.now = jackpots, jackpots.database, jackpots.writer, now
        self.key = key
        """Seals every shoe before it is stored."""
        self.chance = chance or OsChance()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._locks = [RLock() for _ in range(_STRIPES)]
        """Locks of the tables: each uses the one that its name hashes to."""
        self._cache_lock = Lock()

    def clock(self) -> str:
        return self.now().isoformat()

    # -- looking -------------------------------------------------------------------------------------------------------

    @contextmanager
    def look(self, name: str) -> Iterator[LiveTable]:
        """A table with its newest events from the store, locked against acts in this process."""
        with self._lock_of(name):
            yield self._newest(name)

    def loaded(self) -> list[str]:
        """The tables in memory."""
        with self._cache_lock:
            return list(self._live)

    @contextmanager
    def peek(self, name: str) -> Iterator[LiveTable | None]:
        """A table as it is in memory, which may be behind the store; None if it is not loaded."""
        with self._lock_of(name):
            yield self._live.get(name)

    # -- acting --------------------------------------------------------------------------------------------------------

    def open(self, name: str, begin: Begin, request: str, what: str, controllers: tuple[str, ...] = ()) -> Receipt:
        """Opens a table; refused while it is open. ``controllers`` names the controllers that ``begin`` writes to."""
        with self._lock_of(name):
            with self.database.reading_latest() as connection:
                before, events = last_opening(connection, name)
            answered = self._answered(request, what)
            if answered is not None:
                return answered
            if events and not is_closed(events):
                raise BadInput(f"table {name} is open already")
            made: list[Event] = []
            table, also = begin(made.append)
            check_chance(table.chance)
            after = before + len(events)
            lines = [self.key.stored_line(event) for event in made]

            def work(unit: UnitOfWork) -> Receipt:
                also(unit)
                unit.add_events(name, after, lines)
                return {"table": name, "number": after + len(made), "log": table.log.hash}

            receipt = self.writer.run(Work(work, (), controllers, request, what, name))
            self._forget(name)
        return receipt

    def renew(self, name: str, request: str) -> Receipt:
        """Closes a table whose record has become long and opens it again in one transaction; players keep their seats
        and chips."""
        with self._lock_of(name):
            live = self._newest(name)
            made: list[Event] = []
            fresh = Table(live.table.config, self.chance, self.clock, made.append)
            for seat, held in live.table.seats.items():
                fresh.by = live.history.owner(seat)
                fresh.sit(seat, held.player, held.stack)
            self._forget(name)
            live.table.by = HOUSE
            for seat in list(live.table.seats):
                live.table.leave(seat)
            live.table.close()
            lines = [self.key.stored_line(event) for event in (*live.new, *made)]

            def work(unit: UnitOfWork) -> Receipt:
                unit.add_events(name, live.number, lines)
                return {"table": name, "number": live.number + len(lines), "log": fresh.log.hash}

            return self.writer.run(Work(work, request=request, what="renew", events_of=name))

    def act(
        self,
        name: str,
        by: str | Person,
        request: str,
        what: str,
        do: Act,
        also: Also | None = None,
    ) -> Receipt:
        """Does something to a table, once for each request; ``also`` writes something else in the same transaction.

        The first attempt uses the table in memory and asks nothing: memory is seldom behind the store, a request is
        seldom a repetition, and the store takes no event and no request twice. After a refusal the store is asked for
        newer events and for an answer to this request; only newer events cause another attempt.
        """

        def attempt(tries: int) -> Receipt:
            live = (self._loaded(name) if tries == 0 else None) or self._newest(name)
            try:
                return self._commit(live, by, request, what, do, also)
            except StoreUnavailable:
                raise
            except PitbookError as refusal:
                # Events before the answer: if another server has served this request, the answer is there by now.
                behind = self._is_behind(live)
                answered = self._answered(request, what)
                if answered is not None:
                    return answered
                if behind:
                    raise Outdated from refusal
                raise

        with self._lock_of(name):
            return retry_on_conflict(name, attempt)

    def _commit(
        self, live: LiveTable, by: str | Person, request: str, what: str, do: Act, also: Also | None = None
    ) -> Receipt:
        """Does something to a table in memory and commits its events; on failure the table leaves the cache."""
        table, jackpot, bookings, kept = live.table, live.jackpot, [], False
        table.by = by.id if isinstance(by, Person) else by
        try:
            if jackpot is not None:
                jackpot.begin(by if isinstance(by, Person) else None)
            told = do(live)
            new = live.new
            if jackpot is not None:
                jackpot.note(new, table.config.progressive)
                bookings = jackpot.bookings
            lines = [self.key.stored_line(event) for event in new]
            log = table.log.hash
            receipt = {"table": live.name, "number": live.number + len(lines), "log": log, **(told or {})}

            def work(unit: UnitOfWork) -> Receipt:
                for book in bookings:
                    book(unit)
                if also is not None:
                    also(unit)
                unit.add_events(live.name, live.number, lines)
                return receipt

            books = (jackpot.controller.jackpot,) if jackpot is not None and bookings else ()
            controllers = (live.name,) if books else ()
            receipt = self.writer.run(Work(work, books, controllers, request, what, live.name))
            # Another server may have answered the same request in the meantime: then its events are what happened.
            kept = receipt["log"] == log
        finally:
            if kept:
                live.keep()
            elif live.new:
                self._forget(live.name)
        if kept and live.withdraw and table.round is None and not self._withdraw_shoe(live):
            self._forget(live.name)
        return receipt

    # -- in memory -----------------------------------------------------------------------------------------------------

    def _lock_of(self, name: str) -> RLock:
        return self._locks[hash(name) % _STRIPES]

    def _answered(self, request: str, what: str) -> Receipt | None:
        """The stored answer to a request; None if it is new."""
        asked: Work[Receipt] = Work(_nothing, request=request, what=what)
        return next((same_answer(asked, *row) for row in self.database.query(ANSWERED, key=request)), None)

    def _is_behind(self, live: LiveTable) -> bool:
        """Whether the store has events that the table in memory has not seen."""
        return bool(self.database.query(AFTER, table=live.name, number=live.number))

    def _loaded(self, name: str) -> LiveTable | None:
        with self._cache_lock:
            if name in self._live:
                self._live.move_to_end(name)
            return self._live.get(name)

    def _newest(self, name: str) -> LiveTable:
        live = self._loaded(name)
        if live is not None:
            lines = self.database.query(AFTER, table=name, number=live.number)
            newer = [self.key.opened(parse_event(line)) for (line,) in lines]
            if any(event.kind in ("opened", "shoe-withdrawn") for event in newer) or shoe_fault(newer, newer):
                live = None
            elif newer:
                self._forget(name)  # until the newer events are replayed
                live.follow(newer)
        if live is None:
            live = self._load(name)
        with self._cache_lock:
            self._live[name] = live
            while len(self._live) > MOST_LOADED:
                self._live.popitem(last=False)
        return live

    def _load(self, name: str) -> LiveTable:
        live = self._replayed(name)
        if live.withdraw and not self._withdraw_shoe(live):
            live = self._replayed(name)  # another server has withdrawn it, or it cannot be withdrawn yet
        return live

    def _replayed(self, name: str) -> LiveTable:
        with self.database.reading_latest() as connection:
            before, stored = last_opening(connection, name)
        if not stored:
            raise NotFound(f"there is no table {quoted(name)}")
        events = [self.key.opened(event) for event in stored]
        jackpot = self.jackpot_of(name, events[0])
        return LiveTable(name, before, events, self.chance, self.clock, jackpot, shoe_fault(stored, events))

    def _withdraw_shoe(self, live: LiveTable) -> bool:
        """Replaces a shoe that must not be dealt from: voids the round in play and seals a fresh shoe.

        False if that is not possible now: a prize of the round is recorded, another server was first, or the store is
        not writable. It is tried again after the next act.
        """
        room = room_key(self.database)
        if room not in ("", self.key.id):
            raise BadInput(
                f"this server seals shoes with key {self.key.id}, and the room with {room}: start it with the key file "
                "of the other servers"
            )
        why, live.withdraw = live.withdraw, ""

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.void_by(why, NO_PAPER)
            live.table.withdraw_shoe(why)

        request = f"withdraw shoe {live.name} {live.number}"
        try:
            # If another server has served this request, its shoe is in the store and not this one.
            return bool(self._commit(live, THE_HOUSE, request, "withdraw shoe", do)["log"] == live.table.log.hash)
        except PitbookError:
            live.withdraw = why
            return False

    def jackpot_of(self, name: str, opened: Event) -> TableJackpot | None:
        """The controller that a table of the room plays for; a table for play money has a meter of its own."""
        config = TableConfig.from_dict(opened.data)
        return TableJackpot(self.jackpots, name) if config.configuration and config.progressive else None

    def _forget(self, name: str) -> None:
        with self._cache_lock:
            self._live.pop(name, None)


def shoe_fault(stored: Sequence[Event], opened: Sequence[Event]) -> str:
    """Why the shoe in play must not be dealt from; empty if it may be, or if no shoe is in play.

    The events are given as they are stored and as this server's key opens them.
    """
    for place in range(len(stored) - 1, -1, -1):
        if stored[place].kind in ("shoe-shown", "shoe-lost"):
            return ""
        if stored[place].kind == "shuffled":
            if "order" in stored[place].data.get(SECRET, {}) and stored is not opened:
                return UNSEALED
            return CANNOT_OPEN if "sealed" in opened[place].data.get(SECRET, {}) else ""
    return ""


def retry_on_conflict(name: str, attempt: Callable[[int], T]) -> T:
    """Retries an action at a table while the store has newer events than the attempt knew.

    ``attempt`` gets the number of attempts before it.
    """
    for tries in range(MOST_TRIES):
        try:
            return attempt(tries)
        except Outdated:
            continue
    raise Busy(f"table {name} is too busy: try again")


def _nothing(_unit: UnitOfWork) -> Receipt:
    return {}
