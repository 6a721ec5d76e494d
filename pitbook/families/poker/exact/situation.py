"""One situation with all its choices, by direct enumeration of the dealer's hands: the same rule, another way."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.families.poker.exact.deck import deck_left
from pitbook.families.poker.exact.knowledge import refuse_hints
from pitbook.families.poker.exact.money import hand_classes, money_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Situation, Valued
from pitbook.families.poker.exact.values import values_of
from pitbook.families.poker.rules.model import RESULTS


def situation(problem: Problem, hand: Cards, board: Cards, dealer: Cards) -> Situation:
    """The value of each choice with this hand, in a game with one decision and no community cards."""
    rules, knowledge = problem.rules, problem.knowledge
    deck = deck_left(rules, problem.dead, hand, board, dealer)
    refuse_hints(knowledge)
    check_seen(problem, dealer)
    own = rules.value(hand)
    against = values_of(rules.value, deck, rules.dealer - len(dealer), dealer)
    lowest = rules.lowest_qualifying(problem.options)
    compared = (against > own, against == own, against < own)
    counts = [int((which & plays).sum()) for plays in (against >= lowest, against < lowest) for which in compared]
    return valued(problem, own, counts)


def check_seen(problem: Problem, dealer: Cards) -> None:
    """Refuses another number of dealer cards than the player knows."""
    known = problem.knowledge.dealer
    if len(dealer) != known:
        words = f"{known} of the dealer's cards are" if known != 1 else "one dealer card is"
        raise BadInput(f"{words} known at the decision: give --dealer that number of cards, not {len(dealer)}")


def valued(problem: Problem, own: int, counts: Sequence[int]) -> Situation:
    """Every choice with its value, for a hand of this value and the number of dealer hands of each result."""
    rules = problem.rules
    money = money_of(rules, problem.tables, problem.options, hand_classes(rules, [own]))
    values = [
        Valued(
            choice.word,
            Fraction(
                sum(counts[result] * money.nets[0][place][result] for result in range(RESULTS)),
                sum(counts) * money.unit,
            ),
        )
        for place, choice in enumerate(money.choices)
        if money.allowed[0][place]
    ]
    return Situation(rules.streets[0].name, tuple(values), max(values, key=lambda each: each.value).choice)
