"""Histograms of integers on fixed bins, so that blocks can be added: cents, wagers, counts.

Small numbers have one bin each; above, a decade has a hundred bins, so that values read from a histogram have a
relative error of about one in forty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import floor, log10
from typing import Final

BINS_PER_DECADE: Final = 100
DECADES: Final = 13
"""Up to a hundred billion dollars in cents; larger values are counted in the last bin."""
RESOLUTION: Final = 10 ** (1 / BINS_PER_DECADE) - 1
"""The width of a bin, relative to its lower edge."""


@cache
def edges() -> tuple[int, ...]:
    """The lower edge of each bin, from 0 on."""
    rising = {round(10 ** (step / BINS_PER_DECADE)) for step in range(BINS_PER_DECADE * DECADES + 1)}
    return (0, *sorted(rising))


@dataclass(frozen=True, slots=True)
class BinGroup:
    """Several bins together: from ``low`` to below ``high``, and their share of the total."""

    low: int
    high: int
    times: int
    share: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """The count of each bin."""

    counts: Sequence[int]
    mean: float | None = None
    """The mean of all counted values, if known; used as their value if they share one bin."""

    @property
    def total(self) -> int:
        return sum(self.counts)

    def quantile(self, chance: float) -> float | None:
        """The value below which this share lies, within the bin's width; None if nothing was counted."""
        wanted, below = chance * self.total, 0
        if self.mean is not None and max(self.counts) == self.total > 0:
            return self.mean
        for place, count in enumerate(self.counts):
            if count and below + count >= wanted:
                return self._within(place, (wanted - below) / count)
            below += count
        return None

    def _within(self, place: int, part: float) -> float:
        low = edges()[place]
        high = edges()[place + 1] if place + 1 < len(edges()) else low
        # A bin for a single integer is that integer.
        return float(low) if high - low <= 1 else low + min(max(part, 0.0), 1.0) * (high - low)

    def bars(self, most: int = 16) -> list[BinGroup]:
        """About this many bars over all but the outermost thousandths, of equal width on a logarithmic scale."""
        low, high = self.quantile(0.001), self.quantile(0.999)
        if low is None or high is None:
            return []
        first, last = (_bin_of(value) for value in (low, high))
        width = max(-(-(last - first + 1) // most), 1)
        starts = range(first, last + 1, width)
        bars = []
        for start in starts:
            here = sum(self.counts[start : start + width])
            if start == first:
                here += sum(self.counts[:first])
            if start + width > last:
                here += sum(self.counts[start + width :])
            stop = min(start + width, len(edges()) - 1)
            bars.append(BinGroup(edges()[start], edges()[stop], here, here / self.total))
        return bars


def _bin_of(value: float) -> int:
    from bisect import bisect_right

    return bisect_right(edges(), floor(value)) - 1


def round_money(cents: float) -> str:
    """``$42,500``: an amount with three digits, for the axis of a chart."""
    dollars = cents / 100
    if dollars < 1:
        return f"${dollars:.2f}"
    places = 2 - floor(log10(dollars))
    rounded = round(dollars, places)
    return f"${rounded:,.{max(places, 0)}f}" if places > 0 and dollars < 100 else f"${rounded:,.0f}"
