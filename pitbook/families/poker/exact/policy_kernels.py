"""Compiled loops over rows of cards: values, rules of a chart, and the best choices looked up.

A row is a round or a hand. ``nodes`` is the node of each row's player in the tree of choices; only rows at ``node`` are
processed. The columns with the cards are given by index.
"""

from typing import Any

import numpy as np

from pitbook.cards import JOKER, Cards


def value(cards: Any) -> int:
    """A placeholder: each kernel is compiled with the game's own function in its place."""
    raise NotImplementedError


def pick(own: Any, board: Any, seen: Any, added: int) -> int:
    """A placeholder: each kernel is compiled with the rules of a chart in its place."""
    raise NotImplementedError


def cards_of(cards: Any, row: int, at: Any) -> Cards:
    """A placeholder: each kernel is compiled with the function of ``rows`` for its number of cards."""
    raise NotImplementedError


def value_rows(cards: Any, at: Any, values: Any) -> None:
    """The value of the cards in these columns."""
    for each in range(len(cards)):
        values[each] = value(cards_of(cards, each, at))


def pick_rows(
    cards: Any, own_at: Any, board_at: Any, seen_at: Any, added: int, choices: Any, nodes: Any, node: int, chosen: Any
) -> None:
    """The choice by the rules of a chart."""
    own, board = np.zeros(len(own_at), np.int64), np.zeros(len(board_at), np.int64)
    seen = np.zeros(len(seen_at), np.int64)
    for each in range(len(cards)):
        if nodes[each] == node:
            for one in range(len(own_at)):
                own[one] = cards[each, own_at[one]]
            for one in range(len(board_at)):
                board[one] = cards[each, board_at[one]]
            for one in range(len(seen_at)):
                seen[one] = cards[each, seen_at[one]]
            chosen[each] = choices[pick(own, board, seen, added)]


def pick_on_boards(reps: Any, added: int, table: Any) -> None:
    """The number of the first rule that holds for every set of board cards, a row each, and every pair of hole
    cards."""
    own, seen = np.zeros(2, np.int64), np.zeros(0, np.int64)
    for each in range(len(reps)):
        pair = 0
        for high in range(1, 52):
            for low in range(high):
                apart = True
                for at in range(reps.shape[1]):
                    apart = apart and reps[each, at] != high and reps[each, at] != low
                if apart:
                    own[0], own[1] = low, high
                    table[each, pair] = pick(own, reps[each], seen, added)
                pair += 1


def put_choices(hands: Any, binomials: Any, chosen: Any, table: Any) -> None:
    """Stores the choice of each hand, cards rising, at its index."""
    for each in range(len(hands)):
        place = 0
        for at in range(hands.shape[1]):
            place += binomials[hands[each, at], at + 1]
        table[place] = chosen[each]


def renamed_place(cards: Any, seen_suit: int, binomials: Any, masks: Any, order: Any) -> int:
    """The index of a hand after its suits are renamed: the suit of a seen card to 0, the others by rank mask, largest
    first.

    ``seen_suit`` is -1 if no card is seen. ``masks`` and ``order`` are buffers for four numbers each.
    """
    for suit in range(4):
        masks[suit] = 0
    for at in range(len(cards)):
        if cards[at] < JOKER:
            masks[cards[at] & 3] |= 1 << (cards[at] >> 2)
    for suit in range(4):
        order[suit] = 0
        if suit != seen_suit:
            for other in range(4):
                more = masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit)
                order[suit] += other == seen_suit or more
    place = 0
    for one in range(len(cards)):
        new = renamed(cards[one], order)
        lower = 1
        for other in range(len(cards)):
            lower += renamed(cards[other], order) < new
        place += binomials[new, lower]
    return place


def renamed(card: int, order: Any) -> int:
    """The card of the same rank in the suit's new name."""
    return card if card == JOKER else card - (card & 3) + order[card & 3]


def spread_choices(sets: Any, binomials: Any, table: Any, whole: Any) -> None:
    """The choice of every hand, from the choices of the representatives of each class."""
    masks, order = np.zeros((2, 4), np.int64)
    hand = np.zeros(sets.shape[1], np.int64)
    for each in range(len(sets)):
        for at in range(sets.shape[1]):
            hand[at] = sets[each, at]
        whole[each] = table[renamed_place(hand, -1, binomials, masks, order)]


def choose_beside_seen(cards: Any, own_at: Any, seen_at: int, binomials: Any, table: Any, chosen: Any) -> None:
    """The best choice with one seen card: ``table`` is by its rank and by the index of the renamed hand."""
    masks, order = np.zeros((2, 4), np.int64)
    hand = np.zeros(len(own_at), np.int64)
    for each in range(len(cards)):
        up: Any = np.int64(cards[each, seen_at])
        for one in range(len(own_at)):
            hand[one] = cards[each, own_at[one]]
        chosen[each] = table[up >> 2, renamed_place(hand, up & 3, binomials, masks, order)]
