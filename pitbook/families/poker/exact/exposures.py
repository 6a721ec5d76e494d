"""The value to a player of each card that a dealer may expose, so that a house knows what to protect."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner, named, phase, run_here
from pitbook.families.poker.exact.knowledge import by_rules, parse_sees
from pitbook.families.poker.exact.methods import can_solve, takes_hints
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.rules.model import PokerRules

HINTS: Final = ("A", "KA", "QKA")
"""Ranks that a glimpse of a card may tell from others: an ace, a court card."""
FEW_CARDS: Final = 3
"""A dealer's hand of which every number of cards is tried; of larger ones only one card more than the rules show."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """One exposure."""

    sees: str
    """As ``--sees`` takes it."""
    words: str
    house_edge: Fraction
    worth: Fraction
    """How much it lowers the house edge, in first stakes."""


def sees_of(rules: PokerRules) -> Iterator[str]:
    """The exposures that are compared, as ``--sees`` takes them."""
    if rules.dealer == 0:
        yield from (f"board:{position}" for position in range(1, rules.board + 1))
        if rules.board:
            yield "board:all"
        return
    shown = rules.dealer_up
    face_up = f"dealer:{shown}+" if shown else ""  # stays known in full beside a glimpse of another card
    if takes_hints(rules):
        yield from (f"{face_up}dealer:{shown + 1}~{ranks}" for ranks in HINTS)
    most = rules.dealer if rules.dealer <= FEW_CARDS else shown + 1
    yield from (f"dealer:{count}" for count in range(shown + 1, most + 1))


def check_compared(problem: Problem) -> None:
    """Refuses games whose exposures cannot be compared."""
    rules = problem.rules
    if not (rules.dealer or rules.board):
        raise BadInput("this game has no cards but the players' own, so there are no exposures to compare")
    if (rules.dealer and rules.board) or not can_solve(problem):
        raise BadInput(
            "the values of exposed cards are not compared in this game: its solver counts hands together that "
            "another known card would make different"
        )


def exposures(problem: Problem, progress: Progress | None = None, run: Runner = run_here) -> list[Exposed]:
    """Every exposure with what it is worth, the most dangerous first."""
    check_compared(problem)
    rules = problem.rules
    usual = replace(problem, knowledge=by_rules(rules))
    every = list(sees_of(rules))
    base = solved(usual, phase(progress, 0, len(every) + 1), run).house_edge
    found = []
    for number, sees in enumerate(every, 1):
        knowledge = parse_sees(sees, rules)
        # A name that any file system takes.
        apart = named(run, "".join(each if each.isalnum() else "-" for each in sees))
        now = phase(progress, number, len(every) + 1)
        edge = solved(replace(problem, knowledge=knowledge), now, apart).house_edge
        found.append(Exposed(sees, knowledge.words(rules), edge, base - edge))
    return sorted(found, key=lambda each: -each.worth)
