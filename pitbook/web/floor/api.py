"""The HTTP API of the floor and of surveillance: wins to verify, manual acts, alerts, checklists, rounds.

Each manual act has a preview: the same request without reason and document, run on a copy that is then discarded.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pitbook.errors import BadInput
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.jackpot.separation import two_people
from pitbook.money import MICROS_PER_CENT, Cents, parse_cents
from pitbook.reports.jackpot import letter_pdf
from pitbook.room.jackpots.late_awards import LateClaim
from pitbook.room.jackpots.malfunctions import letter, local_time
from pitbook.room.jackpots.manual_acts import ManualActRecord, Moved
from pitbook.room.tables.rounds import FoundRound
from pitbook.web.http.cookies import address_of
from pitbook.web.http.openapi import sends
from pitbook.web.office.jackpots_api import (
    MOST,
    Adjusting,
    Dealing,
    Key,
    ManualActRequest,
    Number,
    PrintableBody,
    Slug,
    may,
    own_key,
    services,
)
from pitbook.web.play.api import LARGEST

router = APIRouter(prefix="/api/v1", tags=["floor"])

View = dict[str, Any]
Table = Annotated[str, Field(min_length=1, max_length=40)]
Line = Annotated[str, Field(min_length=1, max_length=300)]
Amount = Annotated[str, Field(max_length=30, examples=["$12.50"])]
Seeing = Annotated[Person, Depends(may("see the floor"))]
Alerted = Annotated[Person, Depends(may("see the floor", "see the back office"))]
"""Both the floor and the back office show alerts."""
Voiding = Annotated[Person, Depends(may("void"))]
Verifying = Annotated[Person, Depends(may("verify a win"))]
CheckingWins = Annotated[Person, Depends(may("watch a large win", "verify a win"))]
"""The step decides which of the two duties it needs."""
Paying = Annotated[Person, Depends(may("deal", "bank"))]
"""The dealer at the table, a supervisor or executive, or accounting at the cage."""
Reporting = Annotated[Person, Depends(may("report a malfunction"))]


# -- alerts and tables -------------------------------------------------------------------------------------------------


@router.get("/alerts")
def list_alerts(request: Request, asking: Alerted) -> list[View]:
    """Lists all alerts, the most urgent first."""
    return [alert.to_dict(asking) for alert in services(request).alerts.look()]


@router.get("/floor/tables/{table}/checklist")
def get_checklist(request: Request, asking: Alerted, table: Table) -> View:
    """Returns the opening checklist of a table: each condition and whether it is met."""
    found = services(request).pit.checklist(table)
    return {
        "table": table,
        "configuration": found.configuration,
        "may_open": found.may_open,
        "conditions": [each.to_dict() for each in found.conditions],
        "against": [finding.to_dict() for finding in found.against],
        "stopped": found.stopped,
        "in_round": found.in_round,
        "has_controller": found.has_controller,
    }


# -- wins --------------------------------------------------------------------------------------------------------------


class WinStep(PrintableBody):
    """A supervisor's key, pressed by the signed-in person or by a person who shows badge and PIN."""

    step: Literal["verify", "record", "reject", "run"]
    badge: Annotated[str, Field(max_length=200)] = ""
    pin: Annotated[str, Field(max_length=12)] = ""


@router.post("/floor/tables/{table}/wins")
def press_win(request: Request, asking: Dealing, key: Key, table: Table, asked: WinStep) -> View:
    """Takes the next step for a table's win; after recording a prize, the answer holds its transaction.

    The person signed in at the screen must be allowed to deal, even if another person shows the badge.
    """
    found, person, own = services(request), asking, key
    if asked.badge:
        person = found.sessions.identify(asked.badge, asked.pin, address_of(request))
        own = own_key(person, key)
    done = found.pit.press(table, asked.step, person, own)
    told = done["told"]
    return {
        "table": table,
        "jackpot": done["jackpot"],
        "by": person.name,
        "expected": done["expected"],
        "transaction": told.get("transaction"),
        "prize_cents": told.get("prize_cents"),
    }


