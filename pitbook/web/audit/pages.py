"""The auditor's pages: letters against what runs, rounds replayed, proofs, the audit pack, and the system.

Everything is read-only, for people who may read the ledger. The API (``audit/api.py``) starts proofs and packs.
"""

from datetime import date, time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from pitbook import games
from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.days import parse_day
from pitbook.jackpot.people import Person
from pitbook.jackpot.setup import Setup
from pitbook.money import format_micros
from pitbook.room.audit.jobs import AuditJob, Kind
from pitbook.room.audit.service import IN_FULL, MINUTES, AuditService
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import services
from pitbook.web.office.pages import terms_words

router = APIRouter(prefix="/room/audit", include_in_schema=False)

Reading = Annotated[Person, Depends(room_page("read the ledger"))]
Table = Annotated[str, Field(min_length=1, max_length=40)]
Place = Annotated[int, Field(ge=1, le=10**9)]
JobName = Annotated[str, Query(max_length=40)]
LONGEST_ROW: Final = 7
"""Most cards of a hand drawn side by side; with more, cards overlap."""


def _recorded(request: Request) -> list[str]:
    """The tables that have rounds on record."""
    return services(request).rounds.tables()


def _audit(request: Request) -> AuditService:
    found: AuditService = services(request).audit
    return found


def _show(request: Request, person: Person, template: str, part: str, **context: Any) -> HTMLResponse:
    found = services(request)
    return show(
        request, person, "audit", f"room/audit/{template}.html", part=part, dollars=format_micros,
        house=found.days.house(), names=found.people.names(), **context,
    )  # fmt: skip


@router.get("")
def overview(request: Request, person: Reading) -> HTMLResponse:
    """The auditor's home: links, and whether every table runs as its letter approves."""
    audit = _audit(request)
    tables = audit.letters.every()
    newest = next((job for job in audit.jobs.every() if job.kind == "proof" and job.state == "done"), None)
    books = [audit.jackpots.book(name) for name in audit.jackpots.names()]
    numbers = {book.setup.id: audit.jackpots.number(book.setup.id) for book in books}
    return _show(
        request, person, "home", "home", tables=tables, version=audit.letters.version(), newest=newest, books=books,
        numbers=numbers,
    )  # fmt: skip


@router.get("/letters")
def letters_page(request: Request, person: Reading) -> HTMLResponse:
    """The letter of each table compared with what the table runs."""
    audit = _audit(request)
    return _show(request, person, "letters", "letters", tables=audit.letters.every(), version=audit.letters.version())


# -- rounds ------------------------------------------------------------------------------------------------------------


@router.get("/rounds")
def rounds_page(
    request: Request,
    person: Reading,
    table: Annotated[str, Query(max_length=40)] = "",
    day: Annotated[str, Query(max_length=10)] = "",
    at: Annotated[str, Query(max_length=8)] = "",
    seat: Annotated[int, Query(ge=0, le=9)] = 0,
) -> HTMLResponse:
    """Finds a round by its table, the time and the seat."""
    audit = _audit(request)
    recorded = _recorded(request)
    chosen = table or (recorded[0] if len(recorded) == 1 else "")
    wanted, clock = _day(day), _clock(at)
    if clock is not None and wanted is None:
        raise BadInput("a time needs its gambling day: give both, or neither for the last rounds")
    found = audit.find(chosen, wanted, clock, seat) if chosen else None
    return _show(
        request, person, "rounds", "rounds", recorded=recorded, table=chosen, day=day, at=at, seat=seat, found=found,
        minutes=MINUTES,
    )  # fmt: skip


def _day(text: str) -> date | None:
    """A day from a form; empty means none."""
    return parse_day(text) if text else None


def _clock(text: str) -> time | None:
    try:
        return time.fromisoformat(text).replace(tzinfo=None) if text else None
    except ValueError:
        raise BadInput("write a time as HH:MM, for example 21:40") from None


