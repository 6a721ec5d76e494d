"""Pages of the card room for everyone on staff: sign-in, first start, home, own account, and the staff list."""

from typing import Annotated, Final
from urllib.parse import parse_qsl, urlsplit

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitbook.errors import PitbookError
from pitbook.games.model import listed
from pitbook.jackpot.people import DUTY_ROLES, INCOMPATIBLE, MONEY_ROLES, ROLES, Person, Role
from pitbook.room.people.first_run import FirstStart
from pitbook.room.people.proposals import Proposal
from pitbook.room.people.sessions import NotSignedIn
from pitbook.room.startup import has_examples
from pitbook.web.http.cookies import address_of, check_own_origin, session_cookie
from pitbook.web.http.pages import page
from pitbook.web.http.passkey_site import has_passkeys
from pitbook.web.http.room_frame import room_page, show
from pitbook.web.office.jackpots_api import services
from pitbook.web.people.sessions_api import FIRST, SIGNING_IN, begin_at_screen

router = APIRouter(include_in_schema=False)

HOME: Final = "/room"
LONGEST: Final = 500
Staff = Annotated[Person, Depends(room_page())]
Approving = Annotated[Person, Depends(room_page("approve a role"))]
To = Annotated[str, Query(max_length=LONGEST)]


def way_back(to: str) -> str:
    """The page to open after sign-in: one of the room, never another site."""
    parts = urlsplit(to)
    inside = not parts.scheme and not parts.netloc and (to == HOME or to.startswith((f"{HOME}/", f"{HOME}?")))
    return to if inside and to.isprintable() and "\\" not in to and not to.startswith("/room/sign-in") else HOME


@router.get("/room")
def home(request: Request, person: Staff) -> HTMLResponse:
    """The pages that this person's roles open."""
    return show(request, person, "", "room/home.html", house=_house(request))


@router.get("/room/sign-in", dependencies=[SIGNING_IN])
def sign_in_page(request: Request, to: To = "") -> Response:
    """The sign-in form: badge and PIN; a locked screen asks for the PIN alone."""
    return _door(request, to)


def _door(request: Request, to: str, wrong: str = "", status: int = 200) -> Response:
    found = services(request)
    try:
        session = found.sessions.session(session_cookie(request))
        locked = session.person.name if session.locked else ""
    except PitbookError:
        locked = ""
    no_users = found.people.count() == 0
    answer = page(
        request, "room/sign_in.html", status, to=way_back(to), wrong=wrong, locked=locked, no_users=no_users,
        examples=has_examples(found.people), house=_house(request), passkeys_here=has_passkeys(request),
    )  # fmt: skip
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.post("/room/sign-in", dependencies=[SIGNING_IN])
async def sign_in(request: Request) -> Response:
    """Handles the posted form. Without a badge it unlocks a locked screen."""
    body = (await request.body()).decode("utf-8", "replace")
    return await run_in_threadpool(_signed_in, request, dict(parse_qsl(body)))


def _signed_in(request: Request, form: dict[str, str]) -> Response:
    check_own_origin(request)
    to, badge, pin = (form.get(name, "") for name in ("to", "badge", "pin"))
    answer = RedirectResponse(way_back(to), 303, {"Cache-Control": "no-store"})
    try:
        if badge:
            begin_at_screen(request, answer, badge, pin)
        else:
            services(request).sessions.unlock(session_cookie(request), pin, address_of(request))
    except NotSignedIn:
        return _door(request, to, "Swipe your badge first, then enter your PIN.", 403)
    except PitbookError as error:
        words = str(error)
        return _door(request, to, f"{words[:1].upper()}{words[1:]}.", 403)
    return answer


@router.get("/room/first", dependencies=[FIRST])
def first_start(request: Request, token: Annotated[str, Query(max_length=200)] = "") -> HTMLResponse:
    """The first start: the administrator and the executive each make an account by a one-time address."""
    role = FirstStart(services(request).people).check(token)
    answer = page(request, "room/first.html", token=token, role=role, house=_house(request))
    answer.headers["Cache-Control"] = "no-store"
    return answer


@router.get("/room/me")
def me(request: Request, person: Staff) -> HTMLResponse:
    """The signed-in person's account: roles and duties, session, PIN and passkeys."""
    found = services(request)
    session = found.sessions.session(session_cookie(request))
    duties = [duty for duty in DUTY_ROLES if person.may(duty)]
    return show(
        request, person, "", "room/me.html", session=session, duties=duties, passkeys=found.passkeys.of(person.id),
        local=found.days.house().local,
    )  # fmt: skip


@router.get("/room/people")
def people(request: Request, person: Approving) -> HTMLResponse:
    """Staff, proposals that wait for a second person and, for an administrator, open sessions."""
    found = services(request)
    house = found.days.house()
    managing = person.may("manage people")
    everyone = found.people.everyone()
    held = {each.id: each.roles for each, _ in everyone}
    waiting = [(each, _what_is_asked(each, held.get(each.person))) for each in found.proposals.waiting()]
    return show(
        request, person, "people", "room/people.html", people=everyone, managing=managing, waiting=waiting,
        names={each.id: each.name for each, _ in everyone}, missing=found.people.missing(),
        sessions=found.sessions.open_sessions() if managing else [],
        mine=found.sessions.session(session_cookie(request)).id, roles=ROLES, apart=INCOMPATIBLE, money=MONEY_ROLES,
        house=house.name, local=house.local, passkeys=found.passkeys.everyone() if managing else [],
    )  # fmt: skip


def _what_is_asked(proposal: Proposal, held: frozenset[Role] | None) -> str:
    """Describes the change that a proposal asks for."""
    roles = listed(proposal.roles)
    if held is None:
        return f"New person: {roles}"
    if set(proposal.roles) == held:
        return f"New badge and PIN: {roles}"
    return f"New roles: {roles} instead of {listed(sorted(held))}, with a new badge and PIN"


def _house(request: Request) -> str:
    """The name of the house."""
    return services(request).days.house().name
