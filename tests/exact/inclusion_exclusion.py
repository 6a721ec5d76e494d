"""The same pairs of hands counted another way, as a proof: by inclusion and exclusion over the cards that they share.

The pairs of hands that share no card are all pairs, less those that share a given card, plus those that share two, and
so on: a sum over sets T of (-1)^|T| times the pairs in which *both* hands contain T. Given T the two hands are
independent, so the pairs compare by a dominance count over the hands with T: five-card value against two-card value.
Every hand of the pack is looked up, 154,143,080 of them; T is needed only up to the renaming of suits.

A hand is given as ``value << 1 | barred``, its value being the place of its (five-card, two-card) pair of values among
all that occur, in rising order.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Any, Final

import numpy as np

from pitbook.exact.kernels import compiled
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import Match
from pitbook.families.pai_gow.exact.kinds import (
    BESIDE,
    CHOOSE,
    FLUSH_KINDS,
    FLUSHES,
    PLAIN_KINDS,
    Pack,
    beside_of,
)
from pitbook.families.pai_gow.exact.set_kinds import TWO_BITS, SetKinds, set_kinds

TWOS: Final = 128
"""The capacity for two-card values, of which 91 occur."""
MOST: Final = 6
"""The largest set of cards that two different hands can share."""


def ranks_of(count: int, ranks: int) -> list[int]:
    """Every set of ``count`` of the first ``ranks`` ranks, as a mask, in rising order."""
    return [mask for mask in range(1 << ranks) if mask.bit_count() == count]


def kinds_of_sets(pack: Pack, size: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """One set of each kind, its cards in rising order, and how many sets are of its kind.

    A suit permutation only permutes the four rank masks, so the set with masks in falling order represents its class.
    """
    ranks = 13 - pack.lowest
    masks = [ranks_of(count, ranks) for count in range(min(size, ranks) + 1)]
    sets: list[tuple[int, ...]] = []
    times: list[int] = []
    for joker in range(1 + pack.joker):
        for suits in _falling_masks(masks, size - joker, 4, 1 << ranks):
            cards = sorted(
                rank * 4 + suit for suit, mask in enumerate(suits) for rank in range(ranks) if mask >> rank & 1
            )
            sets.append((*cards, pack.naturals) if joker else tuple(cards))
            times.append(_arrangements(suits))
    return sets, times


def _falling_masks(masks: list[list[int]], cards: int, suits: int, below: int) -> list[tuple[int, ...]]:
    """Masks for the remaining suits, none higher than the one before, holding this many cards in all."""
    if suits == 0:
        return [()] if cards == 0 else []
    found = []
    for count in range(min(cards, len(masks) - 1), -1, -1):
        for mask in masks[count]:
            if mask > below:
                break
            found += [(mask, *rest) for rest in _falling_masks(masks, cards - count, suits - 1, mask)]
    return found


def _arrangements(suits: tuple[int, ...]) -> int:
    """The number of ways to assign four masks to the four suits."""
    ways = 24
    for mask in set(suits):
        for number in range(2, suits.count(mask) + 1):
            ways //= number
    return ways


def hands_with(shared: Any, size: int, cards: int, hands: Any, found: Any) -> int:
    """``hands[number]`` of every hand that contains the ``size`` shared cards (at most six, in rising order).

    A hand's number is the sum of C(card, place), so the cards added below a shared card raise its place by one each.
    The lowest added card runs fastest: between two shared cards only its own term changes.
    """
    added = 7 - size
    others = [0] * (cards - size)  # the cards that may be added
    below = [0] * (cards - size)  # how many shared cards are lower than each
    lowest_term = [0] * (cards - size)
    used = 0
    for card in range(cards):
        lower = 0
        is_shared = False
        for place in range(size):
            if shared[place] < card:
                lower += 1
            elif shared[place] == card:
                is_shared = True
        if not is_shared:
            others[used] = card
            below[used] = lower
            lowest_term[used] = CHOOSE[card][1 + lower]
            used += 1
    # Positions in `others` of the added cards but the lowest, in rising order: picked[1] to picked[added - 1].
    picked = [0] * 8
    for place in range(1, added):
        picked[place] = place
    stop = used if added == 1 else picked[1]
    by_segment = [0] * 8
    count = 0
    while True:
        base = 0
        for place in range(1, added):
            base += CHOOSE[others[picked[place]]][place + 1 + below[picked[place]]]
        # The shared cards' terms, for the lowest added card lying above `segment` of them.
        for segment in range(size + 1):
            total = base
            for place in range(size):
                lower = place + 1
                for each in range(1, added):
                    if others[picked[each]] < shared[place]:
                        lower += 1
                if place >= segment:
                    lower += 1
                total += CHOOSE[shared[place]][lower]
            by_segment[segment] = total
        for each in range(stop):
            found[count] = hands[by_segment[below[each]] + lowest_term[each]]
            count += 1
        # The next choice of the upper added cards.
        place = 1
        while place < added and picked[place] + 1 == (picked[place + 1] if place + 1 < added else used):
            place += 1
        if place >= added:
            return count
        picked[place] += 1
        for each in range(1, place):
            picked[each] = each
        stop = picked[1]


def look_up_hands(kinds: Any, lowest: int, naturals: int, joker: int, first: int, last: int, hands: Any) -> None:
    """``kinds[kind]`` for every hand whose highest card is from ``first`` up to ``last``, in the order of numbering.

    A hand of cards c0 < ... < c6 has the number C(c0, 1) + ... + C(c6, 7); the joker is the highest card.
    """
    number = CHOOSE[first][7]
    suits_of = (1, 1 << 4, 1 << 8, 1 << 12)
    for c6 in range(first, last):
        with_joker = 1 if joker and c6 == naturals else 0
        r6 = (c6 >> 2) + lowest
        k6 = PLAIN_KINDS if with_joker else CHOOSE[r6 + 6][7]
        s6 = 0 if with_joker else suits_of[c6 & 3]
        full = 0x4444 if with_joker else 0x3333
        for c5 in range(5, c6):
            k5 = k6 + CHOOSE[(c5 >> 2) + lowest + 5][6]
            s5 = s6 + suits_of[c5 & 3]
            for c4 in range(4, c5):
                k4 = k5 + CHOOSE[(c4 >> 2) + lowest + 4][5]
                s4 = s5 + suits_of[c4 & 3]
                for c3 in range(3, c4):
                    k3 = k4 + CHOOSE[(c3 >> 2) + lowest + 3][4]
                    s3 = s4 + suits_of[c3 & 3]
                    for c2 in range(2, c3):
                        k2 = k3 + CHOOSE[(c2 >> 2) + lowest + 2][3]
                        s2 = s3 + suits_of[c2 & 3]
                        for c1 in range(1, c2):
                            k1 = k2 + CHOOSE[(c1 >> 2) + lowest + 1][2]
                            s1 = s2 + suits_of[c1 & 3]
                            for c0 in range(c1):
                                kind = k1 + (c0 >> 2) + lowest
                                suits = s1 + suits_of[c0 & 3]
                                if suits + full & 0x8888:
                                    kind = flush_kind(
                                        suits + full & 0x8888, lowest, with_joker, c0, c1, c2, c3, c4, c5, c6
                                    )
                                hands[number] = kinds[kind]
                                number += 1


def flush_kind(
    flush: int, lowest: int, joker: int, c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int
) -> int:
    """The kind of a hand with a flush; ``flush`` has the top bit of its suit's four bits set."""
    suit = 0
    while flush >> (4 * suit) & 0xF == 0:
        suit += 1
    ranks = 0
    first = -1
    second = -1
    for card in (c0, c1, c2, c3, c4, c5, c6):
        if joker and card == c6:
            continue
        rank = (card >> 2) + lowest
        if card & 3 == suit:
            ranks |= 1 << rank
        elif first < 0:
            first = rank
        else:
            second = rank
    return FLUSHES + FLUSH_KINDS * joker + ranks * BESIDE + beside_of(first, second)


