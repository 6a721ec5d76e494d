"""The bets of a seat and their settlements."""

from dataclasses import dataclass
from fractions import Fraction

from pitbook.cards import Cards
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents

LOSS = "loss"
"""The outcome of a wager whose cards satisfy no paying line."""


@dataclass(frozen=True, slots=True)
class Bet:
    """Money on one spot."""

    wager: str
    cents: Cents
    spot: int = 0
    """The number of the spot; 0 if the wager has only one."""
    choice: str = ""
    """The player's choice with the bet, such as a colour."""
    house: Cents = Cents(0)
    """The house's money beside it, for a free bet: a win is also paid on it, and a loss costs only ``cents``."""

    @property
    def total(self) -> Cents:
        """The amount on which a win is paid."""
        return Cents(self.cents + self.house)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's cards and bets. Seats count from 1, from the dealer's left."""

    cards: Cards
    bets: tuple[Bet, ...] = ()
    setting: Setting | None = None
    """The setting of a pai gow hand; None for the house way."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of one wager of one seat."""

    seat: int
    wager: str
    spot: int
    bet: Cents
    """The player's own money."""
    table: str
    outcome: str
    label: str
    pays: str
    """The line that paid, as printed; ``loss`` where none did."""
    net: Cents | None
    """Winnings beyond the bet, in cents; None for a share of a meter that was not given."""
    share: Fraction | None = None
    """The share of the meter that was won."""
    envy_from: int = 0
    """The seat whose hand won this envy; 0 if it is the seat's own wager."""
    house: Cents = Cents(0)
    """The house's money on the wager, for a free bet."""

    @property
    def total(self) -> Cents:
        """The amount on which a win is paid."""
        return Cents(self.bet + self.house)


def pushed_out(bet: Cents, net: Cents | None, taken: bool) -> Cents | None:
    """The chips that a dealer pushes out to the player for a wager; None while the share of a meter is not known.

    A wager on the felt stays the player's when it wins or pushes: the dealer adds the net. A wager that the dealer took
    when the progressive was locked is off the table: the dealer pushes out the wager and the net. A loss gets nothing.
    """
    if net is None:
        return None
    return Cents(bet + net) if taken else Cents(max(net, 0))
