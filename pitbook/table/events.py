"""What has happened at a table, one event a fact: added to, never changed."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook.errors import BadInput, quoted

SECRET: Final = "secret"  # noqa: S105 (the name of a field)
"""Data under this name is not shown before its time: the order of a sealed shoe."""
OWNER_SEES: Final[Mapping[str, Any]] = {"seen": "owner"}
"""Marks cards, and an answer that names them, which only the player of that seat sees until they are turned over."""
SPECTATOR: Final = 0
"""Who looks, in place of a seat: somebody who only watches."""
CONSOLE: Final = -1
"""Who looks, in place of a seat: the dealer at the console, who sees the players' cards and none that nobody sees."""
LOG_VERSION: Final = 2
"""What the first event of a log says of how events are written; ``upgrade.py`` reads earlier versions as this one."""


@dataclass(frozen=True, slots=True)
class Event:
    """One fact. ``at`` and ``by`` are handed in: the time, and who it was."""

    number: int
    """From 1, without gaps."""
    kind: str
    data: Mapping[str, Any]
    at: str
    by: str

    def line(self) -> str:
        """As one line of JSON, always the same for the same fact."""
        return _encode([self.number, self.kind, self.data, self.at, self.by])

    def shown_to(self, seat: int) -> "Event":
        """As a seat may hear of it: without the cards that only another player sees."""
        shown = self.shown()
        if seat == CONSOLE:
            return shown
        place = str(self.data.get("to" if self.kind == "card" else "place", ""))
        if not OWNER_SEES.items() <= self.data.items() or place.split(" hand ")[0] == f"seat {seat}":
            return shown
        data = dict(shown.data)
        if self.kind == "card":
            data["cards"] = " ".join("??" for _ in str(data.get("cards", "")).split())
        else:
            data.pop("answer", None)
        return Event(self.number, self.kind, data, self.at, self.by)

    def shown(self) -> "Event":
        """Without what must not be seen yet: the order of a sealed shoe, and cards that lie face down."""
        data = {name: value for name, value in self.data.items() if name != SECRET}
        if self.kind == "card" and data.get("up") is False:
            data["cards"] = " ".join("??" for _ in str(data.get("cards", "")).split())
        return Event(self.number, self.kind, data, self.at, self.by)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


Journal = Callable[[Event], None]
"""Where events go: a list, a file, a store."""


@dataclass(slots=True)
class Log:
    """The events of one table as they are handed on, and the hash of them all."""

    journal: Journal
    length: int = 0
    _hash: Any = field(default_factory=hashlib.sha256)

    def add(self, kind: str, data: Mapping[str, Any], at: str, by: str) -> Event:
        """Handed on first: what cannot be kept has not happened."""
        event = Event(self.length + 1, kind, data, at, by)
        line = event.line().encode() + b"\n"
        self.journal(event)
        self.length += 1
        self._hash.update(line)
        return event

    @property
    def hash(self) -> str:
        """Of every event so far: another order, another word, another hash."""
        return str(self._hash.hexdigest())


INPUTS: Final = frozenset({"card", "number", "answer", "step", "settled", "corrected", "stake-corrected"})
"""Events of a round that can be taken back."""
UNDONE: Final = "undone"


def standing(events: Iterable[Event]) -> list[Event]:
    """The events that count: without those that were taken back, and without the acts of taking back."""
    kept: list[Event] = []
    for event in events:
        if event.kind == UNDONE:
            kept = [each for each in kept if not is_taken_back(each, event)]
        else:
            kept.append(event)
    return kept


def is_taken_back(event: Event, undone: Event) -> bool:
    """Whether an ``undone`` event takes an earlier one back."""
    return event.kind in INPUTS and undone.data["event"] <= event.number < undone.number


def log_hash(events: Iterable[Event]) -> str:
    """The hash of these events: that of a file which holds them line by line."""
    found = hashlib.sha256()
    for event in events:
        found.update(event.line().encode() + b"\n")
    return found.hexdigest()


def fault_of(error: Exception) -> str:
    """What an error says of data that were damaged."""
    if isinstance(error, BadInput):
        return str(error)
    return f"{error} is missing" if isinstance(error, KeyError) else "a value is not what it should be"


def read_lines(text: str) -> list[Event]:
    """The events of a log exactly as written, a line each; refused where a line is damaged."""
    events = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                events.append(parse_event(line))
            except BadInput as error:
                raise BadInput(f"line {number}: {error}") from None
    return events


def check_record(events: Sequence[Event]) -> None:
    """Refuses what is no record of a table, or one that this program cannot read."""
    if not events or events[0].kind != "opened":
        raise BadInput("a record begins with the opening of its table: the first event must be 'opened'")
    version = events[0].data.get("log")
    if version != LOG_VERSION:
        raise BadInput(f"the record is of version {quoted(version)}: this is a reader of version {LOG_VERSION}")
    for place, event in enumerate(events, 1):
        if event.number != place:
            raise BadInput(
                f"event {place} is missing or out of order: event {quoted(event.number)} stands in its place"
            )


def parse_event(line: str) -> Event:
    """The event that a line of a log states."""
    try:
        number, kind, data, at, by = _decode(line)
    except (ValueError, RecursionError, TypeError):
        raise BadInput(f"{quoted(line[:60])} is no event: a log has one JSON list a line") from None
    whole = isinstance(number, int) and not isinstance(number, bool)
    if not (whole and isinstance(data, dict) and all(isinstance(s, str) for s in (kind, at, by))):
        raise BadInput(f"{quoted(line[:60])} is no event: it states number, kind, data, time and person")
    return Event(number, kind, data, at, by)


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no whole number")


_decode = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).decode
"""Everything that is counted at a table is a whole number."""
