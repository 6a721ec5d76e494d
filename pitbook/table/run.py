"""Plays rounds at a real table, with automatic players who bet on every wager."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from math import sqrt
from time import perf_counter
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.money import Cents, dollars
from pitbook.table.config import TableConfig, default_bet
from pitbook.table.events import Journal
from pitbook.table.family import family_of
from pitbook.table.seeded import SeededChance
from pitbook.table.steps import Ask
from pitbook.table.table import Table

MAX_ROUNDS: Final = 10_000_000
BANKROLL: Final = dollars(1_000_000)
_BEGIN: Final = date(2000, 1, 1)


def counting_clock() -> Callable[[], str]:
    """A clock that advances one second at each call, so that a run can be repeated to the byte."""
    ticks = 0

    def now() -> str:
        nonlocal ticks
        ticks += 1
        minutes, second = divmod(ticks, 60)
        hours, minute = divmod(minutes, 60)
        days, hour = divmod(hours, 24)
        return f"{_day(days)}T{hour:02}:{minute:02}:{second:02}+00:00"

    return now


@cache
def _day(number: int) -> str:
    return (_BEGIN + timedelta(days=number)).isoformat()


@dataclass(slots=True)
class WagerTotals:
    """The totals of one wager over a run, all seats together; money in whole cents."""

    wagered: int = 0
    """The stakes at settlement: doubled and split hands count in full."""
    returned: int = 0
    """Returned stakes and winnings."""
    first: int = 0
    """The bets before the deal, which a house edge is a share of: of several equal bets, one."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """The number of bets with each outcome."""
    squares: int = 0
    """The sum over rounds of the squared net win of all seats together."""

    @property
    def edge(self) -> float | None:
        """The house's win for each unit bet before the deal; None without bets."""
        return (self.wagered - self.returned) / self.first if self.first else None

    def error(self, rounds: int) -> float | None:
        """The standard error of the edge, from the variance between rounds: seats of one round are not independent."""
        if not self.first or rounds < 2:
            return None
        won = self.returned - self.wagered
        return sqrt(max(self.squares - won * won / rounds, 0.0) * rounds / (rounds - 1)) / self.first

    def to_dict(self, rounds: int) -> dict[str, Any]:
        """The totals as JSON data; ``wagered`` and ``returned`` repeat the amounts whose names have a unit."""
        return {
            "wagered": self.wagered,
            "returned": self.returned,
            "wagered_cents": self.wagered,
            "returned_cents": self.returned,
            "first_wagered_cents": self.first,
            "house_edge": self.edge,
            "standard_error": self.error(rounds),
            "bets": sum(count for name, count in self.outcomes.items() if not name.startswith(ENVY)),
            "outcomes": dict(sorted(self.outcomes.items())),
        }


ENVY: Final = "envy "
"""The prefix of an outcome at another seat that brought envy."""


@dataclass(slots=True)
class TableRun:
    """The result of a run."""

    config: TableConfig
    rounds: int
    seats: int
    seed: int
    bets: Mapping[str, Cents]
    totals: dict[str, WagerTotals]
    base: WagerTotals | None
    """The base game, where several wagers make it up: the main wager and all that count with it."""
    event_log_hash: str
    events: int
    seconds: float

    @property
    def options(self) -> dict[str, str]:
        """The options that the run read."""
        return self.config.options_read("run")

    @property
    def base_wagers(self) -> tuple[str, ...]:
        """The main wager and those that count with it."""
        return self.config.game.part_of(self.config.game.main)

    @property
    def rounds_per_second(self) -> float | None:
        return self.rounds / self.seconds if self.seconds else None

    def to_dict(self) -> dict[str, Any]:
        """The public JSON format; all but ``timing`` is the same for the same seed."""
        return {
            "game": self.config.game.slug,
            "name": self.config.name,
            "rounds": self.rounds,
            "seats": self.seats,
            "seed": self.seed,
            "decks": self.config.layout.decks,
            "tables": {slug: tables[0].id for slug, tables in self.config.layout.tables.items()},
            "options": self.options,
            "rules": self.config.rules.items() if self.config.rules else {},
            "penetration": str(self.config.penetration),
            "unit": "cents",
            "bets_cents": dict(self.bets),
            "totals": {slug: totals.to_dict(self.rounds) for slug, totals in self.totals.items()},
            **({"base_game": {"wagers": self.base_wagers, **self.base.to_dict(self.rounds)}} if self.base else {}),
            "events": self.events,
            "event_log_hash": self.event_log_hash,
            "version": __version__,
            "timing": {"seconds": self.seconds, "rounds_per_second": self.rounds_per_second},
        }


