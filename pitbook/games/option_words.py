"""What the options of games and the rules of blackjack are called on pages and in reports.

The command line and the files use the short names (``soft17=hit``); people read "Dealer's soft 17: hits".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class OptionWords:
    """The title of an option, and those of its choices that need other words than their own."""

    title: str
    choices: Mapping[str, str] = field(default_factory=dict)


OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "decks": OptionWords("Decks"),
    "soft17": OptionWords("Dealer's soft 17", {"hit": "hits", "stand": "stands"}),
    "blackjack-pays": OptionWords(
        "Blackjack pays", {"3:2": "3 to 2", "6:5": "6 to 5", "1:1": "1 to 1", "2:1": "2 to 1"}
    ),
    "double": OptionWords("Double", {"any": "any two cards", "9-11": "9, 10, 11", "10-11": "10, 11"}),
    "das": OptionWords("Double after a split"),
    "split-hands": OptionWords("Split to", {"1": "no splits", "2": "2 hands", "3": "3 hands", "4": "4 hands"}),
    "resplit-aces": OptionWords("Resplit aces"),
    "hit-split-aces": OptionWords("Hit split aces"),
    "surrender": OptionWords("Surrender"),
    "hole-card": OptionWords(
        "Hole card",
        {
            "peek": "dealer looks for blackjack",
            "european": "none, all bets lose to a blackjack",
            "original-bets-only": "none, only the first bet loses to a blackjack",
        },
    ),
    "insurance": OptionWords("Insurance"),
    "five-card": OptionWords(
        "Five cards", {"none": "nothing special", "charlie": "Charlie wins", "21-pays-2:1": "21 pays 2 to 1"}
    ),
    "pairs": OptionWords("Ten-value pairs", {"value": "any two ten-value cards", "rank": "only two of one rank"}),
    "rounding": OptionWords("Rounding of pays", {"table": "as the pay table says"}),
    "king-ace-deuce": OptionWords("K-A-2 is a straight"),
    "ace-deuce-straight": OptionWords("A-2 suited is a straight flush"),
    "crown-treasure": OptionWords("Crown Treasure offered"),
    "car-value": OptionWords("Value of the car"),
    "third-seven": OptionWords("Third card to 7-7"),
    "blazing-fixed-pays": OptionWords(
        "Blazing 7's fixed pays come from", {"tray": "the chip tray", "meter": "the meter"}
    ),
    "meter-order": OptionWords("Order of jackpot payments"),
    "folded-hand": OptionWords("A folded hand and the bonuses"),
    "jackpot-kind": OptionWords("Kind of jackpot", {"house": "a prize that the house posts"}),
    "commission": OptionWords("Commission on wins"),
    "house-way": OptionWords("House way", {"foxwoods": "Foxwoods", "flamingo": "Flamingo"}),
    "joker": OptionWords("Joker", {"fully-wild": "fully wild"}),
    "wheel": OptionWords(
        "A-2-3-4-5 ranks", {"lowest": "as the lowest straight", "second-highest": "as the second highest straight"}
    ),
    "dealing": OptionWords("Spots that are dealt"),
    "color": OptionWords("Color"),
}
"""By the short name; a test checks that no option of a game is missing."""
