"""The HTTP API of the tables for play money: no account, a visitor is known by a cookie.

Every write answers with the view of the table; the same ``Idempotency-Key`` again does nothing twice.
"""

import re
import secrets
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import Field

from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.room.play.service import owner_of
from pitbook.room.tables.log import PLAY
from pitbook.room.tables.service import Receipt
from pitbook.table.notation import write_rounds
from pitbook.web.http.access import public
from pitbook.web.http.cookies import address_of
from pitbook.web.http.live_tables import stream
from pitbook.web.http.openapi import EVENTS, sends
from pitbook.web.office.jackpots_api import Asked, GivenKey, services

router = APIRouter(
    prefix="/api/v1/play",
    tags=["play"],
    dependencies=[public("play money: a visitor is known by a cookie that opens nothing else")],
)

COOKIE: Final = "pitbook-player"
COOKIE_SECONDS: Final = 365 * 24 * 3600
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
LARGEST: Final = 10**9
NamedSum = Annotated[
    int | None,
    Field(ge=1, le=LARGEST, description="The sum that the player names, in cents, where the choice takes one."),
]
Table = Annotated[str, Field(min_length=1, max_length=60)]
Game = Annotated[str, Field(min_length=1, max_length=40)]


def _cookie_name(request: Request) -> str:
    """Over TLS the browser itself sees to it that no other host has set it."""
    return f"__Host-{COOKIE}" if request.url.scheme == "https" else COOKIE


def token_of(request: Request) -> str:
    """A visitor's token; empty where there is none yet."""
    token = request.cookies.get(_cookie_name(request), "")
    return token if _TOKEN.fullmatch(token) else ""


def looking(request: Request) -> str:
    """Who looks, as the record names them; empty for somebody new."""
    token = token_of(request)
    return owner_of(token) if token else ""


def visiting(request: Request, response: Response) -> str:
    """Who acts; somebody new gets a cookie."""
    token = token_of(request)
    if not token:
        services(request).play.newcomers.spend(address_of(request))
        token = secrets.token_urlsafe(32)
        response.set_cookie(
            _cookie_name(request), token, max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="lax",
            secure=request.url.scheme == "https",
        )  # fmt: skip
    return owner_of(token)


Looking = Annotated[str, Depends(looking)]
Visiting = Annotated[str, Depends(visiting)]


def key_of(visitor: Visiting, key: GivenKey) -> str:
    """The request's key, each visitor's own."""
    return f"{visitor}: {key}"


Key = Annotated[str, Depends(key_of)]
View = dict[str, Any]


@router.get("/tables")
def list_tables(request: Request) -> list[View]:
    """The public tables that are open, and the games that have none yet."""
    return services(request).play.open_tables()


class NewTable(Asked):
    """Which game, and whether only who has the link finds the table."""

    game: Game
    private: bool = False


@router.post("/tables")
def open_table(request: Request, visitor: Visiting, key: Key, asked: NewTable) -> View:
    """A table to play at: the visitor's own, else one with a free seat, else a new one."""
    play = services(request).play
    name = play.open_private(asked.game, visitor, key) if asked.private else play.find(asked.game, visitor)
    return play.view(name, visitor)


@router.get("/tables/{table}")
def get_table(request: Request, visitor: Looking, table: Table) -> View:
    """The view of a table; it differs between visitors only in whose seat is ``you``."""
    return services(request).play.view(table, visitor)


@router.get("/tables/{table}/events", response_class=StreamingResponse, responses=sends(EVENTS))
async def get_events(request: Request, visitor: Looking, table: Table) -> StreamingResponse:
    """The table, live: server-sent events ``view``, each the view with the new ``events``; ``beat`` in between."""
    found = services(request)
    return await stream(
        found.live_tables,
        PLAY + table,
        lambda after: found.play.news(table, visitor, after),
        present=lambda: found.play.looking(table, visitor),
    )


class Sit(Asked):
    """A name to be called by, and a seat; 0 is any."""

    player: Annotated[str, Field(min_length=1, max_length=20)] = "Player"
    seat: Annotated[int, Field(ge=0, le=9)] = 0


@router.post("/tables/{table}/seat")
def sit(request: Request, visitor: Visiting, key: Key, table: Table, asked: Sit) -> View:
    """Sits down; whoever left this table before has the same chips again."""
    return _answer(request, visitor, table, services(request).play.sit(table, visitor, asked.player, asked.seat, key))


