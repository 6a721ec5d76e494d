"""Every par sheet of the rulebook, computed once for all tests."""

from functools import cache

from pitbook.cards import Cards
from pitbook.exact.par import ParSheet
from pitbook.exact.select import SheetRequest, plan
from pitbook.games import all_games, game
from pitbook.money import Cents


@cache
def all_sheets() -> tuple[ParSheet, ...]:
    """The sheets of ``pitbook par --all``."""
    return tuple(job.sheet() for each in all_games() for job in plan(each, SheetRequest()))


def sheet_of(
    game_slug: str,
    wager: str,
    table: str,
    decks: int,
    *,
    bets: dict[str, Cents] | None = None,
    meter: Cents | None = None,
    seats: int = 1,
    options: dict[str, str] | None = None,
    removed: Cards = (),
) -> ParSheet:
    """One sheet, selected like the command does."""
    ask = SheetRequest(wager, {wager: table}, decks, bets or {}, meter, seats, options or {}, removed)
    (job,) = plan(game(game_slug), ask)
    return job.sheet()
