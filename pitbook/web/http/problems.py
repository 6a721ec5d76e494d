"""Refusals as problem documents (RFC 9457), or as pages for browsers: one sentence, never a traceback."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from pitbook.errors import BadInput, NotApproved, NotFound, PitbookError, quoted
from pitbook.jackpot.people import NotAllowed
from pitbook.room.jobs import QueueFull
from pitbook.room.people.sessions import NotSignedIn
from pitbook.room.play.service import NoRoom
from pitbook.room.tables.service import Busy
from pitbook.room.token_bucket import RateLimited
from pitbook.store.write_connection import StoreNotWritable, StoreUnavailable
from pitbook.web.http.access import rule_of
from pitbook.web.http.cookies import session_cookie
from pitbook.web.http.live import TooMany
from pitbook.web.http.openapi import API
from pitbook.web.http.pages import page
from pitbook.web.office.jackpots_api import signed_in, token_of

KINDS: tuple[tuple[type[Exception], int, str], ...] = (
    (StoreNotWritable, 503, "The store cannot be written to"),
    (StoreUnavailable, 503, "The store cannot be reached"),
    (TooMany, 503, "Too many displays"),
    (NoRoom, 503, "No table is free"),
    (Busy, 503, "Too busy"),
    (QueueFull, 503, "Too busy"),
    (RateLimited, 429, "Too fast"),
    (NotSignedIn, 401, "Not signed in"),
    (NotAllowed, 403, "Not allowed"),
    (NotFound, 404, "Not found"),
    (NotApproved, 409, "Not approved"),
    (BadInput, 400, "Refused"),
)


MALFORMED: Final = 422
TITLES: Final = {
    400: "Not readable",
    404: "Not found",
    405: "Method not allowed",
    408: "Too slow",
    413: "Too long",
    422: "Malformed request",
    500: "Server error",
}
WORDS: Final = {
    400: "the body is not valid JSON",
    404: "there is no page at this address",
    405: "this address does not accept this method",
    500: "the request failed on the server; no partial change was saved",
}
"""Messages for errors of the framework and for those that the guard catches (guard.py)."""


def problem(status: int, title: str, detail: str) -> JSONResponse:
    """A problem document."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}, 503: {"Retry-After": "1"}}.get(status)
    return JSONResponse(body, status, headers, media_type="application/problem+json")


def wants_page(request: Request) -> bool:
    """Whether a browser opens this address. Reports and win pages are links into the API, so the path does not decide:
    a browser that follows a link accepts HTML; scripts and programs do not."""
    return not request.url.path.startswith(API) or "text/html" in request.headers.get("accept", "")


def refuse(request: Request, status: int, title: str, detail: str) -> Response:
    """A problem document for a program, a page for a person."""
    if not wants_page(request):
        return problem(status, title, detail)
    path = request.url.path
    in_room = path.startswith("/room") or (path.startswith(API) and bool(session_cookie(request)))
    return page(
        request, "error.html", status, title=title, detail=detail[:1].upper() + detail[1:], status_code=status,
        in_room=in_room,
    )  # fmt: skip


def answer_to(request: Request, error: PitbookError | HTTPException) -> Response:
    """The answer to an error of Pitbook or of the framework."""
    if isinstance(error, HTTPException):
        status, detail = error.status_code, str(error.detail)
        return refuse(request, status, TITLES.get(status, detail), WORDS.get(status, detail))
    if isinstance(error, StoreNotWritable):
        request.app.state.operation.readiness.found(str(error))
    status, title = next(((code, name) for kind, code, name in KINDS if isinstance(error, kind)), (400, "Refused"))
    return refuse(request, status, title, str(error))


def _fault_words(fault: Mapping[str, Any]) -> str:
    """The fault of a field; replaces pydantic's message about dates, which speaks of digits and separators."""
    if str(fault["type"]).startswith("date_"):
        return f"{quoted(str(fault['input']))} is not a day: write year, month and day, such as 2026-03-31"
    return str(fault["msg"])


async def check_who(request: Request, route: object) -> None:
    """Refuses a person without access before reporting a malformed body, which the framework reads first."""
    rule = rule_of(route.path, route.dependant) if isinstance(route, APIRoute) else None
    if rule is not None and not rule.public and request.url.path.startswith(API):
        rule.check(await signed_in(request, await token_of(request, request.headers.get("authorization"))))


def answer_problems(app: FastAPI) -> None:
    """Turns every refusal and every malformed request into a problem document."""

    @app.exception_handler(PitbookError)
    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: Any) -> Response:
        if isinstance(error, HTTPException) and error.status_code == MALFORMED:
            try:
                await check_who(request, request.scope.get("route"))
            except PitbookError as refusal:
                return answer_to(request, refusal)
        return answer_to(request, error)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: Exception) -> Response:
        try:
            await check_who(request, request.scope.get("route"))
        except PitbookError as refusal:
            return answer_to(request, refusal)
        faults = error.errors() if isinstance(error, RequestValidationError) else []
        if faults and wants_page(request) and all(fault["loc"][0] == "path" for fault in faults):
            return refuse(request, 404, TITLES[404], WORDS[404])
        # Programs get the location of the field (query or body); people only its name.
        first = 1 if wants_page(request) else 0
        words = "; ".join(f"{'.'.join(map(str, fault['loc'][first:]))}: {_fault_words(fault)}" for fault in faults[:5])
        return refuse(request, MALFORMED, TITLES[MALFORMED], words[:500] or "the request cannot be read")
