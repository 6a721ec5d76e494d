"""A simulated figure with its standard error and, if the exact figure is known, the distance from it."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any, Final

FEW: Final = 10
"""With fewer cases than this, found or expected, a distance in standard errors is meaningless."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A simulated figure."""

    value: float
    error: float | None = None
    """One standard error; None if too little was simulated."""
    exact: Fraction | float | None = None
    z: float | None = None
    """The distance from the exact figure in standard errors; infinite if the result is impossible."""

    def __neg__(self) -> "Estimate":
        exact, z = self.exact, self.z
        return Estimate(-self.value, self.error, None if exact is None else -exact, None if z is None else -z)

    def times(self, factor: float | Fraction) -> "Estimate":
        """The same in another unit."""
        return Estimate(
            self.value * float(factor),
            None if self.error is None else self.error * float(factor),
            None if self.exact is None else self.exact * factor,
            self.z,
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON record; an infinite distance is written as a word."""
        exact = self.exact
        entries: dict[str, Any] = {"value": self.value, "standard_error": self.error}
        entries["exact"] = None if exact is None else float(exact)
        if isinstance(exact, Fraction):
            entries["exact_fraction"] = f"{exact.numerator}/{exact.denominator}"
        return entries | {"z_score": "infinite" if self.z is not None and abs(self.z) == inf else self.z}


def share_of(times: int, trials: int, exact: Fraction | None = None) -> Estimate:
    """The relative frequency of an event in independent trials."""
    value = times / trials
    chance = value if exact is None else float(exact)
    error = sqrt(chance * (1 - chance) / trials)
    return Estimate(value, error, exact, _share_score(times, trials, exact, error))


def share_by_round(times: int, squares: int, trials: int, rounds: int, exact: Fraction | None = None) -> Estimate:
    """The same if each round has several trials that may be correlated: ``squares`` is the sum over rounds of the
    squared number of events."""
    value = times / trials
    # If it never happened, rounds give no estimate of the error; trials do.
    spread = max(0.0, squares - times * times / rounds)
    error = sqrt(spread) / trials if times else share_of(times, trials, exact).error
    return Estimate(value, error, exact, _share_score(times, trials, exact, error))


def _share_score(times: int, trials: int, exact: Fraction | None, error: float | None) -> float | None:
    if exact is None:
        return None
    expected = float(exact * trials)
    if exact in (0, 1):
        return None if times == expected else inf if times > expected else -inf
    if max(times, expected) < FEW or max(trials - times, trials - expected) < FEW:
        return None
    return score(float(Fraction(times, trials) - exact), error)


def mean_by_round(total: int, squares: int, rounds: int, exact: Fraction | float | None = None) -> Estimate:
    """The mean result of a round, from integer sums over rounds."""
    value = total / rounds
    if rounds < 2:
        return Estimate(value, None, exact)
    # Computed in integers as far as possible: the two terms nearly cancel if a round varies little.
    spread = Fraction(squares * rounds - total * total, rounds * (rounds - 1))
    error = sqrt(spread / rounds) if spread > 0 else 0.0
    return Estimate(value, error, exact, None if exact is None else score(_less(total, rounds, exact), error))


def _less(total: int, rounds: int, exact: Fraction | float) -> float:
    return float(Fraction(total, rounds) - exact) if isinstance(exact, Fraction) else total / rounds - exact


def score(difference: float, error: float | None) -> float | None:
    """A difference in standard errors."""
    if error is None:
        return None
    if error == 0:
        return None if difference == 0 else inf if difference > 0 else -inf
    return difference / error
