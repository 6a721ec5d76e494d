"""Advice on request, from the exact engine: what every answer is worth, and what the chart or the house way says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitbook.errors import BadInput
from pitbook.money import format_cents
from pitbook.table.family import family_of
from pitbook.table.odds import Odds
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

Write = Callable[[Sequence[int]], str]
"""How a screen writes cards."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to answer."""

    words: str
    """In a sentence that stands alone; empty while nothing is known yet."""
    figures: tuple[str, ...] = ()
    """What it rests on, in further lines."""
    is_whole: bool = True
    """False while the figures are not known yet."""


def advise(view: RoundView, ask: Ask, place: Place, odds: Odds | None, write: Write) -> Advice:
    """What to answer; without ``odds`` only as much as is known at once."""
    try:
        return family_of(view.config.game).advise(view, ask, place, odds, write)
    except BadInput as error:
        return Advice(f"No hint here: {error}")


def average(value: float, bet: int) -> str:
    """``win $7.72`` or ``lose $2.10``, for a value per unit of the bet."""
    cents = round(value * bet)
    return f"{'lose' if cents < 0 else 'win'} {format_cents(abs(cents))}"