class PrizePaid(PrintableBody):
    """How the prize was paid to the winner."""

    how: Literal["chips", "cash", "cheque"]
    document: Annotated[str, Field(max_length=200, description="The number of the cheque and the like.")] = ""


@router.post("/jackpots/{jackpot}/awards/{number}/paid")
def note_paid(
    request: Request,
    asking: Paying,
    key: Key,
    jackpot: Table,
    number: Annotated[int, Field(ge=1, le=MOST)],
    asked: PrizePaid,
) -> View:
    """Records that a prize was paid and by whom, once."""
    return services(request).jackpots.paid(jackpot, number, asked.how, asked.document, asking, key)


# -- manual acts -------------------------------------------------------------------------------------------------------


class PreviewRequest(PrintableBody):
    """A preview takes the fields of its act, without second person, reason and document."""

    why: Annotated[str, Field(max_length=500)] = ""
    document: Annotated[str, Field(max_length=500)] = ""
    reason: Annotated[str, Field(max_length=40)] = ""
    second: dict[str, str] = Field(default_factory=dict)


class VoidRound(ManualActRequest):
    """A round to void."""

    why: Line
    document: Line
    reason: Slug


@router.post("/floor/tables/{table}/voids/preview")
def preview_void(request: Request, asking: Voiding, table: Table, asked: PreviewRequest) -> View:
    """Previews a void: chips and pools before and after. Changes nothing."""
    return services(request).manual_acts.preview_void(table, asking).to_dict()


@router.post("/floor/tables/{table}/voids")
def void(request: Request, asking: Voiding, key: Key, table: Table, asked: VoidRound) -> View:
    """Voids the round in progress: needs two people, a listed reason and a document."""
    return void_by(request, table, asked.reason, asked.why, asked.document, _people(request, asking, asked), key)


def void_by(request: Request, table: str, reason: str, why: str, document: str, people: list[Person], key: str) -> View:
    """Voids a round for both routes, from the floor and at the dealer's screen; returns the printable record."""
    found, (person, _) = services(request), people
    moved = _moved(lambda: found.manual_acts.preview_void(table, person).moved, request, key)
    found.manual_acts.void(table, reason, why, document, people, key)
    return _recorded(request, key, people, why, document, "Round voided", f"table {table}", reason, moved)


class Correction(VoidRound):
    """The right amount of a payment of this round or the last one."""

    event: Annotated[int, Field(ge=1, le=LARGEST)]
    net: Annotated[str, Field(max_length=30, description="The net result of the bet; negative for a loss.")]


class CorrectionPreview(PreviewRequest):
    """The same without second person, reason and document."""

    event: Annotated[int, Field(ge=1, le=LARGEST)]
    net: Annotated[str, Field(max_length=30)]


@router.post("/floor/tables/{table}/corrections/preview")
def preview_correction(request: Request, asking: Voiding, table: Table, asked: CorrectionPreview) -> View:
    """Previews a correction: the player's chips before and after. Changes nothing."""
    return services(request).manual_acts.preview_correct(table, asked.event, _net(asked.net), asking).to_dict()


@router.post("/floor/tables/{table}/corrections")
def correct(request: Request, asking: Voiding, key: Key, table: Table, asked: Correction) -> View:
    """Corrects a payment: needs two people, a listed reason and a document."""
    found, people, net = services(request), _people(request, asking, asked), _net(asked.net)
    moved = _moved(lambda: found.manual_acts.preview_correct(table, asked.event, net, asking).moved, request, key)
    found.manual_acts.correct(table, asked.event, net, asked.reason, asked.why, asked.document, people, key)
    place = f"table {table}, payment {asked.event}"
    return _recorded(request, key, people, asked.why, asked.document, "Payment corrected", place, asked.reason, moved)


class Adjustment(ManualActRequest):
    """A pool raised or reduced, for a reason of WAC 230-15-695."""

    why: Line
    document: Line
    pool: Literal["displayed", "reserve", "overflow"]
    way: Literal["up", "down"]
    amount: Amount
    reason: Slug


class AdjustmentPreview(PreviewRequest):
    """The same without second person, reason and document."""

    pool: Literal["displayed", "reserve", "overflow"]
    way: Literal["up", "down"]
    amount: Amount


