"""The best choices of single hands in a game that is solved by ranks first, quickly enough for simulation.

Most values have one best choice for all hands, which the game's chart records. Of the others a game without seen cards
keeps the sum of nets in parts, by ranks alone and by the player's ranks in each suit; beside seen cards, of which few
dealer hands are left, every hand is counted.
"""

from typing import Any

import numpy as np

from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled
from pitbook.families.poker.exact import ranks_choice_kernels as choice_kernels
from pitbook.families.poker.exact import ranks_kernels as kernels
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.ranks import Ranks, make_ready, masks_up_to
from pitbook.families.poker.exact.ranks_patterns import tree_of
from pitbook.families.poker.exact.values import binomials, in_parallel

_PATTERNS = 500
"""Patterns that are summed in one piece of work."""


def best_choices(problem: Problem) -> "BySums | BesideSeen":
    """How every hand of a game is played best."""
    ready = make_ready(problem)
    chart = charted(problem)
    steps = np.array(chart.settled if chart else ((0, -1),), np.int64)
    values = np.array(ready.ranked.values, np.int64)
    settled = steps[np.searchsorted(steps[:, 0], values, side="right") - 1, 1].astype(np.int8)
    return BesideSeen(ready, values, settled) if problem.rules.dealer_up else BySums(ready, values, settled)


class BySums:
    """Without seen cards: all suits are alike."""

    def __init__(self, ready: Ranks, values: Any, settled: Any) -> None:
        self._ready, self._values, self._settled = ready, values, settled
        for suited in ready.suited:
            if (settled[suited[suited >= 0]] < 0).any():
                raise BadInput(f"{ready.problem.rules.slug} is not simulated with best play: flushes may fold")
        most = max(len(each.counts) for each in ready.own)
        self._row_of = np.full((2, most), -1, np.int32)
        parts = []
        for joker, own in enumerate(ready.own):
            order = ready.orders[0, joker]
            order = order[settled[own.values[order]] < 0]
            parts += [(joker, order[at : at + _PATTERNS]) for at in range(0, len(order), _PATTERNS)]
        found = list(in_parallel(self._sum, parts))
        choices = len(ready.money.choices)
        self._base = np.concatenate([np.zeros((0, choices), np.int64), *(base for base, _ in found)])
        self._sums = np.concatenate([np.zeros((0, 128, choices), np.int64), *(sums for _, sums in found)])
        rows = 0
        for joker, places in parts:
            self._row_of[joker, places] = np.arange(rows, rows + len(places))
            rows += len(places)

    def _sum(self, part: tuple[int, Any]) -> tuple[Any, Any]:
        joker, places = part
        ready = self._ready
        (seen,) = ready.groups[0]
        ((hinted, hint_ways),) = ready.hints()
        counts, values = ready.own[joker].counts[places], ready.own[joker].values[places]
        limits = np.array([values, values + 1, np.full(len(values), ready.qualifies)]).T
        by_ranks, totals = ready.sum_ranks(seen, joker, counts, limits, hinted, hint_ways)
        events = ready.events(seen, joker, hinted, hint_ways)
        choices = len(ready.money.choices)
        base, sums = np.zeros((len(places), choices), np.int64), np.zeros((len(places), 128, choices), np.int64)
        compiled(choice_kernels.sum_choices)(
            counts, values, by_ranks, totals, events.rows, events.outside[0],
            np.zeros((3, kernels.SETS, events.width), np.int32), ready.qualifies, ready.hands,
            np.array(ready.money.nets, np.int64), base, sums,
        )  # fmt: skip
        return base, sums

    def choose(self, cards: Any, own: Any, seen: Any, values: Any, chosen: Any) -> None:
        """Fills in the choice of each row, given the values of its hand."""
        compiled(choice_kernels.choose_by_sums)(
            cards, own, np.searchsorted(self._values, values), self._settled, binomials(), self._row_of, self._base,
            self._sums, self._ready.hands, np.array(self._ready.money.allowed), chosen,
        )  # fmt: skip


class BesideSeen:
    """Beside seen cards, in a game without a joker."""

    def __init__(self, ready: Ranks, values: Any, settled: Any) -> None:
        if ready.problem.rules.joker:
            raise BadInput(f"{ready.problem.rules.slug} is not simulated with best play: it has seen cards and a joker")
        self._ready, self._values, self._settled = ready, values, settled
        size = ready.problem.knowledge.dealer
        self._tree = tree_of(ready.unseen, joker=False)
        self._group_of = np.full(int(binomials()[12 + size, size]), -1, np.int64)
        self._order, self._leaf_values = np.zeros((2, len(ready.groups), len(self._tree.counts)), np.int64)
        self._leaf_values[:] = len(values)
        for number, (seen, *_) in enumerate(ready.groups):
            place = compiled(kernels.place_of)(np.array(seen.ranks(), np.int64), binomials())
            _, order, found = ready.leaves(seen, 0)
            self._group_of[place] = number
            self._order[number, : len(order)], self._leaf_values[number, : len(found)] = order, found

    def choose(self, cards: Any, own: Any, seen: Any, values: Any, chosen: Any) -> None:
        """Fills in the choice of each row, given the values of its hand."""
        ready, tree = self._ready, self._tree
        left = len(ready.deck.cards) - len(own) - len(seen)
        compiled(choice_kernels.choose_beside_seen)(
            cards, own, seen, np.searchsorted(self._values, values), self._settled, masks_up_to(ready.unseen),
            ready.unseen, tree.node_parent, tree.node_step, tree.leaf_parent, tree.leaf_step, self._group_of,
            self._order, self._leaf_values, ready.dealer[0].values, ready.suited[0], binomials(), ready.qualifies,
            int(binomials()[left, ready.unseen]), ready.hands, np.array(ready.money.nets, np.int64),
            np.array(ready.money.allowed), chosen,
        )  # fmt: skip