def compare_sets(
    sets: Any, times: Any, size: int, cards: int, player_hands: Any, dealer_hands: Any, same: bool,
    fives: Any, twos: Any, work: Any, totals: Any,
) -> None:  # fmt: skip
    """Adds ``times`` the pairs of hands that both contain a set, for each of these sets of one size."""
    mine, theirs, spare, places, counts = work[0], work[1], work[2], work[3], work[4]
    player, dealer, barred = work[5], work[6], work[7]
    one = [0] * len(totals)
    for number in range(len(sets)):
        held = hands_with(sets[number], size, cards, player_hands, mine)
        sort_values(mine, held, spare, counts)
        if not same:
            hands_with(sets[number], size, cards, dealer_hands, theirs)
            sort_values(theirs, held, spare, counts)
        different = gather(mine, mine if same else theirs, held, places, player, dealer, barred)
        for each in range(len(one)):
            one[each] = 0
        compare(places, different, player, dealer, barred, fives, twos, one)
        for each in range(len(one)):
            totals[each] += times[number] * one[each]


def sort_values(hands: Any, held: int, spare: Any, counts: Any) -> None:
    """Sorts the first ``held`` numbers: a few by insertion, more by two passes over nine (or ten) bits each."""
    if held <= 64:
        for place in range(1, held):
            value = hands[place]
            while place > 0 and hands[place - 1] > value:
                hands[place] = hands[place - 1]
                place -= 1
            hands[place] = value
        return
    sort_by_bits(hands, spare, held, 0, counts)
    sort_by_bits(spare, hands, held, 10, counts)


