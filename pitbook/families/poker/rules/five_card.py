"""Five cards at a poker table: the lines that pay tables name, by the class of a value."""

from typing import Any

from pitbook.cards import Cards
from pitbook.games.model import Group, Outcome, Suits, Wager
from pitbook.hands import poker
from pitbook.hands.poker import class_of
from pitbook.hands.stud import best_five_value

OUTCOMES = (
    Outcome("royal_flush", "Royal Flush", "ace, king, queen, jack and ten of one suit"),
    Outcome("straight_flush", "Straight Flush", "five consecutive ranks of one suit"),
    Outcome("four_of_a_kind", "Four of a Kind", "four cards of one rank"),
    Outcome("full_house", "Full House", "three of a kind and a pair"),
    Outcome("flush", "Flush", "five cards of one suit"),
    Outcome("straight", "Straight", "five consecutive ranks; an ace is high, or low in A-2-3-4-5"),
    Outcome("three_of_a_kind", "Three of a Kind", "three cards of one rank"),
    Outcome("two_pair", "Two Pair", "two pairs"),
    Outcome("pair", "Pair", "two cards of one rank"),
)
ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSE, FLUSH, STRAIGHT, THREE_OF_A_KIND, TWO_PAIR, PAIR = (
    1 << bit for bit in range(9)
)

_LINES = {
    poker.ROYAL_FLUSH: ROYAL_FLUSH | STRAIGHT_FLUSH | FLUSH | STRAIGHT,
    poker.STRAIGHT_FLUSH: STRAIGHT_FLUSH | FLUSH | STRAIGHT,
    poker.FOUR_OF_A_KIND: FOUR_OF_A_KIND | THREE_OF_A_KIND | PAIR,
    poker.FULL_HOUSE: FULL_HOUSE | THREE_OF_A_KIND | TWO_PAIR | PAIR,
    poker.FLUSH: FLUSH,
    poker.STRAIGHT: STRAIGHT,
    poker.THREE_OF_A_KIND: THREE_OF_A_KIND | PAIR,
    poker.TWO_PAIR: TWO_PAIR | PAIR,
    poker.PAIR: PAIR,
    poker.HIGH_CARD: 0,
}
LINES_OF_CLASS = tuple(_LINES[each] for each in range(10))
"""Every line that a class satisfies: a royal flush is also a straight flush, a flush and a straight."""


def five_card_lines(value: int) -> int:
    """Every line that a five-card value satisfies."""
    return LINES_OF_CLASS[class_of(value)]


def best_five(cards: Cards) -> int:
    """The lines that the best five of some cards satisfy."""
    return LINES_OF_CLASS[class_of(best_five_value(cards))]


def best_five_wager(
    slug: str,
    name: str,
    about: str,
    group: Group,
    cite: str,
    *,
    lines: int,
    suits: Suits = "interchangeable",
    **more: Any,
) -> Wager:
    """A bonus on the best five of the group's cards, with the first ``lines`` of the outcomes.

    ``more`` fields of the wager are what only one game's has.
    """
    return Wager(
        slug=slug,
        name=name,
        about=about,
        groups=(group,),
        outcomes=OUTCOMES[:lines],
        rule=best_five,
        suits=suits,
        cite=cite,
        **more,
    )
