"""Figures for pages: each is computed once, in a worker process, and kept; no request waits for a long computation.

A page asks for the figures that it shows and gets them, or None while they are being computed. Figures that a visitor
asks for come before those that are prepared for later. Figures that may take minutes have a worker of their own.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, TypeVar

from pitbook.errors import BadInput, PitbookError
from pitbook.room.jobs import Job, JobRunner, Lane, QueueFull, WorkerDied
from pitbook.web.games.sheet_key import FigureRequest

T = TypeVar("T")

PATIENCE: Final = 0.1
"""Seconds that a page waits for a figure before it shows that the figure is being computed."""
MOST_KEPT: Final = 1_500
"""Figures in memory; the least recently used are dropped and computed again."""
QUICK, SLOW = "quick", "slow"
LANES: Final = {name: Lane(waiting=400, nice=15) for name in (QUICK, SLOW)}
FAILED: Final = "this figure could not be counted"


class FigureService:
    """The figures that have been computed, and those that are being computed."""

    def __init__(self) -> None:
        self.runner = JobRunner(LANES, MOST_KEPT)

    def ask(self, *wanted: FigureRequest[Any], later: bool = False) -> None:
        """Starts to compute these figures; if too many wait already, a page asks again."""
        for each in wanted:
            with suppress(QueueFull):
                self.runner.ask(SLOW if each.slow else QUICK, each, make, each, ahead=later)

    def get(self, wanted: FigureRequest[T], patience: float = PATIENCE) -> T | None:
        """The figure, or None while it is being computed."""
        self.ask(wanted)
        job: Job[T] | None = self.runner.find(wanted)
        if job is None or not job.wait(patience):
            return None
        try:
            return job.result()
        except WorkerDied:
            raise BadInput(FAILED) from None

    def shown(self, wanted: FigureRequest[T], patience: float = PATIENCE) -> T | None:
        """The same for one of several figures on a page: its place stays empty if the figure was refused."""
        try:
            return self.get(wanted, patience)
        except BadInput:
            return None

    def has(self, wanted: FigureRequest[Any]) -> bool:
        """Whether the figure is there, or was refused."""
        job = self.runner.find(wanted)
        return job is not None and job.done

    def percent(self, wanted: FigureRequest[Any]) -> int | None:
        """How much of a figure is computed; None if that is not known."""
        job = self.runner.find(wanted)
        return None if job is None or job.progress is None else int(100 * job.progress)

    def prepare(self, wanted: Iterable[FigureRequest[Any]]) -> None:
        """Computes these figures while no visitor waits for another one."""
        self.ask(*wanted, later=True)

    def count_here(self, wanted: FigureRequest[T]) -> T:
        """Computes a figure in the calling thread and keeps it for the pages."""
        try:
            found = wanted.make()
        except PitbookError as error:
            self.runner.keep(wanted, BadInput(str(error)))
            raise
        self.runner.keep(wanted, found)
        return found

    def waiting(self) -> int:
        """How many figures are still to be computed."""
        return self.runner.waiting()

    def close(self) -> None:
        """Ends the workers at once; running computations are lost."""
        self.runner.close()


def make(wanted: FigureRequest[T]) -> T:
    """Computes a figure, in the worker."""
    return wanted.make()
