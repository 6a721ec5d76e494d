"""The front page of the site, and the page about it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from pitbook.games import FIRST, all_games
from pitbook.web.display.meters import live_meters, meter_of
from pitbook.web.games import comparison
from pitbook.web.games.api import catalogue_entries, figures_of
from pitbook.web.games.finder import Filters, find, listed_games
from pitbook.web.http.access import public
from pitbook.web.http.pages import page
from pitbook.web.lab.starters import STARTERS
from pitbook.web.play.pages import felts

router = APIRouter(include_in_schema=False, dependencies=[public("the way in")])


@router.get("/")
def home(request: Request, filters: Annotated[Filters, Depends()]) -> HTMLResponse:
    """All games at a glance, with links to play."""
    found = list(all_games())
    rows = comparison.rows(figures_of(request), meter_of=meter_of(request))
    return page(
        request,
        "lobby/home.html",
        felts=felts(),
        games=found,
        first=FIRST,
        finder=find(listed_games(found, rows), filters),
        meters=live_meters(request),
        starters=STARTERS,
        pay_tables=sum(len(wager.table_ids()) for game in found for wager in game.wagers if not wager.components),
        figures=sum(len(game.letter.claims) for game in found),
        listed=len(catalogue_entries()),
        listed_only=sum(not entry.settles for entry in catalogue_entries()),
    )


@router.get("/about")
def about(request: Request) -> HTMLResponse:
    """What Pitbook is, how its figures are calculated, and what it is not."""
    found = list(all_games())
    return page(
        request,
        "lobby/about.html",
        games=found,
        pay_tables=sum(len(wager.table_ids()) for game in found for wager in game.wagers if not wager.components),
        figures=sum(len(game.letter.claims) for game in found),
    )
