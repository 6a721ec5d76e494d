"""Figures for pages: each is counted once, in a process of its own, and kept; no request waits for a count.

A page asks for what it shows and is given it, or None while it is being counted. What somebody asks for goes before
what is prepared for later; what may take minutes has a process to itself, so that it holds nothing else up. The
processes are started when there is work, leave the machine to the server, and end with it.
"""

import heapq
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final, TypeVar, cast

from pitbook.errors import BadInput, PitbookError
from pitbook.web.wanted import Wanted

T = TypeVar("T")

PATIENCE: Final = 0.1
"""Seconds that a page waits for what is quickly counted, before it says that it is being counted."""
MOST_WAITING: Final = 400
MOST_KEPT: Final = 1_500
"""Figures in memory; those not asked for the longest are counted again."""
NICE: Final = 15
ASKED, PREPARED = 0, 1
"""Who goes first."""
FAILED: Final = "this figure could not be counted"
IDLE_SECONDS: Final = 60
"""After which a process that has nothing to do gives its memory back."""
CLOSED: Final = object()


@dataclass(frozen=True, slots=True)
class Refused:
    """Stands for a figure that there is none of, and says why."""

    why: str


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
        if isinstance(found, Refused):
            raise BadInput(found.why)
        return cast(T, found)

    def has(self, wanted: Wanted[Any]) -> bool:
        """Whether it is there at once."""
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
        self._process: Any = None
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
            thread, process = self._thread, self._process
        if process is not None:
            process.terminate()
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        """Hands over one wish after the other; a process that dies takes only its own wish with it."""
        line: Connection | None = None
        while (wanted := self._next(IDLE_SECONDS if line else None)) is not CLOSED:
            if wanted is None:
                self._end(line)
                line = None
                continue
            try:
                line = line or self._begin()
                line.send(wanted)
                found = line.recv()
            except (EOFError, OSError):
                self._end(line)
                line, found = None, Refused(FAILED)
            with self._changed:
                self._rank.pop(wanted, None)
                closed = self._closed
            if not closed:
                self._keep({wanted: found})
        self._end(line)

    def _next(self, idle: float | None) -> Any:
        """The next wish; None where nothing was wished for so long."""
        with self._changed:
            while not self._closed:
                while self._queue:
                    rank, _, wanted = heapq.heappop(self._queue)
                    if self._rank.get(wanted) == rank:  # else it was asked for more urgently, and is done
                        return wanted
                if not self._changed.wait(idle):
                    return None
        return CLOSED

    def _end(self, line: Connection | None) -> None:
        """The process sees that nobody is there any more."""
        if line is not None:
            line.close()
        if self._process is not None:
            self._process.join()

    def _begin(self) -> Connection:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="pitbook figures", daemon=True)
        with self._changed:
            if self._closed:
                raise EOFError
            process.start()
            self._process = process
        theirs.close()
        return ours


def serve(line: Connection) -> None:
    """The process: makes one figure after the other, until nobody is at the other end."""
    import signal
    from queue import SimpleQueue

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Small matrices: threads that share one cost more than they give. Heeded before NumPy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    wishes: SimpleQueue[Wanted[Any]] = SimpleQueue()

    def listen() -> None:
        try:
            while True:
                wishes.put(line.recv())
        except (EOFError, OSError):
            os._exit(0)  # the server is gone: nobody wants what is being counted

    Thread(target=listen, daemon=True).start()
    while True:
        wanted = wishes.get()
        try:
            found = wanted.make()
        except PitbookError as error:
            found = Refused(str(error))
        line.send(found)
