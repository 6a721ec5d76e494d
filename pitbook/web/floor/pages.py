"""The floor's pages: the map with its wins and alerts, opening a table, one table, one jackpot, printed records."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from pitbook.errors import BadInput, NotFound
from pitbook.games import game as game_of
from pitbook.jackpot.book import INCREASES, POOLS, REDUCTIONS
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.money import format_cents, format_micros
from pitbook.room.jackpots.manual_acts import CORRECTIONS, LISTED, void_reasons
from pitbook.web.floor.view import look_at, win_cards
from pitbook.web.http.cookies import session_cookie
from pitbook.web.http.live import BEAT, EVERY_TABLE, EventStream, event
from pitbook.web.http.pages import environment
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import MOST, services

router = APIRouter(include_in_schema=False)

SEES: Final = "see the floor"
Seeing = Annotated[Person, Depends(room_page(SEES))]
Opening = Annotated[Person, Depends(room_page("open a table"))]
Table = Annotated[str, Field(min_length=1, max_length=40)]
Number = Annotated[int, Field(ge=1, le=MOST)]
AT_MOST_EVERY: Final = 0.4
"""Least seconds between two updates of the floor."""


@router.get("/room/floor")
def floor(request: Request, person: Seeing) -> HTMLResponse:
    """The map of all tables, pending wins, and alerts."""
    house = services(request).days.house()
    return show(request, person, "floor", "room/floor/map.html", **_now(request, person), house=house.name)


@router.get("/room/floor/live", response_class=EventStream)
async def live(request: Request, person: Seeing) -> EventStream:
    """Streams the floor: server-sent events ``view`` with the page fragment at each change; ``beat`` in between."""
    template, sessions = environment().get_template("room/floor/now.html"), services(request).sessions

    def look() -> str:
        sessions.person(session_cookie(request), used=False).check(SEES)  # ends the stream of a locked or ended session
        return template.render(person=person, **_now(request, person))

    async def events() -> AsyncIterator[bytes]:
        shown = ""
        async with aclosing(services(request).live_tables.listen(EVERY_TABLE)) as steps:
            async for _ in steps:  # on heartbeats too, since minutes and deadlines change with time alone
                try:
                    html = await run_in_threadpool(look)
                except NotAllowed:
                    return
                yield event({"html": html}, "view") if html != shown else BEAT
                shown = html
                await asyncio.sleep(AT_MOST_EVERY)

    return EventStream(events())


def _now(request: Request, person: Person) -> dict[str, Any]:
    found = services(request)
    return {
        "floor": look_at(found, person),
        "local": found.days.house().local,
        "may_open": person.may("open a table"),
        "may_pay": person.may("deal"),
    }


@router.get("/room/floor/open/{table}")
def opening(request: Request, person: Opening, table: Table) -> HTMLResponse:
    """The opening checklist of a table, with the button that opens it."""
    return show(request, person, "floor", "room/floor/open.html", list=services(request).pit.checklist(table))


@router.get("/room/floor/tables/{table}")
def one_table(request: Request, person: Seeing, table: Table) -> HTMLResponse:
    """One table: closing it, voiding its round, correcting a payment."""
    found = services(request)
    entry = next((each for each in found.pit.floor() if each["table"] == table), None)
    if entry is None:
        raise NotFound("the property has no such table: go back to the floor and choose one of its tables")
    view = found.pit.view(table) if entry["open"] else None
    try:
        controller = found.jackpots.controller(table)
    except NotFound:
        controller = None
    playing = (view is not None and view["phase"] == "playing") or (
        controller is not None and controller.phase != "betting"
    )
    names = {wager["slug"]: wager["name"] for wager in view["wagers"]} if view is not None else {}
    # A pay of the progressive is backed out on its jackpot's page.
    progressive = {wager["slug"] for wager in view["wagers"] if wager["progressive"]} if view and controller else set()
    settled = view["settled"] if view is not None else []
    payments = [_payment(item, names) for item in settled if item["wager"] not in progressive]
    return show(
        request, person, "floor", "room/floor/table.html", entry=entry, view=view, controller=controller,
        playing=playing, payments=payments, voids=void_reasons(game_of(entry["game"])), corrections=CORRECTIONS,
        title=game_of(entry["game"]).name,
        may=person.may("void"),
    )  # fmt: skip


def _payment(item: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """A payment with its seat, hand and wager, which distinguish two payments to one seat."""
    place = f"Seat {item['seat']}" + (f" hand {item['hand']}" if item["hand"] > 1 else "")
    wager = names.get(item["wager"], item["wager"].capitalize()) + (f" {item['spot']}" if item["spot"] else "")
    envy = f", envy for seat {item['envy_from']}" if item["envy_from"] else ""
    bet = f" {format_cents(item['bet'])}" if item["bet"] else ""
    return {"event": item["event"], "words": f"{place}, {wager}{bet}{envy}: {item['words']}"}


@router.get("/room/floor/jackpots/{jackpot}")
def one_jackpot(request: Request, person: Seeing, jackpot: Table) -> HTMLResponse:
    """One jackpot: its pools, its prizes of the last month, adjusting and backing out."""
    found = services(request)
    book = found.jackpots.book(jackpot)
    prizes, undone = found.large_wins.prizes(jackpot)
    labels = {line.outcome: line.label for line in book.setup.pay_table.lines}
    acts = [act for act in found.manual_acts.records() if act.place.startswith(f"jackpot {jackpot}")]
    return show(
        request, person, "floor", "room/floor/jackpot.html", jackpot=jackpot, book=book, prizes=prizes[:12],
        undone=undone, labels=labels, listed=LISTED, reductions=REDUCTIONS, increases=INCREASES, pools=POOLS,
        exact=format_micros, may=person.may("adjust"), may_verify=person.may("verify a win"),
        outcomes=[*book.setup.shares(), *book.setup.fixed()], basis=found.late_awards.basis(),
        acts=acts[::-1][:12], local=found.days.house().local,
        tables=found.jackpots.tables_of(jackpot),
    )  # fmt: skip


@router.get("/room/floor/records/{number}")
def record(request: Request, person: Seeing, number: Number) -> HTMLResponse:
    """The record of a manual act, to print and sign."""
    found = services(request)
    house = found.days.house()
    act = found.manual_acts.find(number)
    return show(
        request,
        person,
        "floor",
        "room/floor/record.html",
        act=act,
        exact=format_micros,
        house=house.name,
        local=house.local,
    )


@router.get("/room/floor/wins/{jackpot}/{number}.pdf", response_class=Response)
def win_page(request: Request, person: Seeing, jackpot: Table, number: Number) -> Response:
    """The printed page of a prize, with its cards if the table recorded them."""
    found = services(request)
    try:
        body = found.reports.win_page(jackpot, number, *win_cards(found, jackpot, number))
    except BadInput:
        body = found.reports.win_page(jackpot, number)  # staff write the cards in by hand
    headers = {"Content-Disposition": f'inline; filename="win-{jackpot}-{number}.pdf"', "Cache-Control": "no-store"}
    return Response(body, media_type="application/pdf", headers=headers)
