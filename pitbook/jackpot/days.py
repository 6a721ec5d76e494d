"""Gambling days of a jackpot: opening and closing amounts, what moved between them, and the check that it adds up."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from pitbook.errors import BadInput, quoted
from pitbook.jackpot.book import (
    DISPLAYED,
    FIXED,
    HOUSE,
    LATE,
    OVERFLOW,
    POOLS,
    RESERVE,
    RESERVED,
    REVENUE,
    SEED,
    TRAY,
    Book,
)
from pitbook.jackpot.ledger import OPENED, Transaction
from pitbook.jackpot.setup import Setup, terms_from_dict
from pitbook.money import MICROS_PER_CENT

DayOf = Callable[[str], date]
LAST: Final = 25
"""The number of hits of each level that reports list (controller checklist P3)."""
ONE_DAY: Final = timedelta(days=1)


def parse_day(text: str) -> date:
    """Parses ``2026-11-16``, and none of the other forms of ISO 8601."""
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a date: write 2026-11-16") from None


Move = Literal["accrued", "seeded", "paid", "adjusted", "moved"]
"""``accrued``: contributions of wagers, less those of voided rounds. ``seeded``: advanced by the house to start or
restart the meter. ``paid``: prizes from the meter, and distributions. ``adjusted``: manual corrections, up is
positive. ``moved``: between pools, as at a restart."""
MOVES: Final[tuple[Move, ...]] = get_args(Move)


def gambling_day(zone: tzinfo, starts_at: int = 6) -> DayOf:
    """A function that gives the gambling day of a time; a day begins at this hour in the house's zone."""
    if not 0 <= starts_at <= 12:
        raise BadInput(f"a gambling day begins at hour 0 to 12, not {starts_at}")

    def day_of(at: str) -> date:
        return (moment_of(at).astimezone(zone) - timedelta(hours=starts_at)).date()

    return day_of


