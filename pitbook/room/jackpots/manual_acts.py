"""Manual acts on the floor, by two people with a reason and a document; each has a preview of before and after.

A preview runs the same work on a copy of the stored state, so that it cannot differ from the act.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from pitbook.errors import BadInput, NotApproved, NotFound, quoted
from pitbook.games.model import Game, listed
from pitbook.jackpot.book import RESERVED, Book
from pitbook.jackpot.booking_keys import back_out_key
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.jackpot.separation import two_people
from pitbook.money import MICROS_PER_CENT, Cents, format_micros
from pitbook.room.days.records import Record, by_key, read_records, was_answered
from pitbook.room.dry_run import DryJackpots, dry_pit
from pitbook.room.jackpots.late_awards import LateAwards, LateClaim
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.pit import Pit
from pitbook.store.work import UnitOfWork, Work

VOIDS: Final[Mapping[str, str]] = {
    "misdeal": "misdeal (a card went to the wrong place, or too many or too few were dealt)",
    "exposed-card": "a card was exposed by mistake",
    "damaged-cards": "a card is missing, duplicated or damaged",
    "procedure": "the approved procedure was not followed",
    "malfunction": "the shuffler, the sensors or the controller malfunctioned",
}
"""Reasons to void a round."""


class VoidReason(NamedTuple):
    """A reason to void a round."""

    words: str
    rule: str
    """The game's rule about it, with its source; empty if there is none."""


def void_reasons(game: Game) -> dict[str, VoidReason]:
    """Reasons to void a round of a game."""
    rules = {each.name: f"{each.then} ({each.cite})" for each in game.irregularities}
    return {name: VoidReason(words, rules.get(name, "")) for name, words in VOIDS.items()}


CORRECTIONS: Final[Mapping[str, str]] = {
    "misread": "a hand was misread",
    "wrong-pay": "the wrong amount was paid or taken",
    "wrong-bet": "a bet was entered wrongly",
    "dispute": "a dispute was decided",
}
"""Reasons to correct a payment."""
LISTED: Final = (
    ("A win is paid", "the controller records it with its hand"),
    ("A malfunction changed the display", "an authorized person corrects it below"),
    ("The display is above its maximum", "the meter keeps the excess as overflow"),
    ("Money not displayed becomes gross receipts", "an authorized person moves it below"),
    ("Seed money is recovered", "an authorized person recovers it below"),
)
"""The five reasons for which an amount may fall (WAC 230-15-695), and how each is done here."""
KIND: Final = "by-hand"
SECOND_PERSON: Final = "(second person)"


