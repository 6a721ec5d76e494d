"""The first start: two one-time addresses, shown on the terminal only, create the administrator and the executive.

There is no default password. Each address creates one person, so that from the first day two people share the authority
to give roles that move money. The person who starts the server gives the two addresses to two people.
"""

import hmac
import secrets
from datetime import datetime, timedelta
from typing import Final

from pitbook.jackpot.people import NotAllowed, Person, Role
from pitbook.room.clock import runs
from pitbook.room.days.records import Record, read_records, write_record
from pitbook.room.people.lockouts import digest
from pitbook.room.people.service import ADMINISTRATOR, AUTHORITIES, TERMINAL, People, new_badge

KIND: Final = "first-start"
LASTS: Final = timedelta(hours=1)
"""How long a set-up address may be used."""
TOKEN_BYTES: Final = 32


class FirstStart:
    """Creates the first administrator and the first executive of a room."""

    def __init__(self, people: People) -> None:
        self.people, self.database = people, people.database

    def invite(self, role: Role = ADMINISTRATOR) -> str:
        """The token of a new set-up address; only its hash is stored, and earlier ones of this role stop working."""
        if role not in AUTHORITIES:
            raise ValueError(f"the first start makes no {role}")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self.people.now()
        data = {"role": role, "token": digest(token), "until": (now + LASTS).isoformat()}
        with self.database.writing() as connection:
            write_record(connection, KIND, TERMINAL, now.isoformat(), data)
        return token

    def check(self, token: str) -> Role:
        """The role of a set-up address; refused if it is not the newest, too old or used already."""
        missing = self.people.missing()
        if not missing:
            raise NotAllowed(
                "this room has its administrator and its executive: sign in, or ask an administrator for a badge"
            )
        with self.database.reading_snapshot() as connection:
            last = {_role(record): record for record in read_records(connection, KIND)}
        for role, record in last.items():
            if not hmac.compare_digest(str(record.data["token"]), digest(token)):
                continue
            if role not in missing:
                raise NotAllowed(f"this room has its {role}: this set-up address was used")
            if not runs(datetime.fromisoformat(record.data["until"]) - LASTS, LASTS, self.people.now()):
                raise NotAllowed("this set-up address is too old: start the server again, and it prints another one")
            return role
        raise NotAllowed("this is not the set-up address: open the one that the server printed when it last started")

    def make(self, token: str, person: str, name: str, pin: str) -> tuple[Person, str]:
        """Creates the administrator or the executive, once; returns the person and the badge's token."""
        role = self.check(token)
        badge = new_badge()
        made = self.people.add(person, name, [role], badge, pin, by=person, first=True)
        return made, badge


def _role(record: Record) -> Role:
    """Early records have no role: they are of the administrator."""
    found: Role = record.data.get("role", ADMINISTRATOR)
    return found
