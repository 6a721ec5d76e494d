"""The HTTP API of the room's tables, for the dealer's console: every act checks the duties of the signed-in person.

A write returns the number of its event; a retry with the same ``Idempotency-Key`` gets the same answer and does nothing
again. The new view of the table comes with the event stream.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from pitbook.games.settle import Bet
from pitbook.jackpot.people import Person
from pitbook.money import Cents
from pitbook.room.tables.pit import Pit
from pitbook.room.tables.service import Receipt
from pitbook.web.dealer.pressing import DealerRequest, DealersRequest, OpeningRequest, PressRoute
from pitbook.web.http.live import EventStream, stream_table
from pitbook.web.http.openapi import EVENTS, sends
from pitbook.web.office.jackpots_api import Asking, PrintableBody, services, still
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
    """Lists all tables of the property, open and closed."""
    return services(request).pit.floor()


@router.get("/{table}")
def get_table(request: Request, asking: Asking, table: Table) -> View:
    """Returns the view of a table, with its controller."""
    return services(request).pit.view(table)


@router.get("/{table}/events", response_class=EventStream, responses=sends(EVENTS))
async def get_events(request: Request, asking: Asking, token: Token, table: Table) -> EventStream:
    """Streams a table: server-sent events ``view``, each the view with the new ``events``; ``beat`` in between."""
    found = services(request)
    return await stream_table(
        found.live_tables, table, lambda after: found.pit.news(table, after), still(request, token)
    )


class ActReceipt(BaseModel):
    """The table, and the number of the last event that the act added to its log."""

    table: str
    number: Annotated[int, Field(description="The number of the table's last event.")]
    words: Annotated[str, Field(description="The part that was not done, and why; empty if everything was done.")] = ""


# The answer is plain data already, so the route returns it without validation and copying, which take time.
acting = partial(router.post, response_model=ActReceipt)


class Opening(PrintableBody):
    """Confirms that the table was inspected, and chooses whether it records seats."""

    checked: Annotated[bool, Field(description="Notices are up, cards and tray are counted.")] = False
    controller_only: Annotated[
        bool, Field(description="Opens the table for its controller alone: no seats, bets or cards are kept.")
    ] = False


@acting("/{table}/open")
async def open_table(dealer: OpeningRequest, table: Table, asked: Opening) -> JSONResponse:
    """Opens a table from the current configuration, if the gate allows it; records the checklist with the opening."""
    checked, only = asked.checked, asked.controller_only
    return await _done(
        dealer, lambda pit, person, key: pit.open(table, person, key, checked=checked, controller_only=only)
    )


class Closing(PrintableBody):
    """The reason for closing, and the confirmation that seated players leave with their chips."""

    why: Annotated[str, Field(min_length=1, max_length=300)]
    players_leave: Annotated[bool, Field(description="Confirms that seated players leave with their chips.")] = False


@acting("/{table}/close")
async def close_table(dealer: OpeningRequest, table: Table, asked: Closing) -> JSONResponse:
    """Closes a table between rounds; while players are seated, refuses with their names unless confirmed."""
    why, leave = asked.why, asked.players_leave
    return await _done(dealer, lambda pit, person, key: pit.close(table, person, why, key, players_leave=leave))


class SeatPlayer(PrintableBody):
    """A player who sits down."""

    seat: Seat
    player: Words
    chips: Chips


@acting("/{table}/seat")
async def sit(dealer: DealersRequest, table: Table, asked: SeatPlayer) -> JSONResponse:
    """Seats a player with chips."""
    chips = Cents(asked.chips)
    return await _done(dealer, lambda pit, person, key: pit.sit(table, person, asked.seat, asked.player, chips, key))


class BuyIn(PrintableBody):
    """More chips for a seat."""

    seat: Seat
    chips: Chips


@acting("/{table}/buy")
async def buy(dealer: DealersRequest, table: Table, asked: BuyIn) -> JSONResponse:
    """Sells a player more chips, between rounds."""
    return await _done(dealer, lambda pit, person, key: pit.buy(table, person, asked.seat, Cents(asked.chips), key))


class AtSeat(PrintableBody):
    """A seat."""

    seat: Seat


@acting("/{table}/leave")
async def leave(dealer: DealersRequest, table: Table, asked: AtSeat) -> JSONResponse:
    """Clears a seat, between rounds."""
    return await _done(dealer, lambda pit, person, key: pit.leave(table, person, asked.seat, key))


class SeatBets(PrintableBody):
    """All bets of a seat."""

    seat: Seat
    bets: Annotated[list[OneBet], Field(max_length=16)]


@acting("/{table}/bets")
async def bet(dealer: DealersRequest, table: Table, asked: SeatBets) -> JSONResponse:
    """Replaces all bets of a seat with these; if one is refused, nothing changes."""
    bets = [Bet(each.wager, Cents(each.cents), each.spot, each.choice) for each in asked.bets]
    return await _done(dealer, lambda pit, person, key: pit.bet(table, person, asked.seat, bets, key))


@acting("/{table}/same-bets")
async def same_bets(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Repeats the last bets of every seat without a bet; ``words`` names the seats that cannot."""
    return await _done(dealer, lambda pit, person, key: pit.same_bets(table, person, key))


