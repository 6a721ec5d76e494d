"""What an auditor asks of a room: everything, read only."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.house import House
from pitbook.room.audit.jobs import Jobs
from pitbook.room.audit.letters import Letters, TableAudit
from pitbook.room.audit.quick_check import ByHand, Checked, check_newest, last_by_hand
from pitbook.room.audit.rounds import SeenRounds
from pitbook.room.audit.system import System, system_of
from pitbook.room.audit.table_record import RoundAt, first_at, list_rounds
from pitbook.room.configurations import Configurations
from pitbook.room.days.service import Days
from pitbook.room.tables import controller_rounds
from pitbook.room.tables.controller_rounds import recorded_tables
from pitbook.room.tables.log import last_number
from pitbook.room.tables.service import Tables

AT_ONCE: Final = 0.03
"""Seconds for a first look at a ledger, while somebody waits for the page."""
IN_FULL: Final = 3.5
"""Seconds for a longer one: with everything around it the answer is there within five."""
LAST: Final = 10
YEARS: Final = (2000, 2199)
MOST: Final = 50
MINUTES: Final = 30


@dataclass(frozen=True, slots=True)
class OnSite:
    """All that somebody who stands at a table wants to know of it."""

    letter: TableAudit
    status: str
    """Of its jackpot: ``open``, ``suspended``, ``retired``; empty where it plays for none, or for one never opened."""
    meter_cents: int | None
    by_hand: tuple[ByHand, ...]
    ledger: Checked | None


class Audit:
    """The auditor's desk."""

    def __init__(self, days: Days, configurations: Configurations, tables: Tables) -> None:
        self.days, self.configurations = days, configurations
        self.database, self.jackpots = days.database, days.jackpots
        self.letters = Letters(configurations, tables)
        self.rounds = SeenRounds(self.database)
        self.jobs = Jobs(self.database)

    def close(self) -> None:
        self.jobs.close()

    def on_site(self, table: str, seconds: float = AT_ONCE) -> OnSite:
        """A table's letter, its meter, what was done to it by hand, and its ledger as far as there is time for it."""
        letter = self.letters.table(table)
        jackpot = self._jackpot(letter)
        if not jackpot:
            return OnSite(letter, "", None, (), None)
        book = self.jackpots.book(jackpot)
        return OnSite(
            letter, book.status, book.shown, tuple(last_by_hand(self.database, jackpot, LAST)),
            check_newest(self.database, jackpot, seconds),
        )  # fmt: skip

    def check(self, table: str) -> Checked | None:
        """A longer look at a table's ledger."""
        jackpot = self._jackpot(self.letters.table(table))
        return check_newest(self.database, jackpot, IN_FULL) if jackpot else None

    def _jackpot(self, letter: TableAudit) -> str:
        """What a table plays for, as its controller says."""
        try:
            return self.jackpots.pad(letter.table).jackpot
        except NotFound:
            return ""

    def recorded(self) -> list[str]:
        """The tables that have a record, their own or their controller's."""
        with self.database.reading() as connection:
            return recorded_tables(connection)

    def find(self, table: str, day: date | None, clock: time | None, seat: int) -> list[RoundAt]:
        """Rounds of a table, the newest first: around a time of a gambling day, of a whole day, or else its last ones.

        ``seat`` is 0 for all.
        """
        with self.database.reading() as connection:
            found = self._on_controller(connection, table, day, clock)
            found = [each for each in found if not seat or seat in each.seats]
            if last_number(connection, table) or not found:
                spans = self.rounds.openings.spans(connection, table)
                first, until = 1, spans[-1].until
                if day is not None:
                    began, ended = around(self.days.house(), day, clock)
                    first, until = (first_at(connection, table, until, moment) for moment in (began, ended))
                found += list_rounds(connection, spans, first, until, seat, MOST)
            return sorted(found, key=lambda each: each.began, reverse=True)[:MOST]

    def _on_controller(self, connection: Connection, table: str, day: date | None, clock: time | None) -> list[RoundAt]:
        """Rounds that only the controller recorded."""
        if day is None:
            found = controller_rounds.latest(connection, table)
        else:
            found = controller_rounds.between(connection, table, *around(self.days.house(), day, clock))
        return [
            RoundAt(table, 0, each.round, each.began, each.ended, each.voided, each.seats, each.number)
            for each in found
        ]

    def system(self, now: datetime) -> System:
        """Parameters, versions and checksums."""
        return system_of(self.days, self.letters.version(), now)


def around(house: House, day: date, clock: time | None) -> tuple[datetime, datetime]:
    """From when to when rounds are looked for, by the room's clock: a gambling day, or minutes around a time of it.

    Hours before the day begins are those of the next morning.
    """
    if not YEARS[0] <= day.year <= YEARS[1]:
        raise BadInput(f"{day} is no day of this house: give one from {YEARS[0]} to {YEARS[1]}")
    starts, zone = time(house.day_starts), ZoneInfo(house.zone)
    if clock is None:
        begins, ends = (datetime.combine(each, starts, zone) for each in (day, day + timedelta(days=1)))
        return begins, ends
    moment = datetime.combine(day if clock >= starts else day + timedelta(days=1), clock, zone)
    # Through UTC: on the night that the clocks change, half an hour is half an hour.
    exact = moment.astimezone(UTC)
    return exact - timedelta(minutes=MINUTES), exact + timedelta(minutes=MINUTES)
