"""The finished blocks of a simulation and their totals: every block is counted exactly once."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from pitbook.errors import BadInput
from pitbook.simulate.blocks import Simulation, Totals, add


class FinishedBlocks:
    """The finished blocks as ranges in rising order with gaps between them, and the totals of all of them."""

    def __init__(self, finished: Iterable[tuple[int, int]] = (), totals: Totals | None = None) -> None:
        self._starts: list[int] = []
        self._stops: list[int] = []
        self.totals: Totals = {}
        for start, stop in finished:
            self._enter(range(start, stop))
        if totals is not None:
            self.totals = totals

    @property
    def finished(self) -> list[tuple[int, int]]:
        """The first block of each range and the first one after it."""
        return list(zip(self._starts, self._stops, strict=True))

    def add(self, blocks: range, totals: Totals) -> None:
        """Enters a range of finished blocks; refused if one of them was entered before."""
        self._enter(blocks)
        self.totals = add(self.totals, totals)

    def _enter(self, blocks: range) -> None:
        start, stop = blocks.start, blocks.stop
        at = bisect_left(self._starts, start)
        overlaps_before = at > 0 and self._stops[at - 1] > start
        overlaps_after = at < len(self._starts) and self._starts[at] < stop
        if start < 0 or start >= stop or blocks.step != 1 or overlaps_before or overlaps_after:
            raise BadInput(
                f"blocks {start} to {stop - 1} cannot be entered: some are out of range or were entered before"
            )
        joins_before = at > 0 and self._stops[at - 1] == start
        joins_after = at < len(self._starts) and self._starts[at] == stop
        if joins_before and joins_after:
            self._stops[at - 1] = self._stops.pop(at)
            del self._starts[at]
        elif joins_before:
            self._stops[at - 1] = stop
        elif joins_after:
            self._starts[at] = start
        else:
            self._starts.insert(at, start)
            self._stops.insert(at, stop)

    def __contains__(self, block: int) -> bool:
        at = bisect_right(self._starts, block) - 1
        return at >= 0 and block < self._stops[at]

    def left(self, blocks: int) -> Iterator[range]:
        """The unfinished ranges of this many blocks, at the time of the call."""
        edges = [0, *(edge for pair in self.finished for edge in pair), blocks]
        for start, stop in zip(edges[::2], edges[1::2], strict=True):
            if start < stop:
                yield range(start, stop)

    def rounds(self, simulation: Simulation) -> int:
        """The number of finished rounds."""
        return sum(rounds_between(simulation, start, stop) for start, stop in self.finished)


def rounds_between(simulation: Simulation, start: int, stop: int) -> int:
    """The rounds of a range of blocks; only the last block of the simulation may differ from the others."""
    if start >= stop:
        return 0
    return (stop - start - 1) * simulation.rounds_in(start) + simulation.rounds_in(stop - 1)


def all_rounds(simulation: Simulation) -> int:
    """The rounds of the whole simulation."""
    return rounds_between(simulation, 0, simulation.blocks)
