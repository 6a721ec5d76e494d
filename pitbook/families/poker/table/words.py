"""Poker hands as people see them, and why a base wager won or lost."""

from collections.abc import Sequence

from pitbook.cards import NO_CARD, Cards
from pitbook.families.poker.rules.compose import HOUSE
from pitbook.families.poker.rules.model import PokerRules
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.rules.wagers import OUT_OUTCOME
from pitbook.families.poker.table.procedure import board_of
from pitbook.games.settle import FOLDED, LOSS, Settlement
from pitbook.money import Cents, format_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import ShownHand
from pitbook.table.reasons import signed
from pitbook.table.steps import Ask, Place
from pitbook.table.view import PlayerView, RoundView
from pitbook.table.words import in_order


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    """The cards as a player sorts them, with what they are worth."""
    if not player.dealt:
        return ()
    rules = rules_of(view.config.game.slug)
    bet = Cents(sum(player.staked(slug) for slug in view.config.offered))
    state = "folded" if player.folded else _state(player)
    words = value_words(rules, player.dealt, board_of(view.shared))
    return (ShownHand(in_order(player.dealt), bet, words, state, given_up=player.folded),)


def _state(player: PlayerView) -> str:
    return str(player.hands[-1][1]) if player.hands else ""


def dealer_hand(view: RoundView) -> ShownHand:
    rules, cards = rules_of(view.config.game.slug), tuple(view.dealer)
    whole = rules.dealer > 0 and len(cards) == rules.dealer
    return ShownHand(in_order(cards), words=value_words(rules, cards, board_of(view.shared)) if whole else "")


def value_words(rules: PokerRules, cards: Sequence[int], board: Cards) -> str:
    """What a hand is worth, in words; empty while that is not known."""
    held = (*cards, *board)
    if NO_CARD in held or len(held) < min(rules.own + rules.board, _FEWEST):
        return ""
    try:
        return rules.describe(rules.value(held))
    except (ValueError, IndexError):
        return ""


_FEWEST = 3
"""A hand of fewer cards has no value that a player would name."""


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    """``Fold, or play for $10?``"""
    parts = []
    for choice in ask.choices[place]:
        cents = sum(move.cents for move in choice.moves)
        if cents > 0:
            parts.append(f"{choice.word} for {format_cents(cents)}")
        elif cents < 0:
            parts.append(f"take {format_cents(-cents)} back")
        else:
            parts.append("let it ride" if choice.word == "ride" else choice.word)
    words = ", ".join(parts[:-1]) + f" or {parts[-1]}" if len(parts) > 1 else "".join(parts)
    return f"{words[:1].upper()}{words[1:]}?"


def felt_words(config: TableConfig) -> tuple[str, ...]:
    rules = rules_of(config.game.slug)
    if rules.qualifies and rules.lowest_qualifying(config.layout.options):
        return (f"dealer qualifies with {rules.qualifies_words}",)
    return ()


def reason(view: RoundView, item: Settlement, hand: int) -> str:
    """Why a base wager won, lost or was returned: both hands, and whether the dealer qualified."""
    rules, money = rules_of(view.config.game.slug), signed(item)
    player = view.players[item.seat]
    if item.label == FOLDED and item.outcome == LOSS:
        return f"You folded: {money}"
    board = board_of(view.shared)
    own = value_words(rules, player.dealt, board)
    if not rules.dealer:
        return f"{_capital(own)}, {item.label if item.outcome != LOSS else 'no line that pays'}: {money}"
    dealer = value_words(rules, view.dealer, board)
    if rules.stake(item.wager).rides_on or _is_paid_by_table(item):
        return f"{_capital(own)}: {item.label} pays {item.pays}, {money}"
    if item.outcome == OUT_OUTCOME.name:
        return f"The dealer's {dealer} does not qualify: {money}"
    words = {"win": "beats", "tie": "ties with"}.get(item.outcome, "loses to")
    return f"Your {own} {words} the dealer's {dealer}: {money}"


def _is_paid_by_table(item: Settlement) -> bool:
    """Whether a printed line of a pay table decided, and not only which hand is higher."""
    return item.table != HOUSE and item.outcome not in ("win", "tie", OUT_OUTCOME.name, LOSS)


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
