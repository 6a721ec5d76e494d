"""A background check of what changes with time alone: an overdue deposit, a rule that comes into force."""

from contextlib import suppress
from threading import Event, Thread
from typing import Final

from pitbook.errors import PitbookError
from pitbook.room.configurations import Configurations
from pitbook.room.days.service import Days

EVERY: Final = 600.0
"""Seconds."""
BY: Final = "the clock"


class Watch:
    """Tests the prize account and the gate in the background, and suspends jackpots that may not go on."""

    def __init__(self, days: Days, configurations: Configurations, every: float = EVERY) -> None:
        self.days, self.configurations, self.every = days, configurations, every
        self._over = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> list[str]:
        """The jackpots that were suspended."""
        return [*self.days.test(BY), *self.configurations.enforce(BY)]

    def _run(self) -> None:
        while True:
            # If the store cannot be reached, the next check tries again.
            with suppress(PitbookError):
                self.look()
            if self._over.wait(self.every):
                return
