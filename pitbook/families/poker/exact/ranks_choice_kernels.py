"""Compiled loops of :mod:`pitbook.families.poker.exact.ranks_choices`: the best choice of single hands."""

from typing import Any

import numpy as np

from pitbook.cards import JOKER
from pitbook.families.poker.exact.kernels import ones, results_of
from pitbook.families.poker.exact.ranks_kernels import (
    ALL,
    LESS,
    OUT,
    UP_TO,
    add_event,
    build_table,
    faced,
    fill_events,
    place_of,
    sum_events,
)


def sum_choices(
    counts: Any, values: Any, by_ranks: Any, totals: Any, events: Any, outside: Any, tables: Any, qualifies: int,
    hands: Any, nets: Any, base: Any, sums: Any,
) -> None:  # fmt: skip
    """For patterns by rising value, the sum of nets of each choice in parts, in a game whose suits are all alike.

    ``base`` is by the ranks alone, ``sums`` what the flushes of one suit add for each set of the player's ranks there.
    """
    upto = np.zeros(2, np.int64)
    upto[LESS] = build_table(events, values[0], outside, ALL, tables[LESS])
    upto[UP_TO] = build_table(events, values[0] + 1, outside, ALL, tables[UP_TO])
    build_table(events, qualifies, outside, ALL, tables[OUT])
    held, k = np.zeros((2, 7), np.int64)
    faces, results = np.zeros(3, np.int64), np.zeros(6, np.int64)
    for each in range(len(counts)):
        player = values[each]
        for number in range(2):
            while upto[number] < len(events) and events[upto[number], 0] < player + number:
                add_event(events[upto[number]], outside, ALL, tables[number])
                upto[number] += 1
        size = 0
        for rank in range(13):
            if counts[each, rank]:
                held[size] = rank
                size += 1
        hand = hands[player]
        less, up_to, out = by_ranks[each, LESS], by_ranks[each, UP_TO], by_ranks[each, OUT]
        results_of(player, qualifies, less, up_to - less, out, totals[each], results)
        for choice in range(nets.shape[1]):
            for result in range(6):
                base[each, choice] += results[result] * nets[hand, choice, result]
        for own in range(1 << size):
            mask = 0
            for at in range(size):
                mask |= (own >> at & 1) << held[at]
                k[at] = counts[each, held[at]] - (own >> at & 1)
            for number in range(3):
                faces[number] = faced(tables[number], mask, held, k, size)
            # Results are linear in the numbers of dealer hands: flushes add none.
            results_of(player, qualifies, faces[LESS], faces[UP_TO] - faces[LESS], faces[OUT], 0, results)
            for choice in range(nets.shape[1]):
                for result in range(6):
                    sums[each, own, choice] += results[result] * nets[hand, choice, result]


def choose_by_sums(
    cards: Any, own_at: Any, players: Any, settled: Any, binomials: Any, row_of: Any, base: Any, sums: Any,
    hands: Any, allowed: Any, chosen: Any,
) -> None:  # fmt: skip
    """The best choice of each row: that of its value where all hands have the same, else by the parts of its sums.

    ``row_of`` is by whether the hand holds the joker and by the index of its pattern.
    """
    counts, masks = np.zeros(13, np.int64), np.zeros(4, np.int64)
    for each in range(len(cards)):
        player = players[each]
        chosen[each] = settled[player]
        if settled[player] >= 0:
            continue
        counts[:] = 0
        masks[:] = 0
        joker = 0
        for at in own_at:
            card = np.int64(cards[each, at])
            if card == JOKER:
                joker = 1
            else:
                counts[card >> 2] += 1
                masks[card & 3] |= 1 << (card >> 2)
        row = row_of[joker, place_of(counts, binomials)]
        best = -1
        most = 0
        for choice in range(base.shape[1]):
            if not allowed[hands[player], choice]:
                continue
            total = base[row, choice]
            for suit in range(4):
                own, bit = 0, 0
                for rank in range(13):
                    if counts[rank]:
                        own |= (masks[suit] >> rank & 1) << bit
                        bit += 1
                total += sums[row, own, choice]
            if best < 0 or total > most:
                best, most = choice, total
        chosen[each] = best


def choose_beside_seen(
    cards: Any, own_at: Any, seen_at: Any, players: Any, settled: Any, suited_masks: Any, unseen: int, node_parent: Any,
    node_step: Any, leaf_parent: Any, leaf_step: Any, group_of: Any, leaf_order: Any, leaf_values: Any, values_at: Any,
    suited: Any, binomials: Any, qualifies: int, total: int, hands: Any, nets: Any, allowed: Any, chosen: Any,
) -> None:  # fmt: skip
    """The same beside seen cards, in a game without a joker: counted for each row that needs it."""
    own, seen, left, outside, nothing = np.zeros((5, 13), np.int64)
    ways = np.zeros(104, np.int64)
    own_masks, seen_masks = np.zeros((2, 4), np.int64)
    at_node = np.zeros(len(node_parent), np.int64)
    hinted, hint_ways = np.zeros(13, np.int64), np.ones(8, np.int64)
    events = np.zeros((2 * 91 * len(suited_masks), 5), np.int64)
    sums, results = np.zeros(3, np.int64), np.zeros(6, np.int64)
    for each in range(len(cards)):
        player = players[each]
        chosen[each] = settled[player]
        if settled[player] >= 0:
            continue
        own[:] = 0
        seen[:] = 0
        own_masks[:] = 0
        seen_masks[:] = 0
        for at in own_at:
            card = np.int64(cards[each, at])
            own[card >> 2] += 1
            own_masks[card & 3] |= 1 << (card >> 2)
        for at in seen_at:
            card = np.int64(cards[each, at])
            seen[card >> 2] += 1
            seen_masks[card & 3] |= 1 << (card >> 2)
        for rank in range(13):
            left[rank] = 4 - own[rank] - seen[rank]
            for many in range(5):
                ways[rank * 8 + many] = binomials[left[rank], many]
        at_node[0] = 1
        for node in range(1, len(node_parent)):
            at_node[node] = at_node[node_parent[node]] * ways[node_step[node]]
        sums[:] = 0
        group = group_of[place_of(seen, binomials)]
        for number in range(leaf_values.shape[1]):
            value_here = leaf_values[group, number]
            if value_here > player and value_here >= qualifies:
                break
            leaf = leaf_order[group, number]
            count = at_node[leaf_parent[leaf]] * ways[leaf_step[leaf]]
            if value_here < player:
                sums[LESS] += count
            if value_here <= player:
                sums[UP_TO] += count
            if value_here < qualifies:
                sums[OUT] += count
        for suit in range(4):
            if ones(seen_masks[suit]) + unseen < 5:
                continue
            in_suit = ALL & ~own_masks[suit] & ~seen_masks[suit]
            for rank in range(13):
                outside[rank] = left[rank] - (in_suit >> rank & 1)
            found = fill_events(
                suited_masks, unseen, 0, seen_masks[suit], seen, in_suit, outside, binomials, values_at, suited,
                hinted, hint_ways, 0, events,
            )  # fmt: skip
            sum_events(events[:found], 0, nothing, outside, player, qualifies, sums)
        results_of(player, qualifies, sums[LESS], sums[UP_TO] - sums[LESS], sums[OUT], total, results)
        hand = hands[player]
        best = -1
        most = 0
        for choice in range(nets.shape[1]):
            if allowed[hand, choice]:
                sum_of_nets = 0
                for result in range(6):
                    sum_of_nets += results[result] * nets[hand, choice, result]
                if best < 0 or sum_of_nets > most:
                    best, most = choice, sum_of_nets
        chosen[each] = best
