"""Washington's limits by date: one wager, separate games on a hand, seats, money on hand. Never a constant in code."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, Protocol, TypeVar

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars

Confidence = Literal["verified", "partly read", "not read"]
"""How far the text of a rule was read: implemented as stated, to be confirmed, or from general knowledge."""

FIRST_DAY: Final = date(1997, 1, 1)
"""House-banked card games were legalised in 1997 (regulation 1.3)."""


class Dated(Protocol):
    @property
    def since(self) -> date: ...


D = TypeVar("D", bound=Dated)


def in_force(entries: Sequence[D], day: date) -> D:
    """The entry that holds on a day."""
    found = next((entry for entry in reversed(entries) if entry.since <= day), None)
    if found is None:
        raise BadInput(f"on {day} no house-banked card game was allowed: give a day from {FIRST_DAY} on")
    return found


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What one wager may be from a day on."""

    since: date
    most: Cents
    cite: str
    confidence: Confidence
    high: Cents | None = None
    """A higher ceiling for some tables, where there was one."""

    def high_tables(self, authorised: int) -> int:
        """How many tables might use the higher ceiling, by the number of tables authorised."""
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
"""The day of the last is the vote's filing plus 31 days, as near as the sources tell."""


def ceiling_on(day: date) -> Ceiling:
    """The ceiling in force on a day."""
    return in_force(CEILINGS, day)


@dataclass(frozen=True, slots=True)
class SeparateGames:
    """How many separate games a player may bet on with one hand of cards."""

    since: date
    most: int
    most_over: int
    """How many of them may take a wager over $5."""
    cite: str
    confidence: Confidence


OVER: Final = dollars(5)
SEPARATE_GAMES: Final = (
    SeparateGames(FIRST_DAY, 2, 2, "WAC 230-15-040; regulation 1.2: before WSR 07-15-063", "partly read"),
    SeparateGames(date(2008, 1, 1), 3, 3, "WAC 230-15-040; regulation 1.2: WSR 07-15-063", "partly read"),
    SeparateGames(date(2009, 9, 18), 6, 3, "WAC 230-15-040; regulation 1.2: WSR 09-17-076", "partly read"),
)
"""The days are those of the filings, as near as the sources tell."""


@dataclass(frozen=True, slots=True)
class Seats:
    """How many players may sit at a table."""

    since: date
    most: int
    cite: str
    confidence: Confidence


SEATS: Final = (
    Seats(FIRST_DAY, 7, "WAC 230-15-055 before WSR 08-17-122", "partly read"),
    Seats(date(2009, 1, 1), 9, "WAC 230-15-055; regulation 1.2: WSR 08-17-122", "partly read"),
)
"""That nine was adopted is likely and not confirmed; no game of the rulebook has more than seven."""


@dataclass(frozen=True, slots=True)
class MoneyOnHand:
    """What cage, safe and vault hold at the opening."""

    since: date
    per_table: Cents
    receipts: bool
    """Plus 1% of last year's receipts, or what a new room holds instead; before that, plus the largest prize."""
    cite: str
    confidence: Confidence


NEW_ROOM: Final = dollars(30_000)
MONEY_ON_HAND: Final = (
    MoneyOnHand(date(2022, 1, 1), dollars(1_000), False, "WAC 230-15-050 as of 2022", "verified"),
    MoneyOnHand(date(2025, 2, 13), dollars(2_000), True, "WAC 230-15-050", "verified"),
)
"""Forms of before 2022 were not read: nothing is checked for such a day."""
