"""Building blocks for the rows of a house way (regulation 2.4 and 2.5).

A row specifies the low hand by its ranks, or asks for the best low hand that leaves a certain class of high hand (the
back); :func:`best_split` then finds the cards. The joker is semi-wild: rank counts treat it as an ace, and it may
complete a straight or flush in the back. Where house ways usually differ (four of a kind, two pair: regulation 2.6),
the difference is a table of ranks.
"""

from dataclasses import dataclass
from typing import Final

from pitbook.cards import ACE, JOKER, KING, Cards, rank
from pitbook.hands import poker
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.poker import (
    ACE_BIT,
    ALL_RANKS,
    HIGH_CARD,
    PAIR,
    Kinds,
    class_of,
    five_card_value,
    highest,
    kickers_of,
    main_of,
    two_card_value,
    value_of,
)

ANY_BACK: Final = -1
ROYAL_BACK: Final = 1 << poker.ROYAL_FLUSH
STRAIGHT_FLUSH_BACK: Final = ROYAL_BACK | 1 << poker.STRAIGHT_FLUSH
FLUSH_BACK: Final = 1 << poker.FLUSH
COMPLETE_BACK: Final = STRAIGHT_FLUSH_BACK | FLUSH_BACK | 1 << poker.STRAIGHT
"""A back is a set of classes, one bit each. Complete: a straight, a flush or a straight flush."""

BEST_LOW: Final = -1
"""Requests the highest low hand that the back allows."""

NEVER: Final = 13
"""A rank above every card's."""

QuadsTable = tuple[tuple[int, int, int, int], ...]
"""Rows, the highest rank first. A row applies to four of a kind of its first rank or higher. They stay together in the
high hand beside a pair of at least the second rank, or beside kickers of at least the third and fourth ranks; otherwise
they are split two and two."""

TwoPairTable = tuple[tuple[int, int, int], ...]
"""Rows, the highest rank first. A row applies to two pair whose higher pair has its first rank or more. Both stay in
the high hand if the lower pair has at most the second rank and a kicker at least the third; otherwise the lower pair is
the low hand."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a house way, or one branch of it, as the regulation reference words it."""

    id: str
    """The row, ``A6``; a letter follows where it has branches, ``A6a``."""
    contains: str
    """The contents of the hand."""
    low: str
    """The low hand."""


def pair_low(bit: int) -> int:
    """The value of a low hand that is a pair of the rank ``bit``."""
    return value_of(PAIR, bit, 0)


def high_low(ranks: int) -> int:
    """The value of a low hand of two different ranks."""
    return value_of(HIGH_CARD, 0, ranks)


def two_highest(ranks: int) -> int:
    """The two highest ranks of a mask."""
    top = highest(ranks)
    return top | highest(ranks ^ top)


def is_pair(low: int) -> bool:
    """Whether a low hand is a pair."""
    return class_of(low) == PAIR


def five_aces_low(kinds: Kinds) -> int:
    """With five aces, a pair of kings is the low hand, else two of the aces."""
    return pair_low(kinds[1] & 1 << KING or ACE_BIT)


def quads_low(kinds: Kinds, table: QuadsTable) -> int:
    """The low hand with four of a kind: a pair (also from trips), two kickers, or two of the four."""
    once, twice, _, four, _ = kinds
    pair = highest(twice ^ four)
    kickers = two_highest(once ^ twice)
    for quads_from, pair_from, first_from, second_from in table:
        if four >= 1 << quads_from:
            if pair >= 1 << pair_from:
                return pair_low(pair)
            first = highest(kickers)
            if pair == 0 and first >= 1 << first_from and kickers ^ first >= 1 << second_from:
                return high_low(kickers)
            break
    return pair_low(four)


def two_pair_low(kinds: Kinds, table: TwoPairTable) -> int:
    """The low hand of two pair: the two highest kickers if both pairs stay in the high hand, else the small pair."""
    once, twice, _, _, _ = kinds
    big = highest(twice)
    small = twice ^ big
    kickers = once ^ twice
    for big_from, small_to, kicker_from in table:
        if big >= 1 << big_from:
            if small <= 1 << small_to and kickers >= 1 << kicker_from:
                return high_low(two_highest(kickers))
            break
    return pair_low(small)


def plain_low(kinds: Kinds) -> int:
    """The low hand of a hand with at most trips or a pair and without a complete back.

    Of three aces, one goes into the low hand with the best kicker; other trips and a pair stay in the high hand;
    without a pair, the highest card stays in the high hand and the next two are the low hand.
    """
    once, twice, thrice, _, _ = kinds
    if thrice & ACE_BIT:
        return high_low(ACE_BIT | highest(once ^ twice))
    if twice:
        return high_low(two_highest(once ^ twice))
    return high_low(two_highest(once ^ highest(once)))


def best_split(hand: Cards, low: int, back: int) -> tuple[int, int, int]:
    """The split with this low hand, or with the best, that leaves such a back: two positions and the low value.

    Among splits with equal low hands the highest back wins. If these are equal too, suits decide: the low hand takes
    the highest (spades first) and the back keeps the joker. Position -1 means that there is no such split.

    The rank of the wheel cannot change the choice: backs beside equal low hands have equal ranks, except that one may
    hold the joker where another holds an ace, and with the joker it is never lower.
    """
    chosen = (-1, -1, -1)
    best = (-1, -1, -1)
    wanted = ALL_RANKS if low == BEST_LOW else main_of(low) | kickers_of(low)
    for second in range(1, 7):
        for first in range(second if wanted & rank_bit(hand[second]) else 0):
            if wanted & rank_bit(hand[first]) == 0:
                continue
            low_value = two_card_value(low_cards(hand, first, second), False)
            if low_value == low or (low == BEST_LOW and low_value >= best[0]):
                high_value = five_card_value(high_cards(hand, first, second), False, False)
                key = (low_value, high_value, suit_order(hand[first], hand[second]))
                if back >> class_of(high_value) & 1 and key > best:
                    best = key
                    chosen = (first, second, low_value)
    return chosen


def rank_bit(card: int) -> int:
    """The rank of a card as a mask; the joker's is the ace's."""
    return 1 << rank(card) if card != JOKER else ACE_BIT


def suit_order(one: int, other: int) -> int:
    """Orders low hands of equal ranks by their higher card, then by the other; the joker is below the ace of clubs."""
    one = 2 * one + 1 if one != JOKER else 8 * ACE
    other = 2 * other + 1 if other != JOKER else 8 * ACE
    return 128 * max(one, other) + min(one, other)
