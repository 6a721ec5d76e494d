"""The interface that simulations of whole tables require of a family of games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, cast

from pitbook.families import facet
from pitbook.games.model import Game

if TYPE_CHECKING:
    from pitbook.simulate.blocks import TableSimulation
    from pitbook.simulate.table import TableRequest


@dataclass(frozen=True, slots=True)
class HandPlay:
    """How hands are played or set in a simulation."""

    policy: str = ""
    """Empty for the default."""
    rules: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


class SimulateFamily(Protocol):
    """A module ``pitbook.families.<family>.simulate``."""

    POLICIES: tuple[str, ...]
    """The names of the players' strategies, the default first. A family may know more, such as a chart in a file."""
    PENETRATION: Fraction | None
    """The default penetration of the shoe; None if every round is dealt from a fresh pack, without a cut card."""
    COUNTS: tuple[str, ...]
    """Rows of the base wager's totals that are shown unchanged, such as ``splits``."""

    def table_simulation(self, ask: "TableRequest") -> "TableSimulation":
        """The requested table; refuses bets, rules and strategies that it does not support."""

    def played(self, play: Mapping[str, str]) -> HandPlay:
        """Converts the play options of exact figures (``SheetRequest.play``, such as ``player-way``) for a
        simulation."""

    def notes(self, ask: "TableRequest") -> tuple[str, ...]:
        """Notes on the base game for a reader of the figures."""


def family_of(game: Game) -> SimulateFamily:
    return cast("SimulateFamily", facet(game.family, "simulate"))
