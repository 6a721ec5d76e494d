"""Alerts: what the room's people must attend to now, computed from the store each time; no alert is stored.

A new role that moves money is shown for a day to everyone who sees the floor or the back office.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal, get_args
from urllib.parse import quote

from sqlalchemy import select

from pitbook.compliance.findings import Finding
from pitbook.compliance.rules import findings
from pitbook.games.model import listed
from pitbook.jackpot.book import Book
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.funds import CITE as FUNDS_CITE
from pitbook.jackpot.people import MONEY_ROLES, Person
from pitbook.money import Cents, format_cents
from pitbook.room.configurations import Configurations
from pitbook.room.days.service import Days
from pitbook.room.jackpots.large_wins import LargeWins
from pitbook.room.jackpots.malfunctions import CITE as MALFUNCTION_CITE
from pitbook.room.jackpots.malfunctions import Malfunctions
from pitbook.room.people.lockouts import FEW_WRONG, LIMITED, MANY_WRONG
from pitbook.room.people.service import AT_THE_MACHINE, EXAMPLE
from pitbook.store import schema

Kind = Literal[
    "checklist", "funds", "gate", "lockout", "malfunction", "maximum", "pending", "people", "posting", "suspended"
]  # fmt: skip
Level = Literal["stop", "now", "soon"]
"""Play has stopped or must stop; act at once; act before a deadline."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""The most pressing first."""
PENDING_MINUTES: Final = 5
"""A win that is keyed in and not recorded after this time has been forgotten."""
MOST_PRESSES: Final = 60
LOCK_OUT_SHOWN: Final = timedelta(hours=1)
"""How long a lock-out is listed after it happened."""
GIVEN: Final = timedelta(days=1)
"""How long a new role that moves money is listed."""
PAGES: Final[Mapping[Kind, tuple[tuple[str, str], ...]]] = {
    "checklist": (("watch a large win", "/room/surveillance/wins"), ("verify a win", "/room/surveillance/wins")),
    "funds": (("bank", "/room/office/bank"),),
    "gate": (("open a table", "/room/floor/open/{place}"), ("set up the house", "/room/office/configuration")),
    "lockout": (("manage people", "/room/people"),),
    "malfunction": (("report a malfunction", "/room/surveillance/malfunctions"),),
    "maximum": (("change terms", "/room/office/jackpots/{place}"),),
    "pending": (("verify a win", "/room/floor#wins"),),
    "people": (("approve a role", "/room/people"),),
    "posting": (("open a table", "/room/floor/open/{place}"), ("set up the house", "/room/office/configuration")),
    "suspended": (("adjust", "/room/office/jackpots/{place}"),),
}
"""The pages on which each kind of alert is dealt with, and the duty that each needs. A reader gets the link of their
first such duty; other readers see the alert without a link."""


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert."""

    kind: Kind
    level: Level
    words: str
    """One sentence: the problem, and what to do."""
    place: str = ""
    """The table or jackpot that it is about."""
    since: str = ""
    due: str = ""
    cite: str = ""

    def link_for(self, reader: Person) -> str:
        """The page on which this reader can deal with the alert; empty if they cannot."""
        for duty, path in PAGES[self.kind]:
            if reader.may(duty) and (self.place or "{place}" not in path):
                return path.format(place=quote(self.place, safe=""))
        return ""

    def to_dict(self, reader: Person) -> dict[str, Any]:
        return asdict(self) | {"link": self.link_for(reader)}


class Alerts:
    """Computes all alerts."""

    def __init__(
        self, days: Days, configurations: Configurations, malfunctions: Malfunctions, wins: LargeWins,
        now: Callable[[], datetime],
    ) -> None:  # fmt: skip
        self.days, self.configurations, self.malfunctions, self.wins, self.now = (
            days, configurations, malfunctions, wins, now,
        )  # fmt: skip
        self.jackpots = days.jackpots
        self._found: tuple[str, date, list[Finding]] | None = None

    def look(self) -> list[Alert]:
        """All alerts, the most pressing first."""
        found = [
            *self._funds(),
            *self._jackpots(),
            *self._pending(),
            *self._postings(),
            *self._malfunctions(),
            *self._checklists(),
            *self._lock_outs(),
            *self._people(),
        ]
        return sorted(found, key=lambda alert: LEVELS.index(alert.level))

    # -- money ---------------------------------------------------------------------------------------------------------

    def _funds(self) -> Iterator[Alert]:
        """The prize account is short, a deposit is overdue, or no balance is recorded."""
        funds = self.days.funds()
        for words in funds.alerts():
            level: Level = "stop" if funds.must_stop else "now" if funds.overdue else "soon"
            shown = _sentence(words.removesuffix(f" ({FUNDS_CITE})"))
            yield Alert("funds", level, shown, due=funds.due_at, cite=FUNDS_CITE)

    def _jackpots(self) -> Iterator[Alert]:
        """A jackpot is suspended, or at its maximum."""
        with self.jackpots.database.reading_latest() as connection:
            rows = connection.execute(select(schema.books).order_by(schema.books.c.id)).mappings().all()
        for row in rows:
            book = Book.from_dict(json.loads(row["state"]))
            if book.status == "suspended":
                since, why = self._suspended(row["id"])
                words = f"Jackpot {row['id']} is suspended: it takes no wagers. {_sentence(why)}".strip()
                yield Alert("suspended", "stop", words, row["id"], since)
            limit = book.meter.terms.limit
            if limit is not None and book.is_progressive and book.meter.overflow:
                over = format_cents(Cents(book.meter.overflow // 10_000))
                words = f"Meter {row['id']} shows its maximum, {format_cents(book.shown)}; the overflow is {over}."
                yield Alert("maximum", "soon", words, row["id"], cite="WAC 230-15-685")

    def _suspended(self, jackpot: str) -> tuple[str, str]:
        """Since when a jackpot is suspended, and why."""
        table = schema.transactions
        newest = (
            select(table.c.at, table.c.data)
            .where(table.c.book == jackpot, table.c.kind == "suspend")
            .order_by(table.c.number.desc())
            .limit(1)
        )
        with self.jackpots.database.reading_latest() as connection:
            row = connection.execute(newest).first()
        return (row.at, str(json.loads(row.data).get("why", ""))) if row is not None else ("", "")

    # -- the floor -----------------------------------------------------------------------------------------------------

    def _pending(self) -> Iterator[Alert]:
        """A win has waited too long for a supervisor."""
        now = self.now()
        for controller in waiting_controllers(self.days):
            since = keyed_in_at(self.days, controller)
            if since and now - moment_of(since) >= timedelta(minutes=PENDING_MINUTES):
                minutes = int((now - moment_of(since)).total_seconds() // 60)
                place = f"seat {controller.wins[0].seat} at table {controller.table}"
                words = f"The win of {place} has waited {minutes} minutes: next is "
                due = controller.expected(self.jackpots.book(controller.jackpot).setup)[-1]
                yield Alert("pending", "now", f"{words}{due}.", controller.table, since)

    def _postings(self) -> Iterator[Alert]:
        """Notices are missing or of another configuration, or another rule keeps a table closed."""
        if not self.configurations.versions():
            return
        version, today = self.configurations.current(), self.configurations.today()
        if self._found is None or self._found[:2] != (version.hash, today):
            self._found = (version.hash, today, findings(version.property, today))
        for finding in self._found[2]:
            kind: Kind = "posting" if finding.rule == "WA-07" else "gate"
            if finding.stops:
                table = finding.place.table
                words = f"{finding.rule}, {finding.place}: {finding.wrong}; {finding.allowed}"
                yield Alert(kind, "now", _sentence(words), table, cite=finding.cite)

    # -- deadlines -----------------------------------------------------------------------------------------------------

    def _malfunctions(self) -> Iterator[Alert]:
        """Reports that are due at the Commission."""
        now = self.now()
        for case in self.malfunctions.open():
            left = case.hours_left(now)
            time = f"due in {int(left)} hours" if left >= 1 else "due within the hour" if left > 0 else "overdue"
            words = f"The report of malfunction {case.number}, {case.equipment}, is {time}."
            level: Level = "now" if left < 12 else "soon"
            yield Alert("malfunction", level, words, case.table, case.discovered, case.due, MALFUNCTION_CITE)

    def _checklists(self) -> Iterator[Alert]:
        """Large prizes with an incomplete checklist."""
        for win in self.wins.all():
            if win.left:
                count = f"{len(win.left)} step{'s' if len(win.left) > 1 else ''}"
                words = (
                    f"The checklist for the win of {format_cents(win.cents)} at table {win.table} has {count} to do."
                )
                yield Alert("checklist", "soon", words, win.table, win.at, cite=win.left[0].cite)

    # -- sign-ins ------------------------------------------------------------------------------------------------------

    def _lock_outs(self) -> Iterator[Alert]:
        """Wrong PINs with a badge, or many wrong tries from one address: the last of each within an hour."""
        table, since = schema.records, (self.now() - LOCK_OUT_SHOWN).isoformat()
        newest = select(table.c.at, table.c.data).where(table.c.kind == LIMITED, table.c.at >= since)
        with self.jackpots.database.reading_latest() as connection:
            rows = connection.execute(newest.order_by(table.c.number)).all()
        found: dict[tuple[str, str], Alert] = {}
        for row in rows:
            told = json.loads(row.data)
            person, where = told["person"], told["address"] or "this machine"
            if told["limit"] == "badge":
                words = f"The badge of {person} was used with {FEW_WRONG} wrong PINs at {where} and is locked there "
                words += f"for a minute: ask {person}, and make a new badge if it is lost."
            else:
                words = f"{MANY_WRONG} wrong sign-ins came from {where}, which is locked out for a few minutes: "
                words += "find out who is trying there."
            found[person if told["limit"] == "badge" else "", where] = Alert("lockout", "now", words, since=row.at)
        yield from found.values()

    # -- people --------------------------------------------------------------------------------------------------------

    def _people(self) -> Iterator[Alert]:
        """Roles that move money: those that wait for approval, and those that were given within a day."""
        table = schema.records
        with self.jackpots.database.reading_latest() as connection:
            waiting = connection.execute(select(schema.proposals).where(schema.proposals.c.state == "waiting")).all()
            people = connection.execute(select(schema.people.c.id, schema.people.c.name)).all()
            given = connection.execute(
                select(table.c.kind, table.c.at, table.c.by, table.c.data)
                .where(
                    table.c.kind.in_(("role-approved", "roles-changed", "person-added")),
                    table.c.at > (self.now() - GIVEN).isoformat(),
                    table.c.by != EXAMPLE,
                )
                .order_by(table.c.number)
            ).all()
        names = {row.id: str(row.name) for row in people}
        for row in waiting:
            roles, by = listed(json.loads(row.roles)), names.get(row.by, row.by)
            words = f"{by} proposes {row.name} as {roles}: a second person must approve it or turn it down."
            yield Alert("people", "now", words, since=row.at)
        for row in given:
            data = json.loads(row.data)
            money = [role for role in data["roles"] if role in MONEY_ROLES]
            if money and not (row.kind == "roles-changed" and row.by not in AT_THE_MACHINE):
                yield Alert("people", "soon", _given(row.kind, row.by, data, listed(money), names), since=row.at)


def _given(kind: str, by: str, data: dict[str, Any], roles: str, names: Mapping[str, str]) -> str:
    """States who was given which roles, and by whom."""
    name = data.get("name", data["person"])
    if kind == "role-approved":
        first = data["proposed_by"]
        return f"{name} is {roles} now: {names.get(first, first)} proposed it, {names.get(by, by)} approved it."
    how = "made at the machine itself" if by in AT_THE_MACHINE else "made by the one-time address of the first start"
    return f"{name} is {roles} now, {how}."


def waiting_controllers(days: Days) -> list[ControllerState]:
    """The controllers with a win that is keyed in, or whose key is not back at RUN yet."""
    with days.database.reading_latest() as connection:
        rows = connection.execute(select(schema.controllers).order_by(schema.controllers.c.table)).mappings().all()
    controllers = [ControllerState.from_dict(json.loads(row["state"])) for row in rows]
    return [controller for controller in controllers if controller.wins or controller.phase == "recorded"]


def keyed_in_at(days: Days, controller: ControllerState) -> str:
    """When the waiting hand was keyed in; empty if that is not recorded."""
    presses = schema.presses
    newest = (
        select(presses.c.at, presses.c.data)
        .where(presses.c.table == controller.table)
        .order_by(presses.c.number.desc())
        .limit(MOST_PRESSES)
    )
    with days.database.reading_latest() as connection:
        rows = connection.execute(newest).all()
    hands = [row.at for row in rows if _is_hand(json.loads(row.data), controller.round)]
    return str(hands[-1]) if hands else ""


def _is_hand(data: dict[str, Any], played: int) -> bool:
    return data.get("key") == "hand" and data.get("round") == played


def _sentence(words: str) -> str:
    """The words as a sentence, with a capital and a full stop."""
    words = words.strip()
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}" if words else ""
