"""The point system of Mississippi Stud that people learn. All known cards are given as the player's.

A jack or higher is a high card and counts two points, a six to a ten a middle card and one point, others nothing.
"""

from pitbook.cards import EIGHT, FIVE, FOUR, JACK, SIX, Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import (
    FROM_JACK,
    FROM_TEN,
    is_outside_draw,
    is_straight_draw,
    most_of_a_suit,
    ranks_held,
    ranks_paired,
    spread,
    width,
)
from pitbook.hands.poker import count_ones

THIRD = (
    ChartRule("3x", "a pair"),
    ChartRule("1x", "two points or more"),
    ChartRule("1x", "5-6 of one suit"),
    ChartRule("fold", "everything else"),
)
FOURTH = (
    ChartRule("3x", "a pair of sixes or better, or three of a kind"),
    ChartRule("3x", "three of one suit, all tens or higher"),
    ChartRule("3x", "three of one suit in a row, 5-6-7 or higher"),
    ChartRule("3x", "three of one suit with one gap and a high card; aces are high"),
    ChartRule("3x", "three of one suit with two gaps and two high cards"),
    ChartRule("1x", "any other three of one suit"),
    ChartRule("1x", "a pair of fives or lower"),
    ChartRule("1x", "three points or more"),
    ChartRule("1x", "three in a row, 4-5-6 or higher"),
    ChartRule("1x", "three to a straight with one gap and two middle cards"),
    ChartRule("fold", "everything else"),
)
FIFTH = (
    ChartRule("3x", "a pair of sixes or better, two pair or three of a kind"),
    ChartRule("3x", "four of one suit"),
    ChartRule("3x", "four in a row, 5-6-7-8 or higher, open at both ends"),
    ChartRule("1x", "any other four to a straight"),
    ChartRule("1x", "a pair of fives or lower"),
    ChartRule("1x", "four points or more"),
    ChartRule("1x", "three middle cards after a bet of 3x"),
    ChartRule("fold", "everything else"),
)


def points(cards: Cards) -> int:
    """Two for a high card, one for a middle card."""
    total = 0
    for card in cards:
        total += (card >= JACK * 4) + (card >= SIX * 4)
    return total


def middle_cards(cards: Cards) -> int:
    """How many sixes to tens there are."""
    count = 0
    for card in cards:
        count += card >= SIX * 4 and card < JACK * 4
    return count


def lowest_rank(ranks: int) -> int:
    """The lowest rank of a mask."""
    low = 0
    while ranks >> low & 1 == 0:
        low += 1
    return low


def pick_third(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with two cards."""
    if ranks_paired(own):
        return 0
    if points(own) >= 2:
        return 1
    return 2 if ranks_held(own) == (1 << FIVE | 1 << SIX) and most_of_a_suit(own) == 2 else 3


def pick_fourth(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    held, paired = ranks_held(own), ranks_paired(own)
    wide, high = spread(held), count_ones(held & FROM_JACK)
    if paired >= 1 << SIX or count_ones(held) == 1:
        return 0
    if most_of_a_suit(own) == 3:
        if held & ~FROM_TEN == 0:
            return 1
        if width(held) == 3 and lowest_rank(held) >= FIVE:
            return 2
        if width(held) <= 4 and high >= 1:
            return 3
        return 4 if width(held) <= 5 and high >= 2 else 5
    if paired:
        return 6
    if points(own) >= 3:
        return 7
    if count_ones(held) == 3 and wide == 3 and lowest_rank(held) >= FOUR:
        return 8
    return 9 if count_ones(held) == 3 and wide == 4 and middle_cards(own) >= 2 else 10


def pick_fifth(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards."""
    held, paired = ranks_held(own), ranks_paired(own)
    if paired >= 1 << SIX or paired & (paired - 1) or count_ones(held) <= 2:
        return 0
    if most_of_a_suit(own) == 4:
        return 1
    if is_outside_draw(held) and held >> EIGHT:
        return 2
    if is_straight_draw(held):
        return 3
    if paired:
        return 4
    if points(own) >= 4:
        return 5
    return 6 if middle_cards(own) >= 3 and added >= 4 else 7


NOVICE_RULES = (
    ChartRule("3x", "a pair of jacks or better"),
    ChartRule("1x", "any other pair, or a jack or higher"),
    ChartRule("fold", "everything else"),
)
NOVICE_WORDS = "bets 3x with a pair of jacks or better, 1x with other pairs and any jack or higher, and folds otherwise"


def pick_novice(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    if ranks_paired(own) >= 1 << JACK:
        return 0
    return 1 if ranks_paired(own) or ranks_held(own) & FROM_JACK else 2


CHART = (
    StreetChart("third-street", THIRD, pick_third),
    StreetChart("fourth-street", FOURTH, pick_fourth),
    StreetChart("fifth-street", FIFTH, pick_fifth),
)
NOVICE = tuple(StreetChart(chart.street, NOVICE_RULES, pick_novice) for chart in CHART)


# -- simpler rules -----------------------------------------------------------------------------------------------------

FEWER_FOURTH = (
    ChartRule("3x", "a pair of sixes or better, three of a kind, or three of one suit"),
    ChartRule("1x", "a pair of fives or lower, or three points or more"),
    ChartRule("fold", "everything else"),
)
FEWER_FIFTH = (
    ChartRule("3x", "a pair of sixes or better, two pair, three of a kind, or four of one suit"),
    ChartRule("1x", "four to a straight, a pair of fives or lower, or four points or more"),
    ChartRule("fold", "everything else"),
)


def pick_fewer_fourth(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    paired = ranks_paired(own)
    if paired >= 1 << SIX or count_ones(ranks_held(own)) == 1 or most_of_a_suit(own) == 3:
        return 0
    return 1 if paired or points(own) >= 3 else 2


def pick_fewer_fifth(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards."""
    held, paired = ranks_held(own), ranks_paired(own)
    if paired >= 1 << SIX or paired & (paired - 1) or count_ones(held) <= 2 or most_of_a_suit(own) == 4:
        return 0
    return 1 if paired or is_straight_draw(held) or points(own) >= 4 else 2


SIMPLER = (
    (StreetChart("fourth-street", FEWER_FOURTH, pick_fewer_fourth),),
    (StreetChart("fifth-street", FEWER_FIFTH, pick_fewer_fifth),),
)
