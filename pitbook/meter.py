"""A meter's arithmetic: accrue, award, reseed. It uses whole millionths of a dollar and loses nothing to rounding.

A rate such as 12.5% of a $1 wager gives whole millionths or leaves a remainder. The remainder is carried to the next
wager, so that a year of wagers adds up to exactly the rate times the amount wagered. Prizes are whole cents; the part
of a meter below a cent stays on it. The exact engine, the simulator and the jackpot controller all use this meter.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from pitbook.errors import BadInput
from pitbook.money import MICROS_PER_CENT, Cents, Micros


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """The contribution, reserve, seed and limit of a meter."""

    seed: Micros
    """The start value, and the restart value after a 100% award; the house advances it."""
    contribution: Fraction
    """The share of each wager that is added to the display at once."""
    reserve: Fraction = Fraction(0)
    """The share of each wager that is kept back and added to the seed after a 100% award."""
    limit: Micros | None = None
    """The most that the display shows; the excess is kept as overflow and remains the players' money."""

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise BadInput("a seed must not be negative")
        if self.contribution < 0 or self.reserve < 0 or self.contribution + self.reserve > 1:
            raise BadInput(
                "contribution and reserve are shares of the wager: neither may be negative, together at most 100%"
            )
        if self.limit is not None and self.limit < self.seed:
            raise BadInput("a meter's limit must be at least its seed")


@dataclass(frozen=True, slots=True)
class Meter:
    """The state of a meter. The remainders are in parts of a millionth, over the rates' denominators."""

    terms: MeterTerms
    displayed: Micros
    reserve: Micros = Micros(0)
    overflow: Micros = Micros(0)
    displayed_carry: int = 0
    reserve_carry: int = 0

    @classmethod
    def fresh(cls, terms: MeterTerms) -> "Meter":
        """A meter that shows its seed."""
        return cls(terms, terms.seed)

    @property
    def shown(self) -> Cents:
        """The displayed amount: whole cents, truncated."""
        return Cents(self.displayed // MICROS_PER_CENT)

    def accrue(self, wager: Cents) -> "Meter":
        """The meter after one more wager."""
        if wager < 0:
            raise BadInput("a wager must not be negative")
        micros = wager * MICROS_PER_CENT
        added, displayed_carry = _part(micros, self.terms.contribution, self.displayed_carry)
        kept, reserve_carry = _part(micros, self.terms.reserve, self.reserve_carry)
        displayed, overflow = within(self.displayed + added, self.terms.limit)
        return replace(
            self,
            displayed=displayed,
            overflow=Micros(self.overflow + overflow),
            reserve=Micros(self.reserve + kept),
            displayed_carry=displayed_carry,
            reserve_carry=reserve_carry,
        )

    def take_back(self, wager: Cents) -> "Meter":
        """The meter without a wager that is voided: everything that it added is removed, to the last part of a
        millionth.

        It comes off the overflow first. If a 100% award has since moved the reserve to the display, that part comes off
        the display.
        """
        if wager < 0:
            raise BadInput("a wager must not be negative")
        micros = -wager * MICROS_PER_CENT
        added, displayed_carry = _part(micros, self.terms.contribution, self.displayed_carry)
        kept, reserve_carry = _part(micros, self.terms.reserve, self.reserve_carry)
        held = self.displayed + self.overflow + added + min(0, self.reserve + kept)
        if held < 0:
            raise BadInput("the meter no longer holds what this wager added")
        displayed, overflow = within(held, self.terms.limit)
        return replace(
            self,
            displayed=displayed,
            overflow=overflow,
            reserve=Micros(max(0, self.reserve + kept)),
            displayed_carry=displayed_carry,
            reserve_carry=reserve_carry,
        )

    def award(self, share: Fraction) -> "tuple[Cents, Meter]":
        """The prize for a share of the meter, in whole cents, and the meter after it.

        A share below 100% leaves the rest on the display. A 100% award restarts the meter at seed plus reserve
        (letter 003, reserve contribution), with the overflow that the limit had kept off the display.
        """
        if not 0 < share <= 1:
            raise BadInput("a share of the meter must be above 0% and at most 100%")
        part = self.shown * share
        prize = Cents(part.numerator // part.denominator)
        left = Micros(self.displayed - prize * MICROS_PER_CENT)
        if share < 1:
            # Room under the limit is filled from the overflow, which is the players' money too.
            displayed, overflow = within(left + self.overflow, self.terms.limit)
            return prize, replace(self, displayed=displayed, overflow=overflow)
        return prize, replace(self, displayed=left).restarted()

    def restarted(self) -> "Meter":
        """Adds the seed and the reserve to the remaining amount."""
        restart = self.terms.seed + self.reserve + self.overflow + self.displayed
        displayed, overflow = within(restart, self.terms.limit)
        return replace(self, displayed=displayed, overflow=overflow, reserve=Micros(0))

    def pay(self, amount: Cents) -> "tuple[Cents, Meter]":
        """The part of a fixed pay that the meter covers, in whole cents, and the meter after it.

        For tables that pay fixed pays from the meter (letter 003, Blazing 7's Progressive rule 13b). A meter that holds
        less than the pay contributes all its whole cents; the house pays the rest.
        """
        if amount < 0:
            raise BadInput("a pay must not be negative")
        held = self.displayed + self.overflow
        given = Cents(min(amount, held // MICROS_PER_CENT))
        displayed, overflow = within(held - given * MICROS_PER_CENT, self.terms.limit)
        return given, replace(self, displayed=displayed, overflow=overflow)


def _part(micros: int, rate: Fraction, carry: int) -> tuple[int, int]:
    """The rate's part of a wager in whole millionths, and the remainder to carry."""
    return divmod(micros * rate.numerator + carry, rate.denominator)


def within(micros: int, limit: Micros | None) -> tuple[Micros, Micros]:
    """The displayed amount, and the overflow beyond the limit (controller checklist P5)."""
    shown = micros if limit is None else min(micros, limit)
    return Micros(shown), Micros(micros - shown)
