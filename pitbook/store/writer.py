"""One writer for a process: pieces of work wait in a line, and those of one moment share a transaction.

Whoever comes first writes for all who stand in line by then, and the others wait for their answers; then the first of
those who came meanwhile does the same. So nobody waits for a thread to be called that has nothing else to do.
"""

from collections import deque
from threading import Condition, Lock
from typing import Any, Final, Generic, TypeVar

from pitbook.store.work import Answer, Work
from pitbook.store.worker import Worker

T = TypeVar("T")
MOST_AT_ONCE: Final = 256
MOST_WAIT_SECONDS: Final = 0.002
"""How long whoever writes waits for as many as came together the last time: a fraction of what a commit takes."""


class _Place(Generic[T]):
    """In the line. Whoever waits there is called when there is an answer, or to write for everybody."""

    def __init__(self, work: Work[T], waits: bool) -> None:
        self.work, self.waits = work, waits
        self.answer: Answer[T] | None = None
        self._called = Lock()
        self._called.acquire()

    def call(self) -> None:
        self._called.release()

    def wait(self) -> None:
        self._called.acquire()


class Writer:
    """Takes work from any thread; each caller's answer comes after the commit that holds it."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self._line: deque[_Place[Any]] = deque()
        self._come = Condition()
        self._wanted = self._crowd = 1
        """How many must stand in line before whoever writes is called; how many may come together the next time."""
        self._writes = self._closed = False

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return len(self._line)

    def run(self, work: Work[T]) -> T:
        """Waits for the answer."""
        place = _Place(work, waits=True)
        if not self._stand(place):
            place.wait()
        if place.answer is None:  # it is this one's turn to write
            self._write(place)
        return place.answer.get()  # type: ignore[union-attr]  # whoever has written has it

    def submit(self, work: Work[Any]) -> None:
        """Nobody waits for the answer: whoever writes now does this too, before anybody else; else it is done here."""
        place = _Place(work, waits=False)
        if self._stand(place):
            self._write(place)

    def close(self) -> None:
        """After what stands in line is done."""
        with self._come:
            self._closed = True
            self._come.notify_all()
            self._come.wait_for(lambda: not self._writes)

    def _stand(self, place: _Place[Any]) -> bool:
        """In line; whether it is this one's turn to write."""
        with self._come:
            if self._closed and not self._writes:
                raise RuntimeError("the writer is closed")
            self._line.append(place)
            if len(self._line) >= self._wanted:
                self._come.notify_all()
            first, self._writes = not self._writes, True
        return first

    def _write(self, mine: _Place[Any]) -> None:
        """For all who stand in line, and on until this one is answered and somebody else waits who can go on."""
        while True:
            batch: list[_Place[Any]] = []
            try:
                batch = self._gather()
                answers = self.worker.run_all([place.work for place in batch])
            except BaseException as error:  # noqa: BLE001 (whatever the database says, or a key that stops it all)
                batch = batch or self._all()
                answers = [Answer(refusal=error) for _ in batch]
            for place, answer in zip(batch, answers, strict=True):
                place.answer = answer
            after = self._after(batch, mine)
            for place in batch:
                if place.waits and place is not mine:
                    place.call()
            if after is not mine:
                if after is not None:
                    after.call()
                return

    def _after(self, batch: list[_Place[Any]], mine: _Place[Any]) -> _Place[Any] | None:
        """Who writes next: whoever waits in line first, or this one again for what nobody waits for; None where nobody
        stands there."""
        with self._come:
            # Those who were served, and those who came meanwhile, are who may come together the next time.
            self._crowd = len(batch) + len(self._line)
            if not self._line:
                self._writes = False
                self._come.notify_all()
                return None
            return next((place for place in self._line if place.waits), mine)

    def _gather(self) -> list[_Place[Any]]:
        """Waits a moment for as many as are expected; nobody is waited for by a writer that is being closed."""
        with self._come:
            self._wanted = min(self._crowd, MOST_AT_ONCE)
            self._come.wait_for(lambda: len(self._line) >= self._wanted or self._closed, MOST_WAIT_SECONDS)
            return [self._line.popleft() for _ in range(min(len(self._line), MOST_AT_ONCE))]

    def _all(self) -> list[_Place[Any]]:
        with self._come:
            return [self._line.popleft() for _ in range(len(self._line))]
