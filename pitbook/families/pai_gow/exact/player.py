"""The queries of a player's hands: for a house way's setting, or for all settings that may be the best.

A hand is identified here by its ranks, their multiplicities, and the ranks of its flush if it has one.
"""

from typing import Any

from pitbook.cards import JOKER
from pitbook.families.pai_gow.exact.kinds import BESIDE, CHOOSE, FLUSH_KINDS, FLUSHES, PLAIN_KINDS, beside_of
from pitbook.families.pai_gow.exact.set_kinds import TWO_BITS
from pitbook.hands.pai_gow import high_cards, is_foul, low_cards
from pitbook.hands.poker import five_card_value, two_card_value


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
    """Whether these ranks of one suit make a flush; 0 is for a hand without one."""
    ones = 0
    while flush:
        flush &= flush - 1
        ones += 1
    return ones == 0 or ones + joker >= 5


def not_above(values: Any, value: int, equal: bool) -> int:
    """The number of these rising values that are lower than ``value``, or with ``equal`` not higher."""
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
    """One query for each multiplicity of the ranks and each possible flush or none: that of a house way's setting."""
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


def ask_settings(
    ranks: Any, joker: int, counts: Any, kinds: Any, wild: bool, wheel: bool, fives: Any, twos: Any, starts: Any,
    choices: Any, chosen: Any, asked: Any, five_places: Any, two_places: Any,
) -> None:  # fmt: skip
    """The same for every setting that may be the best, the house way's first: legal settings that no other dominates.

    ``choices[way, flush]`` is the range of the queries of such a hand in ``chosen``; hands with the same ranks and
    multiplicities share their queries, whose values are ``asked``.
    """
    used, listed = 0, 0
    settings = [(0, 0)] * 22
    hand = [0] * 7
    for way in range(len(counts)):
        starts[way] = used
        for flush in range(1 << len(ranks)):
            if not may_be_flush(flush, joker):
                continue
            value = kinds[kind_of(ranks, joker, counts[way], flush)]
            settings[0] = (value >> (TWO_BITS + 1), value >> 1 & ((1 << TWO_BITS) - 1))
            deal(ranks, joker, counts[way], flush, hand)
            found = best_settings(hand, wild, wheel, settings)
            choices[way, flush, 0] = listed
            for each in range(found):
                five, two = settings[each]
                query = starts[way]
                while query < used and (asked[query, 0] != five or asked[query, 1] != two):
                    query += 1
                if query == used:
                    asked[query, 0], asked[query, 1] = five, two
                    five_places[query, 0] = not_above(fives, five, False)
                    two_places[query, 0] = not_above(twos, two, False)
                    used += 1
                chosen[listed] = query
                listed += 1
            choices[way, flush, 1] = listed
    starts[len(counts)] = used


def deal(ranks: Any, joker: int, counts: Any, flush: int, hand: Any) -> None:
    """One hand of a kind: the flush in one suit and the rest in others, or suits in turn."""
    place, beside = 0, 0
    hand[6] = JOKER
    for each in range(len(ranks)):
        for card in range(counts[each]):
            suit = place & 3
            if flush:
                suit = 0
                if card >= flush >> each & 1:
                    beside += 1
                    suit = beside
            hand[place] = ranks[each] * 4 + suit
            place += 1


def best_settings(cards: Any, wild: bool, wheel: bool, settings: Any) -> int:
    """Adds the other legal settings that no other setting dominates to the first one; returns their number."""
    hand = (cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6])
    legal = [(0, 0)] * 21
    used = 0
    for second in range(1, 7):
        for first in range(second):
            five = five_card_value(high_cards(hand, first, second), wild, wheel)
            two = two_card_value(low_cards(hand, first, second), wild)
            if not is_foul(two, five):
                legal[used] = (five, two)
                used += 1
    found = 1
    for each in range(used):
        five, two = legal[each]
        keep = settings[0] != legal[each]
        for other in range(used):
            higher = legal[other][0] >= five and legal[other][1] >= two
            if higher and (legal[other] != legal[each] or other < each):
                keep = False
        if keep:
            settings[found] = legal[each]
            found += 1
    return found
