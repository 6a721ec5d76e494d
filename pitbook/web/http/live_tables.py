"""Live tables: whoever looks at one hears of every commit, from this server or another."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractContextManager, AsyncExitStack, aclosing, nullcontext
from time import monotonic
from typing import Any, Final

from fastapi.responses import StreamingResponse

from pitbook.jackpot.people import NotAllowed
from pitbook.room.tables.log import PLAY
from pitbook.store.work import encode
from pitbook.web.http import live
from pitbook.web.http.openapi import EVENTS
from pitbook.web.http.short_tasks import in_short_task_thread

BEAT = "event: beat\ndata: {}\n\n"
QUIET_SECONDS: Final = 1.0
"""When a table has become quiet it is looked at once more, and again with each beat: a word that was lost on its way
from another server keeps nobody waiting."""
EVERY_TABLE = "*"
"""Whoever looks at the whole room hears of each of its tables; play money is nobody's business."""


class LiveTables:
    """Who looks at which table. Everything here happens on the event loop."""

    def __init__(self) -> None:
        self._looking: dict[str, set[asyncio.Event]] = {}

    def publish(self, table: str) -> None:
        """Wakes everybody who looks at a table, or at all of the room's."""
        floor = () if table.startswith(PLAY) else self._looking.get(EVERY_TABLE, ())
        for stepped in (*self._looking.get(table, ()), *floor):
            stepped.set()

    def publish_all(self) -> None:
        """Something may have been missed: everybody looks again."""
        for table in self._looking:
            self.publish(table)

    async def listen(self, table: str) -> AsyncGenerator[bool]:
        """True whenever there is news, or may be, at first too; False as a heartbeat."""
        if sum(map(len, self._looking.values())) >= live.MOST_DISPLAYS:
            raise live.TooMany(f"{live.MOST_DISPLAYS} displays are served already: start another server")
        stepped = asyncio.Event()
        self._looking.setdefault(table, set()).add(stepped)
        try:
            quiet = False
            yield True
            while True:
                try:
                    async with asyncio.timeout(live.HEARTBEAT_SECONDS if quiet else QUIET_SECONDS):
                        await stepped.wait()
                except TimeoutError:
                    yield not quiet
                    quiet = True
                    continue
                stepped.clear()
                quiet = False
                yield True
                await asyncio.sleep(live.FRAME_SECONDS)
        finally:
            looking = self._looking[table]
            looking.discard(stepped)
            if not looking:
                del self._looking[table]


async def stream(
    tables: LiveTables,
    table: str,
    look: Callable[[int], dict[str, Any]],
    still: Callable[[], object] = lambda: None,
    present: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> StreamingResponse:
    """Server-sent events: the whole view at first, then the view and what happened at each change.

    ``look`` gives the view with everything that happened after an event of this number; ``still`` is asked once a beat,
    and where it refuses whoever looks, the stream ends. ``present`` is held open for as long as the stream is.
    """
    steps = tables.listen(table)
    await anext(steps)
    first = await in_short_task_thread(look, 0)  # what cannot be looked at is refused before the stream begins

    async def events() -> AsyncIterator[str]:
        shown, asked = first, monotonic()
        async with AsyncExitStack() as held:
            held.enter_context(present())
            await held.enter_async_context(aclosing(steps))
            yield _event(first)
            async for news in steps:
                if not news or monotonic() >= asked + live.HEARTBEAT_SECONDS:  # a busy table has no beats
                    try:
                        await in_short_task_thread(still)
                    except NotAllowed:
                        return
                    asked = monotonic()
                view = await in_short_task_thread(look, shown["number"])
                if _state(view) != _state(shown):
                    shown = view
                    yield _event(view)
                elif not news:
                    yield BEAT

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), media_type=EVENTS, headers=headers)


def _state(view: dict[str, Any]) -> tuple[object, ...]:
    """What a display shows anew for: an event at the table, or its controller."""
    return view["number"], view.get("controller")


def _event(view: dict[str, Any]) -> str:
    return f"event: view\nid: {view['number']}\ndata: {encode(view)}\n\n"
