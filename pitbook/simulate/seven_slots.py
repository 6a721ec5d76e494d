"""Assigns a slot in a table to every class of seven-card hands.

A rule that sees suits only through a flush gives all hands of one class the same answer (:mod:`pitbook.exact.seven`),
so a table of 448,409 classes represents the rule on all 154,143,080 hands. This module computes the numbers for finding
a hand's slot (:mod:`pitbook.simulate.seven_kernel`): random keys of the ranks are drawn until they distinguish all
patterns of ranks, and the rows of the grid are compressed into one array (Tarjan and Yao, 1979). The result is cached
on disk.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, Final

import numpy as np

from pitbook.cards import JOKER, JOKER_RANK, Cards, Shoe, rank, suit
from pitbook.exact.cache import cache_key, kept_arrays
from pitbook.exact.seven import FLUSH, HAND, MOST_ANSWERS, answer_sevens, rank_masks
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.seven_kernel import (
    BESIDE_BITS,
    COLUMN_BITS,
    COLUMN_MASK,
    COLUMN_SHIFT,
    FLUSH_BITS,
    MASK_BITS,
    RANK_SHIFT,
    ROW_BITS,
    ROW_SHIFT,
    START,
    HandFinder,
    answer_all,
    find_all,
)

LONGEST_SHIFT: Final = (1 << 16) - 1
"""The limit of two bytes."""
ALL_BYTES: Final = 256
FOLDER: Final = "seven-cards"
"""The folder of the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Every class of hands and its slot. Slot 0 belongs to no hand."""

    finder: HandFinder
    hands: Any
    """One hand of each class, a row of seven cards."""
    places: Any
    """The slot of that class."""
    size: int
    """The required length of a table."""

    def table(self, values: Any, nothing: int) -> Any:
        """Values by class arranged by slot; ``nothing`` in unused slots."""
        table = np.full(self.size, nothing, values.dtype)
        table[self.places] = values
        return table


@cache
def slots() -> Slots:
    """Every class of hands and its slot, cached on disk."""
    found = kept_arrays(FOLDER, cache_key((__name__,), "seven slots"), _compute)
    finder = HandFinder(*(found[name] for name in HandFinder._fields))
    return Slots(finder, found["hands"], found["places"], int(found["size"]))


def answers_by_kind(rule: Callable[..., int], reads: tuple[int, ...]) -> Any:
    """The answer of a rule, which sees suits only through flushes, to one hand of each class."""
    hands = slots().hands.astype(np.int64)
    answers = np.zeros(len(hands), np.int64)
    kernel_with(answer_all, rule=rule, READS=reads)(hands, answers)
    return answers


def _compute() -> dict[str, Any]:
    hands = np.array(list(one_of_each_kind()), np.uint8)
    # Without keys for the ranks, the sums show only the flushes.
    suits = START + card_keys(np.zeros(JOKER_RANK + 1, np.uint64))[hands].sum(axis=1, dtype=np.uint64)
    ranks = np.array([*(rank(card) for card in range(JOKER)), JOKER_RANK])[hands[suits & FLUSH_BITS == 0]]
    held = np.stack([(ranks == each).sum(axis=1) for each in range(JOKER_RANK + 1)], axis=1).astype(np.uint64)
    rank_keys, shifts = tell_apart(held)
    flushes, size = flush_starts(int(shifts.max()) + (1 << COLUMN_BITS))
    finder = HandFinder(card_keys(rank_keys), shifts, flush_keys(), flushes, beside_places())
    places = np.zeros(len(hands), np.int32)
    kernel_with(find_all)(finder, hands, places)
    return {**finder._asdict(), "hands": hands, "places": places, "size": size}


def one_of_each_kind() -> Iterable[Cards]:
    """The hands on which the exact count calls a rule."""
    hands: list[Cards] = []

    def note(hand: Cards) -> int:
        hands.append(hand)
        return 0

    pack = Shoe.of_decks(1, joker=True)
    answer_sevens(note, rank_masks(pack), 1, [0] * MOST_ANSWERS, [0] * MOST_ANSWERS)
    return hands


def tell_apart(patterns: Any) -> tuple[Any, Any]:
    """Random keys of the ranks and the joker that give all patterns different slots, and the rows' shifts."""
    random = np.random.default_rng(53)
    while True:
        keys = random.integers(0, 1 << 64 - RANK_SHIFT, JOKER_RANK + 1, dtype=np.uint64)
        sums = (patterns * keys).sum(axis=1, dtype=np.uint64) << np.uint64(RANK_SHIFT)
        if len(np.unique(sums >> COLUMN_SHIFT)) == len(patterns):
            shifts = lay_rows(sums >> ROW_SHIFT, sums >> COLUMN_SHIFT & COLUMN_MASK)
            if shifts is not None:
                return keys, shifts


