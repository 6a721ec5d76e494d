"""Which method solves which game."""

from collections.abc import Callable
from typing import Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.families.poker.exact import board, board_situation, sweep, tree
from pitbook.families.poker.exact import situation as one_decision
from pitbook.families.poker.exact.problem import Problem, Progress
from pitbook.families.poker.exact.record import solution_record
from pitbook.families.poker.exact.solution import Situation, Solution
from pitbook.families.poker.rules.model import PokerRules

MOST_DEALER_CARDS: Final = 6
"""What the subset sweep can keep counters for."""


def solve(problem: Problem, progress: Progress | None = None) -> Solution:
    """The whole game: the best choice for everything that a player can know."""
    rules = problem.rules
    if rules.dealer == 0:
        return tree.solve(problem, progress)
    if _is_swept(rules):
        return sweep.solve(problem, progress)
    return board.solve(problem, progress)


def can_solve(problem: Problem) -> bool:
    """Whether the whole game can be solved, with its dead cards and what the player knows."""
    return problem.rules.dealer == 0 or _is_swept(problem.rules) or not problem.dead


def solve_situation(
    problem: Problem,
    hand: Cards,
    board_cards: Cards = (),
    dealer: Cards = (),
    solved: Callable[[], dict[str, Any]] | None = None,
) -> Situation:
    """One situation with the value of every choice; ``solved`` gives the record of the whole game where it is known."""
    rules = problem.rules
    if _is_swept(rules):
        return one_decision.situation(problem, hand, board_cards, dealer)
    if dealer:
        raise BadInput(f"{rules.slug} shows no dealer card before the decisions: leave out --dealer")
    if rules.dealer == 0:
        return tree.situation(problem, hand, board_cards)
    if not board_cards and not problem.dead:
        one_decision.deck_left(rules, (), hand, (), ())
        record = solved() if solved else solution_record(problem, solve(problem))
        return board_situation.before_the_flop(record, hand)
    return board_situation.situation(problem, hand, board_cards)


def _is_swept(rules: PokerRules) -> bool:
    return 0 < rules.dealer <= MOST_DEALER_CARDS and rules.board == 0 and len(rules.streets) == 1
