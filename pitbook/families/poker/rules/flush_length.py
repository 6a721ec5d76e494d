"""Hands that have the value of their best suit: the length of a flush, and the longest run in one suit.

The ranks held of a suit are a mask as in :mod:`pitbook.hands.poker`: bit 0 a deuce, bit 12 an ace. All can be compiled.
"""

from typing import Final

from pitbook.cards import ACE, RANK_NAMES, RANKS, Cards
from pitbook.hands.poker import class_of, count_ones, kickers_of, value_of

CARDS: Final = ("no cards", "one card", "two-card", "three-card", "four-card", "five-card", "six-card", "seven-card")
"""The name of a flush by its number of cards."""


def ranks_in_suit(cards: Cards, suit: int) -> int:
    """The ranks held of a suit."""
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask


def suit_value(ranks: int) -> int:
    """The longer flush is the higher; of equal length the one with the highest rank that the other does not have."""
    return value_of(count_ones(ranks), 0, ranks)


def flush_value(cards: Cards) -> int:
    """The value of the longest flush; of several, of the highest."""
    best = 0
    for suit in range(4):
        best = max(best, suit_value(ranks_in_suit(cards, suit)))
    return best


def flush_length(value: int) -> int:
    """The number of cards of one suit in a value."""
    return class_of(value)


def describe_flush(value: int) -> str:
    """``three-card flush, T-8-6``; with fewer ranks ``three-card flush, ten high`` and ``three-card flush``."""
    ranks = [rank for rank in range(12, -1, -1) if kickers_of(value) >> rank & 1]
    words = f"{CARDS[class_of(value)]} flush"
    if len(ranks) < 2:
        return f"{words}, {RANK_NAMES[ranks[0]]} high" if ranks else words
    return f"{words}, {'-'.join(RANKS[rank] for rank in ranks)}"


def longest_run(ranks: int) -> int:
    """The longest run of consecutive ranks; an ace is high or low, and a run does not go around it."""
    ladder = ranks << 1 | ranks >> ACE & 1
    length = 0
    while ladder:
        ladder &= ladder << 1
        length += 1
    return length


def longest_flush(cards: Cards) -> int:
    """The most cards of one suit."""
    most = 0
    for suit in range(4):
        most = max(most, count_ones(ranks_in_suit(cards, suit)))
    return most


def longest_straight_flush(cards: Cards) -> int:
    """The longest run in one suit."""
    most = 0
    for suit in range(4):
        most = max(most, longest_run(ranks_in_suit(cards, suit)))
    return most
