"""What a life should come to on average, worked out and not drawn: the figures that simulated ones are held against.

A meter begins at its seed and only slowly forgets that, so that the average award of the first years lies below the
long-run average that a letter prints. The mean of the display after ``n`` wagers follows a recursion with two decaying
parts, one for the drain of the meter and one for the reserve, which is summed in closed form. Prizes are whole cents;
the part of a cent that stays on the meter is left out here.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import expm1, log1p

from pitbook.money import MICROS_PER_CENT
from pitbook.simulate.life import Life


@dataclass(frozen=True, slots=True)
class Means:
    """The mean display and reserve of a meter that began at its seed, wager by wager; all in cents."""

    top: float
    """The chance of a 100% award."""
    drain: float
    seed: float
    contribution: float
    reserve: float
    fixed: float
    """Taken off the meter for fixed pays, a wager."""

    @property
    def settled(self) -> float:
        """The display in the long run, as a wager finds it."""
        return (self.contribution + self.reserve + self.top * self.seed - self.fixed) / self.drain

    def display(self, wagers: int) -> float:
        """When so many wagers have been made, before the last of them is paid."""
        return self.settled + self._away(wagers)

    def kept(self, wagers: int) -> float:
        """The reserve at the same time."""
        return -self.reserve * expm1(wagers * log1p(-self.top)) / self.top

    def held(self, wagers: int) -> float:
        """Display and reserve together, once the last of so many wagers is paid."""
        return self.display(wagers + 1) - self.contribution + (1 - self.top) * self.kept(wagers)

    def display_sum(self, wagers: int) -> float:
        """The displays that so many wagers find, added up."""
        return wagers * self.settled + self._away_sum(wagers)

    def kept_sum(self, wagers: int) -> float:
        stays = 1 - self.top
        return self.reserve / self.top * (wagers + stays / self.top * expm1(wagers * log1p(-self.top)))

    # How far the mean display is from the settled one: start * (1 - drain)^(n-1) plus what the reserve still lacks.

    @property
    def _start(self) -> float:
        return self.seed + self.contribution - self.settled

    @property
    def _smaller(self) -> float:
        """What awards below 100% drain."""
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
class Expected:
    """The exact averages of a life as it is played, and those of the long run."""

    hits: float
    """100% awards of a life."""
    top_award: float | None
    """Their average over these years, in cents; None where it has no closed form."""
    top_award_for_ever: float | None
    restart: float | None
    held: float | None
    """For players, at a weekly deposit, in cents."""
    hold: Fraction
    """Of the house, in these years and in the long run; the first seed is left out."""
    hits_within: tuple[float, ...]
    """The chance that the next 100% award comes within each of the life's near numbers of wagers."""
    chance_of_no_hit: float


def expected(life: Life) -> Expected:
    """The exact side of a simulation.

    With a limit on the display there is no closed form. Where fixed pays come off the meter, the averages are those of
    a meter that never runs dry.
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
    return Expected(
        hits=life.wagers * top,
        top_award=(means.display_sum(last) - means.display_sum(first)) / life.wagers if unlimited else None,
        top_award_for_ever=means.settled if unlimited else None,
        restart=means.seed + (means.kept_sum(last) - means.kept_sum(first)) / life.wagers if unlimited else None,
        held=sum(means.held(first + each) for each in deposits) / len(deposits) if unlimited and deposits else None,
        hold=hold,
        hits_within=tuple(-expm1(wagers * log1p(-top)) for wagers in life.near),
        chance_of_no_hit=(1 - top) ** life.wagers,
    )
