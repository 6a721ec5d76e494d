"""Compiled loops of the poker solver, generic over arrays: only ``value`` differs from game to game.

A set of cards is identified by its index among all sets of its size (combinatorial number system): the index of cards
``a < b < c`` is ``C(a, 1) + C(b, 2) + C(c, 3)``. Cards are numbered by their positions in the remaining deck.
"""

from typing import Any

import numpy as np

from pitbook.cards import JOKER


def value(cards: Any) -> int:
    """A placeholder: each kernel is compiled with the game's own function."""
    raise NotImplementedError


def first_set(cards: Any, start: int, binomials: Any) -> None:
    """Fills in the set of cards with an index."""
    left = start
    for size in range(len(cards), 0, -1):
        card = size - 1
        while binomials[card + 1, size] <= left:
            card += 1
        cards[size - 1] = card
        left -= binomials[card, size]


def next_set(cards: Any) -> None:
    """The set with the next index."""
    size = len(cards)
    low = 0
    while low < size - 1 and cards[low] + 1 == cards[low + 1]:
        cards[low] = low
        low += 1
    cards[low] += 1


def fill_values(deck: Any, held: Any, size: int, start: int, binomials: Any, values: Any) -> None:
    """Fills ``values`` with the values of the sets of ``size`` cards from index ``start`` on.

    Each set is valued together with the cards ``held``.
    """
    places = np.zeros(size, np.int64)
    cards = np.zeros(size + len(held), np.int64)
    cards[size:] = held
    first_set(places, start, binomials)
    for each in range(len(values)):
        for at in range(size):
            cards[at] = deck[places[at]]
        values[each] = value(cards)
        if each + 1 < len(values):
            next_set(places)


def slot_of(slots: Any, wanted: int) -> int:
    """The slot of a number in an open-addressing hash table, or the free slot for it."""
    mask = len(slots) - 1
    # Multiplicative hashing: values are masks with few bits, whose low bits alone would use few slots.
    slot = (wanted * 2654435769 >> 20) & mask
    while slots[slot] != wanted and slots[slot] != -1:
        slot = (slot + 1) & mask
    return slot


def collect(values: Any, slots: Any) -> int:
    """Inserts every different number into a hash table, in which -1 is a free slot; returns how many were new."""
    found = 0
    last = -1
    for each in values:
        if each != last:
            last = each
            slot = slot_of(slots, each)
            if slots[slot] == -1:
                slots[slot] = each
                found += 1
                if 2 * found > len(slots):
                    raise OverflowError("the game has too many different values")
    return found


def rank_values(values: Any, slots: Any, rank_at: Any, ranks: Any) -> None:
    """The rank of each value among all different ones, from a hash table of values and ranks."""
    for each in range(len(values)):
        ranks[each] = rank_at[slot_of(slots, values[each])]


def fill_sets(binomials: Any, start: int, sets: Any) -> None:
    """The sets of cards from an index on, one per row."""
    size = sets.shape[1]
    places = np.zeros(size, np.int64)
    first_set(places, start, binomials)
    for each in range(len(sets)):
        for at in range(size):
            sets[each, at] = places[at]
        if each + 1 < len(sets):
            next_set(places)


def merged_ranks(sets: Any, rest: Any, seen: Any, binomials: Any, rank_of_set: Any, ranks: Any) -> None:
    """The ranks of sets of the remaining cards, each together with the seen cards.

    ``rest`` and ``seen`` are positions in the deck; ``rank_of_set`` is by the index of the whole set.
    """
    size, more = sets.shape[1], len(seen)
    for each in range(len(sets)):
        place = 0
        at = 0
        also = 0
        for count in range(1, size + more + 1):
            if also == more or (at < size and rest[sets[each, at]] < seen[also]):
                card = rest[sets[each, at]]
                at += 1
            else:
                card = seen[also]
                also += 1
            place += binomials[card, count]
        ranks[each] = rank_of_set[place]


