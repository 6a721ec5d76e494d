"""Compiled loops over hands, stored as the ranks held in each suit.

A hand is four masks of ranks, one for each suit. Suits are grouped into blocks of equivalent suits, and hands that
differ only by exchanging suits of a block are one kind. Within a block the masks are sorted by value, the highest
first.
"""

from typing import Any

import numpy as np

from pitbook.hands.poker import count_ones


def add_suit(mask: int, have: int, held: int, counters: Any) -> None:
    """Counts a dealer's suit: ``counters[player's suit, size]`` for every player's suit that leaves it in the deck.

    ``have`` are the ranks that the deck has of this suit, ``held`` those of them that the dealer is known to hold.
    """
    if mask & ~have or held & ~mask:
        return
    size = count_ones(mask)
    if size >= counters.shape[1]:
        return
    free = have & ~mask
    other = free
    while True:
        counters[other, size] += 1
        if other == 0:
            return
        other = (other - 1) & free


def fill_below(order: Any, values: Any, limit: int, have: Any, held: Any, counters: Any) -> None:
    """Counts all suits of a value below a limit; ``counters`` is [block, player's suit, size]."""
    for at in range(len(order)):
        if values[order[at]] >= limit:
            return
        for block in range(len(counters)):
            add_suit(order[at], have[block], held[block], counters[block])


def times_suit(product: Any, suit: Any, found: Any) -> None:
    """The product of two polynomials in the number of cards, up to the size of a hand."""
    for size in range(len(found)):
        total = 0
        for part in range(size + 1):
            total += product[part] * suit[size - part]
        found[size] = total


def last_coefficient(product: Any, suit: Any) -> int:
    """The number of ways to make a whole hand."""
    total = 0
    most = len(product) - 1
    for part in range(most + 1):
        total += product[part] * suit[most - part]
    return total


def ways_to_name(masks: Any, blocks: Any) -> int:
    """The number of hands of the same kind: those that exchanging equivalent suits gives."""
    ways = 1
    size, run = 1, 1
    for suit in range(1, 4):
        if blocks[suit] == blocks[suit - 1]:
            size += 1
            run = run + 1 if masks[suit] == masks[suit - 1] else 1
            ways = ways * size
            if run > 1:
                ways //= run
        else:
            size, run = 1, 1
    return ways


def put_hand(masks: Any, names: Any, row: Any) -> None:
    """Writes the cards of a hand in rising order; ``names`` is the suit of each mask."""
    at = 0
    for rank in range(13):
        for suit in range(4):
            for place in range(4):
                if names[place] == suit and masks[place] >> rank & 1:
                    row[at] = rank * 4 + suit
                    at += 1


def hands_by_best(
    start: int, stop: int, first: int, order: Any, place_of: Any, values: Any, rank_of: Any, by_size: Any, starts: Any,
    names: Any, blocks: Any, have: Any, held: Any, cards: int, below: Any, up_to: Any, out_below: Any, ranks: Any,
    weights: Any, less: Any, equal: Any, out: Any, hands: Any,
) -> int:  # fmt: skip
    """All kinds of player hands whose best suit is ``first``, with a mask from ``start`` to ``stop`` in ``order``.

    ``below`` and ``up_to`` are what ``fill_below`` counts for the value of ``order[start]``, the first of its value;
    both grow here as values rise. Returns the number of kinds. With no room in ``ranks`` the kinds are only counted.
    """
    most = below.shape[2]
    one = 1 if first == 0 else 0
    two = 2 if first <= 1 else 1
    three = 3 if first <= 2 else 2
    masks = np.zeros(4, np.int64)
    products = np.zeros((3, 2, most), np.int64)
    count = len(ranks) > 0
    found = 0
    value = -1
    for place in range(start, stop):
        best = order[place]
        if count and values[best] != value:
            # All suits of this value are added to those up to it, and all of the value before to those below it.
            for other in range(place - 1, -1, -1):
                if values[order[other]] != value:
                    break
                for block in range(len(below)):
                    add_suit(order[other], have[block], held[block], below[block])
            value = values[best]
            for other in range(place, len(order)):
                if values[order[other]] != value:
                    break
                for block in range(len(below)):
                    add_suit(order[other], have[block], held[block], up_to[block])
        if best & ~(have[blocks[first]] & ~held[blocks[first]]):
            continue
        size = count_ones(best)
        if size > cards:
            continue
        left = cards - size
        masks[first] = best
        for size_one in range(left + 1):
            for at_one in range(starts[size_one], starts[size_one + 1]):
                mask_one = by_size[at_one]
                if not fits(mask_one, one, first, place, -1, 0, place_of, blocks, have, held):
                    continue
                masks[one] = mask_one
                if count:
                    both(below, up_to, out_below, blocks, first, best, one, mask_one, products)
                for size_two in range(left - size_one + 1):
                    size_three = left - size_one - size_two
                    for at_two in range(starts[size_two], starts[size_two + 1]):
                        mask_two = by_size[at_two]
                        if not fits(mask_two, two, first, place, one, mask_one, place_of, blocks, have, held):
                            continue
                        masks[two] = mask_two
                        if count:
                            times_suit(products[0, 0], below[blocks[two], mask_two], products[0, 1])
                            times_suit(products[1, 0], up_to[blocks[two], mask_two], products[1, 1])
                            times_suit(products[2, 0], out_below[blocks[two], mask_two], products[2, 1])
                        for at_three in range(starts[size_three], starts[size_three + 1]):
                            mask_three = by_size[at_three]
                            if not fits(mask_three, three, first, place, two, mask_two, place_of, blocks, have, held):
                                continue
                            if count:
                                masks[three] = mask_three
                                block = blocks[three]
                                ranks[found] = rank_of[best]
                                weights[found] = ways_to_name(masks, blocks)
                                less[found] = last_coefficient(products[0, 1], below[block, mask_three])
                                equal[found] = last_coefficient(products[1, 1], up_to[block, mask_three]) - less[found]
                                out[found] = last_coefficient(products[2, 1], out_below[block, mask_three])
                                put_hand(masks, names, hands[found])
                            found += 1
    return found


