"""The distribution of the net result of a session of many rounds, with its long tails, not only a normal approximation.

Results lie on a lattice, so a session is a convolution. The few very large wins of a pay table (8,000 to 1 once in
millions of deals) would make it far too long, so they are separated: their number is binomial, and each combination of
them shifts the convolution of everything else. If even that is too long, the saddlepoint approximation is used. The
result states the method and its error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log10, sqrt
from statistics import NormalDist
from typing import Final, Protocol

from pitbook.errors import BadInput
from pitbook.exact.convolution import OUTSIDE, cumulated_powers, have_numpy, length, reach, rounding_error
from pitbook.exact.par import ParSheet
from pitbook.exact.saddlepoint import Saddlepoint

MOST_ROUNDS: Final = 10**9
GREAT_WINS: Final = (0.01, 1.0, 30.0)
"""The expected number of separated wins in a session: the first value that makes the convolution short enough is
used."""
POINTS: Final = 1 << 22
MOST_POINTS: Final = 1 << 24
"""Limits on the points of all transforms together: the preferred one, and the one used if the saddlepoint is
inaccurate."""
PLAIN_POINTS: Final = 1 << 17
MOST_PLAIN_POINTS: Final = 1 << 20
"""The same without NumPy."""
SHARP: Final = 1e-6
"""A convolution with at most this error is used directly."""
ROUGH: Final = 1e-3
MOST_WAYS: Final = 20_000
NEGLIGIBLE: Final = 1e-20
MOST_STEP: Final = 3
"""Bars may be this many times wider than requested, to keep one step of the results in each."""


class Cumulative(Protocol):
    """The probability that the sum of all rounds, on the lattice, is at most an integer."""

    def at_most(self, value: int) -> float: ...


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of a histogram: results from ``low`` (None: unbounded) to below ``high`` (None: unbounded)."""

    low: Fraction | None
    high: Fraction | None
    chance: float


@dataclass(frozen=True, slots=True)
class SessionDistribution:
    """The total net result of this many rounds of one wager, in units of one round's wager."""

    rounds: int
    mean: Fraction
    variance: Fraction
    lowest: Fraction
    highest: Fraction
    """The possible range."""
    method: str
    error: float
    """The error of a probability: a bound for a convolution, an estimate for a saddlepoint."""
    unit: Fraction
    """Results are integer multiples of this, counted from the lowest."""
    cumulative: Cumulative
    step: Fraction = Fraction(0)
    """The distance between the two likeliest results of one round, if known: most results are this far apart."""

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def estimated(self) -> bool:
        """Whether the error is an estimate instead of a bound."""
        return isinstance(self.cumulative, Saddlepoint)

    def chance_at_most(self, net: Fraction | int) -> float:
        """The probability of ending with this much or less; a loss is negative."""
        return min(max(self.cumulative.at_most(floor((net - self.lowest) / self.unit)), 0.0), 1.0)

    def chance_below(self, net: Fraction | int) -> float:
        return min(max(self.cumulative.at_most(ceil((net - self.lowest) / self.unit) - 1), 0.0), 1.0)

    def chance_lost_at_least(self, amount: Fraction | int) -> float:
        """The probability of having lost this much or more."""
        return self.chance_at_most(-amount)

    @property
    def chance_ahead(self) -> float:
        """The probability of ending with more than the starting amount."""
        return 1 - self.chance_at_most(0)

    @property
    def chance_even(self) -> float:
        return self.chance_at_most(0) - self.chance_below(0)

    @property
    def chance_behind(self) -> float:
        return self.chance_below(0)

    def quantile(self, chance: float) -> Fraction:
        """The least result that the session does not exceed with at least this probability."""
        if not 0 < chance < 1:
            raise BadInput(f"a quantile needs a probability between 0 and 1, not {chance}")
        low, high = 0, int((self.highest - self.lowest) / self.unit)
        while low < high:
            middle = (low + high) // 2
            if self.cumulative.at_most(middle) >= chance:
                high = middle
            else:
                low = middle + 1
        return self.lowest + low * self.unit

    def normal_at_most(self, net: Fraction | int) -> float:
        """The normal approximation with the same mean and deviation."""
        if not self.variance:
            return 1.0 if net >= self.mean else 0.0
        return NormalDist(float(self.mean), self.standard_deviation).cdf(float(net))

    def histogram(self, bins: int = 20) -> list[Bin]:
        """About this many bars of one width, with zero between two of them; the last holds the long tail.

        The width is a multiple of the step in which most results lie, so that every bar holds as many of them as its
        neighbours: any other width would make bars alternately high and low where the distribution is smooth."""
        if bins < 3:
            raise BadInput(f"a histogram has 3 bars or more, not {bins}")
        low, high = self.quantile(0.001), self.quantile(0.98)
        width = self._width((high - low) / (bins - 2)) if high > low else Fraction(1)
        edges = [width * place for place in range(floor(low / width), floor(high / width) + 2)]
        below = [self.chance_below(edge) for edge in edges]
        inner = [
            Bin(left, right, max(after - before, 0.0))
            for left, right, before, after in zip(edges, edges[1:], below, below[1:], strict=False)
        ]
        return [Bin(None, edges[0], below[0]), *inner, Bin(edges[-1], None, max(1 - below[-1], 0.0))]

    def _width(self, least: Fraction) -> Fraction:
        """At least this wide, or one step if most results are not too far apart for that."""
        step = self.step if 0 < self.step <= MOST_STEP * least else self.unit
        return step * ceil(_round_width(least / step)) if least > step else step