def sort_by_bits(source: Any, target: Any, held: int, shift: int, counts: Any) -> None:
    """One stable pass of a radix sort over ten bits."""
    for each in range(1025):
        counts[each] = 0
    for place in range(held):
        counts[(source[place] >> shift & 1023) + 1] += 1
    for each in range(1024):
        counts[each + 1] += counts[each]
    for place in range(held):
        digit = source[place] >> shift & 1023
        target[counts[digit]] = source[place]
        counts[digit] += 1


def gather(mine: Any, theirs: Any, held: int, places: Any, player: Any, dealer: Any, barred: Any) -> int:
    """Collects the different values of two sorted lists with the hands of each side; returns the number of values."""
    different = 0
    at = 0
    facing = 0
    while at < held or facing < held:
        value = mine[at] >> 1 if at < held else theirs[facing] >> 1
        if facing < held and theirs[facing] >> 1 < value:
            value = theirs[facing] >> 1
        places[different] = value
        player[different] = 0
        dealer[different] = 0
        barred[different] = 0
        while at < held and mine[at] >> 1 == value:
            player[different] += 1
            at += 1
        while facing < held and theirs[facing] >> 1 == value:
            dealer[different] += 1
            barred[different] += theirs[facing] & 1
            facing += 1
        different += 1
    return different


def compare(
    places: Any, different: int, player: Any, dealer: Any, barred: Any, fives: Any, twos: Any, totals: Any
) -> None:
    """Adds all pairs of hands to the totals, in the order of ``Comparison``; values rise by the five cards."""
    tree, barred_tree = [0] * TWOS, [0] * TWOS
    player_twos, dealer_twos, barred_twos = [0] * TWOS, [0] * TWOS, [0] * TWOS
    players, held, barred_held = 0, 0, 0
    start = 0
    while start < different:
        five = fives[places[start]]
        end = start
        players_here, dealers_here = 0, 0
        while end < different and fives[places[end]] == five:
            count = player[end]
            if count:
                two = twos[places[end]]
                players_here += count
                player_twos[two] += count
                totals[1] += count * before(tree, two)
                totals[6] += count * dealer[end]
                if barred_held:
                    totals[8] += count * before(barred_tree, two)
            dealers_here += dealer[end]
            end += 1
        players += players_here
        totals[2] += players_here * held
        totals[4] += players_here * dealers_here
        totals[9] += players_here * barred_held
        # Added only now, so that hands with equal five cards do not count as lower than each other.
        for each in range(start, end):
            if dealer[each]:
                two = twos[places[each]]
                held += dealer[each]
                dealer_twos[two] += dealer[each]
                add_at(tree, two, dealer[each])
                if barred[each]:
                    barred_held += barred[each]
                    barred_twos[two] += barred[each]
                    add_at(barred_tree, two, barred[each])
        start = end
    totals[0] += players * held
    totals[7] += players * barred_held
    lower, barred_lower = 0, 0
    for two in range(TWOS):
        totals[3] += player_twos[two] * lower
        totals[5] += player_twos[two] * dealer_twos[two]
        totals[10] += player_twos[two] * barred_lower
        lower += dealer_twos[two]
        barred_lower += barred_twos[two]


def add_at(tree: Any, place: int, times: int) -> None:
    """Adds to one entry of a Fenwick tree."""
    place += 1
    while place < TWOS:
        tree[place] += times
        place += place & -place


def before(tree: Any, place: int) -> int:
    """The sum of the entries before ``place``."""
    total = 0
    while place:
        total += tree[place]
        place &= place - 1
    return total


def count_values(hands: Any, player: Any, barred: Any) -> None:
    """The number of hands of the whole pack with each value, and the number of these that are barred."""
    for each in range(len(hands)):
        value = hands[each] >> 1
        player[value] += 1
        barred[value] += hands[each] & 1


