"""The people of a room, with badges and PINs as salted hashes. Every change is recorded with the new row, so that the
proof of the store finds a change that was made in another way.

One person alone cannot give a role that moves money, nor replace the badge or PIN of a person who has one: this module
refuses it, and :mod:`pitbook.room.people.proposals` does it with two people.
"""

import json
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.jackpot.people import MONEY_ROLES, NotAllowed, Person, Role, check_roles
from pitbook.store import schema
from pitbook.store.covered import stated, write_change
from pitbook.store.database import Database

BADGE_BYTES: Final = 16
ADMINISTRATOR: Final[Role] = "administrator"
AUTHORITIES: Final[tuple[Role, ...]] = (ADMINISTRATOR, "executive")
"""The two roles that the first start creates. A room always has both: the last person of either cannot leave."""
TERMINAL: Final = "the terminal"
"""The author of acts at the machine itself, without a badge."""
EXAMPLE: Final = "the example"
"""The author of the example people."""
AT_THE_MACHINE: Final = (TERMINAL, EXAMPLE)
_WRONG: Final = "badge or PIN is wrong"


def new_badge() -> str:
    """A token for a badge: 128 random bits."""
    return secrets.token_urlsafe(BADGE_BYTES)


def utc_now() -> datetime:
    return datetime.now(UTC)


Row = RowMapping | Mapping[str, Any]
"""A person's row in the store."""