def suit_classes(deck: Any, suits: Any, blocks: Any, sets: Any, kept: Any, weights: Any) -> int:
    """Keeps one set of each class under permutations of equivalent suits, with the size of its class.

    ``suits`` lists the four suits, equivalent ones adjacent, and ``blocks`` has the number of each suit's block of
    equivalent suits. A set is kept if, within a block, the rank masks of its suits do not increase. ``kept`` receives
    the rows of the sets; returns their number.
    """
    masks = np.zeros(4, np.int64)
    found = 0
    for each in range(len(sets)):
        masks[:] = 0
        for at in range(sets.shape[1]):
            card = deck[sets[each, at]]
            if card < JOKER:
                masks[card & 3] |= 1 << (card >> 2)
        ways = 1
        alike = 1
        same = 1
        for at in range(1, 4):
            if blocks[at] != blocks[at - 1]:
                alike = 1
                same = 1
                continue
            before, this = masks[suits[at - 1]], masks[suits[at]]
            if this > before:
                ways = 0
                break
            # The number of arrangements of the block's suits; suits with equal masks are interchangeable.
            alike += 1
            same = same + 1 if this == before else 1
            ways = ways * alike // same
        if ways:
            kept[found] = each
            weights[found] = ways
            found += 1
    return found


def ones(mask: int) -> int:
    """The number of bits set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def subset_sizes(cards: int) -> Any:
    """The size of every subset of a number of cards, by its bit mask."""
    sizes = np.zeros(1 << cards, np.int64)
    for mask in range(1 << cards):
        sizes[mask] = ones(mask)
    return sizes


def add_hand(
    cards: Any, weight: int, sizes: Any, places: Any, binomials: Any, offsets: Any, largest: int, counters: Any
) -> None:
    """Adds a dealer hand to the counters of all its subsets of at most ``largest`` cards.

    The counters of one size are stored from ``offsets[size]`` on, by the index of the subset. ``places`` is a buffer
    for the index of each subset, which follows from that of the subset without its highest card.
    """
    counters[0] += weight
    for at in range(len(cards)):
        bit = 1 << at
        for below in range(bit):
            size = sizes[below] + 1
            if size <= largest:
                place = places[below] + binomials[cards[at], size]
                places[below | bit] = place
                counters[offsets[size] + place] += weight


def hands_without(
    cards: Any, sizes: Any, places: Any, binomials: Any, offsets: Any, largest: int, counters: Any
) -> int:
    """The number of added hands that contain none of these cards, by inclusion-exclusion."""
    total = counters[0]
    for at in range(len(cards)):
        bit = 1 << at
        for below in range(bit):
            size = sizes[below] + 1
            if size <= largest:
                place = places[below] + binomials[cards[at], size]
                places[below | bit] = place
                count = counters[offsets[size] + place]
                total += -count if size & 1 else count
    return int(total)


def sweep(
    dealer: Any, by_value: Any, dealer_ranks: Any, weights: Any, player: Any, player_by_value: Any, player_ranks: Any,
    qualifies: int, binomials: Any, offsets: Any, largest: int, counters: Any, less: Any, equal: Any, out: Any,
) -> None:  # fmt: skip
    """Counts, for each player hand, the dealer hands without its cards: lower, equal, and those that do not qualify.

    Dealer hands are added in order of value. When all below a player's value have been added, those without the
    player's cards are counted, and again when all of equal value have been added. ``qualifies`` is the lowest
    qualifying rank.
    """
    dealer_sizes, player_sizes = subset_sizes(dealer.shape[1]), subset_sizes(player.shape[1])
    dealer_places = np.zeros(len(dealer_sizes), np.int64)
    player_places = np.zeros(len(player_sizes), np.int64)
    added = 0
    asked = 0
    while asked < len(player):
        rank = player_ranks[player_by_value[asked]]
        if out[0] < 0 and rank >= qualifies:
            rank = qualifies
        while added < len(dealer) and dealer_ranks[by_value[added]] < rank:
            row = by_value[added]
            add_hand(dealer[row], weights[row], dealer_sizes, dealer_places, binomials, offsets, largest, counters)
            added += 1
        if out[0] < 0 and rank == qualifies:
            for each in range(len(player)):
                out[each] = hands_without(
                    player[each], player_sizes, player_places, binomials, offsets, largest, counters
                )
            continue
        last = asked
        while last < len(player) and player_ranks[player_by_value[last]] == rank:
            each = player_by_value[last]
            less[each] = hands_without(player[each], player_sizes, player_places, binomials, offsets, largest, counters)
            last += 1
        while added < len(dealer) and dealer_ranks[by_value[added]] == rank:
            row = by_value[added]
            add_hand(dealer[row], weights[row], dealer_sizes, dealer_places, binomials, offsets, largest, counters)
            added += 1
        for at in range(asked, last):
            each = player_by_value[at]
            equal[each] = (
                hands_without(player[each], player_sizes, player_places, binomials, offsets, largest, counters)
                - less[each]
            )
        asked = last


def results_of(rank: int, qualifies: int, less: int, equal: int, out: int, total: int, results: Any) -> None:
    """The number of dealer hands with each of the six results (``rules.model``)."""
    higher = total - less - equal
    if rank >= qualifies:
        results[0], results[1], results[2] = higher, equal, less - out
        results[3], results[4], results[5] = 0, 0, out
    else:
        results[0], results[1], results[2] = total - out, 0, 0
        results[3], results[4], results[5] = out - less - equal, equal, less


def decide(
    ranks: Any, hands: Any, weights: Any, less: Any, equal: Any, out: Any, total: Any, qualifies: int, nets: Any,
    allowed: Any, chosen: Any, tally: Any, worth: Any,
) -> None:  # fmt: skip
    """Takes the best choice for each player hand and adds its deals to ``tally[class of hand, choice, result]``.

    ``hands`` is the class of hand by rank, ``total`` the number of dealer hands against each player hand. ``chosen``
    receives the choice if its entry is negative; other entries are used unchanged. ``worth[rank, choice]`` receives the
    sum of nets of every choice that the hand allows.
    """
    results = np.zeros(6, np.int64)
    for each in range(len(ranks)):
        rank = ranks[each]
        results_of(rank, qualifies, less[each], equal[each], out[each], total[each], results)
        hand = hands[rank]
        best = -1
        most = 0
        for choice in range(nets.shape[1]):
            if allowed[hand, choice]:
                sum_of_nets = 0
                for result in range(6):
                    sum_of_nets += results[result] * nets[hand, choice, result]
                worth[rank, choice] += sum_of_nets * weights[each]
                if best < 0 or sum_of_nets > most:
                    best, most = choice, sum_of_nets
        if chosen[each] >= 0:
            best = chosen[each]
        chosen[each] = best
        for result in range(6):
            tally[hand, best, result] += results[result] * weights[each]


def count_without(
    dealer: Any, weights: Any, player: Any, binomials: Any, offsets: Any, largest: int, counters: Any, total: Any
) -> None:
    """For each player hand, the number of dealer hands that contain none of its cards."""
    dealer_sizes, player_sizes = subset_sizes(dealer.shape[1]), subset_sizes(player.shape[1])
    dealer_places = np.zeros(len(dealer_sizes), np.int64)
    player_places = np.zeros(len(player_sizes), np.int64)
    for row in range(len(dealer)):
        add_hand(dealer[row], weights[row], dealer_sizes, dealer_places, binomials, offsets, largest, counters)
    for each in range(len(player)):
        total[each] = hands_without(player[each], player_sizes, player_places, binomials, offsets, largest, counters)


def places_without_one(cards: Any, binomials: Any, places: Any) -> None:
    """For each card of a set, the index of the set without it."""
    above = 0
    for at in range(len(cards) - 1, -1, -1):
        places[at] = above
        above += binomials[cards[at], at]
    below = 0
    for at in range(len(cards)):
        places[at] += below
        below += binomials[cards[at], at + 1]


def sum_over_next_card(larger: Any, size: int, allowed: Any, binomials: Any, sums: Any) -> None:
    """For every set of cards, the sum of a number over the sets with one card more; ``size`` is theirs.

    ``allowed`` says of every card whether it may come next.
    """
    cards = np.zeros(size, np.int64)
    places = np.zeros(size, np.int64)
    first_set(cards, 0, binomials)
    for each in range(len(larger)):
        places_without_one(cards, binomials, places)
        for at in range(size):
            if allowed[cards[at]]:
                sums[places[at]] += larger[each]
        if each + 1 < len(larger):
            next_set(cards)


def spread_to_next_card(smaller: Any, size: int, allowed: Any, binomials: Any, sums: Any) -> None:
    """For every set of ``size`` cards, the sum of a number over its subsets with one card less, which comes last."""
    cards = np.zeros(size, np.int64)
    places = np.zeros(size, np.int64)
    first_set(cards, 0, binomials)
    for each in range(len(sums)):
        places_without_one(cards, binomials, places)
        for at in range(size):
            if allowed[cards[at]]:
                sums[each] += smaller[places[at]]
        if each + 1 < len(sums):
            next_set(cards)