TOTALS: Final = 11
SETS_A_BATCH: Final = {1: 1, 2: 8, 3: 64, 4: 600, 5: 6_000, 6: 60_000}
"""Sets of each size in a batch: about a second of work."""


@dataclass(frozen=True, slots=True, eq=False)
class ValuedHands:
    """Every hand of the pack with its value as set, and the list of values."""

    pack: Pack
    player: Any
    dealer: Any
    fives: Any
    twos: Any

    @property
    def same(self) -> bool:
        return self.player is self.dealer


def value_hands(match: Match) -> ValuedHands:
    """Looks up every hand, set by the house ways of a match."""
    ways = [set_kinds(way, match.wheel) for way in dict.fromkeys([match.player, match.dealer])]
    values = np.unique(np.concatenate([way.values[way.values >= 0] for way in ways]) >> 1)
    _, twos = np.unique(values & ((1 << TWO_BITS) - 1), return_inverse=True)
    tables = [look_up(match.pack, way, values) for way in ways]
    return ValuedHands(match.pack, tables[0], tables[-1], values >> TWO_BITS, twos.astype(np.int64))


def look_up(pack: Pack, way: SetKinds, values: Any) -> Any:
    coded = (np.searchsorted(values, way.values >> 1) << 1 | way.values & 1).astype(np.uint32)
    hands = np.zeros(pack.hands, np.uint32)

    def fill(highest: int) -> None:
        compiled(look_up_hands)(coded, pack.lowest, pack.naturals, int(pack.joker), highest, highest + 1, hands)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(fill, reversed(range(6, pack.cards))))
    return hands


def compare_by_inclusion(match: Match) -> Comparison:
    """The comparison of all pairs of disjoint hands."""
    hands = value_hands(match)
    result = np.array(compare_all(hands), object) - np.array(compare_equal(hands), object)
    with ThreadPoolExecutor(2) as pool:
        for size in range(1, MOST + 1):
            for part in pool.map(lambda batch: compare_batch(hands, *batch), batches(match.pack, size)):
                result += np.array(part, object) * (-1 if size % 2 else 1)
    return Comparison(*result)


def batches(pack: Pack, size: int) -> Iterator[tuple[int, list[tuple[int, ...]], list[int]]]:
    sets, times = kinds_of_sets(pack, size)
    step = SETS_A_BATCH[size]
    for start in range(0, len(sets), step):
        yield size, sets[start : start + step], times[start : start + step]


def compare_batch(hands: ValuedHands, size: int, sets: list[tuple[int, ...]], times: list[int]) -> list[int]:
    """The pairs whose hands both contain one of these sets, each as often as there are sets of its kind."""
    room = comb(hands.pack.cards - size, 7 - size)
    totals = np.zeros(TOTALS, np.int64)
    work = tuple(np.zeros(max(room, 1025), np.int64) for _ in range(8))
    compiled(compare_sets)(
        np.array(sets, np.int64), np.array(times, np.int64), size, hands.pack.cards,
        hands.player, hands.dealer, hands.same, hands.fives, hands.twos, work, totals,
    )  # fmt: skip
    return [int(total) for total in totals]


def compare_all(hands: ValuedHands) -> list[int]:
    """All pairs of hands, whether or not they share cards: the term of the empty set."""
    player, dealer, barred = (np.zeros(len(hands.fives), np.int64) for _ in range(3))
    compiled(count_values)(hands.player, player, np.zeros_like(player))
    compiled(count_values)(hands.dealer, dealer, barred)
    totals = np.zeros(TOTALS, np.int64)
    places = np.arange(len(player))
    compiled(compare)(places, len(player), player, dealer, barred, hands.fives, hands.twos, totals)
    return [int(total) for total in totals]


def compare_equal(hands: ValuedHands) -> list[int]:
    """Pairs of one and the same hand: the term of the sets of seven."""
    mine, theirs = hands.player >> 1, hands.dealer >> 1
    barred = (hands.dealer & 1).astype(bool)
    five = hands.fives[mine].astype(np.int64) - hands.fives[theirs]
    two = hands.twos[mine] - hands.twos[theirs]
    every = np.ones(len(mine), bool)
    both = (five > 0) & (two > 0)
    same = (five == 0, two == 0, (five == 0) & (two == 0))
    chosen = (every, both, five > 0, two > 0, *same, barred, both & barred, (five > 0) & barred, (two > 0) & barred)
    return [int(each.sum()) for each in chosen]
