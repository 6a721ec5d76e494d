"""The values of all hands of one size, as ranks among all occurring values."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, Final, TypeVar

from pitbook.cards import JOKER, Cards
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.exact.pieces import workers
from pitbook.families.poker.exact import kernels
from pitbook.families.poker.exact.deck import Deck

_SLOTS: Final = 1 << 16
"""The size of the hash table of values, a power of two."""
_CHUNK: Final = 500_000
"""The number of sets of cards in one piece of work."""

Work = TypeVar("Work")
Done = TypeVar("Done")


def in_parallel(run: Callable[[Work], Done], pieces: Iterable[Work]) -> Iterator[Done]:
    """Runs compiled work on all cores; yields the results in the order of the pieces."""
    with ThreadPoolExecutor(workers()) as pool:
        yield from pool.map(run, pieces)


@cache
def binomials() -> Any:
    """``binomials()[n, k]`` for every deck and hand."""
    import numpy as np

    return np.array([[comb(n, k) for k in range(9)] for n in range(JOKER + 3)], np.int64)


def sets_of(count: int, size: int) -> Any:
    """All sets of ``size`` of ``count`` cards, one per row, in the order of their indexes."""
    import numpy as np

    sets = np.zeros((comb(count, size), size), np.uint8)
    if size:
        compiled(kernels.fill_sets)(binomials(), 0, sets)
    return sets


def values_of(value: Callable[[Cards], int], deck: Deck, size: int, held: Cards = ()) -> Any:
    """The value of every set of ``size`` cards of the deck, each together with the cards held."""
    import numpy as np

    kernel = kernel_with(kernels.fill_values, value=value)
    cards, with_held = deck.array(), np.array(held, np.int64)
    values = np.zeros(comb(len(deck.cards), size), np.int64)

    def fill(start: int) -> None:
        kernel(cards, with_held, size, start, binomials(), values[start : start + _CHUNK])

    for _ in in_parallel(fill, range(0, len(values), _CHUNK)):
        pass
    return values


@dataclass(frozen=True, slots=True)
class Ranked:
    """The hands of a game by value: each size of hand as ranks among all values that occur in the game."""

    values: Sequence[int]
    """Every occurring value, from the lowest."""
    ranks: dict[int, Any]
    """Size of a hand -> the rank of every set of that size, by its index."""

    def rank_from(self, value: int) -> int:
        """The lowest rank whose value is at least this."""
        from bisect import bisect_left

        return bisect_left(self.values, value)


def rank_hands(value: Callable[[Cards], int], deck: Deck, sizes: Iterable[int]) -> Ranked:
    """Values all hands of these sizes and ranks them together."""
    import numpy as np

    values = {size: values_of(value, deck, size) for size in dict.fromkeys(sizes)}
    slots = np.full(_SLOTS, -1, np.int64)
    for some in values.values():
        compiled(kernels.collect)(some, slots)
    found = np.sort(slots[slots >= 0])
    rank_at = np.searchsorted(found, slots).astype(np.int16)
    ranks = {size: np.zeros(len(some), np.int16) for size, some in values.items()}

    def rank(piece: tuple[int, int]) -> None:
        size, start = piece
        part = slice(start, start + _CHUNK)
        compiled(kernels.rank_values)(values[size][part], slots, rank_at, ranks[size][part])

    for _ in in_parallel(rank, ((size, at) for size, some in values.items() for at in range(0, len(some), _CHUNK))):
        pass
    return Ranked(found.tolist(), ranks)
