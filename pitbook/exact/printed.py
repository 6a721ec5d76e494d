"""A figure as a letter prints it, and whether an exact figure agrees with it at that precision."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from pitbook.errors import BadInput, quoted

Unit = Literal["", "%", "$", "to 1"]

_FIGURE = re.compile(
    r"(?P<sign>-?)(?P<dollar>\$?)(?P<whole>\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(?P<part>\d{1,15}))?"
    r"(?P<unit>%| to 1)?",
    re.ASCII,
)
_NOTHING: Final = ("n/a", "loss")


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed figure: its value, and the number of printed decimals."""

    text: str
    value: Fraction
    places: int
    """Decimals behind the point, as printed."""
    unit: Unit = ""
    nothing: bool = False
    """True if the letter states in words that there is no value: ``N/A``, ``Loss``."""

    @property
    def step(self) -> Fraction:
        """One unit of the last printed place, in the unit of the value."""
        return Fraction(1, 10**self.places) / self._scale

    @property
    def band(self) -> tuple[Fraction, Fraction]:
        """The interval of exact figures that round to this one."""
        return self.value - self.step / 2, self.value + self.step / 2

    @property
    def _scale(self) -> int:
        return 100 if self.unit == "%" else 1

    def agrees(self, exact: Fraction | None) -> bool:
        """Whether the exact figure, rounded to the printed decimals (half away from zero), is the printed one."""
        if exact is None or self.nothing:
            return self.nothing and not exact
        if self.unit == "to 1":  # a pay is exact, not a rounded figure
            return exact == self.value
        return self._rounded(exact) == self.value / self.step

    def truncates(self, exact: Fraction | None) -> bool:
        """Whether the exact figure, truncated to the printed decimals, is the printed one."""
        if exact is None or self.nothing:
            return False
        whole = int(abs(exact) / self.step)
        return (whole if exact >= 0 else -whole) == self.value / self.step

    def render(self, exact: Fraction | None, more: int = 0) -> str:
        """The exact figure in the printed format, rounded to the printed decimals or some more of them."""
        if exact is None:
            return "none"
        places = self.places + more
        units = self._rounded(exact, more)
        digits = str(abs(units)).rjust(places + 1, "0")
        whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
        sign, dollar = ("-" if units < 0 else ""), ("$" if self.unit == "$" else "")
        behind = " to 1" if self.unit == "to 1" else self.unit.replace("$", "")
        return f"{sign}{dollar}{int(whole):,}" + (f".{part}" if places else "") + behind

    def _rounded(self, exact: Fraction, more: int = 0) -> int:
        """In units of the last place."""
        units = abs(exact) / self.step * 10**more
        whole: int = (2 * units.numerator + units.denominator) // (2 * units.denominator)
        return whole if exact >= 0 else -whole


@cache
def parse_printed(text: str) -> Printed:
    """Parses ``4.75%``, ``$40,793``, ``-0.018567``, ``1000 to 1`` or ``N/A``."""
    word = text.strip()
    if word.lower() in _NOTHING:
        return Printed(text, Fraction(0), 0, nothing=True)
    found = _FIGURE.fullmatch(word)
    if not found or (found["dollar"] and found["unit"]):
        raise BadInput(f"{quoted(text)} is not a printed figure: it looks like 4.75%, $40,793, -0.018567 or 1000 to 1")
    part = found["part"] or ""
    unit: Unit = "$" if found["dollar"] else "%" if found["unit"] == "%" else "to 1" if found["unit"] else ""
    value = Fraction(f"{found['sign']}{found['whole'].replace(',', '')}.{part or '0'}")
    return Printed(text, value / 100 if unit == "%" else value, len(part), unit)
