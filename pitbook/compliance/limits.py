"""Washington's ceiling on one house-banked wager, by date."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from pitbook.money import Cents, dollars

Confidence = Literal["verified", "partly read", "not read"]
"""How far the text of a rule was read: implemented as stated, to be confirmed, or from general knowledge."""


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
    Ceiling(date(1997, 1, 1), dollars(25), "regulation 1.3: press on the first house-banked games", "partly read"),
    Ceiling(date(2000, 1, 1), dollars(100), "regulation 1.3: WSR 99-08-093", "partly read"),
    Ceiling(date(2004, 7, 1), dollars(100), "regulation 1.3: WSR 04-06-005", "verified", dollars(200)),
    Ceiling(date(2008, 1, 1), dollars(200), "regulation 1.3: WSR 09-03-024", "partly read"),
    Ceiling(date(2009, 1, 1), dollars(300), "WAC 230-15-140; regulation 1.3: WSR 09-03-024", "partly read"),
    Ceiling(date(2023, 8, 21), dollars(400), "WAC 230-15-140; regulation 1.3: vote of 20 July 2023", "partly read"),
)
"""The day of the last is the vote's filing plus 31 days, as near as the sources tell."""


def ceiling_on(day: date) -> Ceiling:
    """The ceiling in force on a day; the first of all for days before it."""
    return next((ceiling for ceiling in reversed(CEILINGS) if ceiling.since <= day), CEILINGS[0])
