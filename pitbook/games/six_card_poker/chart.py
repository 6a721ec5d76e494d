"""A strategy of Six Card Poker that people can learn, which compares the hand with the dealer's three cards in view.

No strategy in words is published. These rules follow the solver's choices by the ranks in view; their cost is counted.
"""

from pitbook.cards import ACE, EIGHT, KING, QUEEN, Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import ranks_held, ranks_paired
from pitbook.hands.poker import HIGH_CARD, PAIR, THREE_OF_A_KIND, class_of, highest, kickers_of, main_of
from pitbook.hands.stud import best_five_value

RULES = (
    ChartRule("1x", "a hand that beats the three of a kind in view"),
    ChartRule("1x", "a pair higher than the pair in view, or two pair or better"),
    ChartRule("1x", "a pair or better, where no pair is in view"),
    ChartRule("1x", "A-K, where no pair is in view"),
    ChartRule("1x", "ace high, where the highest card in view is an eight to a queen and your second card is as high"),
    ChartRule("fold", "everything else"),
)


def pick(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    value = best_five_value(own)
    hand = class_of(value)
    in_view, pair = ranks_held(seen), ranks_paired(seen)
    if in_view & (in_view - 1) == 0:  # all three of one rank
        beats = hand > THREE_OF_A_KIND or (hand == THREE_OF_A_KIND and main_of(value) > in_view)
        return 0 if beats else 5
    if pair:
        return 1 if hand > PAIR or (hand == PAIR and main_of(value) > pair) else 5
    if hand > HIGH_CARD:
        return 2
    held = kickers_of(value)
    if held >> ACE & 1 == 0:
        return 5
    if held >> KING & 1:
        return 3
    lower = held & ~(1 << ACE)
    middling = in_view < 1 << QUEEN + 1 and in_view >= 1 << EIGHT
    return 4 if middling and highest(lower) >= highest(in_view) else 5


CHART = (StreetChart("raise", RULES, pick),)
