"""The requirements for a prize of a given size: proof of the deck, surveillance, a cheque, a tax form."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from pitbook.jackpot.tax import Tax, tax_of
from pitbook.money import Cents, dollars

DECK_FROM: Final = dollars(500)
"""From this amount on the deck is proved complete and the hand sealed (WAC 230-15-405, applied to progressives too)."""
SURVEILLANCE_OVER: Final = dollars(3_000)
"""Above this surveillance verifies hand, wager, payout and player (WAC 230-15-320)."""
CASH_UP_TO: Final = dollars(5_000)
"""Above this a prize is paid by cheque, within 24 hours (WAC 230-15-405)."""
LateBasis = Literal["as shown at the end of the round", "as shown now"]
"""The meter amount that a late award is a share of."""
AT_ROUND_END: Final[LateBasis] = "as shown at the end of the round"


@dataclass(frozen=True, slots=True)
class PayoutRequirements:
    """The requirements for paying one prize."""

    deck: bool
    surveillance: bool
    cheque: bool
    tax: Tax


def needs(prize: Cents, bet: Cents, day: date) -> PayoutRequirements:
    """The requirements for a prize that is paid on this day."""
    tax = tax_of(prize, bet, day)
    return PayoutRequirements(prize >= DECK_FROM, prize > SURVEILLANCE_OVER, prize > CASH_UP_TO, tax)
