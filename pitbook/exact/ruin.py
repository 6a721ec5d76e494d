"""Risk of ruin: the probability that a bankroll is lost, computed exactly on a lattice.

A player bets the same stake each round and is ruined once less than a stake is left. The distribution of the bankroll
is propagated from round to round on its lattice, and the part below a stake is removed: no normal approximation, no
simulation. A bankroll so high that ruin in the remaining rounds is impossible, or less likely than 1 in 10**15, is not
followed further.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, gcd, lcm
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.exact.convolution import OUTSIDE, have_numpy, reach
from pitbook.exact.round_distribution import RoundDistribution
from pitbook.money import Cents, format_cents

MOST_ROUNDS: Final = 1_000_000
MOST_WORK: Final = 6 * 10**9
MOST_PLAIN_WORK: Final = 10**8
"""Limits of lattice points times rounds times results of a round, with NumPy and without."""
NEVER_BELOW: Final = 34.6
"""exp of minus this is below 10**-15."""


@dataclass(frozen=True, slots=True)
class Ruin:
    """The risk of a bankroll."""

    one_round: RoundDistribution
    bankroll: Cents
    rounds: int
    target: Cents | None
    ruined: Sequence[float]
    """The probability of ruin after 0, 1, 2... rounds."""
    reached: float
    """The probability of reaching the target by the end; 0 without one."""
    for_ever: tuple[float, float]
    """Bounds of the probability of ruin if play never ends; both 1 if ruin is certain."""
    lasts: tuple[float, float] | None
    """Bounds of the average number of rounds to ruin if play never ends; None if ruin is not certain."""
    error: float

    @property
    def chance(self) -> float:
        """The probability of ruin within the rounds."""
        return self.ruined[-1]

    def rounds_to(self, chance: float) -> int | None:
        """The number of rounds after which the probability of ruin is at least this; None if it is beyond those
        computed."""
        return next((number for number, ruined in enumerate(self.ruined) if ruined >= chance), None)


@dataclass(frozen=True, slots=True)
class _Walk:
    """The bankroll above one stake, in steps of the lattice; below zero it is ruined."""

    steps: dict[int, float]
    start: int
    unit: Fraction
    """The size of a step, in stakes."""

    @property
    def mean(self) -> float:
        return sum(step * chance for step, chance in self.steps.items())

    @property
    def deepest(self) -> int:
        """The largest loss of one round."""
        return max(-min(self.steps), 0)

    def adjustment(self) -> float:
        """Lundberg's adjustment coefficient of a walk with positive drift."""

        def grown(tilt: float) -> float:
            return sum(chance * exp(-tilt * step) for step, chance in self.steps.items()) - 1

        # The function falls at first, since the walk rises, and grows without bound, since it can fall: it crosses
        # once.
        high = 1.0 / self.deepest
        while grown(high) <= 0:
            high *= 2
        low = high
        while grown(low) > 0:
            low /= 2
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if grown(middle) <= 0 else (low, middle)
        return low

    def highest(self, rounds: int) -> int:
        """From this height on, ruin in this many rounds is impossible or negligible."""
        surely = rounds * self.deepest + 1
        if not self.deepest:
            return surely
        if self.mean > 0:
            return min(surely, ceil(NEVER_BELOW / self.adjustment()) + 1)
        # Doob's inequality: for a walk with negative drift, the minimum is bounded like the end point.
        return min(surely, -reach(self.steps, rounds)[0] + 1)


