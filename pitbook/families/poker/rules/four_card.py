"""The best four cards of some: the lines that pay tables and choices name."""

from dataclasses import replace
from typing import Any

from pitbook.cards import ACE, QUEEN, Cards
from pitbook.games.model import Group, Outcome, Wager
from pitbook.hands.poker import ACE_BIT, class_of, main_of
from pitbook.hands.stud import (
    FLUSH_4,
    FOUR_OF_A_KIND_4,
    HIGH_CARD_4,
    PAIR_4,
    STRAIGHT_4,
    STRAIGHT_FLUSH_4,
    THREE_OF_A_KIND_4,
    TWO_PAIR_4,
    best_four_value,
)

OUTCOMES = (
    Outcome("four_aces", "Four Aces", "four aces"),
    Outcome("four_of_a_kind", "Four of a Kind", "four cards of one rank"),
    Outcome("straight_flush", "Straight Flush", "four consecutive ranks of one suit"),
    Outcome("three_of_a_kind", "Three of a Kind", "three cards of one rank"),
    Outcome("flush", "Flush", "four cards of one suit"),
    Outcome("straight", "Straight", "four consecutive ranks; an ace is high, or low in A-2-3-4"),
    Outcome("two_pair", "Two Pair", "two pairs"),
    Outcome("pair_of_aces", "Pair of Aces", "two aces"),
    Outcome("pair_of_queens", "Pair of Queens or Better", "two queens, kings or aces"),
)
(
    FOUR_ACES, FOUR_OF_A_KIND, STRAIGHT_FLUSH, THREE_OF_A_KIND, FLUSH, STRAIGHT, TWO_PAIR, PAIR_OF_ACES,
    PAIR_OF_QUEENS, ACES_OR_BETTER,
) = (1 << bit for bit in range(10))  # fmt: skip

_LINES = {
    HIGH_CARD_4: 0,
    PAIR_4: 0,
    TWO_PAIR_4: TWO_PAIR,
    STRAIGHT_4: STRAIGHT,
    FLUSH_4: FLUSH,
    THREE_OF_A_KIND_4: THREE_OF_A_KIND,
    STRAIGHT_FLUSH_4: STRAIGHT_FLUSH | FLUSH | STRAIGHT,
    FOUR_OF_A_KIND_4: FOUR_OF_A_KIND | THREE_OF_A_KIND,
}
LINES_OF_CLASS = tuple(_LINES[each] for each in range(8))


def four_card_lines(value: int) -> int:
    """Every line that a four-card value satisfies, and whether it is a pair of aces or better."""
    hand = class_of(value)
    lines = LINES_OF_CLASS[hand]
    if hand == FOUR_OF_A_KIND_4 and main_of(value) == ACE_BIT:
        lines |= FOUR_ACES
    if hand == PAIR_4:
        if main_of(value) >= 1 << QUEEN:
            lines |= PAIR_OF_QUEENS
        if main_of(value) == 1 << ACE:
            lines |= PAIR_OF_ACES | ACES_OR_BETTER
    if hand > PAIR_4:
        lines |= ACES_OR_BETTER
    return lines


def best_four(cards: Cards) -> int:
    """The lines that the best four of some cards satisfy."""
    return four_card_lines(best_four_value(cards))


def best_four_wager(slug: str, name: str, about: str, group: Group, cite: str, lowest: int, **more: Any) -> Wager:
    """A bonus on the best four of the group's cards, from ``lowest``, the line of a pair, up to four of a kind.

    ``more`` fields of the wager are what only one game's has.
    """
    paid = FOUR_OF_A_KIND | STRAIGHT_FLUSH | THREE_OF_A_KIND | FLUSH | STRAIGHT | TWO_PAIR | lowest
    outcomes = tuple(replace(each, mask=1 << bit) for bit, each in enumerate(OUTCOMES) if paid >> bit & 1)
    return Wager(
        slug=slug,
        name=name,
        about=about,
        groups=(group,),
        outcomes=outcomes,
        rule=best_four,
        suits="interchangeable",
        cite=cite,
        **more,
    )
