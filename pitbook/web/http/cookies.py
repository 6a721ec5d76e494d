"""The session cookie of a browser, and the check that writes come from our own pages (CSRF protection)."""

from datetime import timedelta
from typing import Final

from fastapi import Request, Response

from pitbook.jackpot.people import NotAllowed
from pitbook.room.people.lockouts import source_of
from pitbook.room.people.passkeys import ANSWERED_WITHIN
from pitbook.room.people.sessions import LASTS

NAME: Final = "pitbook-session"
CHALLENGE: Final = "pitbook-passkey"
"""The cookie that holds a passkey challenge."""
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def _name(request: Request, name: str) -> str:
    """The name of a cookie; over TLS its prefix makes the browser refuse one set by another host."""
    return f"__Host-{name}" if request.scope.get("scheme") == "https" else name


def _set(request: Request, response: Response, name: str, value: str, lasts: timedelta) -> None:
    """Sets a cookie that scripts and other sites cannot read (HttpOnly, SameSite); over TLS also Secure."""
    response.set_cookie(
        _name(request, name), value, max_age=int(lasts.total_seconds()), path="/", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def _clear(request: Request, response: Response, name: str) -> None:
    response.delete_cookie(
        _name(request, name), path="/", httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )


def session_cookie(request: Request) -> str:
    """The session token; empty if the browser has none."""
    return request.cookies.get(_name(request, NAME), "")


def set_session(request: Request, response: Response, token: str) -> None:
    _set(request, response, NAME, token, LASTS)


def clear_session(request: Request, response: Response) -> None:
    _clear(request, response, NAME)


def challenge_cookie(request: Request) -> str:
    """The challenge token of this browser; empty if it has none."""
    return request.cookies.get(_name(request, CHALLENGE), "")


def set_challenge(request: Request, response: Response, token: str) -> None:
    _set(request, response, CHALLENGE, token, ANSWERED_WITHIN)


def clear_challenge(request: Request, response: Response) -> None:
    _clear(request, response, CHALLENGE)


def check_own_origin(request: Request) -> None:
    """Refuses a write with a cookie unless the browser's Origin header names this site (CSRF protection)."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        ours = site == "same-origin"
    else:
        ours = request.headers.get("origin") == f"{request.url.scheme}://{request.headers.get('host', '')}"
    if not ours:
        raise NotAllowed("this request comes from another site: use Pitbook's own pages, or a bearer token")


def address_of(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client else ""


def rate_key(request: Request) -> str:
    """The key of rate limits: the address, or for IPv6 its /64 network, all of whose addresses one machine may have."""
    return source_of(address_of(request))
