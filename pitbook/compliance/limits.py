"""Washington's limits by date: one wager, separate games on a hand, seats, money on hand. Stated here only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, Protocol, TypeVar

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars

Confidence = Literal["verified", "partly read", "not read"]
"""How much of a rule's text was read: ``verified`` is implemented as stated, ``partly read`` needs confirmation,
``not read`` is from general knowledge."""

FIRST_DAY: Final = date(1997, 1, 1)
"""House-banked card games were legalised in 1997 (regulation 1.3)."""


class DatedLimit(Protocol):
    @property
    def since(self) -> date: ...


D = TypeVar("D", bound=DatedLimit)


def in_force(entries: Sequence[D], day: date) -> D:
    """The entry in force on a day."""
    found = next((entry for entry in reversed(entries) if entry.since <= day), None)
    if found is None:
        raise BadInput(f"on {day} no house-banked card game was allowed: give a day from {FIRST_DAY} on")
    return found


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The highest wager allowed from a day on."""

    since: date
    most: Cents
    cite: str
    confidence: Confidence
    high: Cents | None = None
    """A higher ceiling for some tables, if there was one."""

    def high_tables(self, authorised: int) -> int:
        """The number of tables that may use the higher ceiling, by the number of tables authorised."""
        if self.high is None:
            return 0
        return 1 if authorised <= 5 else 2 if authorised <= 10 else 3


CEILINGS: Final = (
    Ceiling(FIRST_DAY, dollars(25), "regulation 1.3: press on the first house-banked games", "partly read"),
    Ceiling(date(2000, 1, 1), dollars(100), "regulation 1.3: WSR 99-08-093", "partly read"),
    Ceiling(date(2004, 7, 1), dollars(100), "regulation 1.3: WSR 04-06-005", "verified", dollars(200)),
    Ceiling(date(2008, 1, 1), dollars(200), "regulation 1.3: WSR 09-03-024", "partly read"),
    Ceiling(date(2009, 1, 1), dollars(300), "WAC 230-15-140; regulation 1.3: WSR 09-03-024", "partly read"),
    Ceiling(date(2023, 8, 21), dollars(400), "WAC 230-15-140; regulation 1.3: vote of 20 July 2023", "partly read"),
)
"""The date of the last one is an estimate: the filing of the vote plus 31 days."""


def ceiling_on(day: date) -> Ceiling:
    """The ceiling in force on a day."""
    return in_force(CEILINGS, day)


@dataclass(frozen=True, slots=True)
class SeparateGames:
    """The number of separate games that a player may bet on with one hand of cards."""

    since: date
    most: int
    most_over: int
    """The number of them that may take a wager over $5."""
    cite: str
    confidence: Confidence


OVER: Final = dollars(5)
SEPARATE_GAMES: Final = (
    SeparateGames(FIRST_DAY, 2, 2, "WAC 230-15-040; regulation 1.2: before WSR 07-15-063", "partly read"),
    SeparateGames(date(2008, 1, 1), 3, 3, "WAC 230-15-040; regulation 1.2: WSR 07-15-063", "partly read"),
    SeparateGames(date(2009, 9, 18), 6, 3, "WAC 230-15-040; regulation 1.2: WSR 09-17-076", "partly read"),
)
"""The dates are estimates from the filings."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The number of players allowed at a table."""

    since: date
    most: int
    cite: str
    confidence: Confidence


SEATS: Final = (
    Seats(FIRST_DAY, 7, "WAC 230-15-055 before WSR 08-17-122", "partly read"),
    Seats(date(2009, 1, 1), 9, "WAC 230-15-055; regulation 1.2: WSR 08-17-122", "partly read"),
)
"""Nine seats are likely but not confirmed; no game of the rulebook has more than seven."""


@dataclass(frozen=True, slots=True)
class MoneyOnHand:
    """The money that cage, safe and vault must hold at the opening."""

    since: date
    per_table: Cents
    receipts: bool
    """Whether 1% of last year's receipts is added (:data:`NEW_ROOM` for a new room); earlier rules added the largest
    prize."""
    cite: str
    confidence: Confidence


NEW_ROOM: Final = dollars(30_000)
MONEY_ON_HAND: Final = (
    MoneyOnHand(date(2022, 1, 1), dollars(1_000), False, "WAC 230-15-050 as of 2022", "verified"),
    MoneyOnHand(date(2025, 2, 13), dollars(2_000), True, "WAC 230-15-050", "verified"),
)
"""Rules before 2022 were not read: nothing is checked for earlier days."""
