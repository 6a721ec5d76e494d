"""Three side bets as starting points for a new design."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Starter:
    """A rule to change; its suggested pays follow from the frequency of each line."""

    key: str
    name: str
    about: str
    cards: str
    """A hand that wins it."""
    rule: str


STARTERS: Final = (
    Starter(
        "lucky-total",
        "Lucky Total",
        "Your first two cards and the dealer's up card make 19, 20 or 21.",
        "7h 7h 7h",
        """wager: Lucky Total
cards: player 2, up_card 1

let twenty_one = total(all) == 21

Suited Sevens: identical(all) and rank(up_card) == seven
Three Sevens: count_of(all, seven) == 3
Suited 21: twenty_one and suited(all)
Total 21: twenty_one
Total 20: total(all) == 20
Total 19: total(all) == 19
""",
    ),
    Starter(
        "twins",
        "Twins",
        "Your first two cards are a pair, better when the color or the suit is the same.",
        "Qd Qd",
        """wager: Twins
cards: player 2

Same Suit: identical(player)
Same Color: pair(player) and same_color(player)
Any Pair: pair(player)
""",
    ),
    Starter(
        "three-card-hand",
        "Three Card Hand",
        "Your two cards and the dealer's up card make a poker hand.",
        "5s 6s 7s",
        """wager: Three Card Hand
cards: player 2, up_card 1

Straight Flush: straight(all) and suited(all)
Three of a Kind: three_of_a_kind(all)
Straight: straight(all)
Flush: suited(all)
Pair: pair(all)
""",
    ),
)


def starter_of(key: str) -> Starter:
    """The starter with this key, or the first one."""
    return next((each for each in STARTERS if each.key == key), STARTERS[0])
