"""Sets of up to six cards, one of each kind up to the renaming of suits, and the hands that contain them."""

from typing import Any, Final

from pitbook.exact.pai_gow.kinds import CHOOSE, Pack

MOST: Final = 6
"""The largest set of cards that two different hands can share."""


def ranks_of(count: int, ranks: int) -> list[int]:
    """Every set of ``count`` of the first ``ranks`` ranks, as a mask, in rising order."""
    return [mask for mask in range(1 << ranks) if mask.bit_count() == count]


def kinds_of_sets(pack: Pack, size: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """One set of each kind, its cards in rising order, and how many sets are of its kind.

    Renaming suits only permutes the four masks of ranks, so the one with the masks in falling order stands for all.
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
    """In how many ways four masks can be given to the four suits."""
    ways = 24
    for mask in set(suits):
        for number in range(2, suits.count(mask) + 1):
            ways //= number
    return ways


def hands_with(shared: Any, size: int, cards: int, hands: Any, found: Any) -> int:
    """``hands[number]`` of every hand that contains the ``size`` shared cards (at most six, in rising order).

    A hand's number is the sum of C(card, place), so the cards added below a shared card raise its place by one each. The
    lowest added card runs fastest: between two shared cards only its own term changes.
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
