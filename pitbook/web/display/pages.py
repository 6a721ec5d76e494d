"""Displays: signs for everybody, full-screen, whose meters move while the house is connected; and where they are."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, StreamingResponse
from markupsafe import Markup
from pydantic import Field

from pitbook.jackpot.people import Person
from pitbook.room.jackpots.service import Shown
from pitbook.store.work import encode
from pitbook.web.display.signs import addresses, live_of, property_of, signs_of, title_of
from pitbook.web.http.live import Live
from pitbook.web.http.live_tables import BEAT
from pitbook.web.http.pages import page
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import ON_DISPLAY, services

router = APIRouter(include_in_schema=False)

Anybody = Annotated[Person, Depends(room_page("see the displays"))]
Names = Annotated[str, Field(min_length=1, max_length=300)]
NO_STORE: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get("/room/displays")
def displays(request: Request, person: Anybody) -> HTMLResponse:
    """The addresses of all displays, with a code for a screen's camera."""
    found = services(request)
    shown = addresses(property_of(found.configurations)) if found.configurations.versions() else []
    base = str(request.base_url).rstrip("/")
    signs = [(each, f"{base}{each.path}", code(f"{base}{each.path}")) for each in shown]
    return show(request, person, "displays", "room/displays.html", signs=signs, house=found.days.house().name)


def code(address: str) -> Markup:
    """An address as a QR code."""
    import segno

    drawn = segno.make_qr(address, error="m").svg_inline(border=0, svgclass="qr", lineclass=None, omitsize=True)
    return Markup(drawn)  # only squares: nothing of the address stands in it


@router.get("/display", dependencies=[ON_DISPLAY])
def list_displays(request: Request) -> HTMLResponse:
    """The displays of this house, for whoever sets up a screen."""
    found = services(request)
    shown = addresses(property_of(found.configurations)) if found.configurations.versions() else []
    signs = [(each, title_of(found.configurations, found.days, each)) for each in shown]
    return page(request, "display/list.html", here="room", signs=signs, house=found.days.house().name)


@router.get("/display/{names}", dependencies=[ON_DISPLAY])
def display(request: Request, names: Names) -> HTMLResponse:
    """A sign for a table, a jackpot, or several with plus signs between their names."""
    found = services(request)
    signs = signs_of(found.configurations, found.days, names)
    answer = page(request, "display/sign.html", signs=signs, names=names, live=live_of(signs))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.get("/display/{names}/live", response_class=StreamingResponse, dependencies=[ON_DISPLAY])
async def live(request: Request, names: Names) -> StreamingResponse:
    """The meters of a sign: ``{"jackpot": cents}`` at each change; ``beat`` in between, so that silence is known."""
    found = services(request)
    signs = await run_in_threadpool(signs_of, found.configurations, found.days, names)
    found.live.publish(await run_in_threadpool(found.jackpots.shown))
    return StreamingResponse(_events(found.live, live_of(signs)), media_type="text/event-stream", headers=NO_STORE)


async def _events(meters: Live, jackpots: list[str]) -> AsyncIterator[str]:
    steps: asyncio.Queue[Shown | None] = asyncio.Queue()

    async def follow(jackpot: str) -> None:
        async with aclosing(meters.listen(jackpot)) as shown:
            async for each in shown:
                steps.put_nowait(each)

    following = [asyncio.ensure_future(follow(jackpot)) for jackpot in jackpots]
    try:
        yield BEAT
        while following:
            each = await steps.get()
            yield BEAT if each is None else f"data: {encode({each.jackpot: each.cents})}\n\n"
    finally:
        for task in following:
            task.cancel()
