"""The HTTP API of the jackpots, version 1.

Writes need an ``Idempotency-Key``: a retry with the same key gets the first answer and does nothing again.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from datetime import date
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from pitbook.errors import NotFound, quoted
from pitbook.games.meter_wins import RIGHT_FIRST
from pitbook.jackpot.links import Member
from pitbook.jackpot.people import Person
from pitbook.jackpot.presets import preset_of
from pitbook.jackpot.setup import Setup, parse_terms, terms_to_dict
from pitbook.money import parse_cents
from pitbook.room.jackpots.service import DisplayedAmount
from pitbook.room.people.sessions import NotSignedIn
from pitbook.web.http.access import SIGNED_IN, AccessRule, declares, public
from pitbook.web.http.cookies import READING, address_of, check_own_origin, session_cookie
from pitbook.web.http.live import COMMENT, EventStream, event
from pitbook.web.http.openapi import EVENTS, sends
from pitbook.web.http.short_tasks import in_short_task_thread

if TYPE_CHECKING:
    from pitbook.web.app import Services

router = APIRouter(prefix="/api/v1")

Name = Annotated[str, Field(min_length=1, max_length=200)]
Slug = Annotated[str, Field(min_length=1, max_length=40)]
MOST: Final = 2**63 - 1
Number = Annotated[int, Field(ge=1, le=MOST)]
"""The number of a transaction."""


def services(request: Request) -> "Services":
    """The services of this application."""
    found: Services = request.app.state.services
    return found


@declares(SIGNED_IN)
async def token_of(request: Request, authorization: Annotated[str | None, Header()] = None) -> str:
    """Reads the session token: from ``Authorization: Bearer ...`` for a program, from the cookie for a browser."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token
    found = session_cookie(request)
    if not found:
        raise NotSignedIn("sign in first: there is no session, or it is over")
    if request.method not in READING:
        check_own_origin(request)
    return found


@declares(SIGNED_IN)
async def signed_in(request: Request, token: Annotated[str, Depends(token_of)]) -> Person:
    """Returns the signed-in person. A page that only polls with its cookie does not postpone the screen lock."""
    used = "authorization" in request.headers or request.method not in READING
    return await in_short_task_thread(partial(services(request).sessions.person, token, used=used))


Asking = Annotated[Person, Depends(signed_in)]


def may(*duties: str) -> Callable[[Person], Awaitable[Person]]:
    """A dependency: returns the signed-in person; refuses unless one of their roles has one of these duties."""
    rule = AccessRule(duties)

    @declares(rule)
    async def asking(asking: Asking) -> Person:
        rule.check(asking)
        return asking

    return asking


Dealing = Annotated[Person, Depends(may("deal"))]
Reading = Annotated[Person, Depends(may("read the ledger"))]
Adjusting = Annotated[Person, Depends(may("adjust"))]
OpeningJackpots = Annotated[Person, Depends(may("open a jackpot"))]
SettingUp = Annotated[Person, Depends(may("set up the house"))]


def still(request: Request, token: str, *duties: str) -> Callable[[], None]:
    """A check that a stream repeats with each heartbeat: the session is valid and its person still has a duty."""
    rule, sessions = AccessRule(duties), services(request).sessions
    return lambda: rule.check(sessions.session(token).person)


GivenKey = Annotated[str, Header(alias="Idempotency-Key", min_length=8, max_length=100, pattern=r"^[!-~]+$")]


def own_key(person: Person, key: str) -> str:
    """An idempotency key in the person's own namespace, so that two people's keys cannot collide."""
    return f"{person.id}: {key}"


async def key_of(asking: Asking, key: GivenKey) -> str:
    """The idempotency key of the request, in the signed-in person's namespace."""
    return own_key(asking, key)


Key = Annotated[str, Depends(key_of)]

OptionalDay = Annotated[date | None, BeforeValidator(lambda given: None if given == "" else given)]
"""A gambling day in a query. A form sends a date field that was left empty as ``from=``, which means no day."""


