"""Live figures: what was booked reaches every display that looks at it."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from typing import Final

from pitbook.errors import PitbookError
from pitbook.room.jackpots.service import Shown

FRAME_SECONDS: Final = 0.04
"""A step is shown at once; those that follow within this time are shown together."""
HEARTBEAT_SECONDS: Final = 15.0
"""After so long without a step something is sent all the same, so that both sides know that the other is there."""
MOST_DISPLAYS: Final = 2_000


class TooMany(PitbookError):
    """More displays than one server serves."""


class Live:
    """Who looks at which jackpot. Everything here happens on the event loop."""

    def __init__(self) -> None:
        self._now: dict[str, Shown] = {}
        self._looking: dict[str, set[asyncio.Event]] = {}

    def publish(self, items: Iterable[Shown]) -> None:
        """Wakes every display of these jackpots; what comes late, by another way, changes nothing."""
        for shown in items:
            known = self._now.get(shown.jackpot)
            if known is not None and known.number >= shown.number:
                continue
            self._now[shown.jackpot] = shown
            for stepped in self._looking.get(shown.jackpot, ()):
                stepped.set()

    async def listen(self, jackpot: str) -> AsyncGenerator[Shown | None]:
        """What a jackpot shows: now, and each time it changes, the latest always; None as a heartbeat."""
        if sum(map(len, self._looking.values())) >= MOST_DISPLAYS:
            raise TooMany(f"{MOST_DISPLAYS} displays are served already: start another server")
        stepped = asyncio.Event()
        self._looking.setdefault(jackpot, set()).add(stepped)
        try:
            if jackpot in self._now:
                yield self._now[jackpot]
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await stepped.wait()
                except TimeoutError:
                    yield None
                    continue
                stepped.clear()
                yield self._now[jackpot]
                await asyncio.sleep(FRAME_SECONDS)
        finally:
            self._looking[jackpot].discard(stepped)