def card_keys(rank_keys: Any) -> Any:
    """A card counts in its suit, the joker in all, and any other byte in a separate counter."""
    keys = np.full(ALL_BYTES, 1 << 16, np.uint64)
    for card in range(JOKER):
        keys[card] = rank_keys[rank(card)] << np.uint64(RANK_SHIFT) | np.uint64(1 << 4 * suit(card))
    keys[JOKER] = rank_keys[JOKER_RANK] << np.uint64(RANK_SHIFT) | np.uint64(0x1111)
    return keys


def lay_rows(rows: Any, columns: Any) -> Any:
    """The shift of each row so that no two patterns collide, nor one with slot 0; None if they do not fit.

    First fit decreasing: the fullest row comes first, and each is shifted as little as possible.
    """
    order = np.argsort(rows, kind="stable")
    starts = np.searchsorted(rows[order], np.arange((1 << ROW_BITS) + 1, dtype=np.uint64))
    columns = columns[order].astype(np.int64)
    free = np.ones((1 << COLUMN_BITS) + LONGEST_SHIFT, np.bool_)
    free[0] = False
    shifts = np.zeros(1 << ROW_BITS, np.uint16)
    for row in np.argsort(-np.diff(starts), kind="stable"):
        members = columns[starts[row] : starts[row + 1]]
        fits = np.ones(LONGEST_SHIFT, np.bool_)
        for column in members:
            fits &= free[column : column + LONGEST_SHIFT]
        shifts[row] = np.argmax(fits)
        if not fits[shifts[row]]:
            return None
        free[members + shifts[row]] = False
    return shifts


def flush_keys() -> Any:
    """In the flush's suit a card is a bit of the mask, and so is the joker; outside it, a card has its rank's key and
    suit."""
    keys = np.zeros((4, ALL_BYTES), np.uint32)
    beside = distinct_sums()
    for of_suit, card in product(range(4), range(JOKER)):
        other = (suit(card) - of_suit - 1) % 4
        outside = beside[rank(card)] << MASK_BITS | 1 << MASK_BITS + BESIDE_BITS + 2 * other
        keys[of_suit, card] = 1 << rank(card) if suit(card) == of_suit else outside
    keys[:, JOKER] = 1 << MASK_BITS - 1
    return keys


@cache
def distinct_sums() -> tuple[int, ...]:
    """Keys of the ranks whose pairwise sums are distinct: the smallest, one after the other."""
    keys: list[int] = []
    for key in range(1, 1 << BESIDE_BITS - 1):
        tried = [0, *keys, key]
        sums = [one + other for one, other in combinations_with_replacement(tried, 2)]
        if len(keys) < JOKER_RANK and len(set(sums)) == len(sums):
            keys.append(key)
    return tuple(keys)


def beside_places() -> Any:
    """No card beside a flush comes first, then one by its rank, then two by both: lower and higher if their suits
    differ, higher and lower if they share one."""
    places = np.zeros(1 << BESIDE_BITS + 6, np.uint8)
    ranks, suits, keys = range(JOKER_RANK), range(3), distinct_sums()
    for one, of_suit in product(ranks, suits):
        places[keys[one] + (1 << BESIDE_BITS + 2 * of_suit)] = one
    for low, high in combinations_with_replacement(ranks, 2):
        for first, second in product(suits, suits):
            key = keys[low] + keys[high] + (1 << BESIDE_BITS + 2 * first) + (1 << BESIDE_BITS + 2 * second)
            places[key] = low * JOKER_RANK + high if first != second else high * JOKER_RANK + low
    return places


def flush_starts(first: int) -> tuple[Any, int]:
    """The first slot of the hands with each flush, one flush after the other; and the end of the last."""
    starts = np.zeros(1 << MASK_BITS, np.uint32)
    place = first
    for mask in range(1 << MASK_BITS):
        beside = HAND - mask.bit_count()
        if 0 <= beside <= HAND - FLUSH:
            starts[mask] = place
            place += JOKER_RANK**beside
    # The slot of an impossible hand must still be inside the table.
    return starts, place + JOKER_RANK**2
