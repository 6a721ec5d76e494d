"""The display format of exact figures, and the bars of a par sheet's chart."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from pitbook.exact.par import ParSheet
from pitbook.pay import Amount

NONE = "–"
"""Shown if there is no figure."""


def percent(value: Fraction | None, places: int = 4) -> str:
    """``4.2707%``, rounded half away from zero from the exact value."""
    return NONE if value is None else f"{fixed(value * 100, places)}%"


def fixed(value: Fraction | None, places: int) -> str:
    """A decimal with this many places, rounded half away from zero from the exact value."""
    if value is None:
        return NONE
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(whole).rjust(places + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return sign + f"{int(digits[: len(digits) - places]):,}" + (f".{digits[len(digits) - places :]}" if places else "")


def number(value: float | None, places: int = 4) -> str:
    return NONE if value is None else f"{value:,.{places}f}"


def one_in(value: Fraction | None) -> str:
    """``4,090.7``: the odds as letters print them, without decimals where these are insignificant."""
    if value is None:
        return "never"
    return fixed(value, 3 if value < 10 else 2 if value < 100 else 1 if value < 100_000 else 0)


def places_for(values: Iterable[Fraction | None], least: int = 6, most: int = 12) -> int:
    """The decimal places that show three digits of the smallest of these, so that a column is aligned and hides
    nothing."""
    sizes = [abs(value) for value in values if value]
    if not sizes:
        return least
    # A ratio that is too small for a float could not be shown in a column either.
    return min(most, max(least, 2 - floor(log10(float(min(sizes)) or 1e-300))))


@dataclass(frozen=True, slots=True)
class ReturnBar:
    """One bar of the chart."""

    label: str
    value: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class ReturnChart:
    """The return of each paying line, in the sheet's order."""

    title: str
    bars: tuple[ReturnBar, ...]
    note: str = ""
    """A note on lines that the chart leaves out."""


def chart(sheet: ParSheet, most: int = 14) -> ReturnChart:
    """The return by line; for a wager that takes no bet, dollars per round. Small values are combined into one bar."""
    dollars = sheet.average_win is not None
    values = []
    for row in sheet.rows:
        if not row.wins:
            continue
        line = sheet.table.line(row.outcome)
        if dollars and line is not None and isinstance(line.pay, Amount):
            values.append((row.label, row.probability * line.pay.cents / 100))
        elif row.returned is not None and row.net is not None:
            values.append((row.label, row.returned))
    kept = values
    if len(values) > most:
        least = sorted((value for _, value in values), reverse=True)[most - 2]
        kept = [(label, value) for label, value in values if value >= least][: most - 1]
        rest = sum((value for _, value in values), Fraction(0)) - sum((value for _, value in kept), Fraction(0))
        kept.append((f"{len(values) - len(kept)} other outcomes", rest))
    places = places_for([value for _, value in kept], least=4, most=6)
    bars = tuple(
        ReturnBar(label, value, f"${fixed(value, places)}" if dollars else percent(value, max(places - 2, 2)))
        for label, value in kept
    )
    unpriced = [row.label for row in sheet.rows if row.wins and row.net is None and not dollars]
    note = f"These lines have no value until a meter is given: {', '.join(unpriced)}." if unpriced else ""
    return ReturnChart("Dollars a round, by line" if dollars else "Return by line, for each unit wagered", bars, note)


def deck_words(decks: int) -> str:
    """``one deck`` or ``6 decks``."""
    return "one deck" if decks == 1 else f"{decks} decks"
