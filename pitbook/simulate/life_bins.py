"""Histograms of whole numbers on fixed bins, so that they add over blocks: cents, wagers, counts.

Small numbers have a bin each; from there on a hundred bins make a decade, so that what is read off a histogram is right
to about one part in forty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import floor, log10
from typing import Final

BINS_PER_DECADE: Final = 100
DECADES: Final = 13
"""Up to a hundred billion dollars in cents; what lies beyond is counted in the last bin."""
RESOLUTION: Final = 10 ** (1 / BINS_PER_DECADE) - 1
"""How wide a bin is, as a part of its lower edge."""


@cache
def edges() -> tuple[int, ...]:
    """The lower edge of each bin, from 0 on."""
    rising = {round(10 ** (step / BINS_PER_DECADE)) for step in range(BINS_PER_DECADE * DECADES + 1)}
    return (0, *sorted(rising))


@dataclass(frozen=True, slots=True)
class Bar:
    """Several bins together: from ``low`` to below ``high``, and the share of all that lies there."""

    low: int
    high: int
    times: int
    share: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often each bin was met."""

    counts: Sequence[int]
    mean: float | None = None
    """Of all that was counted, where it is known; it is what stands for them where they share one bin."""

    @property
    def total(self) -> int:
        return sum(self.counts)

    def quantile(self, chance: float) -> float | None:
        """Where this part of all lies below, within the bin's width; None where nothing was counted."""
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
        # A bin that holds one whole number is that number.
        return float(low) if high - low <= 1 else low + min(max(part, 0.0), 1.0) * (high - low)

    def share_below(self, value: int) -> float:
        """The part of all below an edge; the bin that holds the value is divided evenly."""
        if not self.total:
            return 0.0
        below = 0.0
        for place, count in enumerate(self.counts):
            low, high = edges()[place], edges()[place + 1] if place + 1 < len(edges()) else value
            below += count * min(max((value - low) / max(high - low, 1), 0.0), 1.0)
        return below / self.total

    def bars(self, most: int = 16) -> list[Bar]:
        """About so many bars over all but the outermost thousandths, evenly wide on a logarithmic scale."""
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
            bars.append(Bar(edges()[start], edges()[stop], here, here / self.total))
        return bars


def _bin_of(value: float) -> int:
    from bisect import bisect_right

    return bisect_right(edges(), floor(value)) - 1


def round_money(cents: float) -> str:
    """``$42,500``: three digits of an amount, for the axis of a chart."""
    dollars = cents / 100
    if dollars < 1:
        return f"${dollars:.2f}"
    places = 2 - floor(log10(dollars))
    rounded = round(dollars, places)
    return f"${rounded:,.{max(places, 0)}f}" if places > 0 and dollars < 100 else f"${rounded:,.0f}"