@router.post("/tables/{table}/leave")
def leave(request: Request, visitor: Visiting, key: Key, table: Table) -> View:
    """Takes bets and chips along, between rounds."""
    return _answer(request, visitor, table, services(request).play.leave(table, visitor, key))


@router.post("/tables/{table}/buy")
def buy(request: Request, visitor: Visiting, key: Key, table: Table) -> View:
    """More play money."""
    return _answer(request, visitor, table, services(request).play.buy(table, visitor, key))


class OneBet(Asked):
    """What lies on one spot."""

    wager: Annotated[str, Field(min_length=1, max_length=40)]
    cents: Annotated[int, Field(ge=1, le=LARGEST)]
    spot: Annotated[int, Field(ge=0, le=9)] = 0
    choice: Annotated[str, Field(max_length=20)] = ""


class Bets(Asked):
    """A whole layout, or the bets of the last round again."""

    bets: Annotated[list[OneBet], Field(max_length=16)] = Field(default_factory=list)
    repeat: bool = False


@router.post("/tables/{table}/bets")
def bet(request: Request, visitor: Visiting, key: Key, table: Table, asked: Bets) -> View:
    """Changes all that the visitor has bet to this, all of it or nothing; no bets at all take everything back."""
    if asked.repeat and asked.bets:
        raise BadInput("either bets are given or those of the last round are repeated, not both")
    bets = [Bet(each.wager, Cents(each.cents), each.spot, each.choice) for each in asked.bets]
    receipt = services(request).play.bet(table, visitor, None if asked.repeat else bets, key)
    return _answer(request, visitor, table, receipt)


@router.post("/tables/{table}/ready")
def ready(request: Request, visitor: Visiting, key: Key, table: Table) -> View:
    """Says that the deal may begin."""
    return _answer(request, visitor, table, services(request).play.ready(table, visitor, key))


class Decision(Asked):
    """An answer to what is asked; for pai gow the cards as they are set."""

    answer: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Annotated[int, Field(ge=1, le=9)] = 1
    cents: NamedSum = None


@router.post("/tables/{table}/decision")
def decide(request: Request, visitor: Visiting, key: Key, table: Table, asked: Decision) -> View:
    """Decides for the visitor's own hand; what follows is dealt at once."""
    cents = None if asked.cents is None else Cents(asked.cents)
    receipt = services(request).play.decide(table, visitor, asked.answer, asked.hand, key, cents)
    return _answer(request, visitor, table, receipt)


@router.get("/tables/{table}/advice")
def get_advice(request: Request, visitor: Looking, table: Table) -> dict[str, list[str]]:
    """What the chart or the house way says to what the visitor is asked now."""
    return {"words": services(request).play.advice(table, visitor)}


@router.get("/tables/{table}/cost")
def get_cost(
    request: Request,
    table: Table,
    wager: Annotated[str, Query(min_length=1, max_length=40)],
    cents: Annotated[int, Query(ge=1, le=LARGEST)],
    spot: Annotated[int, Query(ge=0, le=9)] = 0,
    choice: Annotated[str, Query(max_length=20)] = "",
) -> View:
    """The house edge of a bet and what it loses on average; ``counting`` while that is being worked out."""
    return services(request).play.cost(table, Bet(wager, Cents(cents), spot, choice))


@router.get("/tables/{table}/settings")
def get_settings(request: Request, visitor: Looking, table: Table) -> dict[str, list[View]]:
    """Every way to set the visitor's seven cards, in words; ``foul`` ones are refused, one is the ``house_way``."""
    return {"settings": services(request).play.settings(table, visitor)}


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
def get_record(request: Request, table: Table, form: Literal["log", "notation"] = "log") -> PlainTextResponse:
    """The record up to the last shoe that was shown, to be replayed and checked with ``pitbook replay``."""
    events = services(request).play.record(table)
    if not events:
        raise BadInput("no shoe of this table has come to its end yet: its record can be checked when one has")
    text = write_rounds(events) if form == "notation" else "".join(f"{event.line()}\n" for event in events)
    ending = "txt" if form == "notation" else "jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{table}.{ending}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers)


def _answer(request: Request, visitor: str, table: str, receipt: Receipt) -> View:
    """The view as it stands now, and what was done, which is the same however often it is asked for."""
    done = {"number": receipt["number"], "seat": receipt["seat"]}
    return services(request).play.view(table, visitor) | {"done": done}
