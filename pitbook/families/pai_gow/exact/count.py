"""Every pair of disjoint hands compared exactly: a player's house way against the dealer's.

Player's hands are processed by the ranks they hold, in batches that are saved when they are finished.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any, Final

from pitbook.exact.kernels import compiled
from pitbook.exact.progress import Report, no_report
from pitbook.families.pai_gow.exact.batches import forget_work, kept, key_of, work_through
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.dealer import Dealer, HandsPart, dealer_hands
from pitbook.families.pai_gow.exact.facing import (
    ASK_COPIES,
    ASK_LOWER,
    LOWER,
    add_up,
    face_flushes,
    face_patterns,
    lay_out,
)
from pitbook.families.pai_gow.exact.kinds import Pack
from pitbook.families.pai_gow.exact.left import hands_left
from pitbook.families.pai_gow.exact.parts import Fall, falls, halves
from pitbook.families.pai_gow.exact.player import ask_way
from pitbook.families.pai_gow.exact.set_kinds import TWO_BITS, SetKinds, set_kinds

WHOLE_PACK: Final = Pack()
RANKS_A_BATCH: Final = 48
"""Sets of ranks in a batch: less than a second of work."""

ANY_HAND: Final = frozenset(range(7))
"""All hands of the dealer, pai gow or not."""
PAI_GOWS: Final = ANY_HAND - {0}
BARRED: Final = frozenset({3})
"""The dealer's queen-high pai gow."""


@dataclass(frozen=True, slots=True)
class Match:
    """The two sides of a comparison, and how they set their hands."""

    player: str
    """The house way that the player follows."""
    dealer: str
    wheel: bool
    """Whether A-2-3-4-5 ranks second-highest among straights."""
    pack: Pack = WHOLE_PACK
    wild: bool = False
    """Whether the joker is fully wild."""

    @property
    def inputs(self) -> list[object]:
        return [self.player, self.dealer, self.wheel, self.pack.lowest, self.pack.joker, self.wild]

    @property
    def player_kinds(self) -> SetKinds:
        """The player's hands as set."""
        return set_kinds(self.player, self.wheel, self.wild)

    @property
    def dealer_kinds(self) -> SetKinds:
        """The dealer's hands as set."""
        return set_kinds(self.dealer, self.wheel, self.wild)

    @property
    def pairs(self) -> int:
        return self.pack.hands * comb(self.pack.cards - 7, 7)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some of the sets of ranks of one size that a player may hold, with the joker or without."""

    joker: int
    size: int
    first: int
    last: int

    def sets(self, pack: Pack) -> list[tuple[int, ...]]:
        return list(combinations(range(pack.lowest, 13), self.size))[self.first : self.last]

    @property
    def fall(self) -> Fall:
        return falls(self.size, 7 - self.joker)

    @property
    def work(self) -> int:
        """Its approximate amount of work."""
        return (self.last - self.first) * (len(self.fall.counts) + (1 << self.size))


def batches(pack: Pack) -> list[Batch]:
    """All hands of a pack."""
    sizes = [(joker, size) for joker in range(1 + pack.joker) for size in range(2, 8 - joker)]
    ranks = 13 - pack.lowest
    return [
        Batch(joker, size, first, min(comb(ranks, size), first + RANKS_A_BATCH))
        for joker, size in sizes
        for first in range(0, comb(ranks, size), RANKS_A_BATCH)
    ]


class Grid:
    """The queries of all hands with the same ranks, arranged on a grid, and their answers for a part of the dealer's
    hands."""

    def __init__(
        self, dealer: Dealer, ranks: Any, joker: int, fall: Fall, starts: Any, places: tuple[Any, Any],
        asks: Sequence[tuple[int, int]],
    ) -> None:  # fmt: skip
        import numpy as np

        self.dealer, self.ranks, self.joker, self.fall = dealer, ranks, joker, fall
        self.starts, self.asks = starts, len(asks)
        self.row_of = np.zeros(len(dealer.fives) + 1, np.uint16)
        self.column_of = np.zeros(len(dealer.twos) + 1, np.uint16)
        self.cell_of = np.zeros(int(starts[-1]) * len(asks), np.int64)
        self.rows, self.columns = compiled(lay_out)(
            int(starts[-1]), *places, np.array(asks, np.int64), self.row_of, self.column_of, self.cell_of
        )
        if self.rows * self.columns > np.iinfo(np.uint16).max:
            raise OverflowError("too many different settings for one grid")

    def answers(self, part: HandsPart) -> tuple[Any, Any]:
        """The answers by rank patterns, and the correction for flushes of one suit by the ranks held in that suit."""
        import numpy as np

        pack, sets, cells = self.dealer.pack, 1 << len(self.ranks), self.rows * self.columns
        low, high = halves(pack)
        asked = (self.fall.counts, self.starts, self.asks, self.cell_of)
        grid = (self.row_of, self.column_of, self.rows, self.columns)
        answers = np.zeros(len(self.cell_of), np.int32)
        compiled(face_patterns)(
            self.ranks, self.joker, *asked, *grid,
            tuple((half.before, half.rank, half.times) for half in (low, high)),
            tuple((each.low, each.high, each.five, each.two) for each in part.patterns),
            np.zeros(len(low.patterns), np.int32), np.zeros(len(high.patterns), np.int32),
            np.zeros((cells, 1), np.int32), answers,
        )  # fmt: skip
        changes = np.zeros((sets, len(self.cell_of)), np.int32)
        compiled(face_flushes)(
            self.ranks, self.joker, pack.lowest, *asked, *grid,
            tuple(
                (each.starts, each.first, each.second, each.ranks, each.five, each.two, each.sign)
                for each in part.flushes
            ),
            np.zeros(1 << (13 - pack.lowest), np.uint8), np.zeros((cells, sets), np.int32),
            np.zeros_like(changes), changes,
        )  # fmt: skip
        return answers, changes


def total_answers(
    batch: Batch, kinds: SetKinds, dealer: Dealer, asks: Sequence[Sequence[tuple[int, int]]], lines: Any = None
) -> list[list[int]]:
    """The sums of the answers of each part of the dealer's hands to its queries, over all hands of a batch.

    ``lines`` are common thresholds for the dealer's two-card values, used instead of each hand's own value.
    """
    import numpy as np

    fall, ways = batch.fall, len(batch.fall.counts)
    starts = np.zeros(ways + 1, np.int64)
    queries = np.zeros((ways, 1 << batch.size), np.int64)
    most = ways << batch.size
    five_places, two_places = np.zeros((most, 2), np.int64), np.zeros((most, 2), np.int64)
    drawn = two_places if lines is None else np.tile(lines, (most, 1))
    totals = [np.zeros(len(each), np.int64) for each in asks]
    for chosen in batch.sets(dealer.pack):
        ranks = np.array(chosen, np.int64)
        compiled(ask_way)(
            ranks, batch.joker, fall.counts, kinds.values, dealer.fives, dealer.twos,
            starts, queries, five_places, two_places,
        )  # fmt: skip
        for part, asked, total in zip(dealer.parts, asks, totals, strict=True):
            grid = Grid(dealer, ranks, batch.joker, fall, starts, (five_places, drawn), asked)
            answers, changes = grid.answers(part)
            compiled(add_up)(
                batch.joker, queries, fall.starts, fall.masks, fall.times, len(asked), answers, changes, total
            )
    return [[int(each) for each in total] for total in totals]


def run_batches(key: str, pack: Pack, work: Callable[[Batch], Any], report: Report) -> list[Any]:
    """Computes every batch, or reads those that an earlier run finished."""
    return work_through(key, batches(pack), work, lambda batch: batch.work, report)


def compare_ways(match: Match, report: Report = no_report) -> Comparison:
    """The comparison of all pairs of disjoint hands, the player's set by one house way and the dealer's by another."""
    key = key_of("compare", *match.inputs)

    def compute() -> dict[str, Any]:
        kinds = match.player_kinds
        dealer = dealer_hands(match.pack, match.dealer_kinds, [ANY_HAND, BARRED])
        found = run_batches(
            key, match.pack, lambda batch: total_answers(batch, kinds, dealer, [ASK_COPIES, ASK_LOWER]), report
        )
        return {"answers": add_lists(found), "barred": pairs_with(dealer, dealer.parts[1])}

    found = kept(key, compute)
    forget_work(key)
    answers, barred = found["answers"]
    win, five, two, five_up_to, two_up_to, both_up_to, five_up_to_two, two_up_to_five = answers
    return replace(
        lower_hands(match.pairs, answers, found["barred"], barred),
        five_copies=five_up_to - five,
        two_copies=two_up_to - two,
        both_copies=both_up_to - five_up_to_two - two_up_to_five + win,
    )


def pairs_with(dealer: Dealer, part: HandsPart) -> int:
    """Pairs of disjoint hands in which the dealer's hand belongs to this part."""
    return hands_left(dealer, part, ()).hands * comb(dealer.pack.cards - 7, 7)


