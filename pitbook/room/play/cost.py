"""The expected cost of rounds for play money, by the exact mathematics of the table that was played.

Counts run in a background thread, so no request waits for one, and each result is cached.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, format_cents
from pitbook.room.jobs import JobRunner, Lane, QueueFull
from pitbook.room.tables.history import Staked, Stay
from pitbook.table.config import TableConfig
from pitbook.table.odds import TableOdds

MOST_KNOWN: Final = 10_000
MOST_WAITING: Final = 200
MOST_GAMES: Final = 200
LANE: Final = "costs"


def named(config: TableConfig) -> str:
    """Identifies a game as it is played here; two set-ups of one game differ in their progressive."""
    return f"{config.game.slug} {config.progressive}"


@dataclass(frozen=True, slots=True)
class PlayCost:
    """The expected cost of one round or more."""

    cents: float
    left_out: frozenset[str] = frozenset()
    """Wagers whose odds have not been counted yet."""


@dataclass(frozen=True, slots=True)
class CostByMeter:
    """The cost of one round as a function of the meter. A win pays a fixed share of the meter, so the cost is linear,
    and two counts determine it."""

    start: Cents
    """The meter's starting amount."""
    cents_at_start: float
    cents_per_meter_cent: float
    left_out: frozenset[str]

    def of_rounds(self, rounds: Collection[int], meters: Mapping[int, Cents]) -> float:
        """The cents of some rounds, each with the meter as it was then; at its start if that is not known.

        Every view calls this, so a wager without a meter takes the same time for any number of rounds.
        """
        if not self.cents_per_meter_cent:
            return len(rounds) * self.cents_at_start
        above = sum(meters.get(number, self.start) for number in rounds) - len(rounds) * self.start
        return len(rounds) * self.cents_at_start + above * self.cents_per_meter_cent

    def at(self, meter: Cents) -> PlayCost:
        return PlayCost(self.cents_at_start + (meter - self.start) * self.cents_per_meter_cent, self.left_out)


def bet_words(config: TableConfig, bet: Bet, cost: PlayCost | None, meter: Cents) -> str:
    """The text before a side bet is made: its house edge and average loss, with the jackpot at its current amount."""
    name, amount = config.game.wager(bet.wager).name, format_cents(bet.cents)
    if cost is None:
        return f"{name}: working out the odds…"
    if bet.wager in cost.left_out:
        return f"{name}: this server has not calculated its house edge yet."
    edge, average = f"{cost.cents / bet.cents:.2%}", format_cents(abs(round(cost.cents)))
    words = f"{name}: house edge {edge}. A {amount} bet {'loses' if cost.cents > 0 else 'wins'} {average} on average"
    if config.layout.pays_from_meter(bet.wager):
        return f"{words} with the jackpot at {format_cents(meter)}."
    return f"{words}."


class Costs:
    """The expected costs of all games. A background thread counts them."""

    def __init__(self) -> None:
        self._odds: dict[str, TableOdds] = {}
        self._runner = JobRunner({LANE: Lane(threads=True, waiting=MOST_WAITING)}, MOST_KNOWN)

    def of(self, config: TableConfig, stay: Stay, meters: Mapping[int, Cents]) -> PlayCost | None:
        """The expected cost of a stay, each round with the jackpot as it was then (``meters``, by round number); None
        while it is being counted."""
        total, left_out, known = 0.0, frozenset[str](), True
        for staked, rounds in stay.staked.items():
            line = self._of_round(config, staked)
            if line is None:
                known = False
            else:
                total += line.of_rounds(rounds, meters)
                left_out |= line.left_out
        return PlayCost(total, left_out) if known else None

    def of_bet(self, config: TableConfig, bet: Bet, meter: Cents) -> PlayCost | None:
        """The expected cost of one bet for a player alone, with the jackpot at its current amount; None while it is
        being counted."""
        line = self._of_round(config, Staked((bet,), (), 1))
        return line.at(meter) if line is not None else None

    def _of_round(self, config: TableConfig, staked: Staked) -> CostByMeter | None:
        try:
            job = self._runner.ask(LANE, (named(config), staked), self._count, config, staked)
        except QueueFull:
            return None  # the next look at the page asks again
        return job.result() if job.done and not job.failed else None

    def close(self) -> None:
        """Ends without waiting for a count that is being made."""
        self._runner.close()

    def _count(self, config: TableConfig, staked: Staked) -> CostByMeter:
        odds = self._odds.setdefault(named(config), TableOdds(config, variances=False))
        while len(self._odds) > MOST_GAMES:  # visitors may play any number of designs
            self._odds.pop(next(iter(self._odds)))
        bets = {bet_name(bet): bet for bet in staked.bets}

        def cents_at(meter: Cents) -> tuple[float, frozenset[str]]:
            found, left_out = odds.expect(bets, dict(staked.added), meter, staked.seats)
            return sum(each.cost for each in found), frozenset(left_out)

        at_start, left_out = cents_at(config.prize)
        at_twice = cents_at(Cents(2 * config.prize))[0] if config.progressive in bets else at_start
        return CostByMeter(config.prize, at_start, (at_twice - at_start) / config.prize, left_out)
