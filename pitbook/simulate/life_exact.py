"""The exact averages of a life, for comparison with the simulated ones.

A meter starts at its seed and approaches its long-run state only slowly, so the average award of the first years is
below the long-run average that a letter prints. The mean of the display after ``n`` wagers follows a recursion with two
decaying terms, one for the drain of the meter and one for the reserve, which is summed in closed form. Prizes are whole
cents; this module ignores the fraction of a cent that stays on the meter.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import expm1, log1p

from pitbook.money import MICROS_PER_CENT
from pitbook.simulate.life import Life


@dataclass(frozen=True, slots=True)
class Means:
    """The mean display and reserve of a meter that started at its seed, wager by wager; all in cents."""

    top: float
    """The probability of a 100% award."""
    drain: float
    seed: float
    contribution: float
    reserve: float
    fixed: float
    """The average taken off the meter for fixed pays, per wager."""

    @property
    def settled(self) -> float:
        """The long-run mean of the display that a wager finds."""
        return (self.contribution + self.reserve + self.top * self.seed - self.fixed) / self.drain

    def display(self, wagers: int) -> float:
        """The mean display after this many wagers, before the last of them is paid."""
        return self.settled + self._away(wagers)

    def kept(self, wagers: int) -> float:
        """The mean reserve at the same time."""
        return -self.reserve * expm1(wagers * log1p(-self.top)) / self.top

    def held(self, wagers: int) -> float:
        """The mean of display and reserve together, after the last of this many wagers is paid."""
        return self.display(wagers + 1) - self.contribution + (1 - self.top) * self.kept(wagers)

    def display_sum(self, wagers: int) -> float:
        """The sum of the mean displays that this many wagers find."""
        return wagers * self.settled + self._away_sum(wagers)

    def kept_sum(self, wagers: int) -> float:
        stays = 1 - self.top
        return self.reserve / self.top * (wagers + stays / self.top * expm1(wagers * log1p(-self.top)))

    # The distance of the mean display from the long-run one: start * (1 - drain)^(n-1) plus what the reserve still
    # lacks.

    @property
    def _start(self) -> float:
        return self.seed + self.contribution - self.settled

    @property
    def _smaller(self) -> float:
        """The drain by awards below 100%."""
        return self.drain - self.top

    def _away(self, wagers: int) -> float:
        before, stays = wagers - 1, 1 - self.top
        if self._smaller <= 1e-9 * self.drain:
            return stays**before * (self._start - before * self.reserve)
        slow, lack = stays**before, self.reserve * stays / self._smaller
        return (1 - self.drain) ** before * (self._start + lack) - lack * slow

    def _away_sum(self, wagers: int) -> float:
        stays = 1 - self.top
        if self._smaller <= 1e-9 * self.drain:
            powers = -expm1(wagers * log1p(-self.top)) / self.top
            # The sum of k * stays^k for k below the number of wagers.
            weighted = (stays * powers - wagers * stays**wagers) / self.top
            return self._start * powers - self.reserve * weighted
        lack = self.reserve * stays / self._smaller
        drained = -expm1(wagers * log1p(-self.drain)) / self.drain
        missed = -expm1(wagers * log1p(-self.top)) / self.top
        return (self._start + lack) * drained - lack * missed


@dataclass(frozen=True, slots=True)
class ExpectedLife:
    """The exact averages of a simulated life, and those of the long run."""

    hits: float
    """100% awards per life."""
    top_award: float | None
    """Their average amount over these years, in cents; None if it has no closed form."""
    top_award_for_ever: float | None
    restart: float | None
    held: float | None
    """The amount held for players, at a weekly deposit, in cents."""
    hold: Fraction
    """The house's hold, in these years and in the long run, without the first seed."""
    hits_within: tuple[float, ...]
    """The probability that the next 100% award comes within each of the life's near numbers of wagers."""
    chance_of_no_hit: float


def expected(life: Life) -> ExpectedLife:
    """The exact figures of a simulation.

    With a limit on the display there is no closed form. If fixed pays come off the meter, the averages are those of a
    meter that never runs dry.
    """
    wager, terms = life.progressive, life.terms
    top = float(wager.top_chance)
    bet, seed = float(life.bet), Fraction(terms.seed, MICROS_PER_CENT)
    off_meter = wager.fixed_return if life.fixed_from_meter else Fraction(0)
    means = Means(
        top,
        float(wager.drain),
        float(seed),
        float(terms.contribution) * bet,
        float(terms.reserve) * bet,
        float(off_meter) * bet,
    )
    first, last = life.wagers_before, life.wagers_before + life.wagers
    fed = 1 - terms.contribution - terms.reserve - wager.top_chance * seed / life.bet
    hold = fed if life.fixed_from_meter else fed - wager.fixed_return
    unlimited = terms.limit is None and means.settled > 0
    deposits = life.deposits
    return ExpectedLife(
        hits=life.wagers * top,
        top_award=(means.display_sum(last) - means.display_sum(first)) / life.wagers if unlimited else None,
        top_award_for_ever=means.settled if unlimited else None,
        restart=means.seed + (means.kept_sum(last) - means.kept_sum(first)) / life.wagers if unlimited else None,
        held=sum(means.held(first + each) for each in deposits) / len(deposits) if unlimited and deposits else None,
        hold=hold,
        hits_within=tuple(-expm1(wagers * log1p(-top)) for wagers in life.near),
        chance_of_no_hit=(1 - top) ** life.wagers,
    )
