"""The first start: a one-time address, shown on the terminal only, makes the administrator; no password is built in."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Final

from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.clock import runs
from pitbook.room.people import ADMINISTRATOR, TERMINAL, People, new_badge
from pitbook.room.records import last_record, write_record

KIND: Final = "first-start"
LASTS: Final = timedelta(hours=1)
"""How long a set-up address may be used."""
TOKEN_BYTES: Final = 32


class FirstStart:
    """Making the first person of a room."""

    def __init__(self, people: People) -> None:
        self.people, self.database = people, people.database

    def invite(self) -> str:
        """The token of a new set-up address; only its hash is kept, and no earlier one counts any more."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self.people.now()
        data = {"token": _hash(token), "until": (now + LASTS).isoformat()}
        with self.database.writing() as connection:
            write_record(connection, KIND, TERMINAL, now.isoformat(), data)
        return token

    def check(self, token: str) -> None:
        """Refuses a token that is not the last one, is too old, or comes when somebody works here already."""
        if self.people.count():
            raise NotAllowed("this room has its administrator: sign in, or ask an administrator for a badge")
        with self.database.reading() as connection:
            last = last_record(connection, KIND)
        if last is None or not hmac.compare_digest(str(last.data["token"]), _hash(token)):
            raise NotAllowed(
                "this is not the set-up address: open the one that the server printed when it last started"
            )
        if not runs(datetime.fromisoformat(last.data["until"]) - LASTS, LASTS, self.people.now()):
            raise NotAllowed("this set-up address is too old: start the server again, and it prints another one")

    def make(self, token: str, person: str, name: str, pin: str) -> tuple[Person, str]:
        """The administrator, with the badge's token; of several who try at once, one is made."""
        self.check(token)
        badge = new_badge()
        made = self.people.add(person, name, [ADMINISTRATOR], badge, pin, by=person, first=True)
        return made, badge


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
