"""The lobby: the front page of the house, and what it is about."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.games import all_games
from pitbook.money import Cents
from pitbook.web import comparison
from pitbook.web.access import public
from pitbook.web.api import services
from pitbook.web.api_games import catalogue_entries, figures_of
from pitbook.web.comparison import Row
from pitbook.web.examples import best_example
from pitbook.web.lab_starters import STARTERS
from pitbook.web.pages import page
from pitbook.web.pages_play import felts

router = APIRouter(include_in_schema=False, dependencies=[public("the way in")])


@dataclass(frozen=True, slots=True)
class Meter:
    """A jackpot as its display shows it."""

    jackpot: str
    wager: str
    game: str
    slug: str
    cents: Cents


@router.get("/")
def home(request: Request) -> HTMLResponse:
    """Every game at a glance, and the way to the first hand."""
    found = list(all_games())
    rows = comparison.rows(figures_of(request))
    return page(
        request,
        "lobby/home.html",
        felts=felts(),
        games=found,
        samples={game.slug: best_example(game) for game in found},
        edges={game.slug: lowest([row for row in rows if row.of.game == game.slug]) for game in found},
        meters=meters(request),
        starters=STARTERS,
        pay_tables=sum(len(wager.table_ids()) for game in found for wager in game.wagers if not wager.parts),
        figures=sum(len(game.letter.claims) for game in found),
        listed=len(catalogue_entries()),
        listed_only=sum(not entry.settles for entry in catalogue_entries()),
    )


def meters(request: Request) -> list[Meter]:
    """What the displays of the room say now."""
    jackpots = services(request).jackpots
    found = []
    for shown in jackpots.shown():
        setup = jackpots.book(shown.jackpot).setup
        game = setup.rules
        found.append(Meter(shown.jackpot, game.wager(setup.wager).name, game.name, game.slug, shown.cents))
    return found


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
        pay_tables=sum(len(wager.table_ids()) for game in found for wager in game.wagers if not wager.parts),
        figures=sum(len(game.letter.claims) for game in found),
    )
