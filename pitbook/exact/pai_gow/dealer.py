"""A dealer's hands by rank pattern, and what a flush changes.

Set by a house way, hands of one rank pattern are worth the same unless they hold a flush. So the dealer's hands are
counted as if there were no flushes, pattern by pattern; then every hand with a flush is added with what it is worth and
taken away with what its ranks alone would be worth. A hand has at most one flush, whose ranks and those beside it say
all: 67,600 patterns and 224,653 flushes stand for 154,143,080 hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

from pitbook.exact.compiled import compiled
from pitbook.exact.pai_gow.kept import kept_arrays, key_of
from pitbook.exact.pai_gow.kinds import (
    BESIDE,
    CHOOSE,
    FLUSH_KINDS,
    FLUSHES,
    KINDS,
    PLAIN_KINDS,
    ROW_BITS,
    TWO_BITS,
    Pack,
    beside_of,
    value_kinds,
)
from pitbook.exact.pai_gow.parts import halves, patterns
from pitbook.hands.house_ways import house_way

NO_RANK: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class SetKinds:
    """Every kind of hand as a house way sets it; -1 where there is no such kind."""

    values: Any
    notes: Any

    @property
    def five(self) -> Any:
        return self.values >> (TWO_BITS + 1)

    @property
    def two(self) -> Any:
        return self.values >> 1 & ((1 << TWO_BITS) - 1)

    @property
    def pai_gow(self) -> Any:
        """0 for none; 1 ace high to 6 nine high."""
        return self.notes >> ROW_BITS


@cache
def set_kinds(way: str, wheel: bool) -> SetKinds:
    """Every kind of hand set by the house way of this name; ``wheel`` ranks A-2-3-4-5 second-highest."""
    import numpy as np

    def compute() -> dict[str, Any]:
        values, notes = np.full(KINDS, -1, np.int64), np.zeros(KINDS, np.int16)
        compiled(value_kinds)(compiled(house_way(way).split), wheel, values, notes)
        kinds = np.flatnonzero(values >= 0)
        return {"kinds": kinds.astype(np.int32), "values": values[kinds], "notes": notes[kinds]}

    found = kept_arrays(key_of("set kinds", way, wheel), compute)
    values, notes = np.full(KINDS, -1, np.int64), np.zeros(KINDS, np.int16)
    values[found["kinds"]], notes[found["kinds"]] = found["values"], found["notes"]
    return SetKinds(values, notes)


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """Rank patterns as their places in the lower and higher half of the ranks, with what each is worth.

    Five-card and two-card values are places among those that the dealer's hands have, in rising order.
    """

    low: Any
    high: Any
    five: Any
    two: Any


@dataclass(frozen=True, slots=True, eq=False)
class Flushes:
    """Hands with a flush, added (sign 1) or taken away (-1), in groups that share the ranks beside the flush."""

    starts: Any
    """Where each group begins."""
    first: Any
    second: Any
    """The ranks beside, by group; NO_RANK where there is one or none."""
    ranks: Any
    """The ranks of the flush, as a mask from the lowest rank of the pack."""
    five: Any
    two: Any
    sign: Any


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some of the dealer's hands, those without the joker first and those with it second."""

    patterns: tuple[Patterns, Patterns]
    flushes: tuple[Flushes, Flushes]


@dataclass(frozen=True, slots=True, eq=False)
class Dealer:
    """The dealer's hands in parts that are counted apart, such as those that are barred."""

    pack: Pack
    fives: Any
    """The five-card values that occur, in rising order."""
    twos: Any
    parts: tuple[Part, ...]


