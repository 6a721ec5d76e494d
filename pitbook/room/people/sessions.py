"""Sessions: a token for each, stored as its hash, with an expiry; screens lock automatically.

A session belongs to a screen (a browser at a table, on the floor, in an office) or to a program. An idle screen locks,
and its person's PIN unlocks it. Every session ends with the shift, or after a long time without use.
"""

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
from pitbook.room.people.lockouts import TooManyTries, Tries, digest
from pitbook.room.people.service import People, Row, check_pin, check_unchanged, person_of
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.queries import PreparedQuery
from pitbook.store.write_connection import StoreNotWritable, StoreUnavailable

LASTS: Final = timedelta(hours=12)
"""A shift."""
UNUSED: Final = timedelta(hours=2)
"""A session ends after this time without use."""
LOCKS: Final = timedelta(minutes=10)
"""An idle screen locks after this time by default."""
STEP: Final = timedelta(minutes=1)
"""The resolution of a session's last use, so that not every press writes it."""
SHORT: Final = 16
"""The length of a session's id: the first digits of its token's hash, which are no secret."""
_SESSIONS: Final = select(schema.sessions, schema.people).join(
    schema.people, schema.people.c.id == schema.sessions.c.person
)
_SESSION: Final = PreparedQuery(_SESSIONS.where(schema.sessions.c.token == bindparam("token")))


class NotSignedIn(NotAllowed):
    """There is no such session, or it has ended."""


