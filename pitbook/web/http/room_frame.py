"""The frame of the card room's pages: access to each page, and the bar around it.

A page of the room::

    Dealing = Annotated[Person, Depends(room_page("deal"))]

    @router.get("/room/dealer")
    def dealer(request: Request, person: Dealing) -> HTMLResponse:
        return show(request, person, "dealer", "room/dealer/home.html", table=...)

Its template extends ``room/base.html`` and fills ``title``, ``main``, ``area_styles`` and ``area_scripts``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.people.sessions import NotSignedIn
from pitbook.web.http.access import AccessRule, declares
from pitbook.web.http.cookies import session_cookie
from pitbook.web.http.pages import page
from pitbook.web.http.passkey_site import has_passkeys
from pitbook.web.office.jackpots_api import services
from pitbook.web.tour.stops import STOPS

SIGN_IN: Final = "/room/sign-in"


@dataclass(frozen=True, slots=True)
class RoomArea:
    """A section of the card room, for people with its duty."""

    key: str
    path: str
    name: str
    duty: str
    about: str


AREAS: Final = (
    RoomArea("dealer", "/room/dealer", "Dealer", "deal", "The keypad, seats and bets of one table."),
    RoomArea("floor", "/room/floor", "Floor", "see the floor", "Tables, wins to verify, alerts."),
    RoomArea("office", "/room/office", "Back office", "see the back office", "Meters, days, deposits, configuration."),
    RoomArea("audit", "/room/audit", "Audit", "read the ledger", "All records, and their proof."),
    RoomArea("displays", "/room/displays", "Displays", "see the displays", "Signs for tables and banks."),
    RoomArea("people", "/room/people", "People", "approve a role", "Badges, roles, proposals and sessions."),
)


class SignInFirst(NotSignedIn):
    """A page of the room was opened without a session: redirect to the sign-in."""


class NotYours(NotAllowed):
    """A page of the room was opened by a person without its duty."""

    def __init__(self, person: Person, words: str) -> None:
        super().__init__(words)
        self.person = person


def room_page(*duties: str) -> Callable[[Request], Person]:
    """A dependency: returns the signed-in person; refuses without one of the duties. No duties: any staff."""
    rule = AccessRule(duties)

    @declares(rule)
    def asking(request: Request) -> Person:
        try:
            person = services(request).sessions.person(session_cookie(request))
        except NotAllowed as error:  # no session, a locked screen, or a person who has left
            raise SignInFirst(str(error)) from None
        try:
            rule.check(person)
        except NotAllowed as error:
            raise NotYours(person, str(error)) from None
        return person

    return asking


def show(request: Request, person: Person, here: str, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Renders a page in the room's frame; ``here`` is the section that its bar highlights. It is not cached."""
    sessions = services(request).sessions
    answer = page(
        request,
        template,
        status,
        person=person,
        here=here,
        room_areas=[area for area in AREAS if person.may(area.duty)],
        locks_after=int(sessions.locks.total_seconds()),
        passkeys_here=has_passkeys(request),
        demonstration=getattr(request.state, "demonstration", ""),
        stops=STOPS,
        **context,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def to_sign_in(request: Request) -> RedirectResponse:
    """Redirects to the sign-in, which returns to the requested page."""
    query = f"?{request.url.query}" if request.url.query else ""
    back = quote(f"{request.url.path}{query}", safe="/")
    return RedirectResponse(f"{SIGN_IN}?to={back}", 303, {"Cache-Control": "no-store"})


def answer_room(app: FastAPI) -> None:
    """Registers the answers for requests without a session or without the duty."""

    @app.exception_handler(SignInFirst)
    async def first(request: Request, _error: Exception) -> Response:
        return to_sign_in(request)

    @app.exception_handler(NotYours)
    async def not_yours(request: Request, error: Exception) -> Response:
        if not isinstance(error, NotYours):
            raise error
        return show(request, error.person, "", "room/not_yours.html", 403, words=str(error))
