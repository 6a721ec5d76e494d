"""A perfect hash of a hand of seven cards, compiled: its slot in a table of answers.

- Each card has a 64-bit key; a hand's key is the sum. Its lowest bits count the cards of each suit from 3 on, the joker
  in every suit, so that a suit with five of them shows in one bit.
- Without a flush, the highest bits distinguish the 67,600 patterns of ranks. They select a row and a column of a large,
  sparse grid, whose rows are shifted so that they overlap in one array without collisions.
- With a flush, a second sum gives the ranks of the flush as a mask and identifies the other cards, two at most.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from pitbook.cards import Cards

ROW_BITS: Final = 14
COLUMN_BITS: Final = 15
RANK_SHIFT: Final = 20
"""Above the four counters of suits, and a fifth counter of invalid cards."""
MASK_BITS: Final = 14
"""The ranks of a flush, and the joker."""
BESIDE_BITS: Final = 9
"""The sum of the keys of up to two ranks."""

START = np.uint64(0x3333)
FLUSH_BITS = np.uint64(0xF8888)
ROW_SHIFT = np.uint64(64 - ROW_BITS)
COLUMN_SHIFT = np.uint64(64 - ROW_BITS - COLUMN_BITS)
COLUMN_MASK = np.uint64((1 << COLUMN_BITS) - 1)
_FLUSH_MASK = np.uint32((1 << MASK_BITS) - 1)
_BESIDE_SHIFT = np.uint32(MASK_BITS)
_BESIDE_MASK = np.uint32((1 << BESIDE_BITS + 6) - 1)
_1, _2, _3, _7, _11, _15, _16 = (np.uint64(number) for number in (1, 2, 3, 7, 11, 15, 16))

NO_PLACE: Final = np.uint64(0)


class HandFinder(NamedTuple):
    """The arrays for finding a hand's slot."""

    keys: Any
    """The key of each card, and of every other byte."""
    shifts: Any
    """The shift of each row of patterns."""
    flush_keys: Any
    """The key of each card outside a flush in each suit, or in it."""
    flushes: Any
    """The first slot of the hands with a flush of these ranks."""
    beside: Any
    """The offset of the hands with these cards beside the flush."""


def slot_of(finder: HandFinder, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    """The slot of a hand in a table; 0 if one of the seven is not a card.

    The same card twice may go unnoticed: then it is some slot of the table.
    """
    keys = finder.keys
    key = START + ((keys[a] + keys[b]) + (keys[c] + keys[d])) + ((keys[e] + keys[f]) + keys[g])
    if key & FLUSH_BITS:
        return flush_slot(finder, key & FLUSH_BITS, a, b, c, d, e, f, g)
    return np.uint64(finder.shifts[key >> ROW_SHIFT]) + (key >> COLUMN_SHIFT & COLUMN_MASK)


def flush_slot(finder: HandFinder, bits: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> Any:
    """The same for a hand in which a suit has five cards."""
    if bits >> _16:
        return NO_PLACE
    of_suit = (bits >> _7 & _1) + (bits >> _11 & _1) * _2 + (bits >> _15) * _3
    keys = finder.flush_keys[of_suit & _3]
    key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    return np.uint64(finder.flushes[key & _FLUSH_MASK]) + np.uint64(finder.beside[key >> _BESIDE_SHIFT & _BESIDE_MASK])


def find_all(finder: HandFinder, hands: Any, places: Any) -> None:
    """The slots of many hands."""
    for each in range(len(hands)):
        hand = hands[each]
        places[each] = slot_of(finder, hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6])


def rule(hand: Cards, *reads: int) -> int:
    """A placeholder, replaced by the rule of a wager."""
    return len(hand) + len(reads)


READS: Final[tuple[int, ...]] = ()


def answer_all(hands: Any, answers: Any) -> None:
    """The rule's answer to each hand."""
    for each in range(len(hands)):
        cards = hands[each]
        answers[each] = rule((cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6]), *READS)
