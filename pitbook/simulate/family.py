"""What a simulation of whole tables asks of a family of games."""

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, cast

from pitbook.families import facet
from pitbook.games.model import Game

if TYPE_CHECKING:
    from pitbook.simulate.blocks import TableSimulation
    from pitbook.simulate.table import TableAsk


class SimulateFamily(Protocol):
    """A module ``pitbook.families.<family>.simulate``."""

    POLICIES: tuple[str, ...]
    """How players may decide, by name, the usual way first. A family may know more, such as a chart in a file."""
    PENETRATION: Fraction | None
    """How much of the shoe is dealt before a shuffle, where nothing else is asked for; None where every round is dealt
    from a fresh pack and there is no cut card to place."""
    COUNTS: tuple[str, ...]
    """Rows of the base wager's totals that are shown as they are, such as ``splits``."""

    def table_simulation(self, ask: "TableAsk") -> "TableSimulation":
        """The table that is asked for; refuses bets, rules and policies that it cannot have."""

    def notes(self, ask: "TableAsk") -> tuple[str, ...]:
        """What a reader of the figures must know of the base game."""


def family_of(game: Game) -> SimulateFamily:
    return cast("SimulateFamily", facet(game.family, "simulate"))
