"""A whole blackjack table, dealt and played: shoe, seats, dealer, bonus wagers.

The allowed actions and the pays are computed from the rulebook once, before the first card (:mod:`.hands`,
:mod:`.lines`, :mod:`.sides`), and then looked up (:mod:`.kernel`; :mod:`.fast` for one seat with the base wager alone).
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitbook.families.blackjack.simulate.strategy import STRATEGIES
from pitbook.families.blackjack.simulate.table import BlackjackTable, table_simulation
from pitbook.simulate.family import HandPlay

if TYPE_CHECKING:
    from pitbook.simulate.table import TableRequest

__all__ = ["COUNTS", "PENETRATION", "POLICIES", "BlackjackTable", "notes", "played", "table_simulation"]

POLICIES: tuple[str, ...] = STRATEGIES
PENETRATION: Fraction | None = Fraction(3, 4)
COUNTS: tuple[str, ...] = ("hands", "doubles", "splits")
CUT_CARD: Final = (
    "A cut card changes the base game itself (the cut-card effect), so it has no exact figure here; "
    "--penetration 0% shuffles every round."
)


def played(play: Mapping[str, str]) -> HandPlay:
    return HandPlay(rules=play)


def notes(ask: "TableRequest") -> tuple[str, ...]:
    return (CUT_CARD,) if ask.penetration else ()
