"""Closing gambling days, the prize account, and the test that stops every jackpot while that account is short."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from typing import Any, Final, Literal, get_args

from sqlalchemy import Connection, select

from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games.model import listed
from pitbook.jackpot.book import SEED, Action, Book
from pitbook.jackpot.days import ONE_DAY, Day, DayOf, contribution_mismatch, days, idle_day, moment_of
from pitbook.jackpot.funds import CITE, DEPOSIT_EVERY, Funds, dollars_up
from pitbook.jackpot.house import House
from pitbook.jackpot.ledger import Proof, Transaction, verify
from pitbook.jackpot.people import Person
from pitbook.money import MICROS_PER_CENT, Cents
from pitbook.room.days.records import Record, accrued_after, first_wager_after, last_record, read_records
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.log import PLAY
from pitbook.store import schema
from pitbook.store.chain import RECORDS, events_chain, read_heads
from pitbook.store.work import UnitOfWork, Work, read_book, read_one

Source = Literal["online", "statement"]
"""The source of a recorded balance (WAC 230-15-720)."""
RAISES: Final = frozenset({"opened", "award", "late-award", "back-out", "adjust", "change-terms", "resume"})
"""Transactions that may raise what the account must hold."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A jackpot at the end of a closed day."""

    day: Day
    proof: Proof
    accrued: int
    """All that wagers have added so far, in millionths."""


