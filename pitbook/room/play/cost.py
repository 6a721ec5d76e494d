"""What rounds of play money were expected to cost, by the exact mathematics of the table that was played.

Counts run in a background thread, so no request waits for one, and each result is kept.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from queue import Full, Queue
from threading import Lock, Thread
from typing import Final

from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, format_cents
from pitbook.room.tables.story import Staked, Stay
from pitbook.table.config import TableConfig
from pitbook.table.odds import Odds

MOST_KNOWN: Final = 10_000
MOST_WAITING: Final = 200
MOST_GAMES: Final = 200
Key = tuple[str, Staked]
"""What is played, and what was staked."""


def named(config: TableConfig) -> str:
    """A game as it is played here: its wagers tell two tables of one game apart."""
    return f"{config.game.slug} {config.progressive}"


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one round or more."""

    cents: float
    left_out: frozenset[str] = frozenset()
    """Wagers whose odds have not been counted yet."""


@dataclass(frozen=True, slots=True)
class CostLine:
    """What one round costs at any amount of the meter. Each win pays a fixed share of the meter, so the cost falls in a
    straight line while the meter grows: two counts give all of it."""

    start: Cents
    """The meter's starting amount."""
    cents_at_start: float
    cents_per_meter_cent: float
    left_out: frozenset[str]

    def of_rounds(self, rounds: Collection[int], meters: Mapping[int, Cents]) -> float:
        """Cents of some rounds, with the meter at what it showed in each; at its start where that is not known.

        Every view of a player asks for it, so a wager that no meter pays takes no time for each round played.
        """
        if not self.cents_per_meter_cent:
            return len(rounds) * self.cents_at_start
        above = sum(meters.get(number, self.start) for number in rounds) - len(rounds) * self.start
        return len(rounds) * self.cents_at_start + above * self.cents_per_meter_cent

    def at(self, meter: Cents) -> Cost:
        return Cost(self.cents_at_start + (meter - self.start) * self.cents_per_meter_cent, self.left_out)


def bet_words(config: TableConfig, bet: Bet, cost: Cost | None, meter: Cents) -> str:
    """What a player is told of a side bet before the chips go down: its house edge and what it loses on average, with
    the jackpot at what its meter shows now."""
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
    """Of every game, each with the one set-up that it is played with here."""

    def __init__(self) -> None:
        self._known: OrderedDict[Key, CostLine] = OrderedDict()
        self._odds: dict[str, Odds] = {}
        self._line: Queue[tuple[TableConfig, Staked] | None] = Queue(MOST_WAITING)
        self._asked: set[Key] = set()
        self._turn = Lock()
        self._thread: Thread | None = None

    def of(self, config: TableConfig, stay: Stay, meters: Mapping[int, Cents]) -> Cost | None:
        """What a stay was expected to cost, each round with the jackpot at what the meter showed then (``meters``, by
        the number of the round); None while it is being counted."""
        total, left_out, known = 0.0, frozenset[str](), True
        for staked, rounds in stay.staked.items():
            line = self._of_round(config, staked)
            if line is None:
                known = False
            else:
                total += line.of_rounds(rounds, meters)
                left_out |= line.left_out
        return Cost(total, left_out) if known else None

    def of_bet(self, config: TableConfig, bet: Bet, meter: Cents) -> Cost | None:
        """What one bet is expected to cost a player who sits alone, with the jackpot at what the meter shows now; None
        while it is being counted."""
        line = self._of_round(config, Staked((bet,), (), 1))
        return line.at(meter) if line is not None else None

    def _of_round(self, config: TableConfig, staked: Staked) -> CostLine | None:
        key = (named(config), staked)
        with self._turn:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
            if key not in self._asked:
                self._ask(config, key)
        return None

    def _ask(self, config: TableConfig, key: Key) -> None:
        try:
            self._line.put_nowait((config, key[1]))
        except Full:
            return  # the next look at the page asks again
        self._asked.add(key)
        if self._thread is None:
            self._thread = Thread(target=self._serve, name="pitbook costs", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends without waiting for a count that is being made."""
        while True:
            try:
                self._line.put_nowait(None)
            except Full:
                self._line.get()
                continue
            return

    def _serve(self) -> None:
        while (asked := self._line.get()) is not None:
            config, staked = asked
            key = (named(config), staked)
            line = self._count(config, staked)
            with self._turn:
                self._asked.discard(key)
                self._known[key] = line
                while len(self._known) > MOST_KNOWN:
                    self._known.popitem(last=False)

    def _count(self, config: TableConfig, staked: Staked) -> CostLine:
        odds = self._odds.setdefault(named(config), Odds(config, variances=False))
        while len(self._odds) > MOST_GAMES:  # visitors may bring any number of designs
            self._odds.pop(next(iter(self._odds)))
        bets = {bet_name(bet): bet for bet in staked.bets}

        def cents_at(meter: Cents) -> tuple[float, frozenset[str]]:
            found, left_out = odds.expect(bets, dict(staked.added), meter, staked.seats)
            return sum(each.cost for each in found), frozenset(left_out)

        at_start, left_out = cents_at(config.prize)
        at_twice = cents_at(Cents(2 * config.prize))[0] if config.progressive in bets else at_start
        return CostLine(config.prize, at_start, (at_twice - at_start) / config.prize, left_out)
