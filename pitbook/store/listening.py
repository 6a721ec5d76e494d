"""Listens to the notifications of other servers on the same PostgreSQL store."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Thread
from typing import Any, Final

from pitbook.store.write_connection import CHANNEL, TABLE_NOTE

MeterListener = Callable[[str, int, int], None]
"""Called with a jackpot, the number of its last transaction, and the cents on its display."""
TableListener = Callable[[str], None]
"""Called with a table that has new events or key presses."""
POLL_SECONDS: Final = 0.5
"""How often the thread checks whether to stop."""


class Listening:
    """A thread with its own connection; it reconnects when the connection is lost."""

    def __init__(
        self,
        arguments: Mapping[str, Any],
        on_meter: MeterListener,
        on_connect: Callable[[], None],
        on_table: TableListener = lambda table: None,
        own_process: Callable[[], int] = lambda: 0,
    ) -> None:
        """``on_connect`` is called after each connect, because notifications may have been missed before.
        ``own_process`` returns the database process of this server, whose notifications are skipped."""
        self._arguments, self._on_meter, self._on_connect, self._on_table = arguments, on_meter, on_connect, on_table
        self._own_process = own_process
        self._stop = Event()
        self._thread = Thread(target=self._listen, name="pitbook listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _listen(self) -> None:
        import psycopg

        from pitbook.store.write_connection import StoreUnavailable
        from pitbook.store.write_postgresql import connect

        while not self._stop.is_set():
            with suppress(psycopg.Error, StoreUnavailable), connect(self._arguments) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self._on_connect()
                while not self._stop.is_set():
                    for note in connection.notifies(timeout=POLL_SECONDS):
                        if note.pid != self._own_process():
                            self._dispatch(note.payload)
            self._stop.wait(POLL_SECONDS)

    def _dispatch(self, note: str) -> None:
        if note.startswith(TABLE_NOTE):
            self._on_table(note.removeprefix(TABLE_NOTE))
        else:
            book, number, cents = note.split()
            self._on_meter(book, int(number), int(cents))
