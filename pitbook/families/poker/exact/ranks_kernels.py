"""Compiled loops of the method that counts ranks first (:mod:`pitbook.families.poker.exact.ranks`).

A **pattern** is the number of cards of each rank in a hand. It is identified by its index among all patterns of its
size: with ranks rising, the index of the set ``rank + number of the card``
(:mod:`pitbook.families.poker.exact.kernels`).

A **flush event** is a kind of dealer hand with a flush: the ranks in the suit, up to two ranks outside it, and a
weight. The hand is subtracted at the value of its ranks alone and added at its true value. A table of events has one
row for every set of ranks: the sum of the events whose suit holds only these ranks. A player who holds some ranks of
the suit reads the row of all other ranks. The number of ways for cards outside the suit depends on ``k``, the player's
cards of that rank there: with ``n`` in the deck it is ``n - k`` for one card, and
``C(n - k, 2) = C(n, 2) - n k + C(k + 1, 2)`` for two of a rank. So a row has a constant, a coefficient of each ``k``,
and one of each product of two.
"""

from typing import Any

import numpy as np

from pitbook.cards import JOKER
from pitbook.families.poker.exact.kernels import first_set, next_set, ones

ALL = (1 << 13) - 1
SETS = 1 << 13
PAIRS_FROM = 14
"""The index of the first coefficient of a product in a row: after the constant and thirteen ranks."""
LESS, UP_TO, OUT = 0, 1, 2
"""The tables of events: below the player's value, up to it, and below the dealer's lowest that qualifies."""


def value(cards: Any) -> int:
    """A placeholder: each kernel is compiled with the game's own function in its place."""
    raise NotImplementedError


# -- patterns ----------------------------------------------------------------------------------------------------------


def place_of(counts: Any, binomials: Any) -> int:
    """The index of a pattern among all of its size."""
    place, number = 0, 0
    for rank in range(13):
        for _ in range(counts[rank]):
            place += binomials[rank + number, number + 1]
            number += 1
    return place


def fill_patterns(size: int, binomials: Any, counts: Any) -> None:
    """The patterns of this size by index, including those with more than four of a rank."""
    places = np.zeros(size, np.int64)
    first_set(places, 0, binomials)
    for each in range(len(counts)):
        for at in range(size):
            counts[each, places[at] - at] += 1
        if each + 1 < len(counts):
            next_set(places)


def value_patterns(counts: Any, joker: int, values: Any) -> None:
    """The value of each pattern as if flushes did not exist: its suits are spread evenly; -1 for an impossible one."""
    size = 0
    for rank in range(13):
        size += counts[0, rank]
    cards = np.zeros(size + joker, np.int64)
    used = np.zeros(4, np.int64)
    for each in range(len(counts)):
        used[:] = 0
        at = 0
        possible = True
        for rank in range(13):
            possible = possible and counts[each, rank] <= 4
            taken = 0
            for _ in range(min(counts[each, rank], 4)):
                suit = -1
                for other in range(4):
                    if taken >> other & 1 == 0 and (suit < 0 or used[other] < used[suit]):
                        suit = other
                taken |= 1 << suit
                used[suit] += 1
                cards[at] = rank * 4 + suit
                at += 1
        if joker:
            cards[size] = JOKER
        values[each] = value(cards) if possible else -1


def value_suited(joker: int, most: int, values: Any) -> None:
    """The value of every set of ranks in one suit, with the joker or without; -1 for fewer than five cards in all."""
    for mask in range(SETS):
        size = ones(mask)
        values[mask] = -1
        if 5 <= size + joker <= most:
            cards = np.zeros(size + joker, np.int64)
            at = 0
            for rank in range(13):
                if mask >> rank & 1:
                    cards[at] = rank * 4
                    at += 1
            if joker:
                cards[size] = JOKER
            values[mask] = value(cards)


def value_beside(counts: Any, seen: Any, binomials: Any, values_at: Any, values: Any) -> None:
    """The values of patterns together with the seen ranks; ``values_at`` is by the index of the whole pattern."""
    whole = np.zeros(13, np.int64)
    for each in range(len(counts)):
        possible = True
        for rank in range(13):
            whole[rank] = counts[each, rank] + seen[rank]
            possible = possible and whole[rank] <= 4
        values[each] = values_at[place_of(whole, binomials)] if possible else -1


# -- ranks alone -------------------------------------------------------------------------------------------------------


def sum_ranks(
    counts: Any, left: Any, binomials: Any, node_parent: Any, node_step: Any, leaf_parent: Any, leaf_step: Any,
    leaf_weight: Any, bounds: Any, sums: Any,
) -> None:  # fmt: skip
    """For each player pattern, the dealer hands among the first ``bounds`` leaves, as if suits did not matter.

    ``left`` is how many cards of each rank there are for player and dealer. Dealer patterns are the leaves of a tree: a
    node multiplies its parent's ways by those of one more rank (``step`` is 8 x rank + how many). Bounds are rising.
    """
    ways = np.zeros(104, np.int64)
    at_node = np.zeros(len(node_parent), np.int64)
    for each in range(len(counts)):
        for rank in range(13):
            for many in range(5):
                ways[rank * 8 + many] = binomials[left[rank] - counts[each, rank], many]
        at_node[0] = 1
        for node in range(1, len(node_parent)):
            at_node[node] = at_node[node_parent[node]] * ways[node_step[node]]
        total = 0
        leaf = 0
        for number in range(bounds.shape[1]):
            while leaf < bounds[each, number]:
                total += at_node[leaf_parent[leaf]] * ways[leaf_step[leaf]] * leaf_weight[leaf]
                leaf += 1
            sums[each, number] = total


