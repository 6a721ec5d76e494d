"""A key press: one worker thread checks session and duty and then does the work.

Each change of thread waits for the interpreter lock again, so a press changes threads as seldom as possible. A route
for presses therefore takes a :class:`DealerRequest`::

    router = APIRouter(route_class=PressRoute)

    @router.post("/tables/{table}/shuffle")
    async def shuffle(dealer: DealersRequest, table: str) -> JSONResponse:
        return JSONResponse(await dealer.do(lambda pit, person, key: pit.shuffle(table, person, key)))
"""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect

from pitbook.jackpot.people import Person
from pitbook.room.people.sessions import Sessions
from pitbook.room.tables.pit import Pit
from pitbook.web.http.access import AccessRule, declares
from pitbook.web.http.short_tasks import in_short_task_thread
from pitbook.web.office.jackpots_api import GivenKey, own_key, services, token_of

T = TypeVar("T")
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class DealerRequest:
    """The session token and idempotency key of a press; the session is looked up in the thread that does the work."""

    sessions: Sessions
    pit: Pit
    token: str = field(repr=False)
    rule: AccessRule
    key: str

    async def do(self, work: Callable[[Pit, Person, str], T]) -> T:
        """Runs the work in a thread, with the signed-in person and the idempotency key in their namespace; refuses
        without a valid session or without the duty."""
        return await in_short_task_thread(self._do, work)

    def _do(self, work: Callable[[Pit, Person, str], T]) -> T:
        person = self.sessions.person(self.token)
        self.rule.check(person)
        return work(self.pit, person, own_key(person, self.key))


def dealer_request(*duties: str) -> Callable[..., Awaitable[DealerRequest]]:
    """A dependency: the :class:`DealerRequest` of a person who needs one of these duties."""
    rule = AccessRule(duties)

    @declares(rule)
    async def pressing(request: Request, token: Annotated[str, Depends(token_of)], key: GivenKey) -> DealerRequest:
        found = services(request)
        return DealerRequest(found.sessions, found.pit, token, rule, key)

    return pressing


DealersRequest = Annotated[DealerRequest, Depends(dealer_request("deal"))]
OpeningRequest = Annotated[DealerRequest, Depends(dealer_request("open a table"))]


class PressRoute(APIRoute):
    """A route whose POST operation is a press: it takes a :class:`DealerRequest`, named ``dealer``, and returns a
    response.

    The framework reads a request through general dependencies, which takes longer than the rest of the route. This
    route reads the same fields with the same validators, directly. If a request is malformed, the framework reads it
    again and states the faults.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        by_framework = super().get_route_handler()
        if "POST" not in (self.methods or ()):
            return by_framework
        (pressing,) = self.dependant.dependencies
        make: Any = pressing.call
        (key,), path, body = pressing.header_params, self.dependant.path_params, self.dependant.body_params

        async def press(request: Request) -> Response:
            headers = request.headers
            given = [(key, headers.get(key.alias)), *((each, request.path_params[each.alias]) for each in path)]
            if body:
                if headers.get("content-type") != JSON:
                    return await by_framework(request)
                try:
                    given.append((body[0], await request.json()))
                except (ValueError, RecursionError, ClientDisconnect):
                    return await by_framework(request)
            said: dict[str, Any] = {}
            for each, value in given:
                said[each.name], faults = each.validate(value)
                if faults:
                    return await by_framework(request)
            token = await token_of(request, headers.get("authorization"))
            dealer = await make(request, token, said.pop(key.name))
            response: Response = await self.endpoint(dealer=dealer, **said)
            return response

        return press
