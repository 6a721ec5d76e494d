"""The HTTP API of signing in: sessions of programs by a bearer's token, of screens by a cookie; the first start."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from pitbook.room.people.first_run import FirstStart
from pitbook.web.http.access import public
from pitbook.web.http.cookies import address_of, check_own_origin, clear_session, session_cookie, set_session
from pitbook.web.office.jackpots_api import Asked, Asking, Name, SignIn, Slug, services, token_of
from pitbook.web.people.api import Managing, badge_record

router = APIRouter(prefix="/api/v1", tags=["sessions"])

Token = Annotated[str, Depends(token_of)]
SIGNING_IN: Final = public("whoever signs in is not known yet; wrong tries are slowed down and on record")
FIRST: Final = public("there is no administrator or no executive yet; the token of their set-up address opens it, once")
Pin = Annotated[str, Field(min_length=4, max_length=12)]


@router.post("/sign-in", dependencies=[SIGNING_IN])
def sign_in(request: Request, asked: SignIn) -> dict[str, Any]:
    """A program's session for badge and PIN: its token is the bearer of later requests."""
    token, person = services(request).sessions.sign_in(asked.badge, asked.pin, address_of(request))
    return {"token": token, "person": person.id, "name": person.name, "roles": sorted(person.roles)}


@router.post("/sign-out")
def sign_out(request: Request, response: Response, token: Token) -> dict[str, Any]:
    """Ends the session, a program's or a screen's."""
    services(request).sessions.sign_out(token)
    clear_session(request, response)
    return {"signed_out": True}


@router.post("/session", dependencies=[SIGNING_IN])
def begin_session(request: Request, response: Response, asked: SignIn) -> dict[str, Any]:
    """A screen's session for badge and PIN, as a cookie. Whoever was signed in at this screen is no longer."""
    check_own_origin(request)
    return begin_at_screen(request, response, asked.badge, asked.pin)


def begin_at_screen(request: Request, response: Response, badge: str, pin: str) -> dict[str, Any]:
    """Changes the user of a screen: only when the next one is known does the one before leave."""
    token, _ = services(request).sessions.sign_in(badge, pin, address_of(request), screen=True)
    return take_screen(request, response, token)


def take_screen(request: Request, response: Response, token: str) -> dict[str, Any]:
    """A session has the screen from now on; the one before is over."""
    before = session_cookie(request)
    if before:
        services(request).sessions.sign_out(before)
    set_session(request, response, token)
    return session_record(request, token)


@router.get("/session")
def get_session(request: Request, token: Token) -> dict[str, Any]:
    """Who is signed in here, and whether the screen is locked. Asking does not keep it from locking."""
    return session_record(request, token)


@router.post("/session/lock")
def lock(request: Request, token: Token) -> dict[str, Any]:
    """Covers the screen; its person's PIN unlocks it."""
    services(request).sessions.lock(token)
    return session_record(request, token)


class OwnPin(Asked):
    """One's own PIN."""

    pin: Pin


@router.post("/session/unlock")
def unlock(request: Request, token: Token, asked: OwnPin) -> dict[str, Any]:
    """Uncovers the screen."""
    services(request).sessions.unlock(token, asked.pin, address_of(request))
    return session_record(request, token)


@router.post("/session/seen")
def seen(request: Request, asking: Asking, token: Token) -> dict[str, Any]:
    """Somebody is at the screen: it does not lock yet."""
    return session_record(request, token)


def session_record(request: Request, token: str) -> dict[str, Any]:
    """A session as its screen is told of it."""
    sessions = services(request).sessions
    return sessions.session(token).to_dict() | {"locks_after_seconds": int(sessions.locks.total_seconds())}


class ChangePin(OwnPin):
    """One's own PIN and the one to come."""

    new: Pin


@router.put("/session/pin")
def change_pin(request: Request, token: Token, asked: ChangePin) -> dict[str, Any]:
    """Another PIN for oneself; this session goes on, all others end."""
    services(request).sessions.change_pin(token, asked.pin, asked.new, address_of(request))
    return session_record(request, token)


@router.get("/sessions")
def list_sessions(request: Request, asking: Managing) -> list[dict[str, Any]]:
    """Every session that is open."""
    return [session.to_dict() for session in services(request).sessions.open_sessions()]


@router.delete("/sessions/{session}")
def end_session(request: Request, asking: Managing, session: str) -> dict[str, Any]:
    """Ends somebody's session at once."""
    ended = services(request).sessions.end(session, asking.id)
    return {"ended": ended.id, "person": ended.person.id}


class FirstPerson(Asked):
    """The first administrator or the first executive of a room, by the token of their own set-up address."""

    token: Name
    id: Slug
    name: Name
    pin: Pin


@router.post("/first", dependencies=[FIRST])
def first_start(request: Request, response: Response, asked: FirstPerson) -> dict[str, Any]:
    """Makes the administrator or the executive, once; the badge is shown here only, and this screen is signed in."""
    check_own_origin(request)
    found = services(request)
    person, badge = FirstStart(found.people).make(asked.token, asked.id, asked.name, asked.pin)
    set_session(request, response, found.sessions.begin(person, address_of(request), screen=True, how="first start"))
    return badge_record(person, badge)
