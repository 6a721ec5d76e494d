"""A table of a game without decisions, dealt and paid."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.families.fixed_deal.simulate.table import NO_STRATEGY, table_simulation
from pitbook.simulate.family import HandPlay

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

__all__ = ["COUNTS", "PENETRATION", "POLICIES", "notes", "played", "table_simulation"]

POLICIES: tuple[str, ...] = (NO_STRATEGY,)
PENETRATION: Fraction | None = Fraction(3, 4)
COUNTS: tuple[str, ...] = ()


def played(play: Mapping[str, str]) -> HandPlay:
    return HandPlay()


def notes(ask: "TableRequest") -> tuple[str, ...]:
    return ()
