"""Who may ask for what: every route declares its rule where it stands, and what it declares is what guards it.

A request of the API or a page takes one of these, and a route without any is found by tests::

    asking: Asking                                     whoever is signed in
    asking: Annotated[Person, Depends(may("deal"))]    whoever has a role with this duty, or with one of several
    person: Annotated[Person, Depends(room_page("deal"))]    the same for a page of the room
    dependencies=[public("why")]                       anybody; of a single route, or of all routes of a router

What the room itself checks, below the web, stands behind these doors as a second lock.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from fastapi import Depends, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, iter_route_contexts

from pitbook.jackpot.people import MAY, ROLES, NotAllowed, Person, Role

Door = TypeVar("Door", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may: anybody, whoever is signed in, or whoever has a role with one of these duties."""

    duties: tuple[str, ...] = ()
    public: str = ""
    """Why anybody may; empty where one signs in."""

    def __post_init__(self) -> None:
        for duty in self.duties:
            if duty not in MAY:
                raise ValueError(f"there is no duty {duty!r}")

    @property
    def roles(self) -> tuple[Role, ...]:
        """Those that may, of people who are signed in."""
        return tuple(role for role in ROLES if not self.duties or any(role in MAY[duty] for duty in self.duties))

    def check(self, person: Person) -> None:
        """Refuses whoever has none of the duties."""
        if self.duties and not any(person.may(duty) for duty in self.duties):
            raise NotAllowed(f"{person.name} may not {' or '.join(self.duties)}: it needs {' or '.join(self.roles)}")

    def __str__(self) -> str:
        return "anybody" if self.public else " or ".join(self.duties) or "signed in"


SIGNED_IN: Final = Rule()
FRAMEWORK: Final = {
    "/api/openapi.json": Rule(public="the description of the API, for programs"),
    "/static": Rule(public="styles, scripts, fonts and pictures, the same for everybody"),
}
"""Of what is served without a function of ours, where nothing can be declared."""
_DECLARED: Final[dict[Callable[..., Any], Rule]] = {}


def declares(rule: Rule) -> Callable[[Door], Door]:
    """Says of a dependency which rule it enforces."""

    def noted(door: Door) -> Door:
        _DECLARED[door] = rule
        return door

    return noted


def public(why: str) -> Any:
    """A dependency that stops nobody, and says why."""

    @declares(Rule(public=why))
    async def door() -> None:
        """Anybody."""

    return Depends(door)


@dataclass(frozen=True, slots=True)
class Way:
    """A method of a route, and who may take it; no rule where none was declared."""

    method: str
    path: str
    rule: Rule | None
    words: str
    """What it does."""


def ways(app: FastAPI) -> list[Way]:
    """Every way into an application, in order of its paths."""
    found = []
    for route in iter_route_contexts(app.routes):
        path = route.path or "/"
        if isinstance(route.original_route, APIRoute):
            rule, words = rule_of(path, route.dependant), route.description.partition("\n")[0]
        else:
            rule, words = FRAMEWORK.get(path), ""
        found += [Way(method, path, rule, words) for method in sorted(route.methods or {"GET"}) if method != "HEAD"]
    return sorted(found, key=lambda way: (way.path, way.method))


def rule_of(path: str, dependant: Dependant) -> Rule | None:
    """The one rule of a route; that one is signed in goes without saying where a duty is asked for."""
    found = set(_declared(dependant))
    if any(rule.duties for rule in found):
        found.discard(SIGNED_IN)
    if len(found) > 1:
        raise ValueError(f"{path} declares several rules: {', '.join(sorted(map(str, found)))}")
    return found.pop() if found else None


def _declared(dependant: Dependant) -> Iterator[Rule]:
    if dependant.call in _DECLARED:
        yield _DECLARED[dependant.call]
    for each in dependant.dependencies:
        yield from _declared(each)