def fits(
    mask: int, suit: int, first: int, place: int, before: int, mask_before: int, place_of: Any, blocks: Any, have: Any,
    held: Any,
) -> bool:  # fmt: skip
    """Whether a suit can hold these ranks beside the best suit, at ``place``, and the suit before it in its block."""
    if mask & ~(have[blocks[suit]] & ~held[blocks[suit]]):
        return False
    if place_of[mask] > place or (suit < first and place_of[mask] == place):
        return False
    return not (before >= 0 and blocks[before] == blocks[suit] and place_of[mask] > place_of[mask_before])


def both(
    below: Any, up_to: Any, out_below: Any, blocks: Any, first: int, best: int, one: int, mask_one: int, products: Any
) -> None:
    """The products of two suits."""
    times_suit(below[blocks[first], best], below[blocks[one], mask_one], products[0, 0])
    times_suit(up_to[blocks[first], best], up_to[blocks[one], mask_one], products[1, 0])
    times_suit(out_below[blocks[first], best], out_below[blocks[one], mask_one], products[2, 0])


def key_of_row(cards: Any, row: int, at: Any, place_of: Any, places: Any) -> int:
    """The key of a hand's kind: the indexes of its four suits in order of value, the highest first, in one number.

    ``places`` is room for four numbers.
    """
    for suit in range(4):
        places[suit] = 0
    for one in range(len(at)):
        card = np.int64(cards[row, at[one]])
        places[card & 3] |= 1 << (card >> 2)
    for suit in range(4):
        places[suit] = place_of[places[suit]]
    for last in range(3, 0, -1):
        for suit in range(last):
            if places[suit] < places[suit + 1]:
                lower = places[suit]
                places[suit] = places[suit + 1]
                places[suit + 1] = lower
    key = 0
    for suit in range(4):
        key = key << 13 | places[suit]
    return key


def key_rows(cards: Any, at: Any, place_of: Any, keys: Any) -> None:
    """The key of the cards in these columns of each row."""
    places = np.zeros(4, np.int64)
    for each in range(len(cards)):
        keys[each] = key_of_row(cards, each, at, place_of, places)


def place_of_key(keys: Any, key: int) -> int:
    """The index of a key in the sorted keys."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def choose_rows(cards: Any, at: Any, place_of: Any, by_best: Any, keys: Any, choices: Any, chosen: Any) -> None:
    """The best choice of each row: by the best suit where that decides, else by the whole hand.

    ``by_best`` has the choice for each index of the best suit, below 0 where the other suits matter.
    """
    places = np.zeros(4, np.int64)
    for each in range(len(cards)):
        key = key_of_row(cards, each, at, place_of, places)
        choice = by_best[places[0]]
        chosen[each] = choice if choice >= 0 else choices[place_of_key(keys, key)]
