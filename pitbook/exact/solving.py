"""The request for solving a base game, and the interface of a family that solves it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from pitbook.cards import Cards
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families import facet
from pitbook.games import family_of


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """The settings for solving a game."""

    game: str
    tables: Mapping[str, str] = field(default_factory=dict)
    """Slug of a wager -> id of its pay table."""
    pays: tuple[tuple[str, str, str], ...] = ()
    """(wager, outcome, pay) that replace lines of pay tables."""
    options: Mapping[str, str] = field(default_factory=dict)
    dead: Cards = ()
    """Cards that are known to be out of the deck."""
    sees: str | None = None
    """The player's information; None for what the rules show."""
    exposures: bool = False
    """Whether to compute also the value for a player of each card that a dealer may expose."""
    hand: Cards | None = None
    """One situation: the player's cards."""
    board: Cards = ()
    """The community cards in that situation."""
    dealer: Cards = ()
    """The dealer cards that are known in it."""


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The cards that the solver's player knows by default at a decision, by place.

    They are a subset of what the seat sees at the table (``RoundView``): no solver uses the cards of other players.
    """

    own: int | None
    """The cards of the decided hand; None for all of them."""
    dealer: int = 0
    board: int = 0


class SolvingFamily(Protocol):
    """A module ``pitbook.families.<family>.solve``."""

    def known_cards(self, game: str, question: str, number: int) -> KnownCards | None:
        """The cards that the solver's player knows when a seat is asked a question of the table, by its name, for the
        ``number``-th time in a round, from 0; None for a question that is not solved."""

    def seconds(self, request: SolveRequest) -> float:
        """About how long the work takes on two cores; 0 where the solution is known, or nothing takes long."""

    def solve(self, request: SolveRequest, progress: Progress | None, run: Runner) -> dict[str, Any]:
        """The solved game as a JSON record (docs/solve.md), or an error that says what to do instead.

        ``run`` runs the stages of long work.
        """


def solve(request: SolveRequest, progress: Progress | None = None, run: Runner = run_here) -> dict[str, Any]:
    """Solves a game of any family."""
    family = cast("SolvingFamily", facet(family_of(request.game), "solve"))
    return family.solve(request, progress, run)


def seconds(request: SolveRequest) -> float:
    """About how long solving takes on two cores; 0 where the solution is known."""
    return cast("SolvingFamily", facet(family_of(request.game), "solve")).seconds(request)
