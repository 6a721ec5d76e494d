"""The HTTP API of the controllers: the state of a table's keypad, and its keys."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from pitbook.room.jackpots.service import controller_record
from pitbook.web.dealer.pressing import DealersRequest
from pitbook.web.office.jackpots_api import Asking, PrintableBody, Slug, services

router = APIRouter(prefix="/api/v1/controllers", tags=["controllers"])

Seat = Annotated[int, Field(ge=1, le=9)]
Outcome = Annotated[str, Field(max_length=60)]


@router.get("/{table}")
def get_controller(request: Request, asking: Asking, table: str) -> dict[str, Any]:
    """Returns the state of a table's controller and the key expected next."""
    jackpots = services(request).jackpots
    controller = jackpots.controller(table)
    return controller_record(controller, jackpots.book(controller.jackpot))


class KeyPress(PrintableBody):
    """A key, with a seat and a hand if the key needs them."""

    key: Slug
    seat: Annotated[int, Field(ge=0, le=9)] = 0
    outcome: Outcome = ""
    without_wagers: Annotated[
        bool, Field(description="Confirms that the round is started although no sensor has a wager on it.")
    ] = False


@router.post("/{table}/presses")
async def press(dealer: DealersRequest, table: str, asked: KeyPress) -> dict[str, Any]:
    """Presses a key of the controller at an open table; a key out of turn is refused with the one expected next."""
    return await dealer.do(
        lambda pit, person, key: pit.press(
            table, asked.key, person, key, asked.seat, asked.outcome, without_wagers=asked.without_wagers
        )
    )


class FixedPay(PrintableBody):
    """A fixed pay of the round."""

    seat: Seat
    outcome: Outcome


@router.post("/{table}/fixed-pays")
async def fixed_pay(dealer: DealersRequest, table: str, asked: FixedPay) -> dict[str, Any]:
    """Records a fixed pay, from the tray or the meter as the jackpot's terms say."""
    return await dealer.do(lambda pit, person, key: pit.fixed_pay(table, person, asked.seat, asked.outcome, key))
