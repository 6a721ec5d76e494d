"""House way B, Flamingo (regulation 2.5)."""

from typing import Final

from pitbook.cards import ACE, FIVE, JACK, KING, SEVEN, TEN, THREE, TWO, Cards
from pitbook.hands.poker import ACE_BIT, Kinds, count_ones, held_kinds, highest
from pitbook.hands.rows import (
    ANY_BACK,
    BEST_LOW,
    COMPLETE_BACK,
    FLUSH_BACK,
    NEVER,
    ROYAL_BACK,
    STRAIGHT_FLUSH_BACK,
    QuadsTable,
    Row,
    TwoPairTable,
    best_split,
    five_aces_low,
    high_low,
    is_pair,
    pair_low,
    plain_low,
    quads_low,
    two_pair_low,
)
from pitbook.hands.seven import FLUSH, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH, seven_card_lines

QUADS: Final[QuadsTable] = (
    (ACE, SEVEN, NEVER, NEVER),
    (JACK, TEN, NEVER, NEVER),
    (SEVEN, TWO, ACE, JACK),
    (TWO, TWO, TWO, TWO),
)
"""Rows B2 to B5."""

TWO_PAIR: Final[TwoPairTable] = (
    (ACE, ACE, NEVER),
    (JACK, FIVE, ACE),
    (SEVEN, ACE, ACE),
    (THREE, ACE, TWO),
)
"""Rows B10 and B11."""

_ACE_KING: Final = 1 << ACE | 1 << KING
_KING_HIGH: Final = high_low(1 << KING)
_ACE_JACK: Final = high_low(1 << ACE | 1 << JACK)

(
    B1A, B1B, B2, B3A, B3B, B3C, B4A, B4B, B5A, B5B, B6, B7, B8A, B8B, B9, B10A, B10B, B11A, B11B,
    B12A, B12B, B13A, B13B, B14A, B14B, B15, B16A, B16B, B17, B18,
) = range(30)  # fmt: skip

ROWS: Final = (
    Row("B1a", "five aces and two kings", "the kings"),
    Row("B1b", "five aces", "two aces"),
    Row("B2", "four deuces to sixes", "a pair if there is one, else the two highest kickers"),
    Row("B3a", "four sevens to tens and a pair or three of a kind", "the pair, or a pair from the three"),
    Row("B3b", "four sevens to tens, an ace, and a jack, queen or king", "the ace and the highest other kicker"),
    Row("B3c", "four sevens to tens", "two of the four"),
    Row(
        "B4a",
        "four jacks, queens or kings and a pair or three of tens or better",
        "that pair, or a pair from the three",
    ),
    Row("B4b", "four jacks, queens or kings", "two of the four"),
    Row("B5a", "four aces and a pair or three of sevens or better", "that pair, or a pair from the three"),
    Row("B5b", "four aces", "two of the aces"),
    Row("B6", "two threes of a kind", "a pair from the higher"),
    Row("B7", "three of a kind and two pair", "the higher pair"),
    Row("B8a", "a full house", "the pair"),
    Row("B8b", "a full house with a pair of deuces, an ace and a king", "the ace and the king"),
    Row("B9", "three pair", "the highest pair"),
    Row(
        "B10a",
        "two pair, no straight or flush: both sixes or lower; or both tens or lower with an ace; "
        "or jacks, queens or kings and fives or lower with an ace",
        "the two highest kickers",
    ),
    Row("B10b", "two pair, no straight or flush", "the lower pair"),
    Row(
        "B11a",
        "two pair, and a straight or flush: both tens or lower with an ace, or aces or both tens or better, "
        "where row B10 keeps both pairs in the high hand",
        "the two highest kickers",
    ),
    Row("B11b", "the same, where row B10 does not", "the lower pair"),
    Row("B12a", "a royal flush", "the best that leaves a royal flush"),
    Row(
        "B12b",
        "a royal flush, and another straight or flush that leaves a better low hand, king high or more",
        "the best that leaves a straight or flush",
    ),
    Row("B13a", "a straight flush", "the best that leaves a straight flush"),
    Row(
        "B13b",
        "a straight flush, and another straight or flush that leaves a better low hand, ace-jack or more",
        "the best that leaves a straight or flush",
    ),
    Row(
        "B14a",
        "a straight and a flush, one of which leaves a low hand of king high or more",
        "the best that leaves a straight or flush",
    ),
    Row("B14b", "a straight and a flush", "the best that leaves a flush"),
    Row("B15", "a straight or a flush", "the best that leaves it"),
    Row("B16a", "three aces", "an ace and the highest kicker"),
    Row("B16b", "three of a kind", "the two highest kickers"),
    Row("B17", "a pair", "the two highest kickers"),
    Row("B18", "no pair", "the second and third highest cards"),
)