def _round_width(width: Fraction) -> Fraction:
    """1, 2 or 5 times a power of ten, not below the given width."""
    power = Fraction(10) ** floor(log10(width))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= width)


def session(sheet: ParSheet, rounds: int) -> SessionDistribution:
    """The distribution of the net result of this many rounds of a sheet's wager, each dealt from the sheet's shoe."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"a session has 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}")
    return sum_of_rounds(net_chances(sheet), rounds)


def net_chances(sheet: ParSheet) -> dict[Fraction, Fraction]:
    """The possible net results of one round per unit wagered, with their probabilities."""
    chances: dict[Fraction, Fraction] = {}
    for row in sheet.rows:
        if row.can_occur:
            if row.net is None:
                why = (
                    "cannot be bet alone" if sheet.wager.requires_all_of else "pays a share of a meter: give its amount"
                )
                raise BadInput(f"{sheet.wager.slug} {why}")
            chances[row.net] = chances.get(row.net, Fraction(0)) + row.probability
    if sheet.solved is None:
        return chances
    total = sum(chances.values(), Fraction(0))  # one, except for floating-point rounding
    return {net: chance / total for net, chance in chances.items()}


def sum_of_rounds(chances: Mapping[Fraction, Fraction], rounds: int) -> SessionDistribution:
    """The same for any distribution of one round whose probabilities add up to 1."""
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    variance = sum((chance * (net - mean) ** 2 for net, chance in chances.items()), Fraction(0))
    least, unit = min(chances), _unit(list(chances))
    steps = {int((net - least) / unit): chance for net, chance in chances.items()}
    cumulative, method, error = _cumulative(steps, rounds)
    lowest, highest = rounds * least, rounds * max(chances)
    likeliest = sorted(chances, key=lambda net: -chances[net])[:2]
    step = abs(likeliest[0] - likeliest[-1])
    return SessionDistribution(
        rounds, rounds * mean, rounds * variance, lowest, highest, method, error, unit, cumulative, step
    )


def _unit(values: Sequence[Fraction]) -> Fraction:
    """The coarsest lattice that contains all values."""
    whole = lcm(*(value.denominator for value in values))
    steps = gcd(*(int((value - values[0]) * whole) for value in values))
    return Fraction(steps or 1, whole)


@dataclass(frozen=True, slots=True)
class Plan:
    """A planned convolution."""

    usual: Mapping[int, float]
    """The results that are not separated, on their own lattice, which is often coarser than that of the large wins."""
    unit: int
    great: int
    ways: list[dict[int, float]]
    rounds: int
    low: int
    size: int
    error: float

    @property
    def points(self) -> int:
        return self.size * len(self.ways)

    def carried_out(self) -> "Convolved":
        counts = [self.rounds - number for number in range(len(self.ways))]
        return Convolved(self.unit, self.low, cumulated_powers(self.usual, counts, self.low, self.size), self.ways)

    @property
    def method(self) -> str:
        if not self.great:
            return "exact calculation (convolution)"
        wins = f"{self.great} very large win{'s' * (self.great > 1)}"
        return f"exact calculation (convolution), {wins} counted separately"


def _cumulative(steps: Mapping[int, Fraction], rounds: int) -> tuple[Cumulative, str, float]:
    """The convolution if it is short and accurate enough; else the better of it and the saddlepoint."""
    short, most = (POINTS, MOST_POINTS) if have_numpy() else (PLAIN_POINTS, MOST_PLAIN_POINTS)
    plan = _plan_within(short, steps, rounds)
    if plan is None or plan.error > SHARP:
        saddle = Saddlepoint({step: float(chance) for step, chance in steps.items()}, rounds)
        if plan is None and saddle.error > ROUGH:
            plan = _plan_within(most, steps, rounds)
        if plan is None or saddle.error < plan.error:
            return saddle, "saddlepoint approximation (Lugannani-Rice, corrected for the lattice)", saddle.error
    return plan.carried_out(), plan.method, plan.error


def _plan_within(points: int, steps: Mapping[int, Fraction], rounds: int) -> Plan | None:
    plans = (_plan(steps, rounds, expected) for expected in GREAT_WINS)
    return next((plan for plan in plans if plan is not None and plan.points <= points), None)


def _plan(steps: Mapping[int, Fraction], rounds: int, expected: float) -> Plan | None:
    """The convolution with this expected number of separated wins, or None if they have too many combinations."""
    great = _great_wins(steps, rounds, expected)
    ways, dropped = _ways(great, rounds)
    if ways is None:
        return None
    usual = {step: float(chance) for step, chance in steps.items() if step not in great}
    unit = gcd(*usual) or 1
    narrow = {step // unit: chance for step, chance in usual.items()}
    windows = [reach(narrow, count) for count in (rounds, rounds - len(ways) + 1)]
    low, high = min(each[0] for each in windows), max(each[1] for each in windows)
    size = length(low, high)
    error = 2 * OUTSIDE + dropped + rounding_error(rounds, size)
    return Plan(narrow, unit, len(great), ways, rounds, low, size, error)


def _great_wins(steps: Mapping[int, Fraction], rounds: int, expected: float) -> dict[int, float]:
    """The largest wins that together are expected at most this often in a session."""
    great: dict[int, float] = {}
    for step in sorted(steps, reverse=True)[:-1]:
        if rounds * (sum(great.values()) + float(steps[step])) > expected:
            break
        great[step] = float(steps[step])
    return great


def _ways(great: Mapping[int, float], rounds: int) -> tuple[list[dict[int, float]] | None, float]:
    """For 0, 1, 2... separated wins: their sum -> its weight (including the choice of rounds).

    Stops when the remaining weight is negligible, and returns the dropped weight; None if there are too many.
    """
    ways: list[dict[int, float]] = [{0: 1.0}]
    total, dropped = sum(great.values()), 0.0
    level = 1.0
    while great and len(ways) <= rounds:
        number = len(ways)
        level *= (rounds - number + 1) / number * total
        if level < OUTSIDE and number > rounds * total:
            dropped += 2 * level
            break
        following: dict[int, float] = {}
        for so_far, weight in ways[-1].items():
            for step, chance in great.items():
                more = weight * chance * (rounds - number + 1) / number
                following[so_far + step] = following.get(so_far + step, 0.0) + more
        kept = {value: weight for value, weight in following.items() if weight > NEGLIGIBLE}
        dropped += sum(following.values()) - sum(kept.values())
        ways.append(kept)
        if sum(map(len, ways)) > MOST_WAYS:
            return None, 0.0
    return ways, dropped


@dataclass(frozen=True, slots=True)
class Convolved:
    """Separated large wins, and the convolution of all other results for each number of them."""

    unit: int
    low: int
    tables: Sequence[Sequence[float]]
    """For each number of large wins: the cumulative weights of the other rounds, from ``low`` on."""
    ways: Sequence[Mapping[int, float]]

    def at_most(self, value: int) -> float:
        total = 0.0
        for table, ways in zip(self.tables, self.ways, strict=True):
            last = len(table) - 1
            for moved, weight in ways.items():
                place = (value - moved) // self.unit - self.low
                if place >= 0:
                    total += weight * table[min(place, last)]
        return float(total)