class StrictBody(BaseModel):
    """A JSON body. Unknown fields are refused, and so are values of another type, such as "3" or true for a
    number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PrintableBody(StrictBody):
    """A JSON body whose texts hold printable characters only."""

    model_config = ConfigDict(str_strip_whitespace=True)

    @field_validator("*")
    @classmethod
    def _readable(cls, value: object) -> object:
        """Refuses control characters: people do not type them, and PostgreSQL cannot store all of them."""
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and not word.replace("\n", " ").isprintable():
                raise ValueError("only characters that can be printed")
        return value


class SignIn(PrintableBody):
    """A badge as the scanner reads it, ``person:token``, and its PIN."""

    badge: Name
    pin: Annotated[str, Field(min_length=4, max_length=12)]


class SecondPerson(SignIn):
    """The badge and PIN of the second person who takes part."""


class TermsRequest(PrintableBody):
    """How a meter is funded and reset, as a person writes it."""

    seed: Annotated[str, Field(examples=["$5,000"], max_length=30)]
    contribution: Annotated[str, Field(examples=["10.91%"], max_length=12)]
    reserve: Annotated[str, Field(examples=["2%"], max_length=12)] = "0%"
    maximum: Annotated[str, Field(max_length=30)] = ""


class TableOnLink(PrintableBody):
    """A table that plays for a jackpot."""

    table: Slug
    game: Slug
    wager: Slug
    pay_table: Slug
    decks: Annotated[int, Field(ge=1, le=8)]
    location: Slug = "main"
    has_display: bool = True
    seats: Annotated[int, Field(ge=0, le=9)] = 0
    order: Annotated[str, Field(max_length=40, description="The seats in the order that they are paid.")] = RIGHT_FIRST


class NewJackpot(PrintableBody):
    """A jackpot to open."""

    id: Slug
    game: Slug
    wager: Slug
    pay_table: Slug
    decks: Annotated[int, Field(ge=1, le=8)]
    kind: Literal["progressive", "house"] = "progressive"
    terms: TermsRequest
    bet: Annotated[str, Field(max_length=20)] = "$1"
    fixed_from: Literal["tray", "meter"] = "tray"
    controller: Literal["keyed", "card", "sensing"] = "card"
    executive_from: Annotated[str, Field(max_length=20)] = "$5,000"
    location: Slug = "main"
    tables: Annotated[list[TableOnLink], Field(max_length=15)]


def _terms(terms: TermsRequest) -> Any:
    return parse_terms(terms.seed, terms.contribution, terms.reserve, terms.maximum)


@router.get("/presets", tags=["jackpots"])
def get_preset(
    asking: Asking,
    game: Slug,
    wager: Slug,
    pay_table: Slug,
    decks: Annotated[int, Query(ge=1, le=8)],
    fixed_from: Literal["tray", "meter"] = "tray",
) -> dict[str, Any]:
    """Returns the seed, contribution and reserve that the letter states for a pay table."""
    found = preset_of(game, wager, pay_table, decks, fixed_from)
    if found is None:
        return {"preset": None}
    terms = {"seed_cents": found.seed, "contribution": str(found.contribution), "reserve": str(found.reserve)}
    return {"preset": terms | {"source": found.source}}


@router.post("/jackpots", tags=["jackpots"])
def open_jackpot(request: Request, asking: OpeningJackpots, key: Key, asked: NewJackpot) -> dict[str, Any]:
    """Opens a jackpot for its tables; the answer lists the letter's warnings."""
    setup = Setup(
        asked.id, asked.game, asked.wager, asked.pay_table, asked.decks, asked.kind, _terms(asked.terms),
        parse_cents(asked.bet, "bet"), asked.fixed_from, asked.controller,
        parse_cents(asked.executive_from, "executive_from"), asked.location,
    )  # fmt: skip
    members = [Member(**table.model_dump()) for table in asked.tables]
    return services(request).jackpots.open(setup, members, asking, key)


@router.get("/jackpots", tags=["jackpots"])
def list_jackpots(request: Request, asking: Asking) -> list[dict[str, Any]]:
    """Lists every jackpot with the amount on its display."""
    return [{"id": shown.jackpot, "shown_cents": shown.cents} for shown in services(request).jackpots.shown()]


@router.get("/jackpots/{jackpot}", tags=["jackpots"])
def get_jackpot(request: Request, asking: Asking, jackpot: str) -> dict[str, Any]:
    """Returns one jackpot: its terms, pools and tables."""
    jackpots = services(request).jackpots
    book = jackpots.book(jackpot)
    return {
        **book.setup.to_dict(),
        "status": book.status,
        "shown_cents": book.shown,
        "pools_micros": book.pools(),
        "reserved_micros": book.owed_to_winners,
        "pending_terms": book.pending,
        "tables": jackpots.tables_of(jackpot),
    }


@router.get("/jackpots/{jackpot}/transactions", tags=["ledger"])
def list_transactions(
    request: Request, asking: Reading, jackpot: str, after: Annotated[int, Query(ge=0, le=MOST)] = 0
) -> list[dict[str, Any]]:
    """Lists the ledger: at most 1,000 transactions, starting at a number."""
    from dataclasses import asdict

    return [asdict(item) for item in services(request).jackpots.page(jackpot, after)]


