"""Money as integers: cents for bets and pays, millionths of a dollar for meters.

A fraction of a cent is never dropped silently: a pay with a fraction is rounded by a :class:`Rounding` that the pay
table or the house states.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NewType

from pitbook.errors import BadInput, quoted

Cents = NewType("Cents", int)
"""A whole number of cents."""

Micros = NewType("Micros", int)
"""A whole number of millionths of a dollar."""

MICROS_PER_CENT: Final = 10_000


def dollars(amount: int) -> Cents:
    """Whole dollars as cents."""
    return Cents(amount * 100)


_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?", re.ASCII)
_LARGEST = dollars(1_000_000_000)


def parse_cents(text: str, what: str = "amount") -> Cents:
    """Parses ``10``, ``$2.50`` or ``$1,000.00``; refuses negative amounts and fractions of a cent."""
    word = text.strip()
    if word.startswith(("-", "$-", "−")):
        raise BadInput(f"{what} {quoted(text)} is negative: give dollars and cents of zero or more, such as 10 or 2.50")
    found = _AMOUNT.fullmatch(word)
    if not found:
        raise BadInput(f"{what} {quoted(text)} is not an amount of money: give dollars and cents, such as 10 or 2.50")
    whole, part = found[1].replace(",", "").lstrip("0") or "0", (found[2] or "").rstrip("0")
    if len(part) > 2:
        raise BadInput(f"{what} {quoted(text)} has a fraction of a cent: money is in whole cents")
    # Compare lengths before converting: a hostile input may be thousands of digits long.
    if len(whole) > 10 or (cents := int(whole) * 100 + int(part.ljust(2, "0"))) > _LARGEST:
        raise BadInput(f"{what} is larger than {format_cents(_LARGEST)}, the largest amount allowed")
    return Cents(cents)


def parse_bet(text: str, what: str = "bet") -> Cents:
    """A bet: an amount of at least one cent."""
    cents = parse_cents(text, what)
    if cents == 0:
        raise BadInput(f"{what} {quoted(text)} is zero: a bet is at least one cent")
    return cents


def format_cents(cents: int) -> str:
    """``$1,000`` or ``$2.50``; a loss is ``-$5``."""
    sign, size = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${size // 100:,}" + (f".{size % 100:02d}" if size % 100 else "")


def format_micros(micros: int) -> str:
    """``$5,000.11``, or all six decimals if there is a fraction of a cent."""
    places = 2 if micros % MICROS_PER_CENT == 0 else 6
    whole, rest = divmod(abs(micros), 10**6)
    return f"{'-' if micros < 0 else ''}${whole:,}.{f'{rest:06d}'[:places]}"


def whole_cents(micros: int) -> Cents:
    """The cents of an amount, truncated towards zero, as a display shows a meter."""
    return Cents(abs(micros) // MICROS_PER_CENT * (-1 if micros < 0 else 1))


RoundingMode = Literal["down", "nearest", "up"]


@dataclass(frozen=True, slots=True)
class Rounding:
    """The rounding of winnings with a fraction, to a multiple of ``unit``."""

    unit: Cents = Cents(1)
    """The smallest amount the table pays; one cent by default."""
    mode: RoundingMode = "down"
    """``down`` leaves the breakage with the house, ``up`` gives it to the player; ``nearest`` rounds halves up."""

    def apply(self, winnings: Fraction) -> Cents:
        """The whole cents to pay for exact ``winnings`` in cents (never negative)."""
        units = winnings / self.unit
        if self.mode == "down":
            whole = units.numerator // units.denominator
        elif self.mode == "up":
            whole = -(-units.numerator // units.denominator)
        else:
            whole = (2 * units.numerator + units.denominator) // (2 * units.denominator)
        return Cents(whole * self.unit)

    def __str__(self) -> str:
        return f"{self.mode} to {format_cents(self.unit)}"


def parse_rounding(text: str) -> Rounding:
    """Parses ``down to $0.50``, the text of :class:`Rounding`."""
    for mode in ("down", "nearest", "up"):
        found = re.fullmatch(rf"\s*{mode}\s+to\s+(?:the\s+)?(\S+)\s*", text)
        if found:
            unit = parse_cents(found[1], "rounding unit")
            if unit == 0:
                raise BadInput(f"rounding {quoted(text)} has the unit zero: the unit is at least one cent")
            return Rounding(unit, mode)
    raise BadInput(f"rounding {quoted(text)} is not known: write 'down to $0.50', 'nearest to $0.25' or 'up to $1'")
