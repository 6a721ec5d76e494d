"""Passkeys (WebAuthn): a person's own key in a phone, a computer or a stick, which signs in instead of badge and PIN.

A passkey signs a challenge that is valid once, for two minutes, in the browser that asked for it. The store has only
public data: the key's name, its public key and its use counter. The authenticator always verifies its owner by finger,
face or PIN. A passkey signs in at a screen and unlocks it; a second person still shows badge and PIN.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.clock import runs
from pitbook.room.people.service import person_of
from pitbook.room.people.sessions import SHORT, Session, Sessions
from pitbook.store import schema
from pitbook.store.covered import stated, write_change

ANSWERED_WITHIN: Final = timedelta(minutes=2)
MOST: Final = 10
"""The most passkeys of one person."""
LONGEST_NAME: Final = 40
LONGEST_ID: Final = 1023
"""The most bytes of a credential's id, by the standard."""
PASSKEY: Final = "passkey"
_WRONG: Final = "this passkey cannot sign in here: use badge and PIN"
_LATE: Final = "this took too long, or was begun in another browser: try again"
_BROKEN: Final = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError)
"""The exceptions that parsing a forged answer may raise."""


@dataclass(frozen=True, slots=True)
class Site:
    """The address of the room's pages: a passkey works only there."""

    host: str
    origin: str


@dataclass(frozen=True, slots=True)
class Passkey:
    """A stored passkey."""

    id: str
    person: str
    name: str
    host: str
    at: datetime
    seen: datetime

    def to_dict(self) -> dict[str, Any]:
        times = {name: getattr(self, name).isoformat(timespec="seconds") for name in ("at", "seen")}
        return {"passkey": self.id, "person": self.person, "name": self.name, "host": self.host} | times


@dataclass(frozen=True, slots=True)
class NewKeyAnswer:
    """A browser's answer for a new key."""

    credential: bytes
    client_data: bytes
    attestation: bytes


@dataclass(frozen=True, slots=True)
class SignInAnswer:
    """A browser's answer for a sign-in."""

    credential: bytes
    client_data: bytes
    authenticator_data: bytes
    signature: bytes
    user: bytes


