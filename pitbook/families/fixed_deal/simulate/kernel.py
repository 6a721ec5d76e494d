"""Rounds without decisions, compiled: the wagers' own rules look at every seat's cards and the dealer's."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pitbook.simulate.random import State, below
from pitbook.simulate.tally import ENVY, Tally, count_lines, count_money


class ShoeArrays(NamedTuple):
    """The cards, and where a shoe ends."""

    cards: Any
    """In any order."""
    cut: int
    """The number of cards before the cut card: the round in which it comes out is the last of the shoe."""
    burn: int
    """The number of cards burnt after a shuffle."""


class WagerPays(NamedTuple):
    """The pays, one row per wager."""

    line_of: Any
    """By the rule's answer."""
    net: Any
    """By line."""
    envy: Any
    """By the rule's answer: the envy of each other seat."""


CARDS: int = 0
"""Cards dealt to each seat and to the dealer; the compiled kernel gets the game's own numbers."""
DEALER_CARDS: int = 0


def settle_round(cards: Any, start: int, seats: int, bets: WagerPays, tally: Tally) -> None:
    """A placeholder: the compiled kernel uses the generated settlement of a table's bets
    (:func:`settlement_source`)."""


def take(state: State, cards: Any, place: int) -> tuple[State, int]:
    """Moves a random undealt card to this position."""
    state, more = below(state, len(cards) - place)
    card = cards[place + more]
    cards[place + more] = cards[place]
    cards[place] = card
    return state, place + 1


def play_rounds(state: State, rounds: int, seats: int, shoe: ShoeArrays, bets: WagerPays, tally: Tally) -> int:
    """Plays a number of rounds, beginning with a shuffle; returns the number of shoes."""
    shoes = 0
    place = shoe.cut + 1
    for _ in range(rounds):
        if place > shoe.cut:
            shoes += 1
            place = 0
            for _burnt in range(shoe.burn):
                state, place = take(state, shoe.cards, place)
        start = place
        for _dealt in range(CARDS * seats + DEALER_CARDS):
            state, place = take(state, shoe.cards, place)
        settle_round(shoe.cards, start, seats, bets, tally)
    return shoes


class SeatBet(NamedTuple):
    """One bet of a seat: its wager's row, and the arguments of the wager's rule as source text."""

    wager: int
    given: tuple[str, ...]


def settlement_source(looks: Sequence[SeatBet], wagers: int) -> str:
    """The source of :func:`settle_round`: every bet of every seat; all seats make the same bets.

    A rule takes tuples, whose lengths compiled code must know, and sums are kept in variables because sums in arrays
    take twice the time. ``p0`` is the first card of a seat, ``d0`` the dealer's. A seat gets envy for every other
    seat's hand.
    """
    bets = [
        f"""
        answer = uint64(rule_{wager}({", ".join(given)}))
        line = bets.line_of[{wager}, answer]
        tally.here[{wager}, line] += 1
        net_{wager} += bets.net[{wager}, line]
        envy_{wager} += bets.envy[{wager}, answer]"""
        for wager, given in looks
    ]
    rows = range(wagers)
    return f"""
def settle_round(cards, start, seats, bets, tally):
    d = start + CARDS * seats
    {_each(f"net_{row} = envy_{row} = 0" for row in rows)}
    {_each(f"d{card} = cards[d + {card}]" for card in _named(looks, "d"))}
    for seat in range(seats):
        p = start + CARDS * seat
        {_each(f"p{card} = cards[p + {card}]" for card in _named(looks, "p"))}{"".join(bets)}
    count_lines(tally)
    {_each(f"count_money(tally.money, {row}, net_{row})" for row in rows)}
    {_each(f"count_money(tally.money, {row}, envy_{row} * (seats - 1), ENVY)" for row in rows)}
    count_money(tally.money, {wagers}, {" + ".join(f"net_{row} + envy_{row} * (seats - 1)" for row in rows)})
"""


def _each(statements: Iterable[str]) -> str:
    return "; ".join(statements) or "pass"


def _named(looks: Sequence[SeatBet], whose: str) -> list[str]:
    """The cards of a seat or the dealer that any rule uses."""
    return sorted({card for look in looks for text in look.given for card in re.findall(rf"\b{whose}(\d+)", text)})


def settlement_from(source: str) -> Any:
    """Compiles the text to a function of this module."""
    made: dict[str, Any] = {
        "__name__": __name__,
        "CARDS": CARDS,
        "ENVY": ENVY,
        "count_lines": count_lines,
        "count_money": count_money,
        "uint64": np.uint64,
    }
    exec(source, made)  # noqa: S102 (the text is made by `settlement_source`, from whole numbers only)
    return made["settle_round"]
