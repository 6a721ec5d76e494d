"""The value of each choice with any cards, quickly enough for hints and drills.

An adviser belongs to one problem and caches what it has prepared. Games with one decision are summed directly over
the dealer's hands, or over their patterns of ranks; games paid by a pay table are read from their tree, which takes a
fraction of a second once; at hold'em games the first decision is read from the solved game and the others are summed
directly.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from pitbook.cards import JOKER, Cards
from pitbook.families.poker.exact.methods import method_of, prepare_paid_by_table, solve_situation
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.exact.solution import Situation, Solution
from pitbook.families.poker.exact.stored import is_known, solved
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games import cached_by_game

if TYPE_CHECKING:
    from pitbook.families.poker.exact.ranks import Ranks
    from pitbook.families.poker.exact.tree import PaidByTable

Named = tuple[tuple[str, str], ...]
"""Pairs of names and values, sorted."""


class Adviser:
    """The value of each choice of one game."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @cached_property
    def _tree(self) -> "PaidByTable":
        return prepare_paid_by_table(self.problem)

    @cached_property
    def _ranks(self) -> "Ranks":
        from pitbook.families.poker.exact.ranks import make_ready

        return make_ready(self.problem)

    @cached_property
    def _solution(self) -> Solution:
        return solved(self.problem)

    def is_ready(self, board: Cards = ()) -> bool:
        """Whether advice takes no longer than a direct sum: the first decision of a hold'em game needs its solution."""
        return method_of(self.problem.rules) != "board" or bool(board) or is_known(self.problem)

    def advise(self, hand: Cards, board: Cards = (), dealer: Cards = (), added: int | None = None) -> Situation:
        """The decision that is made with these cards known, every choice with its value, and the best.

        ``added`` is what earlier choices put up, in first stakes; a usual way to get there if left out.
        """
        if self.problem.rules.dealer == 0 and not dealer:
            from pitbook.families.poker.exact.tree import situation

            return situation(self.problem, hand, board, self._tree, added)
        if method_of(self.problem.rules) == "ranks":
            from pitbook.families.poker.exact.ranks import situation as by_ranks

            return by_ranks(self.problem, hand, board, dealer, self._ranks)
        return solve_situation(self.problem, hand, board, dealer, lambda: self._solution, added)

    def get_ready(self) -> None:
        """Prepares what the first advice would wait for, such as compiled code."""
        rules, method = self.problem.rules, method_of(self.problem.rules)
        if rules.dealer == 0:
            self._tree  # noqa: B018 (is made)
            return
        pack = [card for card in range(JOKER) if card not in self.problem.dead]
        hand, rest = tuple(pack[: rules.own]), pack[rules.own :]
        board = tuple(rest[: rules.streets[-1].board])
        self.advise(hand, board, tuple(rest[: rules.dealer_up]))
        if method == "board" and self.is_ready():
            self.advise(hand)


@cached_by_game(64)
def adviser(slug: str, tables: Named = (), options: Named = ()) -> Adviser:
    """The adviser of a game with these pay tables and options; the usual ones where none are given."""
    return Adviser(pose(rules_of(slug), dict(tables), (), dict(options)))
