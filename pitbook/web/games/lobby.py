"""The lobby: the front page of the house, and what it is about."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.games import FIRST, all_games
from pitbook.web.display.meters import live_meters, meter_of
from pitbook.web.games import comparison
from pitbook.web.games.api import catalogue_entries, figures_of
from pitbook.web.games.comparison import Row
from pitbook.web.games.examples import best_example
from pitbook.web.http.access import public
from pitbook.web.http.pages import page
from pitbook.web.lab.starters import STARTERS
from pitbook.web.play.pages import felts

router = APIRouter(include_in_schema=False, dependencies=[public("the way in")])


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """Every game at a glance, and the way to the first hand."""
    found = list(all_games())
    rows = comparison.rows(figures_of(request), meter_of=meter_of(request))
    return page(
        request,
        "lobby/home.html",
        felts=felts(),
        games=found,
        first=FIRST,
        samples={game.slug: best_example(game) for game in found},
        edges={game.slug: lowest([row for row in rows if row.of.game == game.slug]) for game in found},
        meters=live_meters(request),
        starters=STARTERS,
        pay_tables=sum(len(wager.table_ids()) for game in found for wager in game.wagers if not wager.components),
        figures=sum(len(game.letter.claims) for game in found),
        listed=len(catalogue_entries()),
        listed_only=sum(not entry.settles for entry in catalogue_entries()),
    )


def lowest(rows: list[Row]) -> Row | None:
    """The wager that costs least; None until all of the game's are counted."""
    known = [row for row in rows if row.edge is not None]
    if any(row.counted is None for row in rows) or not known:
        return None
    return min(known, key=lambda row: row.edge or 0.0)


@router.get("/about")
def about(request: Request) -> HTMLResponse:
    """What this is, how its figures are made, and what it is not."""
    found = list(all_games())
    return page(
        request,
        "lobby/about.html",
        games=found,
        pay_tables=sum(len(wager.table_ids()) for game in found for wager in game.wagers if not wager.components),
        figures=sum(len(game.letter.claims) for game in found),
    )
