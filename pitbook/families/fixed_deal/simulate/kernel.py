"""Rounds without decisions, compiled: the wagers' own rules look at every seat's cards and the dealer's."""

from typing import Any, Final, NamedTuple

import numpy as np

from pitbook.cards import Cards
from pitbook.simulate.random import State, below
from pitbook.simulate.tally import Tally, count_lines, count_money

SPOTS: Final = 5
"""One for each of the dealer's cards."""
HAND: Final = 2

SPOT, BONUS = range(2)
"""Rows of the wagers."""


class Shoe(NamedTuple):
    """The cards, and where a shoe ends."""

    cards: Any
    """In any order; a shuffle needs no other."""
    cut: int
    """How many lie before the cut card: the round in which it comes out is the last of the shoe."""
    burn: int
    """How many are burnt after a shuffle."""


class Bets(NamedTuple):
    """What is paid, a row for each wager; there is no second row where the bets bring no bonus."""

    line_of: Any
    """By the rule's answer."""
    net: Any
    """By line."""


def spot_rule(player: Cards, card: Cards) -> int:
    """Stands for the rule of a spot, and is replaced by it."""
    return 0


def bonus_rule(player: Cards, dealer: Cards) -> int:
    """Stands for the rule of the bonus that comes with a bet on every spot, if the game has one."""
    return 0


def take(state: State, cards: Any, place: int) -> tuple[State, int]:
    """Brings a random one of the cards not yet dealt to this place."""
    state, more = below(state, len(cards) - place)
    card = cards[place + more]
    cards[place + more] = cards[place]
    cards[place] = card
    return state, place + 1


def play_rounds(state: State, rounds: int, seats: int, shoe: Shoe, bets: Bets, tally: Tally) -> int:
    """Plays so many rounds, beginning with a shuffle; returns the number of shoes."""
    shoes = 0
    place = shoe.cut + 1
    for _ in range(rounds):
        if place > shoe.cut:
            shoes += 1
            place = 0
            for _burnt in range(shoe.burn):
                state, place = take(state, shoe.cards, place)
        start = place
        for _dealt in range(HAND * seats + SPOTS):
            state, place = take(state, shoe.cards, place)
        settle_round(shoe.cards, start, seats, bets, tally)
    return shoes


def settle_round(cards: Any, start: int, seats: int, bets: Bets, tally: Tally) -> None:
    """Settles every bet of every seat: two cards to each came first, then the dealer's five."""
    at = start + HAND * seats
    dealer = cards[at], cards[at + 1], cards[at + 2], cards[at + 3], cards[at + 4]
    wagers = len(bets.net)
    spot_net = 0
    bonus_net = 0
    for seat in range(seats):
        player = cards[start + HAND * seat], cards[start + HAND * seat + 1]
        for spot in range(SPOTS):
            line = bets.line_of[SPOT, np.uint64(spot_rule(player, (dealer[spot],)))]
            tally.here[SPOT, line] += 1
            spot_net += bets.net[SPOT, line]
        if wagers > BONUS:
            line = bets.line_of[BONUS, np.uint64(bonus_rule(player, dealer))]
            tally.here[BONUS, line] += 1
            bonus_net += bets.net[BONUS, line]
    count_lines(tally)
    count_money(tally.money, SPOT, spot_net)
    if wagers > BONUS:
        count_money(tally.money, BONUS, bonus_net)
    count_money(tally.money, wagers, spot_net + bonus_net)
