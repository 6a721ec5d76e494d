"""The session of a browser: a cookie that only our own pages send, and writes that only our own pages make."""

from datetime import timedelta
from typing import Final

from fastapi import Request, Response

from pitbook.jackpot.people import NotAllowed
from pitbook.room.people.passkeys import ANSWERED_WITHIN
from pitbook.room.people.sessions import LASTS

NAME: Final = "pitbook-session"
CHALLENGE: Final = "pitbook-passkey"
"""What a browser keeps while a passkey is asked."""
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def _name(request: Request, name: str) -> str:
    """Over TLS the browser itself sees to it that no other host has set it."""
    return f"__Host-{name}" if request.scope.get("scheme") == "https" else name


def _set(request: Request, response: Response, name: str, value: str, lasts: timedelta) -> None:
    """Out of reach of scripts and of other sites; over TLS never sent without it."""
    response.set_cookie(
        _name(request, name), value, max_age=int(lasts.total_seconds()), path="/", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def _clear(request: Request, response: Response, name: str) -> None:
    response.delete_cookie(
        _name(request, name), path="/", httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )


def session_cookie(request: Request) -> str:
    """The session's token; empty where the browser has none."""
    return request.cookies.get(_name(request, NAME), "")


def set_session(request: Request, response: Response, token: str) -> None:
    _set(request, response, NAME, token, LASTS)


def clear_session(request: Request, response: Response) -> None:
    _clear(request, response, NAME)


def challenge_cookie(request: Request) -> str:
    """What this browser was given with its challenge; empty where it was given none."""
    return request.cookies.get(_name(request, CHALLENGE), "")


def set_challenge(request: Request, response: Response, token: str) -> None:
    _set(request, response, CHALLENGE, token, ANSWERED_WITHIN)


def clear_challenge(request: Request, response: Response) -> None:
    _clear(request, response, CHALLENGE)


def check_own_origin(request: Request) -> None:
    """A write by a cookie comes from our own pages: a browser says where from, and who does not is refused."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        ours = site == "same-origin"
    else:
        ours = request.headers.get("origin") == f"{request.url.scheme}://{request.headers.get('host', '')}"
    if not ours:
        raise NotAllowed("this request comes from another site: it is made from Pitbook's own pages, or with a bearer")


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
