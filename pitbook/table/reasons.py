"""Explains in one sentence why a wager won, lost or pushed: ``Your 19 beats the dealer's 17: +$10``.

One function explains every settlement of every game, from the settlement and the cards of its round.
"""

import re
from collections.abc import Sequence
from typing import Final

from pitbook.cards import JOKER, NO_CARD, RANKS, SUIT_NAMES, SUIT_SYMBOLS, rank, suit
from pitbook.games.model import Game, Group, Wager
from pitbook.games.settle import FOLDED
from pitbook.games.settlement import LOSS, Settlement
from pitbook.money import format_cents
from pitbook.pay import Loss
from pitbook.table.family import family_of
from pitbook.table.view import PlayerView, RoundView

FEW: Final = 3
"""Up to this many cards are named; seven would fill the screen."""
THIRD_CARD: Final = "three_"
"""The prefix of outcomes that a player's third card decides."""


def reason(view: RoundView, item: Settlement, hand: int = 1) -> str:
    """The result of a wager of this round, and why; ``hand`` is the number of the seat's hand in the base game."""
    player = view.players[item.seat]
    if item.envy_from:
        return f"Envy, because seat {item.envy_from} has {item.label}: {signed(item)}"
    if item.seat in view.covered:
        return f"{item.label}: {signed(item)}"
    game = view.config.game
    if item.wager not in game.wager_slugs() or _is_of_base_game(game, game.wager(item.wager)):
        return family_of(game).reason(view, item, hand)
    if item.label.startswith(FOLDED) and item.outcome == LOSS:
        return f"You folded, so {game.wager(item.wager).name} loses: {signed(item)}"
    return _side(view, item, player)


def _is_of_base_game(game: Game, wager: Wager) -> bool:
    """Whether a wager is a part of the game itself: bet by everyone, put up by a choice, or paid on such a bet."""
    return wager.slug in game.required or wager.in_round or wager.requires_all_of in game.required


def cards_words(cards: Sequence[int]) -> str:
    """``K-Q of hearts``, ``K♥ 7♣``."""
    plain = _sorted(cards)
    if len(plain) > 1 and JOKER not in plain and len({suit(card) for card in plain}) == 1:
        return f"{'-'.join(map(_rank, plain))} of {SUIT_NAMES[suit(plain[0])]}"
    return _one_by_one(plain)


def _one_by_one(cards: Sequence[int]) -> str:
    """``K♥ 7♥``: cards without a common suit or rank."""
    plain = _sorted(cards)
    return " ".join("joker" if card == JOKER else f"{_rank(card)}{SUIT_SYMBOLS[suit(card)]}" for card in plain)


def _sorted(cards: Sequence[int]) -> list[int]:
    """The cards that are known, as a player sorts them: the highest first."""
    return sorted((card for card in cards if card != NO_CARD), reverse=True)


def _rank(card: int) -> str:
    letter = RANKS[rank(card)]
    return "10" if letter == "T" else letter


def signed(item: Settlement) -> str:
    """``+$10``, ``-$10``, or the sentence for a push."""
    return _won_or_lost(item) or f"your {format_cents(item.bet)} is returned"


def signed_for(name: str, item: Settlement) -> str:
    """The same where one sentence explains several wagers: ``Ante +$10``, ``Play $10 returned``."""
    return f"{name} {_won_or_lost(item) or f'{format_cents(item.bet)} returned'}"


def _won_or_lost(item: Settlement) -> str:
    net = item.net or 0
    return f"+{format_cents(net)}" if net > 0 else format_cents(net) if net < 0 else ""


# -- side bets ---------------------------------------------------------------------------------------------------------


