"""Conditions of charts: ranks held, pairs, suits and draws. All can be compiled.

Ranks are bit masks as in :mod:`pitbook.hands.poker`: bit 0 a deuce, bit 12 an ace.
"""

from typing import Final

from pitbook.cards import ACE, JACK, TEN, Cards
from pitbook.hands.poker import count_ones

FROM_TEN: Final = (1 << ACE + 1) - (1 << TEN)
FROM_JACK: Final = (1 << ACE + 1) - (1 << JACK)


def ranks_held(cards: Cards) -> int:
    """The ranks that are held."""
    mask = 0
    for card in cards:
        mask |= 1 << (card >> 2)
    return mask


def ranks_paired(cards: Cards) -> int:
    """The ranks that are held at least twice."""
    once, twice = 0, 0
    for card in cards:
        bit = 1 << (card >> 2)
        twice |= once & bit
        once |= bit
    return twice


def most_of_a_suit(cards: Cards) -> int:
    """The largest number of cards of one suit."""
    counts = 0
    for card in cards:
        counts += 1 << 4 * (card & 3)
    most = 0
    for suit in range(4):
        most = max(most, counts >> 4 * suit & 15)
    return most


def spread(ranks: int) -> int:
    """The span from the lowest to the highest rank, both included; an ace is low if that makes it shorter."""
    high = width(ranks)
    low = width((ranks << 1 | ranks >> ACE) & ((1 << ACE + 1) - 1)) if ranks >> ACE & 1 else high
    return min(high, low)


def width(ranks: int) -> int:
    """The same with aces high."""
    if ranks == 0:
        return 0
    while ranks & 1 == 0:
        ranks >>= 1
    width = 0
    while ranks:
        ranks >>= 1
        width += 1
    return width


def is_outside_draw(ranks: int) -> bool:
    """Whether four ranks make a straight with one at either end."""
    return count_ones(ranks) == 4 and width(ranks) == 4 and ranks >> ACE & 1 == 0


def is_straight_draw(ranks: int) -> bool:
    """Whether four ranks need one more for a straight, anywhere."""
    return count_ones(ranks) == 4 and spread(ranks) <= 5
