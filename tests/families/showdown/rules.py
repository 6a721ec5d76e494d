"""The base wagers of a showdown: an Ante, an equal Ride, and a Raise that comes in the round."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitbook.cards import Cards, rank
from pitbook.games.model import Group, Outcome, Wager
from pitbook.pay import Odds, PayLine, PayTable, Push

ANTE, RIDE, RAISE = "ante", "ride", "raise"
WIN, PUSH = 1, 2
PAIR_WORTH: Final = 1_000
OUTCOMES = (
    Outcome("win", "Win", "your hand outranks the dealer's"),
    Outcome("push", "Push", "both hands are equal"),
)


def value(cards: Cards) -> int:
    """A pair outranks every hand without one; otherwise ranks are added up."""
    ranks = [rank(card) for card in cards]
    paired = max((one for one in ranks if ranks.count(one) > 1), default=-1)
    return sum(ranks) + PAIR_WORTH * (paired + 1)


def higher_hand(player: Cards, dealer: Cards, board: Cards) -> int:
    """The comparison of the player's cards and the board with the dealer's; no line is a loss."""
    own, other = value((*player, *board)), value((*dealer, *board))
    if own > other:
        return WIN
    return PUSH if own == other else 0


def has_pair(cards: Cards) -> bool:
    return rank(cards[0]) == rank(cards[1])


def house_table(slug: str) -> PayTable:
    lines = (PayLine("win", "Win", Odds(Fraction(1), True)), PayLine("push", "Push", Push()))
    return PayTable("house", slug, (1,), lines)


def base_wagers(cite: str) -> tuple[Wager, ...]:
    ante = Wager(
        slug=ANTE,
        name="Ante",
        about="Wins even money when your hand outranks the dealer's.",
        groups=(
            Group("the player's cards", "player", 2),
            Group("the dealer's cards", "dealer", 2),
            Group("the board", "board", 1),
        ),
        outcomes=OUTCOMES,
        rule=higher_hand,
        house_table=_ante,
        by_play=True,
        cite=cite,
    )
    ride = replace(ante, slug=RIDE, name="Ride", house_table=_ride, equals=ANTE, counts_with=ANTE)
    raised = replace(ante, slug=RAISE, name="Raise", house_table=_raise, in_round=True, counts_with=ANTE)
    return ante, ride, raised


def _ante(options: Mapping[str, str]) -> PayTable:
    return house_table(ANTE)


def _ride(options: Mapping[str, str]) -> PayTable:
    return house_table(RIDE)


def _raise(options: Mapping[str, str]) -> PayTable:
    return house_table(RAISE)
