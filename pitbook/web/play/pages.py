"""The Play pages: the list of games, taking a seat, and the table."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games import BASE_SLUGS, FIRST, base_game, cached_by_game, game, slugs
from pitbook.games.model import Game, listed
from pitbook.games.shown import shown
from pitbook.reports.family import family_of as show_of
from pitbook.reports.felt.drawing import felt_picture
from pitbook.room.play.service import is_played, play_config, played, title_of
from pitbook.table.config import TableConfig
from pitbook.web.display.meters import meter_of
from pitbook.web.family import family_of
from pitbook.web.games import comparison
from pitbook.web.games.api import figures_of
from pitbook.web.games.comparison import ComparisonRow
from pitbook.web.games.finder import Filters, FinderEntry, find
from pitbook.web.http.access import public
from pitbook.web.http.cookies import check_own_origin
from pitbook.web.http.pages import UNCHANGED_SECONDS, page, static
from pitbook.web.learn.how_to_play import sheet
from pitbook.web.office.jackpots_api import services
from pitbook.web.play.api import looking, visiting

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("play money: a cookie identifies the visitor and gives access to nothing else")],
)

ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")
"""Names of the dealer's numbered places, for wagers on one of them."""
LEGENDS: Final = 3
"""Most lines that fit on a screen."""
GUEST: Final = "Guest"
MOST_FIELDS: Final = 10
FOR_GOOD: Final = {"Cache-Control": f"public, max-age={UNCHANGED_SECONDS}, immutable"}


def felt_colours() -> str:
    """The style sheet with the felt colours of each game, which are those of its printed layout."""
    colours = {slug: shown(game(slug)).felt for slug in (*slugs(), *BASE_SLUGS)}
    return "".join(
        f".felt-of-{slug} {{ --felt: {inks.felt}; --felt-deep: {inks.edge}; --gold-line: {inks.accent}; }}\n"
        for slug, inks in colours.items()
    )


def felts() -> str:
    """The address of the colours, with a hash that changes with them."""
    return f"/static/felts.css?v={hashlib.sha256(felt_colours().encode()).hexdigest()[:10]}"


@router.get("/static/felts.css")
def get_felt_colours() -> Response:
    return Response(felt_colours(), media_type="text/css", headers=FOR_GOOD)


@cached_by_game(256)
def _felt(slug: str) -> str:
    return felt_picture(play_config(slug))


@router.get("/static/felts/{slug}.svg")
def get_felt(slug: str) -> Response:
    """The felt of a game as it is played here."""
    return Response(_felt(slug), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


@dataclass(frozen=True, slots=True)
class LobbyGame:
    """A game on the page of all games."""

    slug: str
    game: str
    """The slug of the game whose felt it has."""
    title: str
    about: str
    wagers: str
    players: int
    """Players at its public tables with an open browser."""
    approved: bool = True
    """False for a game from outside Pitbook."""

    @property
    def playing(self) -> str:
        return f"{self.players} playing now"

    @property
    def felt(self) -> str:
        return f"/static/felts/{self.slug}.svg"


def rooms(open_tables: list[dict[str, Any]]) -> list[LobbyGame]:
    """Every game, with the number of players now."""
    found = []
    for slug in played():
        config = play_config(slug)
        names = listed(wager.name for wager in config.wagers() if not wager.is_required)
        playing = sum(shown["playing"] for shown in open_tables if shown["game"] == slug)
        found.append(
            LobbyGame(
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
def choose(request: Request, filters: Annotated[Filters, Depends()]) -> HTMLResponse:
    """The games to choose from, by family."""
    play = services(request).play
    found = {room.slug: room for room in rooms(play.open_tables())}
    rows = comparison.rows(figures_of(request), meter_of=meter_of(request))
    return page(
        request,
        "play/rooms.html",
        here="play",
        felts=felts(),
        rooms=found,
        finder=find([_listed(room, rows) for room in found.values()], filters),
        first=found[FIRST],
        chips=play.rules.chips,
    )


def _listed(room: LobbyGame, rows: list[ComparisonRow]) -> FinderEntry:
    """A room with the figures of the wagers that it offers."""
    config = play_config(room.slug)
    offered = {*config.offered, *(wager.slug for wager in config.game.wagers if wager.components)}
    shown = (row for row in rows if row.of.game == config.game.slug and row.of.wager in offered)
    return FinderEntry(room.slug, room.title, config.game, tuple(shown))


@router.get("/play/{slug}")
def take_seat(request: Request, slug: str) -> HTMLResponse:
    """Takes a seat at a public table: at once with scripts, otherwise with one click."""
    title = title_of(_known(slug))
    return page(
        request, "play/seat.html", here="play", felts=felts(), slug=slug, title=title, game=play_config(slug).game.slug
    )


async def fields(request: Request) -> dict[str, str]:
    """The fields of a posted form."""
    try:
        return dict(parse_qsl((await request.body()).decode(), max_num_fields=MOST_FIELDS))
    except ValueError:
        raise BadInput("the form could not be read: open its page and send it again") from None


@router.post("/play/{slug}")
def sit(request: Request, slug: str, form: Annotated[dict[str, str], Depends(fields)]) -> RedirectResponse:
    """Takes a seat and redirects to the table; with ``deal``, to a private table with a hand already dealt."""
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
    """The slug of a table's game on these pages; one game is played with either of two progressives."""
    slug = config.game.slug
    return next((each for each in played() if play_config(each) == config), slug)


def _felt_of(of: Game) -> str:
    """The game whose felt colours apply: a design uses those of its base game."""
    base = base_game(of)
    return of.slug if of.slug in slugs() or base is None else base.slug


def _known(slug: str) -> str:
    if not is_played(slug):
        raise NotFound(f"there is no game {quoted(slug)}: there are {listed(played())}")
    return slug


def _called(name: str, longest: int) -> str:
    """The visitor's display name, without unprintable characters."""
    printable = "".join(letter for letter in name if letter.isprintable())
    return " ".join(printable.split())[:longest].strip() or GUEST