@acting("/{table}/close-betting")
async def close_betting(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Closes betting and, in the same transaction, locks progressive wagers on the controller."""
    return await _done(dealer, lambda pit, person, key: pit.close_betting(table, person, key))


class Cards(PrintableBody):
    """Cards in text, such as ``Ks 9h ??``; ``??`` is a card face down."""

    cards: Annotated[str, Field(max_length=MOST_CARDS)] = ""


@acting("/{table}/cards")
async def cards(dealer: DealersRequest, table: Table, asked: Cards) -> JSONResponse:
    """Enters physical cards; several cards complete several steps."""
    return await _done(dealer, lambda pit, person, key: pit.cards(table, person, asked.cards, key))


class EnteredNumber(PrintableBody):
    """The number that dice or a device show."""

    number: Annotated[int, Field(ge=0, le=1_000)]


@acting("/{table}/number")
async def number(dealer: DealersRequest, table: Table, asked: EnteredNumber) -> JSONResponse:
    """Enters the number that the table asks for."""
    return await _done(dealer, lambda pit, person, key: pit.number(table, person, asked.number, key))


class EnteredDecision(PrintableBody):
    """A player's decision, or the dealer's with seat 0."""

    seat: Annotated[int, Field(ge=0, le=9)]
    answer: Annotated[str, Field(min_length=1, max_length=60)]
    hand: Annotated[int, Field(ge=1, le=9)] = 1
    cents: NamedSum = None


@acting("/{table}/decision")
async def decide(dealer: DealersRequest, table: Table, asked: EnteredDecision) -> JSONResponse:
    """Enters the decision that the table asks for."""
    cents = None if asked.cents is None else Cents(asked.cents)
    return await _done(
        dealer,
        lambda pit, person, key: pit.decide(table, person, asked.seat, asked.answer, asked.hand, key, cents),
    )


@acting("/{table}/step")
async def step(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Does the next step, if it needs no input."""
    return await _done(dealer, lambda pit, person, key: pit.step(table, person, key))


@acting("/{table}/settle-next")
async def settle_next(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Settles the next wager; a prize from the meter only after the controller has recorded it."""
    return await _done(dealer, lambda pit, person, key: pit.settle_next(table, person, key))


@acting("/{table}/advance")
async def advance(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Does all steps up to the next one that needs input."""
    return await _done(dealer, lambda pit, person, key: pit.advance(table, person, key))


@acting("/{table}/shuffle")
async def shuffle(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Shuffles: makes a new shoe, or records that the physical cards were shuffled."""
    return await _done(dealer, lambda pit, person, key: pit.shuffle(table, person, key))


class LastInput(PrintableBody):
    """The input to undo: the view lists them under ``undo``, the latest first."""

    event: Annotated[int, Field(ge=1, le=LARGEST)]


@acting("/{table}/undo")
async def undo(dealer: DealersRequest, table: Table, asked: LastInput) -> JSONResponse:
    """Undoes the last input of the round; refused after an irreversible step."""
    return await _done(dealer, lambda pit, person, key: pit.undo(table, person, asked.event, key))


@router.post("/{table}/key-in", response_model=View)
async def key_in(dealer: DealersRequest, table: Table) -> JSONResponse:
    """Presses the hand button for the win about to be paid from the meter; returns the controller."""
    return JSONResponse(await dealer.do(lambda pit, person, key: pit.key_in(table, person, key)))


async def _done(dealer: DealerRequest, act: Callable[[Pit, Person, str], Receipt]) -> JSONResponse:
    receipt = await dealer.do(act)
    return JSONResponse({"table": receipt["table"], "number": receipt["number"], "words": receipt.get("words", "")})