class People:
    """The people of a room."""

    def __init__(self, database: Database, now: Callable[[], datetime] = utc_now) -> None:
        from argon2 import PasswordHasher

        self.database, self.now = database, now
        self._hasher = PasswordHasher()

    @cached_property
    def _decoy_hash(self) -> str:
        """The hash that an unknown person's badge is compared with, so that the refusal takes as long."""
        return self._hasher.hash(new_badge())

    def count(self) -> int:
        with self.database.reading_latest() as connection:
            return int(connection.execute(select(func.count()).select_from(schema.people)).scalar_one())

    def add(
        self, person: str, name: str, roles: Sequence[str], badge: str, pin: str, by: str = TERMINAL, *,
        first: bool = False,
    ) -> Person:  # fmt: skip
        """Adds a person; refused if the roles must be separate, or the PIN is too easy.

        ``first`` adds the first administrator or the first executive, who needs no second person.
        """
        held, shown = check_roles(roles), check_new(person, name)
        check_pin(pin)
        if len(badge) < 8:
            raise BadInput("a badge's token has at least 8 characters")
        if not first:
            check_alone(by, person, held)
        # A badge is the person's id and a token; only the token is secret.
        row = person_row(person, shown, held, self.hashed(badge), self.hashed(pin))
        with self.database.writing() as connection:
            if first:
                self._check_first(connection, held)
            self.insert(connection, row)
            self.note(connection, "person-added", by, row, name=shown, roles=sorted(held))
        return _named(row)

    def insert(self, connection: Connection, row: Mapping[str, Any]) -> None:
        try:
            connection.execute(insert(schema.people), dict(row))
        except IntegrityError:
            raise BadInput(f"there is a {quoted(row['id'])} already") from None

    def _check_first(self, connection: Connection, held: Collection[str]) -> None:
        """Refuses unless this is the first administrator or executive; concurrent requests wait for the lock."""
        if self.database.is_postgresql:
            connection.execute(text("LOCK TABLE people IN EXCLUSIVE MODE"))
        if len(held) != 1 or not set(held) <= set(AUTHORITIES):
            raise NotAllowed("the first start makes only one administrator and one executive")
        if set(held) & self._roles_held(connection):
            raise NotAllowed(f"there is an {next(iter(held))} already: an administrator adds the others")

    def _roles_held(self, connection: Connection) -> set[str]:
        """The roles of all active people."""
        rows = connection.execute(select(schema.people.c.roles).where(schema.people.c.active == 1)).scalars()
        return {role for roles in rows for role in json.loads(roles)}

    def missing(self) -> list[Role]:
        """The roles of administrator and executive that no active person has yet."""
        with self.database.reading_latest() as connection:
            held = self._roles_held(connection)
        return [role for role in AUTHORITIES if role not in held]

    def sign_in(self, person: str, badge: str, pin: str, before_pin: Callable[[], None] = lambda: None) -> Person:
        """Checks badge and PIN; a wrong badge and a wrong PIN get the same refusal after the same time.

        ``before_pin`` is called before the PIN is checked, if the badge is right: only then can a PIN be guessed.
        """
        return self._verified(person, {"badge": badge, "pin": pin}, before_pin)

    def check_own_pin(self, person: str, pin: str, before_pin: Callable[[], None] = lambda: None) -> Person:
        """Checks the PIN alone, of a person who is signed in."""
        return self._verified(person, {"pin": pin}, before_pin)

    def _verified(self, person: str, words: dict[str, str], before_pin: Callable[[], None]) -> Person:
        from argon2.exceptions import InvalidHashError, VerificationError

        row = self._row(person)
        right = row is not None
        for name, word in words.items():
            kept = str(row[name]) if row is not None else self._decoy_hash
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
            return None  # PostgreSQL refuses some unprintable text
        with self.database.reading_latest() as connection:
            return connection.execute(select(schema.people).where(schema.people.c.id == person)).mappings().first()

    def is_known(self, person: str) -> bool:
        """Whether this id belongs to a person, active or not."""
        return self._row(person) is not None

    def everyone(self) -> list[tuple[Person, bool]]:
        """All people, each with whether they are active."""
        with self.database.reading_snapshot() as connection:
            rows = connection.execute(select(schema.people).order_by(schema.people.c.id)).mappings().all()
        return [(_named(row), bool(row["active"])) for row in rows]

    def names(self) -> dict[str, str]:
        """The names of all people, by the ids in the records."""
        return {each.id: each.name for each, _ in self.everyone()}

    # -- changes, each of them on record -------------------------------------------------------------------------------

    def end(self, person: str, by: str = TERMINAL) -> None:
        """Deactivates a person; refused for the last administrator and the last executive."""
        self._change("person-ended", person, by, {"active": 0})

    def new_badge(self, person: str, by: str) -> str:
        """Makes a new badge; the old one and all passkeys of the person stop working."""
        token = new_badge()
        self._change("badge-made", person, by, {"badge": self._hasher.hash(token)})
        return token

    def set_pin(self, person: str, pin: str, by: str) -> None:
        """Sets another person's PIN, if their roles move no money."""
        check_pin(pin)
        if by == person:
            raise NotAllowed("change your own PIN on your own page, with the PIN that you have")
        self._change("pin-changed", person, by, {"pin": self._hasher.hash(pin)})

    def set_own_pin(self, person: Person, pin: str, session: str) -> None:
        """Sets a person's PIN after checking the old one, and ends all their other sessions."""
        check_pin(pin)
        values = {"pin": self._hasher.hash(pin)}
        with self.database.writing() as connection:
            before = self.locked(connection, person.id, values)
            check_unchanged(person, before)
            self.note(connection, "pin-changed", person.id, self.update(connection, before, values, session))

    def set_roles(self, person: str, roles: Sequence[str], by: str) -> Person:
        """Sets a person's roles; refused if they must be separate. Taking roles away needs no second person."""
        held = sorted(check_roles(roles))
        return self._change("roles-changed", person, by, {"roles": json.dumps(held)}, roles=held)

    def _change(self, kind: str, person: str, by: str, values: dict[str, Any], **told: Any) -> Person:
        with self.database.writing() as connection:
            before = self.locked(connection, person, values)
            check_alone(by, person, _named({**before, **values}).roles, before, kind)
            row = self.update(connection, before, values)
            passkeys = self.end_passkeys(connection, person) if "badge" in values else []
            self.note(connection, kind, by, row, *passkeys, **told)
            return _named(row)

    def locked(self, connection: Connection, person: str, values: Mapping[str, Any]) -> RowMapping:
        """The row of an active person, locked; refused if the change would leave no administrator or no executive."""
        rows = {row["id"]: row for row in connection.execute(select(schema.people).with_for_update()).mappings()}
        if person not in rows or not rows[person]["active"]:
            raise BadInput(f"there is no {quoted(person)}")
        after = {**rows, person: {**rows[person], **values}}
        for role in AUTHORITIES:
            if role in _roles_of(rows.values()) and role not in _roles_of(after.values()):
                raise BadInput(f"{person} is the last {role}: add another one first")
        return rows[person]

    def update(
        self, connection: Connection, before: Row, values: Mapping[str, Any], session: str = ""
    ) -> dict[str, Any]:
        """Changes a person's row and ends all of their sessions but ``session``."""
        table = schema.sessions
        others = (table.c.person == before["id"], table.c.token != session)
        connection.execute(update(table).where(*others).values(ended=1))
        connection.execute(update(schema.people).where(schema.people.c.id == before["id"]).values(dict(values)))
        return {**before, **values}

    def end_passkeys(self, connection: Connection, person: str) -> list[dict[str, Any]]:
        """Deactivates a person's passkeys, which end with the badge; returns the rows as records state them."""
        table = schema.passkeys
        ended = update(table).where(table.c.person == person, table.c.active == 1).values(active=0).returning(table)
        return [stated("passkeys", dict(row)) for row in connection.execute(ended).mappings().all()]

    def note(
        self, connection: Connection, kind: str, by: str, row: Mapping[str, Any], *others: dict[str, Any], **told: Any
    ) -> None:
        """Records a change with the new row, and with other rows that it changed."""
        data = {"person": row["id"], **told}
        write_change(connection, kind, by, self.now().isoformat(), data, [stated("people", row), *others])

    def hashed(self, secret: str) -> str:
        """The hash of a PIN or a badge's token."""
        return self._hasher.hash(secret)