def _side(view: RoundView, item: Settlement, player: PlayerView) -> str:
    """A side bet's cards, the line that paid and its pay; after a loss, the lowest line that would have paid."""
    config = view.config
    wager = config.game.wager(item.wager)
    own, dealer = _looked_at(view, wager, item, player)
    if item.outcome == LOSS:
        return f"{_loss(view, wager, item, player, own, dealer)}: {signed(item)}"
    cards = f"{own} with the dealer's {dealer}" if own and dealer else own or dealer
    head = _head(wager, item, cards)
    if item.net == 0:
        return f"{head}{item.label} is a push: {signed(item)}"
    line = f"{head}{item.label} {'pay' if _is_plural(item.label) else 'pays'} {_pays(item)}"
    return line if item.net is None or _pays(item) == format_cents(item.net) else f"{line}: {signed(item)}"


def _head(wager: Wager, item: Settlement, cards: str) -> str:
    """The cards; the wager too where the name of the line does not say which one is meant."""
    if any(word in item.label for word in wager.name.split()):
        return f"{cards}: " if cards else ""
    return f"{wager.name}, {cards}: " if cards else f"{wager.name}: "


def _is_plural(label: str) -> bool:
    """``Two Suited Cards pay``, but ``Pair of Aces pays``."""
    return bool(re.match(r"(?!.* of )[\w ]+s$|\d+ cards ", label))


def _pays(item: Settlement) -> str:
    """The pay; for ``40 for 1`` with a note that it includes the bet."""
    pays = item.pays.replace("of meter", "of the jackpot")
    return f"{pays} with your bet included" if pays.endswith("for 1") else pays


def _looked_at(view: RoundView, wager: Wager, item: Settlement, player: PlayerView) -> tuple[str, str]:
    """The player's and the dealer's deciding cards, in words; empty if they are too many to name."""
    deal = view.deal_for(player)
    found: dict[str, list[int]] = {"player": [], "dealer": []}
    for group in wager.groups:
        if group.source not in found or not _counts(view, group, item):
            continue
        start = group.start + max(item.spot - 1, 0) * (group.source == "dealer" and wager.spots > 0)
        cards = deal.cards(group.source)
        found[group.source] += cards[start : start + group.size] if group.size else cards
    words = _one_by_one if item.outcome == LOSS else cards_words
    own, dealer = (words(cards) if len(cards) <= FEW else "" for cards in found.values())
    return own, dealer


def _counts(view: RoundView, group: Group, item: Settlement) -> bool:
    """Whether the cards of a group contributed to this outcome."""
    if group.only_if and view.config.layout.options.get(group.only_if[0]) != group.only_if[1]:
        return False
    if group.only_for:
        return item.outcome in group.only_for
    return not group.optional or item.outcome.startswith(THIRD_CARD)


def _loss(view: RoundView, wager: Wager, item: Settlement, player: PlayerView, own: str, dealer: str) -> str:
    """Why no line paid."""
    words = wager.loss_words
    if callable(words):
        words = words(view.deal_for(player), view.config.layout.options)
    if words:
        choice = player.bets[wager.slug].choice if wager.choice is not None else ""
        return words.format(own=own, dealer=dealer, choice=choice)
    return f"{wager.name} needs {_lowest(view, wager, item)}"


def _lowest(view: RoundView, wager: Wager, item: Settlement) -> str:
    """``three pair or better``: the lowest hand that pays."""
    table = view.config.layout.table_for(wager, item.total)
    lines = [line for line in (table.lines if table is not None else ()) if not isinstance(line.pay, Loss)]
    if not lines:
        return "a hand that pays"
    lowest = lines[-1]
    if lowest.outcome == "straight":  # with seven cards it pays least, but in poker's ranking three of a kind is lower
        lowest = next((line for line in lines if line.outcome == "three_of_a_kind"), lowest)
    return or_better(lowest.label)


def or_better(label: str) -> str:
    """``a pair of queens or better`` of ``Pair of Queens`` or ``Pair of Queens or Better``."""
    return f"{with_article(label.removesuffix(' or Better').lower())} or better"


def with_article(hand: str) -> str:
    """``a pair of queens``, ``three of a kind``."""
    return (
        f"a {hand}"
        if re.match(r"pair|straight|flush|full house|royal|\w+-card|.* high (straight|flush)", hand)
        else hand
    )
