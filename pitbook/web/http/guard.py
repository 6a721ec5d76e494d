"""Limits on requests, and headers of every answer.

Refuses bodies that are too long, arrive too slowly or repeat a JSON key, and addresses with characters that the store
cannot hold. Sets the security headers of every answer, also of errors; answers HEAD with headers alone; and keeps
redirects on this site, also for a forged Host header.
"""

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.errors import quoted
from pitbook.web.http.problems import TITLES, WORDS, answer_to, refuse

LONGEST_BODY: Final = 64 * 1024
"""Most bytes of a body; normal requests have a few hundred."""


BODY_SECONDS: Final = 10.0
"""Seconds within which a body must arrive, or its connection is closed; on a slow line the longest takes one."""
CUT_OFF: Final = (408, 413)
"""Statuses after which the server does not wait for the rest of a body."""
JSON_TYPES: Final = (b"application/json", b"+json")


class RepeatedKey(HTTPException):
    """A JSON object with the same key twice: programs differ in which of its values counts."""

    def __init__(self, key: str) -> None:
        super().__init__(422, f"the key {quoted(key)} is given twice: give it once")


def _too_long() -> HTTPException:
    return HTTPException(413, f"a request has at most {LONGEST_BODY} bytes")


def _too_slow() -> HTTPException:
    return HTTPException(408, f"the request did not arrive within {BODY_SECONDS:g} seconds: send it again")


def _check_keys(pairs: list[tuple[str, Any]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            raise RepeatedKey(key)
        seen.add(key)


_decode: Final = json.JSONDecoder(object_pairs_hook=_check_keys).decode


def check_json(body: bytes) -> None:
    """Refuses JSON that repeats a key; text that is not JSON is refused later, when it is parsed."""
    try:
        _decode(body.decode(json.detect_encoding(body), "surrogatepass"))  # as json.loads reads it
    except (ValueError, RecursionError):
        return


def _is_json(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    kind = next((value for name, value in headers if name == b"content-type"), b"").partition(b";")[0].strip().lower()
    return kind.endswith(JSON_TYPES)


def _has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"transfer-encoding" or (name == b"content-length" and value != b"0") for name, value in headers)


def on_this_site(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer; a redirect names no host, so that the browser stays on the same site."""
    return [(name, _path_of(value)) if name == b"location" else (name, value) for name, value in headers]


def _path_of(location: bytes) -> bytes:
    parts = urlsplit(location)
    if not (parts.scheme or parts.netloc):
        return location
    # Two slashes at the beginning would be read as a host.
    return b"/" + parts.path.lstrip(b"/") + (b"?" + parts.query if parts.query else b"")


CONTENT: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in (
        ("content-security-policy", CONTENT),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    )
)
"""Headers of every answer: no content from other sites, and no inline scripts or styles."""
OVER_TLS: Final = (*HEADERS, (b"strict-transport-security", b"max-age=31536000"))
"""HSTS: after one visit over TLS, browsers use only TLS for a year. Subdomains are not included."""


class Guard:
    """ASGI middleware in front of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        headers = OVER_TLS if scope["scheme"] == "https" else HEADERS
        begun, over, is_head = False, False, scope["method"] == "HEAD"
        arrived, is_json = not _has_body(scope["headers"]), _is_json(scope["headers"])
        if is_head:
            scope = {**scope, "method": "GET"}

        async def guarded(message: Message) -> None:
            nonlocal begun, over
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*on_this_site(message["headers"]), *headers]
                if not arrived and message["status"] not in CUT_OFF:
                    with suppress(HTTPException):  # the answer did not need the body
                        while not arrived:
                            await counted()
                if not arrived:
                    message["headers"].append((b"connection", b"close"))
            else:
                over = not message.get("more_body", False)
                if is_head:
                    message = {**message, "body": b""}
            await send(message)

        body = bytearray()
        deadline = asyncio.get_running_loop().time() + BODY_SECONDS

        async def counted() -> Message:
            nonlocal arrived
            if arrived:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise _too_slow() from None
            if message["type"] != "http.request":
                arrived = True  # the client is gone
                return message
            body.extend(message.get("body", b""))
            if len(body) > LONGEST_BODY:
                raise _too_long()
            if not message.get("more_body", False):
                arrived = True
                if is_json:
                    check_json(bytes(body))
            return message

        if not scope["path"].isprintable():
            await refuse(Request(scope), 404, TITLES[404], WORDS[404])(scope, receive, guarded)
            return
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if said.isdigit() and int(said[:20]) > LONGEST_BODY:
            await answer_to(Request(scope), _too_long())(scope, receive, guarded)  # without reading the body
            return

        try:
            await self.app(scope, counted, guarded)
        except asyncio.CancelledError:
            if not begun or over:
                raise
            await guarded({"type": "http.response.body", "body": b""})  # the server is stopping, so live streams end
        except Exception:
            if not begun:
                await refuse(Request(scope), 500, TITLES[500], WORDS[500])(scope, receive, guarded)
            raise  # to the log
