"""The base wager of the blackjack games, whose rules the letters leave as posted.

Letters 001 and 003 change nothing of standard blackjack. The defaults are Washington's (regulation 2.1).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from pitbook.cards import Cards, card_names
from pitbook.errors import BadInput
from pitbook.games.house_rules import ROUNDING
from pitbook.games.model import ALL_USES, Deal, Group, Option, Outcome, Wager
from pitbook.hands.blackjack import BLACKJACK, dealer_draws, is_blackjack, is_bust, total
from pitbook.pay import Odds, PayLine, PayTable, Push

SOFT_17 = Option(
    "soft17",
    ("stand", "hit"),
    "hit",
    "what the dealer does with a soft 17",
    "regulation 2.1",
    wagers=("base",),
    uses=ALL_USES,
    title="Dealer's soft 17",
    choice_words={"hit": "hits", "stand": "stands"},
)
BLACKJACK_PAYS = Option(
    "blackjack-pays",
    ("3:2", "6:5", "1:1"),
    "3:2",
    "what a blackjack is paid",
    "regulation 2.1",
    wagers=("base",),
    uses=ALL_USES,
    choice_words={"3:2": "3 to 2", "6:5": "6 to 5", "1:1": "1 to 1", "2:1": "2 to 1"},
)
BLACKJACK_OPTIONS = (SOFT_17, BLACKJACK_PAYS, replace(ROUNDING, not_counted_for=("base",)))
"""The base game is solved for each unit wagered, so no rounding of a bet's pay changes its figures."""

OUTCOMES = (
    Outcome("blackjack", "Blackjack", "an ace and a ten-value card in the first two, and the dealer has none"),
    Outcome("win", "Win", "a total closer to 21 than the dealer's, or the dealer is over 21"),
    Outcome("push", "Push", "the same total as the dealer, or a blackjack each"),
)
NATURAL, WIN, PUSH = (1 << bit for bit in range(3))


def is_natural(hand: Cards) -> bool:
    return len(hand) == 2 and is_blackjack(hand[0], hand[1])


def blackjack(player: Cards, dealer: Cards) -> int:
    """The outcome of a finished hand against the dealer's finished hand; 0 is a loss."""
    return hand_against(player, dealer, False)


def hand_against(player: Cards, dealer: Cards, after_split: bool) -> int:
    """The same for a hand that may come from a split, where 21 in two cards is no blackjack (regulation 2.1)."""
    if is_bust(player):
        return 0
    if is_natural(player) and not after_split:
        return PUSH if is_natural(dealer) else NATURAL
    if is_natural(dealer):
        return 0
    points, dealer_points = total(player)[0], total(dealer)[0]
    if dealer_points > BLACKJACK or points > dealer_points:
        return WIN
    return PUSH if points == dealer_points else 0


def house_table(options: Mapping[str, str]) -> PayTable:
    """The base game's pays as the house's options state them."""
    won, bet = BLACKJACK_PAYS.check(options.get("blackjack-pays", BLACKJACK_PAYS.default)).split(":")
    lines = (
        PayLine("blackjack", "Blackjack", Odds(Fraction(int(won), int(bet)), True)),
        PayLine("win", "Win", Odds(Fraction(1), True)),
        PayLine("push", "Push", Push()),
    )
    return PayTable("house", "base", (1, 2, 4, 5, 6, 8), lines)


def check_player(deal: Deal, options: Mapping[str, str]) -> None:
    """Refuses a player's hand that continues after a bust."""
    if is_bust(deal.player[:-1]):
        raise BadInput(f"the player's hand {card_names(deal.player)} continues after a bust")


def check_deal(deal: Deal, options: Mapping[str, str]) -> None:
    """Refuses hands that could not end like this under the rules: a wrong hand leads to a wrong pay."""
    player, dealer = deal.player, deal.dealer
    if len(player) < 2 or len(dealer) < 2:
        raise BadInput(
            "the base wager is settled on finished hands: give the player and the dealer at least two cards each"
        )
    check_player(deal, options)
    if is_natural(player[:2]) and len(player) > 2:
        raise BadInput(f"the player's hand {card_names(player)} continues after a blackjack")
    hits_soft_17 = options["soft17"] == "hit"
    if any(not dealer_draws(dealer[:end], hits_soft_17) for end in range(2, len(dealer))):
        raise BadInput(
            f"the dealer's hand {card_names(dealer)} continues after the dealer must stand ({_rule(options)})"
        )
    undecided = not is_bust(player) and not is_natural(player)
    if undecided and dealer_draws(dealer, hits_soft_17):
        raise BadInput(
            f"the dealer's hand {card_names(dealer)} is not finished: the dealer must draw ({_rule(options)})"
        )


def _rule(options: Mapping[str, str]) -> str:
    return f"draws to 17, {'hits' if options['soft17'] == 'hit' else 'stands on'} soft 17"


def base_wager(cite: str) -> Wager:
    """The regular 21 wager."""
    return Wager(
        slug="base",
        name="Blackjack",
        about="The regular 21 wager: closer to 21 than the dealer without going over.",
        groups=(Group("the player's hand", "player", 0), Group("the dealer's hand", "dealer", 0)),
        outcomes=OUTCOMES,
        rule=blackjack,
        house_table=house_table,
        by_play=True,
        check_deal=check_deal,
        cite=cite,
    )


def base_rules() -> tuple[Callable[..., object], ...]:
    """The rules that every blackjack game is approved with, beside those that its wagers name."""
    from pitbook.families.blackjack.rules.hands import choices, settle_hand, settle_insurance
    from pitbook.families.blackjack.rules.posted import BlackjackRules

    return BlackjackRules, choices, settle_hand, settle_insurance
