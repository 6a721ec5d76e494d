"""Amounts of money as forms and cheques have them, in figures and in words."""

from typing import Final

from pitbook.errors import BadInput
from pitbook.money import Cents

SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
LARGE: Final = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (100, "hundred"))


def number_words(number: int) -> str:
    """``one thousand two hundred fifty-three``."""
    if not 0 <= number < 10**12:
        raise BadInput("only numbers from zero to below a trillion are written in words")
    for size, name in LARGE:
        if number >= size:
            rest = number % size
            return f"{number_words(number // size)} {name}" + (f" {number_words(rest)}" if rest else "")
    if number < 20:
        return SMALL[number]
    return TENS[number // 10] + (f"-{SMALL[number % 10]}" if number % 10 else "")


def money_words(cents: Cents) -> str:
    """``One thousand two hundred fifty dollars and 13/100``."""
    whole = number_words(cents // 100)
    return f"{whole[:1].upper()}{whole[1:]} dollar{'s' if cents // 100 != 1 else ''} and {cents % 100:02d}/100"


def to_the_cent(cents: int) -> str:
    """``$1,250.00``."""
    return f"${cents // 100:,}.{cents % 100:02d}"
