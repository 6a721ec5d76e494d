"""Gambling days of a jackpot: what it held, what came in, what went out, and that it all adds up."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from typing import Any, Final

from pitbook.errors import BadInput, quoted
from pitbook.jackpot.book import POOLS, REVENUE, SEED, TRAY
from pitbook.jackpot.ledger import Transaction

DayOf = Callable[[str], date]
LAST: Final = 25
"""As many events of each level are kept in sight (controller checklist P3)."""
DEPOSIT_EVERY: Final = timedelta(days=7)
"""WAC 230-15-455: accrued progressive funds are deposited at least weekly."""


def gambling_day(zone: tzinfo, starts_at: int = 6) -> DayOf:
    """Which gambling day a moment belongs to: it begins at this hour, room time."""
    if not 0 <= starts_at <= 12:
        raise BadInput(f"a gambling day begins at hour 0 to 12, not {starts_at}")

    def day_of(at: str) -> date:
        try:
            moment = datetime.fromisoformat(at)
        except ValueError:
            raise BadInput(f"{quoted(at)} is no time") from None
        if moment.tzinfo is None:
            raise BadInput(f"{quoted(at)} does not say its zone")
        return (moment.astimezone(zone) - timedelta(hours=starts_at)).date()

    return day_of


@dataclass(slots=True)
class Day:
    """One gambling day of one jackpot, in millionths."""

    day: date
    jackpot: str
    opening: Mapping[str, int]
    """What each pool held when the day began."""
    closing: dict[str, int] = field(default_factory=dict)
    accrued: int = 0
    """Contributions of wagers, those of voided rounds taken off."""
    seeded: int = 0
    """Advanced by the house to start or restart the meter."""
    paid: int = 0
    """Prizes from the meter, and what was distributed."""
    adjusted: int = 0
    """By hand: corrections, back-outs, recoveries; up is positive."""
    wagered: int = 0
    revenue: int = 0
    """The house's part of the wagers."""
    wagers: int = 0
    rounds: int = 0
    hits: int = 0
    by_table: Counter[str] = field(default_factory=Counter)
    """Wagers of each table."""
    first: int = 0
    last: int = 0
    """Numbers of the day's transactions."""

    @property
    def difference(self) -> int:
        """What does not add up: nothing, or the day cannot be closed."""
        held = sum(self.opening.values()) + self.accrued + self.seeded - self.paid + self.adjusted
        return sum(self.closing.values()) - held

    def to_dict(self) -> dict[str, Any]:
        return {
            "day": self.day.isoformat(),
            "jackpot": self.jackpot,
            "opening_micros": dict(self.opening),
            "accrued_micros": self.accrued,
            "seeded_micros": self.seeded,
            "paid_micros": self.paid,
            "adjusted_micros": self.adjusted,
            "closing_micros": dict(self.closing),
            "difference_micros": self.difference,
            "wagered_micros": self.wagered,
            "revenue_micros": self.revenue,
            "wagers": self.wagers,
            "rounds": self.rounds,
            "hits": self.hits,
            "wagers_by_table": dict(sorted(self.by_table.items())),
            "transactions": [self.first, self.last],
        }


def days(transactions: Iterable[Transaction], day_of: DayOf) -> Iterator[Day]:
    """The days on which anything happened, in order."""
    pools = dict.fromkeys(POOLS, 0)
    current: Day | None = None
    for item in transactions:
        day = day_of(item.at)
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


def _count(day: Day, item: Transaction) -> None:
    """Where a transaction stands among the sums of its day."""
    moved = -sum(item.entries.get(pool, 0) for pool in POOLS)
    match item.kind:
        case "opened":
            day.seeded += moved
        case "coin-in" | "void":
            sign = 1 if item.kind == "coin-in" else -1
            day.accrued += moved
            day.wagered += item.entries.get(TRAY, 0)
            day.revenue -= item.entries.get(REVENUE, 0)
            day.wagers += sign * len(item.data["wagers"])
            day.rounds += sign
            day.by_table[str(item.data["table"])] += sign * len(item.data["wagers"])
        case "award":
            day.hits += 1
            seeded = item.entries.get(SEED, 0)
            day.seeded += seeded
            # Parts of a millionth that the house makes up when terms change with the restart are by hand too.
            day.adjusted += item.entries.get(REVENUE, 0)
            day.paid += seeded + item.entries.get(REVENUE, 0) - moved
        case "fixed-pay" | "distribute":
            day.paid -= moved
        case _:
            day.adjusted += moved


@dataclass(frozen=True, slots=True)
class Hit:
    """One award, as reports list it."""

    number: int
    at: str
    table: str
    seat: int
    outcome: str
    prize_cents: int
    before_cents: int
    after_cents: int
    backed_out: bool


def hits(transactions: Sequence[Transaction]) -> list[Hit]:
    """Every award, the newest first."""
    undone = {int(item.data["award"]) for item in transactions if item.kind == "back-out"}
    return [
        Hit(
            item.number,
            item.at,
            str(item.data.get("table", "")),
            int(item.data.get("seat", 0)),
            str(item.data["outcome"]),
            int(item.result["prize_cents"]),
            int(item.result["before_cents"]),
            int(item.result["after_cents"]),
            item.number in undone,
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


@dataclass(frozen=True, slots=True)
class Funds:
    """Whether the bank holds the players' money (WAC 230-15-455)."""

    owed: int
    """Displayed and not displayed, of all jackpots, in millionths."""
    bank: int | None
    """The balance last seen, in millionths; None where none was."""
    deposited: int
    """What the accrual up to the last deposit came to."""
    due_at: str
    """When the next weekly deposit is due."""
    overdue: bool

    @property
    def short(self) -> int:
        """What is missing; a game stops at once while anything is."""
        return max(0, self.owed - self.bank) if self.bank is not None else self.owed

    @property
    def must_stop(self) -> bool:
        return self.bank is not None and self.bank < self.owed
