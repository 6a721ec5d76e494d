"""The card room's frame: who may open which page, and what every page of the room shows around it.

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
from pitbook.web.http.access import Rule, declares
from pitbook.web.http.cookies import session_cookie
from pitbook.web.http.pages import page
from pitbook.web.http.passkey_site import has_passkeys
from pitbook.web.office.jackpots_api import services
from pitbook.web.tour.stops import STOPS

SIGN_IN: Final = "/room/sign-in"


@dataclass(frozen=True, slots=True)
class RoomArea:
    """A part of the card room, for whoever may do its duty."""

    key: str
    path: str
    name: str
    duty: str
    about: str


AREAS: Final = (
    RoomArea("dealer", "/room/dealer", "Dealer", "deal", "The keypad, seats and bets of one table."),
    RoomArea("floor", "/room/floor", "Floor", "see the floor", "Tables, wins to verify, alerts."),
    RoomArea("office", "/room/office", "Back office", "see the back office", "Meters, days, deposits, configuration."),
    RoomArea("audit", "/room/audit", "Audit", "read the ledger", "Everything on record, and its proof."),
    RoomArea("displays", "/room/displays", "Displays", "see the displays", "Signs for tables and banks."),
    RoomArea("people", "/room/people", "People", "approve a role", "Badges, roles, proposals and sessions."),
)


class SignInFirst(NotSignedIn):
    """A page of the room without a session: the way goes over the sign-in."""


class NotYours(NotAllowed):
    """A page of the room for other roles."""

    def __init__(self, person: Person, words: str) -> None:
        super().__init__(words)
        self.person = person


def room_page(*duties: str) -> Callable[[Request], Person]:
    """A dependency: whoever opens a page of the room, and may; without a duty anybody who is signed in."""
    rule = Rule(duties)

    @declares(rule)
    def asking(request: Request) -> Person:
        try:
            person = services(request).sessions.person(session_cookie(request))
        except NotAllowed as error:  # no session, locked, or somebody who has left
            raise SignInFirst(str(error)) from None
        try:
            rule.check(person)
        except NotAllowed as error:
            raise NotYours(person, str(error)) from None
        return person

    return asking


def show(request: Request, person: Person, here: str, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page in the room's frame; ``here`` is the area that its bar marks. Nobody else's browser keeps it."""
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
    """To the sign-in, and from there back to where one wanted to go."""
    query = f"?{request.url.query}" if request.url.query else ""
    back = quote(f"{request.url.path}{query}", safe="/")
    return RedirectResponse(f"{SIGN_IN}?to={back}", 303, {"Cache-Control": "no-store"})


def answer_room(app: FastAPI) -> None:
    """What happens to who is not signed in, or does not belong."""

    @app.exception_handler(SignInFirst)
    async def first(request: Request, _error: Exception) -> Response:
        return to_sign_in(request)

    @app.exception_handler(NotYours)
    async def not_yours(request: Request, error: Exception) -> Response:
        if not isinstance(error, NotYours):
            raise error
        return show(request, error.person, "", "room/not_yours.html", 403, words=str(error))
