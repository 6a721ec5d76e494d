"""What has happened at a table, one event a fact: added to, never changed."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook.errors import BadInput, quoted

SECRET: Final = "secret"  # noqa: S105 (the name of a field)
"""Data under this name is not shown before its time: the order of a sealed shoe."""


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

    def shown(self) -> "Event":
        """Without what must not be seen yet: the order of a sealed shoe, and cards that lie face down."""
        data = {name: value for name, value in self.data.items() if name != SECRET}
        if self.kind == "card" and data.get("up") is False:
            data["cards"] = " ".join("??" for _ in str(data["cards"]).split())
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


def parse_event(line: str) -> Event:
    """The event that a line of a log states."""
    try:
        number, kind, data, at, by = json.loads(line)
    except (ValueError, RecursionError, TypeError):
        raise BadInput(f"{quoted(line[:60])} is no event: a log has one JSON list a line") from None
    if not (isinstance(number, int) and isinstance(data, dict) and all(isinstance(s, str) for s in (kind, at, by))):
        raise BadInput(f"{quoted(line[:60])} is no event: it states number, kind, data, time and person")
    return Event(number, kind, data, at, by)
