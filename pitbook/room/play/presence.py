"""Which visitors have a table open in a browser: known from the live streams that this server sends."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

MOST_KNOWN: Final = 10_000
"""The most closed streams that are remembered; the oldest are dropped first."""


class Presence:
    """Streams of visitors by table, without visitors who never had a stream here, such as programs."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._open: Counter[tuple[str, str]] = Counter()
        self._closed: dict[tuple[str, str], datetime] = {}
        self._lock = Lock()

    @contextmanager
    def looking(self, table: str, owner: str) -> Iterator[None]:
        """Counts a visitor as present while a stream is open."""
        key = (table, owner)
        with self._lock:
            self._open[key] += 1
            self._closed.pop(key, None)
        try:
            yield
        finally:
            with self._lock:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]
                    self._closed[key] = self._now()
                    while len(self._closed) > MOST_KNOWN:
                        del self._closed[next(iter(self._closed))]

    def is_looking(self, table: str, owner: str) -> bool:
        with self._lock:
            return (table, owner) in self._open

    def closed_for(self, table: str, owner: str, seconds: float) -> bool:
        """Whether the visitor's last stream ended at least this long ago and none was opened since."""
        with self._lock:
            since = self._closed.get((table, owner))
        return since is not None and self._now() - since >= timedelta(seconds=seconds)
