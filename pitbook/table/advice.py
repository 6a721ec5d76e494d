"""Advice on request, from the exact engine: the value of every answer, and the answer of the chart or the house way."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitbook.errors import BadInput
from pitbook.money import format_cents
from pitbook.table.family import family_of
from pitbook.table.odds import TableOdds
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

Write = Callable[[Sequence[int]], str]
"""A screen's function for writing cards."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A recommended answer."""

    words: str
    """A complete sentence; empty while nothing is known yet."""
    figures: tuple[str, ...] = ()
    """Further lines with the figures behind it."""
    is_whole: bool = True
    """False while the figures are not known yet."""


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    """The recommended answer; without ``odds`` only what needs no calculation."""
    try:
        return family_of(view.config.game).advise(view, ask, place, odds, write)
    except BadInput as error:
        return Advice(f"No hint here: {error}")


def average(value: float, bet: int, *, of_bet: bool = False) -> str:
    """``win $7.72``, ``lose $2.10`` or ``break even``, for a value per unit of the bet; ``of_bet`` adds ``of $10``."""
    cents = round(value * bet)
    if cents == 0:
        return "break even"
    won = f"{'lose' if cents < 0 else 'win'} {format_cents(abs(cents))}"
    return f"{won} of {format_cents(bet)}" if of_bet else won
