"""Large prizes and their checklists: what the camera must see, each step recorded with its time and person."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final

from sqlalchemy import select

from pitbook.compliance.property import Payouts
from pitbook.errors import BadInput, NotFound, PitbookError
from pitbook.games.model import listed
from pitbook.jackpot.book import PRIZES
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.jackpot.prize_people import PrizePeople, people_of
from pitbook.money import Cents
from pitbook.room.configurations import Configurations
from pitbook.room.days.records import Record, read_records
from pitbook.store import schema
from pitbook.store.work import UnitOfWork, Work, transaction_of

KIND: Final = "win-check"
LOOK_BACK: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class WinCheck:
    """One step of the checklist."""

    id: str
    words: str
    cite: str
    watched: bool
    """Whether only surveillance records it; the others may be recorded on the floor too."""


DECK: Final = (
    WinCheck("cards-shown", "Rank and suit of each winning card shown to the camera", "WAC 230-15-405", False),
    WinCheck(
        "deck-counted", "Remaining cards laid out by suit and counted: the deck is complete", "WAC 230-15-405", False
    ),
    WinCheck("hand-sealed", "Hand, deck and record sealed", "WAC 230-15-405", False),
)
WATCHED: Final = (
    WinCheck("hand", "Winning hand verified by camera", "WAC 230-15-320", True),
    WinCheck("wager", "Wager verified by camera", "WAC 230-15-320", True),
    WinCheck("payout", "Payout verified by camera", "WAC 230-15-320", True),
    WinCheck("player", "Player verified by camera", "WAC 230-15-320", True),
)


@dataclass(frozen=True, slots=True)
class Noted:
    """A completed step."""

    at: str
    by: str
    note: str


@dataclass(frozen=True, slots=True)
class LargeWin:
    """A prize with its checklist."""

    jackpot: str
    number: int
    """The number of its transaction."""
    cents: Cents
    outcome: str
    label: str
    table: str
    seat: int
    at: str
    people: PrizePeople
    steps: tuple[tuple[WinCheck, Noted | None], ...]
    sealed_until: str
    """The time until which the seal must not be broken; empty if nothing is sealed yet."""
    undone: bool = False

    @property
    def left(self) -> list[WinCheck]:
        """The steps that are not done; none for a prize that was backed out."""
        return [] if self.undone else [check for check, noted in self.steps if noted is None]

    def to_dict(self) -> dict[str, Any]:
        return {
            "jackpot": self.jackpot,
            "award": self.number,
            "prize_cents": self.cents,
            "outcome": self.outcome,
            "table": self.table,
            "seat": self.seat,
            "at": self.at,
            "people": self.people.to_dict(),
            "undone": self.undone,
            "sealed_until": self.sealed_until,
            "steps": [
                {"check": check.id, "words": check.words, "cite": check.cite}
                | ({"at": noted.at, "by": noted.by, "note": noted.note} if noted else {"at": None})
                for check, noted in self.steps
            ],
        }


@dataclass(slots=True)
class _Read:
    """The number of the last transaction that was read, and the prizes up to there."""

    number: int
    prizes: list[Transaction]
    undone: set[int]
    paid: dict[int, Transaction]
    """The transactions that record a payment, by the prize's number."""


