"""Hears what other servers of the same PostgreSQL store have booked."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final

from pitbook.store.wire import CHANNEL

Told = Callable[[str, int, int], None]
"""Told a jackpot, how far its ledger is, and the cents that its display shows."""
LOOK_SECONDS: Final = 0.5
"""How often it is looked whether to stop."""


class Listening:
    """A thread with a connection of its own, made again when it is lost."""

    def __init__(self, arguments: Mapping[str, Any], told: Told, missed: Callable[[], None]) -> None:
        """``missed`` is called whenever listening begins: something may have been said before."""
        self._arguments, self._told, self._missed = arguments, told, missed
        self._stop = Event()
        self._thread = Thread(target=self._serve, name="pitbook listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _serve(self) -> None:
        import psycopg

        from pitbook.store.wire import Lost
        from pitbook.store.wire_postgresql import connect

        while not self._stop.is_set():
            with suppress(psycopg.Error, Lost), connect(self._arguments) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self._missed()
                while not self._stop.is_set():
                    for note in connection.notifies(timeout=LOOK_SECONDS):
                        book, number, cents = note.payload.split()
                        self._told(book, int(number), int(cents))
            self._stop.wait(LOOK_SECONDS)
