"""The HTTP API of the audit: reads every record and writes nothing to the store. Proofs and packs run in background
processes."""

from datetime import date, time
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse
from pydantic import BeforeValidator, Field

from pitbook.errors import BadInput
from pitbook.room.audit.jobs import AuditJob
from pitbook.room.audit.letters import TableAudit
from pitbook.room.audit.rounds import ReplayedRound
from pitbook.room.audit.service import IN_FULL, OnSite
from pitbook.room.audit.system import SystemFacts
from pitbook.room.audit.table_record import RoundAt
from pitbook.room.tables.rounds import FoundRound
from pitbook.web.http.openapi import sends
from pitbook.web.office.jackpots_api import OptionalDay, PrintableBody, Reading, services

router = APIRouter(prefix="/api/v1/audit", tags=["audit"])

Table = Annotated[str, Field(min_length=1, max_length=40)]
Place = Annotated[int, Field(ge=1, le=10**9)]
Seat = Annotated[int, Query(ge=0, le=9, description="0 for all seats.")]
LONGEST: Final = 3_700
"""Most days of one pack: ten years."""


@router.get("/tables")
def list_tables(request: Request, person: Reading) -> list[TableAudit]:
    """Lists every table of the current configuration: its letter, what it runs, and any deviations."""
    return services(request).audit.letters.every()


@router.get("/tables/{table}")
def get_table(request: Request, person: Reading, table: Table) -> OnSite:
    """Returns one table for an inspector on site: letter, meter, manual acts, and the newest part of its ledger."""
    return services(request).audit.on_site(table, IN_FULL)


@router.get("/rounds")
def find_rounds(
    request: Request,
    person: Reading,
    table: Annotated[str, Query(min_length=1, max_length=40)],
    day: Annotated[OptionalDay, Query(description="The gambling day; by default the last rounds.")] = None,
    at: Annotated[time | None, Query(description="By the room's clock.", examples=["21:40"])] = None,
    seat: Seat = 0,
) -> list[RoundAt]:
    """Finds rounds of a table around a time."""
    return services(request).audit.find(table, day, at.replace(tzinfo=None) if at else None, seat)


@router.get("/rounds/{table}/controller/{number}")
def get_controller_round(request: Request, person: Reading, table: Table, number: Place) -> FoundRound:
    """Returns a round that only a controller recorded, press by press."""
    return services(request).rounds.find_on_controller(table, number)


@router.get("/rounds/{table}/{opening}/{number}")
def get_round(request: Request, person: Reading, table: Table, opening: Place, number: Place) -> ReplayedRound:
    """Returns a recorded round act by act, and settles it again by the rules."""
    return services(request).audit.rounds.round(table, opening, number)


class ProofRequest(PrintableBody):
    """The scope of a proof: every ledger and, on request, the record of every table."""

    tables: bool = False


@router.post("/proofs", status_code=202)
def begin_proof(request: Request, person: Reading, asked: ProofRequest) -> AuditJob:
    """Starts a proof of every ledger in the background; ``GET /audit/jobs/{job}`` returns its progress and findings."""
    return services(request).audit.jobs.begin("proof", {"tables": asked.tables}, person.id)


def _check_written(day: object) -> object:
    if not isinstance(day, str):
        raise ValueError("write a day as YYYY-MM-DD, for example 2026-11-02")
    return day


WrittenDay = Annotated[date, BeforeValidator(_check_written), Field(strict=False)]
"""A day in JSON: text such as 2026-11-02."""


class PackRequest(PrintableBody):
    """The period of an audit pack, in gambling days."""

    first: WrittenDay
    last: WrittenDay
    par: bool = False


@router.post("/packs", status_code=202)
def begin_pack(request: Request, person: Reading, asked: PackRequest) -> AuditJob:
    """Starts an audit pack of a period in the background; ``GET /audit/packs/{job}/file`` downloads it."""
    if asked.last < asked.first:
        raise BadInput(f"the period ends on {asked.last}, before it begins on {asked.first}")
    if (asked.last - asked.first).days > LONGEST:
        raise BadInput("a pack holds at most ten years: ask for a shorter period")
    services(request).configurations.current()  # refuses now, rather than in the job, if there is no configuration
    period = {"first": asked.first.isoformat(), "last": asked.last.isoformat(), "par": asked.par}
    return services(request).audit.jobs.begin("pack", period, person.id)


@router.get("/jobs/{job}")
def get_job(request: Request, person: Reading, job: str) -> AuditJob:
    """Returns the progress and result of a proof or a pack."""
    return services(request).audit.jobs.find(job)


@router.post("/jobs/{job}/stop")
def stop_job(request: Request, person: Reading, job: str) -> AuditJob:
    """Stops a proof or a pack; only the person who began it may."""
    return services(request).audit.jobs.stop(job, person)


@router.get("/packs/{job}/file", response_class=FileResponse, responses=sends("application/zip"))
def get_pack(request: Request, person: Reading, job: str) -> FileResponse:
    """Downloads a finished audit pack."""
    jobs = services(request).audit.jobs
    path, made = jobs.file(job), jobs.find(job).pack
    name = made.name if made is not None else f"{job}.zip"
    return FileResponse(path, media_type="application/zip", filename=name, headers={"Cache-Control": "no-store"})


@router.get("/system")
def get_system(request: Request, person: Reading) -> SystemFacts:
    """Returns parameters, versions and checksums of the running system."""
    return services(request).audit.system(services(request).sessions.now())
