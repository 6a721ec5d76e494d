"""Time spans on a clock that may be set back: a span that is over does not begin again."""

from datetime import datetime, timedelta
from typing import Final

APART: Final = timedelta(minutes=1)
"""The most that the clocks of two servers may differ. A start further in the future means a clock that was set back."""


def runs(begun: datetime, length: timedelta, now: datetime) -> bool:
    """Whether a span that began then is still running: it is not over, and the clock was not set back before it."""
    return begun - APART <= now < begun + length