class Locked(NotSignedIn):
    """The session's screen is locked."""


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
    """How the person signed in: badge, passkey or first start."""

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
        """Signs in with badge (``person:token``) and PIN; returns the session's token and the person."""
        person = self.identify(badge, pin, address)
        return self.begin(person, address, screen=screen), person

    def begin(self, person: Person, address: str = "", *, screen: bool = False, how: str = "badge") -> str:
        """Begins a session of a person who has been identified; returns its token."""
        token = secrets.token_urlsafe(32)
        now = self.now()
        row = {
            "token": digest(token),
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
            self._note(connection, "sign-in", person.id, session=digest(token)[:SHORT], address=address, how=how)
        return token

    @staticmethod
    def check_unchanged(connection: Connection, person: Person) -> None:
        """Refuses if a person's badge, PIN or roles have changed since their request began."""
        row = select(schema.people).where(schema.people.c.id == person.id).with_for_update()
        check_unchanged(person, connection.execute(row).mappings().first())

    def identify(self, badge: str, pin: str, address: str = "") -> Person:
        """The person of a badge and PIN, such as the second person of a step; wrong tries are rate limited."""
        name, _, token = badge.partition(":")
        return self.tried(name, address, lambda counted: self.people.sign_in(name, token, pin, counted))

    def tried(
        self, name: str, address: str, check: Callable[[Callable[[], None]], Person], how: str = "badge"
    ) -> Person:
        """Counts a try, then checks it. ``check`` calls its argument before it checks a PIN."""
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
            # The text given as a badge may be a PIN in the wrong field: only known ids are recorded.
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
        """The person of a session; ``used`` is False for requests that a page makes automatically."""
        session = self.session(token)
        if session.locked:
            raise Locked("this screen is locked: enter your PIN")
        if used and not runs(session.seen, STEP, self.now()):
            with suppress(StoreNotWritable):  # reading works without a writable disk
                self._set(token, seen=self.now().isoformat())
        return session.person

    def session(self, token: str) -> Session:
        """The session of a token, locked or not; refused if it has ended."""
        found = self.database.query(_SESSION, token=digest(token))
        row = dict(zip(_SESSION.columns, found[0], strict=True)) if found else None
        session = self._session(row) if row is not None else None
        if session is not None:
            return session
        if row is not None and not row["ended"]:
            with suppress(StoreUnavailable):
                self.sign_out(token)  # so that it stays ended if the clock is set back
        raise NotSignedIn("sign in first: there is no session, or it is over")

    def _session(self, row: Row) -> Session | None:
        """The session of a row; None if it is over."""
        begun, until, seen = (datetime.fromisoformat(row[time]) for time in ("at", "until", "seen"))
        now = self.now()
        if row["ended"] or not runs(begun, until - begun, now) or seen + UNUSED <= now:
            return None
        # The last use may be newer than stored by up to STEP.
        forgotten = not runs(seen, self.locks + STEP, now)
        locked = bool(row["screen"]) and (bool(row["locked"]) or forgotten)
        return Session(
            row["token"][:SHORT], person_of(row), begun, until, seen,
            row["address"], bool(row["screen"]), locked, row["how"],
        )  # fmt: skip

    def lock(self, token: str) -> None:
        """Locks a session's screen; no effect on a program's session."""
        self._set(token, locked=1)

    def unlock(self, token: str, pin: str, address: str = "") -> Person:
        """Unlocks a screen with its person's PIN; wrong tries count with those of the badge."""
        person = self.session(token).person
        self.check_own_pin(person, pin, address)
        self.uncover(token)
        return person

    def uncover(self, token: str) -> None:
        """Unlocks a screen whose person has been identified."""
        self._set(token, locked=0, seen=self.now().isoformat())

    def check_own_pin(self, person: Person, pin: str, address: str = "") -> Person:
        """Checks the PIN of a person who is signed in; wrong tries count with those of the badge."""
        return self.tried(person.id, address, lambda counted: self.people.check_own_pin(person.id, pin, counted))

    def change_pin(self, token: str, pin: str, new: str, address: str = "") -> None:
        """Changes the PIN of the person signed in, who enters the old one too; all their other sessions end."""
        check_pin(new)
        person = self.check_own_pin(self.person(token), pin, address)
        self.people.set_own_pin(person, new, digest(token))

    # -- ending --------------------------------------------------------------------------------------------------------

    def sign_out(self, token: str) -> None:
        self._set(token, ended=1)

    def end_all(self, person: str) -> None:
        """Ends all sessions of a person."""
        with self.database.writing() as connection:
            connection.execute(update(schema.sessions).where(schema.sessions.c.person == person).values(ended=1))

    def end(self, session: str, by: str) -> Session:
        """Ends a session, by an administrator."""
        found = next((each for each in self.open_sessions() if each.id == session), None)
        if found is None:
            raise NotFound(f"there is no session {quoted(session)}: it is over")
        table = schema.sessions
        with self.database.writing() as connection:
            connection.execute(update(table).where(table.c.token.startswith(session, autoescape=True)).values(ended=1))
            self._note(connection, "session-ended", by, session=session, person=found.person.id)
        return found

    def _end_old(self, connection: Connection) -> None:
        """Ends expired sessions, so that a clock that is set back does not revive them; called at every sign-in."""
        table, now = schema.sessions, self.now()
        old = or_(table.c.until <= now.isoformat(), table.c.seen <= (now - UNUSED).isoformat())
        connection.execute(update(table).where(table.c.ended == 0, old).values(ended=1))

    def open_sessions(self) -> list[Session]:
        """Every session that has not ended, the newest first."""
        table, now = schema.sessions, self.now().isoformat()
        with self.database.reading_snapshot() as connection:
            wanted = _SESSIONS.where(table.c.ended == 0, table.c.until > now, schema.people.c.active == 1)
            rows = connection.execute(wanted.order_by(table.c.at.desc())).mappings().all()
        return [session for row in rows if (session := self._session(row)) is not None]

    def _set(self, token: str, **values: Any) -> None:
        with self.database.writing() as connection:
            connection.execute(update(schema.sessions).where(schema.sessions.c.token == digest(token)).values(**values))

    def _note(self, connection: Connection, kind: str, by: str, **told: Any) -> None:
        write_record(connection, kind, by, self.now().isoformat(), told)