class LargeWins:
    """The prizes of a room. A ledger is read once, then only its new transactions."""

    def __init__(self, configurations: Configurations) -> None:
        self.configurations, self.jackpots = configurations, configurations.jackpots
        self._read: dict[str, _Read] = {}
        self._lock = Lock()

    def payouts(self) -> Payouts:
        """The amounts from which checklists are needed, by the house's controls."""
        try:
            return self.configurations.current().property.payouts
        except PitbookError:
            return Payouts()

    def prizes(self, jackpot: str) -> tuple[list[Transaction], set[int]]:
        """The prizes of the last month, the newest first; and the numbers of those that were backed out."""
        table = schema.transactions
        with self._lock:
            read = self._read.setdefault(jackpot, _Read(0, [], set(), {}))
            with self.jackpots.database.reading_latest() as connection:
                wanted = (
                    table.c.book == jackpot,
                    table.c.number > read.number,
                    table.c.kind.in_((*PRIZES, "back-out", "paid")),
                )
                rows = connection.execute(select(table).where(*wanted).order_by(table.c.number)).mappings().all()
            for row in rows:
                item = transaction_of(row, {})
                read.number = item.number
                if item.kind == "back-out":
                    read.undone.add(int(item.data["award"]))
                elif item.kind == "paid":
                    read.paid[int(item.data["award"])] = item
                else:
                    read.prizes.append(item)
            since = moment_of(self.jackpots.worker.clock()) - LOOK_BACK
            read.prizes = [item for item in read.prizes if moment_of(item.at) >= since]
            return read.prizes[::-1], set(read.undone)

    def people(self, jackpot: str) -> dict[int, PrizePeople]:
        """Who keyed, verified, recorded and paid each prize of the last month, by its number."""
        prizes, _ = self.prizes(jackpot)
        with self._lock:
            paid = dict(self._read[jackpot].paid)
        return {item.number: people_of(item, paid.get(item.number)) for item in prizes}

    def all(self) -> list[LargeWin]:
        """The prizes with a checklist, the newest first."""
        payouts = self.payouts()
        with self.jackpots.database.reading_snapshot() as connection:
            notes = read_records(connection, KIND)
        found = []
        for jackpot in self.jackpots.names():
            prizes, undone = self.prizes(jackpot)
            people = self.people(jackpot)
            labels = {line.outcome: line.label for line in self.jackpots.book(jackpot).setup.pay_table.lines}
            mine = [note for note in notes if note.data["jackpot"] == jackpot]
            for item in prizes:
                if checks := checks_of(Cents(int(item.result["prize_cents"])), payouts):
                    noted = [note for note in mine if note.data["award"] == item.number]
                    found.append(_win(item, checks, noted, payouts, labels, people[item.number], item.number in undone))
        return sorted(found, key=lambda win: win.at, reverse=True)

    def find(self, jackpot: str, number: int) -> LargeWin:
        self.jackpots.book(jackpot)
        found = next((win for win in self.all() if (win.jackpot, win.number) == (jackpot, number)), None)
        if found is None:
            raise NotFound(f"transaction {number} of {jackpot} is no prize of the last month that has a checklist")
        return found

    def note(self, jackpot: str, number: int, check: str, note: str, person: Person, request: str) -> LargeWin:
        """Records a completed step of the checklist, once, with its time."""
        win = self.find(jackpot, number)
        step = next((step for step, _ in win.steps if step.id == check), None)
        if step is None:
            raise BadInput(f"this prize needs {listed(step.id for step, _ in win.steps)}")
        if win.undone:
            raise BadInput("this prize was backed out: there is nothing to check")
        if not (person.may("watch a large win") or (not step.watched and person.may("verify a win"))):
            needed = "surveillance" if step.watched else "surveillance, supervisor or executive"
            raise NotAllowed(f"{person.name} may not record '{step.words}': it needs the role {needed}")

        def work(unit: UnitOfWork) -> dict[str, Any]:
            data = {"jackpot": jackpot, "award": number, "check": check, "note": note}
            unit.note(KIND, person.id, data | {"request": request})
            return {"request": request}

        what = f"check {check}"
        done = self.jackpots.writer.run(Work(work, request=f"{KIND}/{jackpot}/{number}/{check}", what=what))
        if done["request"] != request:
            raise BadInput(f"'{step.words}' was recorded already: a step is recorded once")
        return self.find(jackpot, number)


def checks_of(prize: Cents, payouts: Payouts) -> tuple[WinCheck, ...]:
    """The checklist of a prize of this size."""
    deck = DECK if prize >= payouts.deck_proof_from else ()
    return (*deck, *(WATCHED if prize > payouts.surveillance_over else ()))


def _win(
    item: Transaction, checks: tuple[WinCheck, ...], notes: list[Record], payouts: Payouts, labels: dict[str, str],
    people: PrizePeople, undone: bool,
) -> LargeWin:  # fmt: skip
    done = {str(note.data["check"]): Noted(note.at, note.by, str(note.data["note"])) for note in notes}
    sealed = done.get("hand-sealed")
    until = _later(sealed.at, payouts.seal_days).isoformat() if sealed is not None else ""
    outcome = str(item.data["outcome"])
    return LargeWin(
        item.book, item.number, Cents(int(item.result["prize_cents"])), outcome, labels.get(outcome, outcome),
        str(item.data["table"]), int(item.data["seat"]), item.at, people,
        tuple((check, done.get(check.id)) for check in checks), until, undone,
    )  # fmt: skip


def _later(at: str, days: int) -> datetime:
    return moment_of(at) + timedelta(days=days)
