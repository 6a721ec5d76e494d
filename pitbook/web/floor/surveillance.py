"""Pages of surveillance: search for a round by time and seat, checklists of large wins, malfunctions."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from pitbook.jackpot.people import Person
from pitbook.room.jackpots.malfunctions import local_time
from pitbook.room.tables.rounds import FoundRound
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import MOST, services

router = APIRouter(include_in_schema=False)

Seeing = Annotated[Person, Depends(room_page("see the floor"))]
Table = Annotated[str, Field(min_length=1, max_length=40)]
Number = Annotated[int, Field(ge=1, le=MOST)]


@router.get("/room/surveillance")
def search(
    request: Request,
    person: Seeing,
    table: Annotated[str, Query(max_length=40)] = "",
    at: Annotated[str, Query(max_length=40)] = "",
    seat: Annotated[int, Query(ge=0, le=9)] = 0,
) -> HTMLResponse:
    """Finds a round by table, time and seat."""
    found = services(request)
    house, tables = found.days.house(), found.rounds.tables()
    chosen = table or (tables[0] if tables else "")
    moment = local_time(at, house)
    rounds = []
    if chosen:
        rounds = found.rounds.at(chosen, moment, seat) if moment else found.rounds.latest(chosen, seat)
    return show(
        request, person, "floor", "room/surveillance/search.html", tables=tables, chosen=chosen, at=at, seat=seat,
        rounds=rounds, local=house.local, asked=bool(table),
    )  # fmt: skip


At = Annotated[int, Query(ge=0, le=10_000)]


@router.get("/room/surveillance/rounds/{table}/{number}")
def replay(request: Request, person: Seeing, table: Table, number: Number, step: At = 0) -> HTMLResponse:
    """Replays a round step by step with its times; without a step, shows all of it."""
    return _replay(request, person, services(request).rounds.find(table, number), step)


@router.get("/room/surveillance/rounds/{table}/controller/{number}")
def replay_controller(request: Request, person: Seeing, table: Table, number: Number, step: At = 0) -> HTMLResponse:
    """Replays a round that only a controller recorded, press by press."""
    return _replay(request, person, services(request).rounds.find_on_controller(table, number), step)


def _replay(request: Request, person: Person, shown: FoundRound, step: int) -> HTMLResponse:
    found, count = services(request), len(shown.steps)
    at = min(step, count) or count
    names = found.people.names()
    return show(
        request, person, "floor", "room/surveillance/round.html", round=shown, at=at, count=count,
        hands=shown.hands(at), now=shown.steps[at - 1], local=found.days.house().local, names=names,
    )  # fmt: skip


@router.get("/room/surveillance/wins")
def wins(request: Request, person: Seeing) -> HTMLResponse:
    """Large wins and their checklists."""
    found = services(request)
    names = found.people.names()
    return show(
        request, person, "floor", "room/surveillance/wins.html", wins=found.large_wins.all(), names=names,
        payouts=found.large_wins.payouts(), local=found.days.house().local,
        watches=person.may("watch a large win"), verifies=person.may("verify a win"),
    )  # fmt: skip


@router.get("/room/surveillance/malfunctions")
def malfunctions(request: Request, person: Seeing) -> HTMLResponse:
    """Malfunctions, each with the hours left to report it."""
    found = services(request)
    now, names = found.now(), found.people.names()
    cases = [(case, case.hours_left(now)) for case in reversed(found.malfunctions.all())]
    tables = [each["table"] for each in found.pit.floor()]
    return show(
        request, person, "floor", "room/surveillance/malfunctions.html", cases=cases, tables=tables, names=names,
        hours=found.large_wins.payouts().malfunction_hours, local=found.days.house().local,
        may=person.may("report a malfunction"),
    )  # fmt: skip
