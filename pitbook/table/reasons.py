"""Why a wager won, lost or was returned, in one sentence: ``Your 19 beats the dealer's 17: +$10``.

One function words every settlement of every game from the settlement and the cards of its round.
"""

from collections.abc import Sequence
from typing import Final

from pitbook.cards import JOKER, NO_CARD, RANKS, SUIT_NAMES, SUIT_SYMBOLS, rank, suit
from pitbook.games.model import Group, Wager
from pitbook.games.settlement import LOSS, Settlement
from pitbook.money import format_cents
from pitbook.pay import Loss
from pitbook.table.family import family_of
from pitbook.table.view import PlayerView, RoundView

FEW: Final = 3
"""Up to this number cards are named one by one; seven would fill the screen."""
THIRD_CARD: Final = "three_"
"""How the outcomes begin that a player's third card decides."""


def reason(view: RoundView, item: Settlement, hand: int = 1) -> str:
    """What a wager of this round came to, and why; ``hand`` is the seat's hand that it lies on in the base game."""
    player = view.players[item.seat]
    if item.envy_from:
        return f"Envy, because seat {item.envy_from} has {item.label}: {signed(item)}"
    if item.seat in view.covered:
        return f"{item.label}: {signed(item)}"
    game = view.config.game
    if item.wager in game.required or item.wager not in game.wager_slugs() or game.wager(item.wager).in_round:
        return family_of(game).reason(view, item, hand)
    if player.folded and item.outcome == LOSS:
        return f"You folded, and a folded hand wins no bonus: {signed(item)}"
    return _side(view, item, player)


def cards_words(cards: Sequence[int]) -> str:
    """``K-Q of hearts``, ``K♥ 7♣``."""
    plain = [card for card in cards if card != NO_CARD]
    if len(plain) > 1 and JOKER not in plain and len({suit(card) for card in plain}) == 1:
        return f"{'-'.join(map(_rank, plain))} of {SUIT_NAMES[suit(plain[0])]}"
    return _one_by_one(plain)


def _one_by_one(cards: Sequence[int]) -> str:
    """``K♥ 7♥``: cards of which one does not matter to the other."""
    plain = [card for card in cards if card != NO_CARD]
    return " ".join("joker" if card == JOKER else f"{_rank(card)}{SUIT_SYMBOLS[suit(card)]}" for card in plain)


def _rank(card: int) -> str:
    letter = RANKS[rank(card)]
    return "10" if letter == "T" else letter


def signed(item: Settlement) -> str:
    """``+$10``, ``-$10``, or what happens to a bet that neither won nor lost."""
    net = item.net or 0
    if net == 0:
        return f"your {format_cents(item.bet)} is returned"
    return f"+{format_cents(net)}" if net > 0 else format_cents(net)


# -- side bets ---------------------------------------------------------------------------------------------------------


def _side(view: RoundView, item: Settlement, player: PlayerView) -> str:
    """Its cards, the line that paid, and what that pays; or the lowest line that would have."""
    config = view.config
    wager = config.game.wager(item.wager)
    own, dealer = _looked_at(view, wager, item, player)
    if item.outcome == LOSS:
        return f"{_loss(view, wager, item, player, own, dealer)}: {signed(item)}"
    cards = f"{own} with the dealer's {dealer}" if own and dealer else own or dealer
    if item.net == 0:
        return f"{_head(cards)}{item.label} is a push: {signed(item)}"
    line = f"{_head(cards)}{item.label} pays {_pays(item)}"
    return line if item.net is None or _pays(item) == format_cents(item.net) else f"{line}: {signed(item)}"


def _head(cards: str) -> str:
    return f"{cards}: " if cards else ""


def _pays(item: Settlement) -> str:
    """``40 for 1`` includes the bet, which a player has to be told."""
    pays = item.pays.replace("of meter", "of the jackpot")
    return f"{pays} with your bet included" if pays.endswith("for 1") else pays


def _looked_at(view: RoundView, wager: Wager, item: Settlement, player: PlayerView) -> tuple[str, str]:
    """The player's and the dealer's cards that decided, in words; empty where they are too many to name."""
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
    """Whether the cards of a group are a part of why this outcome was paid."""
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
    """``Three Pair or better``: the lowest hand that pays."""
    table = view.config.layout.table_for(wager, item.total)
    lines = [line for line in (table.lines if table is not None else ()) if not isinstance(line.pay, Loss)]
    if not lines:
        return "a hand that pays"
    lowest = lines[-1]
    if lowest.outcome == "straight":  # it pays least of seven cards, but poker ranks three of a kind below it
        lowest = next((line for line in lines if line.outcome == "three_of_a_kind"), lowest)
    return "a pai gow" if "Pai Gow" in lowest.label else f"{lowest.label} or better"
