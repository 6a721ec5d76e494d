"""The HTTP API of roles that move money: one person proposes them, a second person approves them."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi import Path as InPath
from pydantic import Field

from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.people.passkeys import PASSKEY
from pitbook.web.http.cookies import address_of
from pitbook.web.office.jackpots_api import Asked, Slug, may, services, token_of
from pitbook.web.people.api import Managing, Pin, Roles, badge_record

router = APIRouter(prefix="/api/v1", tags=["people"])

Approving = Annotated[Person, Depends(may("approve a role"))]
Token = Annotated[str, Depends(token_of)]
Number = Annotated[int, InPath(ge=1, le=2**31 - 1)]


class NewProposal(Asked):
    """Roles for somebody new, or for somebody who works here, and their first PIN. With the roles that somebody has, it
    asks for a new badge and PIN."""

    id: Slug
    name: Annotated[str, Field(max_length=200, description="Of somebody new; else empty.")] = ""
    roles: Roles
    pin: Pin
    own_pin: Annotated[Pin, Field(description="The PIN of the administrator who proposes.")]


@router.get("/proposals")
def list_proposals(request: Request, asking: Approving) -> list[dict[str, Any]]:
    """Everything that waits for a second person."""
    return [each.to_dict() for each in services(request).proposals.waiting()]


@router.post("/proposals", status_code=202)
def propose(request: Request, asking: Managing, asked: NewProposal) -> dict[str, Any]:
    """Asks a second person to approve roles that move money, or a new badge and PIN of somebody who has one.

    Nothing changes before that. The administrator knows the first PIN; the badge is shown to whoever approves. It takes
    the administrator's own PIN: at a screen that was left, an approver could otherwise propose and approve alone.
    """
    services(request).sessions.check_own_pin(asking, asked.own_pin, address_of(request))
    proposal = services(request).proposals.propose(asked.id, asked.name, asked.roles, asked.pin, asking)
    return proposal.to_dict()


class Approval(Asked):
    """The PIN of whoever approves."""

    pin: Pin


@router.post("/proposals/{number}/approval")
def approve(request: Request, asking: Approving, token: Token, number: Number, asked: Approval) -> dict[str, Any]:
    """Does what was proposed. The new badge is shown once, here; every session of that person ends.

    It takes a session that badge and PIN began, and the PIN once more: a screen that was left must approve nothing.
    """
    found = services(request)
    if found.sessions.session(token).how == PASSKEY:
        raise NotAllowed("a role is approved by somebody who has signed in with badge and PIN: sign in so first")
    found.sessions.check_own_pin(asking, asked.pin, address_of(request))
    person, badge = found.proposals.approve(number, asking)
    return badge_record(person, badge)


@router.delete("/proposals/{number}")
def withdraw(request: Request, asking: Approving, number: Number) -> dict[str, Any]:
    """Takes a proposal back, or turns it down; nothing changes."""
    return services(request).proposals.withdraw(number, asking).to_dict()
