"""The tour of the card room and its read-only demonstration: public, without sign-in."""

from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.web.http.access import public
from pitbook.web.http.pages import page
from pitbook.web.tour import demonstration
from pitbook.web.tour.stops import STOPS

router = APIRouter(prefix="/tour", include_in_schema=False, dependencies=[public("a demonstration with example data")])

Screen = Literal["dealer", "floor", "office", "jackpot", "audit"]
KEPT: Final = {"Cache-Control": "no-cache"}


@router.get("")
def tour(request: Request) -> HTMLResponse:
    """The tour: the purpose of each screen, stop by stop."""
    return page(request, "tour/tour.html", stops=STOPS)


@router.get("/{screen}")
def screen(screen: Screen) -> HTMLResponse:
    """One screen of the demonstration."""
    return HTMLResponse(demonstration.screen(screen), headers=KEPT)
