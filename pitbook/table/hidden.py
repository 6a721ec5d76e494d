"""Hands that only their players see until the showdown, from a shoe of the table's own or from a real one.

A table with its own shoe knows such hands when it deals them. Physical cards are not entered yet: the dealer deals them
in one step, players decide, and the dealer enters the cards when they are turned over. Until then they are NO_CARD.
The requirement of a choice (:attr:`Choice.needs`) is checked at that time; if the hand does not meet it, the table
stops until a supervisor corrects the stake or voids the round.
"""

from collections.abc import Iterable
from dataclasses import replace

from pitbook.cards import NO_CARD
from pitbook.table.round import Round
from pitbook.table.steps import DEALER, CardTo, Place, Press, Procedure, Stop


def deal_hands(round_: Round, hands: Iterable[CardTo], press: Press) -> Procedure:
    """Deals hands to seats (``seen="owner"``) and to the dealer (``seen="nobody"``).

    ``press`` is the step with which the dealer deals all of them from a real shoe.
    """
    own_shoe = round_.config.source == "shoe"
    if not own_shoe:
        yield press
    for hand in hands:
        cards = (yield hand) if own_shoe else (NO_CARD,) * hand.count
        if hand.place.seat in round_.players:
            round_.players[hand.place.seat].dealt.extend(cards)
        elif hand.place == DEALER:
            round_.hidden.extend(cards)


def show_hands(round_: Round, places: Iterable[Place], press: Press | None = None, cite: str = "") -> Procedure:
    """Turns hands over, in this order: with the step ``press`` at a table with its own shoe, otherwise as the dealer
    enters the cards. A choice with a requirement is checked as soon as its hand is known."""
    shown = list(places)
    if round_.config.source == "shoe" and press is not None:
        yield replace(press, reveals=tuple(place.seat for place in shown if place.seat in round_.players))
    for place in shown:
        player = round_.players.get(place.seat)
        cards = round_.hidden if player is None else player.dealt
        unread = cards.count(NO_CARD)
        if unread:
            first = cards.index(NO_CARD)
            cards[first : first + unread] = yield CardTo(place, count=unread, cite=cite, dealt=True)
        if player is None:
            round_.dealer.extend(cards)
            cards.clear()
        else:
            yield from _check_choices(round_, place)


def _check_choices(round_: Round, place: Place) -> Procedure:
    """Stops the table for each stake of a choice whose hand does not meet its requirement."""
    cards = tuple(round_.players[place.seat].dealt)
    due = [decision for decision in round_.unchecked if decision.place == place]
    round_.unchecked = [decision for decision in round_.unchecked if decision.place != place]
    for decision in due:
        if decision.choice.needs is None or decision.choice.needs.holds(cards):
            continue
        for move in decision.choice.moves:
            if move.cents > 0:
                yield Stop(decision, move)
