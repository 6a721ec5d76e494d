"""The jackpots of a room over the store: opening, play, corrections, closing."""

import hashlib
import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, Final, TypeVar

from sqlalchemy import bindparam, select

from pitbook.errors import BadInput, NotApproved, NotFound, quoted
from pitbook.jackpot.book import LATE, PRIZES, Action, Book
from pitbook.jackpot.booking_keys import back_out_key, paid_key, prize_key
from pitbook.jackpot.controller import ControllerState, next_prize, sheet_of
from pitbook.jackpot.ledger import Proof, Transaction
from pitbook.jackpot.links import Member, check_link
from pitbook.jackpot.people import NotAllowed, Person, one_of
from pitbook.jackpot.presets import preset_terms
from pitbook.jackpot.separation import two_people
from pitbook.jackpot.setup import LetterAdvice, Setup, advice_on, terms_from_dict
from pitbook.money import Cents
from pitbook.room.audit.ledger_proof import prove
from pitbook.room.days.records import by_key
from pitbook.room.jackpots.controllers import back_out, mark_paid, note_fixed_pay, pay_prize, press_key, void_round
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.store.queries import PreparedQuery
from pitbook.store.work import PAGE, UnitOfWork, Work, encode, read_book, read_one
from pitbook.store.worker import Worker
from pitbook.store.writer import Writer

T = TypeVar("T")
Clock = Callable[[], str]
Check = Callable[[str, str], None]
"""Called before a jackpot is suspended, resumed and so on, with the act and the jackpot; raises to refuse."""
SetUpCheck = Callable[[Setup, Sequence[str]], None]
"""Called before a jackpot opens or changes its terms, with its set-up and its tables; raises to refuse."""
_STANDING: Final = PreparedQuery(
    select(schema.controllers.c.state, schema.books.c.number, schema.books.c.state)
    .join_from(schema.controllers, schema.books, schema.books.c.id == bindparam("jackpot"))
    .where(schema.controllers.c.table == bindparam("table"))
)


@dataclass(frozen=True, slots=True)
class DisplayedAmount:
    """The amount on a display, and the number of the last transaction."""

    jackpot: str
    number: int
    cents: Cents


