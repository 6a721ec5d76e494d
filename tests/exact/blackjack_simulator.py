r"""Blackjack dealt card by card from a full shoe, compiled: hands played by a chart and settled by the table's rules.

It shares no code with the solver that it checks; totals and the dealer's drawing rule are the functions that the table
settles with.
"""

from typing import Any

import numba
import numpy as np

from pitbook.cards import JOKER, Cards
from pitbook.exact.kernels import compiled
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.total import SOFT
from pitbook.hands.blackjack import add_card, card_points, draws_at

add = compiled(add_card)
points_of = compiled(card_points)
draws = compiled(draws_at)
HALVES = 16
"""Nets are counted in half units, from -8 to 8."""


@numba.njit
def _below(state: Any, limit: int) -> int:
    """A random number below a limit (xorshift64*, with the upper half of the product)."""
    bits = state[0]
    bits ^= bits >> np.uint64(12)
    bits ^= bits << np.uint64(25)
    bits ^= bits >> np.uint64(27)
    state[0] = bits
    high = (bits * np.uint64(2685821657736338717)) >> np.uint64(32)
    return int((high * np.uint64(limit)) >> np.uint64(32))


@numba.njit
def _deal(shoe: Any, place: int, state: Any) -> int:
    """The next card, drawn from those not yet dealt in this round."""
    other = place + _below(state, len(shoe) - place)
    shoe[place], shoe[other] = shoe[other], shoe[place]
    return int(shoe[place])


@numba.njit
def play(
    rounds: int,
    shoe: Any,
    state: Any,
    hit: Any,
    double: Any,
    split: Any,
    hits_soft_17: bool,
    das: bool,
    most_hands: int,
    counts: Any,
) -> None:
    """Counts the net results of rounds under peek, 3:2, double any two, one card to split aces, no surrender."""
    totals = np.zeros(8, np.int64)
    softs = np.zeros(8, np.bool_)
    stakes = np.zeros(8, np.int64)
    for _ in range(rounds):
        dealt = 4
        first, second, up, hole = (
            _deal(shoe, 0, state), _deal(shoe, 1, state), _deal(shoe, 2, state), _deal(shoe, 3, state),
        )  # fmt: skip
        column = points_of(up) - 1
        dealer, dealer_soft = add(*add(0, False, up), hole)
        player, soft = add(*add(0, False, first), second)
        if dealer == 21 or player == 21:
            net = 0 if dealer == player else (-2 if dealer == 21 else 3)
            counts[net + HALVES] += 1
            continue
        hands, finished = 1, 0
        pair = points_of(first)
        is_split = pair == points_of(second) and split[pair - 1, column]
        if is_split:
            hands = 2
        while finished < hands:
            if is_split:
                player, soft = add(0, False, first)
                card = _deal(shoe, dealt, state)
                dealt += 1
                # A pair card makes one more hand; this hand then gets another second card.
                while points_of(card) == pair and hands < most_hands and pair != 1:
                    hands += 1
                    card = _deal(shoe, dealt, state)
                    dealt += 1
                player, soft = add(player, soft, card)
            stake = 1
            if not (is_split and pair == 1):
                kind = player + (SOFT if soft else 0)
                if double[kind, column] and (das or not is_split):
                    player, soft = add(player, soft, _deal(shoe, dealt, state))
                    dealt += 1
                    stake = 2
                else:
                    while player < 21 and hit[player + (SOFT if soft else 0), column]:
                        player, soft = add(player, soft, _deal(shoe, dealt, state))
                        dealt += 1
            totals[finished], softs[finished], stakes[finished] = player, soft, stake
            finished += 1
        while draws(dealer, dealer_soft, hits_soft_17):
            dealer, dealer_soft = add(dealer, dealer_soft, _deal(shoe, dealt, state))
            dealt += 1
        net = 0
        for hand in range(hands):
            if totals[hand] > 21:
                net -= stakes[hand]
            elif dealer > 21 or totals[hand] > dealer:
                net += stakes[hand]
            elif totals[hand] < dealer:
                net -= stakes[hand]
        counts[2 * net + HALVES] += 1


def simulate(analysis: Analysis, rounds: int, seed: int) -> Any:
    """The number of rounds with each net result, from -8 to 8 in halves, played by the chart of an analysis."""
    rules, choices = analysis.rules, analysis.choices
    cards: Cards = tuple(card for card in range(JOKER) for _ in range(rules.decks))
    counts = np.zeros(2 * HALVES + 1, np.int64)
    play(
        rounds,
        np.array(cards, np.int64),
        np.array([seed * 2654435769 + 88172645463325252], np.uint64),
        choices.hit,
        choices.double,
        choices.split,
        rules.hits_soft_17,
        rules.das,
        rules.split_hands,
        counts,
    )
    return counts
