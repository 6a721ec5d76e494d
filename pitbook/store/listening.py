"""Hears what other servers of the same PostgreSQL store have booked."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final

from pitbook.store.write_connection import CHANNEL, TABLE_NOTE

Told = Callable[[str, int, int], None]
"""Told a jackpot, how far its ledger is, and the cents that its display shows."""
TableTold = Callable[[str], None]
"""Told a table at which something happened."""
LOOK_SECONDS: Final = 0.5
"""How often it is looked whether to stop."""


class Listening:
    """A thread with a connection of its own, made again when it is lost."""

    def __init__(
        self,
        arguments: Mapping[str, Any],
        told: Told,
        missed: Callable[[], None],
        at_table: TableTold = lambda table: None,
        own: Callable[[], int] = lambda: 0,
    ) -> None:
        """``missed`` is called whenever listening begins: something may have been said before. ``own`` is the process
        of the database whose commits this server has heard of already, because they are its own."""
        self._arguments, self._told, self._missed, self._at_table = arguments, told, missed, at_table
        self._own = own
        self._stop = Event()
        self._thread = Thread(target=self._serve, name="pitbook listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _serve(self) -> None:
        import psycopg

        from pitbook.store.write_connection import StoreUnavailable
        from pitbook.store.write_postgresql import connect

        while not self._stop.is_set():
            with suppress(psycopg.Error, StoreUnavailable), connect(self._arguments) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self._missed()
                while not self._stop.is_set():
                    for note in connection.notifies(timeout=LOOK_SECONDS):
                        if note.pid != self._own():
                            self._hear(note.payload)
            self._stop.wait(LOOK_SECONDS)

    def _hear(self, note: str) -> None:
        if note.startswith(TABLE_NOTE):
            self._at_table(note.removeprefix(TABLE_NOTE))
        else:
            book, number, cents = note.split()
            self._told(book, int(number), int(cents))
