"""Blackjack hands as people see them, and why a hand won or lost."""

from collections.abc import Sequence

from pitbook.cards import Cards
from pitbook.families.blackjack.rules.base import is_natural
from pitbook.families.blackjack.rules.hands import Hand
from pitbook.families.blackjack.rules.posted import headline
from pitbook.families.blackjack.table.procedure import rules_of
from pitbook.families.blackjack.table.questions import BASE, EARLY_SURRENDER, INSURANCE
from pitbook.games.settle import LOSS, Settlement
from pitbook.hands.blackjack import is_bust, total
from pitbook.money import format_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import ShownHand
from pitbook.table.reasons import signed
from pitbook.table.steps import Ask, Place
from pitbook.table.view import PlayerView, RoundView

_NATURAL = "blackjack"


def points_words(cards: Cards, after_split: bool = False) -> str:
    """``soft 17``, ``blackjack``, ``24 bust``."""
    if is_natural(cards) and not after_split:
        return _NATURAL
    points, soft = total(cards)
    return f"{points} bust" if is_bust(cards) else f"soft {points}" if soft and points < 21 else str(points)


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    if player.hands:
        return [_shown(hand) for hand in player.hands]
    cards = tuple(player.dealt)
    words = points_words(cards) if len(cards) > 1 else ""
    return [ShownHand(cards, player.bets[BASE].cents, words)] if cards else []


def _shown(hand: Hand) -> ShownHand:
    words = points_words(hand.cards, hand.after_split)
    if hand.surrendered:
        return ShownHand(hand.cards, hand.bet, words, "surrendered", given_up=True)
    state = "bust" if is_bust(hand.cards) else _NATURAL if words == _NATURAL else ""
    return ShownHand(hand.cards, hand.bet, words, state)


def dealer_hand(view: RoundView) -> ShownHand:
    cards = tuple(view.dealer)
    return ShownHand(cards, words=points_words(cards) if cards and not view.down else "")


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    player = view.players[place.seat]
    if ask.name == INSURANCE.name:
        return f"Insurance for {format_cents(player.bets[BASE].cents // 2)}?"
    if ask.name == EARLY_SURRENDER.name:
        return "Surrender for half your bet?"
    return f"Your move with hand {place.hand}:" if len(player.hands) > 1 else "Your move:"


def felt_words(config: TableConfig) -> tuple[str, ...]:
    rules = rules_of(config)
    _, soft17, pays, *rest = headline(rules).split(", ")
    insurance = ("insurance pays 2 to 1",) if rules.insurance else ()
    return (pays, soft17, *insurance, *rest)


def reason(view: RoundView, item: Settlement, hand: int) -> str:
    """Why a hand or the insurance won or lost."""
    if item.wager == INSURANCE.name:
        return _insurance_reason(item)
    return _hand_reason(view, item, view.players[item.seat].hands[hand - 1])


def _hand_reason(view: RoundView, item: Settlement, hand: Hand) -> str:
    own, dealer = total(hand.cards)[0], total(tuple(view.dealer))[0] if view.dealer else 0
    natural, dealer_natural = is_natural(hand.cards) and not hand.after_split, is_natural(tuple(view.dealer))
    money = signed(item)
    if item.outcome == "surrender":
        return f"You surrendered and keep half of your {format_cents(item.bet)}: {money}"
    if item.outcome == "five_card":
        return f"Five cards without going over 21, {item.pays}: {money}"
    if natural and dealer_natural:
        return f"You and the dealer both have blackjack, push: {money}"
    if natural:
        return f"Your blackjack pays {item.pays}: {money}"
    if dealer_natural and hand.bet > -(item.net or 0):
        return f"The dealer's blackjack takes only your first bet: {money}"
    if is_bust(hand.cards):
        return f"Your {own} is over 21: {money}"
    if dealer_natural:
        return f"The dealer's blackjack beats your {own}: {money}"
    if item.outcome == "push":
        return f"You and the dealer both have {own}, push: {money}"
    if item.outcome == LOSS:
        return f"The dealer's {dealer} beats your {own}: {money}"
    if is_bust(tuple(view.dealer)):
        return f"The dealer's {dealer} is over 21, your {own} wins: {money}"
    return f"Your {own} beats the dealer's {dealer}: {money}"


def _insurance_reason(item: Settlement) -> str:
    if item.outcome == LOSS:
        return f"The dealer has no blackjack, insurance loses: {signed(item)}"
    return f"The dealer has blackjack, insurance pays {item.pays}: {signed(item)}"
