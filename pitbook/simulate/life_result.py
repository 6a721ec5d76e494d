"""The results of simulated lives of a meter: every figure with its error and, if there is one, the exact figure."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final

from pitbook import __version__
from pitbook.money import MICROS_PER_CENT
from pitbook.simulate import life_kernel as kernel
from pitbook.simulate.blocks import Totals
from pitbook.simulate.life import ASSUMPTIONS, DAYS_PER_YEAR, DRY_METER, HOLD_BINS, HOLD_STEP, PATHS, Life
from pitbook.simulate.life_bins import RESOLUTION, Histogram
from pitbook.simulate.life_exact import ExpectedLife, expected

QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
NEAR: Final = ("a day", "a week", "30 days")


@dataclass(frozen=True, slots=True)
class SimulatedFigure:
    """A simulated figure."""

    value: float | None
    """None if no event occurred to estimate it from."""
    error: float | None = None
    """One standard error; None if too few lives were played."""
    exact: float | None = None

    @property
    def z(self) -> float | None:
        """The distance from the exact figure in standard errors."""
        if self.value is None or self.exact is None or not self.error:
            return None
        return (self.value - self.exact) / self.error

    def record(self) -> dict[str, float | None]:
        return {"value": self.value, "standard_error": self.error, "exact": self.exact, "z_score": self.z}


@dataclass(frozen=True)
class LifeResult:
    """The totals of a simulation, and the figures derived from them."""

    life: Life
    totals: Totals

    @cached_property
    def expected(self) -> ExpectedLife:
        return expected(self.life)

    @property
    def lives(self) -> int:
        """The number of lives played: all of them unless the run was stopped."""
        return int(self.totals["lives"][0])

    @property
    def wagers(self) -> int:
        """The wagers of all lives together."""
        return self.lives * self.life.wagers

    @property
    def years(self) -> float:
        """The years of all lives together."""
        return self.lives * float(self.life.years)

    def sum_of(self, column: int) -> int:
        return int(self.totals["sums"][column])

    def histogram(self, name: str) -> Histogram:
        means = {"top_award": self.top_award.value, "restart": self.restart.value, "held": self.held.value}
        return Histogram(self.totals[name], means.get(name))

    def days(self, wagers: float) -> float:
        return wagers / float(self.life.room.wagers_a_day)

    @property
    def hits(self) -> int:
        return self.sum_of(kernel.HITS)

    @property
    def ran_dry(self) -> bool:
        """Whether any meter could not cover a fixed pay: then the exact averages do not apply."""
        return self.sum_of(kernel.DRY) > 0

    # Figures with an exact value to compare with

    @property
    def hits_per_life(self) -> SimulatedFigure:
        return SimulatedFigure(
            self.hits / self.lives,
            _binomial_error(self.expected.hits / self.life.wagers, self.wagers) * self.life.wagers,
            self.expected.hits,
        )

    @property
    def wagers_between_hits(self) -> SimulatedFigure:
        """All wagers over all hits, so that an interval cut off by the end is included."""
        exact = self.life.wagers / self.expected.hits
        if not self.hits:
            return SimulatedFigure(None, None, exact)
        return SimulatedFigure(self.wagers / self.hits, self.wagers / self.hits**1.5, exact)

    @property
    def days_between_hits(self) -> SimulatedFigure:
        found = self.wagers_between_hits
        parts = (None if each is None else self.days(each) for each in (found.value, found.error, found.exact))
        return SimulatedFigure(*parts)

    @property
    def top_award(self) -> SimulatedFigure:
        """The average 100% award, in cents."""
        return self._per_hit(kernel.TOP_CENTS, None if self.ran_dry else self.expected.top_award)

    @property
    def restart(self) -> SimulatedFigure:
        """The display after a 100% award, in cents."""
        return self._per_hit(kernel.RESTART_CENTS, None if self.ran_dry else self.expected.restart)

    @property
    def held(self) -> SimulatedFigure:
        """Display and reserve at a weekly deposit, in cents."""
        deposits = len(self.life.deposits)
        if not deposits:
            return SimulatedFigure(None)
        total, squares = self.sum_of(kernel.HELD_CENTS), self.totals["squares"][kernel.HELD_CENTS]
        return self._per_life(total, squares, deposits, None if self.ran_dry else self.expected.held)

    @property
    def hold(self) -> SimulatedFigure:
        """The house's share of each unit wagered, without the seed that a meter opens with."""
        wagered = self.life.wagers * self.life.bet * MICROS_PER_CENT
        total, squares = self.totals["house"]
        return self._per_life(total, squares, wagered, None if self.ran_dry else float(self.expected.hold))

    @property
    def near(self) -> tuple[SimulatedFigure, ...]:
        """The share of all 100% awards that come within a day, a week or 30 days of the last, and before its seed is
        recovered."""
        gaps = self.histogram("gap").total
        return tuple(
            SimulatedFigure(count / gaps, _binomial_error(exact, gaps), exact)
            for count, exact in zip(self.totals["near"], self.expected.hits_within, strict=True)
        )

    @property
    def lives_without_hit(self) -> SimulatedFigure:
        chance = self.expected.chance_of_no_hit
        return SimulatedFigure(
            1 - self.totals["lives_with"][kernel.HITS] / self.lives, _binomial_error(chance, self.lives), chance
        )

    def _per_hit(self, column: int, exact: float | None) -> SimulatedFigure:
        """A mean over all hits. Lives are independent, hits of one life are not, so the error is computed over
        lives."""
        if not self.hits:
            return SimulatedFigure(None, None, exact)
        hits, total = self.hits, self.sum_of(column)
        mean = total / hits
        squares, products = self.totals["squares"], self.totals["with_hits"]
        # The sum over lives of (sum of the life - mean * its hits) squared, times hits squared: integers.
        spread = squares[column] * hits**2 - 2 * total * hits * products[column] + total**2 * squares[kernel.HITS]
        error = sqrt(spread) / hits**2 * sqrt(self.lives / (self.lives - 1)) if self.lives > 1 else None
        return SimulatedFigure(mean, error, exact)

    def _per_life(self, total: int, squares: int, unit: int, exact: float | None) -> SimulatedFigure:
        """A mean over lives, each in this unit."""
        spread = self.lives * squares - total**2
        error = sqrt(spread / (self.lives - 1)) / self.lives / unit if self.lives > 1 else None
        return SimulatedFigure(total / self.lives / unit, error, exact)

    # Figures that only the simulation gives

    @property
    def dry_lives(self) -> SimulatedFigure:
        """The share of lives in which the meter could not cover a fixed pay."""
        return self._part_of_lives(kernel.DRY)

    @property
    def unfunded_lives(self) -> SimulatedFigure:
        """The share of lives in which an award exceeded the prize account's balance."""
        return self._part_of_lives(kernel.UNFUNDED)

    @property
    def unfunded_awards(self) -> float | None:
        """The share of awards that exceeded the prize account's balance."""
        awards = sum(self.totals["award_times"])
        return self.sum_of(kernel.UNFUNDED) / awards if awards else None

    @property
    def advanced(self) -> float | None:
        """The average amount that the house advanced for such an award, in cents."""
        times = self.sum_of(kernel.UNFUNDED)
        return self.sum_of(kernel.ADVANCED) / MICROS_PER_CENT / times if times else None

    @property
    def lacked_a_year(self) -> float:
        """The house's payments because the meter had run dry, in cents per year."""
        return self.sum_of(kernel.LACKED_CENTS) / self.years

    @property
    def losing_lives(self) -> float:
        """The share of lives in which the house lost on the wager."""
        return float(sum(self.totals["hold"][: HOLD_BINS // 2]) / self.lives)

    def hold_quantile(self, chance: float) -> float:
        """The hold that this share of all lives stays below, to a twentieth of a percent."""
        wanted, below = chance * self.lives, 0
        for place, count in enumerate(self.totals["hold"]):
            if count and below + count >= wanted:
                return float((place - HOLD_BINS // 2) * HOLD_STEP + HOLD_STEP / 2)
            below += count
        return float("nan")

    def _part_of_lives(self, column: int) -> SimulatedFigure:
        part = self.totals["lives_with"][column] / self.lives
        return SimulatedFigure(part, _binomial_error(part, self.lives) if self.lives > 1 else None)

    @property
    def paths(self) -> list[tuple[int, ...]]:
        """The display of the first lives over the years, in cents."""
        names = (f"path {number}" for number in range(1, PATHS + 1))
        return [self.totals[name] for name in names if name in self.totals]

    @property
    def path_years(self) -> list[float]:
        """The times of the points of a path, in years."""
        points = range(max(map(len, self.paths), default=0))
        return [point * self.life.weeks_apart * 7 / DAYS_PER_YEAR for point in points]

    @property
    def money(self) -> dict[str, int]:
        """The sources and uses of the meters' money, in millionths of a dollar; both sides are equal."""
        fixed = self.sum_of(kernel.FIXED_CENTS) - self.sum_of(kernel.LACKED_CENTS) if self.life.fixed_from_meter else 0
        return {
            "held_at_start": self.sum_of(kernel.STARTED),
            "contributed": self.sum_of(kernel.FED),
            "put_in_reserve": self.sum_of(kernel.KEPT),
            "seeds_advanced": self.hits * self.life.terms.seed,
            "awards_paid": self.sum_of(kernel.AWARD_CENTS) * MICROS_PER_CENT,
            "fixed_pays": fixed * MICROS_PER_CENT,
            "held_at_end": self.sum_of(kernel.ENDED),
        }

    def to_dict(self) -> dict[str, Any]:
        """The JSON record; money in cents."""
        life, terms, room = self.life, self.life.terms, self.life.room
        recovered = life.recovered_after
        return {
            "game": life.game,
            "wager": life.wager,
            "pay_table": life.table,
            "decks": life.decks,
            "bet_cents": life.bet,
            "meter": {
                "seed_cents": terms.seed / MICROS_PER_CENT,
                "contribution": float(terms.contribution),
                "reserve": float(terms.reserve),
                "limit_cents": None if terms.limit is None else terms.limit / MICROS_PER_CENT,
                "fixed_pays": "meter" if life.fixed_from_meter else "tray",
            },
            "room": {
                "tables": room.tables,
                "hours_a_day": float(room.hours),
                "rounds_an_hour": float(room.rounds),
                "seats": float(room.seats),
                "take_up": float(room.take_up),
                "wagers_a_day": float(room.wagers_a_day),
            },
            "years": float(life.years),
            "warm_up_years": float(life.warm_up),
            "lives_asked": life.lives,
            "lives": self.lives,
            "wagers_a_life": life.wagers,
            "seed": life.seed,
            "top_award_cents": self.top_award.record()
            | {"exact_in_the_long_run": self.expected.top_award_for_ever}
            | self._spread("top_award"),
            "wagers_between_hits": self.wagers_between_hits.record(),
            "days_between_hits": self.days_between_hits.record(),
            "wait_in_wagers": self._spread("gap"),
            "hits_per_life": self.hits_per_life.record() | self._spread("life_hits"),
            "lives_without_hit": self.lives_without_hit.record(),
            "back_to_back": [
                {"within": words, "wagers": wagers, **found.record()}
                for words, wagers, found in zip(NEAR, life.near, self.near, strict=False)
            ],
            "restart_cents": self.restart.record() | self._spread("restart"),
            "seed_recovery": {
                "wagers": recovered,
                "days": None if recovered is None else self.days(recovered),
                "next_hit_comes_first": self.near[-1].record(),
            },
            "held_for_players_cents": self.held.record() | self._spread("held"),
            "most_held_in_a_life_cents": self._spread("most_held"),
            "hold": self.hold.record()
            | {"quantiles": [{"chance": chance, "value": self.hold_quantile(chance)} for chance in QUANTILES]},
            "lives_in_which_the_house_loses": self.losing_lives,
            "runs_dry": {
                "lives": self.dry_lives.record(),
                "fixed_pays_not_covered": self.sum_of(kernel.DRY),
                "lacked_cents_a_year": self.lacked_a_year,
                "first_time_in_wagers": self._spread("first_dry"),
            },
            "prize_account": {
                "lives_with_an_advance": self.unfunded_lives.record(),
                "awards_with_an_advance": self.unfunded_awards,
                "average_advance_cents": self.advanced,
                "seeds_advanced": self.hits,
            },
            "awards": [
                {
                    "outcome": line.outcome,
                    "share": float(line.share),
                    **figure.record(),
                    "average_cents": cents / times if times else None,
                }
                for line, times, cents, figure in self.award_lines
            ],
            "fixed_pays": [
                {"outcome": line.outcome, "pays_cents": line.cents, **figure.record()}
                for line, figure in self.pay_lines
            ],
            "money_micros": self.money,
            "paths_cents": [list(path) for path in self.paths],
            "assumptions": [*ASSUMPTIONS, *((DRY_METER,) if life.fixed_from_meter else ())],
            "version": __version__,
            "key": life.key,
        }

    @property
    def award_lines(self) -> list[tuple[Any, int, int, SimulatedFigure]]:
        """Each line that pays a share: number, cents, and the number compared with its expectation."""
        lines = [line for line in self.life.awards if line.chance]
        times, cents = self.totals["award_times"], self.totals["award_cents"]
        return [
            (line, number, amount, self._times(number, float(line.chance)))
            for line, number, amount in zip(lines, times, cents, strict=True)
        ]

    @property
    def pay_lines(self) -> list[tuple[Any, SimulatedFigure]]:
        """Each line that pays a fixed amount, with its number compared with its expectation."""
        times = self.totals["pay_times"]
        return [
            (line, self._times(number, float(line.chance))) for line, number in zip(self.life.pays, times, strict=True)
        ]

    def _times(self, number: int, chance: float) -> SimulatedFigure:
        return SimulatedFigure(number, _binomial_error(chance, self.wagers) * self.wagers, chance * self.wagers)

    def _spread(self, name: str) -> dict[str, Any]:
        found = self.histogram(name)
        return {
            "quantiles": [{"chance": chance, "value": found.quantile(chance)} for chance in QUANTILES],
            "quantiles_right_to": RESOLUTION,
            "histogram": [
                {"from": bar.low, "below": bar.high, "share": bar.share, "times": bar.times} for bar in found.bars()
            ],
        }


def _binomial_error(chance: float, times: int) -> float:
    """The standard error of the relative frequency of an event with this probability."""
    return sqrt(chance * (1 - chance) / times)
