"""Access rules: every route declares who may call it, and the declaration itself enforces the rule.

Every route takes one of these; a test fails for a route without one::

    asking: Asking                                     any signed-in person
    asking: Annotated[Person, Depends(may("deal"))]    a person with a role that has this duty, or one of several
    person: Annotated[Person, Depends(room_page("deal"))]    the same for a page of the room
    dependencies=[public("why")]                       everyone; for a single route, or all routes of a router

The services of the room, below the web, check the same duties a second time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from fastapi import Depends, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, iter_route_contexts

from pitbook.jackpot.people import DUTY_ROLES, ROLES, NotAllowed, Person, Role, one_of

Door = TypeVar("Door", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class AccessRule:
    """Who may call a route: everyone, any signed-in person, or a person with a role that has one of these duties."""

    duties: tuple[str, ...] = ()
    public: str = ""
    """Why the route is public; empty if it needs a session."""

    def __post_init__(self) -> None:
        for duty in self.duties:
            if duty not in DUTY_ROLES:
                raise ValueError(f"there is no duty {duty!r}")

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that may call it."""
        return tuple(role for role in ROLES if not self.duties or any(role in DUTY_ROLES[duty] for duty in self.duties))

    def check(self, person: Person) -> None:
        """Refuses a person who has none of the duties."""
        if self.duties and not any(person.may(duty) for duty in self.duties):
            needed = f"it needs the role {one_of(self.roles)}"
            raise NotAllowed(f"{person.name} may not {one_of(self.duties)}: {needed}")

    def __str__(self) -> str:
        return "everyone" if self.public else " or ".join(self.duties) or "signed in"


SIGNED_IN: Final = AccessRule()
FRAMEWORK: Final = {
    "/api/openapi.json": AccessRule(public="the description of the API, for programs"),
    "/static": AccessRule(public="styles, scripts, fonts and pictures, the same for all visitors"),
}
"""Rules of paths that the framework serves itself, where nothing can be declared."""
_DECLARED: Final[dict[Callable[..., Any], AccessRule]] = {}


def declares(rule: AccessRule) -> Callable[[Door], Door]:
    """Marks a dependency with the rule that it enforces."""

    def noted(door: Door) -> Door:
        _DECLARED[door] = rule
        return door

    return noted


def public(why: str) -> Any:
    """A dependency that lets everyone through, with the reason."""

    @declares(AccessRule(public=why))
    async def door() -> None:
        """Lets every request through."""

    return Depends(door)


@dataclass(frozen=True, slots=True)
class RouteAccess:
    """A method of a route with its rule; None if none was declared."""

    method: str
    path: str
    rule: AccessRule | None
    words: str
    """The first line of its docstring."""


def routes_with_rules(app: FastAPI) -> list[RouteAccess]:
    """Every method of every route of an application, sorted by path."""
    found = []
    for route in iter_route_contexts(app.routes):
        path = route.path or "/"
        if isinstance(route.original_route, APIRoute):
            rule, words = rule_of(path, route.dependant), route.description.partition("\n")[0]
        else:
            rule, words = FRAMEWORK.get(path), ""
        found += [
            RouteAccess(method, path, rule, words) for method in sorted(route.methods or {"GET"}) if method != "HEAD"
        ]
    return sorted(found, key=lambda way: (way.path, way.method))


def rule_of(path: str, dependant: Dependant) -> AccessRule | None:
    """The one rule of a route; a duty implies a session."""
    found = set(_declared(dependant))
    if any(rule.duties for rule in found):
        found.discard(SIGNED_IN)
    if len(found) > 1:
        raise ValueError(f"{path} declares several rules: {', '.join(sorted(map(str, found)))}")
    return found.pop() if found else None


def _declared(dependant: Dependant) -> Iterator[AccessRule]:
    if dependant.call in _DECLARED:
        yield _DECLARED[dependant.call]
    for each in dependant.dependencies:
        yield from _declared(each)