class Passkeys:
    """Adds, uses and removes passkeys."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions, self.database = sessions, sessions.database

    # -- challenges ----------------------------------------------------------------------------------------------------

    def _challenge(self, person: str = "") -> str:
        """A token for the browser's cookie; the challenge is derived from it."""
        token, now = secrets.token_urlsafe(32), self.sessions.now()
        row = {"browser": _hash(token.encode()), "person": person, "until": (now + ANSWERED_WITHIN).isoformat()}
        with self.database.writing() as connection:
            connection.execute(delete(schema.challenges).where(schema.challenges.c.until <= now.isoformat()))
            connection.execute(insert(schema.challenges), row)
        return token

    def _answered(self, token: str, person: str = "") -> bytes:
        """The challenge of a token, which is deleted: it can be answered once, rightly or wrongly."""
        table = schema.challenges
        mine = and_(table.c.browser == _hash(token.encode("utf-8", "surrogatepass")), table.c.person == person)
        with self.database.writing() as connection:
            until = connection.execute(delete(table).where(mine).returning(table.c.until)).scalar()
        begun = datetime.fromisoformat(until) - ANSWERED_WITHIN if until is not None else None
        if begun is None or not runs(begun, ANSWERED_WITHIN, self.sessions.now()):
            raise NotAllowed(_LATE)
        return _challenge_of(token)

    # -- adding --------------------------------------------------------------------------------------------------------

    def begin_adding(self, session: Session, pin: str, site: Site, house: str, address: str = "") -> tuple[str, Any]:
        """The token and the options for a browser to make a key; for a person who signed in with badge and PIN."""
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        check_may_add(session)
        person = session.person
        # A screen that was left unattended must not give a permanent key.
        self.sessions.check_own_pin(person, pin, address)
        with self.database.reading_latest() as connection:
            rows = connection.execute(_of(person.id)).mappings().all()
        _check_room(len(rows))
        token = self._challenge(person.id)
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=f"{house} card room",
            user_name=person.id,
            user_id=_user(person.id),
            user_display_name=person.name,
            challenge=_challenge_of(token),
            timeout=int(ANSWERED_WITHIN.total_seconds() * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes.fromhex(row["credential"])) for row in rows],
        )
        return token, options_to_json_dict(options)

    def add(self, session: Session, token: str, site: Site, name: str, made: NewKeyAnswer) -> Passkey:
        """Adds a key that the browser has made."""
        check_may_add(session)
        shown = " ".join(name.split())
        if not shown or len(shown) > LONGEST_NAME or not shown.isprintable():
            raise BadInput(f"a passkey's name is a line of 1 to {LONGEST_NAME} letters")
        credential, public_key, count = _registered(made, self._answered(token, session.person.id), site)
        now = self.sessions.now().isoformat()
        row = {
            "id": _hash(credential), "person": session.person.id, "name": shown, "host": site.host,
            "credential": credential.hex(), "public_key": public_key.hex(), "count": count, "at": now, "seen": now,
            "active": 1,
        }  # fmt: skip
        with self.database.writing() as connection:
            self.sessions.check_unchanged(connection, session.person)
            _check_room(len(connection.execute(_of(session.person.id)).all()))
            try:
                connection.execute(insert(schema.passkeys), row)
            except IntegrityError:
                raise BadInput("this passkey was added before") from None
            self._note(connection, "passkey-added", session.person.id, row)
        return _passkey(row)

    # -- using ---------------------------------------------------------------------------------------------------------

    def begin_sign_in(self, site: Site) -> tuple[str, Any]:
        """The token and the options for a browser to sign in with any of its user's keys."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import UserVerificationRequirement

        token = self._challenge()
        options = generate_authentication_options(
            rp_id=site.host,
            challenge=_challenge_of(token),
            timeout=int(ANSWERED_WITHIN.total_seconds() * 1000),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return token, options_to_json_dict(options)

    def identify(self, token: str, site: Site, signed: SignInAnswer, address: str = "") -> Person:
        """The person of a passkey; wrong tries are recorded and count against their address, like those of a badge."""
        key = _hash(signed.credential)
        row = self._row(key)

        def check(_before_pin: Callable[[], None]) -> Person:
            challenge = self._answered(token)
            if row is None or not (row["is_kept"] and row["active"]) or row["host"] != site.host:
                raise NotAllowed(_WRONG)
            person = person_of(row)
            if not secrets.compare_digest(signed.user, _user(person.id)):
                raise NotAllowed(_WRONG)
            self._used(row, _verified(signed, challenge, site, bytes.fromhex(row["public_key"])))
            return person

        return self.sessions.tried(row["person"] if row is not None else "", address, check, PASSKEY)

    def _row(self, key: str) -> RowMapping | None:
        """A passkey with its person."""
        table, people = schema.passkeys, schema.people
        kept = (table.c.person, table.c.host, table.c.public_key, table.c.count)
        renamed = (table.c.id.label("key"), table.c.active.label("is_kept"))
        both = select(*kept, *renamed, people).join(people, people.c.id == table.c.person)
        with self.database.reading_latest() as connection:
            return connection.execute(both.where(table.c.id == key)).mappings().first()

    def _used(self, row: RowMapping, count: int) -> None:
        """Refuses a use counter that did not increase, which means a copied key; a key without a counter says 0."""
        table = schema.passkeys
        if count <= row["count"] and (count or row["count"]):
            raise NotAllowed("this passkey's use counter went back: it may be a copy; remove it")
        unchanged = (table.c.id == row["key"], table.c.active == 1, table.c.count == row["count"])
        with self.database.writing() as connection:
            values = {"count": count, "seen": self.sessions.now().isoformat()}
            if not connection.execute(update(table).where(*unchanged).values(values)).rowcount:
                raise NotAllowed(_WRONG)  # removed or used elsewhere in the meantime

    # -- seeing and removing -------------------------------------------------------------------------------------------

    def of(self, person: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        with self.database.reading_latest() as connection:
            return [_passkey(row) for row in connection.execute(_of(person)).mappings()]

    def everyone(self) -> list[Passkey]:
        """All active passkeys of active people."""
        table, people = schema.passkeys, schema.people
        both = select(table).join(people, people.c.id == table.c.person).order_by(table.c.person, table.c.at)
        with self.database.reading_latest() as connection:
            rows = connection.execute(both.where(table.c.active == 1, people.c.active == 1)).mappings()
            return [_passkey(row) for row in rows]

    def remove(self, person: str, passkey: str, by: str) -> Passkey:
        """Deactivates a passkey, by its owner or an administrator."""
        table = schema.passkeys
        with self.database.writing() as connection:
            rows = connection.execute(_of(person)).mappings().all()
            row = next((each for each in rows if each["id"][:SHORT] == passkey), None)
            if row is None:
                raise NotFound(f"{quoted(person)} has no passkey {quoted(passkey)}")
            connection.execute(update(table).where(table.c.id == row["id"]).values(active=0))
            self._note(connection, "passkey-removed", by, {**row, "active": 0})
        return _passkey(row)

    def _note(self, connection: Connection, kind: str, by: str, row: Any) -> None:
        told = {"person": row["person"], "passkey": row["id"][:SHORT], "name": row["name"]}
        write_change(connection, kind, by, self.sessions.now().isoformat(), told, [stated("passkeys", row)])


def check_may_add(session: Session) -> None:
    """Refuses unless the person signed in with badge and PIN at a screen: passkeys must not add passkeys, or they would
    outlive a badge."""
    if not session.screen or session.how == PASSKEY:
        raise NotAllowed("sign in at this screen with badge and PIN to add a passkey")


def _check_room(held: int) -> None:
    if held >= MOST:
        raise BadInput(f"one person has at most {MOST} passkeys: remove one first")


def _of(person: str) -> Any:
    table = schema.passkeys
    return select(table).where(table.c.person == person, table.c.active == 1).order_by(table.c.at, table.c.id)


def _passkey(row: Any) -> Passkey:
    at, seen = (datetime.fromisoformat(row[name]) for name in ("at", "seen"))
    return Passkey(row["id"][:SHORT], row["person"], row["name"], row["host"], at, seen)


# -- what the standard asks for ----------------------------------------------------------------------------------------


@contextmanager
def _read(words: str) -> Iterator[None]:
    """Refuses a faulty answer in the same words for every fault, so that the answer tells an attacker nothing."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        yield
    except (WebAuthnException, *_BROKEN):
        raise NotAllowed(words) from None


