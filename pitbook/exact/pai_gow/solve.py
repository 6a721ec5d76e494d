"""The exact comparison of a player's and a dealer's house way, over every pair of disjoint hands of the pack."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Any

from pitbook.exact.compiled import compiled
from pitbook.exact.pai_gow.kinds import KINDS, TWO_BITS, Pack, Split, look_up_hands, value_kinds
from pitbook.exact.pai_gow.pairs import Comparison, compare, compare_sets, count_values
from pitbook.exact.pai_gow.subsets import MOST, kinds_of_sets

TOTALS = 11
SETS_A_BATCH = {1: 1, 2: 8, 3: 64, 4: 600, 5: 6_000, 6: 60_000}
"""How many sets of each size are worked on at a time: about a second each."""

Report = Callable[[int, int], None]
"""Told how much of the work is done: so many of so many."""


@dataclass(frozen=True, slots=True)
class ValuedHands:
    """Every hand of the pack with the value it has once set, and what the values are."""

    pack: Pack
    player: Any
    dealer: Any
    fives: Any
    twos: Any

    @property
    def same(self) -> bool:
        return self.player is self.dealer


def value_hands(pack: Pack, player: Split, dealer: Split, wheel: bool) -> ValuedHands:
    """Sets every kind of hand by the house ways and looks up every hand."""
    import numpy as np

    ways = [player] if player is dealer else [player, dealer]
    valued = []
    for way in ways:
        kinds = np.full(KINDS, -1, np.int64)
        compiled(value_kinds)(compiled(way), wheel, kinds, np.zeros(KINDS, np.int16))
        valued.append(kinds)
    values = np.unique(np.concatenate([kinds[kinds >= 0] for kinds in valued]) >> 1)
    fives = values >> TWO_BITS
    _, twos = np.unique(values & ((1 << TWO_BITS) - 1), return_inverse=True)
    tables = []
    for kinds in valued:
        coded = (np.searchsorted(values, kinds >> 1) << 1 | kinds & 1).astype(np.uint32)
        tables.append(_look_up(pack, coded))
    return ValuedHands(pack, tables[0], tables[-1], fives, twos.astype(np.int64))


def _look_up(pack: Pack, coded: Any) -> Any:
    import numpy as np

    hands = np.zeros(pack.hands, np.uint32)
    kernel = compiled(look_up_hands)

    def fill(highest: int) -> None:
        kernel(coded, pack.lowest, pack.naturals, int(pack.joker), highest, highest + 1, hands)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(fill, reversed(range(6, pack.cards))))
    return hands


def solve(hands: ValuedHands, report: Report = lambda done, of: None, workers: int = 2) -> Comparison:
    """How all pairs of disjoint hands compare."""
    result = Comparison()
    batches = list(_batches(hands.pack))
    work_of = [comb(hands.pack.cards - size, 7 - size) * len(sets) for size, sets, _ in batches]
    done, of = 0, sum(work_of)
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(lambda batch: compare_batch(hands, *batch), batches)
        result = result.plus(compare_all(hands))
        for (size, _, _), part, work in zip(batches, parts, work_of, strict=True):
            result = result.plus(part, -1 if size % 2 else 1)
            done += work
            report(done, of)
    return result.plus(compare_equal(hands), -1)


def _batches(pack: Pack) -> Iterator[tuple[int, list[tuple[int, ...]], list[int]]]:
    for size in range(1, MOST + 1):
        sets, times = kinds_of_sets(pack, size)
        step = SETS_A_BATCH[size]
        for start in range(0, len(sets), step):
            yield size, sets[start : start + step], times[start : start + step]


def compare_batch(hands: ValuedHands, size: int, sets: list[tuple[int, ...]], times: list[int]) -> Comparison:
    """The pairs whose hands both contain one of these sets, each as often as there are sets of its kind."""
    import numpy as np

    room = comb(hands.pack.cards - size, 7 - size)
    totals = np.zeros(TOTALS, np.int64)
    work = tuple(np.zeros(max(room, 1025), np.int64) for _ in range(8))
    kernel = compiled(compare_sets)
    kernel(
        np.array(sets, np.int64), np.array(times, np.int64), size, hands.pack.cards,
        hands.player, hands.dealer, hands.same, hands.fives, hands.twos, work, totals,
    )  # fmt: skip
    return Comparison(*map(int, totals))


def _value_counts(hands: ValuedHands, table: Any) -> tuple[Any, Any]:
    import numpy as np

    held, barred = np.zeros(len(hands.fives), np.int64), np.zeros(len(hands.fives), np.int64)
    compiled(count_values)(table, held, barred)
    return held, barred


def compare_all(hands: ValuedHands) -> Comparison:
    """All pairs of hands, whether or not they share cards: the term of the empty set."""
    import numpy as np

    player, _ = _value_counts(hands, hands.player)
    dealer, barred = _value_counts(hands, hands.dealer)
    totals = np.zeros(TOTALS, np.int64)
    places = np.arange(len(player))
    compiled(compare)(places, len(player), player, dealer, barred, hands.fives, hands.twos, totals)
    return Comparison(*map(int, totals))


def compare_equal(hands: ValuedHands) -> Comparison:
    """Pairs of one and the same hand: the term of the sets of seven."""
    import numpy as np

    mine, theirs = hands.player >> 1, hands.dealer >> 1
    barred = (hands.dealer & 1).astype(bool)
    five = hands.fives[mine].astype(np.int64) - hands.fives[theirs]
    two = hands.twos[mine] - hands.twos[theirs]
    return Comparison(
        pairs=len(mine),
        win=int(((five > 0) & (two > 0)).sum()),
        five_higher=int((five > 0).sum()),
        two_higher=int((two > 0).sum()),
        five_copies=int((five == 0).sum()),
        two_copies=int((two == 0).sum()),
        both_copies=int(((five == 0) & (two == 0)).sum()),
        barred=int(barred.sum()),
        barred_win=int(((five > 0) & (two > 0) & barred).sum()),
        barred_five_higher=int(((five > 0) & barred).sum()),
        barred_two_higher=int(((two > 0) & barred).sum()),
    )
