"""The search behind pay-table design, in integers: finds pays that bring a sum closest to a target.

Branch and bound: lines are filled in from the commonest to the rarest. If even the largest or smallest remaining pays
cannot bring the sum into range, all tables with this prefix are pruned; the range shrinks to the distance of the worst
table kept.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappush, heapreplace
from itertools import pairwise
from math import inf, prod, sqrt
from typing import Final

from pitbook.errors import BadInput

MOST_STEPS: Final = 4_000_000
"""The most tables and prefixes that a search visits before it gives up: some ten seconds."""

Nets = tuple[int, ...]
"""The net win of each line, times a common scale."""
Ways = tuple[tuple[int, ...], ...]
"""The lines that may pay a class of deals, of which the best does; a way with several lines pays their sum."""


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """Lines with their candidate pays, and the deals that depend on them."""

    values: tuple[Nets, ...]
    """For each line its candidate nets, rising; the line that pays most comes first."""
    kinds: tuple[tuple[Ways, int], ...]
    """Classes of deals, and the size of each."""
    fixed: int
    """The sum of the nets of all other deals."""
    fixed_square: int
    total: int
    scale: int
    in_order: bool
    """Whether no line may pay less than the one after it; then each class has only one way."""

    def nets_of_kinds(self, nets: Sequence[int]) -> list[tuple[int, int]]:
        """The net win of each class of deals, and its size."""
        return [(max(sum(nets[line] for line in way) for way in ways), times) for ways, times in self.kinds]

    def sum_of(self, nets: Sequence[int]) -> int:
        """The total net win of all deals."""
        return self.fixed + sum(net * times for net, times in self.nets_of_kinds(nets))

    def spread_of(self, nets: Sequence[int], sum_of_nets: int) -> int:
        """The variance, times the square of total and scale."""
        square = self.fixed_square + sum(net * net * times for net, times in self.nets_of_kinds(nets))
        return square * self.total - sum_of_nets * sum_of_nets

    def tables(self) -> int:
        """The number of tables to choose from."""
        if not self.in_order:
            return prod(len(each) for each in self.values)
        ways = [1] * len(self.values[0]) if self.values else [1]
        for above, below in pairwise(self.values):
            # A net of this line combines with every net above it that is not smaller.
            ways = [sum(ways[bisect_left(above, net) :]) for net in below]
        return sum(ways)


@dataclass(frozen=True, slots=True)
class Wish:
    """The target of a table, in the units of the problem; distances are in half-widths of the ranges."""

    sums: tuple[int, int]
    sum_target: float
    sum_width: float
    spreads: tuple[int, int] | None
    deviation_target: float
    deviation_width: float
    beside: float
    """The squared distance that the hit frequency adds, the same for all tables of the problem."""


class ClosestTables:
    """The closest tables so far, from all problems of one design."""

    def __init__(self, top: int) -> None:
        self.top = top
        self.kept: list[tuple[float, int, Nets, int, Nets]] = []
        self.priced = 0
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise BadInput("these ranges hold too many tables to search: narrow some with --pay OUTCOME=A..B")

    @property
    def reach(self) -> float:
        """The squared distance that a table must not exceed to be kept."""
        return -self.kept[0][0] if len(self.kept) == self.top else inf

    def offer(self, distance: float, changed: int, case: int, nets: Nets) -> None:
        # At equal distance the table with fewer changes is better, then the one with lower pays.
        entry = (-distance, -changed, tuple(-net for net in nets), case, nets)
        if len(self.kept) < self.top:
            heappush(self.kept, entry)
        elif entry > self.kept[0]:
            heapreplace(self.kept, entry)

    def ranked(self) -> list[tuple[float, int, Nets]]:
        """The tables kept, closest first: distance, the number of the problem, and the nets."""
        return [(sqrt(-entry[0]), entry[3], entry[4]) for entry in sorted(self.kept, reverse=True)]


class Searcher:
    """Searches one problem for one target."""

    def __init__(self, problem: SearchProblem, wish: Wish, start: Nets, best: ClosestTables, case: int = 0) -> None:
        self.problem, self.wish, self.start, self.best, self.case = problem, wish, start, best, case
        self.nets = [0] * len(problem.values)
        self.low, self.high = wish.sums
        self.shrink()
        if not problem.values:
            self.price(problem.fixed)
        elif problem.in_order:
            self.prepare()
            self.fill_in_order(len(problem.values) - 1, problem.values[-1][0], problem.fixed)
        else:
            self.fill_freely(len(problem.values) - 1)

    def shrink(self) -> None:
        """Narrows the range of sums to what can still be among the best."""
        left = self.best.reach - self.wish.beside
        if left < inf:
            # Slightly wider than needed: floating-point rounding must not prune a table that is exactly as good.
            span = sqrt(max(left, 0)) * self.wish.sum_width * (1 + 1e-9) + 1
            self.low = max(self.wish.sums[0], int(self.wish.sum_target - span) - 1)
            self.high = min(self.wish.sums[1], int(self.wish.sum_target + span) + 1)

    def price(self, sum_of_nets: int) -> None:
        """Evaluates one table whose sum is in range."""
        wish, best = self.wish, self.best
        best.priced += 1
        best.step()
        distance = wish.beside + ((sum_of_nets - wish.sum_target) / wish.sum_width) ** 2
        if wish.spreads is not None:
            spread = self.problem.spread_of(self.nets, sum_of_nets)
            if not wish.spreads[0] <= spread <= wish.spreads[1]:
                return
            deviation = sqrt(spread) / (self.problem.total * self.problem.scale)
            distance += ((deviation - wish.deviation_target) / wish.deviation_width) ** 2
        if distance <= best.reach:
            changed = sum(net != before for net, before in zip(self.nets, self.start, strict=True))
            best.offer(distance, changed, self.case, tuple(self.nets))
            self.shrink()

    def prepare(self) -> None:
        """For each line, the contribution of a unit of its net, and the bounds of the lines before it."""
        self.weights = [0] * len(self.problem.values)
        for (way,), times in self.problem.kinds:
            for line in way:
                self.weights[line] += times
        pairs = list(zip(self.weights, self.problem.values, strict=True))
        self.least = [sum(weight * values[0] for weight, values in pairs[:line]) for line in range(len(pairs))]
        self.most = [sum(weight * values[-1] for weight, values in pairs[:line]) for line in range(len(pairs))]

    def fill_in_order(self, line: int, lowest: int, so_far: int) -> None:
        values, weight = self.problem.values[line], self.weights[line]
        first, last = bisect_left(values, lowest), len(values)
        if line == 0:
            if weight:  # only nets that bring the sum into range
                first = max(first, bisect_left(values, -((so_far - self.low) // weight)))
                last = bisect_right(values, (self.high - so_far) // weight)
            for net in values[first:last]:
                self.nets[0] = net
                self.price(so_far + weight * net)
            return
        for net in values[first:]:
            reached = so_far + weight * net
            if reached + self.least[line] > self.high:
                break
            if reached + self.most[line] >= self.low:
                self.best.step()
                self.nets[line] = net
                self.fill_in_order(line - 1, net, reached)

    def fill_freely(self, line: int) -> None:
        problem, nets = self.problem, self.nets
        if line < 0:
            if self.low <= (reached := problem.sum_of(nets)) <= self.high:
                self.price(reached)
            return
        for net in problem.values[line]:
            self.best.step()
            nets[line] = net
            nets[:line] = [values[0] for values in problem.values[:line]]
            if problem.sum_of(nets) > self.high:
                break
            nets[:line] = [values[-1] for values in problem.values[:line]]
            if problem.sum_of(nets) >= self.low:
                self.fill_freely(line - 1)
