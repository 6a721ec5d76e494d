"""Covariances of results in one round: between two seats of a table, and between the wagers of one seat.

Seats share the dealer's cards, so a month of a full table varies more than as many independent bets, and the wagers of
one seat look at the same cards. If one deal decides a wager, the covariance of its seats is counted
(:mod:`pitbook.exact.seats`). Everything else is simulated: rounds from a full shoe in blocks, whose variance gives the
standard error.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.exact.cache import cache_key, kept
from pitbook.exact.pieces import workers
from pitbook.exact.select import Tables
from pitbook.games.model import Game
from pitbook.games.settle import lay_out
from pitbook.money import Cents
from pitbook.simulate.blocks import TableSimulation, Totals
from pitbook.simulate.family import family_of
from pitbook.simulate.table import TableRequest, choices_apart

ROUNDS: Final = 1 << 22
"""The rounds simulated for a covariance: some seconds."""
SEED: Final = 1
TABLE: Final = "table"
"""The rows of all wagers together."""
FOLDER: Final = "covariances"
"""The folder of the cache."""


@dataclass(frozen=True, slots=True)
class Covariance:
    """A covariance or a variance of one round."""

    value: Fraction | float
    error: float | None = None
    """One standard error if it was simulated; None if it was counted."""
    rounds: int = 0
    """The number of simulated rounds."""

    @property
    def method(self) -> str:
        return "counted exactly" if self.error is None else f"simulated, {self.rounds:,} rounds"

    def times(self, factor: Fraction) -> "Covariance":
        """The same in another unit."""
        value = self.value * factor if isinstance(self.value, Fraction) else self.value * float(factor)
        return replace(self, value=value, error=None if self.error is None else self.error * float(factor))

    def to_dict(self) -> dict[str, Any]:
        """The JSON record."""
        entries: dict[str, Any] = {"value": float(self.value), "standard_error": self.error}
        if isinstance(self.value, Fraction):
            entries["value_fraction"] = f"{self.value.numerator}/{self.value.denominator}"
        return entries | {"method": self.method}


def seats_played(ask: TableRequest, rows: str, mean: Fraction, variance: Fraction) -> Covariance:
    """The covariance of two seats' results in a round at this table, in square cents.

    ``rows`` names the totals of the bet in question: a wager, or ``table``. ``mean`` and ``variance`` are the exact
    ones of one seat, in cents. Unseen cards are exchangeable, so other seats between the two change nothing.
    """

    def covariance(each: Totals) -> Fraction:
        (rounds,), (squares,) = each["table rounds"], each[f"{rows} net squares"]
        return (Fraction(squares, rounds) - 4 * mean**2 - 2 * variance) / 2

    return _played(replace(ask, seats=2, rounds=ROUNDS, penetration=Fraction(0)), f"two seats, {rows}", covariance)


@dataclass(frozen=True, slots=True)
class SeatSpread:
    """The covariances between the wagers of one seat in a round."""

    base: str
    """The wager of the base game."""
    with_base: Mapping[str, Covariance]
    """By other wager: its covariance with that of the base game, in square cents."""
    all_pairs: Covariance
    """The sum of the covariances of all pairs of wagers, in square cents."""

    def deviation(self, alone: Iterable[float]) -> float:
        """The standard deviation of all wagers together, from that of each of them alone; in cents."""
        return sqrt(sum(each * each for each in alone) + 2 * self.all_pairs.value)

    def to_dict(self) -> dict[str, Any]:
        """The JSON record."""
        return {
            "with_base_cents2": {slug: found.to_dict() for slug, found in self.with_base.items()},
            "all_pairs_cents2": self.all_pairs.to_dict(),
        }


def seat_spread(ask: TableRequest) -> SeatSpread:
    """The covariance of the base game with each side bet of a seat, and of all pairs of wagers together.

    Simulated, every round from a full shoe. The variance of a sum is the sum of the variances plus twice the
    covariance; a rare large win is in both and cancels, so that it does not add noise to the difference.
    """
    game, bets = ask.layout.game, ask.bets
    if not game.main:
        raise BadInput(f"{game.slug} has no base game to compute a covariance with side bets")
    if game.main not in bets:
        raise BadInput(f"the covariance of the base game and side bets needs a bet on {game.main}")
    alone = replace(ask, seats=1, rounds=ROUNDS, penetration=Fraction(0))
    pairs = {slug: {game.main: bets[game.main], slug: bets[slug]} for slug in bets if slug != game.main}
    with_base = {slug: _pairs(alone, pair) for slug, pair in pairs.items()}
    return SeatSpread(game.main, with_base, _pairs(alone, bets))


def _pairs(ask: TableRequest, bets: Mapping[str, Cents]) -> Covariance:
    """The sum of the covariances of all pairs of these bets."""
    meter = ask.meter if any(map(ask.layout.pays_from_meter, bets)) else None

    def covariances(each: Totals) -> Fraction:
        return (_variance(each, TABLE) - sum(_variance(each, slug) for slug in bets)) / 2

    return _played(replace(ask, bets=bets, meter=meter), "all pairs", covariances)


def spread_of_bets(
    game: Game,
    bets: Mapping[str, Cents],
    *,
    decks: int | None = None,
    tables: Mapping[str, Tables] | None = None,
    options: Mapping[str, str] | None = None,
    play: Mapping[str, str] | None = None,
    meter: Cents | None = None,
) -> SeatSpread:
    """The same for bets that a player makes every round; ``play`` says how hands are played or set, as in
    :class:`pitbook.exact.select.SheetRequest`."""
    family = family_of(game)
    played = family.played(play or {})
    house, chosen = choices_apart(game, {**(options or {}), **played.options})
    layout = lay_out(game, decks, tables or {}, house)
    policy = played.policy or family.POLICIES[0]
    return seat_spread(TableRequest(layout, 1, 1, SEED, bets, Fraction(0), meter, {**played.rules, **chosen}, policy))


def _variance(totals: Totals, rows: str) -> Fraction:
    """The variance of a round's result, estimated from a block of rounds."""
    (rounds,), (net,), (squares,) = (totals[name] for name in ("table rounds", f"{rows} net", f"{rows} net squares"))
    return Fraction(squares * rounds - net * net, rounds * (rounds - 1))


def _played(ask: TableRequest, what: str, figure: Callable[[Totals], Fraction]) -> Covariance:
    """The mean of a figure over blocks of rounds, with the standard error from their variance; cached on disk."""
    simulation = ask.simulation()

    def compute() -> list[float]:
        found = [float(figure(each)) for each in _blocks(simulation)]
        mean = sum(found) / len(found)
        spread = sum((each - mean) ** 2 for each in found) / (len(found) - 1)
        return [mean, sqrt(spread / len(found))]

    (value, error), _ = kept(FOLDER, cache_key((__name__,), what, simulation.key), compute)
    return Covariance(value, error, ask.rounds)


def _blocks(simulation: TableSimulation) -> Sequence[Totals]:
    """The totals of each block."""
    simulation.prepare()
    with ThreadPoolExecutor(workers()) as pool:
        return list(pool.map(simulation.run, range(simulation.blocks)))
