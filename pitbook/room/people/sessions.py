"""Who is signed in: a token for each session, kept as its hash, with an end; screens lock by themselves.

A session is a screen's (a browser at a table, on the floor, in an office) or a program's. A screen that nobody uses
locks, and its person's PIN unlocks it; either kind is over with the shift, or when it was long unused.
"""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from pitbook.errors import NotFound, quoted
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.clock import runs
from pitbook.room.days.records import write_record
from pitbook.room.people.lockouts import TooManyTries, Tries
from pitbook.room.people.service import People, Row, check_pin, check_unchanged, person_of
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.queries import PreparedQuery
from pitbook.store.write_connection import StoreNotWritable, StoreUnavailable

LASTS: Final = timedelta(hours=12)
"""A shift."""
UNUSED: Final = timedelta(hours=2)
"""A session that was not used for so long is over."""
LOCKS: Final = timedelta(minutes=10)
"""A screen that nobody has touched for so long locks, unless the room says otherwise."""
STEP: Final = timedelta(minutes=1)
"""When a session was last used is kept to this: a busy table does not write it down at every key."""
SHORT: Final = 16
"""Letters of a session's name: the beginning of its token's hash, which gives nobody a session."""
_SESSIONS: Final = select(schema.sessions, schema.people).join(
    schema.people, schema.people.c.id == schema.sessions.c.person
)
_SESSION: Final = PreparedQuery(_SESSIONS.where(schema.sessions.c.token == bindparam("token")))


class NotSignedIn(NotAllowed):
    """There is no session, or it is over."""


