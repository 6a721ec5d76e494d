"""Rate limit by token bucket: each name (a visitor or an address) has a bucket of tokens that refills over time.

The buckets are in memory: each server process counts for itself, and a restart forgets them. Wrong sign-ins are counted
by :mod:`pitbook.room.people.lockouts` instead: these counts must hold on all servers and after a restart, they count
failures and not requests, and a lock-out is recorded for the room.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from pitbook.errors import PitbookError

MAX_NAMES: Final = 20_000


class RateLimited(PitbookError):
    """The bucket has too few tokens for this request."""


class TokenBucket:
    """A bucket for each name; beyond :data:`MAX_NAMES` the least recently used is dropped, which refills it."""

    def __init__(self, capacity: float, refill: float, now: Callable[[], float] = monotonic) -> None:
        """``capacity`` is the size of a bucket, ``refill`` the tokens added per second."""
        self.capacity, self.refill, self.now = capacity, refill, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def acquire(self, name: str, cost: float = 1) -> None:
        """Takes ``cost`` tokens; raises RateLimited if too few are left."""
        with self._lock:
            now = self.now()
            left, at = self._left.pop(name, (float(self.capacity), now))
            left = min(left + (now - at) * self.refill, float(self.capacity))
            enough = left >= cost
            self._left[name] = (left - cost if enough else left, now)
            while len(self._left) > MAX_NAMES:
                self._left.popitem(last=False)
        if not enough:
            wait = max(1, round((cost - left) / self.refill))
            raise RateLimited(f"too much at once: try again in {wait} second{'s' * (wait > 1)}")