Report = Callable[[int, int], None]


def check_run(config: TableConfig, rounds: int, seats: int, seed: int) -> None:
    """Refuses impossible parameters."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"{rounds} rounds: give 1 to {MAX_ROUNDS:,}")
    if not 1 <= seats <= config.seats:
        raise BadInput(f"{seats} players: the table has seats for 1 to {config.seats}")
    if not 0 <= seed < 2**64:
        raise BadInput(f"a seed is a whole number from 0 to {2**64 - 1:,}")


def run_table(
    config: TableConfig,
    rounds: int,
    seats: int,
    seed: int,
    report: Report = lambda done, of: None,
    journal: Journal = lambda event: None,
) -> TableRun:
    """Plays rounds with automatic players, each of whom bets on every wager offered."""
    check_run(config, rounds, seats, seed)
    family_of(config.game).prepare_players(config)
    start = perf_counter()
    table = Table(config, SeededChance(seed), counting_clock(), journal)
    wagers = {slug: config.game.wager(slug) for slug in config.offered}
    bets = {slug: default_bet(config, slug) for slug, wager in wagers.items() if not wager.in_round}
    totals = {
        slug: WagerTotals(first=bets.get(slug, 0) // (wager.units or 1) * (wager.spots or 1) * seats * rounds)
        for slug, wager in wagers.items()
    }
    for wager in config.game.wagers:
        if wager.requires_all_of in bets:
            totals[wager.slug] = WagerTotals()
    main = config.game.main
    several = len(config.game.part_of(main)) > 1 and main in totals
    base = WagerTotals(first=totals[main].first) if several else None
    on_everything = list(every_bet(config, bets))
    for seat in range(1, seats + 1):
        table.sit(seat, f"Player {seat}", BANKROLL)
    for number in range(rounds):
        for seat in range(1, seats + 1):
            if table.seats[seat].stack < BANKROLL // 2:
                table.buy(seat, BANKROLL)
            for bet in on_everything:
                table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
        play_round(table)
        _add_round(totals, base, table)
        if number % 256 == 255:
            report(number + 1, rounds)
    seconds = perf_counter() - start
    return TableRun(config, rounds, seats, seed, bets, totals, base, table.log.hash, table.log.length, seconds)


def _add_round(totals: dict[str, WagerTotals], base: WagerTotals | None, table: Table) -> None:
    """Adds the payments of the last round to the totals."""
    of_base = table.config.game.part_of(table.config.game.main) if base else ()
    won: dict[str, int] = {}
    for item in table.settled:
        settlement = item.settlement
        slug, net = settlement.wager, settlement.net or 0
        into = totals.setdefault(slug, WagerTotals())
        for each in (into, base) if base and slug in of_base else (into,):
            each.wagered += settlement.bet
            each.returned += settlement.bet + net
        into.outcomes[ENVY + settlement.outcome if settlement.envy_from else settlement.outcome] += 1
        won[slug] = won.get(slug, 0) + net
    for slug, net in won.items():
        totals[slug].squares += net * net
    if base:
        base.squares += sum(won.get(slug, 0) for slug in of_base) ** 2


def every_bet(config: TableConfig, bets: Mapping[str, Cents]) -> Iterator[Bet]:
    """A bet on every spot, the base wager first."""
    for slug in sorted(bets, key=lambda slug: slug not in config.game.required):
        wager = config.game.wager(slug)
        if wager.in_round:
            continue
        choice = wager.choice.default if wager.choice else ""
        for spot in range(1, wager.spots + 1) if wager.spots else (0,):
            yield Bet(slug, bets[slug], spot, choice)


def play_round(table: Table) -> None:
    """Plays one round, from the close of betting to the end."""
    table.close_betting()
    finish_round(table)


def finish_round(table: Table) -> None:
    """Plays the round to its end; automatic players answer the questions."""
    family = family_of(table.config.game)
    while table.step is not None:
        table.advance()
        if isinstance(table.step, Ask) and table.round is not None:
            place = next(iter(table.step.open))
            ask, view = table.step.seen_by(place.seat), table.round.seen_by(place.seat)
            answer = family.answer_for(view, ask, place)
            table.decide(place.seat, answer, place.hand, ask.lowest(place, answer))
