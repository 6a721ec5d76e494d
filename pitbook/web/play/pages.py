"""Play: the room with the tables, a seat at once, and the table itself."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games import BASE_SLUGS, FIRST, base_game, game, slugs, version_of
from pitbook.games.model import Game, listed
from pitbook.games.shown import shown
from pitbook.reports.family import family_of as show_of
from pitbook.reports.felt.drawing import felt_picture
from pitbook.room.play.service import is_played, play_config, played, title_of
from pitbook.table.config import TableConfig
from pitbook.web.family import family_of
from pitbook.web.http.access import public
from pitbook.web.http.cookies import check_own_origin
from pitbook.web.http.pages import UNCHANGED_SECONDS, page, static
from pitbook.web.learn.how_to_play import sheet
from pitbook.web.office.jackpots_api import services
from pitbook.web.play.api import looking, visiting

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("play money: a visitor is known by a cookie that opens nothing else")],
)

ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")
"""What the dealer's numbered places are called, where a wager is on one of them."""
LEGENDS: Final = 3
"""As many lines as there is room for on a screen."""
GUEST: Final = "Guest"
MOST_FIELDS: Final = 10
FOR_GOOD: Final = {"Cache-Control": f"public, max-age={UNCHANGED_SECONDS}, immutable"}


def felt_colours() -> str:
    """Each game's felt has the colours of its printed layout."""
    colours = {slug: shown(game(slug)).felt for slug in (*slugs(), *BASE_SLUGS)}
    return "".join(
        f".felt-of-{slug} {{ --felt: {inks.felt}; --felt-deep: {inks.edge}; --gold-line: {inks.accent}; }}\n"
        for slug, inks in colours.items()
    )


def felts() -> str:
    """The address of the colours, which changes with them."""
    return f"/static/felts.css?v={hashlib.sha256(felt_colours().encode()).hexdigest()[:10]}"


@router.get("/static/felts.css")
def get_felt_colours() -> Response:
    return Response(felt_colours(), media_type="text/css", headers=FOR_GOOD)


@lru_cache(maxsize=256)
def _felt(slug: str, version: str) -> str:
    """A felt as it is drawn; ``version`` tells two loads of a game from outside apart."""
    return felt_picture(play_config(slug))


@router.get("/static/felts/{slug}.svg")
def get_felt(slug: str) -> Response:
    """The felt of a game as it is played here."""
    return Response(
        _felt(slug, version_of(slug)), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"}
    )


@dataclass(frozen=True, slots=True)
class Room:
    """A game on the page of all games."""

    slug: str
    game: str
    """Whose felt it has."""
    title: str
    about: str
    wagers: str
    players: int
    """At its public tables now, with a browser open."""
    approved: bool = True
    """False for a game from outside Pitbook."""

    @property
    def playing(self) -> str:
        return f"{self.players} playing now" if self.players else "nobody playing now"

    @property
    def felt(self) -> str:
        return f"/static/felts/{self.slug}.svg"


def rooms(open_tables: list[dict[str, Any]]) -> list[Room]:
    """Every game, with who is playing now."""
    found = []
    for slug in played():
        config = play_config(slug)
        names = listed(wager.name for wager in config.wagers() if not wager.is_required)
        playing = sum(shown["playing"] for shown in open_tables if shown["game"] == slug)
        found.append(
            Room(
                slug,
                config.game.slug,
                title_of(slug),
                config.game.about,
                names,
                playing,
                not config.game.letter.outside,
            )
        )
    return found


@router.get("/play")
def choose(request: Request) -> HTMLResponse:
    """The games to choose from."""
    play = services(request).play
    found = rooms(play.open_tables())
    first = next(room for room in found if room.slug == FIRST)
    return page(
        request, "play/rooms.html", here="play", felts=felts(), rooms=found, first=first, chips=play.rules.chips
    )


@router.get("/play/{slug}")
def take_seat(request: Request, slug: str) -> HTMLResponse:
    """A seat at a public table: with scripts at once, else with one click."""
    title = title_of(_known(slug))
    return page(
        request, "play/seat.html", here="play", felts=felts(), slug=slug, title=title, game=play_config(slug).game.slug
    )


async def fields(request: Request) -> dict[str, str]:
    """A form as a browser sends it."""
    try:
        return dict(parse_qsl((await request.body()).decode(), max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadInput("this form cannot be read: fill it in on its page") from None


@router.post("/play/{slug}")
def sit(request: Request, slug: str, form: Annotated[dict[str, str], Depends(fields)]) -> RedirectResponse:
    """Sits down and goes to the table; with ``deal`` at a private table where a hand is dealt already."""
    check_own_origin(request)
    play, answer = services(request).play, RedirectResponse("/play", 303)
    visitor, name = visiting(request, answer), _called(form.get("name", ""), play.rules.longest_name)

    def key() -> str:
        return f"{visitor}: {secrets.token_hex(12)}"

    if "deal" in form:
        table = play.deal_hand(_known(slug), visitor, name)
    elif "private" in form:
        table = play.open_private(_known(slug), visitor, key())
    else:
        table = play.find(_known(slug), visitor)
    if play.view(table, visitor)["you"] is None:
        play.sit(table, visitor, name, 0, key())
    answer.headers["location"] = f"/play/table/{table}"
    return answer


@router.get("/play/table/{table}")
def show_table(request: Request, table: str) -> HTMLResponse:
    """The table."""
    play = services(request).play
    view: Mapping[str, Any] = play.view(table, looking(request))
    config = play.config(table)
    family = family_of(config.game)
    return page(
        request,
        "play/table.html",
        here="play",
        felts=felts(),
        table=table,
        title=view["title"],
        game=config.game,
        felt=_felt_of(config.game),
        look=family.TABLE,
        script=static(f"families/{config.game.family}/{family.TABLE.script}") if family.TABLE.script else "",
        short_names=shown(config.game).short_names,
        has_base=bool(config.game.required),
        view=view,
        legends=(config.name, *show_of(config.game).legends(config))[:LEGENDS],
        places=ORDINALS[: max(wager.spots for wager in config.wagers())],
        how=sheet(view_slug(config)),
    )


def view_slug(config: TableConfig) -> str:
    """What a table's game is called here; one game is played with either of two progressives."""
    slug = config.game.slug
    return next((each for each in played() if play_config(each) == config), slug)


def _felt_of(of: Game) -> str:
    """Whose colours a felt has: a design has those of its base game."""
    base = base_game(of)
    return of.slug if of.slug in slugs() or base is None else base.slug


def _known(slug: str) -> str:
    if not is_played(slug):
        raise NotFound(f"there is no game {quoted(slug)}: there are {listed(played())}")
    return slug


def _called(name: str, longest: int) -> str:
    """What a visitor wants to be called, as far as it can be printed."""
    printable = "".join(letter for letter in name if letter.isprintable())
    return " ".join(printable.split())[:longest].strip() or GUEST
