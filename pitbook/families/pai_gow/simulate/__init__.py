"""A whole pai gow table, dealt, set and paid."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitbook.errors import BadInput
from pitbook.families.pai_gow.exact.sheet import OPTIMAL
from pitbook.families.pai_gow.simulate.table import STRATEGIES, table_simulation
from pitbook.simulate.family import HandPlay

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

__all__ = ["COUNTS", "PENETRATION", "POLICIES", "notes", "played", "table_simulation"]

POLICIES: tuple[str, ...] = STRATEGIES
PENETRATION: Fraction | None = None
COUNTS: tuple[str, ...] = ()


def played(play: Mapping[str, str]) -> HandPlay:
    way = play.get("player-way", "")
    if way == OPTIMAL:
        raise BadInput("the best way to set each hand is counted and not simulated: give another --player-way")
    return HandPlay(policy=way, options={name: play[name] for name in ("house-way",) if name in play})


def notes(ask: "TableRequest") -> tuple[str, ...]:
    return ()
