"""Progress reports of long computations."""

from collections.abc import Callable

Report = Callable[[int, int], None]
"""Called with the units of work done and their total."""


def no_report(done: int, of: int) -> None:
    """For callers that show no progress."""
