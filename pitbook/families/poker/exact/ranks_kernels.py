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
from pitbook.families.poker.exact.kernels import first_set, next_set, ones, results_of

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


# -- player hands ------------------------------------------------------------------------------------------------------


def linear_nets(player: int, qualifies: int, nets: Any, per: Any) -> None:
    """The sum of nets of each choice as a linear function of the numbers of dealer hands: ``per[choice]`` has the
    coefficients of those below the player's value, up to it, not qualifying, and of all.

    ``nets[choice, result]`` are those of the player's class of hand; results are counted as by ``results_of``.
    """
    for choice in range(len(nets)):
        net = nets[choice]
        per[choice, 3] = net[0]
        if player >= qualifies:
            per[choice, LESS], per[choice, UP_TO], per[choice, OUT] = net[2] - net[1], net[1] - net[0], net[5] - net[2]
        else:
            per[choice, LESS], per[choice, UP_TO], per[choice, OUT] = net[5] - net[4], net[4] - net[3], net[3] - net[0]


def choose(less: int, up_to: int, out: int, total: int, deals: int, per: Any, allowed: Any, sums: Any) -> None:
    """Adds a kind of player hand, which comes in so many deals, to the sums of its best choice: ``sums[choice]`` are
    over the same numbers as ``per[choice]``, the last one counted in player hands."""
    best = -1
    most = 0
    for choice in range(len(per)):
        if allowed[choice]:
            net = (
                less * per[choice, LESS] + up_to * per[choice, UP_TO] + out * per[choice, OUT] + total * per[choice, 3]
            )
            if best < 0 or net > most:
                best, most = choice, net
    sums[best, LESS] += less * deals
    sums[best, UP_TO] += up_to * deals
    sums[best, OUT] += out * deals
    sums[best, 3] += deals


def settle(
    player: int, total: int, qualifies: int, hand: int, nets: Any, allowed: Any, ways: Any, sums: Any, results: Any,
    tally: Any, others: Any, worth: Any, taken: Any,
) -> None:  # fmt: skip
    """Counts the deals of player hands of one value with the best choices and with that of each further policy.

    ``sums`` are those of :func:`choose`, which are emptied; ``total`` is the number of dealer hands against each.
    """
    less, up_to, out, all_hands = 0, 0, 0, 0
    for choice in range(len(sums)):
        number = sums[choice, 3]
        if number:
            results_of(
                player, qualifies, sums[choice, LESS], sums[choice, UP_TO] - sums[choice, LESS], sums[choice, OUT],
                total * number, results,
            )  # fmt: skip
            for result in range(6):
                tally[hand, choice, result] += results[result]
            taken[player, choice] += number
            less += sums[choice, LESS]
            up_to += sums[choice, UP_TO]
            out += sums[choice, OUT]
            all_hands += number
    sums[:] = 0
    if all_hands == 0:
        return
    results_of(player, qualifies, less, up_to - less, out, total * all_hands, results)
    for choice in range(nets.shape[1]):
        if allowed[hand, choice]:
            for result in range(6):
                worth[player, choice] += results[result] * nets[hand, choice, result]
    for way in range(len(others)):
        for result in range(6):
            others[way, hand, ways[way], result] += results[result]


def flush_ways(
    held: Any, k: Any, count: int, suits: Any, left: Any, rest: Any, binomials: Any, need: int, suited: Any, player: int
) -> int:
    """In how many ways ``k`` cards of the ranks held can lie in some suits so that one of them is a flush that counts.

    ``rest`` is how many cards of each rank these suits have left together.
    """
    total = 0
    for number in range(len(suits)):
        own = left[suits[number]]
        may = 0
        for at in range(count):
            if k[at] and own >> held[at] & 1:
                may |= 1 << at
        size = ones(may)
        if size < need:
            continue
        # Cards of a flush's ranks may lie in other suits: as many as are more than a flush needs, at most two.
        for one in range(-1, count if size > need else 0):
            if one >= 0 and may >> one & 1 == 0:
                continue
            for other in range(-1, max(one, 0) if size > need + 1 else 0):
                if other >= 0 and may >> other & 1 == 0:
                    continue
                chosen = may
                if one >= 0:
                    chosen &= ~(1 << one)
                if other >= 0:
                    chosen &= ~(1 << other)
                mask = 0
                for at in range(count):
                    if chosen >> at & 1:
                        mask |= 1 << held[at]
                if ones(mask) < need or suited[mask] <= player:
                    continue
                ways = 1
                for at in range(count):
                    elsewhere = rest[held[at]] - (own >> held[at] & 1)
                    ways *= binomials[elsewhere, k[at] - (chosen >> at & 1)]
                total += ways
    return total