@router.get("/rounds/{table}/controller/{number}")
def controller_round_page(request: Request, person: Reading, table: Table, number: Place) -> HTMLResponse:
    """A round that only a controller recorded, press by press."""
    found = services(request).rounds.find_on_controller(table, number)
    return _show(request, person, "controller_round", "rounds", round=found)


@router.get("/rounds/{table}/{opening}/{number}")
def round_page(
    request: Request,
    person: Reading,
    table: Table,
    opening: Place,
    number: Place,
    step: Annotated[int, Query(ge=1, le=10**6)] = 1,
) -> HTMLResponse:
    """A recorded round, act by act, and whether settling it again gives the same result."""
    seen = _audit(request).rounds.round(table, opening, number)
    here = min(step, max(1, len(seen.acts)))
    return _show(
        request, person, "round", "rounds", seen=seen, step=here, act=seen.acts[here - 1] if seen.acts else None,
        longest=LONGEST_ROW,
        wagers={wager.slug: wager.name for wager in games.game(seen.game).wagers},
    )  # fmt: skip


# -- proofs and packs --------------------------------------------------------------------------------------------------


def _job(request: Request, job: str, kind: Kind) -> AuditJob | None:
    """The background job that a page shows."""
    if not job:
        return None
    found = _audit(request).jobs.find(job)
    if found.kind != kind:
        raise NotFound(f"there is no {kind} {job}")
    return found


@router.get("/proof")
def proof_page(request: Request, person: Reading, job: JobName = "") -> HTMLResponse:
    """The page that starts a proof of every ledger and shows its result."""
    audit = _audit(request)
    sizes = {name: audit.jackpots.number(name) for name in audit.jackpots.names()}
    kept = [each for each in audit.jobs.every() if each.kind == "proof"]
    found = _job(request, job, "proof")
    return _show(
        request, person, "proof", "proof", job=found, sizes=sizes, kept=kept, recorded=services(request).rounds.tables()
    )


@router.get("/proof/part")
def proof_part(request: Request, person: Reading, job: JobName) -> HTMLResponse:
    """The progress of a proof, as a fragment for the waiting page."""
    return _show(request, person, "proof_part", "proof", job=_job(request, job, "proof"))


@router.get("/pack")
def pack_page(request: Request, person: Reading, job: JobName = "") -> HTMLResponse:
    """The audit pack of a period: made in the background, with its SHA-256 and how to verify it."""
    audit = _audit(request)
    today = audit.configurations.today()
    kept = [each for each in audit.jobs.every() if each.kind == "pack"]
    return _show(
        request, person, "pack", "pack", job=_job(request, job, "pack"), today=today, begins=today.replace(day=1),
        kept=kept, version=audit.letters.version(),
    )  # fmt: skip


@router.get("/pack/part")
def pack_part(request: Request, person: Reading, job: JobName) -> HTMLResponse:
    """The progress of a pack, as a fragment for the waiting page."""
    return _show(request, person, "pack_part", "pack", job=_job(request, job, "pack"))


# -- the system, and a table on site -----------------------------------------------------------------------------------


@router.get("/system")
def system_page(request: Request, person: Reading) -> HTMLResponse:
    """Parameters, versions and checksums."""
    system = _audit(request).system(services(request).sessions.now())
    terms = {each.jackpot: terms_words(Setup.from_dict(each.set_up)) for each in system.jackpots}
    return _show(request, person, "system", "system", system=system, terms=terms)


@router.get("/table/{table}")
def table_page(request: Request, person: Reading, table: Table) -> HTMLResponse:
    """The page behind the QR code on a table's notices: letter, pay tables, meter, manual acts and ledger."""
    audit = _audit(request)
    return _show(
        request, person, "table", "letters", found=audit.on_site(table), recorded=table in _recorded(request),
        seconds=IN_FULL,
    )  # fmt: skip


@router.get("/table/{table}/check")
def check_part(request: Request, person: Reading, table: Table) -> HTMLResponse:
    """The full check of a table's ledger, as a fragment for the page that requests it."""
    return _show(request, person, "check", "letters", ledger=_audit(request).check(table), full=True)
