"""Group commit: one writer for a process, with a queue. Units that arrive together share a transaction.

There is no writer thread. The first caller becomes the leader: it writes the whole queue, its own unit included, while
the other callers wait for their answers. Then the first waiting caller that arrived meanwhile becomes the leader. This
saves waking a dedicated thread for every commit.
"""

from collections import deque
from threading import Condition, Lock
from typing import Any, Final, Generic, TypeVar

from pitbook.store.work import Work, WorkResult
from pitbook.store.worker import Worker

T = TypeVar("T")
MAX_BATCH: Final = 256
MAX_GATHER_SECONDS: Final = 0.002
"""How long a leader waits for as many units as the last batch had: a fraction of the time of a commit."""


class _Queued(Generic[T]):
    """A unit in the queue. Its caller is woken when it has an answer, or to become the leader."""

    def __init__(self, work: Work[T], has_waiter: bool) -> None:
        self.work, self.has_waiter = work, has_waiter
        self.answer: WorkResult[T] | None = None
        self._wake = Lock()
        self._wake.acquire()

    def wake(self) -> None:
        self._wake.release()

    def wait(self) -> None:
        self._wake.acquire()


class Writer:
    """Takes units of work from any thread, and answers each after its commit."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self._queue: deque[_Queued[Any]] = deque()
        self._changed = Condition()
        self._wake_at = self._expected = 1
        """The queue length that wakes a gathering leader; the number of units expected in the next batch."""
        self._has_leader = self._closed = False

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._queue)

    def run(self, work: Work[T]) -> T:
        """Queues a unit and waits for its answer."""
        queued = _Queued(work, has_waiter=True)
        if not self._enqueue(queued):
            queued.wait()
        if queued.answer is None:  # this caller is the leader now
            self._lead(queued)
        return queued.answer.get()  # type: ignore[union-attr]  # a leader's own unit is answered too

    def submit(self, work: Work[Any]) -> None:
        """Queues a unit without waiting: the current leader writes it; without a leader this caller does."""
        queued = _Queued(work, has_waiter=False)
        if self._enqueue(queued):
            self._lead(queued)

    def close(self) -> None:
        """Waits until the queue is empty, then refuses new units."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._has_leader)

    def _enqueue(self, queued: _Queued[Any]) -> bool:
        """Adds a unit to the queue; returns whether its caller becomes the leader."""
        with self._changed:
            if self._closed and not self._has_leader:
                raise RuntimeError("the writer is closed")
            self._queue.append(queued)
            if len(self._queue) >= self._wake_at:
                self._changed.notify_all()
            first, self._has_leader = not self._has_leader, True
        return first

    def _lead(self, mine: _Queued[Any]) -> None:
        """Writes batches until this caller has its answer, and another can lead or the queue is empty."""
        while True:
            batch: list[_Queued[Any]] = []
            try:
                batch = self._gather()
                answers = self.worker.run_all([queued.work for queued in batch])
            except BaseException as error:  # noqa: BLE001 (any database error or an interrupt: waiting callers must be answered)
                batch = batch or self._drain()
                answers = [WorkResult(refusal=error) for _ in batch]
            for queued, answer in zip(batch, answers, strict=True):
                queued.answer = answer
            leader = self._next_leader(batch, mine)
            for queued in batch:
                if queued.has_waiter and queued is not mine:
                    queued.wake()
            if leader is not mine:
                if leader is not None:
                    leader.wake()
                return

    def _next_leader(self, batch: list[_Queued[Any]], mine: _Queued[Any]) -> _Queued[Any] | None:
        """The next leader: the first waiting caller in the queue, or this one again if only submitted units are left;
        None if the queue is empty."""
        with self._changed:
            # The callers just answered and those already queued are the ones likely to share the next batch.
            self._expected = len(batch) + len(self._queue)
            if not self._queue:
                self._has_leader = False
                self._changed.notify_all()
                return None
            return next((queued for queued in self._queue if queued.has_waiter), mine)

    def _gather(self) -> list[_Queued[Any]]:
        """The next batch, after a short wait for the expected number of units; a closing writer does not wait."""
        with self._changed:
            self._wake_at = min(self._expected, MAX_BATCH)
            self._changed.wait_for(lambda: len(self._queue) >= self._wake_at or self._closed, MAX_GATHER_SECONDS)
            return [self._queue.popleft() for _ in range(min(len(self._queue), MAX_BATCH))]

    def _drain(self) -> list[_Queued[Any]]:
        with self._changed:
            return [self._queue.popleft() for _ in range(len(self._queue))]
