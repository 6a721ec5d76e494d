"""Pai gow poker solved exactly: every pair of disjoint seven-card hands, counted by ranks and flushes.

This module is the family's facet for :mod:`pitbook.exact`.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitbook.exact.progress import Report
from pitbook.games.model import Game, Wager

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import SheetJob

SECONDS: float = 90.0
"""For all pairs of hands, on two cores."""
BY_BET: bool = True
"""The commission may be rounded at the bet."""


def cards_per_round(game: Game, players: int) -> Fraction | None:
    """The pack is shuffled for every round."""
    return None


def jobs(game: Game, ask: "SheetRequest") -> "Sequence[SheetJob]":
    """The sheets of a wager on set hands."""
    from pitbook.families.pai_gow.exact.sheet import pai_gow_jobs

    return pai_gow_jobs(game, ask)


def record_of(sheet: "ParSheet") -> dict[str, Any]:
    """The record of any sheet, with the house ways and the counts of all pairs."""
    from pitbook.exact.record import sheet_record
    from pitbook.families.pai_gow.exact.record import pai_gow_record

    return sheet_record(sheet) | pai_gow_record(sheet)


def first_asked(game: Game) -> Sequence[Callable[[Report], object]]:
    """The base wager of a player who sets every hand optimally."""
    from pitbook.exact.select import SheetRequest
    from pitbook.families.pai_gow.exact.sheet import BASE, OPTIMAL, pai_gow_jobs

    return tuple(job.sheet for job in pai_gow_jobs(game, SheetRequest(BASE, play={"player-way": OPTIMAL})))


def after_folds(sheet: "ParSheet") -> None:
    """None: these figures assume that no hand is folded."""


def removal_of(game: Game, wager: Wager) -> None:
    """Pairs are counted over the full pack only."""
