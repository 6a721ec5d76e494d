"""Calls the application directly over ASGI, so that a stream can be read while it is sent."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

HOST = "testserver"
PATIENCE = 60
"""Seconds for an answer to begin, or for a part of it."""


class Answer:
    """The start of a response, and its parts as they arrive."""

    def __init__(self, status: int, headers: Mapping[str, str], parts: asyncio.Queue[bytes]) -> None:
        self.status, self.headers, self._parts = status, headers, parts

    async def part(self) -> str:
        """The next part; empty at the end."""
        return (await asyncio.wait_for(self._parts.get(), PATIENCE)).decode()

    async def parts(self) -> list[str]:
        """All remaining parts."""
        found = []
        while part := await self.part():
            found.append(part)
        return found


@asynccontextmanager
async def request(
    app: FastAPI, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> AsyncIterator[Answer]:
    """Sends a request, and disconnects at the end of the block."""
    sent = {"host": HOST, "origin": f"http://{HOST}", "content-type": "application/json", **headers}
    scope = {
        "type": "http", "http_version": "1.1", "scheme": "http", "method": method, "path": path, "query_string": b"",
        "raw_path": path.encode(), "root_path": "", "server": (HOST, 80), "client": ("testclient", 1),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }  # fmt: skip
    begun: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    said, parts = iter([{"type": "http.request", "body": body, "more_body": False}]), asyncio.Queue[bytes]()

    async def receive() -> Any:
        return next(said, None) or await asyncio.sleep(PATIENCE, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            begun.set_result(message)
        elif message.get("body"):
            parts.put_nowait(message["body"])
        if message["type"] == "http.response.body" and not message.get("more_body"):
            parts.put_nowait(b"")

    answering = asyncio.ensure_future(app(scope, receive, send))
    try:
        start = await asyncio.wait_for(begun, PATIENCE)
        found = {name.decode(): value.decode() for name, value in start["headers"]}
        yield Answer(start["status"], found, parts)
    finally:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)