class Days:
    """The books of a room, day by day."""

    def __init__(self, jackpots: Jackpots) -> None:
        self.jackpots, self.database = jackpots, jackpots.database
        jackpots.worker.listeners.append(self._heard)
        jackpots.checks.append(self._allow)

    # -- the house -----------------------------------------------------------------------------------------------------

    def house(self) -> House:
        """Its name and its clock, as last set."""
        with self.database.reading_snapshot() as connection:
            return house_of(connection)

    def set_house(self, house: House, person: Person, request: str) -> dict[str, Any]:
        """Sets the house's name and clock; the clock cannot change once a day is closed."""
        person.check("set up the house")
        with self.database.reading_snapshot() as connection:
            before, closed = house_of(connection), last_record(connection, "day-closed")
        if closed is not None and (before.zone, before.day_starts) != (house.zone, house.day_starts):
            raise BadInput(
                f"days are closed: they begin at {before.day_starts}:00, {before.zone}, and that cannot change any more"
            )

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note("house", person.id, house.to_dict())
            return house.to_dict()

        return self.jackpots.writer.run(Work(work, request=request, what="set up the house"))

    # -- days ----------------------------------------------------------------------------------------------------------

    def close(self, day: date, person: Person, request: str) -> dict[str, Any]:
        """Closes a gambling day for every jackpot, once and in order; a day with a difference cannot be closed."""
        person.check("close the day")
        with self.database.reading_snapshot() as connection:
            house, records = house_of(connection), read_records(connection, "day-closed")
            known = next((record for record in records if record.data["day"] == day.isoformat()), None)
            if known is not None:
                if known.data["request"] == request:
                    return dict(known.data)
                raise BadInput(f"{day} was closed at {house.local(known.at)} by {known.by}: a day is closed once")
            self._check_turn(connection, house, records, day)
            before = _last_closed(records)
            found = [
                figures
                for jackpot in _names(connection)
                if (figures := _figures(connection, jackpot, day, house.day_of, before.get(jackpot))) is not None
            ]
            chains = {
                chain: [head.number, head.hash] for chain, head in read_heads(connection).items() if _is_sealed(chain)
            }
        data: dict[str, Any] = {"day": day.isoformat(), "house": house.to_dict(), "jackpots": found}
        data |= {"chains": chains, "request": request}

        def work(unit: UnitOfWork) -> dict[str, Any]:
            unit.note("day-closed", person.id, data)
            return data

        stored = self.jackpots.writer.run(Work(work, request=f"day-closed/{day}", what=f"close {day}"))
        if stored["request"] != request:
            raise BadInput(f"{day} has just been closed by someone else: a day is closed once")
        self.test(person.id)
        return data

    def next_to_close(self) -> date | None:
        """The oldest day that is not closed, even if it is not over; None while there is no jackpot."""
        with self.database.reading_snapshot() as connection:
            return _next(connection, house_of(connection), read_records(connection, "day-closed"))

    def to_close(self) -> int:
        """The number of days that are over and not closed."""
        turn = self.next_to_close()
        return max((self.house().day_of(self.jackpots.worker.clock()) - turn).days, 0) if turn is not None else 0

    def _check_turn(self, connection: Connection, house: House, records: Sequence[Record], day: date) -> None:
        turn = _next(connection, house, records)
        if turn is None or (not records and day < turn):
            raise BadInput(f"there was no jackpot on {day}: there is nothing to close")
        if day != turn:
            raise BadInput(f"days are closed in order, those without play too: next comes {turn}, not {day}")
        if day >= house.day_of(self.jackpots.worker.clock()):
            raise BadInput(f"{day} is not over: it ends at {house.day_starts}:00 of the next day, {house.zone}")

    def days(self, jackpot: str) -> list[tuple[Day, bool]]:
        """Every day of a jackpot, and whether it is closed; a day that is not closed has its current figures."""
        self.jackpots.book(jackpot)
        with self.database.reading_snapshot() as connection:
            house, records = house_of(connection), read_records(connection, "day-closed")
            closed = [
                Day.from_dict(figures)
                for record in records
                for figures in record.data["jackpots"]
                if figures["jackpot"] == jackpot
            ]
            last = closed[-1] if closed else None
            later = read_book(connection, jackpot, last.last if last is not None else 0)
            open_days = list(days(later, house.day_of, last))
        return [*((day, True) for day in closed), *((day, False) for day in open_days)]

    # -- the prize account ---------------------------------------------------------------------------------------------

    def deposit(self, amount: Cents, document: str, person: Person, request: str) -> dict[str, Any]:
        """Records a deposit of accrued funds to the prize account, by its slip."""
        person.check("bank")
        _check_words(document, "slip")
        if amount <= 0:
            raise BadInput("a deposit must be above zero")

        def work(unit: UnitOfWork) -> dict[str, Any]:
            data = {"micros": amount * MICROS_PER_CENT, "document": document.strip()}
            unit.note("deposit", person.id, data)
            return data

        self.jackpots.writer.run(Work(work, request=request, what=f"deposit {amount}"))
        return self.funds().to_dict()

    def balance(self, amount: Cents, source: str, document: str, person: Person, request: str) -> dict[str, Any]:
        """Records the balance of the prize account; if it is short, the same transaction suspends every jackpot."""
        person.check("bank")
        _check_words(document, "statement or page")
        if source not in get_args(Source):
            raise BadInput(f"a balance is seen {listed(get_args(Source))}, not {quoted(source)}")
        if amount < 0:
            raise BadInput("a balance below zero is recorded as zero: the account holds nothing for players")

        books = tuple(self.jackpots.names())

        def work(unit: UnitOfWork) -> dict[str, Any]:
            funds, numbers = self._funds(bank=amount * MICROS_PER_CENT, bank_at=unit.at)
            figures = funds.to_dict() | {"source": source, "document": document.strip()}
            unit.note("bank", person.id, figures)
            return figures | {"suspended": _stop(unit, funds, {book: numbers[book] for book in books}, person.id)}

        return self.jackpots.writer.run(Work(work, books, request=request, what=f"balance {amount}"))

    def funds(self) -> Funds:
        """The prize account compared with the present liability to players."""
        return self._funds()[0]

    def test(self, by: str) -> list[str]:
        """The prize-funds test; returns the jackpots that it suspended."""
        return self.jackpots.writer.run(self._test(by))

    def _test(self, by: str) -> Work[list[str]]:
        books = tuple(self.jackpots.names())

        def work(unit: UnitOfWork) -> list[str]:
            funds, numbers = self._funds()
            return _stop(unit, funds, {book: numbers[book] for book in books}, by)

        return Work(work, books)

    def _heard(self, items: Sequence[Transaction]) -> None:
        """Tests the account again after transactions that may raise what is owed. Called by the writer after a commit,
        so it submits the test and does not wait."""
        raising = [
            item
            for item in items
            if item.kind in RAISES and (item.kind not in ("award", "late-award") or SEED in item.entries)
        ]
        if raising:
            self.jackpots.writer.submit(self._test(raising[-1].by))

    def _allow(self, kind: str, _jackpot: str) -> None:
        """Refuses to resume a jackpot while the account is short."""
        if kind == "resume" and (funds := self.funds()).must_stop:
            raise NotApproved(
                f"the prize account is {dollars_up(funds.short)} short of the {dollars_up(funds.required)} that it "
                f"must hold: no jackpot is resumed until a balance that covers it is recorded ({CITE})"
            )

    def _funds(self, bank: int | None = None, bank_at: str = "") -> tuple[Funds, dict[str, int]]:
        """The prize account, and the number of each ledger's last transaction; ``bank`` is a balance that is being
        recorded."""
        with self.database.reading_snapshot() as connection:
            rows = connection.execute(select(schema.books)).mappings().all()
            numbers = {row["id"]: int(row["number"]) for row in rows}
            owed = sum(Book.from_dict(json.loads(row["state"])).held for row in rows)
            records = read_records(connection, "day-closed")
            deposits = read_records(connection, "deposit")
            seen = last_record(connection, "bank")
            deposited = sum(int(record.data["micros"]) for record in deposits)
            accrued = _accrued(connection, numbers, _last_closed(records))
            since = _waiting_since(connection, numbers, records, deposited) if accrued > deposited else ""
        now = moment_of(self.jackpots.worker.clock())
        due = moment_of(since) + DEPOSIT_EVERY if since else None
        in_transit = 0
        if bank is None:
            mark = 0
            if seen is not None:
                bank, bank_at, mark = int(seen.data["bank_micros"]), seen.at, seen.number
            in_transit = sum(int(record.data["micros"]) for record in deposits if record.number > mark)
        funds = Funds(
            owed,
            max(0, accrued - deposited),
            bank,
            bank_at,
            in_transit,
            due.isoformat() if due is not None else "",
            due is not None and now > due,
        )
        return funds, numbers


