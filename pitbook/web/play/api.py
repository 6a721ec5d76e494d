"""The HTTP API of the play-money tables: no account; a cookie identifies the visitor.

Every write returns the view of the table; a retry with the same ``Idempotency-Key`` does nothing again.
"""

import re
import secrets
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.room.play.service import owner_of
from pitbook.room.tables.log import PLAY
from pitbook.room.tables.service import Receipt
from pitbook.table.notation import write_rounds
from pitbook.web.http.access import public
from pitbook.web.http.cookies import rate_key
from pitbook.web.http.live import EventStream, stream_table
from pitbook.web.http.openapi import EVENTS, sends
from pitbook.web.office.jackpots_api import GivenKey, PrintableBody, services

router = APIRouter(
    prefix="/api/v1/play",
    tags=["play"],
    dependencies=[public("play money: a cookie identifies the visitor and gives access to nothing else")],
)

COOKIE: Final = "pitbook-player"
COOKIE_SECONDS: Final = 365 * 24 * 3600
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
LARGEST: Final = 10**9
NamedSum = Annotated[
    int | None,
    Field(ge=1, le=LARGEST, description="The amount in cents, if the choice needs one."),
]
Table = Annotated[str, Field(min_length=1, max_length=60)]
Game = Annotated[str, Field(min_length=1, max_length=40)]


def _cookie_name(request: Request) -> str:
    """The name of the cookie; over TLS its prefix makes the browser refuse one set by another host."""
    return f"__Host-{COOKIE}" if request.url.scheme == "https" else COOKIE


def token_of(request: Request) -> str:
    """The visitor's token; empty if there is none yet."""
    token = request.cookies.get(_cookie_name(request), "")
    return token if _TOKEN.fullmatch(token) else ""


def looking(request: Request) -> str:
    """The visitor's identifier in the records; empty for a new visitor."""
    token = token_of(request)
    return owner_of(token) if token else ""


def visiting(request: Request, response: Response) -> str:
    """The visitor's identifier; a new visitor gets a cookie."""
    token = token_of(request)
    if not token:
        services(request).play.newcomers.acquire(rate_key(request))
        token = secrets.token_urlsafe(32)
        response.set_cookie(
            _cookie_name(request), token, max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="lax",
            secure=request.url.scheme == "https",
        )  # fmt: skip
    return owner_of(token)


Looking = Annotated[str, Depends(looking)]
Visiting = Annotated[str, Depends(visiting)]


def key_of(visitor: Visiting, key: GivenKey) -> str:
    """The idempotency key of the request, in the visitor's namespace."""
    return f"{visitor}: {key}"


Key = Annotated[str, Depends(key_of)]
View = dict[str, Any]


@router.get("/tables")
def list_tables(request: Request) -> list[View]:
    """Lists open public tables, and games without one."""
    return services(request).play.open_tables()


class NewTable(PrintableBody):
    """The game, and whether the table is private, found only by its link."""

    game: Game
    private: bool = False


@router.post("/tables")
def open_table(request: Request, visitor: Visiting, key: Key, asked: NewTable) -> View:
    """Finds a table: the visitor's own, else one with a free seat, else a new one."""
    play = services(request).play
    name = play.open_private(asked.game, visitor, key) if asked.private else play.find(asked.game, visitor)
    return play.view(name, visitor)


@router.get("/tables/{table}")
def get_table(request: Request, visitor: Looking, table: Table) -> View:
    """Returns the view of a table; only ``you``, the visitor's seat, differs between visitors."""
    return services(request).play.view(table, visitor)


@router.get("/tables/{table}/events", response_class=EventStream, responses=sends(EVENTS))
async def get_events(request: Request, visitor: Looking, table: Table) -> EventStream:
    """Streams a table: server-sent events ``view``, each the view with the new ``events``; ``beat`` in between."""
    found = services(request)
    return await stream_table(
        found.live_tables,
        PLAY + table,
        lambda after: found.play.news(table, visitor, after),
        present=lambda: found.play.looking(table, visitor),
    )


class TakeSeat(PrintableBody):
    """A display name and a seat; 0 means any."""

    player: Annotated[str, Field(min_length=1, max_length=20)] = "Player"
    seat: Annotated[int, Field(ge=0, le=9)] = 0


