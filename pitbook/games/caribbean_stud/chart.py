"""The strategy of Caribbean Stud that people learn: every pair or better, and ace-king by three rules of thumb."""

from pitbook.cards import ACE, JACK, KING, QUEEN, Cards, rank
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import ranks_held
from pitbook.hands.poker import PAIR, class_of
from pitbook.hands.stud import best_five_value

RULES = (
    ChartRule("2x", "a pair or better"),
    ChartRule("2x", "A-K, where the dealer's card is a queen or lower and matches one of yours"),
    ChartRule("2x", "A-K with a queen or a jack, where the dealer's card is an ace or a king"),
    ChartRule("2x", "A-K-Q, where the dealer's card matches none of yours and is lower than your fourth-highest"),
    ChartRule("fold", "everything else"),
)


def pick(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    if class_of(best_five_value(own)) >= PAIR:
        return 0
    held, up = ranks_held(own), rank(seen[0])
    if held >> ACE & 1 and held >> KING & 1:
        matches = held >> up & 1
        if matches and up <= QUEEN:
            return 1
        if up >= KING and (held >> QUEEN & 1 or held >> JACK & 1):
            return 2
        lower_two = held & (held - 1)  # without the lowest card, the fourth-highest is the lowest
        if not matches and held >> QUEEN & 1 and (lower_two & -lower_two) > 1 << up:
            return 3
    return 4


CHART = (StreetChart("raise", RULES, pick),)


# -- simpler rules -----------------------------------------------------------------------------------------------------

MATCHED_ACE_KING = (
    ChartRule("2x", "a pair or better, or A-K where the dealer's card matches one of yours"),
    ChartRule("fold", "everything else"),
)


def pick_matched_ace_king(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds."""
    if class_of(best_five_value(own)) >= PAIR:
        return 0
    held = ranks_held(own)
    return 0 if held >> ACE & 1 and held >> KING & 1 and held >> rank(seen[0]) & 1 else 1


def pick_every_hand(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The only rule."""
    return 0


SIMPLER = (
    (StreetChart("raise", MATCHED_ACE_KING, pick_matched_ace_king),),
    (StreetChart("raise", (ChartRule("2x", "every hand"),), pick_every_hand),),
)
