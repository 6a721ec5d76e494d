"""The short way for what is pressed all day: straight from the request to the function of its route.

The framework asks of every request everything that any request may need, which takes it longer than the press itself. A
press that is in order goes past all that. One that is not, in whatever way, takes the long way, which says what is
wrong with it; so there is one place for that, and both ways end in the same function.
"""

import json
from collections.abc import Iterable
from inspect import signature
from typing import Any, Final, get_type_hints

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook.errors import PitbookError
from pitbook.web.dealer.pressing import Hand, PressRoute
from pitbook.web.http.access import rule_of
from pitbook.web.http.problems import MALFORMED, answer_to, check_who
from pitbook.web.office.jackpots_api import GivenKey, services, token_of

JSON: Final = "application/json"
_KEY: Final[TypeAdapter[str]] = TypeAdapter(GivenKey)
PREFIX: Final = "/api/v1/"
Named = tuple[str, str]
"""What is pressed, by its address: ``/api/v1/{kind}/{which}/{act}`` has a kind and an act."""


class ShortWay:
    """Stands before the framework's own routing."""

    def __init__(self, app: ASGIApp, routes: Iterable[BaseRoute]) -> None:
        self.app = app
        self._presses = dict(_press(route) for route in routes if isinstance(route, PressRoute) and route.is_press)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        press, which = self._found(scope) if scope["type"] == "http" and scope["method"] == "POST" else (None, "")
        if press is None:
            await self.app(scope, receive, send)
            return
        request, body = Request(scope, receive), None
        answer: Response | None
        try:
            try:
                body = await _body(receive) if press.says is not None else None
            except HTTPException as error:
                if error.status_code == MALFORMED:
                    await check_who(request, press.route)
                raise
            said = await press.read(request, which, body)
            answer = await press.do(said) if said is not None else None
        except (PitbookError, HTTPException) as error:
            answer = answer_to(request, error)
        if answer is None:
            await self.app(scope, _again(body, receive), send)
            return
        scope["route"] = press.route  # by which it is counted
        await answer(scope, receive, send)

    def _found(self, scope: Scope) -> "tuple[Press | None, str]":
        """What is pressed, and whose."""
        kind, _, rest = scope["path"].removeprefix(PREFIX).partition("/")
        which, _, act = rest.partition("/")
        if not which or scope.get("root_path") or not scope["path"].startswith(PREFIX):
            return None, ""
        return self._presses.get((kind, act)), which


class Press:
    """What a route for presses takes, each in its place."""

    def __init__(self, route: PressRoute) -> None:
        rule = rule_of(route.path, route.dependant)
        if rule is None:
            raise ValueError(f"{route.path} does not say who may press it")
        self.route, self._rule = route, rule
        takes = get_type_hints(route.endpoint, include_extras=True)
        self._which, self.says = "", None
        for name in signature(route.endpoint).parameters:
            if name in route.param_convertors:
                self._which, self._name = name, TypeAdapter[str](takes[name])
            elif isinstance(takes[name], type) and issubclass(takes[name], BaseModel):
                self.says, self._said = takes[name], name

    async def read(self, request: Request, which: str, body: bytes | None) -> dict[str, Any] | None:
        """What its function is called with; None where anything is not in order."""
        headers = request.headers
        token = await token_of(request, headers.get("authorization"))
        try:
            key = _KEY.validate_python(headers.get("idempotency-key"))
            said: dict[str, Any] = {
                "request": request,
                "hand": Hand(services(request).sessions, token, self._rule, key),
                self._which: self._name.validate_python(which),
            }
            if self.says is not None:
                if body is None or headers.get("content-type") != JSON:
                    return None
                said[self._said] = self.says.model_validate(json.loads(body))
        except (ValidationError, ValueError, RecursionError):
            return None
        return said

    async def do(self, said: dict[str, Any]) -> Response:
        answer = await self.route.endpoint(**said)
        return answer if isinstance(answer, Response) else JSONResponse(answer)


def _press(route: PressRoute) -> tuple[Named, Press]:
    kind, _, act = route.path.removeprefix(PREFIX).split("/")
    return (kind, act), Press(route)


async def _body(receive: Receive) -> bytes | None:
    """All of it; None where whoever sends it went away."""
    parts, more = [], True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def _again(body: bytes | None, receive: Receive) -> Receive:
    """As if nobody had read it."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}] if body is not None else []

    async def received() -> Message:
        return first.pop() if first else await receive()

    return received
