"""Work in numbered pieces that run in any order, on any machine, and add up to whole numbers.

A stage is such work. Where one decision needs the result of a later one, a solver runs several stages, one after the
other. A runner adds up all pieces of a stage: here on all cores, elsewhere with a checkpoint or on a cluster
(:mod:`pitbook.simulate.run`, :mod:`pitbook.simulate.cluster`), always to the same integers.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any, Protocol

Sums = Mapping[str, Any]
"""Named rows of whole numbers: integer arrays of the same shape in every piece."""
Progress = Callable[[int, int], None]
"""Told how many pieces of work are done, and of how many."""


class Stage(Protocol):
    """Pieces of work that add up. It can be sent to another process, which prepares it again."""

    @property
    def key(self) -> str:
        """The hash of everything that the sums follow from."""

    @property
    def blocks(self) -> int:
        """How many pieces there are; they are numbered from 0."""

    def rounds_in(self, block: int) -> int:
        """How much of the work a piece is."""

    def prepare(self) -> None:
        """Compiles and computes what every piece needs; called before the first piece in a process."""

    def zeros(self) -> Sums:
        """The rows before anything is added."""

    def run_into(self, block: int, sums: Sums) -> None:
        """Adds one piece; several threads call it, each with rows of its own."""

    def run(self, block: int) -> Sums:
        """One piece by itself."""


Runner = Callable[[Stage, Progress | None], Sums]


def workers() -> int:
    """How many cores there are to use."""
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def run_alone(stage: Stage, block: int) -> Sums:
    """One piece by itself, for :meth:`Stage.run`."""
    sums = stage.zeros()
    stage.run_into(block, sums)
    return sums


def run_here(stage: Stage, progress: Progress | None = None) -> Sums:
    """All pieces on all cores of this machine; each thread adds to rows of its own."""
    stage.prepare()
    mine = local()
    parts: list[Sums] = []

    def work(block: int) -> None:
        if not hasattr(mine, "sums"):
            mine.sums = stage.zeros()
            parts.append(mine.sums)
        stage.run_into(block, mine.sums)

    with ThreadPoolExecutor(workers()) as pool:
        for done, _ in enumerate(pool.map(work, range(stage.blocks)), 1):
            if progress:
                progress(done, stage.blocks)
    total, *others = parts
    for other in others:
        for name, row in other.items():
            total[name][...] += row
    return total
