"""Shuffles to be tested: those of a house, as orders, bits and endless streams of bytes, and some that are wrong.

``python -m tests.table.shuffles words`` writes the random words of shuffles, for a test battery that reads bytes;
``orders`` writes the shuffled orders.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.table.shoe import OsChance, below, random_words, shuffled

Shuffle = Callable[[int], tuple[int, ...]]
"""The numbers below this one, in some order."""
SHOE: Final = 416
"""Eight decks: the longest shoe."""


def fair(size: int) -> tuple[int, ...]:
    """The shuffle of a house: from a secret of the operating system."""
    return shuffled(range(size), OsChance().secret())


def any_place(size: int) -> tuple[int, ...]:
    """A known mistake: every card changes places with any other, which makes some orders likelier than others."""
    order, words = list(range(size)), random_words(OsChance().secret(), "shuffle")
    for place in range(size):
        other = below(words, size)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def another_place(size: int) -> tuple[int, ...]:
    """Off by one: no card may stay where it is."""
    order, words = list(range(size)), random_words(OsChance().secret(), "shuffle")
    for last in range(size - 1, 0, -1):
        other = below(words, last)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def remainder(size: int) -> tuple[int, ...]:
    """The remainder of a short word, where small numbers come more often."""
    order, words = list(range(size)), random_words(OsChance().secret(), "shuffle")
    for last in range(size - 1, 0, -1):
        other = (next(words) & 0x1FF) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def short_secret(size: int) -> tuple[int, ...]:
    """The right shuffle from far too few secrets."""
    return shuffled(range(size), OsChance().secret()[:2])


WRONG: Final[Mapping[str, Shuffle]] = {
    "any place": any_place,
    "another place": another_place,
    "remainder": remainder,
    "short secret": short_secret,
}


def many(shuffle: Shuffle, size: int, count: int) -> NDArray[Any]:
    """This many orders, one per row."""
    return np.array([shuffle(size) for _ in range(count)])


def bits_of(orders: NDArray[Any]) -> NDArray[np.int8]:
    """For the first and second card, the third and fourth, and so on: whether the first is higher. If every order is
    equally likely, these bits are fair and independent."""
    even = orders.shape[1] // 2 * 2
    return (orders[:, 0:even:2] < orders[:, 1:even:2]).astype(np.int8).ravel()


def words() -> Iterator[bytes]:
    """The words that shoe after shoe is shuffled with."""
    while True:
        yield b"".join(
            word.to_bytes(8, "little") for word in islice(random_words(OsChance().secret(), "shuffle"), SHOE)
        )


def orders() -> Iterator[bytes]:
    """The bits of shoe after shoe."""
    while True:
        yield np.packbits(bits_of(many(fair, SHOE, 100))).tobytes()


def uneven() -> Iterator[bytes]:
    """Bytes with the smallest fault of a careless remainder: those below 56 come a little more often."""
    while True:
        found = random_words(OsChance().secret(), "shuffle")
        yield bytes((word % (1 << 13)) % 312 & 0xFF for word in islice(found, SHOE))


STREAMS: Final[Mapping[str, Callable[[], Iterator[bytes]]]] = {"words": words, "orders": orders, "uneven": uneven}

if __name__ == "__main__":
    try:
        for part in STREAMS[sys.argv[1]]():
            sys.stdout.buffer.write(part)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has closed the pipe
