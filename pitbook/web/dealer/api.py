"""The HTTP API of the room's tables, for the dealer's console: every act by somebody who may do it.

A write answers with what was done; the same ``Idempotency-Key`` again gives the same answer and does nothing. What the
table shows comes by the stream.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field

from pitbook.games.settle import Bet
from pitbook.jackpot.people import Person
from pitbook.money import Cents
from pitbook.room.tables.pit import Pit
from pitbook.room.tables.service import Receipt
from pitbook.web.dealer.pressing import DealersHand, Hand, OpeningHand, PressRoute
from pitbook.web.http.live_tables import stream
from pitbook.web.http.openapi import EVENTS, sends
from pitbook.web.office.jackpots_api import Asked, Asking, services, still
from pitbook.web.people.sessions_api import Token
from pitbook.web.play.api import LARGEST, NamedSum, OneBet

router = APIRouter(prefix="/api/v1/tables", tags=["tables"], route_class=PressRoute)

Table = Annotated[str, Field(min_length=1, max_length=40)]
Seat = Annotated[int, Field(ge=1, le=9)]
Chips = Annotated[int, Field(ge=1, le=LARGEST, description="In cents.")]
Words = Annotated[str, Field(min_length=1, max_length=200)]
View = dict[str, Any]
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


class Opening(Asked):
    """That somebody has looked at the table itself, and whether it keeps its seats."""

    checked: Annotated[bool, Field(description="Notices are up, cards and tray are counted.")] = False
    controller_only: Annotated[
        bool, Field(description="Opens the table for its controller alone: no seats, bets or cards are kept.")
    ] = False


@acting("/{table}/open")
async def open_table(request: Request, hand: OpeningHand, table: Table, asked: Opening) -> JSONResponse:
    """Opens a table from the current configuration, through the gate, and keeps its checklist in one record."""
    checked, only = asked.checked, asked.controller_only
    return await _done(
        request, hand, lambda pit, person, key: pit.open(table, person, key, checked=checked, controller_only=only)
    )


class Closing(Asked):
    """Why a table is closed, and that players who still sit there leave with their chips."""

    why: Annotated[str, Field(min_length=1, max_length=300)]
    players_leave: Annotated[bool, Field(description="Confirms that whoever still sits there leaves.")] = False


@acting("/{table}/close")
async def close_table(request: Request, hand: OpeningHand, table: Table, asked: Closing) -> JSONResponse:
    """Closes a table between rounds, with its reason; refused with who still sits there until that is confirmed."""
    why, leave = asked.why, asked.players_leave
    return await _done(request, hand, lambda pit, person, key: pit.close(table, person, why, key, players_leave=leave))


class Sit(Asked):
    """A player who sits down."""

    seat: Seat
    player: Words
    chips: Chips


@acting("/{table}/seat")
async def sit(request: Request, hand: DealersHand, table: Table, asked: Sit) -> JSONResponse:
    """A player sits down with chips."""
    chips = Cents(asked.chips)
    return await _done(
        request, hand, lambda pit, person, key: pit.sit(table, person, asked.seat, asked.player, chips, key)
    )


class BuyIn(Asked):
    """More chips for a seat."""

    seat: Seat
    chips: Chips


@acting("/{table}/buy")
async def buy(request: Request, hand: DealersHand, table: Table, asked: BuyIn) -> JSONResponse:
    """A player gets more chips, between rounds."""
    return await _done(
        request, hand, lambda pit, person, key: pit.buy(table, person, asked.seat, Cents(asked.chips), key)
    )


class AtSeat(Asked):
    """Which seat."""

    seat: Seat


@acting("/{table}/leave")
async def leave(request: Request, hand: DealersHand, table: Table, asked: AtSeat) -> JSONResponse:
    """A player leaves, between rounds."""
    return await _done(request, hand, lambda pit, person, key: pit.leave(table, person, asked.seat, key))


class SeatBets(Asked):
    """All that a seat bets."""

    seat: Seat
    bets: Annotated[list[OneBet], Field(max_length=16)]


@acting("/{table}/bets")
async def bet(request: Request, hand: DealersHand, table: Table, asked: SeatBets) -> JSONResponse:
    """Changes all that a seat has bet to this, all of it or nothing."""
    bets = [Bet(each.wager, Cents(each.cents), each.spot, each.choice) for each in asked.bets]
    return await _done(request, hand, lambda pit, person, key: pit.bet(table, person, asked.seat, bets, key))


@acting("/{table}/same-bets")
async def same_bets(request: Request, hand: DealersHand, table: Table) -> JSONResponse:
    """Every seat without a bet bets as in its last round; one that has too few chips left is passed over."""
    return await _done(request, hand, lambda pit, person, key: pit.same_bets(table, person, key))


@acting("/{table}/close-betting")
async def close_betting(request: Request, hand: DealersHand, table: Table) -> JSONResponse:
    """No more bets; progressive wagers are locked on the controller in the same moment."""
    return await _done(request, hand, lambda pit, person, key: pit.close_betting(table, person, key))


class Cards(Asked):
    """Cards as they are read, such as ``Ks 9h ??``; ``??`` lies face down."""

    cards: Annotated[str, Field(max_length=MOST_CARDS)] = ""


@acting("/{table}/cards")
async def cards(request: Request, hand: DealersHand, table: Table, asked: Cards) -> JSONResponse:
    """Physical cards, for as many steps as they are for."""
    return await _done(request, hand, lambda pit, person, key: pit.cards(table, person, asked.cards, key))


class Shown(Asked):
    """What dice or a device show."""

    number: Annotated[int, Field(ge=0, le=1_000)]


@acting("/{table}/number")
async def number(request: Request, hand: DealersHand, table: Table, asked: Shown) -> JSONResponse:
    """The number that is due."""
    return await _done(request, hand, lambda pit, person, key: pit.number(table, person, asked.number, key))


class Decision(Asked):
    """A player's answer, or with seat 0 the dealer's."""

    seat: Annotated[int, Field(ge=0, le=9)]
    answer: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Annotated[int, Field(ge=1, le=9)] = 1
    cents: NamedSum = None


@acting("/{table}/decision")
async def decide(request: Request, hand: DealersHand, table: Table, asked: Decision) -> JSONResponse:
    """An answer to what is asked."""
    cents = None if asked.cents is None else Cents(asked.cents)
    return await _done(
        request,
        hand,
        lambda pit, person, key: pit.decide(table, person, asked.seat, asked.answer, asked.hand, key, cents),
    )


@acting("/{table}/step")
async def step(request: Request, hand: DealersHand, table: Table) -> JSONResponse:
    """The one step that is due, where it needs nobody's word."""
    return await _done(request, hand, lambda pit, person, key: pit.step(table, person, key))


