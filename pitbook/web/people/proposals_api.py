"""The HTTP API of roles that move money: one person proposes them, a second person approves them."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi import Path as InPath
from pydantic import Field

from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.people.passkeys import PASSKEY
from pitbook.web.http.cookies import address_of
from pitbook.web.office.jackpots_api import PrintableBody, Slug, may, services, token_of
from pitbook.web.people.api import Managing, Pin, Roles, badge_record

router = APIRouter(prefix="/api/v1", tags=["people"])

Approving = Annotated[Person, Depends(may("approve a role"))]
Token = Annotated[str, Depends(token_of)]
Number = Annotated[int, InPath(ge=1, le=2**31 - 1)]


class NewProposal(PrintableBody):
    """Roles for a new or present member of staff, and a first PIN. If the roles stay the same, the proposal asks for a
    new badge and PIN."""

    id: Slug
    name: Annotated[str, Field(max_length=200, description="The name of a new person; otherwise empty.")] = ""
    roles: Roles
    pin: Pin
    own_pin: Annotated[Pin, Field(description="The PIN of the administrator who proposes.")]


@router.get("/proposals")
def list_proposals(request: Request, asking: Approving) -> list[dict[str, Any]]:
    """Lists the proposals that wait for a second person."""
    return [each.to_dict() for each in services(request).proposals.waiting()]


@router.post("/proposals", status_code=202)
def propose(request: Request, asking: Managing, asked: NewProposal) -> dict[str, Any]:
    """Proposes roles that move money, or a new badge and PIN for a person who has such a role.

    Nothing changes until a second person approves. The administrator knows the first PIN; the approver sees the badge.
    The request needs the administrator's own PIN: otherwise an approver could use an unattended screen to propose and
    then approve alone.
    """
    services(request).sessions.check_own_pin(asking, asked.own_pin, address_of(request))
    proposal = services(request).proposals.propose(asked.id, asked.name, asked.roles, asked.pin, asking)
    return proposal.to_dict()


class ApprovalRequest(PrintableBody):
    """The PIN of the approver."""

    pin: Pin


@router.post("/proposals/{number}/approval")
def approve(
    request: Request, asking: Approving, token: Token, number: Number, asked: ApprovalRequest
) -> dict[str, Any]:
    """Carries out a proposal. Only this answer shows the new badge; all sessions of that person end.

    It needs a session begun with badge and PIN, and the PIN again, so that an unattended screen cannot approve.
    """
    found = services(request)
    if found.sessions.session(token).how == PASSKEY:
        raise NotAllowed("approving a role needs a session begun with badge and PIN: sign in with them first")
    found.sessions.check_own_pin(asking, asked.pin, address_of(request))
    person, badge = found.proposals.approve(number, asking)
    return badge_record(person, badge)


@router.delete("/proposals/{number}")
def withdraw(request: Request, asking: Approving, number: Number) -> dict[str, Any]:
    """Withdraws or rejects a proposal; roles stay as they are."""
    return services(request).proposals.withdraw(number, asking).to_dict()
