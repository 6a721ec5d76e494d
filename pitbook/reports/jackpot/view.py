"""The content of a jackpot report, the same for PDF, spreadsheet, CSV and JSON."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.jackpot.book import DISPLAYED, OVERFLOW, RESERVE, Book
from pitbook.jackpot.days import Day
from pitbook.jackpot.funds import Funds
from pitbook.jackpot.house import House
from pitbook.jackpot.ledger import Transaction
from pitbook.money import MICROS_PER_CENT

Kind = Literal["text", "count", "money"]
Value = str | int | None
"""A word, a count, or millionths of a dollar, by the kind of its column; None for an empty cell."""
NONE: Final = "–"
POOL_NAMES: Final = {DISPLAYED: "displayed", RESERVE: "reserve", OVERFLOW: "beyond maximum"}


class Column(NamedTuple):
    """A column of a table."""

    key: str
    """The name of the column in data."""
    name: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under one heading."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    total: tuple[Value, ...] | None = None
    note: str = ""
    marked: frozenset[int] = frozenset()
    """Rows that sum up those before them."""

    def places(self, column: int) -> int:
        """Decimals of a column of money: 2, or 6 if any amount has a fraction of a cent."""
        values = [row[column] for row in (*self.rows, *([self.total] if self.total else []))]
        return 6 if any(isinstance(value, int) and value % MICROS_PER_CENT for value in values) else 2

    def shown(self, row: Sequence[Value]) -> list[str]:
        """The cells of a row as text."""
        return [self._cell(place, value) for place, value in enumerate(row)]

    def _cell(self, place: int, value: Value) -> str:
        if value is None:
            return NONE
        if isinstance(value, str):
            return value
        return f"{value:,}" if self.columns[place].kind == "count" else money(value, self.places(place))


def sums(rows: Sequence[Sequence[Value]], words: Sequence[Value], across: int) -> tuple[Value, ...]:
    """The last row of a table: words, then the sum of every other column."""
    figures = (
        sum(value for row in rows if isinstance(value := row[place], int)) for place in range(len(words), across)
    )
    return (*words, *figures)


def money(micros: int, places: int = 6) -> str:
    """``1,234.500000``: dollars to the millionth, or to the cent if that is exact."""
    sign, size = ("-" if micros < 0 else ""), abs(micros)
    return f"{sign}{size // 10**6:,}.{f'{size % 10**6:06d}'[:places]}"


@dataclass(frozen=True, slots=True)
class Report:
    """One report."""

    kind: str
    title: str
    house: House
    first: date
    last: date
    made_at: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[ReportTable, ...]
    alerts: tuple[str, ...] = ()
    """An alert: a person must act on it."""

    @property
    def period(self) -> str:
        """``2026-11-15`` or ``2026-11-09 to 2026-11-15``."""
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "report": self.kind,
            "title": self.title,
            "house": self.house.to_dict(),
            "from": self.first.isoformat(),
            "to": self.last.isoformat(),
            "made_at": self.made_at,
            "made_by": f"Pitbook {__version__}",
            "alerts": list(self.alerts),
            "facts": dict(self.facts),
            "tables": [
                {"title": table.title, "rows": [_named(table, row) for row in table.rows], "total": _total(table)}
                for table in self.tables
            ],
        }


def _named(table: ReportTable, row: Sequence[Value]) -> dict[str, Value]:
    return {
        column.key + ("_micros" if column.kind == "money" else ""): value
        for column, value in zip(table.columns, row, strict=True)
    }


def _total(table: ReportTable) -> dict[str, Value] | None:
    return None if table.total is None else _named(table, table.total)


class Note(NamedTuple):
    """A recorded fact: a balance, a deposit, a setting against advice."""

    at: str
    by: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JackpotView:
    """One jackpot, as reports need it."""

    book: Book
    days: Sequence[tuple[Day, bool]]
    """Every day, and whether it is closed."""
    events: Sequence[Transaction]
    """All transactions but wagers, in order."""
    hashes: Mapping[date, str] = field(default_factory=dict)
    """The ledger's hash at the end of each closed day."""

    @property
    def id(self) -> str:
        return self.book.setup.id

    def label(self, outcome: str) -> str:
        """A level as the letter prints it."""
        line = self.book.setup.pay_table.line(outcome)
        return line.label if line is not None else outcome

    def day_of(self, number: int) -> date:
        """The gambling day of a transaction, as the days are counted."""
        for day, _ in self.days:
            if number <= day.last:
                return day.day
        return self.days[-1][0].day


@dataclass(frozen=True, slots=True)
class Books:
    """The data that reports are made from."""

    house: House
    made_at: str
    first: date
    last: date
    ledgers: Sequence[JackpotView]
    funds: Funds
    deposits: Sequence[Note] = ()
    balances: Sequence[Note] = ()
    advice: Sequence[Note] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """People by their short names."""
    seals: Mapping[date, str] = field(default_factory=dict)
    """The seals of closed days: the hash of each day's record, which covers the last hash of every chain."""

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise BadInput(f"a report goes from a day to a later one, not from {self.first} to {self.last}")

    def holds(self, day: date) -> bool:
        return self.first <= day <= self.last

    def time(self, at: str) -> str:
        return self.house.local(at)

    def noted(self, notes: Iterable[Note]) -> list[Note]:
        """Those of the period."""
        return [note for note in notes if self.holds(self.house.day_of(note.at))]

    def report(
        self, kind: str, title: str, facts: Iterable[tuple[str, str]], tables: Iterable[ReportTable],
        alerts: Iterable[str] = (),
    ) -> Report:  # fmt: skip
        return Report(
            kind, title, self.house, self.first, self.last, self.made_at, tuple(facts), tuple(tables), tuple(alerts)
        )
