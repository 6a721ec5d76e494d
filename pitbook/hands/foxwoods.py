"""House way A, Foxwoods (regulation 2.4)."""

from typing import Final

from pitbook.cards import ACE, JACK, KING, SEVEN, TEN, THREE, TWO, Cards
from pitbook.hands.poker import ACE_BIT, count_ones, held_kinds, highest
from pitbook.hands.rows import (
    ANY_BACK,
    BEST_LOW,
    COMPLETE_BACK,
    NEVER,
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
    two_highest,
    two_pair_low,
)
from pitbook.hands.seven import FLUSH, STRAIGHT, seven_card_lines

QUADS: Final[QuadsTable] = (
    (JACK, TWO, NEVER, NEVER),
    (SEVEN, TWO, KING, TWO),
    (TWO, TWO, TWO, TWO),
)
"""Rows A3 to A7."""

TWO_PAIR: Final[TwoPairTable] = (
    (JACK, ACE, NEVER),
    (SEVEN, ACE, ACE),
    (THREE, ACE, KING),
)
"""Rows A11 to A13."""

(
    A1, A2, A3, A4, A5, A6A, A6B, A7, A8, A9, A10, A11, A12A, A12B, A13A, A13B, A14, A15, A16, A17, A18, A19, A20, A21,
) = range(24)  # fmt: skip

ROWS: Final = (
    Row("A1", "five aces and two kings", "the kings"),
    Row("A2", "five aces", "two aces"),
    Row("A3", "four of a kind and three of a kind", "a pair from the three"),
    Row("A4", "four of a kind and a pair", "the pair"),
    Row("A5", "four jacks, queens, kings or aces", "two of the four"),
    Row("A6a", "four sevens to tens, with an ace or a king", "the two highest kickers"),
    Row("A6b", "four sevens to tens", "two of the four"),
    Row("A7", "four deuces to sixes", "the two highest kickers"),
    Row("A8", "two threes of a kind", "a pair from the higher"),
    Row("A9", "three of a kind and one or two pair", "the highest pair"),
    Row("A10", "three pair", "the highest pair"),
    Row("A11", "two pair, the higher jacks to aces", "the lower pair"),
    Row("A12a", "two pair, the higher sevens to tens, with an ace", "the two highest kickers"),
    Row("A12b", "two pair, the higher sevens to tens", "the lower pair"),
    Row("A13a", "two pair, the higher threes to sixes, with an ace or a king", "the two highest kickers"),
    Row("A13b", "two pair, the higher threes to sixes", "the lower pair"),
    Row("A14", "three of a kind, and a straight or flush", "the best that leaves a straight or flush"),
    Row(
        "A15",
        "a pair of tens to kings, an ace, and a straight or flush that would leave a worse low hand",
        "the ace and the highest kicker",
    ),
    Row("A16", "a pair, and a straight or flush", "the best that leaves a straight or flush"),
    Row("A17", "no pair, and a straight or flush", "the best that leaves a straight or flush"),
    Row("A18", "three aces", "an ace and the highest kicker"),
    Row("A19", "three of a kind", "the two highest kickers"),
    Row("A20", "a pair", "the two highest kickers"),
    Row("A21", "no pair", "the second and third highest cards"),
)


def foxwoods(hand: Cards) -> tuple[int, int, int]:
    """The positions of the two low cards, lower first, and the row of :data:`ROWS` that decided."""
    row, low, back = decision(hand)
    first, second, _ = best_split(hand, low, back)
    return first, second, row


def decision(hand: Cards) -> tuple[int, int, int]:
    """The first row that fits, the low hand it asks for, and the kinds of high hand it allows."""
    kinds = held_kinds(hand, False)
    once, twice, thrice, four, five = kinds
    if five:
        low = five_aces_low(kinds)
        return A2 if low == pair_low(ACE_BIT) else A1, low, ANY_BACK
    if four:
        low = quads_low(kinds, QUADS)
        return quads_row(thrice != four, twice != thrice, four, low), low, ANY_BACK
    if count_ones(thrice) == 2:
        return A8, pair_low(highest(thrice)), ANY_BACK
    if thrice and twice != thrice:
        return A9, pair_low(highest(twice ^ thrice)), ANY_BACK
    if count_ones(twice) == 3:
        return A10, pair_low(highest(twice)), ANY_BACK
    if count_ones(twice) == 2:
        low = two_pair_low(kinds, TWO_PAIR)
        return two_pair_row(highest(twice), is_pair(low)), low, ANY_BACK
    if seven_card_lines(hand, False) & (1 << STRAIGHT | 1 << FLUSH):
        if thrice:
            return A14, BEST_LOW, COMPLETE_BACK
        if twice == 0:
            return A17, BEST_LOW, COMPLETE_BACK
        if 1 << TEN <= twice <= 1 << KING and once & ACE_BIT:
            low = high_low(two_highest(once ^ twice))
            if low > best_split(hand, BEST_LOW, COMPLETE_BACK)[2]:
                return A15, low, ANY_BACK
        return A16, BEST_LOW, COMPLETE_BACK
    row = A21
    if twice:
        row = A20
    if thrice:
        row = A18 if thrice == ACE_BIT else A19
    return row, plain_low(kinds), ANY_BACK


def quads_row(trips_too: bool, pair_too: bool, four: int, low: int) -> int:
    """The row, A3 to A7, of four of a kind."""
    if trips_too:
        return A3
    if pair_too:
        return A4
    if four >= 1 << JACK:
        return A5
    if four >= 1 << SEVEN:
        return A6B if is_pair(low) else A6A
    return A7


def two_pair_row(big: int, split: bool) -> int:
    """The row, A11 to A13, of two pair."""
    if big >= 1 << JACK:
        return A11
    if big >= 1 << SEVEN:
        return A12B if split else A12A
    return A13B if split else A13A