@acting("/{table}/settle-next")
async def settle_next(request: Request, hand: DealersHand, table: Table) -> JSONResponse:
    """Pays or takes the next wager; a prize from the meter once it is recorded on the controller."""
    return await _done(request, hand, lambda pit, person, key: pit.settle_next(table, person, key))


@acting("/{table}/advance")
async def advance(request: Request, hand: DealersHand, table: Table) -> JSONResponse:
    """All steps up to the next that needs somebody."""
    return await _done(request, hand, lambda pit, person, key: pit.advance(table, person, key))


@acting("/{table}/shuffle")
async def shuffle(request: Request, hand: DealersHand, table: Table) -> JSONResponse:
    """A fresh shoe, or a note that the physical cards were shuffled."""
    return await _done(request, hand, lambda pit, person, key: pit.shuffle(table, person, key))


class LastInput(Asked):
    """Which input is taken back: the view lists them under ``undo``, the last one first."""

    event: Annotated[int, Field(ge=1, le=LARGEST)]


@acting("/{table}/undo")
async def undo(request: Request, hand: DealersHand, table: Table, asked: LastInput) -> JSONResponse:
    """The dealer takes back the last input of the round; refused after an irreversible step."""
    return await _done(request, hand, lambda pit, person, key: pit.undo(table, person, asked.event, key))


@router.post("/{table}/key-in")
async def key_in(request: Request, hand: DealersHand, table: Table) -> View:
    """The hand button of the win that is about to be paid from the meter; answers with the controller."""
    pit = services(request).pit
    return await hand.do(lambda person, key: pit.key_in(table, person, key))


async def _done(request: Request, hand: Hand, act: Callable[[Pit, Person, str], Receipt]) -> JSONResponse:
    pit = services(request).pit
    receipt = await hand.do(lambda person, key: act(pit, person, key))
    return JSONResponse({"table": receipt["table"], "number": receipt["number"]})