class Jackpots:
    """Every act on a room's jackpots, by a person whose duty it is."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.worker = Worker(database, clock)
        self.writer = Writer(self.worker)
        self.checks: list[Check] = []
        self.set_up_checks: list[SetUpCheck] = []
        self._plays: dict[str, str] = {}
        self._books: dict[str, tuple[int, Book]] = {}
        """A cache of the books, each with the number of its last transaction."""

    def close(self) -> None:
        self.writer.close()
        self.worker.close()

    # -- setting up ----------------------------------------------------------------------------------------------------

    def open(self, setup: Setup, members: Sequence[Member], person: Person, request: str) -> dict[str, Any]:
        """Opens a jackpot for its tables; what the letter advises against is recorded with it."""
        person.check("open a jackpot")
        check_link(setup, members)
        for member in members:
            _check_table(member.table)
        self._check_set_up(setup, [member.table for member in members])
        others = self._play_for([member.table for member in members])
        warnings = list(advice_on(setup, preset_terms(setup)))

        def work(unit: UnitOfWork) -> dict[str, Any]:
            item = unit.open_book(setup, request, person.id)
            for member in members:
                _check_free(unit, member.table)
                seats = member.seats or setup.rules.seats
                # A table that played for another jackpot continues its round numbers.
                number = unit.controller(member.table).round if unit.has_controller(member.table) else 1
                controller = ControllerState(
                    member.table, setup.id, setup.controller, seats, round=number, order=member.order
                )
                unit.save_controller(controller, person.id, {"key": "set up", "jackpot": setup.id})
            _note_advice(unit, setup.id, warnings, person)
            return {"jackpot": setup.id, **item.result, "advice": [asdict(advice) for advice in warnings]}

        tables = tuple(member.table for member in members)
        linked = [asdict(member) for member in members]
        what = what_of(f"open {setup.id}", person, setup.to_dict(), linked)
        return self._run(Work(work, (setup.id, *others), tables, request, what))

    # -- at the table --------------------------------------------------------------------------------------------------

    def press(
        self,
        table: str,
        key: str,
        person: Person,
        request: str,
        seat: int = 0,
        outcome: str = "",
        at_table: Callable[[UnitOfWork], None] | None = None,
        *,
        without_wagers: bool = False,
    ) -> dict[str, Any]:
        """Presses a key of a table's controller, and books what follows for the jackpot in the same transaction.

        ``at_table`` runs first in that transaction, and raises if the live table does not allow the key now.
        """
        person.check("deal")  # of every key: auditors and accountants press none

        def work(unit: UnitOfWork) -> dict[str, Any]:
            if at_table is not None:
                at_table(unit)
            told = press_key(unit, table, key, person, seat, outcome, without_wagers=without_wagers)
            controller = unit.controller(table)
            return controller_record(controller, unit.book(controller.jackpot)) | {"told": told}

        confirmed = ("without wagers",) if without_wagers else ()
        what = what_of(f"press {key} at {table}", person, seat, outcome, *confirmed)
        return self._at_table(table, work, request, what, table if at_table is not None else "")

    def controller(self, table: str) -> ControllerState:
        """The state of a table's controller."""
        with self.database.reading_latest() as connection:
            rows = schema.controllers
            row = connection.execute(select(rows).where(rows.c.table == table)).mappings().first()
        if row is None:
            raise NotFound(f"table {quoted(table)} has no controller")
        return ControllerState.from_dict(json.loads(row["state"]))

    def standing(self, table: str) -> tuple[ControllerState, Book]:
        """A table's controller and the jackpot that it plays for, read together."""
        jackpot = self._plays.get(table) or self.controller(table).jackpot
        row = next(iter(self.database.query(_STANDING, table=table, jackpot=jackpot)), None)
        controller = ControllerState.from_dict(json.loads(row[0])) if row is not None else None
        if row is None or controller is None or controller.jackpot != jackpot:  # the table was given to another jackpot
            self._plays.pop(table, None)
            return (found := self.controller(table)), self.book(found.jackpot)
        self._plays[table] = jackpot
        return controller, self._read(jackpot, row[1], row[2])

    def _read(self, jackpot: str, number: int, state: str) -> Book:
        """A book from its stored state, or from the cache if that has the same number."""
        known = self._books.get(jackpot)
        if known is None or known[0] != number:
            known = self._books[jackpot] = (number, Book.from_dict(json.loads(state)))
        return known[1]

    def fixed_pay(
        self, table: str, seat: int, outcome: str, person: Person, request: str,
        at_table: Callable[[UnitOfWork], None] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Books a fixed pay of this round; ``at_table`` as for a press."""
        person.check("deal")

        def work(unit: UnitOfWork) -> dict[str, Any]:
            if at_table is not None:
                at_table(unit)
            return note_fixed_pay(unit, table, seat, outcome, person)

        what = what_of(f"fixed pay at {table}", person, seat, outcome)
        return self._at_table(table, work, request, what, table if at_table is not None else "")

    def paid(self, jackpot: str, award: int, how: str, document: str, person: Person, request: str) -> dict[str, Any]:
        """Books that a recorded prize was paid to its winner, by whom and when; once, as a transaction of its own."""
        if not (person.may("deal") or person.may("bank")):
            needed = one_of(("dealer", "supervisor", "executive", "accounting"))
            raise NotAllowed(f"{person.name} may not pay a prize: it needs the role {needed}")
        item = self.transaction(jackpot, award)
        if item.kind not in ("award", LATE):
            raise BadInput(
                f"transaction {award} of {jackpot} is {item.kind}: only a share of the meter is recorded as paid"
            )
        table = str(item.data["table"])

        def work(unit: UnitOfWork) -> dict[str, Any]:
            with self.database.reading_snapshot() as connection:
                if by_key(connection, jackpot, back_out_key(award)) is not None:
                    raise BadInput(f"prize {award} of {jackpot} was backed out: it is not paid")
                if (before := by_key(connection, jackpot, paid_key(award))) is not None:
                    raise BadInput(
                        f"prize {award} of {jackpot} was recorded as paid at {before.at}: a prize is paid once"
                    )
            done = pay_prize(unit, jackpot, award, item.result["prize_cents"], how, person, document)
            controller = unit.controller(table)
            if (controller.jackpot, controller.round) == (jackpot, item.data["round"]):
                mark_paid(unit, controller, award, person)
            return {"award": award, "transaction": done.number, "paid_by": done.by, "paid_at": done.at, "how": how}

        what = what_of(f"paid {award}, {jackpot}", person, how, document)
        return self._run(Work(work, (jackpot,), (table,), request, what))

    # -- manual acts ---------------------------------------------------------------------------------------------------

    def back_out(
        self, jackpot: str, award: int, why: str, document: str, people: Sequence[Person], request: str
    ) -> dict[str, Any]:
        """Undoes a recorded prize by manual adjustment (letter 003, rule 9h): two people, a reason, a document."""
        for person in people:
            person.check("adjust")
        item = self.transaction(jackpot, award)
        if item.kind not in PRIZES:
            raise BadInput(f"transaction {award} of {jackpot} is {item.kind}, not a prize")
        table = str(item.data["table"])

        def work(unit: UnitOfWork) -> dict[str, Any]:
            done = back_out(unit, jackpot, item, papers_of(why, document, people), people[0])
            return dict(done.result) | {"transaction": done.number}

        what = what_of(f"back-out of {award}, {jackpot}", *people, why, document)
        return self._run(Work(work, (jackpot,), (table,), request, what))

    def adjust(
        self, jackpot: str, pool: str, micros: int, reason: str, why: str, document: str, people: Sequence[Person],
        request: str,
    ) -> dict[str, Any]:  # fmt: skip
        """Raises or reduces a pool for a reason that the regulation lists."""
        for person in people:
            person.check("adjust")
        data = {"pool": pool, "micros": micros, "reason": reason, **papers_of(why, document, people)}
        return self._act(jackpot, Action("adjust", data), people[0], request)

    def change_terms(
        self, jackpot: str, terms: Mapping[str, Any], when: str, why: str, document: str, people: Sequence[Person],
        request: str,
    ) -> dict[str, Any]:  # fmt: skip
        """New seed, rates or maximum, now or at the next restart; never while a round of the jackpot is open."""
        for person in people:
            person.check("change terms")
        tables, setup = self.tables_of(jackpot), self.book(jackpot).setup
        self._check_set_up(replace(setup, terms=terms_from_dict(terms)), tables)
        preset = preset_terms(setup)

        def work(unit: UnitOfWork) -> dict[str, Any]:
            _check_between_rounds(unit, tables if when == "now" else ())
            book = unit.book(jackpot)
            warnings = list(advice_on(replace(book.setup, terms=terms_from_dict(terms)), preset))
            data = {"terms": dict(terms), "when": when, **papers_of(why, document, people)}
            item = unit.do(jackpot, Action("change-terms", data), f"change-terms/{request}", people[0].id)
            _note_advice(unit, jackpot, warnings, people[0])
            return dict(item.result) | {"transaction": item.number, "advice": [asdict(one) for one in warnings]}

        what = what_of(f"change terms of {jackpot}", *people, dict(terms), when, why, document)
        return self._run(Work(work, (jackpot,), tuple(tables), request, what))

    def manage(
        self, jackpot: str, kind: str, why: str, document: str, people: Sequence[Person], request: str
    ) -> dict[str, Any]:
        """Suspends, resumes, retires or distributes a jackpot."""
        if kind not in ("suspend", "resume", "retire", "distribute"):
            raise BadInput(f"a jackpot is suspended, resumed, retired or distributed, not {quoted(kind)}")
        for person in people:
            person.check("adjust")
        if not two_people(people):
            # The book allows a suspension by one person: the prize-funds test and the gate suspend automatically.
            raise NotApproved("this needs 2 different people, not 1")
        for check in self.checks:
            check(kind, jackpot)
        action = Action(kind, papers_of(why, document, people))
        # A player may still win it in a round that has begun: a jackpot ends between rounds.
        tables = self.tables_of(jackpot) if kind in ("retire", "distribute") else []
        return self._act(jackpot, action, people[0], request, tables)

    def void_round(
        self, table: str, why: str, document: str, person: Person, request: str, second: Person | None = None
    ) -> dict[str, Any]:
        """Voids a round on its controller: the wagers are returned and taken off the meter."""
        person.check("void")
        people = [person, *([second] if second is not None else [])]

        def work(unit: UnitOfWork) -> dict[str, Any]:
            return void_round(unit, table, papers_of(why, document, people), person, fixed_pays)

        fixed_pays = self.fixed_pays(self.controller(table))
        return self._at_table(table, work, request, what_of(f"void at {table}", *people, why, document))

    def fixed_pays(self, controller: ControllerState, seats: Container[int] = range(100)) -> list[Transaction]:
        """The fixed pays of a controller's round for these seats, without those that were backed out."""
        found, fixed = [], self.book(controller.jackpot).setup.fixed()
        for place, prize in enumerate(controller.recorded):
            if prize["outcome"] in fixed and "undone" not in prize and prize["seat"] in seats:
                times = sum(each["seat"] == prize["seat"] for each in controller.recorded[: place + 1])
                key = prize_key(controller.table, controller.round, "fixed", prize["seat"], times)
                with self.database.reading_snapshot() as connection:
                    noted = by_key(connection, controller.jackpot, key)
                    item = read_one(connection, controller.jackpot, noted.number) if noted is not None else None
                found += [item] if item is not None else []
        return found

    # -- reading -------------------------------------------------------------------------------------------------------

    def book(self, jackpot: str) -> Book:
        with self.database.reading_latest() as connection:
            row = connection.execute(select(schema.books).where(schema.books.c.id == jackpot)).mappings().first()
        if row is None:
            raise NotFound(f"there is no jackpot {quoted(jackpot)}")
        return self._read(jackpot, row["number"], row["state"])

    def number(self, jackpot: str) -> int:
        """The number of a jackpot's last transaction."""
        with self.database.reading_snapshot() as connection:
            found = connection.execute(select(schema.books.c.number).where(schema.books.c.id == jackpot)).scalar()
        if found is None:
            raise NotFound(f"there is no jackpot {quoted(jackpot)}")
        return int(found)

    def shown(self) -> list[DisplayedAmount]:
        """The amount on every display."""
        with self.database.reading_latest() as connection:
            rows = connection.execute(select(schema.books).order_by(schema.books.c.id)).mappings().all()
        return [
            DisplayedAmount(row["id"], row["number"], Book.from_dict(json.loads(row["state"])).shown) for row in rows
        ]

    def names(self) -> list[str]:
        with self.database.reading_latest() as connection:
            return list(connection.execute(select(schema.books.c.id).order_by(schema.books.c.id)).scalars())

    def tables_of(self, jackpot: str) -> list[str]:
        with self.database.reading_latest() as connection:
            rows = connection.execute(select(schema.controllers).order_by(schema.controllers.c.table)).mappings().all()
        return [row["table"] for row in rows if json.loads(row["state"])["jackpot"] == jackpot]

    def transactions(self, jackpot: str, after: int = 0) -> list[Transaction]:
        with self.database.reading_snapshot() as connection:
            return list(read_book(connection, jackpot, after))

    def transaction(self, jackpot: str, number: int) -> Transaction:
        """One transaction by its number."""
        self.book(jackpot)
        with self.database.reading_snapshot() as connection:
            found = read_one(connection, jackpot, number) if number < 2**63 else None
        if found is None:
            raise NotFound(f"the jackpot {quoted(jackpot)} has no transaction {number}")
        return found

    def page(self, jackpot: str, after: int) -> list[Transaction]:
        """The next thousand transactions after a number."""
        self.book(jackpot)
        with self.database.reading_snapshot() as connection:
            return list(islice(read_book(connection, jackpot, after), PAGE))

    def verify(self, jackpot: str) -> Proof:
        """Proves a jackpot's ledger, and that the stored book is the one that follows from it."""
        return prove(self.database, jackpot)

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _act(
        self, jackpot: str, action: Action, person: Person, request: str, between_rounds: Sequence[str] = ()
    ) -> dict[str, Any]:
        def work(unit: UnitOfWork) -> dict[str, Any]:
            _check_between_rounds(unit, between_rounds)
            item = unit.do(jackpot, action, f"{action.kind}/{request}", person.id)
            return dict(item.result) | {"transaction": item.number}

        what = what_of(f"{action.kind} {jackpot}", person, dict(action.data))
        return self._run(Work(work, (jackpot,), tuple(between_rounds), request, what))

    def _at_table(self, table: str, work: Callable[[UnitOfWork], T], request: str, what: str, events_of: str = "") -> T:
        """Runs work on a table's controller and the jackpot that it plays for."""
        jackpot = self._plays.get(table) or self.controller(table).jackpot

        def checked(unit: UnitOfWork) -> T:
            if unit.controller(table).jackpot != jackpot:
                raise _MovedError
            return work(unit)

        try:
            done = self._run(Work(checked, (jackpot,), (table,), request, what, events_of))
        except _MovedError:
            # The cached jackpot is outdated: the table was given to another one.
            jackpot = self.controller(table).jackpot
            done = self._run(Work(checked, (jackpot,), (table,), request, what, events_of))
        self._plays[table] = jackpot
        return done

    def _play_for(self, tables: Sequence[str]) -> set[str]:
        """The jackpots that these tables play for now."""
        found = set()
        for table in tables:
            with suppress(NotFound):
                found.add(self.controller(table).jackpot)
        return found

    def _check_set_up(self, setup: Setup, tables: Sequence[str]) -> None:
        for check in self.set_up_checks:
            check(setup, tables)

    def _run(self, work: Work[T]) -> T:
        return self.writer.run(work)


class _MovedError(Exception):
    """The table plays for another jackpot than the cached one."""


def _check_table(table: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}", table, re.ASCII):
        raise BadInput(f"{quoted(table)} is no name for a table: use up to 40 letters, digits, spaces, dots, hyphens")


def _check_free(unit: UnitOfWork, table: str) -> None:
    """Refuses a table that plays for a jackpot which is not retired."""
    controller = unit.controller(table) if unit.has_controller(table) else None
    if controller is not None and (controller.phase != "betting" or unit.book(controller.jackpot).status != "retired"):
        raise NotApproved(
            f"table {table} plays for {controller.jackpot} already: one progressive at a time (WAC 230-15-685)"
        )


def _check_between_rounds(unit: UnitOfWork, tables: Sequence[str]) -> None:
    for table in tables:
        if unit.controller(table).phase != "betting":
            raise BadInput(f"table {table} is playing a round: this is done between rounds")


def what_of(words: str, *of: object) -> str:
    """A short description of a request with a hash of all its inputs, which is stored with its idempotency key: another
    request with the same key is refused."""
    parts = [part.id if isinstance(part, Person) else part for part in of]
    return f"{words[:160]} ({hashlib.sha256(encode(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:16]})"


def controller_record(controller: ControllerState, book: Book) -> dict[str, Any]:
    """The JSON record of a controller, for consoles and the API."""
    record = controller.to_dict() | {
        "expected": controller.expected(book.setup),
        "has_spots": sheet_of(book.setup).spots,
        "shown_cents": book.shown,
        "available_cents": book.available,
    }
    if controller.wins:
        record["next_prize"] = next_prize(controller, book)
    return record


def papers_of(why: str, document: str, people: Sequence[Person]) -> dict[str, Any]:
    """Reason, document and people of a manual act, as they are stored."""
    return {"why": why, "document": document, "people": [person.id for person in people]}


def _note_advice(unit: UnitOfWork, jackpot: str, warnings: Sequence[LetterAdvice], person: Person) -> None:
    for advice in warnings:
        unit.note("advice", person.id, {"jackpot": jackpot, **asdict(advice)})