@router.get("/jackpots/{jackpot}/proof", tags=["ledger"])
def prove(request: Request, asking: Reading, jackpot: str) -> dict[str, Any]:
    """Checks the hash chain and the balance of a ledger, and that the meter equals its accounts."""
    services(request).jackpots.book(jackpot)
    proof = services(request).jackpots.verify(jackpot).to_dict()
    del proof["jackpot"]  # it is in the address
    return proof


class ManualActRequest(PrintableBody):
    """A manual act: its reason, its document, and the second person."""

    why: Annotated[str, Field(min_length=1, max_length=500)]
    document: Annotated[str, Field(min_length=1, max_length=500)]
    second: SecondPerson


class JackpotBackOut(ManualActRequest):
    """A recorded prize to reverse."""

    award: Number


def _both(request: Request, asking: Person, asked: ManualActRequest) -> list[Person]:
    return [asking, services(request).sessions.identify(asked.second.badge, asked.second.pin, address_of(request))]


@router.post("/jackpots/{jackpot}/back-outs", tags=["manual acts"])
def back_out(request: Request, asking: Adjusting, key: Key, jackpot: str, asked: JackpotBackOut) -> dict[str, Any]:
    """Reverses a recorded prize by manual adjustment."""
    people = _both(request, asking, asked)
    return services(request).jackpots.back_out(jackpot, asked.award, asked.why, asked.document, people, key)


class JackpotAdjustment(ManualActRequest):
    """A pool raised or reduced for a reason that the regulation lists."""

    pool: Literal["displayed", "reserve", "overflow"]
    micros: Annotated[int, Field(ge=-(10**15), le=10**15)]
    reason: Slug


@router.post("/jackpots/{jackpot}/adjustments", tags=["manual acts"])
def adjust(request: Request, asking: Adjusting, key: Key, jackpot: str, asked: JackpotAdjustment) -> dict[str, Any]:
    """Raises or reduces a pool; needs two people, a listed reason and a document."""
    people = _both(request, asking, asked)
    return services(request).jackpots.adjust(
        jackpot, asked.pool, asked.micros, asked.reason, asked.why, asked.document, people, key
    )


Changing = Annotated[Person, Depends(may("change terms"))]


class NewTerms(ManualActRequest):
    """New terms, from now on or from the next reset."""

    terms: TermsRequest
    when: Literal["now", "restart"]


@router.post("/jackpots/{jackpot}/terms", tags=["manual acts"])
def change_terms(request: Request, asking: Changing, key: Key, jackpot: str, asked: NewTerms) -> dict[str, Any]:
    """Changes seed, rates or maximum; money already accrued stays in the pools."""
    people = _both(request, asking, asked)
    terms = terms_to_dict(_terms(asked.terms))
    return services(request).jackpots.change_terms(jackpot, terms, asked.when, asked.why, asked.document, people, key)


class NewStatus(ManualActRequest):
    """The new status of a jackpot."""

    action: Literal["suspend", "resume", "retire", "distribute"]


@router.post("/jackpots/{jackpot}/status", tags=["manual acts"])
def change_status(request: Request, asking: Adjusting, key: Key, jackpot: str, asked: NewStatus) -> dict[str, Any]:
    """Suspends, resumes, retires or distributes a jackpot."""
    people = _both(request, asking, asked)
    return services(request).jackpots.manage(jackpot, asked.action, asked.why, asked.document, people, key)


ON_DISPLAY: Final = public("the wall displays show the meter to every player")


@router.get(
    "/displays/{jackpot}",
    tags=["displays"],
    response_class=EventStream,
    responses=sends(EVENTS),
    dependencies=[ON_DISPLAY],
)
async def display(request: Request, jackpot: str) -> EventStream:
    """Streams the meter as server-sent events: the cents shown now, then again at every change."""
    found = services(request)
    now = await run_in_threadpool(found.jackpots.shown)
    if jackpot not in {shown.jackpot for shown in now}:
        raise NotFound(f"there is no jackpot {quoted(jackpot)}")
    found.live.publish(now)
    steps = found.live.listen(jackpot)
    first = await anext(steps)

    async def events() -> AsyncIterator[bytes]:
        async with aclosing(steps):
            yield _event(first)
            async for shown in steps:
                yield _event(shown)

    return EventStream(events())


@lru_cache(100)
def _event(shown: DisplayedAmount | None) -> bytes:
    """The event for a display, encoded once for all displays of a jackpot."""
    return COMMENT if shown is None else event(shown.cents, number=shown.number)
