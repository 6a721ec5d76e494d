"""One situation of a hold'em game, by direct enumeration of the rest of the board and the dealer's cards."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import kernel_with
from pitbook.families.poker.exact import board_kernels
from pitbook.families.poker.exact.board import Decision, check_knowledge, decisions_of
from pitbook.families.poker.exact.deck import deck_left, hand_name
from pitbook.families.poker.exact.money import net_of, put_up
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Situation, Solution, Valued
from pitbook.families.poker.rules.model import RESULTS, Choice
from pitbook.games.model import listed

Leaf = tuple[Fraction, Fraction]
"""On one complete board: the average net of the first stakes, and that of one stake more."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What may still come in a situation."""

    problem: Problem
    decisions: tuple[Decision, ...]
    cards: Cards
    """Cards that are left."""
    leaves: dict[frozenset[int], Leaf]

    def best(self, number: int, board: Cards, added: int) -> Fraction:
        """What the best choice of a decision is worth."""
        return max(value for _, value in self.values(number, board, added))

    def values(self, number: int, board: Cards, added: int) -> list[tuple[Choice, Fraction]]:
        """What each choice of a decision is worth."""
        decision = self.decisions[number]
        return [(choice, self._value(number, board, added, choice)) for choice in decision.choices]

    def _value(self, number: int, board: Cards, added: int, choice: Choice) -> Fraction:
        if choice.folds:
            return Fraction(-put_up(self.problem.rules, {}) - added)
        after = added + choice.adds
        last = choice.ends or number + 1 == len(self.decisions)
        shown = 5 if last else self.decisions[number + 1].street.board
        total = Fraction(0)
        left = [card for card in self.cards if card not in board]
        for more in combinations(left, shown - len(board)):
            whole = (*board, *more)
            if last:
                base, one = self.leaves[frozenset(whole)]
                total += base + after * one
            else:
                total += self.best(number + 1, whole, after)
        return total / comb(len(left), shown - len(board))


def situation(problem: Problem, hand: Cards, board: Cards) -> Situation:
    """What each choice is worth with these cards, after the smallest bets that lead there."""
    rules = problem.rules
    check_knowledge(problem)
    deck = deck_left(rules, problem.dead, hand, board, ())
    decisions = decisions_of(rules, problem.options)
    shown = [decision.street.board for decision in decisions]
    if len(board) not in shown:
        raise BadInput(
            f"decisions of {rules.slug} are made with {listed(shown)} community cards known, not {len(board)}"
        )
    if not board:
        raise BadInput(f"before the flop {rules.slug} is not solved with dead cards: leave out --dead, or give --board")
    number = shown.index(len(board))
    rest = Rest(problem, decisions, deck.cards, _leaves(problem, hand, board, deck.cards))
    values = rest.values(number, board, decisions[number].before[0])
    best = max(values, key=lambda each: each[1])[0]
    return Situation(
        decisions[number].street.name, tuple(Valued(choice.word, value) for choice, value in values), best.word
    )


def _leaves(problem: Problem, hand: Cards, board: Cards, left: Cards) -> dict[frozenset[int], Leaf]:
    import numpy as np

    rules = problem.rules
    boards = np.array([(*board, *more) for more in combinations(left, 5 - len(board))], np.int64)
    own, found = np.zeros(len(boards), np.int64), np.zeros((len(boards), RESULTS), np.int64)
    kernel_with(board_kernels.results_on_boards, value=rules.value)(
        boards, np.array(hand, np.int64), np.array(left, np.int64), rules.lowest_qualifying(problem.options), own, found
    )
    wager = rules.streets[0].wager
    nets: dict[int, list[tuple[Fraction, Fraction]]] = {}

    def of(lines: int) -> list[tuple[Fraction, Fraction]]:
        if lines not in nets:
            nets[lines] = [_nets(problem, wager, result, lines) for result in range(RESULTS)]
        return nets[lines]

    leaves = {}
    for cards, value, results in zip(boards.tolist(), own.tolist(), found.tolist(), strict=True):
        each = of(rules.lines(value))
        sums = [sum(times * each[at][which] for at, times in enumerate(results)) for which in range(2)]
        leaves[frozenset(cards)] = (Fraction(sums[0]) / sum(results), Fraction(sums[1]) / sum(results))
    return leaves


def _nets(problem: Problem, wager: str, result: int, lines: int) -> tuple[Fraction, Fraction]:
    def net(added: dict[str, int]) -> Fraction:
        return net_of(problem.rules, problem.tables, problem.options, added, result, lines)

    return net({}), net({wager: 1}) - net({})


def before_the_flop(solution: Solution, hand: Cards) -> Situation:
    """The first decision, read from the solved game."""
    values = tuple(Valued(word, value) for word, value in solution.hands[hand_name(hand)].items())
    return Situation(next(iter(solution.choices)), values, max(values, key=lambda each: each.value).choice)
