"""Poker hands as people see them, and why a base wager won or lost."""

import re
from collections.abc import Sequence

from pitbook.cards import NO_CARD, RANK_NAMES, Cards
from pitbook.families.poker.rules.compose import HOUSE
from pitbook.families.poker.rules.model import PokerRules, Stake, applies
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.rules.wagers import OUT_OUTCOME, TIE_OUTCOME, WIN_OUTCOME
from pitbook.families.poker.table.procedure import board_of
from pitbook.games.settle import FOLDED, LOSS, Settlement
from pitbook.hands.poker import kickers_of
from pitbook.money import Cents, format_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import ShownHand
from pitbook.table.reasons import or_better, signed, signed_for, with_article
from pitbook.table.steps import Ask, Place
from pitbook.table.view import PlayerView, RoundView
from pitbook.table.words import in_order


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    """The cards as a player sorts them, with their value."""
    if not player.dealt:
        return ()
    rules = rules_of(view.config.game.slug)
    bet = Cents(sum(player.staked(slug) for slug in view.config.offered))
    state = "folded" if player.folded else _state(player)
    words = value_words(rules, player.dealt, board_of(view.shared))
    return (ShownHand(as_held(rules, player.dealt), bet, words, state, given_up=player.folded),)


def _state(player: PlayerView) -> str:
    return str(player.hands[-1][1]) if player.hands else ""


def dealer_hand(view: RoundView) -> ShownHand:
    rules, cards = rules_of(view.config.game.slug), tuple(view.dealer)
    whole = rules.dealer > 0 and len(cards) == rules.dealer
    return ShownHand(as_held(rules, cards), words=value_words(rules, cards, board_of(view.shared)) if whole else "")


def as_held(rules: PokerRules, cards: Sequence[int]) -> Cards:
    """The cards as a player sorts them: by rank, or by suit, the best first, where suits are what counts."""
    if rules.suit_value is None or NO_CARD in cards:
        return in_order(cards)
    worth = [rules.suit_value(sum(1 << (card >> 2) for card in cards if card & 3 == suit)) for suit in range(4)]
    return tuple(sorted(cards, key=lambda card: (-worth[card & 3], card & 3, -card)))


def value_words(rules: PokerRules, cards: Sequence[int], board: Cards) -> str:
    """The value of a hand, in words; empty while that is not known."""
    held = (*cards, *board)
    if NO_CARD in held or len(held) < min(rules.own + rules.board, _FEWEST):
        return ""
    try:
        return _described(rules, rules.value(held))
    except (ValueError, IndexError):
        return ""


def _described(rules: PokerRules, value: int) -> str:
    """The value of a hand in words, with tens as they are printed on cards."""
    return re.sub(r"\bT\b", "10", rules.describe(value))


_FEWEST = 3
"""A hand of fewer cards has no value that a player would name."""


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    """``Fold or bet 1x ($10)?``"""
    parts = []
    for choice in ask.choices[place]:
        cents = sum(move.cents for move in choice.moves)
        if cents > 0:
            parts.append(f"bet {choice.word} ({format_cents(cents)})")
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
    rules = rules_of(view.config.game.slug)
    stake, player, board = rules.stake(item.wager), view.players[item.seat], board_of(view.shared)
    came = signed_for(stake.name, item) if len(rules.stakes) > 1 else signed(item)
    if item.label == FOLDED and item.outcome == LOSS:
        return f"You folded: {came}"
    own = _without_kicker(value_words(rules, player.dealt, board))
    by_table = not rules.dealer or _is_paid_by_table(item)
    if stake.paid_on or (by_table and (item.net or 0) > 0):
        return f"Your {_aside(own)} {_verb(own, 'pays')} {item.pays}: {came}"
    if not rules.dealer:
        return f"Your {_aside(own)} {'pays nothing' if item.net else 'is a push'}: {came}"
    if item.outcome == OUT_OUTCOME.name:
        dealer = _out_words(rules, value_words(rules, view.dealer, board))
        return f"The dealer's {_aside(dealer)} {_verb(dealer, 'does')} not qualify: {came}"
    if item.outcome == WIN_OUTCOME.name and item.net == 0:
        return f"The {stake.name} pays only for {_lowest_paid(view, stake)}: {signed(item)}"
    if item.outcome == TIE_OUTCOME.name:
        ties = ", and you win ties" if item.net else ""
        return f"You and the dealer both have {with_article(own)}{ties}: {came}"
    own, dealer = _compared(rules, player.dealt, view.dealer, board)
    words = "loses to" if item.outcome == LOSS else "beats"
    return f"Your {_aside(own)} {_verb(own, words)} the dealer's {dealer}: {came}"


def _compared(rules: PokerRules, own: Sequence[int], dealer: Sequence[int], board: Cards) -> tuple[str, str]:
    """Two hands of different value in words that differ: with the kicker that decides, where one does."""
    values = [rules.value((*cards, *board)) for cards in (own, dealer)]
    words = [_without_kicker(_described(rules, value)) for value in values]
    if words[0] == words[1]:
        first, second = (kickers_of(value) for value in values)
        deciding = (first & ~second).bit_length() - 1, (second & ~first).bit_length() - 1
        words = [f"{each}, {RANK_NAMES[rank]} kicker" for each, rank in zip(words, deciding, strict=True) if rank >= 0]
    return words[0], words[-1]


def _out_words(rules: PokerRules, dealer: str) -> str:
    """A dealer's hand that does not qualify; with its kicker only where the kicker is the reason."""
    needed = re.search(r"^(\w+)-\w+ or better", rules.qualifies_words)  # ace-king
    return dealer if needed and dealer.startswith(f"{needed[1]} high") else _without_kicker(dealer)


def _without_kicker(words: str) -> str:
    return re.sub(r", \w+ kicker$", "", words)


def _aside(words: str) -> str:
    """A hand inside a sentence: ``straight, nine high,``."""
    return f"{words}," if "," in words else words


_PLURAL = {"pays": "pay", "does": "do", "beats": "beat", "loses to": "lose to"}


def _verb(hand: str, singular: str) -> str:
    """A hand ``beats`` another; points ``beat`` others."""
    return _PLURAL[singular] if hand.endswith(" points") else singular


def _lowest_paid(view: RoundView, stake: Stake) -> str:
    """``a straight or better``: the lowest hand with which a won wager is paid."""
    options = view.config.layout.options
    label = [line.outcome.label for line in stake.lines if line.hands and applies(line.only_if, options)][-1]
    return or_better(label.removeprefix("Win with a "))


def _is_paid_by_table(item: Settlement) -> bool:
    """Whether a printed line of a pay table decided, and not only which hand is higher."""
    compared = (WIN_OUTCOME.name, TIE_OUTCOME.name, OUT_OUTCOME.name, LOSS)
    return item.table != HOUSE and item.outcome not in compared
