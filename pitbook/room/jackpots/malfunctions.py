"""Equipment that malfunctioned: reported to the Commission within 72 hours of discovery (WAC 230-06-054)."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.room.days.records import Record, read_records
from pitbook.room.jackpots.service import Jackpots, what_of
from pitbook.store.work import UnitOfWork, Work

FOUND, SENT = "malfunction", "malfunction-sent"
CITE: Final = "WAC 230-06-054"
OLDEST: Final = timedelta(days=30)
"""A discovery that is older than this is refused."""


@dataclass(frozen=True, slots=True)
class Malfunction:
    """A malfunction, and whether its report was sent."""

    number: int
    """The number of the case, from 1."""
    equipment: str
    table: str
    what: str
    done: str
    """The immediate action."""
    discovered: str
    due: str
    noted: str
    by: str
    sent: str = ""
    sent_by: str = ""
    how: str = ""
    """How the report was sent, with its document."""

    @property
    def is_open(self) -> bool:
        return not self.sent

    def hours_left(self, now: datetime) -> float:
        """Hours until the deadline; negative after it."""
        return (moment_of(self.due) - now) / timedelta(hours=1)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class Malfunctions:
    """The cases of a room: one record for each, and another when its report is sent."""

    def __init__(self, jackpots: Jackpots, now: Callable[[], datetime], hours: Callable[[], int]) -> None:
        self.jackpots, self.now, self.hours = jackpots, now, hours

    def all(self) -> list[Malfunction]:
        """The oldest first."""
        with self.jackpots.database.reading_snapshot() as connection:
            found, sent = read_records(connection, FOUND), read_records(connection, SENT)
        closed = {int(record.data["number"]): record for record in sent}
        return [_case(number, record, closed.get(number)) for number, record in enumerate(found, 1)]

    def open(self) -> list[Malfunction]:
        """The cases whose report is not sent yet."""
        return [case for case in self.all() if case.is_open]

    def find(self, number: int) -> Malfunction:
        cases = self.all()
        if not 1 <= number <= len(cases):
            raise NotFound(
                f"there is no malfunction {number}: " + (f"1 to {len(cases)}" if cases else "none is recorded")
            )
        return cases[number - 1]

    def note(
        self, equipment: str, table: str, what: str, done: str, discovered: datetime | None, person: Person,
        request: str,
    ) -> Malfunction:  # fmt: skip
        """Records a malfunction; its deadline counts from the discovery."""
        person.check("report a malfunction")
        now = self.now()
        at = (discovered or now).astimezone(UTC)
        if not now - OLDEST <= at <= now + timedelta(minutes=1):
            raise BadInput("the time of discovery must be within the last 30 days and not in the future")
        data = {
            "equipment": equipment,
            "table": table,
            "what": what,
            "done": done,
            "discovered": at.isoformat(),
            "due": (at + timedelta(hours=self.hours())).isoformat(),
        }

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note(FOUND, person.id, data | {"request": request})
            return {}

        said = (equipment, table, what, done, discovered.isoformat() if discovered else "")
        self.jackpots.writer.run(Work(work, request=request, what=what_of("malfunction", person, *said)))
        with self.jackpots.database.reading_snapshot() as connection:
            records = read_records(connection, FOUND)
        number = next(place for place, record in enumerate(records, 1) if record.data["request"] == request)
        return self.find(number)

    def sent(self, number: int, how: str, person: Person, request: str) -> Malfunction:
        """Records that the report was sent to the Commission."""
        person.check("report a malfunction")
        self.find(number)

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note(SENT, person.id, {"number": number, "how": how, "request": request})
            return {"request": request}

        # The key allows one report of each case.
        done = self.jackpots.writer.run(Work(work, request=f"{SENT}/{number}", what=f"report {number}"))
        if done["request"] != request:
            raise BadInput(f"the report of malfunction {number} was sent already")
        return self.find(number)


def _case(number: int, found: Record, sent: Record | None) -> Malfunction:
    data = found.data
    return Malfunction(
        number, str(data["equipment"]), str(data["table"]), str(data["what"]), str(data["done"]),
        str(data["discovered"]), str(data["due"]), found.at, found.by,
        sent.at if sent else "", sent.by if sent else "", str(sent.data["how"]) if sent else "",
    )  # fmt: skip


def local_time(text: str, house: House) -> datetime | None:
    """A time from a form, by the room's clock; None if the field is empty."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(house.zone))
    except ValueError:
        raise BadInput("a time is written as 2026-11-15T21:40") from None


def letter(case: Malfunction, house: House, names: Callable[[str], str]) -> list[str]:
    """The report, ready to send, paragraph by paragraph."""
    where = f", table {case.table}" if case.table else ""
    report = f"Malfunction report {case.number}"
    return [
        house.name,
        "To the Washington State Gambling Commission",
        f"{report}: {case.equipment}{where}",
        (
            f"Under {CITE} we report a malfunction of gambling equipment that we discovered on "
            f"{house.local(case.discovered)}. This report is due by {house.local(case.due)}."
        ),
        f"What happened: {case.what}",
        f"What we did at once: {case.done}",
        (
            "The records of the table and its progressive controller are kept unchanged, and an export of them with "
            "proof is at the Commission's disposal."
        ),
        f"Noted on {house.local(case.noted)} by {names(case.by)}.",
        *([f"Sent on {house.local(case.sent)} by {names(case.sent_by)}: {case.how}"] if case.sent else []),
        "Signature:  ____________________________     Date:  ______________",
    ]
