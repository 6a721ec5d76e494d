"""A strategy of Four Card Poker that people can learn, which looks at the dealer's face-up card.

The published rule of thumb (3x from tens, 1x from threes) ignores that card. These rules follow the solver's choices by
pair and face-up card; their cost is counted.
"""

from pitbook.cards import JACK, KING, NINE, THREE, Cards, rank
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import ranks_held
from pitbook.hands.poker import class_of, main_of
from pitbook.hands.stud import PAIR_4, best_four_value

RULES = (
    ChartRule("3x", "two pair or better"),
    ChartRule("3x", "a pair of kings or aces"),
    ChartRule("3x", "a pair of nines to queens, where the dealer's card is not higher than the pair"),
    ChartRule("3x", "a pair of jacks or queens, where the dealer's card matches one of your cards"),
    ChartRule("1x", "a pair of threes or better"),
    ChartRule("1x", "a pair of deuces, where the dealer's card matches one of your cards"),
    ChartRule("fold", "everything else"),
)


def pick(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    value = best_four_value(own)
    if class_of(value) > PAIR_4:
        return 0
    if class_of(value) < PAIR_4:
        return 6
    pair, up = main_of(value), rank(seen[0])  # the pair as a mask with one bit
    if pair >= 1 << KING:
        return 1
    if pair >= 1 << NINE and pair >= 1 << up:
        return 2
    matches = ranks_held(own) >> up & 1
    if pair >= 1 << JACK and matches:
        return 3
    if pair >= 1 << THREE:
        return 4
    return 5 if matches else 6


CHART = (StreetChart("play", RULES, pick),)
