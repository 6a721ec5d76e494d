"""Compiled loops over kinds of sets of cards: the ranks held in each suit, where equivalent suits have no names.

A kind is one number, its key: the masks of the four suits, 13 bits each, suits in blocks and falling within a block.
"""

from typing import Any

import numpy as np

from pitbook.families.poker.exact.suit_kernels import place_of_key, ways_to_name


def unpack(key: int, masks: Any) -> None:
    """The masks of a key."""
    for place in range(4):
        masks[place] = key >> 13 * (3 - place) & 8191


def key_with(masks: Any, blocks: Any, place: int, mask: int) -> int:
    """The key of a kind with another mask at one place, where masks fall within each block."""
    one, two, three, four = masks[0], masks[1], masks[2], masks[3]
    one, two = mask if place == 0 else one, mask if place == 1 else two
    three, four = mask if place == 2 else three, mask if place == 3 else four
    for _ in range(3):
        if blocks[0] == blocks[1] and one < two:
            one, two = two, one
        if blocks[1] == blocks[2] and two < three:
            two, three = three, two
        if blocks[2] == blocks[3] and three < four:
            three, four = four, three
    return one << 39 | two << 26 | three << 13 | four


def kinds_of_size(size: int, by_size: Any, starts: Any, have: Any, blocks: Any, keys: Any, weights: Any) -> int:
    """All kinds of sets of a given size, and the number of sets of each; without room they are only counted."""
    masks = np.zeros(4, np.int64)
    found = 0
    for size_one in range(size + 1):
        for at_one in range(starts[size_one], starts[size_one + 1]):
            masks[0] = by_size[at_one]
            if masks[0] & ~have[0]:
                continue
            for size_two in range(size - size_one + 1):
                for at_two in range(starts[size_two], starts[size_two + 1]):
                    masks[1] = by_size[at_two]
                    if masks[1] & ~have[1] or (blocks[0] == blocks[1] and masks[1] > masks[0]):
                        continue
                    for size_three in range(size - size_one - size_two + 1):
                        size_four = size - size_one - size_two - size_three
                        for at_three in range(starts[size_three], starts[size_three + 1]):
                            masks[2] = by_size[at_three]
                            if masks[2] & ~have[2] or (blocks[1] == blocks[2] and masks[2] > masks[1]):
                                continue
                            for at_four in range(starts[size_four], starts[size_four + 1]):
                                masks[3] = by_size[at_four]
                                if masks[3] & ~have[3] or (blocks[2] == blocks[3] and masks[3] > masks[2]):
                                    continue
                                if len(keys):
                                    keys[found] = masks[0] << 39 | masks[1] << 26 | masks[2] << 13 | masks[3]
                                    weights[found] = ways_to_name(masks, blocks)
                                found += 1
    return found


def sum_over_next(keys: Any, have: Any, blocks: Any, later: Any, values: Any, sums: Any) -> None:
    """For each kind the sum, over the next card, of the value of the kind with that card; ``later`` are their keys."""
    masks = np.zeros(4, np.int64)
    for each in range(len(keys)):
        unpack(keys[each], masks)
        total = 0
        for place in range(4):
            for rank in range(13):
                bit = 1 << rank
                if have[place] & bit and not masks[place] & bit:
                    total += values[place_of_key(later, key_with(masks, blocks, place, masks[place] | bit))]
        sums[each] = total


def spread_to_next(keys: Any, have: Any, blocks: Any, times: Any, later: Any, sums: Any) -> None:
    """The frequency of each kind with one card more, from the frequencies of the kinds."""
    masks = np.zeros(4, np.int64)
    for each in range(len(keys)):
        if times[each] == 0:
            continue
        unpack(keys[each], masks)
        for place in range(4):
            for rank in range(13):
                bit = 1 << rank
                if have[place] & bit and not masks[place] & bit:
                    sums[place_of_key(later, key_with(masks, blocks, place, masks[place] | bit))] += times[each]


def count_last_card(keys: Any, have: Any, rank_of: Any, hands: Any, counts: Any) -> None:
    """By kind and class of hand, the number of last cards that complete it so; a hand has the value of its best suit.

    ``rank_of`` is the rank of value of each mask, ``hands`` the class of hand by rank.
    """
    masks = np.zeros(4, np.int64)
    for each in range(len(keys)):
        unpack(keys[each], masks)
        for place in range(4):
            others = 0
            for other in range(4):
                if other != place:
                    others = max(others, rank_of[masks[other]])
            for rank in range(13):
                bit = 1 << rank
                if have[place] & bit and not masks[place] & bit:
                    counts[each, hands[max(others, rank_of[masks[place] | bit])]] += 1


def rows_of(keys: Any, names: Any, rows: Any) -> None:
    """The cards of each kind, rising."""
    masks = np.zeros(4, np.int64)
    for each in range(len(keys)):
        unpack(keys[each], masks)
        at = 0
        for rank in range(13):
            for suit in range(4):
                for place in range(4):
                    if names[place] == suit and masks[place] >> rank & 1:
                        rows[each, at] = rank * 4 + suit
                        at += 1


def place_rows(cards: Any, at: Any, keys: Any, places: Any) -> None:
    """The index of each row's cards, in these columns, among the kinds of a whole deck."""
    masks, blocks = np.zeros((2, 4), np.int64)
    for each in range(len(cards)):
        masks[:] = 0
        for one in range(len(at)):
            card = np.int64(cards[each, at[one]])
            masks[card & 3] |= 1 << (card >> 2)
        places[each] = place_of_key(keys, key_with(masks, blocks, 0, masks[0]))
