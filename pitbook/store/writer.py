"""One writer for a process: pieces of work wait in a line, and those of one moment share a transaction."""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
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
        self._line: SimpleQueue[tuple[Work[Any], Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name="pitbook writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work[T]) -> "Future[T]":
        """Puts a piece of work in line."""
        future: Future[T] = Future()
        self._line.put((work, future))
        return future

    def run(self, work: Work[T]) -> T:
        """Waits for the answer."""
        return self.submit(work).result()

    def close(self) -> None:
        """After what stands in line is done."""
        self._line.put(None)
        self._thread.join()

    def _serve(self) -> None:
        crowd = 1
        while True:
            batch = self._gather(crowd)
            self._work([item for item in batch if item is not None])
            if None in batch:
                return
            # Those who were served, and those who came meanwhile, are who may come together the next time.
            crowd = len(batch) + self._line.qsize()

    def _gather(self, crowd: int) -> list[tuple[Work[Any], Future[Any]] | None]:
        """Waits for somebody, and a moment longer for as many as are expected."""
        batch = [self._line.get()]
        until = monotonic() + MOST_WAIT_SECONDS
        try:
            while len(batch) < MOST_AT_ONCE and batch[-1] is not None:
                left = until - monotonic() if len(batch) < crowd else 0
                batch.append(self._line.get(timeout=left) if left > 0 else self._line.get_nowait())
        except Empty:
            pass
        return batch

    def _work(self, batch: list[tuple[Work[Any], Future[Any]]]) -> None:
        if not batch:
            return
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
