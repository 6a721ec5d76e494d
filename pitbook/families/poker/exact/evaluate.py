"""What any way to play a game comes to, exactly: all deals by class of hand, choices and result."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.families.poker.exact import sweep
from pitbook.families.poker.exact.policy import Policy, street_chooser
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.values import in_parallel

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


def evaluate_one_decision(ready: sweep.Sweep, policy: Policy) -> Evaluated:
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


def _lines_of_classes(ready: sweep.Sweep) -> list[int]:
    rules = ready.problem.rules
    found: dict[int, int] = {}
    for rank, value in enumerate(ready.ranked.values):
        found.setdefault(int(ready.hands[rank]), rules.lines(value))
    return [found[number] for number in range(len(found))]


def evaluate(problem: Problem, policy: Policy) -> Evaluated:
    """What a policy comes to over all deals."""
    return evaluate_one_decision(sweep.make_ready(problem), policy)
