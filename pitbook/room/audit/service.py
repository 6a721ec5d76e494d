"""The auditor's view of a room, read only."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.house import House
from pitbook.room.audit.jobs import Jobs
from pitbook.room.audit.letters import Letters, TableAudit
from pitbook.room.audit.quick_check import LedgerCheck, ManualAct, check_newest, last_manual_acts
from pitbook.room.audit.rounds import ReplayedRounds
from pitbook.room.audit.system import SystemFacts, system_of
from pitbook.room.audit.table_record import RoundAt, list_rounds
from pitbook.room.configurations import Configurations
from pitbook.room.days.service import Days
from pitbook.room.tables import controller_rounds
from pitbook.room.tables.log import first_event_from, last_number
from pitbook.room.tables.service import Tables

AT_ONCE: Final = 0.03
"""Seconds for the check of a ledger while a page loads."""
IN_FULL: Final = 3.5
"""Seconds for a longer check, whose answer takes less than five seconds in all."""
LAST: Final = 10
YEARS: Final = (2000, 2199)
MOST: Final = 50
MINUTES: Final = 30


@dataclass(frozen=True, slots=True)
class OnSite:
    """The facts that an auditor at a table needs."""

    letter: TableAudit
    status: str
    """The status of its jackpot: ``open``, ``suspended``, ``retired``; empty without a jackpot that was opened."""
    meter_cents: int | None
    by_hand: tuple[ManualAct, ...]
    ledger: LedgerCheck | None


class AuditService:
    """Everything that the auditor's pages and API read."""

    def __init__(self, days: Days, configurations: Configurations, tables: Tables) -> None:
        self.days, self.configurations = days, configurations
        self.database, self.jackpots = days.database, days.jackpots
        self.letters = Letters(configurations, tables)
        self.rounds = ReplayedRounds(self.database)
        self.jobs = Jobs(self.database)

    def close(self) -> None:
        self.jobs.close()

    def on_site(self, table: str, seconds: float = AT_ONCE) -> OnSite:
        """A table's letter, its meter, the last manual acts, and a check of its ledger within a few seconds."""
        letter = self.letters.table(table)
        jackpot = self._jackpot(letter)
        if not jackpot:
            return OnSite(letter, "", None, (), None)
        book = self.jackpots.book(jackpot)
        return OnSite(
            letter, book.status, book.shown, tuple(last_manual_acts(self.database, jackpot, LAST)),
            check_newest(self.database, jackpot, seconds),
        )  # fmt: skip

    def check(self, table: str) -> LedgerCheck | None:
        """A longer check of a table's ledger."""
        jackpot = self._jackpot(self.letters.table(table))
        return check_newest(self.database, jackpot, IN_FULL) if jackpot else None

    def _jackpot(self, letter: TableAudit) -> str:
        """The jackpot of a table, by its controller; empty if it has none."""
        try:
            return self.jackpots.controller(letter.table).jackpot
        except NotFound:
            return ""

    def find(self, table: str, day: date | None, clock: time | None, seat: int) -> list[RoundAt]:
        """Rounds of a table, the newest first: around a time of a gambling day, of a whole day, or its last ones.

        ``seat`` is 0 for all.
        """
        with self.database.reading_snapshot() as connection:
            found = self._on_controller(connection, table, day, clock)
            found = [each for each in found if not seat or seat in each.seats]
            if last_number(connection, table) or not found:
                spans = self.rounds.openings.spans(connection, table)
                first, until = 1, spans[-1].until
                if day is not None:
                    began, ended = around(self.days.house(), day, clock)
                    first, until = (first_event_from(connection, table, until, moment) for moment in (began, ended))
                found += list_rounds(connection, spans, first, until, seat, MOST)
            return sorted(found, key=lambda each: each.began, reverse=True)[:MOST]

    def _on_controller(self, connection: Connection, table: str, day: date | None, clock: time | None) -> list[RoundAt]:
        """Rounds that only the controller has recorded."""
        if day is None:
            found = controller_rounds.latest(connection, table)
        else:
            found = controller_rounds.between(connection, table, *around(self.days.house(), day, clock))
        return [
            RoundAt(table, 0, each.round, each.began, each.ended, each.voided, each.seats, each.number)
            for each in found
        ]

    def system(self, now: datetime) -> SystemFacts:
        """Parameters, versions and checksums."""
        return system_of(self.days, self.letters.version(), now)


def around(house: House, day: date, clock: time | None) -> tuple[datetime, datetime]:
    """The period in which rounds are searched, by the room's clock: a gambling day, or minutes around a time of it.

    A time before the hour at which gambling days begin belongs to the next morning.
    """
    if not YEARS[0] <= day.year <= YEARS[1]:
        raise BadInput(f"{day} is out of range: give a day from {YEARS[0]} to {YEARS[1]}")
    starts, zone = time(house.day_starts), ZoneInfo(house.zone)
    if clock is None:
        begins, ends = (datetime.combine(each, starts, zone) for each in (day, day + timedelta(days=1)))
        return begins, ends
    moment = datetime.combine(day if clock >= starts else day + timedelta(days=1), clock, zone)
    # In UTC, so that the period is right in the night when the clocks change.
    exact = moment.astimezone(UTC)
    return exact - timedelta(minutes=MINUTES), exact + timedelta(minutes=MINUTES)
