"""Slows down whoever asks for more than a person could: everybody has a purse that fills again by the second."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from pitbook.errors import PitbookError

MOST_REMEMBERED: Final = 20_000


class RateLimited(PitbookError):
    """More was asked for than a person could."""


class TokenBucket:
    """A purse for each name; those that asked longest ago are forgotten."""

    def __init__(self, purse: float, refill: float, now: Callable[[], float] = monotonic) -> None:
        """``purse`` is what can be spent at once, ``refill`` what comes back in a second."""
        self.purse, self.refill, self.now = purse, refill, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._turn = Lock()

    def spend(self, name: str, cost: float = 1) -> None:
        """Takes what something costs; refused where too little is left."""
        with self._turn:
            now = self.now()
            left, at = self._left.pop(name, (float(self.purse), now))
            left = min(left + (now - at) * self.refill, float(self.purse))
            enough = left >= cost
            self._left[name] = (left - cost if enough else left, now)
            while len(self._left) > MOST_REMEMBERED:
                self._left.popitem(last=False)
        if not enough:
            wait = max(1, round((cost - left) / self.refill))
            raise RateLimited(f"too much at once: try again in {wait} second{'s' * (wait > 1)}")
