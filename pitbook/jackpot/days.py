"""Gambling days of a jackpot: what it held, what came in, what went out, and that it all adds up."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from pitbook.errors import BadInput, quoted
from pitbook.jackpot.book import DISPLAYED, FIXED, OVERFLOW, POOLS, RESERVE, RESERVED, REVENUE, SEED, TRAY, Book
from pitbook.jackpot.ledger import OPENED, Transaction
from pitbook.jackpot.setup import Setup, terms_from_dict
from pitbook.money import MICROS_PER_CENT

DayOf = Callable[[str], date]
LAST: Final = 25
"""As many events of each level are kept in sight (controller checklist P3)."""
ONE_DAY: Final = timedelta(days=1)

Move = Literal["accrued", "seeded", "paid", "adjusted", "moved"]
"""Contributions of wagers, those of voided rounds taken off; advanced by the house to start or restart the meter;
prizes from the meter, and what was distributed; by hand, up is positive; from pool to pool, as at a restart."""
MOVES: Final[tuple[Move, ...]] = get_args(Move)


def gambling_day(zone: tzinfo, starts_at: int = 6) -> DayOf:
    """Which gambling day a moment belongs to: it begins at this hour, room time."""
    if not 0 <= starts_at <= 12:
        raise BadInput(f"a gambling day begins at hour 0 to 12, not {starts_at}")

    def day_of(at: str) -> date:
        return (moment_of(at).astimezone(zone) - timedelta(hours=starts_at)).date()

    return day_of


def moment_of(at: str) -> datetime:
    """A time as the ledger notes it."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        raise BadInput(f"{quoted(at)} is no time") from None
    if moment.tzinfo is None:
        raise BadInput(f"{quoted(at)} does not say its zone")
    return moment


@dataclass(slots=True)
class TableDay:
    """What one table brought on a day, for the master games report (WAC 230-15-671), in millionths."""

    rounds: int = 0
    wagers: int = 0
    wagered: int = 0
    accrued: Counter[str] = field(default_factory=Counter)
    """What each pool was given."""
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
    """What each pool held when the day began."""
    closing: dict[str, int] = field(default_factory=dict)
    moves: dict[Move, Counter[str]] = field(default_factory=lambda: {move: Counter() for move in MOVES})
    """What happened to each pool."""
    house_paid: int = 0
    """Prizes that the house paid itself: fixed pays of the tray, house jackpots."""
    hits: int = 0
    back_outs: int = 0
    tables: dict[str, TableDay] = field(default_factory=dict)
    first: int = 0
    """The day's first transaction; 0 on a day without any."""
    last: int = 0
    """The ledger's last transaction when the day ended."""

    def total(self, move: Move) -> int:
        return sum(self.moves[move].values())

    def difference_of(self, pool: str) -> int:
        """What does not add up in one pool."""
        signed = sum(-self.moves[move][pool] if move == "paid" else self.moves[move][pool] for move in MOVES)
        return self.closing[pool] - self.opening[pool] - signed

    @property
    def difference(self) -> int:
        """What does not add up: nothing, or the day cannot be closed. Money between pools adds up to nothing too."""
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
            "tables": {table: self.tables[table].to_dict() for table in sorted(self.tables)},
            "transactions": [self.first, self.last],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "Day":
        """A day as it was closed."""
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
            {table: TableDay.from_dict(figures) for table, figures in record["tables"].items()},
            first,
            last,
        )


def days(transactions: Iterable[Transaction], day_of: DayOf, before: Day | None = None) -> Iterator[Day]:
    """The days after ``before`` on which anything happened, in order.

    The ledger's order rules, not the clock: what was booked after a day was closed belongs to a later one, and a clock
    that was set back opens no day again.
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
    """A day on which nothing happened: it is closed all the same."""
    return Day(day, jackpot, dict(before.closing), dict(before.closing), last=before.last)


def _count(day: Day, item: Transaction) -> None:
    """Where a transaction stands among the sums of its day."""
    change = {pool: -item.entries.get(pool, 0) for pool in POOLS}
    day.house_paid += item.entries.get(FIXED, 0)
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
        case "fixed-pay" | "distribute":
            day.moves["paid"].subtract(change)
        case _:
            day.back_outs += item.kind == "back-out"
            day.moves["adjusted"].update(change)


def _count_award(day: Day, entries: Mapping[str, int], change: Mapping[str, int]) -> None:
    """A prize leaves the display; the seed, and what the reserve held, come back to it.

    Parts of a millionth that the house makes up when terms change with the restart count as by hand.
    """
    if not any(change.values()):
        return  # a house jackpot's prize comes from no pool
    seeded, made_up = entries.get(SEED, 0), entries.get(REVENUE, 0)
    paid = -(entries.get(TRAY, 0) + entries.get(RESERVED, 0))  # reserved: at J-POT, until the key is back at RUN
    day.moves["seeded"][DISPLAYED] += seeded
    day.moves["adjusted"][DISPLAYED] += made_up
    day.moves["paid"][DISPLAYED] += paid
    day.moves["moved"].update(change)
    day.moves["moved"][DISPLAYED] -= seeded + made_up - paid


def contributed(transactions: Iterable[Transaction], start: Book | None) -> str:
    """Holds what was accrued against wagers times rate, worked out apart from the meter; empty where they agree.

    The nightly identity of regulation reference R5. A meter carries less than a millionth for each rate, so that is all
    that the two may be apart while the rates stay the same.
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
    """Whether terms that wait take effect with this."""
    if item.kind == "award":
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
    """Who recorded it."""
    backed_out: int
    """The transaction that undid it; 0 where it stands."""


def hits(transactions: Sequence[Transaction]) -> list[Hit]:
    """Every award, the newest first."""
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
        if item.kind == "award"
    ]


def last_of_each_level(found: Iterable[Hit]) -> dict[str, list[Hit]]:
    """The last 25 hits of each level."""
    levels: dict[str, list[Hit]] = {}
    for hit in found:
        of_level = levels.setdefault(hit.outcome, [])
        if len(of_level) < LAST:
            of_level.append(hit)
    return levels
