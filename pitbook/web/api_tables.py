"""The HTTP API of the room's tables, for the dealer's console: every act by somebody who may do it.

A write answers with what was done; the same ``Idempotency-Key`` again gives the same answer and does nothing. What the
table shows comes by the stream.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, TypeVarTuple

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.room.tables import Receipt
from pitbook.web.api import Asked, Asking, Dealing, Key, OpeningTables, services, still
from pitbook.web.api_play import LARGEST, OneBet
from pitbook.web.api_sessions import Token
from pitbook.web.description import EVENTS, sends
from pitbook.web.live_tables import stream
from pitbook.web.quick import quickly

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])

Table = Annotated[str, Field(min_length=1, max_length=40)]
Seat = Annotated[int, Field(ge=1, le=9)]
Chips = Annotated[int, Field(ge=1, le=LARGEST, description="In cents.")]
Words = Annotated[str, Field(min_length=1, max_length=200)]
View = dict[str, Any]
Ts = TypeVarTuple("Ts")
MOST_CARDS: Final = 400


@router.get("")
def list_tables(request: Request, asking: Asking) -> list[View]:
    """Every table of the property, open or not."""
    return services(request).pit.floor()


@router.get("/{table}")
def get_table(request: Request, asking: Asking, table: Table) -> View:
    """The view of a table, with its controller."""
    return services(request).pit.view(table)


@router.get("/{table}/events", response_class=StreamingResponse, responses=sends(EVENTS))
async def get_events(request: Request, asking: Asking, token: Token, table: Table) -> StreamingResponse:
    """The table, live: server-sent events ``view``, each the view with the new ``events``; ``beat`` in between."""
    found = services(request)
    return await stream(found.live_tables, table, lambda after: found.pit.news(table, after), still(request, token))


class Done(BaseModel):
    """What was done stands in the table's record."""

    table: str
    number: Annotated[int, Field(description="Of the last event there.")]


# What is answered is plain already: nobody waits for it to be checked and copied.
acting = partial(router.post, response_model=Done)


@acting("/{table}/open")
async def open_table(request: Request, asking: OpeningTables, key: Key, table: Table) -> JSONResponse:
    """Opens a table from the current configuration, through the gate."""
    return await _done(services(request).pit.open, table, asking, key)


@acting("/{table}/close")
async def close_table(request: Request, asking: OpeningTables, key: Key, table: Table) -> JSONResponse:
    """Closes a table between rounds."""
    return await _done(services(request).pit.close, table, asking, key)


class Sit(Asked):
    """A player who sits down."""

    seat: Seat
    player: Words
    chips: Chips


@acting("/{table}/seat")
async def sit(request: Request, asking: Dealing, key: Key, table: Table, asked: Sit) -> JSONResponse:
    """A player sits down with chips."""
    chips = Cents(asked.chips)
    return await _done(services(request).pit.sit, table, asking, asked.seat, asked.player, chips, key)


class BuyIn(Asked):
    """More chips for a seat."""

    seat: Seat
    chips: Chips


@acting("/{table}/buy")
async def buy(request: Request, asking: Dealing, key: Key, table: Table, asked: BuyIn) -> JSONResponse:
    """A player gets more chips, between rounds."""
    return await _done(services(request).pit.buy, table, asking, asked.seat, Cents(asked.chips), key)


class AtSeat(Asked):
    """Which seat."""

    seat: Seat


@acting("/{table}/leave")
async def leave(request: Request, asking: Dealing, key: Key, table: Table, asked: AtSeat) -> JSONResponse:
    """A player leaves, between rounds."""
    return await _done(services(request).pit.leave, table, asking, asked.seat, key)


class SeatBets(Asked):
    """All that a seat bets."""

    seat: Seat
    bets: Annotated[list[OneBet], Field(max_length=16)]


@acting("/{table}/bets")
async def bet(request: Request, asking: Dealing, key: Key, table: Table, asked: SeatBets) -> JSONResponse:
    """Changes all that a seat has bet to this, all of it or nothing."""
    bets = [Bet(each.wager, Cents(each.cents), each.spot, each.choice) for each in asked.bets]
    return await _done(services(request).pit.bet, table, asking, asked.seat, bets, key)


@acting("/{table}/same-bets")
async def same_bets(request: Request, asking: Dealing, key: Key, table: Table) -> JSONResponse:
    """Every seat without a bet bets as in its last round; one that has too few chips left is passed over."""
    return await _done(services(request).pit.same_bets, table, asking, key)


@acting("/{table}/close-betting")
async def close_betting(request: Request, asking: Dealing, key: Key, table: Table) -> JSONResponse:
    """No more bets; progressive wagers are locked on the controller in the same moment."""
    return await _done(services(request).pit.close_betting, table, asking, key)


class Cards(Asked):
    """Cards as they are read, such as ``Ks 9h ??``; ``??`` lies face down."""

    cards: Annotated[str, Field(max_length=MOST_CARDS)] = ""


@acting("/{table}/cards")
async def cards(request: Request, asking: Dealing, key: Key, table: Table, asked: Cards) -> JSONResponse:
    """Physical cards, for as many steps as they are for."""
    return await _done(services(request).pit.cards, table, asking, asked.cards, key)


class Shown(Asked):
    """What dice or a device show."""

    number: Annotated[int, Field(ge=0, le=1_000)]


@acting("/{table}/number")
async def number(request: Request, asking: Dealing, key: Key, table: Table, asked: Shown) -> JSONResponse:
    """The number that is due."""
    return await _done(services(request).pit.number, table, asking, asked.number, key)


class Decision(Asked):
    """A player's answer, or with seat 0 the dealer's."""

    seat: Annotated[int, Field(ge=0, le=9)]
    answer: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Annotated[int, Field(ge=1, le=9)] = 1


@acting("/{table}/decision")
async def decide(request: Request, asking: Dealing, key: Key, table: Table, asked: Decision) -> JSONResponse:
    """An answer to what is asked."""
    return await _done(services(request).pit.decide, table, asking, asked.seat, asked.answer, asked.hand, key)


@acting("/{table}/step")
async def step(request: Request, asking: Dealing, key: Key, table: Table) -> JSONResponse:
    """The one step that is due, where it needs nobody's word."""
    return await _done(services(request).pit.step, table, asking, key)


@acting("/{table}/settle-next")
async def settle_next(request: Request, asking: Dealing, key: Key, table: Table) -> JSONResponse:
    """Pays or takes the next wager; a prize from the meter once it is recorded on the controller."""
    return await _done(services(request).pit.settle_next, table, asking, key)


@acting("/{table}/advance")
async def advance(request: Request, asking: Dealing, key: Key, table: Table) -> JSONResponse:
    """All steps up to the next that needs somebody."""
    return await _done(services(request).pit.advance, table, asking, key)


@acting("/{table}/shuffle")
async def shuffle(request: Request, asking: Dealing, key: Key, table: Table) -> JSONResponse:
    """A fresh shoe, or a note that the physical cards were shuffled."""
    return await _done(services(request).pit.shuffle, table, asking, key)


@router.post("/{table}/key-in")
async def key_in(request: Request, asking: Dealing, key: Key, table: Table) -> View:
    """The hand button of the win that is about to be paid from the meter; answers with the controller."""
    return await quickly(services(request).pit.key_in, table, asking, key)


async def _done(act: Callable[[*Ts], Receipt], *said: *Ts) -> JSONResponse:
    receipt = await quickly(act, *said)
    return JSONResponse({"table": receipt["table"], "number": receipt["number"]})
