"""A figure taken from play: with its standard error, and where the exact figure is known, how far off it is."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any, Final

FEW: Final = 10
"""Below so many cases, found and expected, a distance in standard errors says nothing."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure taken from play."""

    value: float
    error: float | None = None
    """One standard error; None where too little was played to tell."""
    exact: Fraction | float | None = None
    z: float | None = None
    """How many standard errors the figure lies above the exact one; infinite where it cannot be."""

    def __neg__(self) -> "Estimate":
        exact, z = self.exact, self.z
        return Estimate(-self.value, self.error, None if exact is None else -exact, None if z is None else -z)

    def times(self, factor: float | Fraction) -> "Estimate":
        """In another unit."""
        return Estimate(
            self.value * float(factor),
            None if self.error is None else self.error * float(factor),
            None if self.exact is None else self.exact * factor,
            self.z,
        )

    def to_dict(self) -> dict[str, Any]:
        """As other programs rely on it; an infinite distance is the word."""
        exact = self.exact
        entries: dict[str, Any] = {"value": self.value, "standard_error": self.error}
        entries["exact"] = None if exact is None else float(exact)
        if isinstance(exact, Fraction):
            entries["exact_fraction"] = f"{exact.numerator}/{exact.denominator}"
        return entries | {"z_score": "infinite" if self.z is not None and abs(self.z) == inf else self.z}


def share_of(times: int, trials: int, exact: Fraction | None = None) -> Estimate:
    """How often something happens, of independent trials."""
    value = times / trials
    chance = value if exact is None else float(exact)
    error = sqrt(chance * (1 - chance) / trials)
    return Estimate(value, error, exact, _share_score(times, trials, exact, error))


def share_by_round(times: int, squares: int, trials: int, rounds: int, exact: Fraction | None = None) -> Estimate:
    """The same where several trials are made in each round and may hang together: ``squares`` is the sum over rounds of
    the square of how often it happened."""
    value = times / trials
    # Where it never happened, rounds say nothing of the error; trials do.
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
    """What a round comes to, from whole-number sums over rounds."""
    value = total / rounds
    if rounds < 2:
        return Estimate(value, None, exact)
    # In whole numbers as far as it goes: the two are nearly equal where a round varies little.
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
