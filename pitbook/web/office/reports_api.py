"""The HTTP API of the books: closing days, the prize account, reports and win pages."""

from datetime import date
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pitbook.errors import BadInput
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.money import parse_cents
from pitbook.room.days.reports import FORMATS
from pitbook.web.http.openapi import sends
from pitbook.web.office.jackpots_api import (
    Asking,
    Key,
    Name,
    OptionalDay,
    PrintableBody,
    Reading,
    SettingUp,
    may,
    services,
)

router = APIRouter(prefix="/api/v1")

Kind = Literal["close", "accrual", "hits", "adjustments", "terms", "bank", "funds", "exceptions"]
Format = Literal["json", "csv", "xlsx", "pdf"]
WRITTEN: Final = sends(*(media for media, _ in FORMATS.values()))
Money = Annotated[str, Field(max_length=30, examples=["$12,500.00"])]
Words = Annotated[str, Field(min_length=1, max_length=200)]
ClosingDays = Annotated[Person, Depends(may("close the day"))]
Banking = Annotated[Person, Depends(may("bank"))]
PrintingWins = Annotated[Person, Depends(may("verify a win", "read the ledger"))]


class TheHouse(PrintableBody):
    """The house: its name, its time zone, and the hour at which its gambling day begins."""

    name: Name
    zone: Annotated[str, Field(max_length=60)] = "America/Los_Angeles"
    day_starts: Annotated[int, Field(ge=0, le=12)] = 6


@router.get("/house", tags=["days"])
def get_house(request: Request, asking: Asking) -> dict[str, Any]:
    """Returns the name, time zone and start of the gambling day of the house."""
    return services(request).days.house().to_dict()


@router.put("/house", tags=["days"])
def set_house(request: Request, asking: SettingUp, key: Key, asked: TheHouse) -> dict[str, Any]:
    """Sets the name and clock of the house; after the first day is closed the clock cannot change."""
    house = House(asked.name, asked.zone, asked.day_starts)
    return services(request).days.set_house(house, asking, key)


@router.get("/jackpots/{jackpot}/days", tags=["days"])
def list_days(request: Request, asking: Reading, jackpot: str) -> list[dict[str, Any]]:
    """Lists every gambling day of a jackpot, closed days and open ones."""
    return [day.to_dict() | {"closed": closed} for day, closed in services(request).days.days(jackpot)]


@router.post("/days/{day}/close", tags=["days"])
def close_day(request: Request, asking: ClosingDays, key: Key, day: date) -> dict[str, Any]:
    """Closes a gambling day for every jackpot; refused if any ledger does not balance."""
    return services(request).days.close(day, asking, key)


class Deposit(PrintableBody):
    """A deposit to the prize account."""

    amount: Money
    document: Words


@router.post("/deposits", tags=["bank"])
def deposit(request: Request, asking: Banking, key: Key, asked: Deposit) -> dict[str, Any]:
    """Records a deposit of accrued funds and returns the state of the prize account."""
    return services(request).days.deposit(parse_cents(asked.amount, "amount"), asked.document, asking, key)


class Balance(PrintableBody):
    """The balance of the prize account, and the document that shows it."""

    amount: Money
    source: Literal["online", "statement"]
    document: Words


@router.post("/bank-balances", tags=["bank"])
def bank_balance(request: Request, asking: Banking, key: Key, asked: Balance) -> dict[str, Any]:
    """Records a balance; if the account is short, suspends every jackpot at once."""
    amount = parse_cents(asked.amount, "amount")
    return services(request).days.balance(amount, asked.source, asked.document, asking, key)


@router.get("/funds", tags=["bank"])
def get_funds(request: Request, asking: Reading) -> dict[str, Any]:
    """Runs the prize-funds test now and returns its result."""
    return services(request).days.funds().to_dict()


@router.get("/reports/{kind}", tags=["reports"], response_class=Response, responses=WRITTEN)
def report(
    request: Request,
    asking: Reading,
    kind: Kind,
    first: Annotated[OptionalDay, Query(alias="from", description="The first gambling day.")] = None,
    last: Annotated[OptionalDay, Query(alias="to", description="The last gambling day.")] = None,
    jackpot: Annotated[str, Query(max_length=40, description="Only this jackpot.")] = "",
    form: Annotated[Format, Query(alias="format")] = "json",
) -> Response:
    """Makes a report over gambling days; by default over the last closed day."""
    reports = services(request).reports
    made = reports.report(kind, first, last, jackpot)
    media, body = reports.write(made, form)
    return _file(body, media, f"{kind}-{made.first}-{made.last}.{form}")


@router.get(
    "/jackpots/{jackpot}/awards/{number}/win-page.pdf",
    tags=["reports"],
    response_class=Response,
    responses=sends("application/pdf"),
)
def win_page(
    request: Request,
    asking: PrintingWins,
    jackpot: str,
    number: int,
    player: Annotated[str, Query(max_length=60, description="The player's cards, such as Ks Qs.")] = "",
    dealer: Annotated[str, Query(max_length=60, description="The dealer's cards.")] = "",
) -> Response:
    """Returns the printed page of a prize, as PDF."""
    if not 0 < number < 2**63:
        raise BadInput("a transaction has a number from 1 on")
    body = services(request).reports.win_page(jackpot, number, player, dealer)
    return _file(body, "application/pdf", f"win-{jackpot}-{number}.pdf")


def _file(body: bytes, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return Response(body, media_type=media, headers=headers)
