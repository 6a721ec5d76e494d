"""The exact result of any policy: all deals by class of hand, choices and result."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.families.poker.exact import board, sweep, tree
from pitbook.families.poker.exact.methods import prepare_one_decision, prepare_paid_by_table
from pitbook.families.poker.exact.paths import paths_of
from pitbook.families.poker.exact.policy import (
    Picks,
    Policy,
    Steps,
    always,
    board_choices,
    street_chooser,
    tree_choices,
)
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.values import in_parallel
from pitbook.families.poker.rules.model import WIN

Cell = tuple[int, int, int]
"""The lines that a hand satisfies, the number of the path of choices, and the result."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """All deals of a game as a policy plays them."""

    deals: int
    cells: Mapping[Cell, int]
    nets: Mapping[Cell, Fraction]
    """In first stakes."""

    @property
    def mean(self) -> Fraction:
        """The average net of a round in first stakes."""
        total = sum((self.nets[cell] * times for cell, times in self.cells.items()), Fraction(0))
        return total / self.deals


def evaluate_one_decision(ready: sweep.OneDecision, policy: Policy) -> Evaluated:
    """A game with one decision and no community cards; paths are choices."""
    choose = street_chooser(policy.streets[0], ready.problem) if policy.streets else None

    def run(number: int) -> Any:
        return ready.run(number, choose).tally

    tally = sum(in_parallel(run, range(len(ready.pieces)))).tolist()
    classes = _lines_of_classes(ready)
    cells: Counter[Cell] = Counter()
    nets: dict[Cell, Fraction] = {}
    for hand, choice, result, times in sweep.entries(tally):
        cell = classes[hand], choice, result
        cells[cell] += times
        nets[cell] = Fraction(ready.money.nets[hand][choice][result], ready.money.unit)
    return Evaluated(sweep.deals_of(ready.problem, len(ready.deck.cards)), cells, nets)


def _lines_of_classes(ready: sweep.OneDecision) -> list[int]:
    rules = ready.problem.rules
    found: dict[int, int] = {}
    for rank, value in enumerate(ready.ranked.values):
        found.setdefault(int(ready.hands[rank]), rules.lines(value))
    return [found[number] for number in range(len(found))]


def evaluate_tree(ready: tree.PaidByTable, policy: Policy) -> Evaluated:
    """A game that is paid by a pay table alone."""
    walked = ready.forward(tree_choices(ready, policy) if policy.streets else None)
    paths = paths_of(ready.problem).paths
    cells: Counter[Cell] = Counter()
    nets: dict[Cell, Fraction] = {}
    for (hand, number), times in walked.ends.items():
        if times:
            cell = ready.classes.lines[hand], number, WIN
            cells[cell] += times
            nets[cell] = ready.net_of(hand, paths[number])
    return Evaluated(sum(cells.values()), cells, nets)


def evaluate_board(ready: board.Board, policy: Policy) -> Evaluated:
    """A hold'em game by a chart or as a novice."""
    last = policy.streets[-1] if ready.at_end else None
    if isinstance(last, Steps):
        last = always(last.choices[-1])
    tally, _ = ready.play(board_choices(ready, policy), last if isinstance(last, Picks) else None)
    cells: Counter[Cell] = Counter()
    nets: dict[Cell, Fraction] = {}
    for hand, number, result, times in sweep.entries(tally.tolist()):
        cell = ready.classes.lines[hand], number, result
        cells[cell] += times
        nets[cell], _ = board.net_of_cell(ready, hand, number, result)
    return Evaluated(ready.deals, cells, nets)


def evaluate(problem: Problem, policy: Policy) -> Evaluated:
    """Counts all deals as a policy plays them."""
    if problem.rules.dealer == 0:
        return evaluate_tree(prepare_paid_by_table(problem), policy)
    if problem.rules.board == 0:
        return evaluate_one_decision(prepare_one_decision(problem), policy)
    return evaluate_board(board.Board(problem), policy)
