"""Work in numbered pieces that run in any order, on any machine, with integer results that are added up.

A stage is such work. Where one decision needs the result of a later one, a solver runs several stages, one after the
other. A runner adds up all pieces of a stage: here on all cores, elsewhere with a checkpoint or on a cluster
(:mod:`pitbook.simulate.run`, :mod:`pitbook.simulate.cluster`), always to the same integers.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from typing import Any, Protocol

Sums = Mapping[str, Any]
"""Named integer arrays of the same shape in every piece."""
Progress = Callable[[int, int], None]
"""Called with the number of finished pieces and their total."""


class Stage(Protocol):
    """Pieces of work that add up. It can be sent to another process, which prepares it again."""

    @property
    def key(self) -> str:
        """The hash of everything that the sums depend on."""

    @property
    def part(self) -> str:
        """The name of this stage among those of one command, and of its checkpoint; empty for the first."""

    @property
    def blocks(self) -> int:
        """The number of pieces; they are numbered from 0."""

    def rounds_in(self, block: int) -> int:
        """The amount of work in a piece."""

    def prepare(self) -> None:
        """Compiles and computes what every piece needs; called before the first piece in a process."""

    def zeros(self) -> Sums:
        """The rows before anything is added."""

    def run_into(self, block: int, sums: Sums) -> None:
        """Adds one piece; several threads call it, each with separate rows."""

    def run(self, block: int) -> Sums:
        """The sums of one piece."""


Runner = Callable[[Stage, Progress | None], Sums]


@dataclass(frozen=True, slots=True)
class NamedStage:
    """A stage of one among several pieces of work in a command: its checkpoint has another name."""

    stage: Stage
    name: str

    @property
    def key(self) -> str:
        return self.stage.key

    @property
    def part(self) -> str:
        return f"{self.name}.{self.stage.part}" if self.stage.part else self.name

    @property
    def blocks(self) -> int:
        return self.stage.blocks

    def rounds_in(self, block: int) -> int:
        return self.stage.rounds_in(block)

    def prepare(self) -> None:
        self.stage.prepare()

    def zeros(self) -> Sums:
        return self.stage.zeros()

    def run_into(self, block: int, sums: Sums) -> None:
        self.stage.run_into(block, sums)

    def run(self, block: int) -> Sums:
        return self.stage.run(block)


def named(run: Runner, name: str) -> Runner:
    """A runner for one of several pieces of work, whose checkpoints are distinguished by this name."""

    def run_named(stage: Stage, progress: Progress | None) -> Sums:
        return run(NamedStage(stage, name), progress)

    return run_named


def phase(progress: Progress | None, number: int, of: int) -> Progress | None:
    """Progress of one of several phases of about equal length, numbered from 0, as a share of all of them."""
    if progress is None:
        return None
    report = progress

    def step(done: int, total: int) -> None:
        report(number * total + done, of * total)

    return step


def workers() -> int:
    """The number of available cores."""
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def run_alone(stage: Stage, block: int) -> Sums:
    """The sums of one piece, for :meth:`Stage.run`."""
    sums = stage.zeros()
    stage.run_into(block, sums)
    return sums


def run_here(stage: Stage, progress: Progress | None = None) -> Sums:
    """Runs all pieces on all cores of this machine; each thread adds to separate rows."""
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
