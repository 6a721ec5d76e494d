"""The people of a room: badge and PIN, kept only as salted hashes. What is done to them is on record."""

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Update, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from pitbook.errors import BadInput, quoted
from pitbook.jackpot.people import NotAllowed, Person, check_roles
from pitbook.room.records import write_record
from pitbook.store import schema
from pitbook.store.database import Database

BADGE_BYTES: Final = 16
ADMINISTRATOR: Final = "administrator"
TERMINAL: Final = "the terminal"
"""Who does what is done at the machine itself, without a badge."""
_WRONG: Final = "badge or PIN is wrong"


def new_badge() -> str:
    """A token for a card: 128 random bits, so that it cannot be guessed."""
    return secrets.token_urlsafe(BADGE_BYTES)


def utc_now() -> datetime:
    return datetime.now(UTC)


Row = RowMapping | Mapping[str, Any]
"""What the store has of somebody, by the names of its columns."""


class People:
    """Who works here."""

    def __init__(self, database: Database, now: Callable[[], datetime] = utc_now) -> None:
        from argon2 import PasswordHasher

        self.database, self.now = database, now
        self._hasher = PasswordHasher()

    @cached_property
    def _nobody(self) -> str:
        """What a badge is compared with that nobody has, so that this takes as long."""
        return self._hasher.hash(new_badge())

    def count(self) -> int:
        with self.database.looking() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.people)).scalar_one())

    def add(
        self, person: str, name: str, roles: Sequence[str], badge: str, pin: str, by: str = TERMINAL, *,
        first: bool = False,
    ) -> Person:  # fmt: skip
        """A new person; refused where duties must be apart, or the PIN is too easy. ``first``: before anybody else."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,39}", person, re.ASCII):
            raise BadInput(f"{quoted(person)} is no short name: use up to 40 small letters, digits, dots, hyphens")
        shown = " ".join(name.split())
        if not shown or len(shown) > 100 or not shown.isprintable():
            raise BadInput("a name is a line of 1 to 100 letters")
        held = check_roles(roles)
        check_pin(pin)
        if len(badge) < 8:
            raise BadInput("a badge's token has at least 8 characters")
        row = {
            "id": person,
            "name": shown,
            "roles": json.dumps(sorted(held)),
            # The badge names its person; only the token behind it is secret.
            "badge": self._hasher.hash(badge),
            "pin": self._hasher.hash(pin),
            "active": 1,
        }
        with self.database.writing() as connection:
            if first:
                self._nobody_yet(connection)
            try:
                connection.execute(insert(schema.people), row)
            except IntegrityError:
                raise BadInput(f"there is a {quoted(person)} already") from None
            self._note(connection, "person-added", by, person, name=shown, roles=sorted(held))
        return Person(person, shown, held)

    def _nobody_yet(self, connection: Connection) -> None:
        """Of several who want to be the first, one is."""
        if self.database.is_postgresql:
            connection.execute(text("LOCK TABLE people IN EXCLUSIVE MODE"))
        if connection.execute(select(schema.people.c.id).limit(1)).first() is not None:
            raise NotAllowed("somebody works here already: an administrator adds the others")

    def sign_in(self, person: str, badge: str, pin: str, before_pin: Callable[[], None] = lambda: None) -> Person:
        """Badge and PIN together; the same refusal, after as long, whatever is wrong.

        ``before_pin`` is called where the badge is right, before its PIN is looked at: only then can a PIN be guessed.
        """
        return self._verified(person, {"badge": badge, "pin": pin}, before_pin)

    def check_own_pin(self, person: str, pin: str, before_pin: Callable[[], None] = lambda: None) -> Person:
        """The PIN alone, of somebody whose badge was shown before."""
        return self._verified(person, {"pin": pin}, before_pin)

    def _verified(self, person: str, words: dict[str, str], before_pin: Callable[[], None]) -> Person:
        from argon2.exceptions import InvalidHashError, VerificationError

        row = self._row(person)
        right = row is not None
        for name, word in words.items():
            kept = str(row[name]) if row is not None else self._nobody
            if name == "pin" and right:
                before_pin()
            try:
                self._hasher.verify(kept, word.encode("utf-8", "surrogatepass"))
            except (VerificationError, InvalidHashError):
                right = False
        if row is None or not right:
            raise NotAllowed(_WRONG if "badge" in words else "this PIN is wrong")
        return person_of(row)

    def _row(self, person: str) -> RowMapping | None:
        if not person.isprintable():
            return None  # not every store can be asked for it
        with self.database.looking() as connection:
            return connection.execute(select(schema.people).where(schema.people.c.id == person)).mappings().first()

    def is_known(self, person: str) -> bool:
        """Whether somebody of this short name works here, or did."""
        return self._row(person) is not None

    def everyone(self) -> list[tuple[Person, bool]]:
        """Everybody who works here, or did; and whether they still do."""
        with self.database.reading() as connection:
            rows = connection.execute(select(schema.people).order_by(schema.people.c.id)).mappings().all()
        return [(_named(row), bool(row["active"])) for row in rows]

    # -- changes, each of them on record -------------------------------------------------------------------------------

    def end(self, person: str, by: str = TERMINAL) -> None:
        """Somebody who no longer works here; an administrator stays."""
        self._change("person-ended", person, by, {"active": 0}, without=(person,))

    def new_badge(self, person: str, by: str) -> str:
        """Another badge; the one before is worth nothing from now on, nor is any passkey that was added by it."""
        token = new_badge()
        passkeys = update(schema.passkeys).where(schema.passkeys.c.person == person).values(active=0)
        self._change("badge-made", person, by, {"badge": self._hasher.hash(token)}, also=passkeys)
        return token

    def set_pin(self, person: str, pin: str, by: str) -> None:
        check_pin(pin)
        self._change("pin-changed", person, by, {"pin": self._hasher.hash(pin)})

    def set_roles(self, person: str, roles: Sequence[str], by: str) -> Person:
        """Other roles, kept apart where duties must be; an administrator stays."""
        held = sorted(check_roles(roles))
        without = () if ADMINISTRATOR in held else (person,)
        return self._change("roles-changed", person, by, {"roles": json.dumps(held)}, without, roles=held)

    def _change(
        self, kind: str, person: str, by: str, values: dict[str, Any], without: Sequence[str] = (),
        also: Update | None = None, **told: Any,
    ) -> Person:  # fmt: skip
        table = schema.people
        with self.database.writing() as connection:
            rows = {row["id"]: row for row in connection.execute(select(table).with_for_update()).mappings()}
            if person not in rows or not rows[person]["active"]:
                raise BadInput(f"there is no {quoted(person)}")
            left = [row["id"] for row in rows.values() if row["active"] and ADMINISTRATOR in json.loads(row["roles"])]
            if without and left == list(without):
                raise BadInput(f"{person} is the last administrator: add another one first")
            connection.execute(update(table).where(table.c.id == person).values(values))
            if "roles" in values:
                # A session has the roles that its person signed in with, or none: it ends with them.
                of_person = schema.sessions.c.person == person
                connection.execute(update(schema.sessions).where(of_person).values(ended=1))
            if also is not None:
                connection.execute(also)
            self._note(connection, kind, by, person, **told)
            return _named({**rows[person], **values})

    def _note(self, connection: Connection, kind: str, by: str, person: str, **told: Any) -> None:
        write_record(connection, kind, by, self.now().isoformat(), {"person": person, **told})


def person_of(row: Row) -> Person:
    """Somebody as the store knows them; refused where they do not work here any more."""
    if not row["active"]:
        raise NotAllowed(_WRONG)
    return _named(row)


def _named(row: Row) -> Person:
    return Person(row["id"], row["name"], check_roles(json.loads(row["roles"])))


def check_pin(pin: str) -> None:
    """Refuses PINs that are guessed first."""
    if not re.fullmatch(r"\d{4,12}", pin, re.ASCII):
        raise BadInput("a PIN has 4 to 12 digits")
    if len(set(pin)) < 3 or pin in "01234567890123456789" or pin in "98765432109876543210":
        raise BadInput("this PIN is too easy to guess: use at least three different digits, not in a row")
