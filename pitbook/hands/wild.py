"""Setting seven cards by a house way when the joker is fully wild (letter 004, rule 1).

The published house ways are written for a semi-wild joker. With a fully wild one, the joker is tried as each of the 46
cards that are not in the hand, the house way sets each of these hands, and the setting with the highest five-card hand
is chosen, then the one with the highest two-card hand. Settings may tie, because the joker and a card of the rank that
it was tried as can change places; of these, the setting is chosen whose hands are worth most with the best use of the
joker. Remaining ties are decided by suits, as in the house ways themselves.

The joker may also complete five of a kind, which ranks above a royal flush, as the letters print five aces. It is not
tried as a fifth card, because that changes no setting (``tests/hands/test_wild_joker.py`` shows this for every hand
with four of a kind); a hand that keeps four of a kind with the joker counts as five of a kind.
"""

from collections.abc import Callable
from typing import Any

from pitbook.cards import JOKER, Cards, rank
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.hands.rows import suit_order

Split = Callable[[Cards], tuple[int, int, int]]


def with_joker_as(hand: Cards, card: int) -> Cards:
    """The hand with the joker replaced by a card."""
    return (
        card if hand[0] == JOKER else hand[0],
        card if hand[1] == JOKER else hand[1],
        card if hand[2] == JOKER else hand[2],
        card if hand[3] == JOKER else hand[3],
        card if hand[4] == JOKER else hand[4],
        card if hand[5] == JOKER else hand[5],
        card if hand[6] == JOKER else hand[6],
    )


def wild_split(hand: Cards, wheel_second: bool, split: Split) -> tuple[int, int, int]:
    """The positions of the low cards, lower first, and the row that decided, as a house way sets a fully wild joker."""
    if JOKER not in hand:
        return split(hand)
    none = (0, 0, 0)
    splits = [none if card in hand else split(with_joker_as(hand, card)) for card in range(JOKER)]
    return choose_split(hand, wheel_second, splits)


def choose_split(hand: Cards, wheel_second: bool, splits: Any) -> tuple[int, int, int]:
    """Chooses among the splits that a house way makes with the joker as each card; ``splits`` is indexed by that card.

    ``wheel_second`` ranks A-2-3-4-5 right after the ace-high straight: it decides which five-card hand is the highest.
    The function can be compiled.
    """
    joker = 0
    while hand[joker] != JOKER:
        joker += 1
    chosen = (-1, -1, -1)
    best = (-1, -1, -1, -1, -1)
    for card in range(JOKER):
        if card in hand:
            continue
        tried = with_joker_as(hand, card)
        low, high, row = splits[card]
        five = five_card_value(high_cards(tried, low, high), False, wheel_second)
        for place in range(7):
            if rank(tried[place]) != rank(card):
                continue
            first, second = swapped(low, high, joker, place)
            key = (
                five_card_value(high_cards(tried, first, second), False, wheel_second),
                two_card_value(low_cards(tried, first, second), False),
                five_card_value(high_cards(hand, first, second), True, wheel_second),
                two_card_value(low_cards(hand, first, second), True),
                suit_order(hand[first], hand[second]),
            )
            if key[0] == five and key > best:
                best = key
                chosen = (first, second, row)
    return chosen


def swapped(first: int, second: int, one: int, other: int) -> tuple[int, int]:
    """Two positions after swapping two cards, the lower position first."""
    first = other if first == one else one if first == other else first
    second = other if second == one else one if second == other else second
    return min(first, second), max(first, second)