def _stop(unit: UnitOfWork, funds: Funds, numbers: Mapping[str, int], by: str) -> list[str]:
    """Suspends every open jackpot while the account is short."""
    if not funds.must_stop:
        return []
    stopped = []
    for jackpot, number in sorted(numbers.items()):
        if unit.book(jackpot).status != "open":
            continue
        why = f"the prize account was {dollars_up(funds.short)} short of {dollars_up(funds.required)} ({CITE})"
        data = {"why": why, "document": f"prize-funds test at {unit.at}", "people": [by]}
        # Between two suspensions the ledger has new transactions, so this key is unique.
        unit.do(jackpot, Action("suspend", data), f"suspend/funds/{number}", by)
        stopped.append(jackpot)
    if stopped:
        unit.note("funds-test", by, funds.to_dict() | {"suspended": stopped})
    return stopped


def house_of(connection: Connection) -> House:
    """The house, as last set."""
    record = last_record(connection, "house")
    return House.from_dict(record.data) if record is not None else House()


def _is_sealed(chain: str) -> bool:
    """Whether a day's record has the end of a chain: not of its own chain, and not of tables for play money."""
    return chain != RECORDS and not chain.startswith(events_chain(PLAY))


def _names(connection: Connection) -> list[str]:
    return list(connection.execute(select(schema.books.c.id).order_by(schema.books.c.id)).scalars())


