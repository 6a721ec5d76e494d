"""Work beside the requests: one piece at a time, each done once, the last few kept."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from starlette.exceptions import HTTPException

T = TypeVar("T")


class Background(Generic[T]):
    """One thread that works, and what it found for the keys asked for last."""

    def __init__(self, kept: int, waiting: int) -> None:
        self._kept, self._most_waiting = kept, waiting
        self._found: OrderedDict[Hashable, Future[T]] = OrderedDict()
        self._due: SimpleQueue[tuple[Hashable, Future[T], Callable[[], T]]] = SimpleQueue()
        self._lock = Lock()
        self._working = False

    def ask(self, key: Hashable, work: Callable[[], T]) -> Future[T]:
        """What was found for this key, or will be: only the first who asks begins the work."""
        with self._lock:
            found = self._found.get(key)
            if found is not None:
                self._found.move_to_end(key)
                return found
            if sum(not future.done() for future in self._found.values()) >= self._most_waiting:
                raise HTTPException(
                    503, "many others have asked for something new just now: try again in a few seconds"
                )
            self._found[key] = found = Future()
            self._due.put((key, found, work))
            self._forget()
            if not self._working:
                self._working = True
                # A daemon: whoever stops the server does not wait for it.
                Thread(target=self._work, name="learn", daemon=True).start()
            return found

    def _forget(self) -> None:
        """Of what is done, the part that was asked for longest ago goes."""
        for key in [key for key, future in self._found.items() if future.done()]:
            if len(self._found) <= self._kept:
                return
            del self._found[key]

    def _work(self) -> None:
        while True:
            key, future, work = self._due.get()
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001 (whoever asked is told)
                with self._lock:
                    self._found.pop(key, None)
                future.set_exception(error)
