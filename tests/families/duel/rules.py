"""The base wager of a duel, and the strategy that is best for one card."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final

from pitbook.cards import Cards, card_names, rank
from pitbook.errors import BadInput
from pitbook.games.model import Deal, Group, Outcome, Wager
from pitbook.pay import Odds, PayLine, PayTable, Push

BASE: Final = "ante"
WIN, PUSH = 1, 2
OUTCOMES = (
    Outcome("win", "Win", "your card outranks the dealer's"),
    Outcome("push", "Push", "both cards have the same rank"),
)
SWAP, KEEP = "swap", "keep"
DEALS: Final = 52 * 51 * 50
"""The number of deals of a first card, another one and the dealer's."""


def higher_card(player: Cards, dealer: Cards) -> int:
    """The comparison of a seat's last card with the dealer's card; no line is a loss."""
    own, other = rank(player[-1]), rank(dealer[0])
    if own > other:
        return WIN
    return PUSH if own == other else 0


def house_table(options: Mapping[str, str]) -> PayTable:
    lines = (PayLine("win", "Win", Odds(Fraction(1), True)), PayLine("push", "Push", Push()))
    return PayTable("house", BASE, (1,), lines)


def check_deal(deal: Deal, options: Mapping[str, str]) -> None:
    """One card, or two where the first was swapped; one for the dealer."""
    if not 1 <= len(deal.player) <= 2 or len(deal.dealer) != 1:
        raise BadInput(
            f"a duel is settled on one card, two after a swap, and one of the dealer's: not on "
            f"{card_names(deal.player)} and {card_names(deal.dealer)}"
        )


def base_wager(cite: str) -> Wager:
    return Wager(
        slug=BASE,
        name="Duel",
        about="Wins even money when your card outranks the dealer's.",
        groups=(Group("the player's cards", "player", 0), Group("the dealer's card", "dealer", 0)),
        outcomes=OUTCOMES,
        rule=higher_card,
        house_table=house_table,
        check_deal=check_deal,
        by_play=True,
        cite=cite,
    )


@cache
def chances() -> tuple[Fraction, Fraction, Fraction]:
    """Win, push and loss with the best swap, over all deals of three cards."""
    found = [0, 0, 0]
    for first, second, dealer in permutations(range(52), 3):
        answer = higher_card((second if should_swap(first) else first,), (dealer,))
        found[{WIN: 0, PUSH: 1, 0: 2}[answer]] += 1
    win, push, lose = (Fraction(count, sum(found)) for count in found)
    return win, push, lose


def should_swap(card: int) -> bool:
    """Whether a new card is worth more than this one: of 51 cards left, fewer are lower than higher."""
    return 2 * rank(card) < 12
