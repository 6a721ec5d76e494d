"""One writer for a process: pieces of work wait in a line, and those of one moment share a transaction."""

from collections import deque
from concurrent.futures import Future
from threading import Condition, Thread
from typing import Any, Final, TypeVar

from pitbook.store.work import Answer, Work
from pitbook.store.worker import Worker

T = TypeVar("T")
MOST_AT_ONCE: Final = 256
MOST_WAIT_SECONDS: Final = 0.002
"""How long the first in line waits for as many as came together the last time: a fraction of what a commit takes."""


class Writer:
    """Takes work from any thread; each caller's answer comes after the commit that holds it."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self._line: deque[tuple[Work[Any], Future[Any]]] = deque()
        self._come = Condition()
        self._wanted = 1
        """How many must stand in line before the writer is called."""
        self._closed = False
        self._thread = Thread(target=self._serve, name="pitbook writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return len(self._line)

    def submit(self, work: Work[T]) -> "Future[T]":
        """Puts a piece of work in line."""
        future: Future[T] = Future()
        with self._come:
            if self._closed:
                raise RuntimeError("the writer is closed")
            self._line.append((work, future))
            if len(self._line) >= self._wanted:
                self._come.notify()
        return future

    def run(self, work: Work[T]) -> T:
        """Waits for the answer."""
        return self.submit(work).result()

    def close(self) -> None:
        """After what stands in line is done."""
        with self._come:
            self._closed = True
            self._come.notify()
        self._thread.join()

    def _serve(self) -> None:
        crowd = 1
        while batch := self._gather(crowd):
            self._work(batch)
            # Those who were served, and those who came meanwhile, are who may come together the next time.
            crowd = len(batch) + len(self._line)

    def _gather(self, crowd: int) -> list[tuple[Work[Any], Future[Any]]]:
        """Waits for somebody, and a moment longer for as many as are expected; nobody comes to a closed writer."""
        with self._come:
            self._wanted = 1
            self._come.wait_for(lambda: self._line or self._closed)
            self._wanted = min(crowd, MOST_AT_ONCE)
            self._come.wait_for(lambda: len(self._line) >= self._wanted or self._closed, MOST_WAIT_SECONDS)
            return [self._line.popleft() for _ in range(min(len(self._line), MOST_AT_ONCE))]

    def _work(self, batch: list[tuple[Work[Any], Future[Any]]]) -> None:
        try:
            answers = self.worker.run_all([work for work, _ in batch])
        except Exception as error:  # noqa: BLE001 (whatever the database says, the callers are told)
            for _, future in batch:
                future.set_exception(error)
            return
        for (_, future), answer in zip(batch, answers, strict=True):
            _answer(future, answer)


def _answer(future: "Future[Any]", answer: Answer[Any]) -> None:
    if answer.refusal is not None:
        future.set_exception(answer.refusal)
    else:
        future.set_result(answer.value)
