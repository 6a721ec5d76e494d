"""A clock may be set back: a time that has begun runs to its end, and not again when its hours are lived twice."""

from datetime import datetime, timedelta
from typing import Final

APART: Final = timedelta(minutes=1)
"""How far the clocks of two servers may be apart; what was written further ahead than that, another clock wrote."""


def runs(begun: datetime, length: timedelta, now: datetime) -> bool:
    """Whether a time that began then still runs: it is not over, and the clock was not set back to before it."""
    return begun - APART <= now < begun + length
