"""One line of the table: a measurement, its promised limit, and the figure that it is compared with."""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement."""

    what: str
    measured: float
    unit: str
    """``s``, ``MB``, ``/s`` or ``x``."""
    promised: float | None = None
    """The limit; None if the figure is only reported."""
    least: bool = False
    """Whether the limit is a minimum rather than a maximum."""
    peer: str = ""
    """The name of the figure that it is compared with."""
    peer_measured: float | None = None
    cpu: float | None = None
    """The CPU seconds, if it ran as a separate process: close to its time on an idle machine."""

    @property
    def ok(self) -> bool:
        if self.promised is None:
            return True
        return self.measured >= self.promised if self.least else self.measured < self.promised

    @property
    def ratio(self) -> float | None:
        """The factor by which it is better than its peer."""
        if not self.peer_measured or not self.measured:
            return None
        return self.measured / self.peer_measured if self.unit == "/s" else self.peer_measured / self.measured

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio, "ok": self.ok}

    def cells(self) -> list[str]:
        """The line as it is printed."""
        limit = (
            "" if self.promised is None else ("at least " if self.least else "under ") + show(self.promised, self.unit)
        )
        against = "" if self.peer_measured is None else f"{self.peer}: {show(self.peer_measured, self.unit)}"
        ratio = ""
        if self.ratio is not None:
            growth = self.promised is None
            ratio = f"{1 / self.ratio:,.1f}x the cost" if growth else f"{self.ratio:,.1f}x better"
        verdict = "" if self.promised is None else "ok" if self.ok else "NOT MET"
        cpu = "" if self.cpu is None else show(self.cpu, "s")
        return [self.what, show(self.measured, self.unit), cpu, limit, against, ratio, verdict]


HEADINGS = ("what", "measured", "of it CPU", "promised", "against", "ratio", "")


def show(value: float, unit: str) -> str:
    """A figure with its unit, small times in milliseconds and microseconds."""
    if unit == "s":
        for size, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
            if value >= size or size == 1e-6:
                return f"{value / size:.3g} {name}"
    return f"{value:,.1f}x" if unit == "x" else f"{value:,.0f} {unit}" if unit == "MB" else f"{value:,.0f}{unit}"


def best_time(work: Callable[[], object], times: int) -> float:
    """The best time of several runs, in seconds: other load can make a run slower, but never faster."""
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def say(words: str) -> None:
    """Prints progress to standard error."""
    print(words, file=sys.stderr, flush=True)
