"""Whole rounds through the real table, with automatic players on every wager."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.money import Cents, dollars
from pitbook.table.config import BASE, TableConfig, default_bet
from pitbook.table.events import Journal
from pitbook.table.players import answer_for
from pitbook.table.shoe import seeded_chance
from pitbook.table.steps import Ask
from pitbook.table.table import Table

MOST_ROUNDS: Final = 10_000_000
BANKROLL: Final = dollars(1_000_000)
_BEGIN: Final = datetime(2000, 1, 1, tzinfo=UTC)


def counting_clock() -> Callable[[], str]:
    """A clock that ticks a second at each look, so that a run can be repeated to the byte."""
    ticks = 0

    def now() -> str:
        nonlocal ticks
        ticks += 1
        return (_BEGIN + timedelta(seconds=ticks)).isoformat()

    return now


@dataclass(slots=True)
class WagerTotals:
    """What one wager came to over a run."""

    wagered: int = 0
    returned: int = 0
    """Stakes that came back and winnings."""
    outcomes: Counter[str] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        return {
            "wagered_cents": self.wagered,
            "returned_cents": self.returned,
            "outcomes": dict(sorted(self.outcomes.items())),
        }


@dataclass(slots=True)
class Run:
    """A run that has ended."""

    config: TableConfig
    rounds: int
    seats: int
    seed: int
    bets: Mapping[str, Cents]
    totals: dict[str, WagerTotals]
    event_log_hash: str
    events: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.config.game.slug,
            "name": self.config.name,
            "rounds": self.rounds,
            "seats": self.seats,
            "seed": self.seed,
            "decks": self.config.layout.decks,
            "tables": {slug: tables[0].id for slug, tables in self.config.layout.tables.items()},
            "options": dict(self.config.layout.options),
            "rules": self.config.rules.items() if self.config.rules else {},
            "bets_cents": dict(self.bets),
            "totals": {slug: totals.to_dict() for slug, totals in self.totals.items()},
            "events": self.events,
            "event_log_hash": self.event_log_hash,
            "version": __version__,
            "timing": {
                "seconds": self.seconds,
                "rounds_per_second": self.rounds / self.seconds if self.seconds else None,
            },
        }


Report = Callable[[int, int], None]


def run_table(
    config: TableConfig,
    rounds: int,
    seats: int,
    seed: int,
    report: Report = lambda done, of: None,
    journal: Journal = lambda event: None,
) -> Run:
    """Plays rounds with so many automatic players, each of whom bets on everything that is offered."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds: give 1 to {MOST_ROUNDS:,}")
    if not 1 <= seats <= config.seats:
        raise BadInput(f"{seats} players: the table has seats for 1 to {config.seats}")
    start = perf_counter()
    table = Table(config, seeded_chance(seed), counting_clock(), journal)
    bets = {slug: default_bet(config, slug) for slug in config.offered}
    totals: dict[str, WagerTotals] = {}
    for seat in range(1, seats + 1):
        table.sit(seat, f"Player {seat}", BANKROLL)
    for number in range(rounds):
        for seat in range(1, seats + 1):
            if table.seats[seat].stack < BANKROLL // 2:
                table.buy(seat, BANKROLL)
            place_bets(table, seat, bets)
        play_round(table)
        for item in table.settled:
            settlement = item.settlement
            into = totals.setdefault(settlement.wager, WagerTotals())
            into.wagered += settlement.bet
            into.returned += settlement.bet + (settlement.net or 0)
            into.outcomes[f"envy {settlement.outcome}" if settlement.envy_from else settlement.outcome] += 1
        if number % 256 == 255:
            report(number + 1, rounds)
    seconds = perf_counter() - start
    return Run(config, rounds, seats, seed, bets, totals, table.log.hash, table.log.length, seconds)


def place_bets(table: Table, seat: int, bets: Mapping[str, Cents]) -> None:
    """Bets on everything, the base wager first."""
    for slug in sorted(bets, key=lambda slug: slug != BASE):
        wager = table.config.game.wager(slug)
        choice = wager.choice.default if wager.choice else ""
        for spot in range(1, wager.spots + 1) if wager.spots else (0,):
            table.bet(seat, slug, bets[slug], spot, choice)


def play_round(table: Table) -> None:
    """One round from the last bet to the end."""
    table.close_betting()
    while table.step is not None:
        table.advance()
        if isinstance(table.step, Ask) and table.round is not None:
            place = next(iter(table.step.open))
            table.decide(place.seat, answer_for(table.round, table.step, place), place.hand)
