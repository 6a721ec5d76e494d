"""A whole poker table, dealt, decided and paid."""

from collections.abc import Mapping
from fractions import Fraction

from pitbook.families.poker.exact.policy import POLICIES as WAYS
from pitbook.families.poker.simulate.table import notes, table_simulation
from pitbook.simulate.family import HandPlay

__all__ = ["COUNTS", "PENETRATION", "POLICIES", "notes", "played", "table_simulation"]

POLICIES: tuple[str, ...] = WAYS
PENETRATION: Fraction | None = None
COUNTS: tuple[str, ...] = ()


def played(play: Mapping[str, str]) -> HandPlay:
    return HandPlay()
