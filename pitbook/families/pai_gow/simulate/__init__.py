"""A whole pai gow table, dealt, set and paid."""

from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.families.pai_gow.simulate.table import STRATEGIES, table_simulation

if TYPE_CHECKING:
    from pitbook.simulate.table import TableAsk

__all__ = ["COUNTS", "PENETRATION", "POLICIES", "notes", "table_simulation"]

POLICIES: tuple[str, ...] = STRATEGIES
PENETRATION: Fraction | None = None
COUNTS: tuple[str, ...] = ()


def notes(ask: "TableAsk") -> tuple[str, ...]:
    return ()