@router.post("/floor/jackpots/{jackpot}/adjustments/preview")
def preview_adjustment(request: Request, asking: Adjusting, jackpot: Table, asked: AdjustmentPreview) -> View:
    """Previews an adjustment: the pools before and after. Changes nothing."""
    micros = _micros(asked.amount, asked.way)
    return services(request).manual_acts.preview_adjust(jackpot, asked.pool, micros, asked.reason, asking).to_dict()


@router.post("/floor/jackpots/{jackpot}/adjustments")
def adjust(request: Request, asking: Adjusting, key: Key, jackpot: Table, asked: Adjustment) -> View:
    """Adjusts a pool: needs two people, a reason from the regulation and a document."""
    people, micros = _people(request, asking, asked), _micros(asked.amount, asked.way)
    jackpots = services(request).jackpots
    done = jackpots.adjust(jackpot, asked.pool, micros, asked.reason, asked.why, asked.document, people, key)
    moved = _booked(request, jackpot, done)
    place, item = f"jackpot {jackpot}", f"{jackpot} {done['transaction']}"
    why, document = asked.why, asked.document
    return _recorded(request, key, people, why, document, "Manual adjustment", place, asked.reason, moved, item)


class BackOut(ManualActRequest):
    """A recorded prize to reverse."""

    why: Line
    document: Line
    award: Number


class BackOutPreview(PreviewRequest):
    """The same without second person, reason and document."""

    award: Number


@router.post("/floor/jackpots/{jackpot}/back-outs/preview")
def preview_back_out(request: Request, asking: Adjusting, jackpot: Table, asked: BackOutPreview) -> View:
    """Previews a back-out: the pools before and after. Changes nothing."""
    return services(request).manual_acts.preview_back_out(jackpot, asked.award, asking).to_dict()


@router.post("/floor/jackpots/{jackpot}/back-outs")
def back_out(request: Request, asking: Adjusting, key: Key, jackpot: Table, asked: BackOut) -> View:
    """Reverses a recorded prize (letter 003, rule 9h): needs two people and a document."""
    people = _people(request, asking, asked)
    services(request).manual_acts.check_stands(jackpot, asked.award, key)
    done = services(request).jackpots.back_out(jackpot, asked.award, asked.why, asked.document, people, key)
    moved, place = _booked(request, jackpot, done), f"jackpot {jackpot}, prize {asked.award}"
    item = f"{jackpot} {done['transaction']}"
    why, document = asked.why, asked.document
    return _recorded(request, key, people, why, document, "Prize backed out", place, "back-out", moved, item)


class LateWin(ManualActRequest):
    """A win discovered after its round, or decided in a dispute."""

    why: Line
    document: Line
    table: Table
    round: Annotated[int, Field(ge=1, le=MOST)]
    seat: Annotated[int, Field(ge=1, le=9)]
    outcome: Annotated[str, Field(min_length=1, max_length=60)]
    evidence: Annotated[str, Field(min_length=1, max_length=300, description="Where surveillance shows the hand.")]


class LateWinPreview(PreviewRequest):
    """The same without second person, reason and document."""

    table: Table
    round: Annotated[int, Field(ge=1, le=MOST)]
    seat: Annotated[int, Field(ge=1, le=9)]
    outcome: Annotated[str, Field(min_length=1, max_length=60)]
    evidence: Annotated[str, Field(max_length=300)] = ""


@router.post("/floor/jackpots/{jackpot}/late-awards/preview")
def preview_late_award(request: Request, asking: Verifying, jackpot: Table, asked: LateWinPreview) -> View:
    """Previews a late award: the prize, the pools before and after, and the house's part. Changes nothing."""
    found = services(request)
    return found.manual_acts.preview_late(found.late_awards, jackpot, _claim(asked), asking).to_dict()


