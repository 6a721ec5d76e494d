"""Bonuses on the lower of two hands on one board, such as a two-way bad beat.

As in the board sweep, all pairs of hole cards beside a board are put in order once. Totals that run from the highest
pair down, in all and for each card, give for each pair the number of pairs without its cards that beat it, so that no
two pairs are compared.
"""

from collections import Counter
from math import comb
from typing import Any, Final

from pitbook.cards import JOKER, Shoe
from pitbook.errors import BadInput
from pitbook.exact.kernels import kernel_with
from pitbook.families.poker.exact import board_kernels
from pitbook.families.poker.exact.board import slots_of
from pitbook.families.poker.exact.deck import Deck
from pitbook.families.poker.exact.sweep import kinds_of_sets
from pitbook.families.poker.exact.values import in_parallel, sets_of, values_of
from pitbook.games.model import Wager
from pitbook.hands.stud import best_five_value

GROUPS: Final = [("player", 2), ("dealer", 2), ("board", 5)]
PIECES: Final = 32


def count(wager: Wager, shoe: Shoe) -> Counter[int]:
    """The answers, over all deals, of a rule that the value of the beaten hand alone decides; 0 for equal hands."""
    import numpy as np

    if [(group.source, group.size) for group in wager.groups] != GROUPS:
        raise BadInput(f"{wager.slug} does not compare two hole cards each on a board of five, so it is not counted so")
    if max(shoe.counts) > 1 or shoe.counts[JOKER:] != (0,) * len(shoe.counts[JOKER:]):
        raise BadInput(f"{wager.slug} is counted for one deck of 52 cards without a joker")
    deck = Deck(tuple(card for card in range(JOKER) if shoe.counts[card]))
    dead = [card for card in range(JOKER) if not shoe.counts[card]]
    values = np.unique(values_of(best_five_value, deck, 5)).tolist()
    slots, rank_at = slots_of(values)
    sets, weights = kinds_of_sets(deck.array(), sets_of(len(deck.cards), 5), deck)
    # Dead cards stand beside those of the board: like these, no hand holds them.
    boards = np.hstack([deck.array()[sets], np.tile(np.array(dead, np.int64), (len(sets), 1))])
    kernel = kernel_with(board_kernels.count_beaten, value=best_five_value)

    def run(piece: slice) -> tuple[Any, Any]:
        beaten, example = np.zeros(len(values), np.int64), np.full((len(values), 9), -1, np.int64)
        kernel(boards[piece], weights[piece], slots, rank_at, beaten, example)
        return beaten, example

    size = -(-len(boards) // PIECES)
    answers: Counter[int] = Counter()
    for beaten, example in in_parallel(run, (slice(at, at + size) for at in range(0, len(boards), size))):
        for times, cards in zip(beaten.tolist(), example.tolist(), strict=True):
            if times:
                # Either of the two hands may be the player's.
                answers[wager.rule(tuple(cards[:2]), tuple(cards[2:4]), tuple(cards[4:]))] += 2 * times
    left = len(deck.cards)
    answers[0] += comb(left, 2) * comb(left - 2, 2) * comb(left - 4, 5) - sum(answers.values())
    return answers
