"""One writer for a process: pieces of work wait in a line, and those of one moment share a transaction."""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from pitbook.errors import PitbookError
from pitbook.store.work import Answer, Work, Worker

T = TypeVar("T")
MOST_AT_ONCE: Final = 256


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
        while True:
            batch = [self._line.get()]
            try:
                while len(batch) < MOST_AT_ONCE:
                    batch.append(self._line.get_nowait())
            except Empty:
                pass
            self._work([item for item in batch if item is not None])
            if None in batch:
                return

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
    refusal: PitbookError | None = answer.refusal
    if refusal is not None:
        future.set_exception(refusal)
    else:
        future.set_result(answer.value)
