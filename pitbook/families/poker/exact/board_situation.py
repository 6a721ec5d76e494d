"""One situation of a hold'em game, by direct enumeration of the rest of the board and the dealer's cards.

Every complete board is valued against all dealer pairs. Sums over the cards still to come are then computed backward
from the complete board to the situation, decision by decision. Dead cards only reduce the number of cards left.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm
from typing import Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.exact.pieces import workers
from pitbook.families.poker.exact import board_kernels, kernels
from pitbook.families.poker.exact.board import BoardStreet, check_knowledge, decisions_of, whole_nets
from pitbook.families.poker.exact.deck import deck_left, hand_name
from pitbook.families.poker.exact.money import hand_classes, put_up
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Situation, Solution, Valued
from pitbook.families.poker.exact.values import binomials, in_parallel, sets_of
from pitbook.families.poker.rules.model import RESULTS, StreetChoice
from pitbook.games.model import listed

BOARD: Final = 5
_CHUNK: Final = 20_000
"""The most boards in one piece of work."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The possible continuations of a situation: all sets of the cards left, by index.

    Sums are over all orders in which the rest of the board can be dealt.
    """

    decisions: tuple[BoardStreet, ...]
    """The decisions from the situation on."""
    first: int
    """The first stakes."""
    left: int
    """The number of cards left."""
    shown: int
    """The number of known board cards in the situation."""
    base: Any
    """On each complete board, over all dealer pairs: the net of the first stakes, in units."""
    one: Any
    """The same for one further stake."""
    scale: int
    """The value of one first stake on one board."""

    def ways(self, shown: int) -> int:
        """The number of orders in which the rest of the board can be dealt."""
        return perm(self.left - (shown - self.shown), BOARD - shown)

    def sums(self, number: int, added: int) -> list[tuple[StreetChoice, Any]]:
        """The value of each choice for every set of new board cards; ``added`` first stakes were added before."""
        import numpy as np

        decision = self.decisions[number]
        shown = decision.street.board
        found: list[tuple[StreetChoice, Any]] = []
        for choice in decision.choices:
            after = added + choice.adds
            if choice.folds:
                lost = -(self.first + added) * self.scale * self.ways(shown)
                found.append((choice, np.full(comb(self.left, shown - self.shown), lost, np.int64)))
            elif choice.ends or number + 1 == len(self.decisions):
                found.append((choice, self._back(self.base + after * self.one, BOARD, shown)))
            else:
                later = np.max([worth for _, worth in self.sums(number + 1, after)], axis=0)
                found.append((choice, self._back(later, self.decisions[number + 1].street.board, shown)))
        return found

    def _back(self, worth: Any, known: int, shown: int) -> Any:
        """Sums over the next cards of the board, from ``known`` cards down to ``shown``."""
        import numpy as np

        for size in range(known - self.shown, shown - self.shown, -1):
            sums = np.zeros(comb(self.left, size - 1), np.int64)
            compiled(kernels.sum_over_next_card)(worth, size, np.ones(self.left, np.bool_), binomials(), sums)
            worth = sums
        return worth


def situation(problem: Problem, hand: Cards, board: Cards, added: int | None = None) -> Situation:
    """The value of each choice with these cards, if earlier choices added ``added`` first stakes; by default
    the smallest bets that lead there."""
    rules = problem.rules
    check_knowledge(problem)
    left = deck_left(rules, problem.dead, hand, board, ()).cards
    decisions = decisions_of(rules, problem.options)
    shown = [decision.street.board for decision in decisions]
    if len(board) not in shown:
        raise BadInput(
            f"decisions of {rules.slug} are made with {listed(shown)} community cards known, not {len(board)}"
        )
    number = shown.index(len(board))
    base, one, scale = _leaves(problem, hand, board, left)
    rest = Rest(decisions[number:], put_up(rules, {}), len(left), len(board), base, one, scale)
    sums = rest.sums(0, decisions[number].before[0] if added is None else added)
    worth = [(choice, int(each[0])) for choice, each in sums]
    best = max(worth, key=lambda each: each[1])[0]
    values = tuple(Valued(choice.word, Fraction(each, scale * rest.ways(len(board)))) for choice, each in worth)
    return Situation(decisions[number].street.name, values, best.word)


def _leaves(problem: Problem, hand: Cards, board: Cards, left: Cards) -> tuple[Any, Any, int]:
    """For every complete board the sums of nets of the first stakes and of one further stake, and the value of one
    first stake."""
    import numpy as np

    rules = problem.rules
    more = sets_of(len(left), BOARD - len(board))
    own, found = np.zeros(len(more), np.int64), np.zeros((len(more), RESULTS), np.int64)
    kernel = kernel_with(board_kernels.results_on_boards, value=rules.value)
    cards, known = np.array(left, np.int64), np.array(board, np.int64)
    gone = np.array((*hand, *problem.dead), np.int64)
    lowest = rules.lowest_qualifying(problem.options)

    def count(part: slice) -> None:
        kernel(known, cards, more[part], gone, lowest, own[part], found[part])

    size = max(1, min(_CHUNK, -(-len(more) // workers())))
    for _ in in_parallel(count, (slice(at, at + size) for at in range(0, len(more), size))):
        pass
    values, kind_of = np.unique(own, return_inverse=True)
    classes = hand_classes(rules, values.tolist())
    unit, nets = whole_nets(problem, classes.lines)
    of_board = np.array(nets, np.int64)[np.array(classes.of_value)[kind_of]]
    base, one = (found * of_board[:, :, 0]).sum(axis=1), (found * of_board[:, :, 1]).sum(axis=1)
    return base, one, comb(len(left) - BOARD + len(board), 2) * unit


def before_the_flop(solution: Solution, hand: Cards) -> Situation:
    """The first decision, read from the solved game."""
    values = tuple(Valued(word, value) for word, value in solution.hands[hand_name(hand)].items())
    return Situation(next(iter(solution.choices)), values, max(values, key=lambda each: each.value).choice)
