"""Which method solves which game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact.deck import deck_left
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Situation, Solution
from pitbook.families.poker.rules.model import PokerRules

if TYPE_CHECKING:
    from pitbook.families.poker.exact.sweep import OneDecision
    from pitbook.families.poker.exact.tree import PaidByTable

MOST_DEALER_CARDS: Final = 6
"""The largest dealer hand that the subset sweep can keep counters for."""
FEWEST_BY_RANKS: Final = 6
"""Cards a side from which ranks first is faster: a sweep would look up more sets of them than there are pairs of
patterns."""


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """The whole game: the best choice for everything that a player can know. ``key`` names its work to a runner."""
    from pitbook.families.poker.exact import board, kinds, ranks, suits, sweep, tree

    solvers = {
        "tree": tree.solve,
        "kinds": kinds.solve,
        "sweep": sweep.solve,
        "suits": suits.solve,
        "ranks": ranks.solve,
        "board": board.solve,
    }
    return solvers[method_of(problem.rules)](problem, progress, run, key)


def method_of(rules: PokerRules) -> str:
    """The module whose ``solve`` solves a game."""
    if rules.dealer == 0:
        return "tree" if rules.suit_value is None else "kinds"
    if rules.suit_value is not None and rules.board == 0 and len(rules.streets) == 1:
        return "suits"
    if min(rules.own, rules.dealer) >= FEWEST_BY_RANKS and rules.board == 0 and len(rules.streets) == 1:
        return "ranks"
    swept = rules.dealer <= MOST_DEALER_CARDS and rules.board == 0 and len(rules.streets) == 1
    return "sweep" if swept else "board"


def prepare_one_decision(problem: Problem) -> "OneDecision":
    """A game with one decision and no community cards, prepared by its method."""
    from pitbook.families.poker.exact import ranks, suits, sweep

    makers: dict[str, Callable[[Problem], OneDecision]] = {
        "sweep": sweep.make_ready,
        "suits": suits.make_ready,
        "ranks": ranks.make_ready,
    }
    return makers[method_of(problem.rules)](problem)


def prepare_paid_by_table(problem: Problem) -> "PaidByTable":
    """A game that is paid by a pay table alone, prepared by its method."""
    from pitbook.families.poker.exact import kinds, tree

    makers: dict[str, Callable[[Problem], PaidByTable]] = {"tree": tree.make_ready, "kinds": kinds.make_ready}
    return makers[method_of(problem.rules)](problem)


def can_solve(problem: Problem) -> bool:
    """Whether the whole game can be solved, with its dead cards and what the player knows."""
    return method_of(problem.rules) != "board" or not (problem.dead or problem.knowledge != by_rules(problem.rules))


def takes_hints(rules: PokerRules) -> bool:
    """Whether a game is solved with dealer cards that are known only as being of certain ranks."""
    return method_of(rules) in ("sweep", "ranks")


def solve_situation(
    problem: Problem,
    hand: Cards,
    board_cards: Cards = (),
    dealer: Cards = (),
    solved: Callable[[], Solution] | None = None,
    added: int | None = None,
) -> Situation:
    """One situation with the value of every choice; ``solved`` gives the whole game where it is known.

    ``added`` is what earlier choices put up, in first stakes; a usual way to get there if left out.
    """
    rules = problem.rules
    method = method_of(rules)
    if method == "sweep":
        from pitbook.families.poker.exact import situation as one_decision

        return one_decision.situation(problem, hand, board_cards, dealer)
    if method == "suits":
        from pitbook.families.poker.exact import suits

        return suits.situation(problem, hand, board_cards, dealer)
    if method == "ranks":
        from pitbook.families.poker.exact import ranks

        return ranks.situation(problem, hand, board_cards, dealer)
    if dealer:
        raise BadInput(f"{rules.slug} shows no dealer card before the decisions: leave out --dealer")
    if rules.dealer == 0:
        from pitbook.families.poker.exact import tree

        return tree.situation(problem, hand, board_cards, added=added, make=prepare_paid_by_table)
    from pitbook.families.poker.exact import board_situation

    if not board_cards and not problem.dead:
        deck_left(rules, (), hand, (), ())
        return board_situation.before_the_flop(solved() if solved else solve(problem), hand)
    return board_situation.situation(problem, hand, board_cards, added)