def play_patterns(
    counts: Any, values: Any, by_ranks: Any, totals: Any, ways: Any, need: int, suited: Any, left: Any, relevant: Any,
    kind_of: Any, first_event: Any, events: Any, outside: Any, tables: Any, binomials: Any, weight: int, qualifies: int,
    hands: Any, nets: Any, allowed: Any, tally: Any, others: Any, worth: Any, taken: Any,
) -> int:  # fmt: skip
    """Plays all player hands without a flush of these patterns, by rising value; returns how many kinds there are.

    ``left`` are the ranks left in each suit, ``relevant`` the suits in which the dealer may have a flush, ``kind_of``
    the number of each one's table: suits that are alike share one. Only how the player's cards lie in these suits
    matters; cards elsewhere are counted by ways. ``by_ranks`` are the counts by ranks alone (less, up to, out).
    """
    suits, kinds, sets = len(relevant), len(outside), 0
    alike = suits == 4 and kinds == 1
    upto = np.zeros((2, kinds), np.int64)
    in_suit = np.zeros(kinds, np.int64)
    for number in range(suits):
        in_suit[kind_of[number]] = left[relevant[number]]
    for kind in range(kinds):
        part, free = events[first_event[kind] : first_event[kind + 1]], in_suit[kind]
        upto[LESS, kind] = build_table(part, values[0], outside[kind], free, tables[LESS, kind])
        upto[UP_TO, kind] = build_table(part, values[0] + 1, outside[kind], free, tables[UP_TO, kind])
        build_table(part, qualifies, outside[kind], free, tables[OUT, kind])
    elsewhere = np.zeros(4 - suits, np.int64)
    at = 0
    for suit in range(4):
        here = True
        for number in range(suits):
            here = here and relevant[number] != suit
        if here:
            elsewhere[at] = suit
            at += 1
    rest = np.zeros(13, np.int64)
    for rank in range(13):
        for number in range(4 - suits):
            rest[rank] += left[elsewhere[number]] >> rank & 1
    held, k, count_of = np.zeros((3, 7), np.int64)
    faces = np.zeros((3, max(kinds, 1), 128), np.int64)
    is_flush = np.zeros(128, np.bool_)
    options, option_ways = np.zeros((2, 7, 16), np.int64)
    offered, chosen, here_rest = np.zeros((3, 7), np.int64)
    own_sets = np.zeros((8, 4), np.int64)
    ways_to = np.zeros(8, np.int64)
    ways_of, mask_of = np.zeros((2, 128), np.int64)
    width = tables.shape[3]
    per, sums = np.zeros((2, nets.shape[1], 4), np.int64)
    results = np.zeros(6, np.int64)
    for each in range(len(counts)):
        player = values[each]
        hand = hands[player]
        may = allowed[hand]
        for kind in range(kinds):
            last = first_event[kind + 1] - first_event[kind]
            for number in range(2):
                while upto[number, kind] < last:
                    event = events[first_event[kind] + upto[number, kind]]
                    if event[0] >= player + number:
                        break
                    add_event(event, outside[kind], in_suit[kind], tables[number, kind])
                    upto[number, kind] += 1
        linear_nets(player, qualifies, nets[hand], per)
        size = 0
        for rank in range(13):
            if counts[each, rank]:
                held[size] = rank
                count_of[size] = counts[each, rank]
                size += 1
        if suits <= 1:
            # A set of ranks says how the cards lie: one card of each of these in the relevant suit, all others in the
            # suits elsewhere.
            ways_of[0], mask_of[0] = weight, 0
            singles = 0
            for at in range(size):
                rank, many = held[at], count_of[at]
                singles |= (many == 1) << at
                elsewhere_ways, inside_ways = binomials[rest[rank], many], 0
                if suits == 1 and left[relevant[0]] >> rank & 1:
                    inside_ways = binomials[rest[rank], many - 1]
                for own in range(1 << at):
                    ways_of[own | 1 << at] = ways_of[own] * inside_ways
                    mask_of[own | 1 << at] = mask_of[own] | 1 << rank
                    ways_of[own] *= elsewhere_ways
            for own in range(1 << size if suits else 1):
                deals, mask = ways_of[own], mask_of[own]
                if deals == 0 or suited[mask] > player:
                    continue
                may_flush = size >= need and size - ones(own & singles) >= need
                if may_flush or width > 1:
                    for at in range(size):
                        k[at] = count_of[at] - (own >> at & 1)
                if may_flush:
                    deals = without_flushes(
                        deals, held, k, size, elsewhere, left, rest, binomials, need, suited, player
                    )
                    if deals == 0:
                        continue
                less, up_to, out = by_ranks[each, LESS], by_ranks[each, UP_TO], by_ranks[each, OUT]
                if suits and width == 1:
                    less += np.int64(tables[LESS, 0, ALL & ~mask, 0])
                    up_to += np.int64(tables[UP_TO, 0, ALL & ~mask, 0])
                    out += np.int64(tables[OUT, 0, ALL & ~mask, 0])
                elif suits:
                    less += faced(tables[LESS, 0], mask, held, k, size)
                    up_to += faced(tables[UP_TO, 0], mask, held, k, size)
                    out += faced(tables[OUT, 0], mask, held, k, size)
                sets += 1
                choose(less, up_to, out, totals[each], deals, per, may, sums)
            settle(
                player, totals[each], qualifies, hand, nets, allowed, ways[:, each], sums, results, tally, others,
                worth, taken,
            )  # fmt: skip
            continue
        for own in range(1 << size):
            mask = 0
            for at in range(size):
                mask |= (own >> at & 1) << held[at]
                k[at] = count_of[at] - (own >> at & 1)
            is_flush[own] = suited[mask] > player
            for kind in range(kinds):
                for number in range(3):
                    faces[number, kind, own] = faced(tables[number, kind], mask, held, k, size)
        # How the cards of each rank can lie in the relevant suits. Where all suits are alike, one way of the first
        # rank stands for all.
        for at in range(size):
            rank, many = held[at], count_of[at]
            offered[at] = 0
            for lie in range(1 << suits):
                if alike and at == 0 and lie != (1 << many) - 1:
                    continue
                outside_now = many - ones(lie)
                possible = 0 <= outside_now <= rest[rank]
                for number in range(suits):
                    if lie >> number & 1 and left[relevant[number]] >> rank & 1 == 0:
                        possible = False
                if possible:
                    options[at, offered[at]] = lie
                    spread = binomials[rest[rank], outside_now]
                    option_ways[at, offered[at]] = binomials[4, many] if alike and at == 0 else spread
                    offered[at] += 1
        ways_to[0] = weight
        own_sets[0] = 0
        level = 0
        chosen[0] = -1
        while level >= 0:
            chosen[level] += 1
            if chosen[level] >= offered[level]:
                level -= 1
                continue
            lie = options[level, chosen[level]]
            ways_to[level + 1] = ways_to[level] * option_ways[level, chosen[level]]
            here_rest[level] = count_of[level] - ones(lie)
            for number in range(suits):
                own_sets[level + 1, number] = own_sets[level, number] | (lie >> number & 1) << level
            if level + 1 < size:
                level += 1
                chosen[level] = -1
                continue
            less, up_to, out = by_ranks[each, LESS], by_ranks[each, UP_TO], by_ranks[each, OUT]
            flush = False
            for number in range(suits):
                own = own_sets[size, number]
                flush = flush or is_flush[own]
                kind = kind_of[number]
                less += faces[LESS, kind, own]
                up_to += faces[UP_TO, kind, own]
                out += faces[OUT, kind, own]
            if flush:
                continue
            deals = ways_to[size]
            if suits < 4:
                spare = 0
                for at in range(size):
                    spare += here_rest[at] > 0
                if spare >= need:
                    deals = without_flushes(
                        deals, held, here_rest, size, elsewhere, left, rest, binomials, need, suited, player
                    )
            if deals:
                sets += 1
                choose(less, up_to, out, totals[each], deals, per, may, sums)
        settle(
            player, totals[each], qualifies, hand, nets, allowed, ways[:, each], sums, results, tally, others, worth,
            taken,
        )  # fmt: skip
    return sets


