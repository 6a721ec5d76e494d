"""The job runner: long computations outside the requests, with a queue, limits, progress and cancellation.

A runner has lanes. A lane is a priority queue with its own workers, so a slow lane never delays another one. A worker
is a process that does one job at a time; a lane whose results are too large to send between processes has threads
instead. Jobs are known by a key: equal keys are one job, and the newest results are kept::

    runner = JobRunner({"quick": Lane(nice=15), "slow": Lane(nice=15)}, kept=400)
    job = runner.ask("quick", ("square", 12), square, 12)
    if job.wait(0.1):
        job.result()

A worker is a plain ``multiprocessing.Process`` and not a ``ProcessPoolExecutor``: that pool can neither stop the job
of one worker nor report progress, it fails every other job when a worker dies, and it delays the end of the program
until its last job is done. A worker starts with its first job, ends when it is idle, and ends with the server.
"""

import heapq
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from math import inf
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Condition, Lock, Thread, current_thread
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeVar

from pitbook.errors import BadInput, PitbookError

T = TypeVar("T")
ASKED, AHEAD = 0, 1
"""Ranks in the queue: a visitor waits for the job, or it is computed ahead of time."""
REPORT_SECONDS: Final = 0.2
"""Between two progress reports of a worker."""


class QueueFull(PitbookError):
    """The queue of the lane is full."""


class WorkerDied(BadInput):
    """The worker crashed, or was stopped because the job exceeded its time limit."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The workers of a lane and the limits of its jobs."""

    workers: int = 1
    waiting: int = 20
    """The most jobs of visitors that may wait; jobs ahead of time do not count."""
    seconds: float | None = None
    """Time limit of a job, after which its worker is killed."""
    memory: int | None = None
    """Bytes of address space of a worker."""
    nice: int = 0
    idle_seconds: float = 60.0
    """A worker without a job for this long ends and frees its memory."""
    threads: bool = False
    """Run the jobs in threads, which cannot be stopped: ``seconds`` and ``memory`` have no effect."""


@dataclass(eq=False, slots=True)
class Job(Generic[T]):
    """A computation that waits, runs or is done."""

    work: Callable[..., T]
    arguments: tuple[Any, ...]
    seconds_allowed: float | None
    future: Future[T] = field(default_factory=Future)
    asked_at: float = field(default_factory=monotonic)
    progress: float | None = None
    """From 0 to 1, as far as the job reports it (:func:`report`)."""
    rank: int = AHEAD + 1
    running: bool = False
    stopping: bool = False
    kill: Callable[[], None] = lambda: None
    """Kills the worker that runs the job."""

    @property
    def done(self) -> bool:
        return self.future.done()

    @property
    def seconds(self) -> float:
        """Since it was asked for."""
        return monotonic() - self.asked_at

    @property
    def failed(self) -> bool:
        return self.done and (self.future.cancelled() or self.future.exception() is not None)

    def wait(self, seconds: float) -> bool:
        """Waits for the result; whether it is there."""
        return self.done or bool(wait_for([self.future], seconds).done)

    def result(self) -> T:
        """The result of a job that is done; a refusal is raised as :class:`BadInput`."""
        return self.future.result(0)

    def cancel(self) -> None:
        """Takes the job out of the queue, or kills the worker that runs it."""
        if not self.future.cancel() and not self.done:
            self.stopping = True
            self.kill()


