"""The dealer's pages: the list of tables, and the console of a table with its controller, updated live."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from pitbook.errors import NotFound
from pitbook.games import game
from pitbook.jackpot.people import Person
from pitbook.room.jackpots.manual_acts import void_reasons
from pitbook.web.dealer import parts as console_parts
from pitbook.web.dealer.console import bet_rows, look_at
from pitbook.web.http.cookies import session_cookie
from pitbook.web.http.live import EventStream, stream_table
from pitbook.web.http.pages import environment
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import services, still

router = APIRouter(include_in_schema=False)

DUTY: Final = "deal"
OPENS: Final = "open a table"
Dealing = Annotated[Person, Depends(room_page(DUTY))]
Table = Annotated[str, Field(min_length=1, max_length=40)]
Seat = Annotated[int, Field(ge=1, le=9)]


@router.get("/room/dealer")
def choose(request: Request, person: Dealing) -> HTMLResponse:
    """The list of all tables; open ones link to their console."""
    found = services(request)
    tables = [{"title": game(each["game"]).name, **each} for each in found.pit.floor()]
    return show(
        request, person, "dealer", "room/dealer/home.html", tables=tables, house=found.days.house().name,
        may_open=person.may(OPENS),
    )  # fmt: skip


@router.get("/room/dealer/{table}")
def console(request: Request, person: Dealing, table: Table) -> HTMLResponse:
    """The console of one table."""
    found = services(request)
    entry = next((each for each in found.pit.floor() if each["table"] == table), None)
    voids = void_reasons(game(entry["game"])) if entry is not None else {}
    return show(
        request, person, "dealer", "room/dealer/console.html", console=look_at(found.pit, table), parts=console_parts,
        voids=voids, may_open=person.may(OPENS),
    )  # fmt: skip


@router.get("/room/dealer/{table}/live", response_class=EventStream)
async def live(request: Request, person: Dealing, table: Table) -> EventStream:
    """Streams the console: server-sent events ``view`` with the page fragment at each change; ``beat`` in between."""
    found = services(request)
    template = environment().get_template("room/dealer/now.html")

    def look(_after: int) -> dict[str, Any]:
        shown = look_at(found.pit, table)
        html = template.render(console=shown, parts=console_parts, may_open=person.may(OPENS))
        return {"number": shown.number, "controller": shown.controller, "html": html}

    return await stream_table(found.live_tables, table, look, still(request, session_cookie(request), DUTY))


@router.get("/room/dealer/{table}/seats/{seat}")
def seat_form(request: Request, person: Dealing, table: Table, seat: Seat) -> dict[str, str]:
    """The form for the player and bets of a seat, as a page fragment."""
    view = services(request).pit.view(table)
    if seat > view["seats"]:
        raise NotFound(f"table {table[:60]!r} has no seat {seat}")
    player = view["players"].get(str(seat))
    rows = list(bet_rows(view, player)) if player is not None else []
    return {"html": environment().get_template("room/dealer/seat.html").render(seat=seat, player=player, rows=rows)}
