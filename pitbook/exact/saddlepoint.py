"""The saddlepoint approximation for a sum of many rounds whose lattice is too fine or too long to convolve.

The distribution of one round is tilted until its mean is at the queried value; there the sum is nearly normal, even if
it is skewed elsewhere. The formula is Lugannani and Rice's with Daniels's second correction for a lattice; the size of
the next term of the expansion is the error estimate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp, expm1, floor, log, log1p, pi, sinh, sqrt
from statistics import NormalDist
from typing import Final

_NORMAL: Final = NormalDist()
NEAR_THE_MEAN: Final = 1e-3
"""Closer to the mean than this, in deviations, the two poles of the formula cancel and their limit is used."""


@dataclass(frozen=True, slots=True)
class Tilted:
    """One round under a tilt, measured from its untilted mean."""

    grown: float
    """The logarithm of the mean of exp(tilt x result)."""
    mean: float
    variance: float
    third: float
    fourth: float
    """Cumulants."""


@dataclass(frozen=True)
class Saddlepoint:
    """The sum of ``rounds`` draws of whole numbers with these chances, which add up to 1."""

    chances: Mapping[int, float]
    rounds: int

    @cached_property
    def mean(self) -> float:
        """The mean of one draw."""
        return sum(value * chance for value, chance in self.chances.items())

    @cached_property
    def parts(self) -> list[tuple[float, float]]:
        """Distance from the mean, probability."""
        return [(value - self.mean, chance) for value, chance in self.chances.items()]

    def tilted(self, tilt: float) -> Tilted:
        top = max(tilt * away for away, _ in self.parts)
        grown = [(away, chance * exp(tilt * away - top)) for away, chance in self.parts]
        total = sum(weight for _, weight in grown)
        mean = sum(away * weight for away, weight in grown) / total
        second, third, fourth = (
            sum((away - mean) ** power * weight for away, weight in grown) / total for power in (2, 3, 4)
        )
        if top < 1:
            # Near zero tilt the logarithm is a small difference of large numbers; this sum avoids the cancellation.
            logarithm = log1p(sum(chance * _beyond_linear(tilt * away) for away, chance in self.parts))
        else:
            logarithm = top + log(total)
        return Tilted(logarithm, mean, second, third, fourth - 3 * second**2)

    def tilt_for(self, away: float) -> float:
        """The tilt that moves the mean of one round this far.

        The mean increases with the tilt, so it is bracketed from both sides, with Newton steps that stay in the
        bracket.
        """
        span = max(self.chances) - min(self.chances)
        low, high = -1 / span, 1 / span
        while self.tilted(low).mean > away:
            low *= 2
        while self.tilted(high).mean < away:
            high *= 2
        tilt = 0.0
        for _ in range(200):
            here = self.tilted(tilt)
            low, high = (low, tilt) if here.mean > away else (tilt, high)
            step = tilt + (away - here.mean) / here.variance if here.variance > 0 else low
            following = step if low < step < high else (low + high) / 2
            if abs(following - tilt) <= 1e-15 * abs(following) or following in (low, high):
                return following
            tilt = following
        return tilt

    def at_most(self, value: int) -> float:
        """The probability that the sum is at most this."""
        if value < self.rounds * min(self.chances):
            return 0.0
        if value >= self.rounds * max(self.chances):
            return 1.0
        return min(max(1 - self._above(value)[0], 0.0), 1.0)

    @cached_property
    def error(self) -> float:
        """The error estimate: three times the largest next term from one to three deviations out."""
        mean, deviation = self.rounds * self.mean, sqrt(self.rounds * self.tilted(0.0).variance)
        points = [floor(mean + away * deviation) for away in (-3, -2, -1, 1, 2, 3)]
        low, high = self.rounds * min(self.chances), self.rounds * max(self.chances)
        return 3 * max((abs(self._above(point)[1]) for point in points if low <= point < high), default=0.0)

    def _above(self, value: int) -> tuple[float, float]:
        """The probability of more than this, and the next term of the expansion (0 near the mean, where it is odd)."""
        away = (value + 0.5) / self.rounds - self.mean
        tilt = self.tilt_for(away)
        here = self.tilted(tilt)
        root = sqrt(max(2 * self.rounds * (tilt * away - here.grown), 0.0)) * (1 if tilt >= 0 else -1)
        deviation = sqrt(self.rounds * here.variance)
        skewness = self.rounds * here.third / deviation**3
        excess = self.rounds * here.fourth / deviation**4
        height = exp(-(root**2) / 2) / sqrt(2 * pi)
        if abs(root) < NEAR_THE_MEAN:
            return _NORMAL.cdf(-root) - height * skewness / 6, 0.0
        pole = 2 * sinh(tilt / 2) * deviation
        chance = _NORMAL.cdf(-root) + height * (1 / pole - 1 / root)
        term = (excess / 8 - 5 * skewness**2 / 24) / pole - skewness / (2 * pole**2) - 1 / pole**3 + 1 / root**3
        return chance, height * term


def _beyond_linear(power: float) -> float:
    """exp(power) - 1 - power, to full precision also where that is tiny."""
    if abs(power) > 0.1:
        return expm1(power) - power
    total = term = power * power / 2
    for divisor in range(3, 14):
        term *= power / divisor
        total += term
    return total