@router.post("/tables/{table}/seat")
def sit(request: Request, visitor: Visiting, key: Key, table: Table, asked: TakeSeat) -> View:
    """Takes a seat; a visitor who left this table before gets the same chips again."""
    return _answer(request, visitor, table, services(request).play.sit(table, visitor, asked.player, asked.seat, key))


@router.post("/tables/{table}/leave")
def leave(request: Request, visitor: Visiting, key: Key, table: Table) -> View:
    """Leaves the seat between rounds, with bets and chips."""
    return _answer(request, visitor, table, services(request).play.leave(table, visitor, key))


@router.post("/tables/{table}/buy")
def buy(request: Request, visitor: Visiting, key: Key, table: Table) -> View:
    """Buys more play money."""
    return _answer(request, visitor, table, services(request).play.buy(table, visitor, key))


class OneBet(PrintableBody):
    """The bet on one spot."""

    wager: Annotated[str, Field(min_length=1, max_length=40)]
    cents: Annotated[int, Field(ge=1, le=LARGEST)]
    spot: Annotated[int, Field(ge=0, le=9)] = 0
    choice: Annotated[str, Field(max_length=20)] = ""


class BetsRequest(PrintableBody):
    """A whole layout, or the bets of the last round again."""

    bets: Annotated[list[OneBet], Field(max_length=16)] = Field(default_factory=list)
    repeat: bool = False


@router.post("/tables/{table}/bets")
def bet(request: Request, visitor: Visiting, key: Key, table: Table, asked: BetsRequest) -> View:
    """Replaces all bets of the visitor with these; if one is refused, nothing changes. An empty list clears them."""
    if asked.repeat and asked.bets:
        raise BadInput("give bets or repeat those of the last round, not both")
    bets = [Bet(each.wager, Cents(each.cents), each.spot, each.choice) for each in asked.bets]
    receipt = services(request).play.bet(table, visitor, None if asked.repeat else bets, key)
    return _answer(request, visitor, table, receipt)


@router.post("/tables/{table}/ready")
def ready(request: Request, visitor: Visiting, key: Key, table: Table) -> View:
    """Marks the visitor as ready for the deal."""
    return _answer(request, visitor, table, services(request).play.ready(table, visitor, key))


class PlayerDecision(PrintableBody):
    """A decision; for a game with set hands, the cards as the player sets them."""

    answer: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Annotated[int, Field(ge=1, le=9)] = 1
    cents: NamedSum = None


@router.post("/tables/{table}/decision")
def decide(request: Request, visitor: Visiting, key: Key, table: Table, asked: PlayerDecision) -> View:
    """Makes a decision for the visitor's hand and deals on."""
    cents = None if asked.cents is None else Cents(asked.cents)
    receipt = services(request).play.decide(table, visitor, asked.answer, asked.hand, key, cents)
    return _answer(request, visitor, table, receipt)


@router.get("/tables/{table}/advice")
def get_advice(request: Request, visitor: Looking, table: Table) -> dict[str, list[str]]:
    """Returns the advice of the chart or house way for the visitor's current decision."""
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
    """Returns the house edge of a bet and its average loss; ``counting`` while the calculation runs."""
    return services(request).play.cost(table, Bet(wager, Cents(cents), spot, choice))


@router.get("/tables/{table}/settings")
def get_settings(request: Request, visitor: Looking, table: Table) -> dict[str, list[View]]:
    """Lists every way to set the visitor's cards; ``foul`` ones would be refused, one is the ``house_way``."""
    return {"settings": services(request).play.settings(table, visitor)}


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
def get_record(request: Request, table: Table, form: Literal["log", "notation"] = "log") -> PlainTextResponse:
    """Downloads the record up to the last revealed shoe, to replay and check with ``pitbook replay``."""
    events = services(request).play.record(table)
    if not events:
        raise BadInput("the record is available after the first shoe of this table ends")
    text = write_rounds(events) if form == "notation" else "".join(f"{event.line()}\n" for event in events)
    ending = "txt" if form == "notation" else "jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{table}.{ending}"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers)


def _answer(request: Request, visitor: str, table: str, receipt: Receipt) -> View:
    """The current view, with the receipt of the act, which is the same for each retry."""
    done = {"number": receipt["number"], "seat": receipt["seat"]}
    return services(request).play.view(table, visitor) | {"done": done}
