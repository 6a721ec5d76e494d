"""A round replayed as people saw it: every act with the felt after it, and settled again by the rules."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.games.model import Game
from pitbook.room.audit.table_record import SHORT, Excerpt, Openings, excerpt, find_round, shown_later, whole
from pitbook.room.tables.history import TableHistory
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.view import public, view_of
from pitbook.store.database import Database
from pitbook.table.done_words import step_words, undone_words
from pitbook.table.events import CONSOLE, UNDONE, Event, effective_events
from pitbook.table.notation import event_words, payments_of
from pitbook.table.replay import Difference, Opener, Replay

MOST_KEPT: Final = 16
"""The size of the cache of replayed rounds."""
UNSAID: Final = ("shuffled", "shoe-shown", "shoe-lost", "ready")
"""Public events that change nothing on the felt."""


@dataclass(frozen=True, slots=True)
class RoundAct:
    """One act with the events that followed from it, and the felt after it."""

    at: str
    by: str
    words: tuple[str, ...]
    events: tuple[dict[str, Any], ...]
    """The events as the console showed them."""
    felt: dict[str, Any]
    """The table as the console showed it."""


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A round, act by act."""

    table: str
    opening: int
    round: int
    game: str
    title: str
    configuration: str
    began: str
    ended: str
    """Empty while it is played."""
    voided: bool
    seats: tuple[int, ...]
    acts: tuple[RoundAct, ...]
    agrees: bool
    difference: str
    """The first difference in a sentence; empty if there is none."""
    events: int
    """The number of events of this round that were computed again and compared."""
    payments: int
    from_opening: bool
    """Whether the replay began with the opening of the table, or with the last shuffle."""


class _ReplayedTable(LiveTable):
    """A table that replays its record act by act and can be viewed in between."""

    def __init__(self, name: str, replay: Replay) -> None:
        self.name, self.before, self.jackpot = name, 0, None
        self.events: list[Event] = []
        self.history, self.wagers = TableHistory(), []
        self._replay = replay

    def add(self, events: Sequence[Event]) -> None:
        self.events.extend(events)
        self._read(events)


class ReplayedRounds:
    """Replayed rounds of the room's tables."""

    def __init__(self, database: Database, short: int = SHORT) -> None:
        self.database, self.openings, self.short = database, Openings(), short
        self._kept: OrderedDict[str, ReplayedRound] = OrderedDict()
        self._lock = Lock()

    def round(self, table: str, opening: int, number: int) -> ReplayedRound:
        """A round by its table, the opening of the table and its number in it."""
        with self.database.reading_snapshot() as connection:
            span = self.openings.span(connection, table, opening)
            begins, until = find_round(connection, span, number)
            found = excerpt(connection, span, begins, until, short=self.short)
            key = hashlib.sha256(f"{table}/{opening}\n".encode())
            for event in found.events:
                key.update(event.line().encode())
            with self._lock:
                kept = self._kept.get(key.hexdigest())
            if kept is None:
                opener = shown_later(connection, span)
                kept = _replayed(table, opening, found, opener)
                if not kept.agrees and not found.whole:
                    # Events before the excerpt might explain the difference.
                    kept = _replayed(table, opening, whole(connection, span, begins, until), opener)
        with self._lock:
            self._kept[key.hexdigest()] = kept
            self._kept.move_to_end(key.hexdigest())
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return kept


def _replayed(table: str, opening: int, found: Excerpt, opener: Opener) -> ReplayedRound:
    events = found.events
    replay = Replay.begin(events, open_shoe=opener)
    replay.table.rounds = found.rounds
    replayed = _ReplayedTable(table, replay)
    payments = payments_of(events)
    acts: list[RoundAct] = []
    try:
        while replay.done < len(events):
            replay.step()
            new = events[len(replayed.events) : len(replay.made)]
            if not new:
                continue  # it followed from an earlier act
            replayed.add(new)
            if new[-1].number > found.begins:
                acts.append(_act(replayed, new, payments, found, replay.table.config.game))
    except BadInput:
        pass  # the replay has recorded the difference
    begun, last = events[found.begins], events[found.ends - 1]
    part = events[found.begins : found.ends]
    over = next((event for event in part if event.kind == "round-over"), None)
    config = replay.table.config
    difference = _difference(replay.differences, found)
    return ReplayedRound(
        table, opening, int(begun.data["round"]), config.game.slug, config.name, config.configuration, begun.at,
        over.at if over is not None else "", any(event.kind == "voided" for event in part), tuple(begun.data["seats"]),
        tuple(acts), not difference, difference, last.number - begun.number + 1,
        sum(event.kind == "settled" for event in effective_events(part)), found.whole,
    )  # fmt: skip


def _act(
    replayed: _ReplayedTable, new: Sequence[Event], payments: dict[int, Event], found: Excerpt, game: Game
) -> RoundAct:
    seen = [event.shown() for event in new]
    words = tuple(_words(event, payments, found.events, game) for event in seen if event.kind not in UNSAID)
    events = tuple(public(event, found.shifts, CONSOLE) for event in new)
    return RoundAct(new[0].at, new[0].by, words, events, view_of(replayed, CONSOLE))


def _words(event: Event, payments: dict[int, Event], events: Sequence[Event], game: Game) -> str:
    """An event in words; a step by its name, with the card that it shows."""
    if event.kind == UNDONE:
        return undone_words(event, events, game)
    if event.kind == "step":
        return step_words(event.data, str(event.data.get("card") or event.data.get("setting") or ""))
    return event_words(event, payments, game)


def _difference(differences: Sequence[Difference], found: Excerpt) -> str:
    """The first difference up to the end of the round, and whether it lies in the round or before it."""
    if not differences:
        return ""
    first = differences[0]
    number = first.recorded.number if first.recorded is not None else 0
    where = "in this round" if number > found.begins else f"before this round, at event {number}"
    return f"{where}: {_public(first)}"


def _public(first: Difference) -> str:
    """A difference without cards that are face down."""
    if first.refusal or first.recorded is None:
        return str(first)
    return str(Difference(first.recorded.shown(), first.found.shown() if first.found else None))
