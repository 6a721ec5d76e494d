"""Seven cards by ranks: rank patterns, and the possible distributions of suits for a pattern.

The number of hands of a rank pattern that remain without some cards depends only on how many of each rank are missing:
it is a product of binomials, computed for two halves of the ranks, so that it takes two lookups and one multiplication.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, Final

from pitbook.families.pai_gow.exact.kinds import CHOOSE, Pack

MOST_OF_A_RANK: Final = 4
SUITS: Final = 4


@dataclass(frozen=True, slots=True)
class Half:
    """Every way to hold up to seven cards of some ranks. Each but the empty one adds a rank to an earlier one."""

    ranks: range
    before: Any
    """The pattern without its highest rank."""
    rank: Any
    """That highest rank."""
    times: Any
    """The multiplicity of that rank."""
    patterns: tuple[tuple[int, ...], ...]

    @property
    def place(self) -> dict[tuple[int, ...], int]:
        return {pattern: place for place, pattern in enumerate(self.patterns)}


@cache
def halves(pack: Pack) -> tuple[Half, Half]:
    """The lower and the higher ranks of a pack."""
    middle = (pack.lowest + 13) // 2
    return _half(range(pack.lowest, middle)), _half(range(middle, 13))


def _half(ranks: range) -> Half:
    import numpy as np

    found: list[tuple[tuple[int, ...], int, int, int]] = [((0,) * len(ranks), 0, 0, 0)]
    for place, rank in enumerate(ranks):
        for before in range(len(found)):  # those of the lower ranks
            pattern = found[before][0]
            found += [
                ((*pattern[:place], times, *pattern[place + 1 :]), before, rank, times)
                for times in range(1, min(MOST_OF_A_RANK, 7 - sum(pattern)) + 1)
            ]
    patterns, befores, highest, often = zip(*found, strict=True)
    return Half(
        ranks, np.array(befores, np.int64), np.array(highest, np.int64), np.array(often, np.int64), tuple(patterns)
    )


def weigh_half(before: Any, rank: Any, times: Any, held: Any, weights: Any) -> None:
    """The number of hands of each pattern that remain without ``held[rank]`` cards of each rank."""
    weights[0] = 1
    for each in range(1, len(before)):
        weights[each] = weights[before[each]] * CHOOSE[4 - held[rank[each]]][times[each]]


@cache
def patterns(pack: Pack, cards: int) -> tuple[tuple[int, int], ...]:
    """Every rank pattern of ``cards`` cards, as its indexes in the lower and the higher half."""
    low, high = halves(pack)
    by_size: dict[int, list[int]] = {}
    for place, pattern in enumerate(low.patterns):
        by_size.setdefault(sum(pattern), []).append(place)
    return tuple(
        (lower, place) for place, pattern in enumerate(high.patterns) for lower in by_size.get(cards - sum(pattern), [])
    )


@dataclass(frozen=True, slots=True)
class Fall:
    """Multiplicities of some ranks, each at least one, with the distributions of suits up to suit permutation."""

    counts: Any
    """The number of cards of each rank, one row per multiplicity."""
    starts: Any
    """The first index of each multiplicity in the next two."""
    masks: Any
    """For each suit, which of the ranks it has, as a mask; in falling order."""
    times: Any
    """The number of hands with this distribution of suits."""


@cache
def falls(ranks: int, cards: int) -> Fall:
    """All ways to hold exactly this number of ranks with this number of cards."""
    import numpy as np

    ways = [each for each in product(range(1, MOST_OF_A_RANK + 1), repeat=ranks) if sum(each) == cards]
    starts, masks, times = [0], [], []
    for way in ways:
        tally: Counter[tuple[int, ...]] = Counter({(0,) * SUITS: 1})
        for place, count in enumerate(way):
            bigger: Counter[tuple[int, ...]] = Counter()
            for suits, often in tally.items():
                for chosen in combinations(range(SUITS), count):
                    more = (mask | (suit in chosen) << place for suit, mask in enumerate(suits))
                    bigger[tuple(sorted(more, reverse=True))] += often
            tally = bigger
        masks += list(tally)
        times += list(tally.values())
        starts.append(len(masks))
    return Fall(
        np.array(ways, np.int64).reshape(len(ways), ranks),
        np.array(starts, np.int64),
        np.array(masks, np.int64).reshape(len(masks), SUITS),
        np.array(times, np.int64),
    )