class JobRunner:
    """Lanes, and the jobs that they have done."""

    def __init__(self, lanes: Mapping[str, Lane], kept: int, retry_after: float = inf) -> None:
        """Keeps the results of the ``kept`` jobs asked for last, and repeats a failed job after ``retry_after``
        seconds."""
        self.kept, self.retry_after = kept, retry_after
        self._lanes = {name: _Queue(lane) for name, lane in lanes.items()}
        self._jobs: OrderedDict[Hashable, Job[Any]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable) -> Job[Any] | None:
        """The job with this key, waiting, running or done."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None or (job.seconds >= self.retry_after and job.failed):
                return None
            self._jobs.move_to_end(key)
            return job

    def ask(
        self,
        lane: str,
        key: Hashable,
        work: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        ahead: bool = False,
    ) -> Job[T]:
        """Starts ``work(*arguments)`` unless a job with this key exists; :class:`QueueFull` if too many jobs wait.

        Function and arguments are pickled for a worker process, which also gets the games from outside that the
        arguments name. ``seconds`` shortens the lane's time limit. A job ``ahead`` of time yields to all others until
        a visitor asks for it too.
        """
        rank = AHEAD if ahead else ASKED
        job = self.find(key)
        with self._lock:
            if job is None:
                job = Job(work, arguments, seconds)
                self._lanes[lane].put(job, rank)
                self._keep(key, job)
            elif rank < job.rank and not job.done:
                with suppress(QueueFull):  # then it keeps its place
                    self._lanes[lane].put(job, rank)
        return job

    def keep(self, key: Hashable, found: Any) -> None:
        """Keeps a result, or a refusal, that was computed elsewhere."""
        job: Job[Any] = Job(lambda: found, (), None)
        if isinstance(found, Exception):
            job.future.set_exception(found)
        else:
            job.future.set_result(found)
        with self._lock:
            self._keep(key, job)

    def _keep(self, key: Hashable, job: Job[Any]) -> None:
        self._jobs[key] = job
        self._jobs.move_to_end(key)
        while len(self._jobs) > self.kept:
            oldest = next((old for old, each in self._jobs.items() if each.done and old != key), None)
            if oldest is None:
                break
            del self._jobs[oldest]

    def waiting(self) -> int:
        """The number of jobs that wait or run."""
        with self._lock:
            return sum(not job.done for job in self._jobs.values())

    def close(self) -> None:
        """Cancels all jobs and ends the workers."""
        for lane in self._lanes.values():
            lane.close()


class _Queue:
    """A lane at work: the jobs that wait, and one thread for each worker."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._changed = Condition()
        self._heap: list[tuple[int, int, Job[Any]]] = []
        self._order = count()
        self._threads: dict[Thread, Job[Any] | None] = {}
        """The workers, each with the job that it runs, or None while it is idle."""
        self._closed = False

    def put(self, job: Job[Any], rank: int) -> None:
        with self._changed:
            self._heap = [entry for entry in self._heap if self._waits(entry)]
            heapq.heapify(self._heap)
            if rank == ASKED and sum(entry[0] == ASKED for entry in self._heap) >= self.lane.waiting:
                raise QueueFull(
                    f"{self.lane.waiting} others are waiting for a computation already: try again in a few seconds"
                )
            if self._closed or job.running:
                return
            job.rank = rank
            heapq.heappush(self._heap, (rank, next(self._order), job))
            if len(self._threads) < self.lane.workers and None not in self._threads.values():
                thread = Thread(target=self._run, name="pitbook jobs", daemon=True)
                self._threads[thread] = None
                thread.start()
            self._changed.notify()

    @staticmethod
    def _waits(entry: tuple[int, int, Job[Any]]) -> bool:
        """Whether an entry of the queue still counts: its job was neither cancelled nor moved up."""
        rank, _, job = entry
        return rank == job.rank and not job.running and not job.done

    def close(self) -> None:
        with self._changed:
            self._closed = True
            jobs = [*(job for _, _, job in self._heap), *filter(None, self._threads.values())]
            threads = [] if self.lane.threads else [*self._threads]
            self._heap = []
            self._changed.notify_all()
        for job in jobs:
            job.cancel()
        for thread in threads:
            thread.join()

    def _run(self) -> None:
        worker: _Worker = _ThreadWorker() if self.lane.threads else _ProcessWorker(self.lane)
        while (job := self._next()) is not None:
            limits = [each for each in (self.lane.seconds, job.seconds_allowed) if each is not None]
            worker.do(job, min(limits, default=None))
        worker.end()

    def _next(self) -> Job[Any] | None:
        """The next job of the calling thread; None when it has been idle for long, or the lane is closed."""
        me = current_thread()
        with self._changed:
            self._threads[me] = None
            while not self._closed:
                while self._heap:
                    entry = heapq.heappop(self._heap)
                    job = entry[2]
                    if self._waits(entry) and job.future.set_running_or_notify_cancel():
                        job.running = True
                        self._threads[me] = job
                        return job
                if not self._changed.wait(self.lane.idle_seconds) and not self._heap:
                    break
            del self._threads[me]
        return None


class _Worker(Protocol):
    """Does the jobs of one thread of a lane."""

    def do(self, job: Job[Any], seconds: float | None) -> None: ...

    def end(self) -> None: ...