def ruin(one_round: RoundDistribution, bankroll: Cents, rounds: int, target: Cents | None = None) -> Ruin:
    """The probability that a bankroll is lost within this many rounds, or before a target is reached."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds:,} rounds: ruin is counted over 1 to {MOST_ROUNDS:,}")
    if bankroll < one_round.stake:
        raise BadInput(
            f"a bankroll of {format_cents(bankroll)} does not pay for one round at {format_cents(one_round.stake)}"
        )
    if target is not None and target <= bankroll:
        raise BadInput(
            f"a target of {format_cents(target)} is already reached: the bankroll is {format_cents(bankroll)}"
        )
    walk = _walk(one_round, bankroll)
    top = walk.highest(rounds)
    if target is not None:
        top = ceil(Fraction(target - bankroll, one_round.stake) / walk.unit) + walk.start
    size = max(top, walk.start + 1) if target is None else top
    _check_work(size, rounds, len(walk.steps))
    carried = _carried_quickly if have_numpy() else _carried_plainly
    ruined, above = carried(walk, size, rounds)
    certain = one_round.mean <= 0 and walk.deepest > 0
    return Ruin(
        one_round,
        bankroll,
        rounds,
        target,
        ruined,
        above if target is not None else 0.0,
        (1.0, 1.0) if certain else _for_ever(walk),
        _lasts(one_round, bankroll) if one_round.mean < 0 else None,
        OUTSIDE + 1e-16 * rounds,
    )


def _walk(one_round: RoundDistribution, bankroll: Cents) -> _Walk:
    nets = list(one_round.chances)
    whole = lcm(*(net.denominator for net in nets))
    unit = Fraction(gcd(*(int(net * whole) for net in nets)) or 1, whole)
    steps: dict[int, float] = {int(net / unit): float(chance) for net, chance in one_round.chances.items()}
    return _Walk(steps, floor(Fraction(bankroll - one_round.stake, one_round.stake) / unit), unit)


def _check_work(size: int, rounds: int, results: int) -> None:
    work, most = size * rounds * results, MOST_WORK if have_numpy() else MOST_PLAIN_WORK
    if work > most:
        fewer = int(rounds * (most / work) ** 0.6)
        raise BadInput(f"{rounds:,} rounds of this wager are too many to count one by one: ask for {fewer:,} or fewer")


def _carried_quickly(walk: _Walk, size: int, rounds: int) -> tuple[list[float], float]:
    import numpy as np

    here: Any = np.zeros(size)
    here[walk.start] = 1.0
    ruined, above = [0.0], 0.0
    for _ in range(rounds):
        after: Any = np.zeros(size)
        lost = 0.0
        for step, chance in walk.steps.items():
            if abs(step) >= size:
                everything = chance * float(here.sum())
                above, lost = (above + everything, lost) if step > 0 else (above, lost + everything)
            elif step > 0:
                after[step:] += chance * here[:-step]
                above += chance * float(here[-step:].sum())
            elif step < 0:
                after[:step] += chance * here[-step:]
                lost += chance * float(here[:-step].sum())
            else:
                after += chance * here
        here = after
        ruined.append(min(ruined[-1] + lost, 1.0))
    return ruined, above


def _carried_plainly(walk: _Walk, size: int, rounds: int) -> tuple[list[float], float]:
    """The same without NumPy, for short games."""
    here = {walk.start: 1.0}
    ruined, above = [0.0], 0.0
    for _ in range(rounds):
        after: dict[int, float] = {}
        lost = 0.0
        for place, weight in here.items():
            for step, chance in walk.steps.items():
                to = place + step
                if to < 0:
                    lost += weight * chance
                elif to >= size:
                    above += weight * chance
                else:
                    after[to] = after.get(to, 0.0) + weight * chance
        here = after
        ruined.append(min(ruined[-1] + lost, 1.0))
    return ruined, above


def _for_ever(walk: _Walk) -> tuple[float, float]:
    """Bounds of the probability that a walk with positive drift ever falls below zero.

    With Lundberg's coefficient the exponential of the walk is a martingale, and when the walk falls below zero it falls
    by at least a step and at most by the largest loss.
    """
    if not walk.deepest:
        return 0.0, 0.0
    tilt = walk.adjustment()
    return exp(-tilt * (walk.start + walk.deepest)), exp(-tilt * (walk.start + 1))


def _lasts(one_round: RoundDistribution, bankroll: Cents) -> tuple[float, float]:
    """Wald's identity: the average loss over the rounds to ruin is the bankroll, of which less than a stake is left."""
    stakes, edge = Fraction(bankroll, one_round.stake), -one_round.mean
    deepest = -min(one_round.chances)
    return float((stakes - 1) / edge), float((stakes - 1 + deepest) / edge)
