"""A press: who presses, and whether they may, is asked in the very thread that does it.

Each change of thread is another wait for a turn, and a press waits for as few as can be. So a route for presses takes a
:class:`Hand`::

    router = APIRouter(route_class=PressRoute)

    @router.post("/lamps/{lamp}")
    async def press(hand: DealersHand, lamp: str) -> Shown:
        return await hand.do(lambda person, key: switch_on(lamp, person, key))
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from fastapi.routing import APIRoute

from pitbook.jackpot.people import Person
from pitbook.room.people.sessions import Sessions
from pitbook.web.http.access import Rule, declares
from pitbook.web.http.short_tasks import in_short_task_thread
from pitbook.web.office.jackpots_api import GivenKey, own_key, services, token_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hand:
    """Whoever presses, by the token of a session; and the key of what is asked."""

    sessions: Sessions
    token: str = field(repr=False)
    rule: Rule
    key: str

    def person(self) -> Person:
        """Who it is; refused where nobody is signed in, or somebody who may not."""
        person = self.sessions.person(self.token)
        self.rule.check(person)
        return person

    async def do(self, work: Callable[[Person, str], T]) -> T:
        """What is pressed, by whoever presses it and under a key of their own."""
        return await in_short_task_thread(self._do, work)

    def _do(self, work: Callable[[Person, str], T]) -> T:
        person = self.person()
        return work(person, own_key(person, self.key))


def hand(*duties: str) -> Callable[..., Awaitable[Hand]]:
    """A dependency: whoever presses, where a role of theirs has one of these duties."""
    rule = Rule(duties)

    @declares(rule)
    async def pressing(request: Request, token: Annotated[str, Depends(token_of)], key: GivenKey) -> Hand:
        return Hand(services(request).sessions, token, rule, key)

    return pressing


DealersHand = Annotated[Hand, Depends(hand("deal"))]
OpeningHand = Annotated[Hand, Depends(hand("open a table"))]


class PressRoute(APIRoute):
    """A route of which those that write are presses."""

    @property
    def is_press(self) -> bool:
        return "POST" in (self.methods or ())