@dataclass(frozen=True, slots=True)
class Moved:
    """An amount before and after, in millionths of a dollar."""

    what: str
    before: int
    after: int

    def __str__(self) -> str:
        same = "unchanged" if self.before == self.after else f"→ {format_micros(self.after)}"
        return f"{self.what}: {format_micros(self.before)} {same}"


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that an act would make."""

    moved: tuple[Moved, ...]

    def to_dict(self) -> dict[str, Any]:
        changes = [{"what": each.what, "before_micros": each.before, "after_micros": each.after} for each in self.moved]
        return {"changes": changes, "words": "\n".join(map(str, self.moved)) or "Nothing changes."}


def second_of(person: Person, duty: str) -> Person:
    """A placeholder for the second person of a preview, before a badge is shown; has the duty if the first has it."""
    return Person(SECOND_PERSON, "a second person", person.roles if person.may(duty) else frozenset())


def check_two(person: Person, second: Person) -> None:
    """Refuses unless these are two different people, and the second works at the tables or in surveillance."""
    if not two_people((person, second)):
        raise NotApproved("this needs two different people: a second person must show badge and PIN")
    if not (second.may("deal") or second.may("watch a large win")):
        raise NotAllowed(f"{second.name} may not confirm at a table: that needs dealer, supervisor, executive or "
                         "surveillance")  # fmt: skip


@dataclass(frozen=True, slots=True)
class ManualActRecord:
    """A manual act, as its record is printed."""

    act: str
    place: str
    reason: str
    why: str
    document: str
    people: tuple[str, ...]
    changes: tuple[Moved, ...]
    transaction: str = ""
    """Its transaction in the ledger, such as ``royal 17``."""
    number: int = 0
    """The number of its record, from 1."""
    at: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "act": self.act,
            "place": self.place,
            "reason": self.reason,
            "why": self.why,
            "document": self.document,
            "people": list(self.people),
            "changes": [[each.what, each.before, each.after] for each in self.changes],
            "transaction": self.transaction,
        }


class ManualActs:
    """Voids, corrections, back-outs and adjustments."""

    def __init__(self, pit: Pit, jackpots: Jackpots) -> None:
        self.pit, self.jackpots = pit, jackpots

    # -- their records ---------------------------------------------------------------------------------------------

    def record(self, act: ManualActRecord, person: Person, request: str) -> ManualActRecord:
        """Records an act, to be printed and signed; a repeated request records it once."""

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note(KIND, person.id, act.to_dict() | {"request": request})
            return {}

        self.jackpots.writer.run(Work(work, request=f"{request}/record", what=f"record of {act.act}"))
        return next(each for each, asked in self._records() if asked == request)

    def records(self) -> list[ManualActRecord]:
        """The oldest first."""
        return [act for act, _ in self._records()]

    def asked(self, request: str) -> ManualActRecord | None:
        """The recorded act of a request; None if it is new."""
        return next((act for act, asked in self._records() if asked == request), None)

    def find(self, number: int) -> ManualActRecord:
        acts = self.records()
        if not 1 <= number <= len(acts):
            raise NotFound(f"there is no record {number} of a manual act")
        return acts[number - 1]

    def _records(self) -> list[tuple[ManualActRecord, str]]:
        with self.jackpots.database.reading_snapshot() as connection:
            found = read_records(connection, KIND)
        return [(_act(number, record), str(record.data["request"])) for number, record in enumerate(found, 1)]

    # -- a round ---------------------------------------------------------------------------------------------------

    def void(self, table: str, reason: str, why: str, document: str, people: Sequence[Person], request: str) -> str:
        """Voids a round; returns ``table``, or ``controller`` if only the controller's round was voided."""
        return _void(self.pit, self.jackpots, table, reason, why, document, people, request)

    def preview_void(self, table: str, person: Person) -> Preview:
        """Every stack and every pool before and after."""

        def do(pit: Pit, jackpots: DryJackpots) -> None:
            people = [person, second_of(person, "void")]
            _void(pit, jackpots, table, "misdeal", "preview", "preview", people, f"preview/{person.id}/{table}")

        return self._preview(table, do)

    def correct(
        self, table: str, event: int, net: Cents, reason: str, why: str, document: str, people: Sequence[Person],
        request: str,
    ) -> None:  # fmt: skip
        """Corrects a payment of this round or the last."""
        _correct(self.pit, table, event, net, reason, why, document, people, request)

    def preview_correct(self, table: str, event: int, net: Cents, person: Person) -> Preview:
        """The player's chips before and after."""

        def do(pit: Pit, _jackpots: DryJackpots) -> None:
            people = [person, second_of(person, "void")]
            _correct(pit, table, event, net, "misread", "preview", "preview", people, f"preview/{person.id}/{table}")

        return self._preview(table, do)

    def _preview(self, table: str, do: Callable[[Pit, DryJackpots], None]) -> Preview:
        before = _chips(self.pit, table)
        pit, jackpots = dry_pit(self.pit)
        do(pit, jackpots)
        with pit.tables.peek(table) as live:
            after = {seat: held.stack for seat, held in live.table.seats.items()} if live is not None else before
        moved = [
            Moved(f"Seat {seat}", before[seat] * MICROS_PER_CENT, after.get(seat, Cents(0)) * MICROS_PER_CENT)
            for seat in sorted(before)
            if before[seat] != after.get(seat)
        ]
        for name, held in jackpots.dry.changes.books.items():
            moved += pools_moved(self.jackpots.book(name), held.book)
        return Preview(tuple(moved))

    # -- a jackpot ---------------------------------------------------------------------------------------------------

    def preview_adjust(self, jackpot: str, pool: str, micros: int, reason: str, person: Person) -> Preview:
        """A pool raised or reduced."""
        dry = DryJackpots(self.jackpots)
        people = [person, second_of(person, "adjust")]
        dry.adjust(jackpot, pool, micros, reason, "preview", "preview", people, "preview")
        return Preview(tuple(pools_moved(self.jackpots.book(jackpot), dry.dry.changes.books[jackpot].book)))

    def check_stands(self, jackpot: str, award: int, request: str = "") -> None:
        """Refuses if a prize was backed out already, unless by this very request.

        That request may have been booked without its record, if the server stopped in between.
        """
        with self.jackpots.database.reading_snapshot() as connection:
            undone = by_key(connection, jackpot, back_out_key(award)) is not None
            done = bool(request) and was_answered(connection, request)
        if undone and not done:
            raise BadInput(f"transaction {award} of {jackpot} was backed out already")

    def preview_late(self, late: LateAwards, jackpot: str, claim: LateClaim, person: Person) -> Preview:
        """A late award, and the part that the house would pay."""
        dry = DryJackpots(self.jackpots)
        people = [person, Person(SECOND_PERSON, "a second person", frozenset({"executive"}))]
        claim = replace(claim, why=claim.why or "preview", document="preview", evidence="preview")
        done = LateAwards(dry, late.basis).record(jackpot, claim, people, "preview")
        paid = [("Prize", "prize_cents"), ("Paid by the house", "house_cents")]
        moved = [Moved(what, 0, int(done[name]) * MICROS_PER_CENT) for what, name in paid if done[name]]
        return Preview((*moved, *pools_moved(self.jackpots.book(jackpot), dry.dry.changes.books[jackpot].book)))

    def preview_back_out(self, jackpot: str, award: int, person: Person) -> Preview:
        """A backed-out prize, and what the house would pay because the meter no longer has it."""
        self.check_stands(jackpot, award)
        dry = DryJackpots(self.jackpots)
        people = [person, second_of(person, "adjust")]
        done = dry.back_out(jackpot, award, "preview", "preview", people, "preview")
        paid = [Moved("Paid by the house", 0, done["house_micros"])] if "house_micros" in done else []
        return Preview((*paid, *pools_moved(self.jackpots.book(jackpot), dry.dry.changes.books[jackpot].book)))


