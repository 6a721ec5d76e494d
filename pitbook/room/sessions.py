"""Who is signed in: a token for each session, kept as its hash, with an end."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from sqlalchemy import insert, select, update

from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.people import People, person_of
from pitbook.store import schema
from pitbook.store.database import Database

LASTS: Final = timedelta(hours=12)
"""A shift."""
FEW_WRONG, WAIT = 5, timedelta(minutes=1)
"""After so many wrong tries in a row, a badge waits."""
MOST_NAMES: Final = 10_000
"""Of so many badges wrong tries are remembered; then those whose wait is over are forgotten."""


class NotSignedIn(NotAllowed):
    """There is no session, or it is over."""


class Sessions:
    """Signing in and out."""

    def __init__(self, database: Database, people: People, now: Callable[[], datetime]) -> None:
        self.database, self.people, self.now = database, people, now
        self._wrong: dict[str, tuple[int, datetime]] = {}
        self._turn = Lock()

    def sign_in(self, badge: str, pin: str) -> tuple[str, Person]:
        """A badge is ``person:token``; with its PIN it gives a session's token."""
        person = self.identify(badge, pin)
        token = secrets.token_urlsafe(32)
        now = self.now()
        row = {
            "token": _hash(token),
            "person": person.id,
            "at": now.isoformat(),
            "until": (now + LASTS).isoformat(),
            "ended": 0,
        }
        with self.database.writing() as connection:
            connection.execute(insert(schema.sessions), row)
        return token, person

    def identify(self, badge: str, pin: str) -> Person:
        """Badge and PIN of somebody who stands by, for a step that needs two; wrong tries are slowed down."""
        name, _, token = badge.partition(":")
        self._count_try(name)
        person = self.people.sign_in(name, token, pin)
        with self._turn:
            self._wrong.pop(name, None)
        return person

    def _count_try(self, name: str) -> None:
        """A try counts before it is looked at: many at once are as many tries."""
        now = self.now()
        with self._turn:
            tries, last = self._wrong.get(name, (0, now))
            if tries >= FEW_WRONG and now < last + WAIT:
                raise NotAllowed("too many wrong tries with this badge: wait a minute")
            if len(self._wrong) >= MOST_NAMES:
                self._wrong = {each: (count, at) for each, (count, at) in self._wrong.items() if now < at + WAIT}
            self._wrong[name] = (tries + 1, now)

    def person(self, token: str) -> Person:
        """Whose session this is."""
        both = select(schema.sessions, schema.people).join(
            schema.people, schema.people.c.id == schema.sessions.c.person
        )
        with self.database.looking() as connection:
            row = connection.execute(both.where(schema.sessions.c.token == _hash(token))).mappings().first()
        if row is None or row["ended"] or datetime.fromisoformat(row["until"]) <= self.now():
            raise NotSignedIn("sign in first: there is no session, or it is over")
        return person_of(row)

    def sign_out(self, token: str) -> None:
        with self.database.writing() as connection:
            connection.execute(update(schema.sessions).where(schema.sessions.c.token == _hash(token)).values(ended=1))

    def end_all(self, person: str) -> None:
        """Everywhere, at once."""
        with self.database.writing() as connection:
            connection.execute(update(schema.sessions).where(schema.sessions.c.person == person).values(ended=1))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
