"""How much one visitor may ask for: everybody has a purse that fills again by the second."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from starlette.exceptions import HTTPException

MOST_VISITORS: Final = 10_000


class Rate:
    """A purse for each address that asks; the ones that asked longest ago are forgotten."""

    def __init__(self, purse: float, refill: float, clock: Callable[[], float] = monotonic) -> None:
        """``purse`` is what can be spent at once, ``refill`` what comes back in a second."""
        self.purse, self.refill, self._clock = purse, refill, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def spend(self, visitor: str, cost: float) -> None:
        """Takes what a request costs; refused with 429 where too little is left."""
        now = self._clock()
        with self._lock:
            left, at = self._left.pop(visitor, (self.purse, now))
            left = min(self.purse, left + (now - at) * self.refill)
            enough = left >= cost
            self._left[visitor] = (left - cost if enough else left, now)
            if len(self._left) > MOST_VISITORS:
                self._left.popitem(last=False)
        if not enough:
            wait = max(1, round((cost - left) / self.refill))
            raise HTTPException(429, f"that is more than one visitor may ask for: try again in {wait} seconds")
