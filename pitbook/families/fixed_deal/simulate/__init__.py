"""A table of a game without decisions, dealt and paid."""

from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.families.fixed_deal.simulate.table import NO_STRATEGY, table_simulation

if TYPE_CHECKING:
    from pitbook.simulate.table import TableAsk

__all__ = ["COUNTS", "PENETRATION", "POLICIES", "notes", "table_simulation"]

POLICIES: tuple[str, ...] = (NO_STRATEGY,)
PENETRATION: Fraction | None = Fraction(3, 4)
COUNTS: tuple[str, ...] = ()


def notes(ask: "TableAsk") -> tuple[str, ...]:
    return ()
