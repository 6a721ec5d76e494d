"""Live figures: what was booked reaches every display that listens."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Final

MOST_WAITING: Final = 64
"""A display that falls behind misses steps in between, never the latest."""


class Live:
    """Who listens for which jackpot."""

    def __init__(self) -> None:
        self._listening: dict[str, set[asyncio.Queue[int]]] = {}

    def publish(self, shown: Mapping[str, int]) -> None:
        """Tells every display of these jackpots; called on the event loop."""
        for jackpot, cents in shown.items():
            for queue in self._listening.get(jackpot, ()):
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(cents)

    async def listen(self, jackpot: str) -> AsyncIterator[int]:
        """What a jackpot shows, each time it changes."""
        queue: asyncio.Queue[int] = asyncio.Queue(MOST_WAITING)
        self._listening.setdefault(jackpot, set()).add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._listening[jackpot].discard(queue)
