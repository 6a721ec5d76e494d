"""A key press: one worker thread checks session and duty and then does the work.

Each change of thread waits for the interpreter lock again, so a press changes threads as seldom as possible. A route
for presses therefore takes a :class:`DealerRequest`::

    @router.post("/lamps/{lamp}")
    async def shuffle(dealer: DealersRequest, table: str) -> Receipt:
        return await dealer.do(lambda pit, person, key: pit.shuffle(table, person, key))
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from pitbook.jackpot.people import Person
from pitbook.room.people.sessions import Sessions
from pitbook.room.tables.pit import Pit
from pitbook.web.http.access import AccessRule, declares
from pitbook.web.http.short_tasks import in_short_task_thread
from pitbook.web.office.jackpots_api import GivenKey, own_key, services, token_of

T = TypeVar("T")


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
