"""The HTTP API of the people: who works here, their badges, PINs and roles.

A role that moves money is not given here: it is proposed and approved (``pitbook/web/people/proposals_api.py``).
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from pitbook.jackpot.people import Person
from pitbook.room.people.service import new_badge
from pitbook.web.office.jackpots_api import Asked, Name, Slug, may, services

router = APIRouter(prefix="/api/v1", tags=["people"])

Pin = Annotated[str, Field(min_length=4, max_length=12)]
Roles = Annotated[list[str], Field(max_length=10)]
Managing = Annotated[Person, Depends(may("manage people"))]


class NewPerson(Asked):
    """Somebody new."""

    id: Slug
    name: Name
    roles: Roles
    pin: Pin


def badge_record(person: Person, token: str) -> dict[str, Any]:
    """A badge, shown once: what a reader types, and the same as a QR code, row by row."""
    import segno

    badge = f"{person.id}:{token}"
    code = segno.make_qr(badge, error="m")
    rows = ["".join("1" if module else "0" for module in row) for row in code.matrix]
    return {"person": person.id, "name": person.name, "roles": sorted(person.roles), "badge": badge, "qr": rows}


@router.get("/people")
def list_people(request: Request, asking: Managing) -> list[dict[str, Any]]:
    """Everybody who works here, or did."""
    return [
        {"person": each.id, "name": each.name, "roles": sorted(each.roles), "active": active}
        for each, active in services(request).people.everyone()
    ]


@router.post("/people")
def add_person(request: Request, asking: Managing, asked: NewPerson) -> dict[str, Any]:
    """A new person whose roles move no money; the badge is shown once, here. Other roles are proposed."""
    token = new_badge()
    person = services(request).people.add(asked.id, asked.name, asked.roles, token, asked.pin, asking.id)
    return badge_record(person, token)


@router.delete("/people/{person}")
def end_person(request: Request, asking: Managing, person: str) -> dict[str, Any]:
    """Somebody leaves: no more sign-in, and every session ends."""
    services(request).people.end(person, asking.id)
    return {"ended": person}


@router.post("/people/{person}/badge")
def make_badge(request: Request, asking: Managing, person: str) -> dict[str, Any]:
    """Another badge for somebody whose roles move no money, shown once, here; the one before is worth nothing, and
    every session ends."""
    people = services(request).people
    token = people.new_badge(person, asking.id)
    found = next(each for each, _ in people.everyone() if each.id == person)
    return badge_record(found, token)


class NewPin(Asked):
    """Another PIN."""

    pin: Pin


@router.put("/people/{person}/pin")
def set_pin(request: Request, asking: Managing, person: str, asked: NewPin) -> dict[str, Any]:
    """Another PIN for somebody whose roles move no money and who forgot theirs; every session of theirs ends."""
    services(request).people.set_pin(person, asked.pin, asking.id)
    return {"person": person}


class NewRoles(Asked):
    """Other roles."""

    roles: Roles


@router.put("/people/{person}/roles")
def set_roles(request: Request, asking: Managing, person: str, asked: NewRoles) -> dict[str, Any]:
    """Other roles, at once, of which none moves money that they have not already; those are proposed."""
    changed = services(request).people.set_roles(person, asked.roles, asking.id)
    return {"person": changed.id, "roles": sorted(changed.roles)}
