"""What paying a prize of a certain size asks of the room: proof of the deck, surveillance, a cheque, a tax form."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars, format_cents

DECK_FROM: Final = dollars(500)
"""From here on the deck is proved complete and the hand sealed (WAC 230-15-405, taken for progressives too)."""
SURVEILLANCE_OVER: Final = dollars(3_000)
"""Above this surveillance verifies hand, wager, payout and player (WAC 230-15-320)."""
CASH_UP_TO: Final = dollars(5_000)
"""Above this a prize is paid by cheque, within 24 hours (WAC 230-15-405)."""
TIMES_THE_WAGER: Final = 300
"""A win of a table game is reported only where it is this many times its wager."""
WITHHOLD_OVER: Final = dollars(5_000)
"""Above this, less the wager, tax is withheld from a win that is reported."""

LateBasis = Literal["as shown at the end of the round", "as shown now"]
"""Of which meter an award is a share that is recorded after its round."""
AT_ROUND_END: Final[LateBasis] = "as shown at the end of the round"


@dataclass(frozen=True, slots=True)
class Threshold:
    """From which win on a form W-2G is due, and since when."""

    since: date
    cents: Cents
    source: str


W2G: Final = (
    Threshold(date(1977, 1, 1), dollars(600), "IRS instructions for forms W-2G and 5754, through 2025"),
    Threshold(date(2026, 1, 1), dollars(2_000), "draft IRS instructions for payments made in 2026"),
)
"""The dated table of regulation reference 4.5: to be held against the current instructions before a payment."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What one prize needs."""

    deck: bool
    surveillance: bool
    cheque: bool
    threshold: Threshold
    reported: bool
    withheld: bool

    @property
    def tax_words(self) -> str:
        """What the tax block says of this prize."""
        limit = f"{format_cents(self.threshold.cents)} and {TIMES_THE_WAGER} times the wager"
        if not self.reported:
            return f"Not reportable: a win is reported from {limit} on."
        held = f" Withhold 24%: above {format_cents(WITHHOLD_OVER)} less the wager." if self.withheld else ""
        return f"Form W-2G is due: the prize reaches {limit}.{held}"


def needs(prize: Cents, bet: Cents, day: date) -> Needs:
    """What a prize needs that is paid on this day."""
    if prize < 0 or bet <= 0:
        raise BadInput("a prize is not negative, and its wager is above zero")
    threshold = max((each for each in W2G if each.since <= day), key=lambda each: each.since, default=W2G[0])
    reported = prize >= threshold.cents and prize >= TIMES_THE_WAGER * bet
    return Needs(
        prize >= DECK_FROM,
        prize > SURVEILLANCE_OVER,
        prize > CASH_UP_TO,
        threshold,
        reported,
        reported and prize - bet > WITHHOLD_OVER,
    )
