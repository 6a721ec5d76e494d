"""Compiled loops over the player's hands of the method that counts ranks first: every hand settled, by its pattern."""

from typing import Any

import numpy as np

from pitbook.families.poker.exact.kernels import ones, results_of
from pitbook.families.poker.exact.ranks_kernels import (
    ALL,
    LESS,
    OUT,
    UP_TO,
    add_event,
    build_table,
    faced,
    place_of,
)


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
    """Adds a kind of player hand, weighted by its number of deals, to the sums of its best choice. ``sums[choice]`` has
    the same numbers as ``per[choice]``; the last one is counted in player hands."""
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
