"""Runs a simulation on the cores of this machine: blocks in threads, integer totals added up as they finish.

The totals are identical to the last integer for any number of workers, and for a run that was stopped and resumed.
Compiled kernels release Python's global interpreter lock, so threads are enough and no data is sent between processes.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact import pieces
from pitbook.simulate.blocks import Simulation, Totals
from pitbook.simulate.checkpoint import read_checkpoint, write_checkpoint
from pitbook.simulate.finished_blocks import FinishedBlocks, all_rounds

MOST_WORKERS: Final = 1024
CHECKPOINT_EVERY: Final = 5.0
"""Seconds between two checkpoints."""
SHARE_SAVING: Final = 20.0
"""The time between two checkpoints is at least this many times the time to write one: large checkpoints are rarer."""
LOOK_EVERY: Final = 0.1
"""Seconds between two checks of the clock while blocks run."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """The progress of a run."""

    done: int
    """Finished rounds, including those of an earlier run."""
    of: int
    now: int
    """Rounds of this run alone."""
    seconds: float
    """Seconds since it began to play."""

    @property
    def rate(self) -> float | None:
        """Rounds per second; None before the first block is done."""
        return self.now / self.seconds if self.now and self.seconds > 0 else None

    @property
    def remaining(self) -> float | None:
        """Seconds left at this rate."""
        rate = self.rate
        return None if rate is None else (self.of - self.done) / rate


Report = Callable[[RunProgress], None]


@dataclass(frozen=True, slots=True)
class SimulationRun:
    """A finished or interrupted simulation."""

    totals: Totals
    progress: RunProgress
    workers: int
    preparing: float
    """Seconds of compiling and loading before the first block."""
    unsaved: str = ""
    """Why the last checkpoint could not be written; empty if it was."""

    @property
    def rounds(self) -> int:
        """The rounds in the totals."""
        return self.progress.done

    @property
    def interrupted(self) -> bool:
        return self.progress.done < self.progress.of


def no_report(progress: RunProgress) -> None:
    """For callers that show no progress."""


def run(
    simulation: Simulation,
    workers: int | None = None,
    report: Report = no_report,
    checkpoint: Path | None = None,
    stop: threading.Event | None = None,
) -> SimulationRun:
    """Runs every block that is not in the checkpoint.

    Ctrl-C, or ``stop`` set by another thread, lets the running blocks finish and saves all finished work; since blocks
    are started in order, the result is that of a shorter run. A second Ctrl-C ends at once.
    """
    threads = checked_workers(workers)
    log = RunLog(simulation, checkpoint, report)
    if log.unfinished:
        simulation.prepare()
    preparing = log.begin()
    asked = stop or threading.Event()
    left = (block for blocks in log.finished.left(simulation.blocks) for block in blocks)
    running: dict[Future[Totals], int] = {}
    with ThreadPoolExecutor(threads) as pool, stopped_by_signals(asked), log.kept():
        try:
            while not asked.is_set():
                # One more block than there are workers is always queued, so that no worker is idle.
                while len(running) <= threads and (block := next(left, None)) is not None:
                    running[pool.submit(simulation.run, block)] = block
                if not running:
                    break
                _enter(log, running)
        finally:
            # The blocks started last are cancelled first: the finished blocks then have no gaps.
            for future in reversed(list(running)):
                if future.cancel():
                    del running[future]
        while running:
            _enter(log, running)
    return log.ran(threads, preparing)


def _enter(log: "RunLog", running: dict[Future[Totals], int]) -> None:
    """Adds the finished blocks, or waits a moment for one."""
    finished, _ = wait(running, LOOK_EVERY, FIRST_COMPLETED)
    for future in finished:
        block = running.pop(future)
        log.add(range(block, block + 1), future.result())
    log.look()


def checked_workers(workers: int | None) -> int:
    """The number of cores by default."""
    if workers is None:
        return pieces.workers()
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"{workers} workers: a simulation runs on 1 to {MOST_WORKERS:,}")
    return workers


class RunLog:
    """A run's bookkeeping: finished blocks, times, progress reports and checkpoints."""

    def __init__(self, simulation: Simulation, checkpoint: Path | None, report: Report) -> None:
        self._simulation, self._path, self._report = simulation, checkpoint, report
        self.finished = FinishedBlocks() if checkpoint is None else read_checkpoint(checkpoint, simulation)
        self._of = all_rounds(simulation)
        self._done = self._before = self.finished.rounds(simulation)
        self._began = self._saved = self._told = monotonic()
        self._saving = 0.0
        """Seconds that the last checkpoint took to write."""
        self._unsaved = ""
        if checkpoint is not None:
            write_checkpoint(checkpoint, simulation, self.finished)  # fails now if the file cannot be written

    @property
    def unfinished(self) -> bool:
        return self._done < self._of

    def begin(self) -> float:
        """Starts the clock of play; returns the seconds of preparation."""
        preparing = monotonic() - self._began
        self._began = self._saved = monotonic()
        self._report(self.progress())
        return preparing

    def add(self, blocks: range, totals: Totals) -> None:
        self.finished.add(blocks, totals)
        self._done = self.finished.rounds(self._simulation)

    def progress(self) -> RunProgress:
        return RunProgress(self._done, self._of, self._done - self._before, monotonic() - self._began)

    def look(self) -> None:
        """Reports the progress and writes the checkpoint when they are due."""
        if monotonic() - self._told > LOOK_EVERY:
            self._told = monotonic()
            self._report(self.progress())
        if monotonic() - self._saved > max(CHECKPOINT_EVERY, SHARE_SAVING * self._saving):
            self._save()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Saves the finished work when the run ends for any reason."""
        try:
            yield
        finally:
            self._save()
            self._report(self.progress())

    def _save(self) -> None:
        self._saved = monotonic()
        if self._path is None:
            return
        try:
            write_checkpoint(self._path, self._simulation, self.finished)
            self._saving, self._saved = monotonic() - self._saved, monotonic()
            self._unsaved = ""
        except BadInput as error:  # a full disk must not discard hours of play
            self._unsaved = str(error)

    def ran(self, workers: int, preparing: float) -> SimulationRun:
        return SimulationRun(self.finished.totals, self.progress(), workers, preparing, self._unsaved)


_Handler = Callable[[int, FrameType | None], object] | int | None


@contextmanager
def stopped_by_signals(asked: threading.Event) -> Iterator[None]:
    """Ctrl-C or SIGTERM sets the event; a second one has its usual effect."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            _restore(before)
            signal.raise_signal(number)
        asked.set()

    before: dict[signal.Signals, _Handler] = {
        number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        _restore(before)


def _restore(before: dict[signal.Signals, _Handler]) -> None:
    for number, handler in before.items():
        signal.signal(number, signal.SIG_DFL if handler is None else handler)
