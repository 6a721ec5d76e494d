"""Poker games solved exactly. This module is the family's facet for :mod:`pitbook.exact`."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from pitbook.cards import Shoe
from pitbook.exact.family import AfterFolds
from pitbook.exact.progress import Report
from pitbook.games.model import Game, Wager

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import SheetJob
    from pitbook.families.poker.exact.problem import Problem

SECONDS: float = 90.0
"""For the slowest game, on two cores; each job has the time of its own game."""
BY_BET: bool = False


def cards_per_round(game: Game, players: int) -> Fraction | None:
    """The pack is shuffled for every round."""
    return None


def jobs(game: Game, ask: "SheetRequest") -> "Sequence[SheetJob]":
    """The sheets of the base wagers, which are decided together."""
    from pitbook.families.poker.exact.sheet import base_jobs

    return base_jobs(game, ask)


def count_deals(wager: Wager, shoe: Shoe) -> Mapping[int, int]:
    """A bonus on the lower of two hands on one board."""
    from pitbook.families.poker.exact.beaten import count

    return count(wager, shoe)


def record_of(sheet: "ParSheet") -> dict[str, Any]:
    """The record of any sheet, with the figures of the solved game."""
    from pitbook.exact.record import sheet_record
    from pitbook.families.poker.exact.sheet import base_record

    return sheet_record(sheet) | base_record(sheet)


def first_asked(game: Game) -> "Sequence[Callable[[Report], object]]":
    """What each policy comes to, which simulations are compared with; solutions ship as entries of their own."""
    from pitbook.families.poker.exact.evaluated import is_quick
    from pitbook.families.poker.exact.policy import POLICIES
    from pitbook.families.poker.exact.problem import pose
    from pitbook.families.poker.rules.statement import rules_of

    problem = pose(rules_of(game.slug))
    return [partial(_evaluated, problem, name) for name in POLICIES] if is_quick(problem) else ()


def _evaluated(problem: "Problem", policy: str, report: Report) -> object:
    from pitbook.families.poker.exact.evaluated import evaluated

    return evaluated(problem, policy)


def after_folds(sheet: "ParSheet") -> AfterFolds | None:
    """What folding does to a bonus."""
    from pitbook.families.poker.exact.folds import after_folds
    from pitbook.families.poker.rules.statement import rules_of

    return after_folds(rules_of(sheet.game.slug), sheet.wager, sheet.options, sheet.shoe)


def removal_of(game: Game, wager: Wager) -> None:
    """Effects of removal are not computed here: solve the game again with a dead card."""
