"""What exact figures ask of a family of games."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, cast

from pitbook.exact.progress import Report
from pitbook.families import facet
from pitbook.games.model import Game, Wager

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import SheetJob


class ExactFamily(Protocol):
    """A module ``pitbook.families.<family>.exact``.

    The engine counts every wager that one deal decides. The family makes the figures of the others
    (``Wager.by_play``): it solves how hands are played, or counts how they compare once they are set.
    """

    SECONDS: float
    """About how long the first of its sheets takes; later ones are read from the cache."""
    BY_BET: bool
    """Whether a figure for each unit depends on the bet, because a pay is rounded at the bet."""

    def cards_per_round(self, game: Game, players: int) -> Fraction | None:
        """About how many cards a round takes; None where every round is dealt from a fresh pack."""

    def jobs(self, game: Game, ask: "SheetRequest") -> "Sequence[SheetJob]":
        """The sheets of ``ask.wager``, which is decided by play, checked and not yet computed.

        Refused: a wager that the family cannot work out, and anything asked for that would change nothing.
        """

    def record_of(self, sheet: "ParSheet") -> dict[str, Any]:
        """A sheet with a detail of this family's, as other programs rely on it."""

    def removal_of(self, game: Game, wager: Wager) -> "Callable[[ParSheet], Mapping[str, float]] | None":
        """What tells from a sheet how the house edge changes without one card, by the card's name; None where that is
        not worked out."""

    def first_asked(self, game: Game) -> Sequence[Callable[[Report], object]]:
        """What takes long and a newcomer asks for first, beside the sheets of the wagers: its results are shipped."""


def family_of(game: Game) -> ExactFamily:
    return cast("ExactFamily", facet(game.family, "exact"))