def moment_of(at: str) -> datetime:
    """Parses a time of the ledger."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        raise BadInput(f"{quoted(at)} is not a time: write it as 2026-11-16T14:03:22+00:00") from None
    if moment.tzinfo is None:
        raise BadInput(f"{quoted(at)} has no time zone: end it with an offset such as +00:00")
    return moment


@dataclass(slots=True)
class TableDay:
    """One table's wagers of a day, for the master games report (WAC 230-15-671), in millionths."""

    rounds: int = 0
    wagers: int = 0
    wagered: int = 0
    accrued: Counter[str] = field(default_factory=Counter)
    """The contribution to each pool."""
    revenue: int = 0
    """The house's part of the wagers."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "wagers": self.wagers,
            "wagered_micros": self.wagered,
            "accrued_micros": {pool: self.accrued[pool] for pool in POOLS},
            "revenue_micros": self.revenue,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "TableDay":
        accrued = Counter(dict(record["accrued_micros"]))
        return cls(record["rounds"], record["wagers"], record["wagered_micros"], accrued, record["revenue_micros"])


@dataclass(slots=True)
class Day:
    """One gambling day of one jackpot, in millionths."""

    day: date
    jackpot: str
    opening: Mapping[str, int]
    """The amount in each pool when the day began."""
    closing: dict[str, int] = field(default_factory=dict)
    moves: dict[Move, Counter[str]] = field(default_factory=lambda: {move: Counter() for move in MOVES})
    """The movements of each pool."""
    house_paid: int = 0
    """Prizes that the house paid itself: fixed pays of the tray, house jackpots."""
    hits: int = 0
    back_outs: int = 0
    late_awards: int = 0
    """Prizes recorded after their round was over; they do not count as hits of this day."""
    tables: dict[str, TableDay] = field(default_factory=dict)
    first: int = 0
    """The day's first transaction; 0 on a day without any."""
    last: int = 0
    """The ledger's last transaction when the day ended."""

    def total(self, move: Move) -> int:
        return sum(self.moves[move].values())

    def difference_of(self, pool: str) -> int:
        """The unexplained difference of one pool."""
        signed = sum(-self.moves[move][pool] if move == "paid" else self.moves[move][pool] for move in MOVES)
        return self.closing[pool] - self.opening[pool] - signed

    @property
    def difference(self) -> int:
        """The sum of all unexplained differences; the day can be closed only if it is 0. Movements between pools must
        add up to 0 too."""
        return sum(abs(self.difference_of(pool)) for pool in POOLS) + abs(self.total("moved"))

    @property
    def wagered(self) -> int:
        return sum(table.wagered for table in self.tables.values())

    @property
    def wagers(self) -> int:
        return sum(table.wagers for table in self.tables.values())

    @property
    def rounds(self) -> int:
        return sum(table.rounds for table in self.tables.values())

    @property
    def revenue(self) -> int:
        return sum(table.revenue for table in self.tables.values())

    def to_dict(self) -> dict[str, Any]:
        return {
            "day": self.day.isoformat(),
            "jackpot": self.jackpot,
            "opening_micros": dict(self.opening),
            **{f"{move}_micros": {pool: self.moves[move][pool] for pool in POOLS} for move in MOVES},
            "closing_micros": dict(self.closing),
            "difference_micros": self.difference,
            "house_paid_micros": self.house_paid,
            "hits": self.hits,
            "back_outs": self.back_outs,
            **({"late_awards": self.late_awards} if self.late_awards else {}),
            "tables": {table: self.tables[table].to_dict() for table in sorted(self.tables)},
            "transactions": [self.first, self.last],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "Day":
        """A closed day, from its record."""
        first, last = record["transactions"]
        return cls(
            date.fromisoformat(record["day"]),
            record["jackpot"],
            {pool: record["opening_micros"][pool] for pool in POOLS},
            {pool: record["closing_micros"][pool] for pool in POOLS},
            {move: Counter(dict(record[f"{move}_micros"])) for move in MOVES},
            record["house_paid_micros"],
            record["hits"],
            record["back_outs"],
            record.get("late_awards", 0),
            {table: TableDay.from_dict(figures) for table, figures in record["tables"].items()},
            first,
            last,
        )


def days(transactions: Iterable[Transaction], day_of: DayOf, before: Day | None = None) -> Iterator[Day]:
    """The days after ``before`` with transactions, in order.

    The ledger's order decides, not the clock: a transaction booked after a day was closed belongs to a later day, and a
    clock that was set back does not reopen one.
    """
    pools = dict(before.closing) if before is not None else dict.fromkeys(POOLS, 0)
    earliest = before.day + ONE_DAY if before is not None else date.min
    current: Day | None = None
    for item in transactions:
        earliest = day = max(earliest, day_of(item.at))
        if current is None or current.day != day:
            if current is not None:
                yield current
            current = Day(day, item.book, dict(pools), first=item.number)
        _count(current, item)
        for pool in POOLS:
            pools[pool] -= item.entries.get(pool, 0)
        current.closing, current.last = dict(pools), item.number
    if current is not None:
        yield current


def idle_day(day: date, jackpot: str, before: Day) -> Day:
    """A day without transactions, which is closed like any other."""
    return Day(day, jackpot, dict(before.closing), dict(before.closing), last=before.last)


def _count(day: Day, item: Transaction) -> None:
    """Adds a transaction to the sums of its day."""
    change = {pool: -item.entries.get(pool, 0) for pool in POOLS}
    day.house_paid += item.entries.get(FIXED, 0) + item.entries.get(HOUSE, 0)
    match item.kind:
        case "opened":
            day.moves["seeded"].update(change)
        case "coin-in" | "void":
            sign = 1 if item.kind == "coin-in" else -1
            table = day.tables.setdefault(str(item.data["table"]), TableDay())
            table.rounds += sign
            table.wagers += sign * len(item.data["wagers"])
            table.wagered += item.entries.get(TRAY, 0)
            table.revenue -= item.entries.get(REVENUE, 0)
            table.accrued.update(change)
            day.moves["accrued"].update(change)
        case "award":
            day.hits += 1
            _count_award(day, item.entries, change)
        case "late-award":
            day.late_awards += 1
            _count_award(day, item.entries, change)
        case "fixed-pay" | "distribute":
            day.moves["paid"].subtract(change)
        case _:
            day.back_outs += item.kind == "back-out"
            day.moves["adjusted"].update(change)


def _count_award(day: Day, entries: Mapping[str, int], change: Mapping[str, int]) -> None:
    """Adds an award: the prize leaves the display; after 100% the seed and the reserve return to it.

    Fractions of a millionth that the house makes up when terms change at the restart count as adjusted.
    """
    if not any(change.values()):
        return  # a house jackpot pays from no pool
    seeded, made_up = entries.get(SEED, 0), entries.get(REVENUE, 0)
    # A keyed prize is in RESERVED until RUN; HOUSE has what a meter lacked for a late award.
    paid = -sum(entries.get(account, 0) for account in (TRAY, RESERVED, HOUSE))
    day.moves["seeded"][DISPLAYED] += seeded
    day.moves["adjusted"][DISPLAYED] += made_up
    day.moves["paid"][DISPLAYED] += paid
    day.moves["moved"].update(change)
    day.moves["moved"][DISPLAYED] -= seeded + made_up - paid


def contribution_mismatch(transactions: Iterable[Transaction], start: Book | None) -> str:
    """Compares what accrued with wagers times rate, computed without the meter; returns a sentence if they differ.

    This is the nightly identity of regulation reference R5. A meter carries less than a millionth for each rate, so the
    two may differ by less than one millionth for each set of rates.
    """
    setup = start.setup if start is not None else None
    pending = start.pending if start is not None else None
    apart, times = {DISPLAYED: Fraction(0), RESERVE: Fraction(0)}, 1
    for item in transactions:
        change = {pool: -item.entries.get(pool, 0) for pool in POOLS}
        if item.kind == OPENED:
            setup = Setup.from_dict(item.data)
        elif setup is None:
            return f"transaction {item.number} comes before the opening"
        elif item.kind in ("coin-in", "void"):
            sign = 1 if item.kind == "coin-in" else -1
            wagered = sign * sum(item.data["wagers"].values()) * MICROS_PER_CENT
            apart[DISPLAYED] += change[DISPLAYED] + change[OVERFLOW] - wagered * setup.terms.contribution
            apart[RESERVE] += change[RESERVE] - wagered * setup.terms.reserve
        if item.kind == "change-terms":
            pending = item.data["terms"]
        if pending is not None and _takes_effect(item, setup):
            setup, pending, times = replace(setup, terms=terms_from_dict(pending)), None, times + 1
    for pool, difference in apart.items():
        if abs(difference) >= times:
            return f"{pool}: what accrued is {float(difference):g} millionths away from wagers times rate"
    return ""


def _takes_effect(item: Transaction, setup: Setup) -> bool:
    """Whether pending terms take effect with this transaction."""
    if item.kind in ("award", LATE) and str(item.data["outcome"]) in setup.shares():
        return setup.shares()[str(item.data["outcome"])] == 1
    return item.kind == "change-terms" and item.data["when"] == "now"


@dataclass(frozen=True, slots=True)
class Hit:
    """One award, as reports list it."""

    number: int
    at: str
    table: str
    round: int
    seat: int
    outcome: str
    prize_cents: int
    before_cents: int
    after_cents: int
    by: str
    """The person who recorded it."""
    backed_out: int
    """The number of the back-out; 0 without one."""


def hits(transactions: Sequence[Transaction], kind: str = "award") -> list[Hit]:
    """Every award, or every late award, the newest first."""
    undone = {int(item.data["award"]): item.number for item in transactions if item.kind == "back-out"}
    return [
        Hit(
            item.number,
            item.at,
            str(item.data.get("table", "")),
            int(item.data.get("round", 0)),
            int(item.data.get("seat", 0)),
            str(item.data["outcome"]),
            int(item.result["prize_cents"]),
            int(item.result["before_cents"]),
            int(item.result["after_cents"]),
            item.by,
            undone.get(item.number, 0),
        )
        for item in reversed(transactions)
        if item.kind == kind
    ]


def last_of_each_level(found: Iterable[Hit]) -> dict[str, list[Hit]]:
    """The last 25 hits of each level."""
    levels: dict[str, list[Hit]] = {}
    for hit in found:
        of_level = levels.setdefault(hit.outcome, [])
        if len(of_level) < LAST:
            of_level.append(hit)
    return levels
