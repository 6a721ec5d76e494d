"""The published strategy of Big Raise Stud Poker, and a novice. Tens to aces are high cards, sixes to nines middle."""

from pitbook.cards import FIVE, SIX, TEN, Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import (
    FROM_TEN,
    most_of_a_suit,
    ranks_held,
    ranks_paired,
    spread,
    width,
)
from pitbook.hands.poker import count_ones

FROM_SIX = FROM_TEN | (1 << TEN) - (1 << SIX)
FROM_FIVE = FROM_SIX | 1 << FIVE
MIDDLE = FROM_SIX & ~FROM_TEN

RULES = (
    ChartRule("4x", "three of a kind, or a pair of sixes or better"),
    ChartRule("4x", "three of one suit, all tens or higher"),
    ChartRule("4x", "three of one suit in a row, 5-6-7 or higher"),
    ChartRule("4x", "three of one suit with one gap, a six or higher the lowest"),
    ChartRule("4x", "three of one suit with two gaps and two high cards; aces are high"),
    ChartRule("1x", "any other three of one suit"),
    ChartRule("1x", "a pair of fives or lower"),
    ChartRule("1x", "three cards that are all sixes or higher"),
    ChartRule("1x", "two high cards and a low one"),
    ChartRule("1x", "three to a straight with at most one gap and two middle cards"),
    ChartRule("fold", "everything else"),
)


def pick(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    held, paired = ranks_held(own), ranks_paired(own)
    if paired >= 1 << SIX or count_ones(held) == 1:
        return 0
    if most_of_a_suit(own) == 3:
        wide = width(held)
        if held & ~FROM_TEN == 0:
            return 1
        if wide == 3 and held & ~FROM_FIVE == 0:
            return 2
        if wide == 4 and held & ~FROM_SIX == 0:
            return 3
        return 4 if wide == 5 and count_ones(held & FROM_TEN) >= 2 else 5
    if paired:
        return 6
    if held & ~FROM_SIX == 0:
        return 7
    if count_ones(held & FROM_TEN) == 2:
        return 8
    return 9 if spread(held) <= 4 and count_ones(held & MIDDLE) == 2 else 10


CHART = (StreetChart("raise", RULES, pick),)

NOVICE_RULES = (
    ChartRule("4x", "a pair of tens or better, or three of a kind"),
    ChartRule("1x", "any other pair, any ten or higher, and three of one suit"),
    ChartRule("fold", "everything else"),
)
NOVICE_WORDS = (
    "raises 4x with a pair of tens or better, 1x with other pairs, with any ten or higher and with three of one suit, "
    "and folds otherwise"
)


def pick_novice(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    if ranks_paired(own) >= 1 << TEN or count_ones(ranks_held(own)) == 1:
        return 0
    return 1 if ranks_paired(own) or ranks_held(own) & FROM_TEN or most_of_a_suit(own) == 3 else 2


NOVICE = (StreetChart("raise", NOVICE_RULES, pick_novice),)


# -- simpler rules -----------------------------------------------------------------------------------------------------

FEWER_RULES = (
    ChartRule("4x", "a pair of sixes or better, three of a kind, or three of one suit that are all sixes or higher"),
    ChartRule("1x", "any other pair, any other three of one suit, three cards that are all sixes or higher"),
    ChartRule("1x", "two high cards"),
    ChartRule("fold", "everything else"),
)


def pick_fewer(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    held, paired = ranks_held(own), ranks_paired(own)
    one_suit, from_six = most_of_a_suit(own) == 3, held & ~FROM_SIX == 0
    if paired >= 1 << SIX or count_ones(held) == 1 or (one_suit and from_six):
        return 0
    if paired or one_suit or from_six:
        return 1
    return 2 if count_ones(held & FROM_TEN) == 2 else 3


SIMPLER = ((StreetChart("raise", FEWER_RULES, pick_fewer),),)
