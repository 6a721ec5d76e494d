"""Live tables over the store: what is done to them is committed at once with its request, or has not happened.

A table in memory is no more than a cache of its events. Before anything is done the newest events are read from the
store; what is done then goes into it in one transaction, and whoever finds that another process was quicker begins
again from what that one did.
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
from pitbook.store.write_connection import StoreUnavailable, WriteConflict
from pitbook.table.betting import HOUSE
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Event, Journal, parse_event
from pitbook.table.shoe import OsChance, check_chance
from pitbook.table.table import Table

T = TypeVar("T")
Receipt = dict[str, Any]
"""What is answered to whoever did something: the table, how far its record is, and what was told."""
Act = Callable[[LiveTable], Mapping[str, Any] | None]
"""Does something to a table, and may tell something about it."""
Also = Callable[[UnitOfWork], None]
"""Writes something else in the same transaction."""
Begin = Callable[[Journal], tuple[Table, Also]]
"""Opens a table whose events go into a journal, and says what else is written in the same moment."""
MOST_LOADED: Final = 400
"""Tables in memory; one that nobody looked at for longest is read again from the store when it is needed."""
MOST_TRIES: Final = 10
_STRIPES: Final = 64
THE_HOUSE: Final = Person(HOUSE, "the house", frozenset())
"""Who voids a round whose shoe nobody can deal from: nobody of the room has decided it."""
NO_PAPER: Final = "none: done by the server"
CANNOT_OPEN: Final = "the order of its shoe was sealed with a key that this server does not have"
UNSEALED: Final = "the order of its shoe was stored unsealed by an earlier version"


class Busy(PitbookError):
    """So many act at one table that somebody was always quicker."""


class Tables:
    """Every live table of a store."""

    def __init__(
        self, jackpots: Jackpots, now: Callable[[], datetime], key: ShoeKey, chance: OsChance | None = None
    ) -> None:
        self.jackpots, self.database, self.writer, self.now = jackpots, jackpots.database, jackpots.writer, now
        self.key = key
        """Every shoe is sealed with it before it goes into the store."""
        self.chance = chance or OsChance()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._turns = [RLock() for _ in range(_STRIPES)]
        """Whoever acts at a table has one of these; tables that share one wait for each other."""
        self._held = Lock()

    def clock(self) -> str:
        return self.now().isoformat()

    # -- looking -------------------------------------------------------------------------------------------------------

    @contextmanager
    def look(self, name: str) -> Iterator[LiveTable]:
        """A table as it stands in the store; nobody acts at it here meanwhile."""
        with self._turn(name):
            yield self._newest(name)

    def loaded(self) -> list[str]:
        """The tables in memory."""
        with self._held:
            return list(self._live)

    @contextmanager
    def peek(self, name: str) -> Iterator[LiveTable | None]:
        """A table as it stands in memory, which may be behind the store."""
        with self._turn(name):
            yield self._live.get(name)

    # -- acting --------------------------------------------------------------------------------------------------------

    def open(self, name: str, begin: Begin, request: str, what: str, pads: tuple[str, ...] = ()) -> Receipt:
        """Opens a table; refused while it is open. ``pads`` names the controllers that ``begin`` writes to."""
        with self._turn(name):
            with self.database.looking() as connection:
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

            def work(desk: UnitOfWork) -> Receipt:
                also(desk)
                desk.add_events(name, after, lines)
                return {"table": name, "number": after + len(made), "log": table.log.hash}

            receipt = self.writer.run(Work(work, (), pads, request, what, name))
            self._forget(name)
        return receipt

    def renew(self, name: str, request: str) -> Receipt:
        """Closes a table whose record has become long and opens it afresh, in one moment; everybody keeps seat and
        chips."""
        with self._turn(name):
            live = self._newest(name)
            made: list[Event] = []
            fresh = Table(live.table.config, self.chance, self.clock, made.append)
            for seat, held in live.table.seats.items():
                fresh.by = live.story.owner(seat)
                fresh.sit(seat, held.player, held.stack)
            self._forget(name)
            live.table.by = HOUSE
            for seat in list(live.table.seats):
                live.table.leave(seat)
            live.table.close()
            lines = [self.key.stored_line(event) for event in (*live.new, *made)]

            def work(desk: UnitOfWork) -> Receipt:
                desk.add_events(name, live.number, lines)
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

        First on the table in memory, without asking whether it is behind the store or whether the request is a
        repetition: it seldom is, and the store takes no event twice and no request twice. A refusal holds unless the
        store has newer events or an answer to this request; only then is the act repeated from the store.
        """
        with self._turn(name):
            live = self._loaded(name)
            if live is not None:
                try:
                    return self._act(live, by, request, what, do, also)
                except StoreUnavailable:
                    raise
                except PitbookError:
                    if not self._is_behind(live) and self._answered(request, what) is None:
                        raise

            def from_the_store() -> Receipt:
                # The events first: if they show what this very request has done at another server, its answer is there.
                newest = self._newest(name)
                answered = self._answered(request, what)
                return answered if answered is not None else self._act(newest, by, request, what, do, also)

            return retry_on_conflict(name, from_the_store)

    def _act(self, live: LiveTable, by: str | Person, request: str, what: str, do: Act, also: Also | None) -> Receipt:
        kept = False
        try:
            receipt = self._do(live, by, request, what, do, also)
            # The same request may have been answered elsewhere in this very moment: then that is what happened.
            kept = receipt["log"] == live.table.log.hash
        finally:
            if kept:
                live.keep()
            elif live.new:
                self._forget(live.name)
        if kept and live.withdraw and live.table.round is None and not self._withdrawn(live):
            self._forget(live.name)
        return receipt

    def _do(
        self, live: LiveTable, by: str | Person, request: str, what: str, do: Act, also: Also | None = None
    ) -> Receipt:
        table, jackpot = live.table, live.jackpot
        table.by = by.id if isinstance(by, Person) else by
        if jackpot is not None:
            jackpot.begin(by if isinstance(by, Person) else None)
        told = do(live)
        if jackpot is not None:
            jackpot.note(live.new, table.config.progressive)
        presses = jackpot.presses if jackpot is not None else []
        lines = [self.key.stored_line(event) for event in live.new]
        receipt = {"table": live.name, "number": live.number + len(lines), "log": table.log.hash, **(told or {})}

        def work(desk: UnitOfWork) -> Receipt:
            for press in presses:
                press(desk)
            if also is not None:
                also(desk)
            desk.add_events(live.name, live.number, lines)
            return receipt

        if jackpot is None or not presses:
            return self.writer.run(Work(work, request=request, what=what, events_of=live.name))
        return self.writer.run(Work(work, (jackpot.pad.jackpot,), (live.name,), request, what, live.name))

    # -- in memory -----------------------------------------------------------------------------------------------------

    def _turn(self, name: str) -> RLock:
        return self._turns[hash(name) % _STRIPES]

    def _answered(self, request: str, what: str) -> Receipt | None:
        """What was answered to a request before; None where nobody asked for it yet."""
        asked: Work[Receipt] = Work(_nothing, request=request, what=what)
        return next((same_answer(asked, *row) for row in self.database.ask(ANSWERED, key=request)), None)

    def _is_behind(self, live: LiveTable) -> bool:
        """Whether the store has events that the table in memory has not seen."""
        return bool(self.database.ask(AFTER, table=live.name, number=live.number))

    def _loaded(self, name: str) -> LiveTable | None:
        with self._held:
            if name in self._live:
                self._live.move_to_end(name)
            return self._live.get(name)

    def _newest(self, name: str) -> LiveTable:
        live = self._loaded(name)
        if live is not None:
            lines = self.database.ask(AFTER, table=name, number=live.number)
            newer = [self.key.opened(parse_event(line)) for (line,) in lines]
            if any(event.kind in ("opened", "shoe-withdrawn") for event in newer) or shoe_fault(newer, newer):
                live = None
            elif newer:
                self._forget(name)  # unless it can be followed
                live.follow(newer)
        if live is None:
            live = self._load(name)
        with self._held:
            self._live[name] = live
            while len(self._live) > MOST_LOADED:
                self._live.popitem(last=False)
        return live

    def _load(self, name: str) -> LiveTable:
        live = self._replayed(name)
        if live.withdraw and not self._withdrawn(live):
            live = self._replayed(name)  # another server has done it, or it cannot be done yet
        return live

    def _replayed(self, name: str) -> LiveTable:
        with self.database.looking() as connection:
            before, stored = last_opening(connection, name)
        if not stored:
            raise NotFound(f"there is no table {quoted(name)}")
        events = [self.key.opened(event) for event in stored]
        jackpot = self.jackpot_of(name, events[0])
        return LiveTable(name, before, events, self.chance, self.clock, jackpot, shoe_fault(stored, events))

    def _withdrawn(self, live: LiveTable) -> bool:
        """Replaces a shoe that must not be dealt from: the round in play is voided, and a fresh shoe is sealed.

        False where that cannot be done now: a prize of the round is recorded, another server was quicker, or the store
        takes nothing. It is tried again after the next act.
        """
        room = room_key(self.database)
        if room not in ("", self.key.id):
            raise BadInput(
                f"this server seals shoes with key {self.key.id}, and the room with {room}: start it with the key file "
                "of the other servers"
            )

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.void_by(live.withdraw, NO_PAPER)
            live.table.withdraw_shoe(live.withdraw)

        try:
            self._do(live, THE_HOUSE, f"withdraw shoe {live.name} {live.number}", "withdraw shoe", do)
        except PitbookError:
            return False
        live.withdraw = ""
        live.keep()
        return True

    def jackpot_of(self, name: str, opened: Event) -> TableJackpot | None:
        """The controller that a table of the room plays for; a table for play money has a meter of its own."""
        config = TableConfig.from_dict(opened.data)
        return TableJackpot(self.jackpots, name) if config.configuration and config.progressive else None

    def _forget(self, name: str) -> None:
        with self._held:
            self._live.pop(name, None)


def shoe_fault(stored: Sequence[Event], opened: Sequence[Event]) -> str:
    """Why the shoe in play must not be dealt from, by its events as the store has them and as this server opens them;
    empty where it may be, or none is in play."""
    for place in range(len(stored) - 1, -1, -1):
        if stored[place].kind in ("shoe-shown", "shoe-lost"):
            return ""
        if stored[place].kind == "shuffled":
            if "order" in stored[place].data.get(SECRET, {}) and stored is not opened:
                return UNSEALED
            return CANNOT_OPEN if "sealed" in opened[place].data.get(SECRET, {}) else ""
    return ""


def retry_on_conflict(name: str, act: Callable[[], T]) -> T:
    """Again, from what they did, whenever somebody was quicker at a table."""
    for _ in range(MOST_TRIES):
        try:
            return act()
        except BadInput as error:
            if not isinstance(error.__cause__, WriteConflict):
                raise
    raise Busy(f"table {name} is too busy: try again")


def _nothing(_desk: UnitOfWork) -> Receipt:
    return {}
