"""The event log of a table: append-only, one event for each fact."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook.errors import BadInput, quoted

SECRET: Final = "secret"  # noqa: S105 (the name of a field)
"""The key of data that is hidden for now: the order of a sealed shoe."""
OWNER_SEES: Final[Mapping[str, Any]] = {"seen": "owner"}
"""Marks cards, and answers that name cards, which only the player of that seat sees until they are turned over."""
SPECTATOR: Final = 0
"""A viewer in place of a seat: a person who only watches."""
CONSOLE: Final = -1
"""A viewer in place of a seat: the dealer's console, which shows the players' cards but none that lie face down."""
LOG_VERSION: Final = 2
"""The version of the log format, in a log's first event; ``upgrade.py`` converts earlier versions on reading."""


@dataclass(frozen=True, slots=True)
class Event:
    """One fact, with its time (``at``) and person (``by``)."""

    number: int
    """From 1, without gaps."""
    kind: str
    data: Mapping[str, Any]
    at: str
    by: str

    def line(self) -> str:
        """The event as one line of canonical JSON."""
        return _encode([self.number, self.kind, self.data, self.at, self.by])

    def shown_to(self, seat: int) -> "Event":
        """The event as a seat may see it: without cards that only another player sees."""
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
        """The event without the order of a sealed shoe and without cards that lie face down."""
        data = {name: value for name, value in self.data.items() if name != SECRET}
        if self.kind == "card" and data.get("up") is False:
            data["cards"] = " ".join("??" for _ in str(data.get("cards", "")).split())
        return Event(self.number, self.kind, data, self.at, self.by)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


Journal = Callable[[Event], None]
"""Stores an event: in a list, a file or the store."""


@dataclass(slots=True)
class EventLog:
    """Passes the events of one table to its journal, and keeps the hash of them all."""

    journal: Journal
    length: int = 0
    _hash: Any = field(default_factory=hashlib.sha256)

    def add(self, kind: str, data: Mapping[str, Any], at: str, by: str) -> Event:
        """Adds an event. The journal comes first: if it fails, nothing has happened."""
        event = Event(self.length + 1, kind, data, at, by)
        line = event.line().encode() + b"\n"
        self.journal(event)
        self.length += 1
        self._hash.update(line)
        return event

    @property
    def hash(self) -> str:
        """The hash of every event so far, in order."""
        return str(self._hash.hexdigest())


INPUTS: Final = frozenset({"card", "number", "answer", "step", "settled", "corrected", "stake-corrected"})
"""The kinds of event that an undo removes: the inputs of a round."""
UNDONE: Final = "undone"


def effective_events(events: Iterable[Event]) -> list[Event]:
    """The events without those that were undone, and without the ``undone`` events themselves."""
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
    """The hash of these events, equal to that of a file with one event on each line."""
    found = hashlib.sha256()
    for event in events:
        found.update(event.line().encode() + b"\n")
    return found.hexdigest()


def fault_of(error: Exception) -> str:
    """An error from reading damaged data, in words."""
    if isinstance(error, BadInput):
        return str(error)
    return f"{error} is missing" if isinstance(error, KeyError) else "a value has the wrong type"


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
    """Refuses events that are not a complete log of a table, or have a version that this program cannot read."""
    if not events or events[0].kind != "opened":
        raise BadInput("a record begins with the opening of its table: the first event must be 'opened'")
    version = events[0].data.get("log")
    if version != LOG_VERSION:
        raise BadInput(f"the record has version {quoted(version)}: this program reads version {LOG_VERSION}")
    for place, event in enumerate(events, 1):
        if event.number != place:
            raise BadInput(f"event {place} is missing or out of order: event {quoted(event.number)} is in its place")


def parse_event(line: str) -> Event:
    """Parses one line of a log."""
    try:
        number, kind, data, at, by = _decode(line)
    except (ValueError, RecursionError, TypeError):
        raise BadInput(f"{quoted(line[:60])} is not an event: a log has one JSON list on each line") from None
    whole = isinstance(number, int) and not isinstance(number, bool)
    if not (whole and isinstance(data, dict) and all(isinstance(s, str) for s in (kind, at, by))):
        raise BadInput(f"{quoted(line[:60])} is not an event: it must have number, kind, data, time and person")
    return Event(number, kind, data, at, by)


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is not a whole number")


_decode = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).decode
"""Refuses numbers that are not whole: a table counts in whole cents and whole cards."""
