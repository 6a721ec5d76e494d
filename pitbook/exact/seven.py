"""Counts seven-card hands of the 53-card pack by their ranks, and flushes by class.

The poker lines of seven cards depend on suits only through a flush: if no suit has five cards (the joker counts for
any), all hands of the same ranks are equivalent, and with a flush it matters only whether the two other cards share a
suit. So the rule is called once for each pattern of ranks and once for each class of flush, some 450,000 times, and not
for each of 154,143,080 hands. Works for any composition that holds each card at most once.

The loops use plain integers, so that the same functions also run compiled; ``answers`` and ``weights`` may be any
object that supports ``[index] = number``.
"""

from collections import Counter
from collections.abc import Callable, MutableSequence
from typing import Final

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import BadInput

HAND: Final = 7
FLUSH: Final = 5
MOST_ANSWERS: Final = 500_000
"""The capacity for one answer per class of hands."""


def rank_masks(shoe: Shoe) -> tuple[int, int, int, int]:
    """The ranks that each suit still holds, one bit per rank."""
    if max(shoe.counts) > 1:
        raise BadInput("counting seven cards by ranks needs a shoe that holds each card at most once")
    masks = [0, 0, 0, 0]
    for card in range(JOKER):
        masks[card & 3] |= shoe.counts[card] << (card >> 2)
    return masks[0], masks[1], masks[2], masks[3]


def count_sevens(rule: Callable[[Cards], int], shoe: Shoe) -> Counter[int]:
    """The number of the shoe's seven-card hands for each answer of the rule."""
    suits, joker = rank_masks(shoe), shoe.counts[JOKER]
    answers, weights = [0] * MOST_ANSWERS, [0] * MOST_ANSWERS
    used = answer_sevens(rule, suits, joker, answers, weights)
    tally: Counter[int] = Counter()
    for place in range(used):
        tally[answers[place]] += weights[place]
    return tally


def answer_sevens(
    rule: Callable[[Cards], int],
    suits: tuple[int, int, int, int],
    joker: int,
    answers: MutableSequence[int],
    weights: MutableSequence[int],
) -> int:
    """One answer and its weight for each class of hands; returns their number."""
    used = answer_patterns(rule, suits, 0, answers, weights, 0)
    used = answer_flushes(rule, suits, 0, answers, weights, used)
    if joker:
        used = answer_patterns(rule, suits, 1, answers, weights, used)
        used = answer_flushes(rule, suits, 1, answers, weights, used)
    return used


def answer_patterns(
    rule: Callable[[Cards], int],
    suits: tuple[int, int, int, int],
    joker: int,
    answers: MutableSequence[int],
    weights: MutableSequence[int],
    used: int,
) -> int:
    """Hands without a flush: every pattern of ranks, each called once with suits that make no flush."""
    cards = HAND - joker
    pattern = [0] * cards
    held = [0] * 13
    while True:
        for each in range(13):
            held[each] = 0
        for each in pattern:
            held[each] += 1
        weight = flushless_ways(suits, held, FLUSH - joker)
        if weight:
            # Suits are dealt in turn: no suit gets more than two cards, and equal ranks get different suits.
            last = JOKER if joker else pattern[6] * 4 + 2
            hand = (
                pattern[0] * 4, pattern[1] * 4 + 1, pattern[2] * 4 + 2, pattern[3] * 4 + 3,
                pattern[4] * 4, pattern[5] * 4 + 1, last,
            )  # fmt: skip
            answers[used] = rule(hand)
            weights[used] = weight
            used += 1
        # The next pattern in rising order: raise the last rank that can be raised, and reset those after it.
        place = cards - 1
        while place >= 0 and pattern[place] == 12:
            place -= 1
        if place < 0:
            return used
        raised = pattern[place] + 1
        for each in range(place, cards):
            pattern[each] = raised


def flushless_ways(suits: tuple[int, int, int, int], held: list[int], flush: int) -> int:
    """The number of ways to pick these ranks with fewer than ``flush`` cards in every suit."""
    total = 1
    distinct = 0
    for each in range(13):
        if held[each]:
            total *= choose(in_suits(suits, each), held[each])
            distinct += 1
    if total == 0 or distinct < flush:
        return total
    ways = 0
    for one in range(4):
        if one == 0 or suits[one] != suits[one - 1]:  # suits with the same ranks left have as many flushes
            ways = flush_ways(suits, held, flush, one)
        total -= ways
    return total


