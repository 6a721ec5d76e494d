"""Live events to browsers: every server-sent event goes through this module.

A page or program listens to topics: jackpots (:class:`LiveMeters`) or tables (:class:`LiveTables`). A commit, of this
server or another one, publishes its topic, which wakes the listeners; each then reads the newest state, so a slow
listener skips steps and never lags behind. Everything here runs on the event loop.

The framework gives the wire format (``fastapi.sse``) and the response. Neither its streaming of generators nor
``sse-starlette`` fits: both send their pings as comments, which the script of a page cannot see, and a page must
notice a dead connection; and both run several tasks for each of a hundred displays.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import AbstractContextManager, AsyncExitStack, aclosing, nullcontext
from time import monotonic
from typing import Any, Final

from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event

from pitbook.errors import PitbookError
from pitbook.jackpot.people import NotAllowed
from pitbook.room.jackpots.service import DisplayedAmount
from pitbook.room.tables.log import PLAY
from pitbook.store.work import encode
from pitbook.web.http.openapi import EVENTS
from pitbook.web.http.short_tasks import in_short_task_thread

FRAME_SECONDS: Final = 0.04
"""The first change is sent at once; those that follow within this time are sent together."""
HEARTBEAT_SECONDS: Final = 15.0
"""After this long without a change a beat is sent, so that both sides notice a dead connection."""
QUIET_SECONDS: Final = 1.0
"""A table is read once more when it has been quiet for this long, and again with each beat: the notification of
another server may have been lost."""
MOST_DISPLAYS: Final = 2_000
EVERY_TABLE: Final = "*"
"""The topic of all tables of the room; tables for play money are not among them."""
COMMENT: Final = format_sse_event(comment="still here")
"""A heartbeat, which programs must not treat as a change."""


class TooMany(PitbookError):
    """More listeners than one server serves."""


def event(data: Any, name: str | None = None, number: int | None = None) -> bytes:
    """An event with JSON data."""
    return format_sse_event(data_str=encode(data), event=name, id=None if number is None else str(number))


BEAT: Final = event({}, "beat")


class EventStream(StreamingResponse):
    """A response of events, which no proxy stores or holds back."""

    media_type = EVENTS

    def __init__(self, events: AsyncIterator[bytes], status_code: int = 200) -> None:
        super().__init__(events, status_code, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


class Topics:
    """The listeners of each topic."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Event]] = {}

    def wake(self, topic: str) -> None:
        """Wakes the listeners of a topic."""
        for news in self._listeners.get(topic, ()):
            news.set()

    async def changes(self, *topics: str, quiet_seconds: float | None = None) -> AsyncGenerator[bool]:
        """True at once, at each change, and once after ``quiet_seconds`` without one; False as a heartbeat."""
        if sum(map(len, self._listeners.values())) >= MOST_DISPLAYS:
            raise TooMany(f"{MOST_DISPLAYS} displays are served already: start another server")
        news = asyncio.Event()
        for topic in topics:
            self._listeners.setdefault(topic, set()).add(news)
        try:
            yield True
            wait = quiet_seconds
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS if wait is None else wait):
                        await news.wait()
                except TimeoutError:
                    yield wait is not None
                    wait = None
                    continue
                news.clear()
                wait = quiet_seconds
                yield True
                await asyncio.sleep(FRAME_SECONDS)
        finally:
            for topic in topics:
                self._listeners[topic].discard(news)
                if not self._listeners[topic]:
                    del self._listeners[topic]


class LiveMeters(Topics):
    """The meters of jackpots, for displays."""

    def __init__(self) -> None:
        super().__init__()
        self._now: dict[str, DisplayedAmount] = {}

    def publish(self, items: Iterable[DisplayedAmount]) -> None:
        """Wakes the displays of these jackpots; an older amount that arrives late changes nothing."""
        for shown in items:
            known = self._now.get(shown.jackpot)
            if known is None or known.number < shown.number:
                self._now[shown.jackpot] = shown
                self.wake(shown.jackpot)

    async def listen(self, *jackpots: str) -> AsyncGenerator[DisplayedAmount | None]:
        """The amount of each jackpot now and at each change; None as a heartbeat."""
        told: dict[str, DisplayedAmount] = {}
        async with aclosing(self.changes(*jackpots)) as changes:
            async for changed in changes:
                if not changed:
                    yield None
                for jackpot in jackpots:
                    shown = self._now.get(jackpot)
                    if shown is not None and shown != told.get(jackpot):
                        told[jackpot] = shown
                        yield shown


class LiveTables(Topics):
    """The tables, for consoles, players and the floor."""

    def publish(self, table: str) -> None:
        """Wakes the listeners of a table and of all tables of the room."""
        self.wake(table)
        if not table.startswith(PLAY):
            self.wake(EVERY_TABLE)

    def publish_all(self) -> None:
        """Wakes all: notifications may have been missed."""
        for table in self._listeners:
            self.wake(table)

    def listen(self, table: str) -> AsyncGenerator[bool]:
        """True at once and whenever the table may have changed; False as a heartbeat."""
        return self.changes(table, quiet_seconds=QUIET_SECONDS)


async def stream_table(
    tables: LiveTables,
    table: str,
    look: Callable[[int], dict[str, Any]],
    still: Callable[[], object] = lambda: None,
    present: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> EventStream:
    """Events ``view`` of a table: the whole view first, then the view and the new events at each change.

    ``look`` gives the view with everything that happened after an event of this number. ``still`` runs with each
    heartbeat; if it refuses the person, the stream ends. ``present`` is held open for as long as the stream is.
    """
    changes = tables.listen(table)
    await anext(changes)
    first = await in_short_task_thread(look, 0)  # a table that cannot be shown is refused before the stream begins

    async def events() -> AsyncIterator[bytes]:
        shown, asked = first, monotonic()
        async with AsyncExitStack() as held:
            held.enter_context(present())
            await held.enter_async_context(aclosing(changes))
            yield view_event(first)
            async for changed in changes:
                if not changed or monotonic() >= asked + HEARTBEAT_SECONDS:  # a busy table has no beats
                    try:
                        await in_short_task_thread(still)
                    except NotAllowed:
                        return
                    asked = monotonic()
                view = await in_short_task_thread(look, shown["number"])
                if _state(view) != _state(shown):
                    shown = view
                    yield view_event(view)
                elif not changed:
                    yield BEAT

    return EventStream(events())


def _state(view: dict[str, Any]) -> tuple[object, ...]:
    """The parts of a view whose change makes it new: the number of the last event, and the controller."""
    return view["number"], view.get("controller")


def view_event(view: dict[str, Any]) -> bytes:
    """The event of a table's view."""
    return event(view, "view", view["number"])
