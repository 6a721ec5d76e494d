"""Two people give roles that move money: an administrator proposes, and another person approves.

A proposal adds a person, changes roles, or replaces a badge and PIN. Every approval replaces badge and PIN: the
administrator knows the first PIN, and the person who approves sees the new badge. So neither of them can act in that
person's name alone, and earlier credentials do not work. The person chooses another PIN after the first sign-in.

Proposals, approvals and withdrawals are in the chain of records, with the rows that they changed.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, func, insert, select, text, update

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games.model import listed
from pitbook.jackpot.people import MONEY_ROLES, NotAllowed, Person, check_roles
from pitbook.room.people.service import People, check_new, check_pin, new_badge, person_row
from pitbook.store import schema
from pitbook.store.covered import stated, write_change

WAITING: Final = "waiting"
APPROVED: Final = "approved"
WITHDRAWN: Final = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an administrator asks a second person to approve."""

    number: int
    person: str
    name: str
    roles: tuple[str, ...]
    at: str
    by: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "proposal": self.number, "person": self.person, "name": self.name, "roles": list(self.roles),
            "at": self.at, "by": self.by,
        }  # fmt: skip


class Proposals:
    """Making, approving and withdrawing them."""

    def __init__(self, people: People) -> None:
        self.people, self.database = people, people.database

    def waiting(self) -> list[Proposal]:
        """The open proposals, the oldest first."""
        table = schema.proposals
        with self.database.reading_latest() as connection:
            rows = connection.execute(select(table).where(table.c.state == WAITING).order_by(table.c.number))
            return [_proposal(row) for row in rows.mappings()]

    def propose(self, person: str, name: str, roles: Sequence[str], pin: str, by: Person) -> Proposal:
        """Proposes roles for a new or an active person; with unchanged roles it proposes a new badge.

        ``pin`` is their first PIN, valid from the approval on.
        """
        by.check("manage people")
        held = check_roles(roles)
        check_pin(pin)
        if not held.intersection(MONEY_ROLES):
            raise BadInput(f"{listed(sorted(held))} moves no money: an administrator gives it without a second person")
        self._check_authorities()
        pin = self.people.hashed(pin)
        with self.database.writing() as connection:
            self._lock(connection)
            before = _person(connection, person)
            shown = check_new(person, name) if before is None else str(before["name"])
            if before is not None and not before["active"]:
                raise BadInput(f"{quoted(person)} has left: add them under another short name")
            if person == by.id and held - set(json.loads(before["roles"] if before is not None else "[]")):
                raise NotAllowed("you cannot give yourself a role: another administrator proposes it")
            if _is_asked_for(connection, person):
                raise BadInput(f"a proposal for {quoted(person)} waits already: approve or withdraw it first")
            row = {
                "number": _next(connection), "person": person, "name": shown, "roles": json.dumps(sorted(held)),
                "pin": pin, "at": self.people.now().isoformat(), "by": by.id, "state": WAITING,
            }  # fmt: skip
            connection.execute(insert(schema.proposals), row)
            self._note(connection, "role-proposed", by, row)
        return _proposal(row)

    def approve(self, number: int, by: Person) -> tuple[Person, str]:
        """Approves a proposal; returns the person and the token of their new badge, which the approver sees."""
        by.check("approve a role")
        token = new_badge()
        badge = self.people.hashed(token)
        self._check_authorities()
        with self.database.writing() as connection:
            self._lock(connection)
            found = _waiting(connection, number)
            if by.id == found["by"]:
                raise NotAllowed("you proposed this yourself: another person must approve it")
            if by.id == found["person"]:
                raise NotAllowed("this is about yourself: another person must approve it")
            for person, duty in ((found["by"], "manage people"), (by.id, "approve a role")):
                _check_still(connection, person, duty)
            row = self._given(connection, found, badge)
            passkeys = self.people.end_passkeys(connection, row["id"])
            decided = _decide(connection, found, APPROVED)
            self._note(connection, "role-approved", by, decided, stated("people", row), *passkeys)
        return Person(row["id"], row["name"], check_roles(json.loads(row["roles"]))), token

    def _given(self, connection: Connection, found: RowMapping, badge: str) -> dict[str, Any]:
        """The row of the new person, or of the person with new roles, badge and PIN."""
        before = _person(connection, found["person"])
        if before is None:
            row = person_row(found["person"], found["name"], json.loads(found["roles"]), badge, found["pin"])
            self.people.insert(connection, row)
            return row
        if before["name"] != found["name"]:
            raise NotAllowed(
                f"{quoted(found['person'])} is {before['name']}, not {found['name']} as proposed: reject this "
                "proposal and make a new one"
            )
        values = {"roles": found["roles"], "badge": badge, "pin": found["pin"]}
        return self.people.update(connection, self.people.locked(connection, found["person"], values), values)

    def withdraw(self, number: int, by: Person) -> Proposal:
        """Withdraws a proposal, by an administrator, or turns it down, by a person who could approve it."""
        if not by.may("manage people"):
            by.check("approve a role")
        with self.database.writing() as connection:
            self._lock(connection)
            decided = _decide(connection, _waiting(connection, number), WITHDRAWN)
            self._note(connection, "role-withdrawn", by, decided)
        return _proposal(decided)

    def _check_authorities(self) -> None:
        """Refuses while the room has no administrator or no executive, who are both needed."""
        missing = self.people.missing()
        if missing:
            raise NotAllowed(
                f"this room has no {missing[0]} yet: no role that moves money is given before the one-time address of "
                f"the {missing[0]}, which the server prints when it starts, was used"
            )

    def _lock(self, connection: Connection) -> None:
        """Locks proposals, so that all servers make or decide one at a time."""
        if self.database.is_postgresql:
            connection.execute(text("LOCK TABLE proposals IN EXCLUSIVE MODE"))

    def _note(
        self, connection: Connection, kind: str, by: Person, row: dict[str, Any], *others: dict[str, Any]
    ) -> None:
        told = {
            "proposal": row["number"], "person": row["person"], "name": row["name"], "roles": json.loads(row["roles"]),
            "proposed_by": row["by"],
        }  # fmt: skip
        rows = [stated("proposals", row), *others]
        write_change(connection, kind, by.id, self.people.now().isoformat(), told, rows)