def without_flushes(
    deals: int, held: Any, k: Any, count: int, suits: Any, left: Any, rest: Any, binomials: Any, need: int, suited: Any,
    player: int,
) -> int:  # fmt: skip
    """The deals in which ``k`` cards of the ranks held, lying in some suits in any way, are no flush that counts."""
    flushes = flush_ways(held, k, count, suits, left, rest, binomials, need, suited, player)
    if flushes == 0:
        return deals
    ways = 1
    for at in range(count):
        ways *= binomials[rest[held[at]], k[at]]
    return deals // ways * (ways - flushes)


def play_flushes(
    masks: Any, values: Any, bound_of: Any, size: int, rank_values: Any, by_ranks: Any, out_by_ranks: Any, totals: Any,
    ways: Any, left: Any, relevant: Any, kind_of: Any, first_event: Any, events: Any, outside: Any, tables: Any,
    binomials: Any, weight: int, qualifies: int, hands: Any, nets: Any, allowed: Any, tally: Any, others: Any,
    worth: Any, taken: Any,
) -> int:  # fmt: skip
    """Plays all player hands with a flush, by its rising value; returns how many kinds there are.

    ``masks`` are the ranks in the suit of the flush; up to two of ``size`` cards lie in other suits. ``rank_values``,
    ``by_ranks`` (what the ranks alone come to at each of few bounds) and the like are by place of the pattern.
    """
    suits, kinds, sets = len(relevant), len(outside), 0
    alike = suits == 4 and kinds == 1
    upto = np.zeros((2, kinds), np.int64)
    in_suit = np.zeros(kinds, np.int64)
    for number in range(suits):
        in_suit[kind_of[number]] = left[relevant[number]]
    for kind in range(kinds):
        part, free = events[first_event[kind] : first_event[kind + 1]], in_suit[kind]
        upto[LESS, kind] = build_table(part, values[0], outside[kind], free, tables[LESS, kind])
        upto[UP_TO, kind] = build_table(part, values[0] + 1, outside[kind], free, tables[UP_TO, kind])
        build_table(part, qualifies, outside[kind], free, tables[OUT, kind])
    number_of = np.full(4, -1, np.int64)
    for number in range(suits):
        number_of[relevant[number]] = number
    counts = np.zeros(13, np.int64)
    held, k = np.zeros((2, 13), np.int64)
    own_sets = np.zeros(4, np.int64)
    found = np.zeros(3, np.int64)
    per, sums = np.zeros((2, nets.shape[1], 4), np.int64)
    results = np.zeros(6, np.int64)
    for item in range(len(masks)):
        player, mask = values[item], masks[item]
        hand = hands[player]
        may = allowed[hand]
        linear_nets(player, qualifies, nets[hand], per)
        for kind in range(kinds):
            last = first_event[kind + 1] - first_event[kind]
            for number in range(2):
                while upto[number, kind] < last:
                    event = events[first_event[kind] + upto[number, kind]]
                    if event[0] >= player + number:
                        break
                    add_event(event, outside[kind], in_suit[kind], tables[number, kind])
                    upto[number, kind] += 1
        more = size - ones(mask)
        for a in range(13 if more else 1):
            for b in range(a + 1 if more == 2 else 1):
                for rank in range(13):
                    counts[rank] = mask >> rank & 1
                if more >= 1:
                    counts[a] += 1
                if more == 2:
                    counts[b] += 1
                place = place_of(counts, binomials)
                if rank_values[place] < 0 or rank_values[place] >= player:
                    continue
                many = 0
                for rank in range(13):
                    if counts[rank]:
                        held[many] = rank
                        many += 1
                for suit in range(1 if alike else 4):
                    if mask & ~left[suit]:
                        continue
                    for first in range(4 if more else 1):
                        if more and (first == suit or left[first] >> a & 1 == 0):
                            continue
                        for second in range(4 if more == 2 else 1):
                            if more == 2 and (
                                second == suit or left[second] >> b & 1 == 0 or (a == b and second >= first)
                            ):
                                continue
                            own_sets[:] = 0
                            own_sets[suit] = mask
                            if more >= 1:
                                own_sets[first] |= 1 << a
                            if more == 2:
                                own_sets[second] |= 1 << b
                            found[LESS] = found[UP_TO] = by_ranks[place, bound_of[item]]
                            found[OUT] = out_by_ranks[place]
                            for other in range(4):
                                if number_of[other] < 0:
                                    continue
                                own = own_sets[other]
                                for at in range(many):
                                    k[at] = counts[held[at]] - (own >> held[at] & 1)
                                for number in range(3):
                                    table = tables[number, kind_of[number_of[other]]]
                                    found[number] += faced(table, own, held, k, many)
                            sets += 1
                            choose(
                                found[LESS], found[UP_TO], found[OUT], totals[place], weight * 4 if alike else weight,
                                per, may, sums,
                            )  # fmt: skip
                settle(
                    player, totals[place], qualifies, hand, nets, allowed, ways[:, place], sums, results, tally,
                    others, worth, taken,
                )  # fmt: skip
    return sets
