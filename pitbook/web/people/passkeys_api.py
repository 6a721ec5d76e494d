"""The HTTP API of passkeys: added by badge and PIN, used to sign in at a screen, removed by owner or administrator."""

from base64 import urlsafe_b64decode
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from pitbook.room.people.passkeys import LONGEST_NAME, PASSKEY, NewKeyAnswer, SignInAnswer
from pitbook.room.people.sessions import NotSignedIn, Session
from pitbook.web.http.cookies import (
    address_of,
    challenge_cookie,
    check_own_origin,
    clear_challenge,
    rate_key,
    session_cookie,
    set_challenge,
)
from pitbook.web.http.passkey_site import site_of
from pitbook.web.office.jackpots_api import Asking, PrintableBody, services
from pitbook.web.people.api import Managing
from pitbook.web.people.sessions_api import SIGNING_IN, OwnPin, Token, session_record, take_screen

router = APIRouter(prefix="/api/v1", tags=["passkeys"])

Bytes = Annotated[str, Field(min_length=1, max_length=8000, pattern=r"^[A-Za-z0-9_-]+$", examples=["AAEC"])]
"""Bytes as browsers write them in JSON: base64url without padding."""


def _bytes(words: str) -> bytes:
    # An impossible length is truncated; the result then matches no key or signature.
    whole = words[: len(words) - 1] if len(words) % 4 == 1 else words
    return urlsafe_b64decode(whole + "=" * (-len(whole) % 4))


def at_screen(request: Request, asking: Asking, token: Token) -> Session:
    """The session of the signed-in person; refused on a locked screen."""
    return services(request).sessions.session(token)


AtScreen = Annotated[Session, Depends(at_screen)]


# -- signing in --------------------------------------------------------------------------------------------------------


@router.post("/session/passkey/challenge", dependencies=[SIGNING_IN])
def ask_passkey(request: Request, response: Response) -> dict[str, Any]:
    """Returns a sign-in challenge for a passkey: valid once, for two minutes, in this browser."""
    check_own_origin(request)
    found = services(request)
    site = site_of(request)
    found.passkey_rate.acquire(rate_key(request))
    token, options = found.passkeys.begin_sign_in(site)
    set_challenge(request, response, token)
    return dict(options)


class SignedChallenge(PrintableBody):
    """The challenge as a passkey signed it."""

    id: Bytes
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes
    user: Bytes


@router.post("/session/passkey", dependencies=[SIGNING_IN])
def begin_by_passkey(request: Request, response: Response, asked: SignedChallenge) -> dict[str, Any]:
    """Signs in at a screen by passkey; unlocks the screen if the same person had locked it."""
    check_own_origin(request)
    found = services(request)
    signed = SignInAnswer(
        *map(_bytes, (asked.id, asked.client_data, asked.authenticator_data, asked.signature, asked.user))
    )
    person = found.passkeys.identify(challenge_cookie(request), site_of(request), signed, address_of(request))
    clear_challenge(request, response)
    before = session_cookie(request)
    try:
        session = found.sessions.session(before)
    except NotSignedIn:
        session = None
    if session is not None and session.locked and session.person.id == person.id:
        found.sessions.uncover(before)
        return session_record(request, before)
    token = found.sessions.begin(person, address_of(request), screen=True, how=PASSKEY)
    return take_screen(request, response, token)


# -- the passkeys of the person signed in ------------------------------------------------------------------------------


@router.get("/session/passkeys")
def list_own(request: Request, asking: Asking) -> list[dict[str, Any]]:
    """Lists the signed-in person's passkeys."""
    return [each.to_dict() for each in services(request).passkeys.of(asking.id)]


@router.post("/session/passkeys/challenge")
def begin_adding(request: Request, response: Response, at: AtScreen, asked: OwnPin) -> dict[str, Any]:
    """Returns the options for a new passkey; needs a session begun with badge and PIN, and the PIN again."""
    found = services(request)
    site, house = site_of(request), found.days.house().name
    token, options = found.passkeys.begin_adding(at, asked.pin, site, house, address_of(request))
    set_challenge(request, response, token)
    return dict(options)


class NewPasskey(PrintableBody):
    """A new passkey from the browser."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    id: Bytes
    client_data: Bytes
    attestation: Bytes


@router.post("/session/passkeys")
def add_own(request: Request, response: Response, at: AtScreen, asked: NewPasskey) -> dict[str, Any]:
    """Adds a passkey for the signed-in person under a name."""
    made = NewKeyAnswer(_bytes(asked.id), _bytes(asked.client_data), _bytes(asked.attestation))
    added = services(request).passkeys.add(at, challenge_cookie(request), site_of(request), asked.name, made)
    clear_challenge(request, response)
    return added.to_dict()


@router.delete("/session/passkeys/{passkey}")
def remove_own(request: Request, asking: Asking, passkey: str) -> dict[str, Any]:
    """Removes one of the signed-in person's passkeys."""
    return services(request).passkeys.remove(asking.id, passkey, asking.id).to_dict()


# -- another's ---------------------------------------------------------------------------------------------------------


@router.get("/people/{person}/passkeys")
def list_theirs(request: Request, asking: Managing, person: str) -> list[dict[str, Any]]:
    """Lists another person's passkeys."""
    return [each.to_dict() for each in services(request).passkeys.of(person)]


@router.delete("/people/{person}/passkeys/{passkey}")
def remove_theirs(request: Request, asking: Managing, person: str, passkey: str) -> dict[str, Any]:
    """Removes another person's passkey and ends all their sessions, since a stolen passkey may have begun one."""
    removed = services(request).passkeys.remove(person, passkey, asking.id)
    if person != asking.id:
        services(request).sessions.end_all(person)
    return removed.to_dict()