def _registered(made: NewKeyAnswer, challenge: bytes, site: Site) -> tuple[bytes, bytes, int]:
    """A new key's id, public key and counter, verified for this challenge and site and with its owner verified."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url, parse_attestation_object
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    with _read("this passkey was not made for this page: try again"):
        # Attestation is not requested, so certificates are refused.
        said = parse_attestation_object(made.attestation)
        if said.fmt not in ("none", "packed") or said.att_stmt.x5c:
            raise ValueError
        found = verify_registration_response(
            credential=RegistrationCredential(
                id=bytes_to_base64url(made.credential),
                raw_id=made.credential,
                response=AuthenticatorAttestationResponse(made.client_data, made.attestation),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
        if found.credential_id != made.credential or not 0 < len(made.credential) <= LONGEST_ID:
            raise ValueError
        return found.credential_id, found.credential_public_key, found.sign_count


def _verified(signed: SignInAnswer, challenge: bytes, site: Site, public_key: bytes) -> int:
    """The counter of a key that has signed this challenge for this site, with its owner verified."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    with _read(_WRONG):
        return verify_authentication_response(
            credential=AuthenticationCredential(
                id=bytes_to_base64url(signed.credential),
                raw_id=signed.credential,
                response=AuthenticatorAssertionResponse(
                    signed.client_data, signed.authenticator_data, signed.signature, signed.user
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,  # _used compares it
            require_user_verification=True,
        ).new_sign_count


def _challenge_of(token: str) -> bytes:
    """The challenge of a token; scripts see the challenge, but not the token."""
    return hashlib.sha256(f"passkey challenge {token}".encode("utf-8", "surrogatepass")).digest()


def _user(person: str) -> bytes:
    """A person's handle in authenticators: the same for all of their keys, and not a name."""
    return hashlib.sha256(f"pitbook person {person}".encode()).digest()


def _hash(words: bytes) -> str:
    return hashlib.sha256(words).hexdigest()