def check_alone(by: str, person: str, roles: Collection[Role], before: Row | None = None, kind: str = "") -> None:
    """Refuses what one person must not do alone: give themselves a role, give a role that moves money, or replace the
    badge or PIN of a person with such a role, in whose name they could then act."""
    held = _named(before).roles if before is not None else frozenset()
    gained = [role for role in roles if role not in held]
    if by == person and gained:
        raise NotAllowed(f"you cannot give yourself the role of {listed(gained)}: another administrator proposes it")
    money = [role for role in MONEY_ROLES if role in gained]
    if kind in ("badge-made", "pin-changed"):
        money = [role for role in MONEY_ROLES if role in held]
    if money and by not in AT_THE_MACHINE:
        raise NotAllowed(f"the role of {listed(money)} moves money: propose it, and a second person approves it")


def _roles_of(rows: Iterable[Row]) -> set[str]:
    return {role for row in rows if row["active"] for role in json.loads(row["roles"])}


def check_new(person: str, name: str) -> str:
    """The name of a new person as it is stored; refused if it or the short name is not allowed."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,39}", person, re.ASCII):
        raise BadInput(f"{quoted(person)} is no short name: use up to 40 small letters, digits, dots, hyphens")
    shown = " ".join(name.split())
    if not shown or len(shown) > 100 or not shown.isprintable():
        raise BadInput("a name is a line of 1 to 100 letters")
    return shown


def person_row(person: str, name: str, roles: Collection[str], badge: str, pin: str) -> dict[str, Any]:
    """The row of a new person; badge and PIN are hashes."""
    roles_text = json.dumps(sorted(roles))
    return {"id": person, "name": name, "roles": roles_text, "badge": badge, "pin": pin, "active": 1}


def person_of(row: Row) -> Person:
    """The person of a row; refused if they are no longer active."""
    if not row["active"]:
        raise NotAllowed(_WRONG)
    return _named(row)


def check_unchanged(person: Person, row: Row | None) -> None:
    """Refuses a request if the person's badge, PIN or roles have changed since it began: a request must not outlive the
    credentials that it was checked with."""
    if row is None or not row["active"] or _named(row).credentials != person.credentials:
        raise NotAllowed("your badge, PIN or roles have just changed: sign in again")


def _named(row: Row) -> Person:
    credentials = f"{row['badge']} {row['pin']} {row['roles']}"
    return Person(row["id"], row["name"], check_roles(json.loads(row["roles"])), credentials)


def check_pin(pin: str) -> None:
    """Refuses PINs that are easy to guess."""
    if not re.fullmatch(r"\d{4,12}", pin, re.ASCII):
        raise BadInput("a PIN has 4 to 12 digits")
    if len(set(pin)) < 3 or pin in "01234567890123456789" or pin in "98765432109876543210":
        raise BadInput("this PIN is too easy to guess: use at least three different digits, not in a row")