def _proposal(row: RowMapping | dict[str, Any]) -> Proposal:
    return Proposal(
        row["number"], row["person"], row["name"], tuple(json.loads(row["roles"])), row["at"], row["by"]
    )  # fmt: skip


def _person(connection: Connection, person: str) -> RowMapping | None:
    if not person.isprintable():
        return None  # PostgreSQL refuses some unprintable text
    return connection.execute(select(schema.people).where(schema.people.c.id == person)).mappings().first()


def _is_asked_for(connection: Connection, person: str) -> bool:
    table = schema.proposals
    waits = select(table.c.number).where(table.c.person == person, table.c.state == WAITING)
    return connection.execute(waits).first() is not None


def _next(connection: Connection) -> int:
    return int(connection.execute(select(func.max(schema.proposals.c.number))).scalar() or 0) + 1


def _waiting(connection: Connection, number: int) -> RowMapping:
    table = schema.proposals
    row = connection.execute(select(table).where(table.c.number == number)).mappings().first()
    if row is None:
        raise NotFound(f"there is no proposal {number}")
    if row["state"] != WAITING:
        raise BadInput(f"proposal {number} is {row['state']} already")
    return row


def _check_still(connection: Connection, person: str, duty: str) -> None:
    """Refuses if a person has left or lost the duty in the meantime."""
    row = _person(connection, person)
    held = check_roles(json.loads(row["roles"])) if row is not None and row["active"] else frozenset()
    if not Person(person, person, held).may(duty):
        raise NotAllowed(f"{person} may no longer {duty}: withdraw this proposal and make another")


def _decide(connection: Connection, found: RowMapping, state: str) -> dict[str, Any]:
    """Closes a proposal and deletes its first PIN."""
    table = schema.proposals
    values = {"state": state, "pin": ""}
    connection.execute(update(table).where(table.c.number == found["number"]).values(values))
    return {**found, **values}
