"""The HTTP API of the staff: people, their badges, PINs and roles.

A role that moves money needs a proposal and an approval (``pitbook/web/people/proposals_api.py``).
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from pitbook.jackpot.people import Person
from pitbook.room.people.service import new_badge
from pitbook.web.office.jackpots_api import Name, PrintableBody, Slug, may, services

router = APIRouter(prefix="/api/v1", tags=["people"])

Pin = Annotated[str, Field(min_length=4, max_length=12)]
Roles = Annotated[list[str], Field(max_length=10)]
Managing = Annotated[Person, Depends(may("manage people"))]


class NewPerson(PrintableBody):
    """A new member of staff."""

    id: Slug
    name: Name
    roles: Roles
    pin: Pin


def badge_record(person: Person, token: str) -> dict[str, Any]:
    """A badge, shown once: the text that a scanner types, and the same as rows of a QR code."""
    import segno

    badge = f"{person.id}:{token}"
    code = segno.make_qr(badge, error="m")
    rows = ["".join("1" if module else "0" for module in row) for row in code.matrix]
    return {"person": person.id, "name": person.name, "roles": sorted(person.roles), "badge": badge, "qr": rows}


@router.get("/people")
def list_people(request: Request, asking: Managing) -> list[dict[str, Any]]:
    """Lists all staff, present and past."""
    return [
        {"person": each.id, "name": each.name, "roles": sorted(each.roles), "active": active}
        for each, active in services(request).people.everyone()
    ]


@router.post("/people")
def add_person(request: Request, asking: Managing, asked: NewPerson) -> dict[str, Any]:
    """Adds a person whose roles move no money; only this answer shows the badge. Other roles need a proposal."""
    token = new_badge()
    person = services(request).people.add(asked.id, asked.name, asked.roles, token, asked.pin, asking.id)
    return badge_record(person, token)


@router.delete("/people/{person}")
def end_person(request: Request, asking: Managing, person: str) -> dict[str, Any]:
    """Ends a person's employment: they can no longer sign in, and all their sessions end."""
    services(request).people.end(person, asking.id)
    return {"ended": person}


@router.post("/people/{person}/badge")
def make_badge(request: Request, asking: Managing, person: str) -> dict[str, Any]:
    """Makes a new badge for a person whose roles move no money; only this answer shows it. The old badge stops
    working and all their sessions end."""
    people = services(request).people
    token = people.new_badge(person, asking.id)
    found = next(each for each, _ in people.everyone() if each.id == person)
    return badge_record(found, token)


class NewPin(PrintableBody):
    """A new PIN."""

    pin: Pin


@router.put("/people/{person}/pin")
def set_pin(request: Request, asking: Managing, person: str, asked: NewPin) -> dict[str, Any]:
    """Sets a new PIN for a person whose roles move no money and who forgot theirs; all their sessions end."""
    services(request).people.set_pin(person, asked.pin, asking.id)
    return {"person": person}


class NewRoles(PrintableBody):
    """New roles."""

    roles: Roles


@router.put("/people/{person}/roles")
def set_roles(request: Request, asking: Managing, person: str, asked: NewRoles) -> dict[str, Any]:
    """Changes roles at once; refuses to add a role that moves money, which needs a proposal."""
    changed = services(request).people.set_roles(person, asked.roles, asking.id)
    return {"person": changed.id, "roles": sorted(changed.roles)}
