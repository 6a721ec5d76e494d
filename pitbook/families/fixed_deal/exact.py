"""Exact figures of games without decisions: one deal decides every wager, so the engine counts them all."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from pitbook.errors import BadInput
from pitbook.exact.par import ParSheet
from pitbook.exact.progress import Report
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import SheetJob
from pitbook.families.fixed_deal.rules import cards_of
from pitbook.games.model import Game, Wager

SECONDS: float = 0.0
BY_BET: bool = False


def cards_per_round(game: Game, players: int) -> Fraction | None:
    """The cards that the wagers look at, for each player and for the dealer."""
    return Fraction(cards_of(game, "player") * players + cards_of(game, "dealer"))


def jobs(game: Game, ask: SheetRequest) -> Sequence[SheetJob]:
    _refuse(game)


def record_of(sheet: ParSheet) -> dict[str, Any]:
    _refuse(sheet.game)


def first_asked(game: Game) -> Sequence[Callable[[Report], object]]:
    """None: no computation takes long."""
    return ()


def after_folds(sheet: ParSheet) -> None:
    """None: without decisions no hand is folded."""


def removal_of(game: Game, wager: Wager) -> None:
    """Only the engine's own sheets have effects of removal."""


def _refuse(game: Game) -> NoReturn:
    raise BadInput(f"{game.slug} has no decisions, so no wager of it can be decided by play")
