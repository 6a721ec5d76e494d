"""What is turned away before anybody reads it: bodies far too long, and addresses that no store can hold."""

from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.web.problems import problem

LONGEST_BODY: Final = 64 * 1024
"""Bytes; the longest request is a few hundred."""


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not scope["path"].isprintable():
            await problem(404, "Not found", "there is nothing at this address")(scope, receive, send)
            return
        length = 0

        async def counted() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > LONGEST_BODY:
                raise HTTPException(413, f"a request has at most {LONGEST_BODY} bytes")
            return message

        await self.app(scope, counted, send)