def flush_ways(suits: tuple[int, int, int, int], held: list[int], flush: int, one: int) -> int:
    """The number of them in which suit ``one`` has at least ``flush`` cards: a polynomial in that suit's cards."""
    by_count = [1, 0, 0, 0, 0, 0, 0, 0]
    for each in range(13):
        if held[each]:
            mine = suits[one] >> each & 1
            others = in_suits(suits, each) - mine
            without = choose(others, held[each])
            with_mine = mine * choose(others, held[each] - 1)
            for count in range(7, 0, -1):
                by_count[count] = by_count[count] * without + by_count[count - 1] * with_mine
            by_count[0] *= without
    ways = 0
    for count in range(flush, 8):
        ways += by_count[count]
    return ways


def answer_flushes(
    rule: Callable[[Cards], int],
    suits: tuple[int, int, int, int],
    joker: int,
    answers: MutableSequence[int],
    weights: MutableSequence[int],
    used: int,
) -> int:
    """Hands with a flush: its ranks, then the other cards by rank and by whether they share a suit."""
    hand = [0] * HAND
    ways = (0, 0)
    for flush in range(1 << 13):
        size = 0
        for each in range(13):
            if flush >> each & 1:
                if size < HAND:
                    hand[size] = each * 4
                size += 1
        beside = HAND - joker - size
        if size < FLUSH - joker or beside < 0 or held_by(suits, flush) == 0:
            continue
        if joker:
            hand[6] = JOKER
        first_beside = size
        if beside == 0:
            used = answer(rule, hand, held_by(suits, flush), answers, weights, used)
        for low in range(13 if beside else 0):
            hand[first_beside] = low * 4 + 1
            if beside == 1:
                weight = 0
                for one in range(4):
                    weight += holds(suits[one], flush) * (in_suits(suits, low) - (suits[one] >> low & 1))
                used = answer(rule, hand, weight, answers, weights, used)
                continue
            for high in range(low, 13):
                apart = 0
                together = 0
                for one in range(4):
                    if holds(suits[one], flush):
                        if one == 0 or suits[one] != suits[one - 1]:  # suits with the same ranks left have as many
                            ways = beside_ways(suits, one, low, high)
                        apart += ways[0]
                        together += ways[1]
                hand[first_beside + 1] = high * 4 + 2
                used = answer(rule, hand, apart, answers, weights, used)
                hand[first_beside + 1] = high * 4 + 1
                used = answer(rule, hand, together, answers, weights, used)
    return used


def beside_ways(suits: tuple[int, int, int, int], one: int, low: int, high: int) -> tuple[int, int]:
    """The number of ways to add two ranks to a flush in suit ``one``: in two other suits, and in one."""
    lows = in_suits(suits, low) - (suits[one] >> low & 1)
    highs = in_suits(suits, high) - (suits[one] >> high & 1)
    if low == high:
        return choose(lows, 2), 0
    shared = 0
    for other in range(4):
        if other != one:
            shared += (suits[other] >> low & 1) * (suits[other] >> high & 1)
    return lows * highs - shared, shared


def answer(
    rule: Callable[[Cards], int],
    hand: list[int],
    weight: int,
    answers: MutableSequence[int],
    weights: MutableSequence[int],
    used: int,
) -> int:
    """Stores the rule's answer to one class of hands, if the shoe holds any of that class."""
    if weight == 0:
        return used
    answers[used] = rule((hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6]))
    weights[used] = weight
    return used + 1


def holds(suit_ranks: int, ranks: int) -> int:
    """1 if the suit still has all these ranks."""
    return 1 if suit_ranks & ranks == ranks else 0


def held_by(suits: tuple[int, int, int, int], ranks: int) -> int:
    """The number of suits that still hold all these ranks."""
    return holds(suits[0], ranks) + holds(suits[1], ranks) + holds(suits[2], ranks) + holds(suits[3], ranks)


def in_suits(suits: tuple[int, int, int, int], each: int) -> int:
    """The number of suits that still hold a rank."""
    return (suits[0] >> each & 1) + (suits[1] >> each & 1) + (suits[2] >> each & 1) + (suits[3] >> each & 1)


def choose(n: int, k: int) -> int:
    """Binomial coefficients for numbers up to four."""
    if k < 0 or k > n:
        return 0
    if k == 0 or k == n:
        return 1
    return 6 if n == 4 and k == 2 else n
