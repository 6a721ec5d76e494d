"""The strategy of Let It Ride that people learn, and a novice. All known cards are given as the player's."""

from pitbook.cards import TEN, Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import (
    FROM_TEN,
    is_outside_draw,
    most_of_a_suit,
    ranks_held,
    ranks_paired,
    width,
)
from pitbook.hands.poker import count_ones

TWO_THREE_FOUR = 0b111

FIRST = (
    ChartRule("ride", "a pair of tens or better, or three of a kind"),
    ChartRule("ride", "three of one suit in a row, but not 2-3-4; aces are high in these three rules"),
    ChartRule("ride", "three of one suit within four ranks, one of them a ten or higher"),
    ChartRule("ride", "three of one suit within five ranks, two of them tens or higher"),
    ChartRule("pull", "everything else"),
)
SECOND = (
    ChartRule("ride", "a pair of tens or better, two pair or three of a kind"),
    ChartRule("ride", "four of one suit"),
    ChartRule("ride", "four in a row with a ten or higher, open at both ends"),
    ChartRule("pull", "everything else"),
)


def is_trips(cards: Cards) -> bool:
    """Whether three cards are of one rank."""
    once, twice, thrice = 0, 0, 0
    for card in cards:
        bit = 1 << (card >> 2)
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    return thrice != 0


def pick_first(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    held = ranks_held(own)
    if ranks_paired(own) >= 1 << TEN or is_trips(own):
        return 0
    if most_of_a_suit(own) == 3:
        wide, high = width(held), count_ones(held & FROM_TEN)
        if wide == 3 and held != TWO_THREE_FOUR:
            return 1
        if wide <= 4 and high >= 1:
            return 2
        if wide <= 5 and high >= 2:
            return 3
    return 4


def pick_second(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards."""
    paired, held = ranks_paired(own), ranks_held(own)
    if paired >= 1 << TEN or paired & (paired - 1) or is_trips(own):
        return 0
    if most_of_a_suit(own) == 4:
        return 1
    if is_outside_draw(held) and held & FROM_TEN:
        return 2
    return 3


CHART = (StreetChart("bet-1", FIRST, pick_first), StreetChart("bet-2", SECOND, pick_second))

NOVICE_RULES = (
    ChartRule("ride", "any pair or better, and cards all of one suit"),
    ChartRule("pull", "everything else"),
)
NOVICE_WORDS = "lets a bet ride with any pair or better and with cards all of one suit, and takes it back otherwise"


def pick_novice(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    return 0 if ranks_paired(own) or most_of_a_suit(own) == len(own) else 1


NOVICE = tuple(StreetChart(street, NOVICE_RULES, pick_novice) for street in ("bet-1", "bet-2"))


# -- simpler rules -----------------------------------------------------------------------------------------------------

WITHIN_FOUR = (
    ChartRule("ride", "a pair of tens or better, three of a kind, or three of one suit within four ranks"),
    ChartRule("pull", "everything else"),
)
TO_A_ROYAL = (
    ChartRule("ride", "a pair of tens or better, three of a kind, or three of one suit that are all tens or higher"),
    ChartRule("pull", "everything else"),
)
OPEN_STRAIGHTS = (
    ChartRule(
        "ride",
        "a pair of tens or better, two pair, three of a kind, four of one suit, or four in a row open at both ends",
    ),
    ChartRule("pull", "everything else"),
)


def pick_within_four(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    if ranks_paired(own) >= 1 << TEN or is_trips(own):
        return 0
    return 0 if most_of_a_suit(own) == 3 and width(ranks_held(own)) <= 4 else 1


def pick_to_a_royal(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with three cards."""
    if ranks_paired(own) >= 1 << TEN or is_trips(own):
        return 0
    return 0 if most_of_a_suit(own) == 3 and ranks_held(own) & ~FROM_TEN == 0 else 1


def pick_open_straights(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards."""
    return 0 if pick_second(own, board, seen, added) < 3 or is_outside_draw(ranks_held(own)) else 1


SIMPLER = (
    (StreetChart("bet-1", WITHIN_FOUR, pick_within_four),),
    (StreetChart("bet-1", TO_A_ROYAL, pick_to_a_royal),),
    (StreetChart("bet-2", OPEN_STRAIGHTS, pick_open_straights),),
)