class _ThreadWorker:
    """Does jobs in the thread itself."""

    def do(self, job: Job[Any], _seconds: float | None) -> None:
        try:
            found = job.work(*job.arguments)
        except Exception as error:  # noqa: BLE001 (the caller gets it)
            job.future.set_exception(error)
        else:
            job.future.set_result(found)

    def end(self) -> None:
        """A thread has nothing to release."""


class _ProcessWorker:
    """Does jobs in a process, which is started for the first job and again after a crash."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._context = get_context("spawn")
        self._process: Any = None
        self._pipe: Connection[Any, Any] | None = None

    def do(self, job: Job[Any], seconds: float | None) -> None:
        from pitbook.exact.outside import given

        job.kill = self._kill
        try:
            pipe = self._started()
            if job.stopping:
                raise EOFError
            pipe.send((given(*job.arguments), job.work, job.arguments))
            refusal, found = _answer(pipe, job, seconds)
        except (EOFError, OSError):
            self.end()
            took = f"needs more than {seconds:.0f} seconds or too much memory, and was stopped" if seconds else "failed"
            job.future.set_exception(WorkerDied(f"the calculation {took}"))
        except Exception as error:  # noqa: BLE001 (the caller gets it: something that cannot be pickled)
            self.end()
            job.future.set_exception(error)
        else:
            job.future.set_exception(BadInput(refusal)) if refusal else job.future.set_result(found)

    def end(self) -> None:
        self._kill()
        if self._process is not None:
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    def _started(self) -> "Connection[Any, Any]":
        if self._pipe is None or not self._process.is_alive():
            self.end()
            self._pipe, theirs = self._context.Pipe()
            process = self._context.Process(
                target=_serve, args=(theirs, self.lane.memory, self.lane.nice), name="pitbook job", daemon=True
            )
            process.start()
            self._process = process
            theirs.close()  # so that the pipe ends with the process
        return self._pipe


def _answer(pipe: "Connection[Any, Any]", job: Job[Any], seconds: float | None) -> tuple[str, Any]:
    """The refusal or the result of a worker; :class:`EOFError` if it ended or took too long."""
    until = inf if seconds is None else monotonic() + seconds
    while pipe.poll(None if seconds is None else max(0.0, until - monotonic())):
        kind, found = pipe.recv()
        if kind == "done":
            return "", found
        if kind == "refused":
            return str(found), None
        job.progress = found
    raise EOFError


# -- the worker process ------------------------------------------------------------------------------------------------


class _Reports:
    """Sends the messages of a worker process; threads of a job may report at the same time."""

    def __init__(self) -> None:
        self.pipe: Connection[Any, Any] | None = None
        self._lock = Lock()
        self._last = -inf

    def send(self, kind: str, found: Any) -> None:
        if self.pipe is not None:
            with self._lock:
                self.pipe.send((kind, found))

    def progress(self, done: int, of: int) -> None:
        if self.pipe is not None and of and monotonic() >= self._last + REPORT_SECONDS:
            self._last = monotonic()
            self.send("progress", min(1.0, done / of))


_REPORTS: Final = _Reports()


def report(done: int, of: int) -> None:
    """Called by the work of a job: how much of it is done. Has no effect outside a worker process."""
    _REPORTS.progress(done, of)


def _serve(pipe: "Connection[Any, Any]", memory: int | None, nice: int) -> None:
    """The worker process: does one job after the other until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # matrices are small: sharing one between threads costs more than it gives
    Thread(target=_end_with_server, daemon=True).start()
    _limit(memory, nice)
    from pitbook.exact.outside import ensure

    _REPORTS.pipe = pipe
    while True:
        try:
            games, work, arguments = pipe.recv()
        except EOFError:
            return
        try:
            ensure(games)
            kind, found = "done", work(*arguments)
        except PitbookError as error:
            kind, found = "refused", str(error)
        except MemoryError:
            kind, found = "refused", "that takes more memory than a computation may have"
        _REPORTS.send(kind, found)


def _end_with_server() -> None:
    """Ends this process in the middle of a job if the server is killed."""
    if (server := parent_process()) is not None:
        server.join()
        os._exit(0)


def _limit(memory: int | None, nice: int) -> None:
    """Leaves the machine to the server, and limits memory where the system can."""
    with suppress(OSError, AttributeError):
        os.nice(nice)
    if memory is not None:
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
