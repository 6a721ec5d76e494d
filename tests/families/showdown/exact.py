"""Exact figures of a showdown: wagers that one deal decides; play is not counted."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.par import ParSheet
from pitbook.exact.progress import Report
from pitbook.exact.record import sheet_record
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import SheetJob
from pitbook.games.model import Game, Wager

BY_BET: bool = False


def cards_per_round(game: Game, players: int) -> Fraction | None:
    return None


def jobs(game: Game, ask: SheetRequest) -> Sequence[SheetJob]:
    raise BadInput(f"{game.slug}'s {ask.wager} is not counted")


def record_of(sheet: ParSheet) -> dict[str, Any]:
    return sheet_record(sheet)


def first_asked(game: Game) -> Sequence[Callable[[Report], object]]:
    """Nothing takes long."""
    return ()


def after_folds(sheet: ParSheet) -> None:
    """A fold changes no wager that one deal decides."""


def removal_of(game: Game, wager: Wager) -> None:
    """Nothing is counted with cards removed."""