class Locked(NotSignedIn):
    """There is a session, but its screen is locked."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session as the room sees it."""

    id: str
    person: Person
    since: datetime
    until: datetime
    seen: datetime
    address: str
    screen: bool
    locked: bool
    how: str
    """By what it was begun: badge, passkey or first start."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "session": self.id,
            "person": self.person.id,
            "name": self.person.name,
            "roles": sorted(self.person.roles),
            "since": self.since.isoformat(timespec="seconds"),
            "until": self.until.isoformat(timespec="seconds"),
            "seen": self.seen.isoformat(timespec="seconds"),
            "address": self.address,
            "screen": self.screen,
            "locked": self.locked,
            "how": self.how,
        }


class Sessions:
    """Signing in and out."""

    def __init__(
        self, database: Database, people: People, now: Callable[[], datetime], locks: timedelta = LOCKS
    ) -> None:
        self.database, self.people, self.now, self.locks = database, people, now, locks
        self.tries = Tries(database, lambda: self.now())

    # -- beginning -----------------------------------------------------------------------------------------------------

    def sign_in(self, badge: str, pin: str, address: str = "", *, screen: bool = False) -> tuple[str, Person]:
        """A badge is ``person:token``; with its PIN it gives a session's token."""
        person = self.identify(badge, pin, address)
        return self.begin(person, address, screen=screen), person

    def begin(self, person: Person, address: str = "", *, screen: bool = False, how: str = "badge") -> str:
        """A session of somebody who has shown who they are."""
        token = secrets.token_urlsafe(32)
        now = self.now()
        row = {
            "token": _hash(token),
            "person": person.id,
            "at": now.isoformat(),
            "until": (now + LASTS).isoformat(),
            "seen": now.isoformat(),
            "address": address[:100],
            "screen": int(screen),
            "locked": 0,
            "ended": 0,
            "how": how,
        }
        with self.database.writing() as connection:
            self.check_unchanged(connection, person)
            connection.execute(insert(schema.sessions), row)
            self._note(connection, "sign-in", person.id, session=_hash(token)[:SHORT], address=address, how=how)
        return token

    @staticmethod
    def check_unchanged(connection: Connection, person: Person) -> None:
        """That badge, PIN and roles are still those by which somebody was known when their request began."""
        row = select(schema.people).where(schema.people.c.id == person.id).with_for_update()
        check_unchanged(person, connection.execute(row).mappings().first())

    def identify(self, badge: str, pin: str, address: str = "") -> Person:
        """Badge and PIN of somebody who stands by, for a step that needs two; wrong tries are slowed down."""
        name, _, token = badge.partition(":")
        return self.tried(name, address, lambda counted: self.people.sign_in(name, token, pin, counted))

    def tried(
        self, name: str, address: str, check: Callable[[Callable[[], None]], Person], how: str = "badge"
    ) -> Person:
        """Counts a try, then looks at it. ``check`` calls what it is given before it looks at a PIN."""
        self.tries.count_address(address)
        pins: list[str] = []

        def before_pin() -> None:
            self.tries.count_pin(name, address)
            pins.append(name)

        try:
            person = check(before_pin)
        except TooManyTries:
            raise
        except NotAllowed:
            # What was typed for a badge may be a secret in the wrong place: only names of people are written down.
            known = name if self.people.is_known(name) else "unknown"
            with self.tries.counting() as connection:
                self._note(connection, "sign-in-refused", known, address=address, how=how)
                self.tries.note_wrong(connection, known, address, pin=bool(pins))
            raise
        with self.tries.counting() as connection:
            self._end_old(connection)
            self.tries.note_right(connection, person.id, address, pin=bool(pins))
        return person

    # -- using ---------------------------------------------------------------------------------------------------------

    def person(self, token: str, *, used: bool = True) -> Person:
        """Whose session this is; ``used`` is by a person's own doing, not by a page that asks by itself."""
        session = self.session(token)
        if session.locked:
            raise Locked("this screen is locked: enter your PIN")
        if used and not runs(session.seen, STEP, self.now()):
            with suppress(StoreNotWritable):  # looking goes on, whatever the disk does
                self._set(token, seen=self.now().isoformat())
        return session.person

    def session(self, token: str) -> Session:
        """The session of a token, locked or not; refused where it is over."""
        found = self.database.ask(_SESSION, token=_hash(token))
        row = dict(zip(_SESSION.columns, found[0], strict=True)) if found else None
        if row is None or self._is_over(row):
            if row is not None and not row["ended"]:
                with suppress(StoreUnavailable):
                    self.sign_out(token)  # what is over stays over, also if the clock is set back
            raise NotSignedIn("sign in first: there is no session, or it is over")
        return self._session(row)

    def _is_over(self, row: Row) -> bool:
        now = self.now()
        begun, until = _time(row["at"]), _time(row["until"])
        return bool(row["ended"]) or not runs(begun, until - begun, now) or _time(row["seen"]) + UNUSED <= now

    def _session(self, row: Row) -> Session:
        # What was used within the last step may not have been written down yet.
        forgotten = not runs(_time(row["seen"]), self.locks + STEP, self.now())
        locked = bool(row["screen"]) and (bool(row["locked"]) or forgotten)
        return Session(
            row["token"][:SHORT], person_of(row), _time(row["at"]), _time(row["until"]), _time(row["seen"]),
            row["address"], bool(row["screen"]), locked, row["how"],
        )  # fmt: skip

    def lock(self, token: str) -> None:
        """Covers a screen; a program's session has none."""
        self._set(token, locked=1)

    def unlock(self, token: str, pin: str, address: str = "") -> Person:
        """Its own person's PIN; wrong tries are slowed down with those of the badge."""
        person = self.session(token).person
        self.check_own_pin(person, pin, address)
        self.uncover(token)
        return person

    def uncover(self, token: str) -> None:
        """A locked screen, by its own person, who has shown who they are."""
        self._set(token, locked=0, seen=self.now().isoformat())

    def check_own_pin(self, person: Person, pin: str, address: str = "") -> Person:
        """The PIN of somebody who is signed in; wrong tries are slowed down with those of the badge."""
        return self.tried(person.id, address, lambda counted: self.people.check_own_pin(person.id, pin, counted))

    def change_pin(self, token: str, pin: str, new: str, address: str = "") -> None:
        """One's own PIN, by the one before; this session goes on, all others of this person end."""
        check_pin(new)
        person = self.check_own_pin(self.person(token), pin, address)
        self.people.set_own_pin(person, new, _hash(token))

    # -- ending --------------------------------------------------------------------------------------------------------

    def sign_out(self, token: str) -> None:
        self._set(token, ended=1)

    def end_all(self, person: str) -> None:
        """Everywhere, at once."""
        with self.database.writing() as connection:
            connection.execute(update(schema.sessions).where(schema.sessions.c.person == person).values(ended=1))

    def end(self, session: str, by: str) -> Session:
        """Somebody's session, by an administrator."""
        found = next((each for each in self.open_sessions() if each.id == session), None)
        if found is None:
            raise NotFound(f"there is no session {quoted(session)}: it is over")
        table = schema.sessions
        with self.database.writing() as connection:
            connection.execute(update(table).where(table.c.token.startswith(session, autoescape=True)).values(ended=1))
            self._note(connection, "session-ended", by, session=session, person=found.person.id)
        return found

    def _end_old(self, connection: Connection) -> None:
        """At every sign-in, those that are over: a clock that is set back does not bring them to life again."""
        table, now = schema.sessions, self.now()
        old = or_(table.c.until <= now.isoformat(), table.c.seen <= (now - UNUSED).isoformat())
        connection.execute(update(table).where(table.c.ended == 0, old).values(ended=1))

    def open_sessions(self) -> list[Session]:
        """Every session that is not over, the newest first."""
        table, now = schema.sessions, self.now().isoformat()
        with self.database.reading() as connection:
            wanted = _SESSIONS.where(table.c.ended == 0, table.c.until > now, schema.people.c.active == 1)
            rows = connection.execute(wanted.order_by(table.c.at.desc())).mappings().all()
        return [self._session(row) for row in rows if not self._is_over(row)]

    def _set(self, token: str, **values: Any) -> None:
        with self.database.writing() as connection:
            connection.execute(update(schema.sessions).where(schema.sessions.c.token == _hash(token)).values(**values))

    def _note(self, connection: Connection, kind: str, by: str, **told: Any) -> None:
        write_record(connection, kind, by, self.now().isoformat(), told)


def _time(written: str) -> datetime:
    return datetime.fromisoformat(written)


def _hash(token: str) -> str:
    # Whatever was typed has a hash, halves of characters too.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
