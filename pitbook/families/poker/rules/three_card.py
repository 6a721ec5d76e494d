"""Three cards at a poker table: the lines that pay tables name, and the bonus wager on them.

Pair Plus of Three Card Poker, the 3 Card Bonus of Let It Ride and Mississippi Stud and Pair Plus of Triple Shot Rummy
are one wager, on the player's three cards or on three of the board.
"""

from typing import Any

from pitbook.cards import Cards
from pitbook.games.model import Group, Outcome, Wager
from pitbook.hands.poker import ACE_HIGH_STRAIGHT, class_of, main_of
from pitbook.hands.stud import (
    FLUSH_3,
    PAIR_3,
    STRAIGHT_3,
    STRAIGHT_FLUSH_3,
    THREE_OF_A_KIND_3,
    three_card_value,
)

OUTCOMES = (
    Outcome("mini_royal", "Mini Royal", "ace, king and queen of one suit"),
    Outcome("straight_flush", "Straight Flush", "three consecutive ranks of one suit"),
    Outcome("three_of_a_kind", "Three of a Kind", "three cards of one rank"),
    Outcome("straight", "Straight", "three consecutive ranks; an ace is high, or low in A-2-3"),
    Outcome("flush", "Flush", "three cards of one suit"),
    Outcome("pair", "Pair", "two cards of one rank"),
)
MINI_ROYAL, STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH, PAIR = (1 << bit for bit in range(6))


def three_card_lines(value: int) -> int:
    """Every line that a three-card value satisfies: a straight flush is also a straight and a flush."""
    hand = class_of(value)
    if hand == STRAIGHT_FLUSH_3:
        royal = MINI_ROYAL if main_of(value) == ACE_HIGH_STRAIGHT else 0
        return royal | STRAIGHT_FLUSH | STRAIGHT | FLUSH
    if hand == THREE_OF_A_KIND_3:
        return THREE_OF_A_KIND | PAIR
    if hand == STRAIGHT_3:
        return STRAIGHT
    if hand == FLUSH_3:
        return FLUSH
    return PAIR if hand == PAIR_3 else 0


def pair_plus(cards: Cards) -> int:
    """The lines that three cards satisfy."""
    return three_card_lines(three_card_value(cards))


def pair_plus_wager(slug: str, name: str, group: Group, cite: str, about: str = "", **more: Any) -> Wager:
    """The bonus on three cards; ``more`` fields of the wager are what only one game's has."""
    return Wager(
        slug=slug,
        name=name,
        about=about or "Wins when your three cards hold a pair or better, whatever the dealer has.",
        groups=(group,),
        outcomes=OUTCOMES,
        rule=pair_plus,
        suits="interchangeable",
        cite=cite,
        **more,
    )
