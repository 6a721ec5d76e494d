"""The stakes of a seat, by wager, hand and spot, and the moves of money that change them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pitbook.money import Cents

Source = Literal["player", "house"]
"""The owner of the chips that a move puts on the table."""


class StakeKey(NamedTuple):
    """Identifies a stake of a seat."""

    wager: str
    hand: int = 1
    """The number of the seat's hand."""
    spot: int = 0
    """The number of the spot; 0 if the wager has only one."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The money on one wager of one hand."""

    own: Cents = Cents(0)
    """The player's money."""
    house: Cents = Cents(0)
    """The house's money, for a free bet: a win is paid on it too, and a loss costs the player only ``own``."""
    locked: bool = False
    """Whether the dealer has taken it from the felt already, as a progressive wager at COIN IN."""

    @property
    def total(self) -> Cents:
        """The amount that a win is paid on."""
        return Cents(self.own + self.house)


@dataclass(frozen=True, slots=True)
class Move:
    """Money that a choice puts on a stake, or takes back if negative."""

    key: StakeKey
    cents: Cents
    source: Source = "player"

    def record(self) -> dict[str, Any]:
        """The move as data of an event."""
        record: dict[str, Any] = {"wager": self.key.wager, "cents": self.cents}
        if self.key.hand > 1:
            record["hand"] = self.key.hand
        if self.key.spot:
            record["spot"] = self.key.spot
        if self.source != "player":
            record["source"] = self.source
        return record

    def applied(self, stake: Stake) -> Stake:
        """The stake after the move."""
        own = stake.own + self.cents if self.source == "player" else stake.own
        house = stake.house + self.cents if self.source == "house" else stake.house
        if own < 0 or house < 0:
            raise ValueError(f"{self} takes back more than lies on {stake}")
        return Stake(Cents(own), Cents(house), stake.locked)


def cost(moves: Iterable[Move]) -> Cents:
    """The chips that moves take from the player's stack."""
    return Cents(sum(move.cents for move in moves if move.source == "player"))
