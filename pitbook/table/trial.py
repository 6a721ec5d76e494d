"""Trial rounds that show whether a game from outside can be dealt."""

from collections.abc import Iterator
from typing import Final

from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.money import dollars
from pitbook.table.config import TableConfig, default_bet
from pitbook.table.family import family_of
from pitbook.table.shoe import OsChance
from pitbook.table.steps import Ask
from pitbook.table.table import Table

ROUNDS: Final = 4
PLAYERS: Final = 2
MAX_STEPS: Final = 2_000
"""The limit of steps in a round: a procedure with more counts as endless."""
CHIPS: Final = dollars(100_000)


def play_rounds(config: TableConfig) -> None:
    """Deals whole rounds to two players, who bet on everything and answer without calculating."""
    family = family_of(config.game)
    table = Table(config, OsChance(), lambda: "2000-01-01T00:00:00+00:00", lambda event: None)
    seats = range(1, min(PLAYERS, config.seats) + 1)
    for seat in seats:
        table.sit(seat, f"Player {seat}", CHIPS)
    for _ in range(ROUNDS):
        for seat in seats:
            for bet in _every_bet(config):
                table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
        table.close_betting()
        for _step in range(MAX_STEPS):
            if table.step is None:
                break
            table.advance()
            if isinstance(table.step, Ask) and table.round is not None:
                place = next(iter(table.step.open))
                seen = table.round.seen_by(place.seat)
                table.decide(place.seat, family.plain_answer(seen, table.step, place), place.hand)
        else:
            raise BadInput(f"a round does not end within {MAX_STEPS:,} steps")


def _every_bet(config: TableConfig) -> Iterator[Bet]:
    for slug in sorted(config.offered, key=lambda slug: slug not in config.game.required):
        wager = config.game.wager(slug)
        if not wager.in_round:
            for spot in range(1, wager.spots + 1) if wager.spots else (0,):
                yield Bet(slug, default_bet(config, slug), spot, wager.choice.default if wager.choice else "")
