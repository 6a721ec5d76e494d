"""Failed sign-ins: counted, rate limited, and shown as alerts.

A stranger must not be able to lock a person out. So a wrong badge or passkey counts against the address it comes from
and never against its person; a wrong PIN, which only a holder of the right badge can try, counts against that badge at
that address. At other addresses the right badge and PIN still work. All servers of a store count together, and a try is
counted before it is checked, so that concurrent tries all count.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from sqlalchemy import Connection, delete, insert, select, text, update

from pitbook.jackpot.people import NotAllowed
from pitbook.room.clock import runs
from pitbook.room.days.records import write_record
from pitbook.store import schema
from pitbook.store.database import Database

FEW_WRONG, WAIT = 5, timedelta(minutes=1)
"""After this many wrong PINs in a row, a badge is locked for this time at the address where they were tried."""
MANY_WRONG, WINDOW = 30, timedelta(minutes=5)
"""The most wrong tries of any kind from one address within this time."""
FORGOTTEN: Final = timedelta(days=1)
"""Wrong tries are deleted after this time."""
COUNTING: Final = 7022
"""PostgreSQL's advisory lock while tries are counted."""
LIMITED: Final = "sign-in-limited"
"""The record of a lock-out: alerts list it."""


class TooManyTries(NotAllowed):
    """The source is rate limited: its tries are not checked."""


class Tries:
    """Counts the tries of every source."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database, self.now = database, now

    def count_address(self, address: str) -> None:
        """Counts a try from an address; refused if the address is limited."""
        if not address:
            return
        now = self.now()
        with self.counting() as connection:
            connection.execute(delete(schema.tries).where(schema.tries.c.at < (now - FORGOTTEN).isoformat()))
            wrong, since = _tries(connection, _address(address), now)
            if not runs(since, WINDOW, now):
                wrong, since = 0, now
            if wrong >= MANY_WRONG:
                raise TooManyTries("too many wrong tries from this address: wait a few minutes")
            _set(connection, _address(address), wrong + 1, since)

    def count_pin(self, person: str, address: str) -> None:
        """Counts a PIN tried with a person's badge at an address; refused if that is limited."""
        now = self.now()
        with self.counting() as connection:
            wrong, last = _tries(connection, _pin(person, address), now)
            if wrong >= FEW_WRONG and runs(last, WAIT, now):
                _take_off(connection, address)  # it was not checked
                limited = True
            else:
                _set(connection, _pin(person, address), wrong + 1, now)
                limited = False
        if limited:
            raise TooManyTries("too many wrong PINs with this badge here: wait a minute")

    def note_wrong(self, connection: Connection, person: str, address: str, *, pin: bool) -> None:
        """After a wrong try: records a lock-out if it reached a limit."""
        now = self.now()
        wrong, _ = _tries(connection, _pin(person, address), now)
        told = {"person": person, "address": address}
        if pin and wrong >= FEW_WRONG:
            write_record(connection, LIMITED, person, now.isoformat(), told | {"limit": "badge"})
        if address and _tries(connection, _address(address), now)[0] == MANY_WRONG:
            write_record(connection, LIMITED, person, now.isoformat(), told | {"limit": "address"})

    def note_right(self, connection: Connection, person: str, address: str, *, pin: bool) -> None:
        """After a right try: takes it off the address's count, and after a right PIN resets the badge's count there."""
        if pin:
            connection.execute(delete(schema.tries).where(schema.tries.c.whose == digest(_pin(person, address))))
        _take_off(connection, address)

    @contextmanager
    def counting(self) -> Iterator[Connection]:
        """A transaction that counts tries, one at a time over all servers."""
        with self.database.writing() as connection:
            if self.database.is_postgresql:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({COUNTING})"))
            yield connection


def source_of(address: str) -> str:
    """The source that tries count for: the address, or for IPv6 its /64 network, which one machine may have alone."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def _address(address: str) -> str:
    return f"address {source_of(address)}"


def _pin(person: str, address: str) -> str:
    return f"PIN of {person} at {source_of(address)}"


def _take_off(connection: Connection, address: str) -> None:
    if address:
        of_address = schema.tries.c.whose == digest(_address(address))
        connection.execute(update(schema.tries).where(of_address).values(count=schema.tries.c.count - 1))


def _tries(connection: Connection, whose: str, now: datetime) -> tuple[int, datetime]:
    row = connection.execute(select(schema.tries).where(schema.tries.c.whose == digest(whose))).mappings().first()
    return (row["count"], datetime.fromisoformat(row["at"])) if row is not None else (0, now)


def _set(connection: Connection, whose: str, tries: int, at: datetime) -> None:
    table, key = schema.tries, digest(whose)
    values = {"count": tries, "at": at.isoformat()}
    if not connection.execute(update(table).where(table.c.whose == key).values(values)).rowcount:
        connection.execute(insert(table), {"whose": key, **values})


def digest(words: str) -> str:
    """The hash of a text; any text has one, even with unpaired surrogates."""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()
