"""Slows down whoever asks for more than a person could."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from pitbook.errors import PitbookError

MOST_REMEMBERED: Final = 20_000


class TooFast(PitbookError):
    """More was asked for than a person could."""


class Pace:
    """For each name so many things at once, and then so many a second."""

    def __init__(self, at_once: int, a_second: float, now: Callable[[], float] = monotonic) -> None:
        self.at_once, self.a_second, self.now = at_once, a_second, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._turn = Lock()

    def check(self, name: str) -> None:
        """Counts one more; refused where it is too many."""
        with self._turn:
            now = self.now()
            left, at = self._left.pop(name, (float(self.at_once), now))
            left = min(left + (now - at) * self.a_second, float(self.at_once))
            self._left[name] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > MOST_REMEMBERED:
                self._left.popitem(last=False)
        if left < 1:
            raise TooFast("too much at once: wait a moment")
