"""The strategy of DJ Wild that people learn: fives or better, and fours without a three."""

from pitbook.cards import FIVE, FOUR, THREE, Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.hands.poker import class_of, kickers_of, main_of
from pitbook.hands.stud import PAIR_WILD, deuces_wild_value

RULES = (
    ChartRule("2x", "a pair of fives or better"),
    ChartRule("2x", "a pair of fours without a three"),
    ChartRule("fold", "everything else"),
)


def pick(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    value = deuces_wild_value(own)
    if class_of(value) > PAIR_WILD or (class_of(value) == PAIR_WILD and main_of(value) >= 1 << FIVE):
        return 0
    fours = class_of(value) == PAIR_WILD and main_of(value) == 1 << FOUR
    return 1 if fours and kickers_of(value) >> THREE & 1 == 0 else 2


CHART = (StreetChart("play", RULES, pick),)
