"""A room's hold in a month: the expected win and the interval that chance leaves around it.

Every bet of a month is one round of its exact distribution, from the house's side. The sum over all of them is
convolved on its lattice if that is short enough, else approximated by the saddlepoint; a normal approximation is only
shown beside it. A progressive wager's contribution is the players' money at once (WAC 230-15-671), and the meter's pays
are theirs: the house's side of such a wager is its fixed pays and the seeds.

Seats of a round share the dealer's cards, so their results are correlated (:mod:`pitbook.simulate.between_seats`). The
distribution of independent bets is stretched about its mean until its variance is that of rounds with this many seats.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, gcd, lcm, sqrt
from statistics import NormalDist
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.exact.audit_meter import rate
from pitbook.exact.convolution import OUTSIDE, Weights, have_numpy, length, reach, rounding_error
from pitbook.exact.custom_wager import find_wager
from pitbook.exact.figures import deck_words
from pitbook.exact.notebook import par
from pitbook.exact.par import OutcomeRow, ParSheet
from pitbook.exact.record import has_meter
from pitbook.exact.round_distribution import RoundDistribution, law_of, round_distribution, usual_bet
from pitbook.exact.saddlepoint import Saddlepoint, Tilted
from pitbook.exact.session import POINTS, Cumulative, SessionDistribution, sum_of_rounds
from pitbook.games.model import Game
from pitbook.games.options_read import check_full_shoe
from pitbook.games.settle import lay_out
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, format_cents
from pitbook.simulate.between_seats import counted_between_seats, simulated_between_seats
from pitbook.simulate.covariance import Covariance
from pitbook.simulate.life import TableVolume, life_of
from pitbook.simulate.life_preset import terms_from

BANDS: Final = (0.50, 0.95, 0.99)
MOST_DAYS: Final = 366
MOST_BETS: Final = 10**9


@dataclass(frozen=True, slots=True)
class MonthlyPlay:
    """One wager at some tables of a room, for a month."""

    one_round: RoundDistribution
    room: TableVolume
    days: int
    kept_back: Fraction = Fraction(0)
    """The contribution of each bet to a meter, in cents: never the house's."""
    between_seats: Covariance | None = None
    """The covariance of two seats in a round, per unit wagered; None if it is not known, or no two seats of a round
    make the wager."""

    def __post_init__(self) -> None:
        if not 1 <= self.days <= MOST_DAYS:
            raise BadInput(f"{self.days:,} days: a month has 1 to {MOST_DAYS}")
        if not 1 <= self.bets <= MOST_BETS:
            raise BadInput(f"{self.bets:,} bets on {self.one_round.wager}: 1 to {MOST_BETS:,} can be added up")

    @property
    def bets(self) -> int:
        return round(self.room.wagers_a_day * self.days)

    @property
    def wagered(self) -> int:
        """The initial wagers, in cents."""
        return self.bets * self.one_round.stake

    @property
    def house_chances(self) -> dict[Fraction, Fraction]:
        """The house's possible results of one bet, in cents, before the contribution to a meter."""
        return {-net * self.one_round.stake: chance for net, chance in self.one_round.chances.items()}

    @property
    def expected(self) -> Fraction:
        """The house's win, in cents."""
        return self.bets * (-self.one_round.mean * self.one_round.stake - self.kept_back)

    @property
    def variance_alone(self) -> Fraction:
        """The variance if all bets were independent."""
        return self.bets * self.one_round.variance * self.one_round.stake**2

    @property
    def variance(self) -> Fraction:
        """The variance of the house's win, in square cents."""
        if self.between_seats is None:
            return self.variance_alone
        return self.variance_alone + self.pairs * Fraction(self.between_seats.value) * self.one_round.stake**2

    @property
    def variance_error(self) -> float:
        """One standard error of the variance, if the covariance of seats was simulated."""
        if self.between_seats is None or self.between_seats.error is None:
            return 0.0
        return float(self.pairs) * self.between_seats.error * self.one_round.stake**2

    @property
    def pairs(self) -> Fraction:
        """Ordered pairs of bets in the same round, over the month."""
        return self.room.rounds_a_day * self.days * self.room.pairs_a_round


