"""The published strategy of Flush Rush, and a novice. All known cards are given as the player's."""

from pitbook.cards import Cards
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import most_of_a_suit

FIRST = (
    ChartRule("1x", "two or more cards of one suit"),
    ChartRule("fold", "everything else"),
)
SECOND = (
    ChartRule("1x", "three or more cards of one suit"),
    ChartRule("fold", "everything else"),
)


def pick_first(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with four cards."""
    return 0 if most_of_a_suit(own) >= 2 else 1


def pick_second(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The number of the first rule that holds with six cards."""
    return 0 if most_of_a_suit(own) >= 3 else 1


CHART = (StreetChart("play-1", FIRST, pick_first), StreetChart("play-2", SECOND, pick_second))


def stay(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """A novice pays for two more cards with every hand."""
    return 0


NOVICE_WORDS = "never folds on the first decision, and folds with six cards unless three are of one suit"
NOVICE = (
    StreetChart("play-1", (ChartRule("1x", "every hand"),), stay),
    StreetChart("play-2", SECOND, pick_second),
)


# -- simpler rules -----------------------------------------------------------------------------------------------------

SIMPLER = ((StreetChart("play-1", (ChartRule("1x", "every hand"),), stay),),)
