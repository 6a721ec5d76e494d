"""A dealer's hands by rank pattern, with corrections for flushes.

Set by a house way, hands of one rank pattern have the same values unless they contain a flush. So the dealer's hands
are counted by pattern as if there were no flushes; then every hand with a flush is added with its real values and
subtracted with the values of its ranks alone. A hand has at most one flush, described by its ranks and the ranks of the
other cards: 67,600 patterns and 224,653 flushes represent 154,143,080 hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pitbook.families.pai_gow.exact.kinds import Pack
from pitbook.families.pai_gow.exact.parts import patterns
from pitbook.families.pai_gow.exact.set_kinds import FlushGroup, SetKinds, flush_groups, plain_kinds


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """Rank patterns as indexes in the lower and higher half of the ranks, with their values.

    Five-card and two-card values are indexes among the values of the dealer's hands, in rising order.
    """

    low: Any
    high: Any
    five: Any
    two: Any


@dataclass(frozen=True, slots=True, eq=False)
class Flushes:
    """Hands with a flush, added (sign 1) or subtracted (-1), grouped by the ranks of the cards outside the flush."""

    starts: Any
    """The first index of each group."""
    first: Any
    second: Any
    """The ranks outside the flush, by group; NO_RANK if there are fewer."""
    ranks: Any
    """The ranks of the flush, as a mask from the lowest rank of the pack."""
    five: Any
    two: Any
    sign: Any


@dataclass(frozen=True, slots=True, eq=False)
class HandsPart:
    """Some of the dealer's hands, those without the joker first and those with it second."""

    patterns: tuple[Patterns, Patterns]
    flushes: tuple[Flushes, Flushes]


@dataclass(frozen=True, slots=True, eq=False)
class Dealer:
    """The dealer's hands in separately counted parts, such as barred hands."""

    pack: Pack
    fives: Any
    """The five-card values that occur, in rising order."""
    twos: Any
    parts: tuple[HandsPart, ...]


def dealer_hands(pack: Pack, kinds: SetKinds, parts: Sequence[Iterable[int]]) -> Dealer:
    """The dealer's hands; each part has the hands with the given numbers of pai gow (0 for none)."""
    import numpy as np

    plain = [plain_kinds(pack, joker) for joker in range(1 + pack.joker)]
    groups = [flush_groups(pack, joker) for joker in range(1 + pack.joker)]
    used = np.concatenate([*plain, *(group.with_flush for of_joker in groups for group in of_joker)])
    fives, of_five = np.unique(kinds.five[used], return_inverse=True)
    twos, of_two = np.unique(kinds.two[used], return_inverse=True)
    placed = Placed(np.zeros(len(kinds.values), np.uint16), np.zeros(len(kinds.values), np.uint16))
    placed.five[used], placed.two[used] = of_five, of_two
    found = []
    for wanted in parts:
        inside = np.isin(kinds.pai_gow, list(wanted))
        naturals = _patterns(pack, 0, plain[0], inside, placed), _flushes(groups[0], inside, placed)
        jokers = (
            (_patterns(pack, 1, plain[1], inside, placed), _flushes(groups[1], inside, placed))
            if pack.joker
            else (_patterns(pack, 1, plain[0][:0], inside, placed), _flushes((), inside, placed))
        )
        found.append(HandsPart((naturals[0], jokers[0]), (naturals[1], jokers[1])))
    return Dealer(pack, fives, twos, tuple(found))


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """The values of every kind as indexes among the values of the dealer's hands."""

    five: Any
    two: Any


def _patterns(pack: Pack, joker: int, kinds: Any, inside: Any, placed: Placed) -> Patterns:
    import numpy as np

    places = np.array(patterns(pack, 7 - joker), np.uint16).reshape(-1, 2)[: len(kinds)]
    keep = inside[kinds]
    low, high = (np.ascontiguousarray(column) for column in places[keep].T)
    return Patterns(low, high, placed.five[kinds[keep]], placed.two[kinds[keep]])


def _flushes(groups: Sequence[FlushGroup], inside: Any, placed: Placed) -> Flushes:
    import numpy as np

    starts, rows, signs = [0], [np.zeros((3, 0), np.uint16)], [np.zeros(0, np.int8)]
    for group in groups:
        same = (placed.five[group.with_flush] == placed.five[group.without]) & (
            placed.two[group.with_flush] == placed.two[group.without]
        )
        same &= inside[group.with_flush] == inside[group.without]
        start = starts[-1]
        for kinds, sign in ((group.with_flush, 1), (group.without, -1)):
            keep = inside[kinds] & ~same  # skip flushes that change nothing
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
