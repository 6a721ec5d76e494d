"""What is turned away before anybody reads it: bodies far too long, and addresses that no store can hold.

And what every answer has in common, that to a request which fails too: its headers, and that HEAD asks for them alone.
"""

import asyncio
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.web.problems import TITLES, WORDS, answer_to, refuse

LONGEST_BODY: Final = 64 * 1024
"""Bytes; the longest request is a few hundred."""


def _too_long() -> HTTPException:
    return HTTPException(413, f"a request has at most {LONGEST_BODY} bytes")


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
"""On every answer: nothing is loaded from elsewhere, and no script or style stands in a page."""
OVER_TLS: Final = (*HEADERS, (b"strict-transport-security", b"max-age=31536000"))
"""Whoever came once over TLS comes no other way for a year. Other names under the same domain are left alone."""


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        headers = OVER_TLS if scope["scheme"] == "https" else HEADERS
        begun, over, is_head = False, False, scope["method"] == "HEAD"
        if is_head:
            scope = {**scope, "method": "GET"}

        async def guarded(message: Message) -> None:
            nonlocal begun, over
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *headers]
            else:
                over = not message.get("more_body", False)
                if is_head:
                    message = {**message, "body": b""}
            await send(message)

        if not scope["path"].isprintable():
            await refuse(Request(scope), 404, TITLES[404], WORDS[404])(scope, receive, guarded)
            return
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if said.isdigit() and int(said[:20]) > LONGEST_BODY:
            await answer_to(Request(scope), _too_long())(scope, receive, guarded)  # nobody waits for it
            return
        length = 0

        async def counted() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > LONGEST_BODY:
                raise _too_long()
            return message

        try:
            await self.app(scope, counted, guarded)
        except asyncio.CancelledError:
            if not begun or over:
                raise
            await guarded({"type": "http.response.body", "body": b""})  # the server ends, and so does a live stream
        except Exception:
            if not begun:
                await refuse(Request(scope), 500, TITLES[500], WORDS[500])(scope, receive, guarded)
            raise  # to the log
