"""What rounds of play money were expected to cost, by the exact mathematics of the table that was played.

Nobody who asks waits for a count: it is made beside the play, once, and remembered.
"""

from collections import OrderedDict
from dataclasses import dataclass
from queue import Full, Queue
from threading import Lock, Thread
from typing import Final

from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, format_cents
from pitbook.room.table_story import Staked, Stay
from pitbook.table.config import TableConfig
from pitbook.table.odds import Odds

MOST_KNOWN: Final = 10_000
MOST_WAITING: Final = 200


def named(config: TableConfig) -> str:
    """A game as it is played here: its wagers tell two tables of one game apart."""
    return f"{config.game.slug} {config.progressive}"


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one round or more."""

    cents: float
    left_out: frozenset[str] = frozenset()
    """Wagers whose odds nobody has counted yet."""


def bet_words(config: TableConfig, bet: Bet, cost: Cost | None) -> str:
    """What a player is told of a side bet before the chips go down: its house edge and what it loses on average."""
    name, amount = config.game.wager(bet.wager).name, format_cents(bet.cents)
    if cost is None:
        return f"{name}: working out the odds…"
    if bet.wager in cost.left_out:
        return f"{name}: this server has not calculated its house edge yet."
    edge, average = f"{cost.cents / bet.cents:.2%}", format_cents(abs(round(cost.cents)))
    words = f"{name}: house edge {edge}. A {amount} bet {'loses' if cost.cents > 0 else 'wins'} {average} on average"
    if config.layout.pays_from_meter(bet.wager) and config.prize is not None:
        return f"{words} with the jackpot at {format_cents(config.prize)}."
    return f"{words}."


class Costs:
    """Of every game, each with the one set-up that it is played with here."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, Staked], Cost] = OrderedDict()
        self._odds: dict[str, Odds] = {}
        self._line: Queue[tuple[TableConfig, Staked] | None] = Queue(MOST_WAITING)
        self._asked: set[tuple[str, Staked]] = set()
        self._turn = Lock()
        self._thread: Thread | None = None

    def of(self, config: TableConfig, stay: Stay) -> Cost | None:
        """What a stay was expected to cost; None while it is being counted."""
        total, left_out, known = 0.0, frozenset[str](), True
        for staked, times in stay.staked.items():
            cost = self._of_round(config, staked)
            if cost is None:
                known = False
            else:
                total += times * cost.cents
                left_out |= cost.left_out
        return Cost(total, left_out) if known else None

    def of_bet(self, config: TableConfig, bet: Bet) -> Cost | None:
        """What one bet is expected to cost a player who sits alone; None while it is being counted."""
        return self._of_round(config, Staked((bet,), Cents(0), 1))

    def _of_round(self, config: TableConfig, staked: Staked) -> Cost | None:
        key = (named(config), staked)
        with self._turn:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
            if key not in self._asked:
                self._ask(config, staked, key)
        return None

    def _ask(self, config: TableConfig, staked: Staked, key: tuple[str, Staked]) -> None:
        try:
            self._line.put_nowait((config, staked))
        except Full:
            return  # whoever looks again asks again
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
            cost = self._count(config, staked)
            with self._turn:
                self._asked.discard(key)
                self._known[key] = cost
                while len(self._known) > MOST_KNOWN:
                    self._known.popitem(last=False)

    def _count(self, config: TableConfig, staked: Staked) -> Cost:
        odds = self._odds.setdefault(named(config), Odds(config, variances=False))
        bets = {bet_name(bet): bet for bet in staked.bets}
        # A meter moves with every wager; at what it starts from its wager costs the most.
        found, left_out = odds.expect(bets, staked.insured, config.prize, staked.seats)
        return Cost(sum(each.cost for each in found), frozenset(left_out))