@dataclass(frozen=True, slots=True)
class HoldRequest:
    """The requested play; unset fields use the letter's and the game's defaults."""

    game: str
    wager: str
    table: str = ""
    decks: int | None = None
    bet: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: Cents | None = None
    contribution: Fraction | None = None
    reserve: Fraction | None = None


def play_of(ask: HoldRequest, room: TableVolume, days: int) -> MonthlyPlay:
    """The play of a request."""
    game, wager = find_wager(ask.game, ask.wager)
    check_full_shoe(wager, ask.options)
    terms = (ask.seed, ask.contribution, ask.reserve)
    sheet = None
    if not wager.by_play:
        bet = f"{usual_bet(wager) / 100:.2f}" if ask.bet is None else ask.bet
        sheet = par(ask.game, ask.wager, table=ask.table, decks=ask.decks, bet=bet, options=ask.options)
    if room.seats > game.seats:
        raise BadInput(f"{game.slug} is played by at most {game.seats} seats, not {float(room.seats):g}")
    if sheet is not None and has_meter(sheet):
        return progressive_play(sheet, terms_from(sheet, False, *terms)[0], room, days)
    if any(each is not None for each in terms):
        raise BadInput(f"{wager.slug} has no meter: it takes no seed, contribution or reserve")
    if sheet is not None:
        return _counted(MonthlyPlay(law_of(sheet), room, days), sheet)
    one_round = round_distribution(
        ask.game, ask.wager, table=ask.table, decks=ask.decks, bet=ask.bet, options=ask.options
    )
    return _simulated(MonthlyPlay(one_round, room, days), game, ask)


def _counted(
    play: MonthlyPlay, sheet: ParSheet, net: Callable[[OutcomeRow], Fraction | None] = lambda row: row.net
) -> MonthlyPlay:
    """Adds the covariance of two seats, if it can be counted."""
    return replace(play, between_seats=counted_between_seats(sheet, net)) if play.pairs else play


def _simulated(play: MonthlyPlay, game: Game, ask: HoldRequest) -> MonthlyPlay:
    """Adds the covariance of two seats that play the base game."""
    if not play.pairs:
        return play
    one_round, layout = play.one_round, lay_out(game, ask.decks, {}, ask.options)
    found = simulated_between_seats(layout, one_round.wager, one_round.stake, one_round.mean, one_round.variance)
    return replace(play, between_seats=found)


def progressive_play(sheet: ParSheet, terms: MeterTerms, room: TableVolume, days: int) -> MonthlyPlay:
    """A progressive wager from the house's side: it pays the fixed pays, and a seed for each 100% award."""
    life = life_of(sheet, terms, room)
    seed = Fraction(terms.seed, MICROS_PER_CENT)
    paid = {line.outcome: seed if line.share == 1 else Fraction(0) for line in life.awards}
    paid |= {line.outcome: Fraction(line.cents) for line in life.pays}
    by_outcome = {outcome: cents / life.bet - 1 for outcome, cents in paid.items()}
    chances = {line.outcome: line.chance for line in life.awards} | {line.outcome: line.chance for line in life.pays}
    nets = {Fraction(-1): 1 - sum(chances.values(), Fraction(0))}
    for outcome, chance in chances.items():
        nets[by_outcome[outcome]] = nets.get(by_outcome[outcome], Fraction(0)) + chance
    one_round = RoundDistribution(
        life.game,
        life.wager,
        sheet.wager.name,
        f"pay table {life.table}, {deck_words(life.decks)}, seed {format_cents(int(seed))}, "
        f"{rate(terms.contribution + terms.reserve)} on the meter",
        life.bet,
        {net: chance for net, chance in nets.items() if chance},
        options=sheet.options_read("rounds"),
    )
    play = MonthlyPlay(one_round, room, days, (terms.contribution + terms.reserve) * life.bet)
    return _counted(play, sheet, lambda row: by_outcome.get(row.outcome, Fraction(-1)))


