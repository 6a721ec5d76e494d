"""What a simulation of whole tables asks of a family of games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, cast

from pitbook.families import facet
from pitbook.games.model import Game

if TYPE_CHECKING:
    from pitbook.simulate.blocks import TableSimulation
    from pitbook.simulate.table import TableAsk


@dataclass(frozen=True, slots=True)
class Played:
    """How hands are played or set, as a simulation takes it."""

    policy: str = ""
    """Empty for the usual one."""
    rules: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)


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

    def played(self, play: Mapping[str, str]) -> Played:
        """What the words for exact figures of hands (``Ask.play``, such as ``player-way``) are to a simulation."""

    def notes(self, ask: "TableAsk") -> tuple[str, ...]:
        """What a reader of the figures must know of the base game."""


def family_of(game: Game) -> SimulateFamily:
    return cast("SimulateFamily", facet(game.family, "simulate"))
