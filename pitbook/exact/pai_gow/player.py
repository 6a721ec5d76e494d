"""What a player's hands ask of the dealer's: the values of the setting that a house way chooses, or of all that may be best.

A hand is known here by the ranks it holds, how often it holds each, and the ranks of its flush if it has one.
"""

from typing import Any

from pitbook.exact.pai_gow.kinds import BESIDE, CHOOSE, FLUSH_KINDS, FLUSHES, PLAIN_KINDS, TWO_BITS, beside_of


def kind_of(ranks: Any, joker: int, counts: Any, flush: int) -> int:
    """The kind of a hand; ``flush`` marks which of its ranks make the flush, 0 for none."""
    kind = PLAIN_KINDS * joker
    place, mask, first, second = 0, 0, -1, -1
    for each in range(len(ranks)):
        rank = ranks[each]
        if flush >> each & 1:
            mask |= 1 << rank
        for card in range(counts[each]):
            kind += CHOOSE[rank + place][place + 1]
            place += 1
            if flush and card >= flush >> each & 1:
                if first < 0:
                    first = rank
                else:
                    second = rank
    return FLUSHES + FLUSH_KINDS * joker + mask * BESIDE + beside_of(first, second) if flush else kind


def may_be_flush(flush: int, joker: int) -> bool:
    """Whether so many ranks of one suit make a flush; none at all stands for a hand without one."""
    ones = 0
    while flush:
        flush &= flush - 1
        ones += 1
    return ones == 0 or ones + joker >= 5


def not_above(values: Any, value: int, equal: bool) -> int:
    """How many of these rising values are lower than one, or equal to it."""
    first, last = 0, len(values)
    while first < last:
        middle = (first + last) >> 1
        if values[middle] < value or (equal and values[middle] == value):
            first = middle + 1
        else:
            last = middle
    return first


def ask_way(
    ranks: Any, joker: int, counts: Any, kinds: Any, fives: Any, twos: Any, starts: Any, queries: Any,
    five_places: Any, two_places: Any,
) -> None:  # fmt: skip
    """One query for each flush that each way to hold the ranks may have, and for none: that of a house way's setting."""
    used = 0
    for way in range(len(counts)):
        starts[way] = used
        for flush in range(1 << len(ranks)):
            if may_be_flush(flush, joker):
                value = kinds[kind_of(ranks, joker, counts[way], flush)]
                five, two = value >> (TWO_BITS + 1), value >> 1 & ((1 << TWO_BITS) - 1)
                queries[way, flush] = used
                for equal in range(2):
                    five_places[used, equal] = not_above(fives, five, equal == 1)
                    two_places[used, equal] = not_above(twos, two, equal == 1)
                used += 1
    starts[len(counts)] = used
