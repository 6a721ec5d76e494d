"""Federal tax on a prize: the amount from which it is reported, the withholding, and the form.

Every figure has a date, a source, and a note on how much of the source was read. The page marks a figure whose source
was not read in full: compare it with the current IRS instructions before a payment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final, Literal, Protocol, TypeVar

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars, format_cents

Standing = Literal["read", "from reports", "from memory"]
"""How much of a source was read: its text, reports about it, or nothing."""


class DatedTaxRule(Protocol):
    @property
    def since(self) -> date: ...


D = TypeVar("D", bound=DatedTaxRule)


def in_force(entries: Sequence[D], day: date) -> D:
    """The entry in force on a day; the first entry for any earlier day."""
    return next((each for each in reversed(entries) if each.since <= day), entries[0])


@dataclass(frozen=True, slots=True)
class Threshold:
    """The win from which a form W-2G is due, and since when."""

    since: date
    cents: Cents
    source: str
    standing: Standing = "read"


W2G: Final = (
    Threshold(date(1977, 1, 1), dollars(600), "IRS instructions for forms W-2G and 5754, through 2025"),
    Threshold(
        date(2026, 1, 1),
        dollars(2_000),
        "2025 act, for payments from 2026; final instructions not yet seen",
        "from reports",
    ),
    Threshold(date(2027, 1, 1), dollars(2_000), "indexed from 2027: confirm the year's amount", "from reports"),
)


@dataclass(frozen=True, slots=True)
class Multiple:
    """The least multiple of its wager at which a win of a table game is reported."""

    since: date
    times: int
    source: str
    standing: Standing = "read"


TIMES_THE_WAGER: Final = (Multiple(date(1977, 1, 1), 300, "IRS instructions for forms W-2G and 5754"),)


@dataclass(frozen=True, slots=True)
class Withholding:
    """The share withheld of a reported win whose amount less the wager is above a limit."""

    since: date
    over: Cents
    rate: Fraction
    source: str
    standing: Standing = "read"


WITHHOLDING: Final = (
    Withholding(
        date(1993, 1, 1), dollars(5_000), Fraction(25, 100), "26 USC 3402(q) before 2018, rate to be confirmed",
        "from memory",
    ),
    Withholding(date(2018, 1, 1), dollars(5_000), Fraction(24, 100), "IRS instructions for forms W-2G and 5754"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class NonResident:
    """The share withheld of a non-resident alien's win, which form 1042-S reports for any amount."""

    since: date
    rate: Fraction
    exempt: tuple[str, ...]
    """Games whose winnings are exempt. A side wager with its own meter does not count as one of them."""
    source: str
    standing: Standing


NON_RESIDENT: Final = (
    NonResident(
        date(1988, 11, 11), Fraction(30, 100), ("blackjack", "baccarat", "craps", "roulette", "big-6 wheel"),
        "26 USC 871(a) and (j), 1441", "from memory",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Winning:
    """A wager and its prize."""

    player: str
    table: str
    round: int
    wager: str
    bet: Cents
    prize: Cents


def identical_as_one(winnings: Sequence[Winning]) -> list[Winning]:
    """Adds up identical wagers of one player in one round, which count as one wager (IRS instructions, W-2G)."""
    found: dict[tuple[str, str, int, str], Winning] = {}
    for each in winnings:
        key = (each.player, each.table, each.round, each.wager)
        earlier = found.get(key)
        bet, prize = (earlier.bet, earlier.prize) if earlier else (Cents(0), Cents(0))
        found[key] = Winning(*key, Cents(bet + each.bet), Cents(prize + each.prize))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Tax:
    """The tax on one win."""

    prize: Cents
    bet: Cents
    threshold: Threshold
    multiple: Multiple
    withholding: Withholding

    @property
    def reported(self) -> bool:
        return self.prize >= self.threshold.cents and self.prize >= self.multiple.times * self.bet

    @property
    def withheld(self) -> Cents:
        """The amount withheld of a resident's win, in whole cents."""
        over = self.reported and self.prize - self.bet > self.withholding.over
        return Cents(round((self.prize - self.bet) * self.withholding.rate)) if over else Cents(0)

    @property
    def words(self) -> str:
        """The text of the tax block on a win page."""
        limit = f"{format_cents(self.threshold.cents)} and {self.multiple.times} times the wager"
        if not self.reported:
            return (
                f"Not reportable by itself: a win is reported if it reaches {limit}. Identical wagers of one player "
                "in one round count as one wager."
            )
        held = ""
        if self.withheld:
            over, rate = format_cents(self.withholding.over), f"{float(self.withholding.rate):.0%}"
            held = f" Withhold {rate}: above {over} less the wager."
        return f"Form W-2G is due: the prize reaches {limit}.{held}"


def tax_of(prize: Cents, bet: Cents, day: date) -> Tax:
    """The tax on a win that is paid to a resident on this day; combine identical wagers first."""
    if prize < 0 or bet <= 0:
        raise BadInput("a prize must not be negative, and its wager must be above $0")
    return Tax(prize, bet, in_force(W2G, day), in_force(TIMES_THE_WAGER, day), in_force(WITHHOLDING, day))
