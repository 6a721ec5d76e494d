"""The people of a room: badge and PIN, kept only as salted hashes."""

import json
import re
import secrets
from functools import cached_property
from typing import Final

from sqlalchemy import RowMapping, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitbook.errors import BadInput, quoted
from pitbook.jackpot.people import NotAllowed, Person, check_roles
from pitbook.store import schema
from pitbook.store.database import Database

BADGE_BYTES: Final = 16
_WRONG: Final = "badge or PIN is wrong"


def new_badge() -> str:
    """A token for a card: 128 random bits, so that it cannot be guessed."""
    return secrets.token_urlsafe(BADGE_BYTES)


class People:
    """Who works here."""

    def __init__(self, database: Database) -> None:
        from argon2 import PasswordHasher

        self.database = database
        self._hasher = PasswordHasher()

    @cached_property
    def _nobody(self) -> str:
        """What a badge is compared with that nobody has, so that this takes as long."""
        return self._hasher.hash(new_badge())

    def count(self) -> int:
        with self.database.looking() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.people)).scalar_one())

    def add(self, person: str, name: str, roles: list[str], badge: str, pin: str) -> Person:
        """A new person; refused where duties must be apart, or the PIN is too easy."""
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
            try:
                connection.execute(insert(schema.people), row)
            except IntegrityError:
                raise BadInput(f"there is a {quoted(person)} already") from None
        return Person(person, shown, held)

    def sign_in(self, person: str, badge: str, pin: str) -> Person:
        """Badge and PIN together; the same refusal, after as long, whatever is wrong."""
        from argon2.exceptions import InvalidHashError, VerificationError

        with self.database.looking() as connection:
            row = connection.execute(select(schema.people).where(schema.people.c.id == person)).mappings().first()
        right = row is not None
        for name, word in (("badge", badge), ("pin", pin)):
            try:
                self._hasher.verify(str(row[name]) if row is not None else self._nobody, word)
            except (VerificationError, InvalidHashError):
                right = False
        if row is None or not right:
            raise NotAllowed(_WRONG)
        return person_of(row)

    def everyone(self) -> list[tuple[Person, bool]]:
        """Everybody who works here, or did; and whether they still do."""
        with self.database.reading() as connection:
            rows = connection.execute(select(schema.people).order_by(schema.people.c.id)).mappings().all()
        return [(_named(row), bool(row["active"])) for row in rows]

    def end(self, person: str) -> None:
        """Somebody who no longer works here."""
        with self.database.writing() as connection:
            found = connection.execute(update(schema.people).where(schema.people.c.id == person).values(active=0))
            if not found.rowcount:
                raise BadInput(f"there is no {quoted(person)}")


def person_of(row: RowMapping) -> Person:
    """Somebody as the store knows them; refused where they do not work here any more."""
    if not row["active"]:
        raise NotAllowed(_WRONG)
    return _named(row)


def _named(row: RowMapping) -> Person:
    return Person(row["id"], row["name"], check_roles(json.loads(row["roles"])))


def check_pin(pin: str) -> None:
    """Refuses PINs that are guessed first."""
    if not re.fullmatch(r"\d{4,12}", pin, re.ASCII):
        raise BadInput("a PIN has 4 to 12 digits")
    if len(set(pin)) < 3 or pin in "01234567890123456789" or pin in "98765432109876543210":
        raise BadInput("this PIN is too easy to guess: use at least three different digits, not in a row")