def lower_hands(pairs: int, lower: Sequence[int], barred: int, barred_lower: Sequence[int]) -> Comparison:
    """All pairs and the barred ones by the answers to :data:`ASK_LOWER`, which come first."""
    return Comparison(
        pairs=pairs,
        win=lower[0],
        five_higher=lower[1],
        two_higher=lower[2],
        barred=barred,
        barred_win=barred_lower[0],
        barred_five_higher=barred_lower[1],
        barred_two_higher=barred_lower[2],
    )


def beaten_pai_gows(match: Match, report: Report = no_report) -> dict[int, int]:
    """Pairs in which the dealer has a pai gow and the player's five cards are higher, by the pai gow: 1 is ace high.

    The dealer's two cards do not matter here: their value is replaced by the number of the pai gow.
    """
    key = key_of("beaten pai gows", *match.inputs)

    def compute() -> dict[str, Any]:
        import numpy as np

        kinds = match.player_kinds
        dealer = dealer_hands(match.pack, by_pai_gow(match.dealer_kinds), [PAI_GOWS])
        lines = np.searchsorted(dealer.twos, np.array(sorted(PAI_GOWS)), side="right")
        asks = [(LOWER, line) for line in range(len(lines))]
        found = run_batches(key, match.pack, lambda batch: total_answers(batch, kinds, dealer, [asks], lines), report)
        return {"up_to": add_lists(found)[0]}

    up_to = kept(key, compute)["up_to"]
    forget_work(key)
    return {pai_gow: more - less for pai_gow, less, more in zip(sorted(PAI_GOWS), [0, *up_to], up_to, strict=False)}


def by_pai_gow(kinds: SetKinds) -> SetKinds:
    """The same kinds with the number of their pai gow instead of the two-card value."""
    return SetKinds(kinds.five << (TWO_BITS + 1) | kinds.pai_gow.astype("int64") << 1, kinds.notes)


def add_lists(found: Sequence[Sequence[Sequence[int]]]) -> list[list[int]]:
    """The sums of the batches, element by element."""
    return [[sum(column) for column in zip(*rows, strict=True)] for rows in zip(*found, strict=True)]
