"""Figures that others publish of a game, so that pages can print them beside the computed ones."""

from typing import Final, NamedTuple

EXACT: Final = "exact enumeration of the reference"
"""The source of a figure that comes from counting every deal."""


class Published(NamedTuple):
    """One published figure of the base game, of a bonus, or of a wager that the game comes without."""

    figure: str
    """The name of the figure, in words."""
    printed: str
    """As it is printed, such as ``3.37%``."""
    source: str
    of: str
    """The name of the computed figure: ``house_edge``, ``element_of_risk``, ``average_stake``, ``standard_deviation``,
    ``chart`` for the chart's house edge and ``chart_cost`` for what it costs, ``choice DECISION WORD``, ``simpler
    WORDS`` for the house edge of a simplification, ``hand NAME CHOICE``, ``bonus WAGER TABLE`` for a bonus's house
    edge, or ``meter FOURS/FULL/FLUSH`` for the meter at which a $1 progressive on five cards costs nothing. A number
    before it and ``x`` multiplies it: ``deals x house_edge``."""
    tables: tuple[tuple[str, str], ...] = ()
    """Pay tables other than the usual ones, by wager."""
    options: tuple[tuple[str, str], ...] = ()
    """Options other than the usual ones."""
    why: str = ""
    """Why the computed figure differs, if it does."""
