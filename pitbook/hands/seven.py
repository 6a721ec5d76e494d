"""The lines of a bonus pay table that seven cards satisfy (letters 002 and 004).

The answer is a bit mask over :data:`LINE_NAMES`. Each bit is set independently of the others and of any pay table: a
royal flush is also a straight flush, a flush and a straight. A pay table then pays the best of the lines that it
prints.
"""

from typing import Final

from pitbook.cards import ACE, JOKER, KING, NINE, QUEEN, Cards, rank, suit
from pitbook.hands.poker import (
    ACE_BIT,
    ALL_RANKS,
    BROADWAY,
    WHEEL,
    Kinds,
    best_straight,
    count_ones,
    highest,
    natural_kinds,
    reaches,
    with_rank,
)

(
    SEVEN_CARD_STRAIGHT_FLUSH,
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER,
    ROYAL_FLUSH_ACE_KING_SUITED,
    ROYAL_FLUSH_ACE_QUEEN_SUITED,
    ROYAL_FLUSH_KING_QUEEN_SUITED,
    FIVE_ACES,
    NATURAL_WHEEL_ACE_QUEEN_SUITED,
    NATURAL_WHEEL_STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    FLUSH,
    THREE_OF_A_KIND,
    STRAIGHT,
    THREE_PAIR,
    ACE_HIGH_PAI_GOW,
    KING_HIGH_PAI_GOW,
    QUEEN_HIGH_PAI_GOW,
    JACK_HIGH_PAI_GOW,
    TEN_HIGH_PAI_GOW,
    NINE_HIGH_PAI_GOW,
) = range(22)
"""Bit positions of the lines."""

LINE_NAMES: Final = (
    "seven_card_straight_flush",
    "seven_card_straight_flush_with_joker",
    "royal_flush_ace_king_suited",
    "royal_flush_ace_queen_suited",
    "royal_flush_king_queen_suited",
    "five_aces",
    "natural_wheel_ace_queen_suited",
    "natural_wheel_straight_flush",
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "three_of_a_kind",
    "straight",
    "three_pair",
    "ace_high_pai_gow",
    "king_high_pai_gow",
    "queen_high_pai_gow",
    "jack_high_pai_gow",
    "ten_high_pai_gow",
    "nine_high_pai_gow",
)
"""The names of the lines, in the order of their bits."""

PAI_GOW: Final = (1 << NINE_HIGH_PAI_GOW + 1) - (1 << ACE_HIGH_PAI_GOW)
"""Every pai gow line: ``lines & PAI_GOW`` is nonzero if the seven cards are a pai gow."""

_ACE_KING: Final = 1 << ACE | 1 << KING
_ACE_QUEEN: Final = 1 << ACE | 1 << QUEEN
_KING_QUEEN: Final = 1 << KING | 1 << QUEEN
_SEVEN_RANKS: Final = (ACE_BIT | 0b111111, *(0b1111111 << low for low in range(7)))
"""Ace to seven, then deuce to eight up to eight to ace; a run does not wrap around the ace."""


def seven_card_lines(hand: Cards, joker_wild: bool) -> int:
    """The lines that seven cards of the 53-card pack satisfy, as a bit mask.

    Semi-wild, the joker is an ace or completes a straight, flush or straight flush. Fully wild, it is any card not in
    the hand: this changes the cards of a kind and rules out a pai gow; straights and flushes are the same.
    """
    joker = JOKER in hand
    kinds = natural_kinds(hand)
    ranks = kinds[0]
    suits = _suit_masks(hand)
    lines = 0
    if best_straight(ranks, joker, False):
        lines |= 1 << STRAIGHT
    for each in range(4):
        if count_ones(_one_suit(suits, each)) + joker >= 5:
            lines |= flush_lines(suits, each, joker)
    if not joker:
        lines |= kind_lines(kinds)
    elif joker_wild:
        for each in range(13):
            lines |= kind_lines(with_rank(kinds, 1 << each))
        return lines
    else:
        kinds = with_rank(kinds, ACE_BIT)
        lines |= kind_lines(kinds)
    if kinds[1] == 0 and lines == 0:
        lines = 1 << pai_gow_line(kinds[0])
    return lines


def kind_lines(kinds: Kinds) -> int:
    """The lines for cards of a kind, with the joker already counted as a rank."""
    _, twice, thrice, four, five = kinds
    lines = 0
    if thrice:
        lines |= 1 << THREE_OF_A_KIND
        if count_ones(twice) > 1:
            lines |= 1 << FULL_HOUSE
        if four:
            lines |= 1 << FOUR_OF_A_KIND
        if five & ACE_BIT:
            lines |= 1 << FIVE_ACES
    elif count_ones(twice) == 3:
        lines |= 1 << THREE_PAIR
    return lines


def flush_lines(suits: int, flush_suit: int, joker: bool) -> int:
    """The lines for a hand whose flush is in ``flush_suit``."""
    ranks = _one_suit(suits, flush_suit)
    lines = 1 << FLUSH
    if best_straight(ranks, joker, False) == 0:
        return lines
    lines |= 1 << STRAIGHT_FLUSH
    seven = is_seven_in_a_row(ranks, joker)
    if seven:
        lines |= 1 << (SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER if joker else SEVEN_CARD_STRAIGHT_FLUSH)
    if reaches(ranks, BROADWAY, joker):
        lines |= 1 << ROYAL_FLUSH
        if two_more_are(suits, flush_suit, _ACE_KING):
            lines |= 1 << ROYAL_FLUSH_ACE_KING_SUITED
        if two_more_are(suits, flush_suit, _ACE_QUEEN):
            lines |= 1 << ROYAL_FLUSH_ACE_QUEEN_SUITED
        if two_more_are(suits, flush_suit, _KING_QUEEN):
            lines |= 1 << ROYAL_FLUSH_KING_QUEEN_SUITED
    if reaches(ranks, WHEEL, False) and not joker and not seven:
        lines |= 1 << NATURAL_WHEEL_STRAIGHT_FLUSH
        if two_more_are(suits, flush_suit, _ACE_QUEEN):
            lines |= 1 << NATURAL_WHEEL_ACE_QUEEN_SUITED
    return lines


def is_seven_in_a_row(ranks: int, joker: bool) -> bool:
    """Whether all seven cards, of one suit except the joker, are consecutive: ace high or low, no wrap-around."""
    found = False
    if count_ones(ranks) + joker == 7:
        for window in _SEVEN_RANKS:
            found = found or reaches(ranks, window, joker)
    return found


def two_more_are(suits: int, flush_suit: int, wanted: int) -> bool:
    """Whether the two cards beside a five-card straight flush have these ranks, are natural and share another suit."""
    found = False
    for other in range(4):
        found = found or (other != flush_suit and _one_suit(suits, other) == wanted)
    return found


def pai_gow_line(ranks: int) -> int:
    """The line of a pai gow by its highest rank; without a straight, nine high is the lowest possible."""
    top = highest(ranks)
    for each in range(ACE, NINE, -1):
        if top == 1 << each:
            return ACE_HIGH_PAI_GOW + ACE - each
    return NINE_HIGH_PAI_GOW


def _suit_masks(hand: Cards) -> int:
    """The rank masks of the four suits, packed into one integer; the joker is in none."""
    suits = 0
    for card in hand:
        if card != JOKER:
            suits |= 1 << (13 * suit(card) + rank(card))
    return suits


def _one_suit(suits: int, each: int) -> int:
    """The rank mask of one suit."""
    return suits >> 13 * each & ALL_RANKS