def flamingo(hand: Cards) -> tuple[int, int, int]:
    """The positions of the two low cards, lower first, and the row of :data:`ROWS` that decided."""
    row, low, back = decision(hand)
    first, second, _ = best_split(hand, low, back)
    return first, second, row


def decision(hand: Cards) -> tuple[int, int, int]:
    """The first row that fits, the low hand it asks for, and the kinds of high hand it allows.

    Rows B2 to B9 come before the straights and flushes: every overlap also meets the source's own exception
    for aces and another pair (regulation 2.5, below the table).
    """
    kinds = held_kinds(hand, False)
    once, twice, thrice, four, five = kinds
    if five:
        low = five_aces_low(kinds)
        return B1B if low == pair_low(ACE_BIT) else B1A, low, ANY_BACK
    if four:
        low = quads_low(kinds, QUADS)
        return quads_row(four, low), low, ANY_BACK
    pairs = count_ones(twice ^ thrice)
    if count_ones(thrice) == 2:
        return B6, pair_low(highest(thrice)), ANY_BACK
    if thrice and pairs == 2:
        return B7, pair_low(highest(twice ^ thrice)), ANY_BACK
    if thrice and pairs == 1:
        if twice & 1 << TWO and not thrice & 1 << TWO and once ^ twice == _ACE_KING:
            return B8B, high_low(_ACE_KING), ANY_BACK
        return B8A, pair_low(twice ^ thrice), ANY_BACK
    if pairs == 3:
        return B9, pair_low(highest(twice)), ANY_BACK
    lines = seven_card_lines(hand, False)
    complete = lines & (1 << STRAIGHT | 1 << FLUSH) != 0
    if pairs == 2 and (not complete or prefers_two_pair(kinds)):
        low = two_pair_low(kinds, TWO_PAIR)
        if complete:
            return B11B if is_pair(low) else B11A, low, ANY_BACK
        return B10B if is_pair(low) else B10A, low, ANY_BACK
    if complete:
        return complete_decision(hand, lines)
    row = B18
    if twice:
        row = B17
    if thrice:
        row = B16A if thrice == ACE_BIT else B16B
    return row, plain_low(kinds), ANY_BACK


def quads_row(four: int, low: int) -> int:
    """The row, B2 to B5, of four of a kind."""
    split = low == pair_low(four)
    if four == ACE_BIT:
        return B5B if split else B5A
    if four >= 1 << JACK:
        return B4B if split else B4A
    if four >= 1 << SEVEN:
        if split:
            return B3C
        return B3A if is_pair(low) else B3B
    return B2


def prefers_two_pair(kinds: Kinds) -> bool:
    """Whether two pair are kept together although there is a straight or flush (row B11).

    Aces and any pair; both tens or better; both tens or lower with an ace. The source excepts a royal flush from
    the last, but two pair of tens or lower leave too few cards for one.
    """
    once, twice, _, _, _ = kinds
    big = highest(twice)
    if big == ACE_BIT or twice ^ big >= 1 << TEN:
        return True
    return big <= 1 << TEN and once & ACE_BIT != 0


def complete_decision(hand: Cards, lines: int) -> tuple[int, int, int]:
    """The decision, rows B12 to B15, for a hand that is set as a straight, flush or straight flush."""
    if lines & 1 << STRAIGHT_FLUSH == 0:
        if lines & 1 << STRAIGHT == 0 or lines & 1 << FLUSH == 0:
            return B15, BEST_LOW, COMPLETE_BACK
        if best_split(hand, BEST_LOW, COMPLETE_BACK)[2] >= _KING_HIGH:
            return B14A, BEST_LOW, COMPLETE_BACK
        return B14B, BEST_LOW, FLUSH_BACK
    royal = lines & 1 << ROYAL_FLUSH != 0
    kept_back = ROYAL_BACK if royal else STRAIGHT_FLUSH_BACK
    kept = best_split(hand, BEST_LOW, kept_back)[2]
    other = best_split(hand, BEST_LOW, COMPLETE_BACK)[2]
    if other > kept and other >= (_KING_HIGH if royal else _ACE_JACK):
        return B12B if royal else B13B, BEST_LOW, COMPLETE_BACK
    return B12A if royal else B13A, BEST_LOW, kept_back
