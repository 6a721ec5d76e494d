"""The jackpot interface of a table, and two implementations for play money.

A table of the card room gets an implementation on its controller and ledger instead (``room/tables/jackpot.py``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from pitbook.meter import Meter, MeterTerms
from pitbook.money import Cents
from pitbook.pay import share_of


class Jackpot(Protocol):
    """The jackpot that a table's progressive wager plays for."""

    @property
    def shown(self) -> Cents:
        """The cents on the display."""
        ...

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        """Locks the wagers of a round, seat by seat: the meter steps up at once."""
        ...

    def award(self, seat: int, share: Fraction) -> Cents:
        """Pays a share of the displayed amount; returns the prize."""
        ...

    def pay(self, seat: int, cents: Cents) -> None:
        """Takes a fixed pay off the meter, as much of it as the meter holds; for casinos that pay it from the meter."""
        ...

    def mark(self) -> object:
        """A mark for :meth:`rewind`, which undoes payments made after it."""
        ...

    def rewind(self, mark: object) -> None:
        """Undoes what the table paid since the mark."""
        ...

    def end_game(self) -> None:
        """The round is over: GAME OVER, or END GAME."""
        ...

    def void_game(self) -> None:
        """The round is void: restores the jackpot to its state before the round's wagers."""
        ...


@dataclass(slots=True)
class PlayMeter:
    """A progressive for play money: one meter at one table."""

    meter: Meter
    _before: Meter | None = None

    @classmethod
    def fresh(cls, terms: MeterTerms) -> "PlayMeter":
        return cls(Meter.fresh(terms))

    @property
    def shown(self) -> Cents:
        return self.meter.shown

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        self._before = self.meter
        for cents in wagers.values():
            self.meter = self.meter.accrue(cents)

    def award(self, seat: int, share: Fraction) -> Cents:
        prize, self.meter = self.meter.award(share)
        return prize

    def pay(self, seat: int, cents: Cents) -> None:
        _, self.meter = self.meter.pay(cents)

    def mark(self) -> Meter:
        return self.meter

    def rewind(self, mark: object) -> None:
        if isinstance(mark, Meter):
            self.meter = mark

    def end_game(self) -> None:
        self._before = None

    def void_game(self) -> None:
        self.meter, self._before = self._before or self.meter, None


@dataclass(slots=True)
class PostedPrize:
    """A house jackpot: a posted prize, the casino's until won, paid in full to every winner (letter 002, Jackpot)."""

    prize: Cents

    @property
    def shown(self) -> Cents:
        return self.prize

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        """A posted prize does not grow."""

    def award(self, seat: int, share: Fraction) -> Cents:
        return share_of(self.prize, share)

    def pay(self, seat: int, cents: Cents) -> None:
        """A posted prize pays no other wins."""

    def mark(self) -> None:
        """A posted prize does not change."""

    def rewind(self, mark: object) -> None:
        """A posted prize does not change."""

    def end_game(self) -> None:
        """A posted prize has no game to end."""

    def void_game(self) -> None:
        """A posted prize does not change."""


@dataclass(slots=True)
class LockedWagers:
    """A jackpot whose wagers of this round are locked already: re-running the round must not lock them again."""

    live: Jackpot

    @property
    def shown(self) -> Cents:
        return self.live.shown

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        """They were locked when the round ran the first time."""

    def award(self, seat: int, share: Fraction) -> Cents:
        return self.live.award(seat, share)

    def pay(self, seat: int, cents: Cents) -> None:
        self.live.pay(seat, cents)

    def mark(self) -> object:
        return self.live.mark()

    def rewind(self, mark: object) -> None:
        self.live.rewind(mark)

    def end_game(self) -> None:
        self.live.end_game()

    def void_game(self) -> None:
        self.live.void_game()
