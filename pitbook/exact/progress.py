"""How far a long count is, for callers that show it."""

from collections.abc import Callable

Report = Callable[[int, int], None]
"""Told how much of the work is done: so many of so many."""


def no_report(done: int, of: int) -> None:
    """For callers that show no progress."""