# -- flush events ------------------------------------------------------------------------------------------------------


def fill_events(
    masks: Any, unseen: int, joker: int, suited_seen: int, seen: Any, in_suit: int, outside: Any, binomials: Any,
    values_at: Any, suited: Any, hinted: Any, hint_ways: Any, start: int, events: Any,
) -> int:  # fmt: skip
    """The events of one suit from row ``start`` on, two for each kind of hand; returns the row after the last.

    ``masks`` are the sets of ranks that may come in the suit. ``unseen`` natural cards come, beside the joker or not.
    ``seen`` are the ranks seen, ``suited_seen`` those in the suit; ``in_suit`` are the suit's ranks that are left,
    ``outside`` how many of each rank the other suits have left. A row is (value, ranks in the suit, rank outside or -1,
    another or -1, weight).
    """
    found = start
    whole = np.zeros(13, np.int64)
    already = ones(suited_seen) + joker
    for mask in masks:
        if mask & ~in_suit:
            continue
        size = ones(mask)
        if size > unseen or size + already < 5:
            continue
        true = suited[mask | suited_seen]
        others = unseen - size
        for a in range(13 if others else 1):
            for b in range(a + 1 if others == 2 else 1):
                for rank in range(13):
                    whole[rank] = seen[rank] + (mask >> rank & 1)
                many = 0
                for rank in range(13):
                    if mask >> rank & 1:
                        many += hinted[rank]
                possible = True
                if others >= 1:
                    whole[a] += 1
                    many += hinted[a]
                    possible = outside[a] >= 1
                if others == 2:
                    whole[b] += 1
                    many += hinted[b]
                    possible = possible and outside[b] >= (2 if a == b else 1)
                if not possible:
                    continue
                by_ranks = values_at[place_of(whole, binomials)]
                if by_ranks >= true or hint_ways[many] == 0:
                    continue
                for side in range(2):
                    events[found, 0] = true if side else by_ranks
                    events[found, 1] = mask
                    events[found, 2] = a if others >= 1 else -1
                    events[found, 3] = b if others == 2 else -1
                    events[found, 4] = hint_ways[many] if side else -hint_ways[many]
                    found += 1
    return found


def put_event(event: Any, outside: Any, row: Any) -> None:
    """Adds an event to one row."""
    a, b, weight = event[2], event[3], event[4]
    if a < 0:
        row[0] += weight
    elif b < 0:
        row[0] += weight * outside[a]
        row[1 + a] -= weight
    elif a == b:
        row[0] += weight * (outside[a] * (outside[a] - 1) // 2)
        row[1 + a] -= weight * outside[a]
        row[PAIRS_FROM + a * (a + 1) // 2 + a] += weight
    else:
        row[0] += weight * outside[a] * outside[b]
        row[1 + a] -= weight * outside[b]
        row[1 + b] -= weight * outside[a]
        row[PAIRS_FROM + a * (a + 1) // 2 + b] += weight


def add_event(event: Any, outside: Any, in_suit: int, table: Any) -> None:
    """Adds an event to the rows of all sets that hold its ranks in the suit.

    ``in_suit`` are the ranks that the suit has left: every row that is read has all others.
    """
    mask = event[1] | ALL & ~in_suit
    free = ALL & ~mask
    more = free
    while True:
        put_event(event, outside, table[mask | more])
        if more == 0:
            return
        more = (more - 1) & free


def build_table(events: Any, limit: int, outside: Any, in_suit: int, table: Any) -> int:
    """Fills a table with the events below a value; returns the first event that is not."""
    table[:] = 0
    at = 0
    others = ALL & ~in_suit
    while at < len(events) and events[at, 0] < limit:
        put_event(events[at], outside, table[events[at, 1] | others])
        at += 1
    for bit in range(13):
        if in_suit >> bit & 1:
            mask = in_suit
            while mask:
                if mask >> bit & 1:
                    for column in range(table.shape[1]):
                        table[mask | others, column] += table[(mask | others) ^ 1 << bit, column]
                mask = (mask - 1) & in_suit
    return at


def faced(table: Any, own: int, held: Any, k: Any, count: int) -> Any:
    """The sum of the events for a player with the ranks ``own`` in the suit and ``k`` cards of ``held`` outside."""
    others = ALL & ~own
    total = np.int64(table[others, 0])
    if table.shape[1] > 1:
        for at in range(count):
            if k[at]:
                total += np.int64(table[others, 1 + held[at]]) * k[at]
    if table.shape[1] > PAIRS_FROM:
        for at in range(count):
            if k[at]:
                start = PAIRS_FROM + held[at] * (held[at] + 1) // 2
                total += np.int64(table[others, start + held[at]]) * (k[at] * (k[at] + 1) // 2)
                for below in range(at):
                    total += np.int64(table[others, start + held[below]]) * (k[at] * k[below])
    return total


def sum_events(events: Any, own: int, k: Any, outside: Any, player: int, qualifies: int, sums: Any) -> None:
    """The same for one hand without a table; ``k`` is by rank."""
    for at in range(len(events)):
        if events[at, 1] & own:
            continue
        a, b = events[at, 2], events[at, 3]
        ways = events[at, 4]
        if a >= 0:
            left = outside[a] - k[a]
            if b < 0:
                ways *= left
            elif a == b:
                ways *= left * (left - 1) // 2
            else:
                ways *= left * (outside[b] - k[b])
        if events[at, 0] < player:
            sums[LESS] += ways
        if events[at, 0] <= player:
            sums[UP_TO] += ways
        if events[at, 0] < qualifies:
            sums[OUT] += ways