@dataclass(frozen=True)
class Month:
    """Everything played in a month."""

    plays: tuple[MonthlyPlay, ...]

    def __post_init__(self) -> None:
        if not self.plays:
            raise BadInput("the room plays nothing: give at least one wager")

    @property
    def wagered(self) -> int:
        return sum(play.wagered for play in self.plays)

    @property
    def expected(self) -> Fraction:
        return sum((play.expected for play in self.plays), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """The expected win per unit wagered."""
        return self.expected / self.wagered

    @cached_property
    def win(self) -> SessionDistribution:
        """The distribution of the house's win, in cents."""
        return _stretched(self.alone, Fraction(self.widening)) if self.widening != 1 else self.alone

    @cached_property
    def alone(self) -> SessionDistribution:
        """The same if all bets were independent."""
        kept_back = sum((play.bets * play.kept_back for play in self.plays), Fraction(0))
        kinds = [(play.house_chances, play.bets) for play in self.plays]
        return _moved(sum_of_rounds(*kinds[0]) if len(kinds) == 1 else sum_of_several(kinds), -kept_back)

    @property
    def widening(self) -> float:
        """The month's standard deviation over that of independent bets."""
        return sqrt(self._variance / sum(play.variance_alone for play in self.plays))

    @property
    def widening_error(self) -> float:
        """One standard error of that, if a covariance of seats was simulated."""
        error = sqrt(sum(play.variance_error**2 for play in self.plays))
        return self.widening * error / float(2 * self._variance)

    @property
    def _variance(self) -> Fraction:
        return sum((play.variance for play in self.plays), Fraction(0))

    def band(self, part: float) -> tuple[float, float]:
        """The central interval of the hold with this probability."""
        low, high = (self.win.quantile(chance) / self.wagered for chance in ((1 - part) / 2, (1 + part) / 2))
        return float(low), float(high)

    def bell_band(self, part: float) -> tuple[float, float]:
        """The same by a normal approximation."""
        away = NormalDist().inv_cdf((1 + part) / 2) * self.win.standard_deviation / self.wagered
        return float(self.hold) - away, float(self.hold) + away

    def to_dict(self) -> dict[str, Any]:
        """The JSON record; money in cents."""
        win = self.win
        return {
            "plays": [
                {
                    "game": play.one_round.game,
                    "wager": play.one_round.wager,
                    "basis": play.one_round.basis,
                    "options": dict(play.one_round.options),
                    "bet_cents": play.one_round.stake,
                    "bets": play.bets,
                    "wagered_cents": play.wagered,
                    "on_meters_cents": float(play.bets * play.kept_back),
                    "expected_win_cents": float(play.expected),
                    "expected_hold": float(play.expected / play.wagered),
                    "standard_deviation_cents": sqrt(play.variance),
                    "between_seats": play.between_seats and play.between_seats.to_dict(),
                }
                for play in self.plays
            ],
            "days": self.plays[0].days,
            "wagered_cents": self.wagered,
            "expected_win_cents": float(self.expected),
            "expected_hold": float(self.hold),
            "standard_deviation_cents": win.standard_deviation,
            "widened_by": self.widening,
            "widened_by_standard_error": self.widening_error,
            "chance_of_a_loss": win.chance_below(0),
            "bell_curve_chance_of_a_loss": win.normal_at_most(0),
            "bands": [
                {
                    "part": part,
                    "hold_from": self.band(part)[0],
                    "hold_to": self.band(part)[1],
                    "bell_curve_from": self.bell_band(part)[0],
                    "bell_curve_to": self.bell_band(part)[1],
                }
                for part in BANDS
            ],
            "histogram": [
                {
                    "from_cents": None if bar.low is None else float(bar.low),
                    "below_cents": None if bar.high is None else float(bar.high),
                    "chance": bar.chance,
                }
                for bar in win.histogram()
            ],
            "method": win.method,
            "error": win.error,
            "error_is_an_estimate": self.alone.estimated,
            "version": __version__,
        }


def _moved(win: SessionDistribution, by: Fraction) -> SessionDistribution:
    """The same distribution, shifted."""
    return replace(win, mean=win.mean + by, lowest=win.lowest + by, highest=win.highest + by)


@dataclass(frozen=True, slots=True)
class Stretched:
    """A distribution whose distances from its mean are multiplied, on its original lattice."""

    cumulative: Cumulative
    by: Fraction
    mean: Fraction
    """In steps of the lattice, from the distribution's lowest value."""
    lower: int
    """The number of steps by which the lowest value has moved down."""

    def at_most(self, value: int) -> float:
        return self.cumulative.at_most(floor(self.mean + (value - self.lower - self.mean) / self.by))


def _stretched(win: SessionDistribution, by: Fraction) -> SessionDistribution:
    """The same distribution with its distances from the mean multiplied."""
    lower = ceil((by - 1) * (win.mean - win.lowest) / win.unit)
    higher = ceil((by - 1) * (win.highest - win.mean) / win.unit)
    return replace(
        win,
        variance=win.variance * by**2,
        lowest=win.lowest - lower * win.unit,
        highest=win.highest + higher * win.unit,
        cumulative=Stretched(win.cumulative, by, (win.mean - win.lowest) / win.unit, lower),
    )


KindOfBet = tuple[Mapping[Fraction, Fraction], int]
"""The possible results of one bet, and the number of such bets."""


def sum_of_several(kinds: Sequence[KindOfBet]) -> SessionDistribution:
    """The sum of bets of different kinds, on the coarsest lattice that contains all of them."""
    values = [value - min(chances) for chances, _ in kinds for value in chances]
    whole = lcm(*(value.denominator for value in values))
    unit = Fraction(gcd(*(int(value * whole) for value in values)) or 1, whole)
    steps = [
        ({int((value - min(chances)) / unit): float(chance) for value, chance in chances.items()}, bets)
        for chances, bets in kinds
    ]
    mean = sum((bets * _mean(chances) for chances, bets in kinds), Fraction(0))
    variance = sum((bets * _variance(chances) for chances, bets in kinds), Fraction(0))
    lowest = sum((bets * min(chances) for chances, bets in kinds), Fraction(0))
    highest = sum((bets * max(chances) for chances, bets in kinds), Fraction(0))
    rounds = sum(bets for _, bets in kinds)
    windows = [reach(each, bets) for each, bets in steps]
    low, high = sum(window[0] for window in windows), sum(window[1] for window in windows)
    size = length(low, high)
    cumulative: ConvolvedBets | CombinedSaddlepoint
    if size <= POINTS and have_numpy():
        cumulative, method = ConvolvedBets.of(steps, low, size), "exact calculation (convolution)"
        error = 2 * len(kinds) * OUTSIDE + rounding_error(rounds, size)
    else:
        cumulative = CombinedSaddlepoint(
            {0: 0.0, sum(bets * max(each) for each, bets in steps): 0.0},
            1,
            tuple(Saddlepoint(each, bets) for each, bets in steps),
        )
        method, error = "saddlepoint approximation (Lugannani-Rice, corrected for the lattice)", cumulative.error
    return SessionDistribution(rounds, mean, variance, lowest, highest, method, error, unit, cumulative)


def _mean(chances: Mapping[Fraction, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def _variance(chances: Mapping[Fraction, Fraction]) -> Fraction:
    mean = _mean(chances)
    return sum((chance * (value - mean) ** 2 for value, chance in chances.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class ConvolvedBets:
    """All kinds of bets together, by the product of their characteristic functions."""

    low: int
    rising: Sequence[float]
    """The probability of at most ``low``, ``low + 1``..."""

    @classmethod
    def of(cls, kinds: Sequence[tuple[Weights, int]], low: int, size: int) -> "ConvolvedBets":
        import numpy as np

        wave: Any = 1.0
        for chances, bets in kinds:
            line = np.zeros(size)
            for value, chance in chances.items():
                line[value % size] += chance
            wave = wave * np.fft.rfft(line) ** bets
        back = np.roll(np.fft.irfft(wave, size), -(low % size))
        rising: Any = np.cumsum(np.maximum(back, 0.0))
        return cls(low, rising)

    def at_most(self, value: int) -> float:
        place = value - self.low
        return 0.0 if place < 0 else float(self.rising[min(place, len(self.rising) - 1)])


@dataclass(frozen=True)
class CombinedSaddlepoint(Saddlepoint):
    """The saddlepoint of several kinds of bets: their cumulants add up."""

    kinds: tuple[Saddlepoint, ...] = ()

    @cached_property
    def mean(self) -> float:
        return sum(each.rounds * each.mean for each in self.kinds)

    def tilted(self, tilt: float) -> Tilted:
        tilted = [(each.rounds, each.tilted(tilt)) for each in self.kinds]
        return Tilted(
            sum(rounds * found.grown for rounds, found in tilted),
            sum(rounds * found.mean for rounds, found in tilted),
            sum(rounds * found.variance for rounds, found in tilted),
            sum(rounds * found.third for rounds, found in tilted),
            sum(rounds * found.fourth for rounds, found in tilted),
        )
