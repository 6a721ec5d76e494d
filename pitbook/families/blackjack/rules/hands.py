"""Playing the regular 21 wager: the allowed actions of a hand, and its payment at the end."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from pitbook.cards import ACE, Cards, rank
from pitbook.families.blackjack.rules.base import hand_against, is_natural
from pitbook.families.blackjack.rules.posted import FIVE_CARDS, BlackjackRules
from pitbook.games.model import Wager
from pitbook.games.settle import LOSS, Layout, Paid, pay_for
from pitbook.hands.blackjack import BLACKJACK, card_points, is_bust, total
from pitbook.money import Cents, Rounding
from pitbook.pay import Odds, PayLine, net_of

Choice = Literal["hit", "stand", "double", "split", "surrender"]
CARDS_A_HAND: Final = 5
"""The most cards of a hand, as an estimate: hands of many small cards leave none for others, and an empty shoe is
shuffled again from the discards."""
INSURANCE_PAYS: Final = Odds(Fraction(2), True)
"""Regulation 2.1."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a player."""

    cards: Cards
    bet: Cents
    """All that is wagered on it."""
    first: Cents
    """The part wagered before the deal; 0 for a hand that was split off."""
    after_split: bool = False
    surrendered: bool = False


def is_pair(hand: Hand, rules: BlackjackRules) -> bool:
    """Whether two cards may be split: equal in value, or in rank where the house says so."""
    if len(hand.cards) != 2:
        return False
    one, other = hand.cards
    return rank(one) == rank(other) or (rules.pairs == "value" and card_points(one) == card_points(other))


def choices(hand: Hand, hands: int, rules: BlackjackRules) -> tuple[Choice, ...]:
    """The actions allowed with a hand of two cards or more while ``hands`` are in play; none once it has ended."""
    points = total(hand.cards)[0]
    aces_split = hand.after_split and rank(hand.cards[0]) == ACE
    splits = is_pair(hand, rules) and hands < most_hands(hand, rules)
    if points >= BLACKJACK or ends_at_once(hand.cards, rules):
        return ()
    if aces_split and not rules.hit_split_aces:
        return ("stand", "split") if splits else ()
    allowed: list[Choice] = ["hit", "stand"]
    if len(hand.cards) == 2:
        if rules.may_double(points) and (rules.das or not hand.after_split) and not aces_split:
            allowed.append("double")
        if splits:
            allowed.append("split")
        if rules.surrender == "late" and not hand.after_split:
            allowed.append("surrender")
    return tuple(allowed)


def most_hands(hand: Hand, rules: BlackjackRules) -> int:
    """The most hands that this one may become by splitting."""
    value = card_points(hand.cards[0])
    # By rank, tens may be split where both are of one rank: what the exact engine leaves out, a table cannot.
    return rules.split_hands if value == 10 else rules.most_hands(value)


def ends_at_once(cards: Cards, rules: BlackjackRules) -> bool:
    """Whether a house's five-card rule pays the hand as soon as it is held."""
    if len(cards) < FIVE_CARDS or is_bust(cards):
        return False
    return rules.charlie or (rules.five_card_21_pays is not None and total(cards)[0] == BLACKJACK)


def settle_hand(layout: Layout, base: Wager, hand: Hand, dealer: Cards, rules: BlackjackRules) -> Paid:
    """Settles a finished hand against the dealer's finished one."""
    table = layout.table_for(base, hand.bet)
    if table is None:
        raise ValueError("the base wager is always paid by the rules of the house")
    natural = is_natural(dealer)
    if hand.surrendered and not (natural and rules.surrender == "late"):
        return Paid("surrender", "Surrender", "half the wager back", Cents(hand.bet // 2 - hand.bet))
    if natural and rules.hole_card == "original-bets-only" and not (is_natural(hand.cards) and not hand.after_split):
        # What doubling and splitting added comes back, even where the hand went bust (blackjack rule hole-card).
        label = "Dealer's Blackjack takes the original wager only"
        return Paid(LOSS, label, LOSS, Cents(-hand.first))
    if ends_at_once(hand.cards, rules) and not natural:
        pays = Odds(rules.five_card_21_pays or Fraction(1), True)
        with_bonus = replace(table, lines=(PayLine("five_card", "Five-Card Bonus", pays), *table.lines))
        return pay_for(layout, base, with_bonus, ["five_card"], hand.bet)
    return pay_for(layout, base, table, base.named(hand_against(hand.cards, dealer, hand.after_split)), hand.bet)


def settle_insurance(cents: Cents, dealer: Cards) -> Paid:
    """Settles insurance: it wins if the dealer has a blackjack."""
    if is_natural(dealer):
        return Paid("insurance", "Insurance", str(INSURANCE_PAYS), net_of(INSURANCE_PAYS, cents, Rounding()))
    return Paid(LOSS, "Insurance", LOSS, Cents(-cents))