@router.post("/floor/jackpots/{jackpot}/late-awards")
def late_award(request: Request, asking: Verifying, key: Key, jackpot: Table, asked: LateWin) -> View:
    """Records a win after its round: needs two people who verify wins, a reason, a document and evidence."""
    people = _people(request, asking, asked)
    done = services(request).late_awards.record(jackpot, _claim(asked), people, key)
    moved, item = _booked(request, jackpot, done), f"{jackpot} {done['transaction']}"
    place = f"jackpot {jackpot}, table {asked.table}, round {asked.round}, seat {asked.seat}"
    why, document = asked.why, f"{asked.document}; {asked.evidence}"
    return _recorded(request, key, people, why, document, "Late award", place, "late-award", moved, item)


def _claim(asked: LateWin | LateWinPreview) -> LateClaim:
    return LateClaim(asked.table, asked.round, asked.seat, asked.outcome, asked.why, asked.document, asked.evidence)


# -- surveillance ------------------------------------------------------------------------------------------------------


@router.get("/rounds", tags=["surveillance"])
def find_rounds(
    request: Request,
    asking: Seeing,
    table: Table,
    at: Annotated[str, Query(max_length=40, description="By the room's clock, such as 2026-11-15T21:40.")] = "",
    seat: Annotated[int, Query(ge=0, le=9)] = 0,
    minutes: Annotated[int, Query(ge=1, le=240)] = 10,
) -> list[View]:
    """Finds rounds of a table around a time, the nearest first; without a time, the latest rounds."""
    found = services(request)
    moment = local_time(at, found.days.house())
    rounds = found.rounds.at(table, moment, seat, minutes) if moment else found.rounds.latest(table, seat)
    return [each.to_dict() for each in rounds]


@router.get("/rounds/{table}/{number}", tags=["surveillance"])
def get_round(request: Request, asking: Seeing, table: Table, number: Annotated[int, Field(ge=1, le=MOST)]) -> View:
    """Returns a round with every visible step."""
    return _with_steps(services(request).rounds.find(table, number))


@router.get("/rounds/{table}/controller/{number}", tags=["surveillance"])
def get_controller_round(
    request: Request, asking: Seeing, table: Table, number: Annotated[int, Field(ge=1, le=MOST)]
) -> View:
    """Returns a round that only a controller recorded, press by press."""
    return _with_steps(services(request).rounds.find_on_controller(table, number))


def _with_steps(found: FoundRound) -> View:
    steps = [
        {"number": step.number, "kind": step.kind, "at": step.at, "by": step.by, "words": step.words}
        | {"taken_back": step.taken_back}
        for step in found.steps
    ]
    return found.to_dict() | {"steps": steps}


@router.get("/large-wins", tags=["surveillance"])
def list_large_wins(request: Request, asking: Seeing) -> list[View]:
    """Lists prizes of the last month that have a checklist, the newest first."""
    return [win.to_dict() for win in services(request).large_wins.all()]


class CheckDone(PrintableBody):
    """A step of the checklist."""

    check: Slug
    note: Annotated[str, Field(max_length=200, description="Camera, bag number and the like.")] = ""


@router.post("/large-wins/{jackpot}/{number}/checks", tags=["surveillance"])
def note_check(
    request: Request,
    asking: CheckingWins,
    key: Key,
    jackpot: Table,
    number: Annotated[int, Field(ge=1, le=MOST)],
    asked: CheckDone,
) -> View:
    """Records a completed step of the checklist with its time, once."""
    wins = services(request).large_wins
    return wins.note(jackpot, number, asked.check, asked.note, asking, key).to_dict()


@router.get("/malfunctions", tags=["surveillance"])
def list_malfunctions(request: Request, asking: Seeing) -> list[View]:
    """Lists all malfunction cases, the oldest first."""
    return [case.to_dict() for case in services(request).malfunctions.all()]


class NewMalfunction(PrintableBody):
    """Equipment that did not operate as approved."""

    equipment: Annotated[str, Field(min_length=1, max_length=120)]
    table: Annotated[str, Field(max_length=40)] = ""
    what: Annotated[str, Field(min_length=1, max_length=1_000)]
    done: Annotated[str, Field(min_length=1, max_length=1_000)]
    discovered: Annotated[str, Field(max_length=40, description="Local time of the room; empty means now.")] = ""