def _act(number: int, record: Record) -> ManualActRecord:
    data = record.data
    return ManualActRecord(
        str(data["act"]), str(data["place"]), str(data["reason"]), str(data["why"]), str(data["document"]),
        tuple(data["people"]), tuple(Moved(*each) for each in data["changes"]), str(data["transaction"]),
        number, record.at,
    )  # fmt: skip


def pools_moved(before: Book, after: Book) -> list[Moved]:
    """The display, and each pool that changes."""
    shown = Moved(f"Meter {before.setup.id}", before.shown * MICROS_PER_CENT, after.shown * MICROS_PER_CENT)
    old, new = before.pools(), after.pools()
    old[RESERVED], new[RESERVED] = before.owed_to_winners, after.owed_to_winners
    return [shown, *(Moved(pool.capitalize(), old[pool], new[pool]) for pool in new if old[pool] != new[pool])]


def _chips(pit: Pit, table: str) -> dict[int, Cents]:
    """The stack of each seat; empty if the table was never opened."""
    try:
        with pit.tables.look(table) as live:
            return {seat: held.stack for seat, held in live.table.seats.items()}
    except NotFound:
        return {}


def _void(
    pit: Pit, jackpots: Jackpots, table: str, reason: str, why: str, document: str, people: Sequence[Person],
    request: str,
) -> str:  # fmt: skip
    person, second = people
    check_two(person, second)
    words = _words(VOIDS, reason, why)
    if _is_played(pit, table):
        pit.void(table, person, words, document, request, second)
        return "table"
    jackpots.void_round(table, words, document, person, request, second)
    return "controller"


def _is_played(pit: Pit, table: str) -> bool:
    """Whether the round to void is the table's own, and not only its controller's.

    True between rounds too, so that a repeated request finds its answer.
    """
    try:
        view = pit.view(table)
    except NotFound:
        return False
    if view["closed"] or view["controller_only"]:
        return False
    return view["phase"] == "playing" or view["controller"] is None or view["controller"]["phase"] == "betting"


def _correct(
    pit: Pit, table: str, event: int, net: Cents, reason: str, why: str, document: str, people: Sequence[Person],
    request: str,
) -> None:  # fmt: skip
    person, second = people
    check_two(person, second)
    words = f"{_words(CORRECTIONS, reason, why)} ({document})"
    pit.correct(table, person, event, net, words, request, second)


def _words(reasons: Mapping[str, str], reason: str, why: str) -> str:
    if reason not in reasons:
        raise BadInput(f"{quoted(reason)} is not a listed reason: give one of {listed(reasons)}")
    return f"{reason}: {why}"
