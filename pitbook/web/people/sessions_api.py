"""The HTTP API of sign-in: programs use a bearer token, screens a cookie; and the first start."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from pitbook.room.people.first_run import FirstStart
from pitbook.web.http.access import public
from pitbook.web.http.cookies import address_of, check_own_origin, clear_session, session_cookie, set_session
from pitbook.web.office.jackpots_api import Asking, Name, PrintableBody, SignIn, Slug, services, token_of
from pitbook.web.people.api import Managing, badge_record

router = APIRouter(prefix="/api/v1", tags=["sessions"])

Token = Annotated[str, Depends(token_of)]
SIGNING_IN: Final = public("sign-in itself; failed attempts are rate-limited and recorded")
FIRST: Final = public("there is no administrator or executive yet; their one-time set-up token is needed")
Pin = Annotated[str, Field(min_length=4, max_length=12)]


@router.post("/sign-in", dependencies=[SIGNING_IN])
def sign_in(request: Request, asked: SignIn) -> dict[str, Any]:
    """Signs a program in by badge and PIN; later requests send the returned token as bearer token."""
    token, person = services(request).sessions.sign_in(asked.badge, asked.pin, address_of(request))
    return {"token": token, "person": person.id, "name": person.name, "roles": sorted(person.roles)}


@router.post("/sign-out")
def sign_out(request: Request, response: Response, token: Token) -> dict[str, Any]:
    """Ends the session of a program or a screen."""
    services(request).sessions.sign_out(token)
    clear_session(request, response)
    return {"signed_out": True}


@router.post("/session", dependencies=[SIGNING_IN])
def begin_session(request: Request, response: Response, asked: SignIn) -> dict[str, Any]:
    """Signs in at a screen by badge and PIN and sets the cookie; the screen's previous session ends."""
    check_own_origin(request)
    return begin_at_screen(request, response, asked.badge, asked.pin)


def begin_at_screen(request: Request, response: Response, badge: str, pin: str) -> dict[str, Any]:
    """Changes the user of a screen; a failed sign-in leaves the previous session in place."""
    token, _ = services(request).sessions.sign_in(badge, pin, address_of(request), screen=True)
    return take_screen(request, response, token)


def take_screen(request: Request, response: Response, token: str) -> dict[str, Any]:
    """Gives the screen to a session and ends its previous session."""
    before = session_cookie(request)
    if before:
        services(request).sessions.sign_out(before)
    set_session(request, response, token)
    return session_record(request, token)


@router.get("/session")
def get_session(request: Request, token: Token) -> dict[str, Any]:
    """Returns who is signed in and whether the screen is locked; does not postpone the lock."""
    return session_record(request, token)


@router.post("/session/lock")
def lock(request: Request, token: Token) -> dict[str, Any]:
    """Locks the screen; the PIN of its person unlocks it."""
    services(request).sessions.lock(token)
    return session_record(request, token)


class OwnPin(PrintableBody):
    """The PIN of the signed-in person."""

    pin: Pin


@router.post("/session/unlock")
def unlock(request: Request, token: Token, asked: OwnPin) -> dict[str, Any]:
    """Unlocks the screen."""
    services(request).sessions.unlock(token, asked.pin, address_of(request))
    return session_record(request, token)


@router.post("/session/seen")
def seen(request: Request, asking: Asking, token: Token) -> dict[str, Any]:
    """Reports activity at the screen, which postpones its lock."""
    return session_record(request, token)


def session_record(request: Request, token: str) -> dict[str, Any]:
    """The session as the API returns it to its screen."""
    sessions = services(request).sessions
    return sessions.session(token).to_dict() | {"locks_after_seconds": int(sessions.locks.total_seconds())}


class ChangePin(OwnPin):
    """The present PIN and the new one."""

    new: Pin


@router.put("/session/pin")
def change_pin(request: Request, token: Token, asked: ChangePin) -> dict[str, Any]:
    """Changes the signed-in person's PIN; this session continues, all their others end."""
    services(request).sessions.change_pin(token, asked.pin, asked.new, address_of(request))
    return session_record(request, token)


@router.get("/sessions")
def list_sessions(request: Request, asking: Managing) -> list[dict[str, Any]]:
    """Lists all open sessions."""
    return [session.to_dict() for session in services(request).sessions.open_sessions()]


@router.delete("/sessions/{session}")
def end_session(request: Request, asking: Managing, session: str) -> dict[str, Any]:
    """Ends another person's session at once."""
    ended = services(request).sessions.end(session, asking.id)
    return {"ended": ended.id, "person": ended.person.id}


class FirstPerson(PrintableBody):
    """The first administrator or executive of a room, with the token of their set-up address."""

    token: Name
    id: Slug
    name: Name
    pin: Pin


@router.post("/first", dependencies=[FIRST])
def first_start(request: Request, response: Response, asked: FirstPerson) -> dict[str, Any]:
    """Creates the first administrator or executive, once; only this answer shows the badge. Signs this screen in."""
    check_own_origin(request)
    found = services(request)
    person, badge = FirstStart(found.people).make(asked.token, asked.id, asked.name, asked.pin)
    set_session(request, response, found.sessions.begin(person, address_of(request), screen=True, how="first start"))
    return badge_record(person, badge)
