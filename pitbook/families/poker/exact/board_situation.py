"""One situation of a hold'em game, by direct enumeration of the rest of the board and the dealer's cards."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from operator import mul

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import kernel_with
from pitbook.exact.pieces import workers
from pitbook.families.poker.exact import board_kernels
from pitbook.families.poker.exact.board import Decision, check_knowledge, decisions_of
from pitbook.families.poker.exact.deck import deck_left, hand_name
from pitbook.families.poker.exact.money import net_of, put_up
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Situation, Solution, Valued
from pitbook.families.poker.exact.values import in_parallel
from pitbook.families.poker.rules.model import RESULTS, Choice
from pitbook.games.model import listed

Leaf = tuple[int, int]
"""On one complete board, over all dealer pairs: the nets of the first stakes and those of one stake more, in units."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What may still come in a situation. Values are sums over all ways in which it can come, street by street."""

    problem: Problem
    decisions: tuple[Decision, ...]
    cards: Cards
    """Cards that are left."""
    leaves: dict[frozenset[int], Leaf]
    scale: int
    """What a net of one first stake is on one board."""

    def ways(self, number: int, left: int) -> int:
        """In how many ways the community cards can come from a decision on, with so many cards left."""
        if number + 1 == len(self.decisions):
            return comb(left, 5 - self._shown(number))
        more = self._shown(number + 1) - self._shown(number)
        return comb(left, more) * self.ways(number + 1, left - more)

    def _shown(self, number: int) -> int:
        return self.decisions[number].street.board

    def values(self, number: int, board: Cards, added: int) -> list[tuple[Choice, int]]:
        """What each choice of a decision is worth."""
        left = [card for card in self.cards if card not in board]
        ways = self.ways(number, len(left))
        return [
            (choice, self._value(number, board, added, choice, left, ways)) for choice in self.decisions[number].choices
        ]

    def _value(self, number: int, board: Cards, added: int, choice: Choice, left: list[int], ways: int) -> int:
        if choice.folds:
            return -(put_up(self.problem.rules, {}) + added) * self.scale * ways
        after = added + choice.adds
        if choice.ends or number + 1 == len(self.decisions):
            more = 5 - len(board)
            ends = (self.leaves[frozenset((*board, *some))] for some in combinations(left, more))
            return sum(base + after * one for base, one in ends) * (ways // comb(len(left), more))
        some_more = combinations(left, self._shown(number + 1) - len(board))
        return sum(max(each[1] for each in self.values(number + 1, (*board, *some), after)) for some in some_more)


def situation(problem: Problem, hand: Cards, board: Cards, added: int | None = None) -> Situation:
    """What each choice is worth with these cards, after earlier choices that added so many first stakes: the smallest
    bets that lead there if left out."""
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
    leaves, scale = _leaves(problem, hand, board, deck.cards)
    rest = Rest(problem, decisions, deck.cards, leaves, scale)
    sums = rest.values(number, board, decisions[number].before[0] if added is None else added)
    best = max(sums, key=lambda each: each[1])[0]
    all_ways = scale * rest.ways(number, len(deck.cards))
    values = tuple(Valued(choice.word, Fraction(value, all_ways)) for choice, value in sums)
    return Situation(decisions[number].street.name, values, best.word)


def _leaves(problem: Problem, hand: Cards, board: Cards, left: Cards) -> tuple[dict[frozenset[int], Leaf], int]:
    """What every complete board comes to, and what one first stake is in these numbers."""
    import numpy as np

    rules = problem.rules
    boards = np.array([(*board, *more) for more in combinations(left, 5 - len(board))], np.int64)
    own, found = np.zeros(len(boards), np.int64), np.zeros((len(boards), RESULTS), np.int64)
    kernel = kernel_with(board_kernels.results_on_boards, value=rules.value)
    cards, rest = np.array(hand, np.int64), np.array(left, np.int64)
    lowest = rules.lowest_qualifying(problem.options)

    def count(part: slice) -> None:
        kernel(boards[part], cards, rest, lowest, own[part], found[part])

    size = max(1, -(-len(boards) // (4 * workers())))
    for _ in in_parallel(count, (slice(at, at + size) for at in range(0, len(boards), size))):
        pass
    wager = rules.streets[0].wager
    lines = {value: rules.lines(value) for value in set(own.tolist())}
    nets = {each: [_nets(problem, wager, result, each) for result in range(RESULTS)] for each in set(lines.values())}
    unit = lcm(*(net.denominator for rows in nets.values() for row in rows for net in row))
    whole = {each: [[int(row[which] * unit) for row in rows] for which in range(2)] for each, rows in nets.items()}
    leaves = {}
    for on_board, value, results in zip(boards.tolist(), own.tolist(), found.tolist(), strict=True):
        base, one = whole[lines[value]]
        leaves[frozenset(on_board)] = sum(map(mul, results, base)), sum(map(mul, results, one))
    return leaves, comb(len(left) - 5 + len(board), 2) * unit


def _nets(problem: Problem, wager: str, result: int, lines: int) -> tuple[Fraction, Fraction]:
    def net(added: dict[str, int]) -> Fraction:
        return net_of(problem.rules, problem.tables, problem.options, added, result, lines)

    return net({}), net({wager: 1}) - net({})


def before_the_flop(solution: Solution, hand: Cards) -> Situation:
    """The first decision, read from the solved game."""
    values = tuple(Valued(word, value) for word, value in solution.hands[hand_name(hand)].items())
    return Situation(next(iter(solution.choices)), values, max(values, key=lambda each: each.value).choice)
