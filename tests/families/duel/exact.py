"""Exact figures of a duel: all deals of three cards, with the best swap."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitbook.cards import Shoe
from pitbook.errors import BadInput
from pitbook.exact.assumptions import assumptions
from pitbook.exact.distribution import Distribution
from pitbook.exact.par import ParSheet, checked_options, default_basis, priced
from pitbook.exact.progress import Report
from pitbook.exact.record import sheet_record
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import SheetJob
from pitbook.games.model import Game, Wager
from tests.families.duel.rules import DEALS, PUSH, WIN, chances

SECONDS: float = 1.0
BY_BET: bool = False
METHOD = "every deal of three cards, with the best swap"


def cards_per_round(game: Game, players: int) -> Fraction | None:
    return Fraction(2 * players + 1)


def jobs(game: Game, ask: SheetRequest) -> Sequence[SheetJob]:
    if ask.removed or ask.meter is not None or ask.seats > 1 or ask.play or any(ask.tables.values()):
        raise BadInput("a duel is counted over the full pack, for one seat, as the house pays it")
    wager = game.wager(ask.wager)
    options = checked_options(game, wager, ask.options)
    game.check_bearing(ask.options, [wager], "count")
    assert wager.house_table is not None  # the base wager is the only one that play decides
    table = wager.house_table(options)
    bet = ask.bets.get(wager.slug, ask.bets.get(""))
    basis = default_basis(wager, table, options)
    basis = basis if bet is None else replace(basis, bet=bet)

    def make(report: Report) -> ParSheet:
        win, push, lose = (int(chance * DEALS) for chance in chances())
        blank = ParSheet(game, wager, table, 1, Shoe.of_decks(1), options, basis, (), 0, (), strategy="the best swap")
        sheet = priced(blank, Distribution({WIN: win, PUSH: push, 0: lose}, DEALS, METHOD))
        return replace(sheet, assumptions=tuple(assumptions(sheet, METHOD, wager.groups, ())))

    return [SheetJob(game, wager, table.id, 1, METHOD, SECONDS, make, lambda: True, "the best swap")]


def record_of(sheet: ParSheet) -> dict[str, Any]:
    return sheet_record(sheet)


def first_asked(game: Game) -> Sequence[Callable[[Report], object]]:
    """Nothing takes long."""
    return ()


def after_folds(sheet: ParSheet) -> None:
    """None: a duel has no fold."""


def removal_of(game: Game, wager: Wager) -> None:
    """Deals are counted over the full pack only."""
