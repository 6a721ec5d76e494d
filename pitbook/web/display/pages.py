"""Wall displays: public full-screen signs with live meters, and the list of their addresses."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import Field

from pitbook.jackpot.people import Person
from pitbook.web.display.signs import addresses, live_of, property_of, signs_of, title_of
from pitbook.web.http.live import BEAT, EventStream, LiveMeters, event
from pitbook.web.http.pages import page
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import ON_DISPLAY, services

router = APIRouter(include_in_schema=False)

Staff = Annotated[Person, Depends(room_page("see the displays"))]
Names = Annotated[str, Field(min_length=1, max_length=300)]


@router.get("/room/displays")
def displays(request: Request, person: Staff) -> HTMLResponse:
    """The addresses of all displays, each with its QR code."""
    found = services(request)
    shown = addresses(property_of(found.configurations)) if found.configurations.versions() else []
    base = str(request.base_url).rstrip("/")
    signs = [(each, f"{base}{each.path}", code(f"{base}{each.path}")) for each in shown]
    return show(request, person, "displays", "room/displays.html", signs=signs, house=found.days.house().name)


def code(address: str) -> Markup:
    """An address as a QR code."""
    import segno

    drawn = segno.make_qr(address, error="m").svg_inline(border=0, svgclass="qr", lineclass=None, omitsize=True)
    return Markup(drawn)  # safe: the SVG holds only squares, no text of the address


@router.get("/display", dependencies=[ON_DISPLAY])
def list_displays(request: Request) -> HTMLResponse:
    """The list of displays, for setting up a screen."""
    found = services(request)
    shown = addresses(property_of(found.configurations)) if found.configurations.versions() else []
    signs = [(each, title_of(found.configurations, found.days, each)) for each in shown]
    return page(request, "display/list.html", here="room", signs=signs, house=found.days.house().name)


@router.get("/display/{names}", dependencies=[ON_DISPLAY])
def display(request: Request, names: Names) -> HTMLResponse:
    """The sign of a table or jackpot, or of several whose names are joined by plus signs."""
    found = services(request)
    signs = signs_of(found.configurations, found.days, names)
    answer = page(request, "display/sign.html", signs=signs, names=names, live=live_of(signs))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.get("/display/{names}/live", response_class=EventStream, dependencies=[ON_DISPLAY])
async def live(request: Request, names: Names) -> EventStream:
    """Streams the meters of a sign: ``{"jackpot": cents}`` at each change; ``beat`` shows that the stream is alive."""
    found = services(request)
    signs = await run_in_threadpool(signs_of, found.configurations, found.days, names)
    found.live.publish(await run_in_threadpool(found.jackpots.shown))
    return EventStream(_events(found.live, live_of(signs)))


async def _events(meters: LiveMeters, jackpots: list[str]) -> AsyncIterator[bytes]:
    yield BEAT
    if jackpots:
        async with aclosing(meters.listen(*jackpots)) as steps:
            async for shown in steps:
                yield BEAT if shown is None else event({shown.jackpot: shown.cents})
