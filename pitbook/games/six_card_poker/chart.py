"""A strategy of Six Card Poker that people can learn, which compares the hand with the dealer's three cards in view.

No strategy in words is published. These rules follow the solver's choices by the ranks in view; their cost is counted.
"""

from pitbook.cards import ACE, KING, QUEEN, Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import ranks_held, ranks_paired
from pitbook.hands.poker import HIGH_CARD, PAIR, THREE_OF_A_KIND, class_of, highest, kickers_of, main_of
from pitbook.hands.stud import best_five_value

ACE_AND_KING = 1 << ACE | 1 << KING

RULES = (
    ChartRule("1x", "a hand that beats the three of a kind in view"),
    ChartRule("1x", "a pair higher than the pair in view, or two pair or better"),
    ChartRule(
        "1x",
        "the same pair as the one in view, with a queen or higher beside it that is as high as the third card in view",
    ),
    ChartRule("1x", "a pair or better, where no pair is in view"),
    ChartRule("1x", "A-K-Q, where no pair is in view"),
    ChartRule("1x", "A-K, where no ace, no king and no pair is in view"),
    ChartRule(
        "1x",
        "A-K, where one ace or one king is in view, but no pair, and your third-highest card is as high as the other "
        "two cards in view",
    ),
    ChartRule(
        "1x",
        "ace high without a king, where no pair is in view, you hold a rank that is in view, and your second-highest "
        "card is as high as all three cards in view",
    ),
    ChartRule("fold", "everything else"),
)


def pick(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    value = best_five_value(own)
    hand = class_of(value)
    in_view, pair = ranks_held(seen), ranks_paired(seen)
    held = kickers_of(value)
    if in_view & (in_view - 1) == 0:  # all three of one rank
        beats = hand > THREE_OF_A_KIND or (hand == THREE_OF_A_KIND and main_of(value) > in_view)
        return 0 if beats else 8
    if pair:
        if hand > PAIR or (hand == PAIR and main_of(value) > pair):
            return 1
        same = hand == PAIR and main_of(value) == pair
        beside = highest(held)
        return 2 if same and beside >= 1 << QUEEN and beside >= highest(in_view & ~pair) else 8
    if hand > HIGH_CARD:
        return 3
    if held >> ACE & 1 == 0:
        return 8
    high_in_view, lower = in_view & ACE_AND_KING, held & ~ACE_AND_KING
    if held >> KING & 1:
        if held >> QUEEN & 1:
            return 4
        if high_in_view == 0:
            return 5
        return 6 if high_in_view != ACE_AND_KING and highest(lower) >= highest(in_view & ~ACE_AND_KING) else 8
    return 7 if ranks_held(own) & in_view and highest(lower) >= highest(in_view) else 8


CHART = (StreetChart("raise", RULES, pick),)

NO_PAIR_RULES = (
    ChartRule("1x", "a hand that beats the pair or three of a kind in view"),
    ChartRule("1x", "A-K or better, where no pair is in view"),
    ChartRule("fold", "everything else"),
)


def pick_by_pair(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    value = best_five_value(own)
    hand = class_of(value)
    in_view, pair = ranks_held(seen), ranks_paired(seen)
    if in_view & (in_view - 1) == 0:
        return 0 if hand > THREE_OF_A_KIND or (hand == THREE_OF_A_KIND and main_of(value) > in_view) else 2
    if pair:
        return 0 if hand > PAIR or (hand == PAIR and main_of(value) > pair) else 2
    return 1 if hand > HIGH_CARD or kickers_of(value) & ACE_AND_KING == ACE_AND_KING else 2


SIMPLER = ((StreetChart("raise", NO_PAIR_RULES, pick_by_pair),),)