@router.post("/malfunctions", tags=["surveillance"])
def note_malfunction(request: Request, asking: Reporting, key: Key, asked: NewMalfunction) -> View:
    """Opens a malfunction case; the 72 hours for its report run from the discovery (WAC 230-06-054)."""
    found = services(request)
    discovered = local_time(asked.discovered, found.days.house())
    case = found.malfunctions.note(asked.equipment, asked.table, asked.what, asked.done, discovered, asking, key)
    return case.to_dict()


class SentReport(PrintableBody):
    """How the report was sent to the Commission."""

    how: Line


@router.post("/malfunctions/{number}/sent", tags=["surveillance"])
def sent(request: Request, asking: Reporting, key: Key, number: Number, asked: SentReport) -> View:
    """Records that the report was sent, which stops the deadline of the case."""
    return services(request).malfunctions.sent(number, asked.how, asking, key).to_dict()


@router.get(
    "/malfunctions/{number}/letter.{form}",
    tags=["surveillance"],
    response_class=Response,
    responses=sends("application/pdf", "text/plain"),
)
def malfunction_letter(request: Request, asking: Seeing, number: Number, form: Literal["pdf", "txt"]) -> Response:
    """Returns the report to the Commission, ready to send."""
    found = services(request)
    case, names = found.malfunctions.find(number), found.people.names()
    paragraphs = letter(case, found.days.house(), lambda person: names.get(person, person))
    if form == "txt":
        body, media = "\n\n".join(paragraphs).encode() + b"\n", "text/plain; charset=utf-8"
    else:
        body, media = letter_pdf.write(paragraphs, moment_of(case.noted)), "application/pdf"
    headers = {
        "Content-Disposition": f'inline; filename="malfunction-{number}.{form}"',
        "Cache-Control": "no-store",
    }
    return Response(body, media_type=media, headers=headers)


# -- helpers -----------------------------------------------------------------------------------------------------------


def _people(request: Request, asking: Person, asked: ManualActRequest) -> list[Person]:
    """The signed-in person and the second person, who must be different people."""
    found = services(request)
    second = found.sessions.identify(asked.second.badge, asked.second.pin, address_of(request))
    if not two_people((asking, second)):
        raise NotAllowed("this needs two different people: a second person must show badge and PIN")
    return [asking, second]


def _net(text: str) -> Cents:
    """Parses a net result: ``$15``, ``-$10``."""
    words = text.strip()
    lost = words.startswith(("-", "−"))
    cents = parse_cents(words.lstrip("-−").strip(), "net")
    return Cents(-cents if lost else cents)


def _micros(amount: str, way: str) -> int:
    cents = parse_cents(amount, "amount")
    return cents * MICROS_PER_CENT * (1 if way == "up" else -1)


def _moved(preview: Callable[[], tuple[Moved, ...]], request: Request, key: str) -> tuple[Moved, ...]:
    """The amounts before and after; for a repeated request, those of its record.

    This does not refuse an impossible act: the act itself does, and names the person in its error.
    """
    done = services(request).manual_acts.asked(key)
    if done is not None:
        return done.changes
    with suppress(BadInput):
        return preview()
    return ()


def _booked(request: Request, jackpot: str, done: View) -> tuple[Moved, ...]:
    """The amounts before and after, from the ledger."""
    item = services(request).jackpots.transaction(jackpot, done["transaction"])
    shown = [int(item.result[name]) * MICROS_PER_CENT for name in ("before_cents", "shown_cents")]
    moves = [Moved(f"{account.capitalize()}, entry", 0, -micros) for account, micros in sorted(item.entries.items())]
    return (Moved(f"Meter {jackpot}", *shown), *moves)


def _recorded(
    request: Request, key: str, people: list[Person], why: str, document: str, act: str, place: str, reason: str,
    moved: tuple[Moved, ...], transaction: str = "",
) -> View:  # fmt: skip
    """The record to print and sign."""
    names = tuple(f"{person.name} ({person.id})" for person in people)
    made = ManualActRecord(act, place, reason, why, document, names, moved, transaction)
    kept = services(request).manual_acts.record(made, people[0], key)
    return kept.to_dict() | {"record": kept.number, "at": kept.at}