def _last_closed(records: Sequence[Record]) -> dict[str, Closed]:
    """Each jackpot at the end of the last closed day."""
    if not records:
        return {}
    found = {}
    for figures in records[-1].data["jackpots"]:
        kept = figures["book"]
        proof = Proof(
            figures["jackpot"],
            int(figures["transactions"][1]),
            figures["hash"],
            figures["balances_micros"],
            Book.from_dict(kept),
        )
        found[proof.book] = Closed(Day.from_dict(figures), proof, int(figures["accrued_total_micros"]))
    return found


def _next(connection: Connection, house: House, records: Sequence[Record]) -> date | None:
    if records:
        return date.fromisoformat(records[-1].data["day"]) + ONE_DAY
    table = schema.transactions
    opened = connection.execute(select(table.c.at).where(table.c.number == 1)).scalars()
    return min((house.day_of(at) for at in opened), default=None)


def _figures(
    connection: Connection, jackpot: str, day: date, day_of: DayOf, before: Closed | None
) -> dict[str, Any] | None:
    """A jackpot's figures for a day, proved; None if it was not open yet."""
    since = before.proof if before is not None else None
    start = before.day if before is not None else None
    items = _of_day(read_book(connection, jackpot, since.transactions if since else 0), day, day_of)
    proof = verify(jackpot, items, since, lambda number: read_one(connection, jackpot, number))
    if proof.fault is not None:
        raise BadInput(f"{day} cannot be closed: {jackpot}, transaction {proof.fault.number}: {proof.fault.words}")
    found = list(days(items, day_of, start))
    if not found and start is None:
        return None
    figures = found[0] if found else idle_day(day, jackpot, start)  # type: ignore[arg-type]  # a day before is there
    state = proof.state
    if state is None or len(found) > 1 or figures.day != day:
        raise BadInput(f"{day} cannot be closed: the transactions of {jackpot} belong to other days")
    if figures.difference or figures.closing != state.pools():
        raise BadInput(f"{day} cannot be closed: {jackpot} has a difference of {figures.difference} millionths")
    if words := contribution_mismatch(items, since.state if since else None):
        raise BadInput(f"{day} cannot be closed: {jackpot}, {words}")
    return figures.to_dict() | {
        "hash": proof.hash,
        "balances_micros": dict(proof.balances),
        "book": state.to_dict(),
        "accrued_total_micros": (before.accrued if before is not None else 0) + figures.total("accrued"),
    }


def _of_day(items: Iterable[Transaction], day: date, day_of: DayOf) -> list[Transaction]:
    """The transactions up to the end of a day, in the order of the ledger: a clock that is set back reopens no day."""
    return list(takewhile(lambda item: day_of(item.at) <= day, items))


def _accrued(connection: Connection, numbers: Mapping[str, int], before: Mapping[str, Closed]) -> int:
    """All that wagers have added to the pools: the totals of the closed days, and what came since."""
    total = 0
    for jackpot in numbers:
        closed = before.get(jackpot)
        mark = closed.proof.transactions if closed is not None else 0
        total += (closed.accrued if closed is not None else 0) + accrued_after(connection, jackpot, mark)
    return total


def _waiting_since(
    connection: Connection, numbers: Mapping[str, int], records: Sequence[Record], deposited: int
) -> str:
    """When the oldest money that is not deposited came in; deposits cover the oldest days first."""
    marks: Mapping[str, int] = {}
    for record in records:
        if sum(int(figures["accrued_total_micros"]) for figures in record.data["jackpots"]) > deposited:
            break
        marks = {figures["jackpot"]: int(figures["transactions"][1]) for figures in record.data["jackpots"]}
    found = (first_wager_after(connection, jackpot, marks.get(jackpot, 0)) for jackpot in numbers)
    return min((at for at in found if at), key=moment_of, default="")


def _check_words(words: str, what: str) -> None:
    if not 0 < len(words.strip()) <= 200 or not words.strip().isprintable():
        raise BadInput(f"name the {what} in a line of 1 to 200 letters")