def dealer_hands(pack: Pack, kinds: SetKinds, parts: Sequence[Iterable[int]]) -> Dealer:
    """The dealer's hands, each part being those whose pai gow is one of the given (0 for none)."""
    import numpy as np

    plain = [plain_kinds(pack, joker) for joker in range(1 + pack.joker)]
    groups = [flush_groups(pack, joker) for joker in range(1 + pack.joker)]
    used = np.concatenate([*plain, *(group.with_flush for of_joker in groups for group in of_joker)])
    fives, twos = np.unique(kinds.five[used]), np.unique(kinds.two[used])
    placed = Placed(
        np.searchsorted(fives, kinds.five).astype(np.uint16), np.searchsorted(twos, kinds.two).astype(np.uint16)
    )
    found = []
    for wanted in parts:
        inside = np.isin(kinds.pai_gow, list(wanted))
        naturals = _patterns(pack, 0, plain[0], inside, placed), _flushes(groups[0], inside, placed)
        jokers = (
            (_patterns(pack, 1, plain[1], inside, placed), _flushes(groups[1], inside, placed))
            if pack.joker
            else (_patterns(pack, 1, plain[0][:0], inside, placed), _flushes((), inside, placed))
        )
        found.append(Part((naturals[0], jokers[0]), (naturals[1], jokers[1])))
    return Dealer(pack, fives, twos, tuple(found))


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Every kind's values as places among those of the dealer's hands."""

    five: Any
    two: Any


def _patterns(pack: Pack, joker: int, kinds: Any, inside: Any, placed: Placed) -> Patterns:
    import numpy as np

    places = np.array(patterns(pack, 7 - joker), np.uint16).reshape(-1, 2)[: len(kinds)]
    keep = inside[kinds]
    low, high = (np.ascontiguousarray(column) for column in places[keep].T)
    return Patterns(low, high, placed.five[kinds[keep]], placed.two[kinds[keep]])


def _flushes(groups: "Sequence[Group]", inside: Any, placed: Placed) -> Flushes:
    import numpy as np

    starts, rows, signs = [0], [np.zeros((3, 0), np.uint16)], [np.zeros(0, np.int8)]
    for group in groups:
        same = (placed.five[group.with_flush] == placed.five[group.without]) & (
            placed.two[group.with_flush] == placed.two[group.without]
        )
        same &= inside[group.with_flush] == inside[group.without]
        start = starts[-1]
        for kinds, sign in ((group.with_flush, 1), (group.without, -1)):
            keep = inside[kinds] & ~same  # a flush that changes nothing need not be looked at
            chosen = kinds[keep]
            rows.append(np.stack([group.ranks[keep], placed.five[chosen], placed.two[chosen]]))
            signs.append(np.full(len(chosen), sign, np.int8))
            start += len(chosen)
        starts.append(start)
    ranks, five, two = (np.ascontiguousarray(row) for row in np.concatenate(rows, axis=1))
    return Flushes(
        np.array(starts, np.int64),
        np.array([group.first for group in groups], np.int64),
        np.array([group.second for group in groups], np.int64),
        ranks,
        five,
        two,
        np.concatenate(signs),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Flushes that share the ranks beside them, all of one size."""

    first: int
    second: int
    ranks: Any
    """Of the flush, as a mask from the lowest rank of the pack."""
    with_flush: Any
    """The kinds of hand that these are."""
    without: Any
    """The kinds that they would be if their suits were mixed."""


@cache
def flush_groups(pack: Pack, joker: int) -> tuple[Group, ...]:
    """All hands with a flush, with the joker or without."""
    import numpy as np

    ranks = range(13 - pack.lowest)
    beside = [(NO_RANK, NO_RANK), *((rank, NO_RANK) for rank in ranks), *combinations_with_replacement(ranks, 2)]
    groups = []
    for first, second in beside:
        more = [rank + pack.lowest for rank in (first, second) if rank != NO_RANK]
        chosen = np.array(list(combinations(ranks, 7 - joker - len(more))), np.int64).reshape(-1, 7 - joker - len(more))
        if not len(chosen):
            continue
        masks = (1 << chosen).sum(axis=1)
        number = beside_of(*(more + [NO_RANK, NO_RANK])[:2])
        with_flush = FLUSHES + FLUSH_KINDS * joker + (masks << pack.lowest) * BESIDE + number
        both = np.hstack([chosen + pack.lowest, np.tile(np.array(more, np.int64), (len(chosen), 1))])
        groups.append(
            Group(*(more + [NO_RANK, NO_RANK])[:2], masks.astype(np.uint16), with_flush, _numbers(both, joker))
        )
    return tuple(groups)


@cache
def plain_kinds(pack: Pack, joker: int) -> Any:
    """The kinds of the rank patterns, in their order."""
    import numpy as np

    low, high = halves(pack)
    counts = np.array([low.patterns[one] + high.patterns[other] for one, other in patterns(pack, 7 - joker)], np.int64)
    ranks = np.tile(np.arange(pack.lowest, 13), len(counts))
    return _numbers(np.repeat(ranks, counts.ravel()).reshape(-1, 7 - joker), joker)


def _numbers(ranks: Any, joker: int) -> Any:
    """The kinds of hands without a flush, given their ranks, a row for each."""
    import numpy as np

    choose = np.array(CHOOSE, np.int64)
    ordered = np.sort(ranks, axis=1)
    places = np.arange(ranks.shape[1])
    return PLAIN_KINDS * joker + choose[ordered + places, places + 1].sum(axis=1)
