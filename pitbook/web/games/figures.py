"""Figures for pages: each is counted once, in a process of its own, and kept; no request waits for a count.

A page asks for what it shows and is given it, or None while it is being counted. What somebody asks for goes before
what is prepared for later; what may take minutes has a process to itself, so that it holds nothing else up. The
processes are started when there is work, leave the machine to the server, and end with it.
"""

import heapq
import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import IO, Any, Final, TypeVar, cast

import pitbook
from pitbook.errors import BadInput
from pitbook.exact.outside import given
from pitbook.web.games.sheet_key import NoFigure, Wanted

T = TypeVar("T")

PATIENCE: Final = 0.1
"""Seconds that a page waits for what is quickly counted, before it says that it is being counted."""
MOST_WAITING: Final = 400
MOST_KEPT: Final = 1_500
"""Figures in memory; those not asked for the longest are counted again."""
ASKED, PREPARED = 0, 1
"""Who goes first."""
FAILED: Final = "this figure could not be counted"
IDLE_SECONDS: Final = 60
"""After which a process that has nothing to do gives its memory back."""


class Figures:
    """What has been counted, and what is being counted."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._kept: OrderedDict[Wanted[Any], Any] = OrderedDict()
        self._lanes = {slow: Lane(self._keep) for slow in (False, True)}

    def ask(self, *wanted: Wanted[Any], later: bool = False) -> None:
        """Has these counted, where they are not yet; beyond the bound of what may wait, a page asks again."""
        with self._changed:
            missing = [each for each in wanted if each not in self._kept]
        for each in missing:
            self._lanes[each.slow].put(each, PREPARED if later else ASKED)

    def get(self, wanted: Wanted[T], patience: float = PATIENCE) -> T | None:
        """The figure, or None while it is being counted."""
        self.ask(wanted)
        until = monotonic() + patience
        with self._changed:
            while wanted not in self._kept:
                left = until - monotonic()
                if left <= 0 or not self._changed.wait(left):
                    break
            if wanted not in self._kept:
                return None
            self._kept.move_to_end(wanted)
            found = self._kept[wanted]
        if isinstance(found, NoFigure):
            raise BadInput(found.why)
        return cast(T, found)

    def shown(self, wanted: Wanted[T], patience: float = PATIENCE) -> T | None:
        """The same for a place among others: it stays empty where the figure was refused."""
        try:
            return self.get(wanted, patience)
        except BadInput:
            return None

    def has(self, wanted: Wanted[Any]) -> bool:
        """Whether it need not be waited for: it is there, or refused."""
        with self._changed:
            return wanted in self._kept

    def prepare(self, wanted: Iterable[Wanted[Any]]) -> None:
        """Has these counted when nobody asks for anything else."""
        self.ask(*wanted, later=True)

    def count_here(self, wanted: Wanted[T]) -> T:
        """The same, counted by the caller and kept for the pages."""
        found = wanted.make()
        self._keep({wanted: found})
        return found

    def waiting(self) -> int:
        """How many figures are still to be counted."""
        return sum(lane.waiting() for lane in self._lanes.values())

    def close(self) -> None:
        """Ends the processes, whatever they are at."""
        for lane in self._lanes.values():
            lane.close()

    def _keep(self, found: Mapping[Wanted[Any], Any]) -> None:
        with self._changed:
            self._kept.update(found)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            self._changed.notify_all()


class Lane:
    """Wishes in order, and the one process that works them off."""

    def __init__(self, keep: Callable[[Mapping[Wanted[Any], Any]], None]) -> None:
        self._keep = keep
        self._changed = Condition()
        self._queue: list[tuple[int, int, Wanted[Any]]] = []
        self._rank: dict[Wanted[Any], int] = {}
        """What waits or is being counted, and how urgent it is."""
        self._order = count()
        self._thread: Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def put(self, wanted: Wanted[Any], rank: int) -> None:
        with self._changed:
            if self._closed or self._rank.get(wanted, PREPARED + 1) <= rank or len(self._rank) >= MOST_WAITING:
                return
            self._rank[wanted] = rank
            heapq.heappush(self._queue, (rank, next(self._order), wanted))
            if self._thread is None:
                self._thread = Thread(target=self._work, name="figures", daemon=True)
                self._thread.start()
            self._changed.notify()

    def waiting(self) -> int:
        with self._changed:
            return len(self._rank)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
            thread = self._thread
            if self._process is not None:
                self._process.kill()
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        """Hands over one wish after the other; a process that dies takes only its own wish with it."""
        while (wanted := self._next()) is not None:
            try:
                found = self._made(wanted)
            except (EOFError, OSError):
                self._end()
                found = NoFigure(FAILED)
            with self._changed:
                self._rank.pop(wanted, None)
                if self._closed:
                    break
            self._keep({wanted: found})
        self._end()

    def _next(self) -> Wanted[Any] | None:
        """The next wish; None at the end. A process that has nothing to do for long gives its memory back."""
        with self._changed:
            while not self._closed:
                while self._queue:
                    rank, _, wanted = heapq.heappop(self._queue)
                    if self._rank.get(wanted) == rank:  # else it was asked for more urgently, and is done
                        return wanted
                if not self._changed.wait(IDLE_SECONDS if self._process else None):
                    self._end()
        return None

    def _made(self, wanted: Wanted[Any]) -> Any:
        with self._changed:
            if self._closed:
                raise EOFError
            if self._process is None:
                self._process = _started()
            process = self._process
        to, back = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
        pickle.dump((given(wanted), wanted), to)
        to.flush()
        return pickle.load(back)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _started() -> "subprocess.Popen[bytes]":
    """A process of its own, which ends with its input."""
    above = str(Path(pitbook.__file__).parent.parent)
    paths = os.pathsep.join(filter(None, (above, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-m", "pitbook.web.games.figures_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # Ctrl-C is for the server alone. Not a new session: Linux shares time by session, whatever the priority.
        process_group=0,
        # Matrices are small: threads that share one cost more than they give.
        env=os.environ | {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"},
    )
