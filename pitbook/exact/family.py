"""The interface that exact figures require of a family of games."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from pitbook.cards import Shoe
from pitbook.exact.progress import Report
from pitbook.families import facet
from pitbook.games.model import Game, Wager

if TYPE_CHECKING:
    from pitbook.exact.distribution import Distribution
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import SheetRequest
    from pitbook.exact.sheets import SheetJob


class AfterFolds(NamedTuple):
    """The effect of folding on a wager that one deal decides."""

    words: str
    """For the sheet, in a sentence."""
    counted: "Distribution | None" = None
    """The answers of its rule as hands are played; None where folding changes nothing or is not counted."""


class ExactFamily(Protocol):
    """A module ``pitbook.families.<family>.exact``.

    The engine counts every wager that one deal decides. The family computes the figures of the others
    (``Wager.by_play``): it solves how hands are played, or counts how they compare once they are set.
    """

    SECONDS: float
    """The approximate time of its first sheet; later ones are read from the cache."""
    BY_BET: bool
    """Whether a figure per unit depends on the bet, because a pay is rounded at the bet."""

    def cards_per_round(self, game: Game, players: int) -> Fraction | None:
        """The approximate number of cards per round; None if every round is dealt from a fresh pack."""

    def jobs(self, game: Game, ask: "SheetRequest") -> "Sequence[SheetJob]":
        """The sheets of ``ask.wager``, which is decided by play, checked and not yet computed.

        Refuses a wager that the family cannot compute, and any input that would change nothing.
        """

    def record_of(self, sheet: "ParSheet") -> dict[str, Any]:
        """The JSON record of a sheet with a detail of this family."""

    def removal_of(self, game: Game, wager: Wager) -> "Callable[[ParSheet], Mapping[str, float]] | None":
        """A function that takes a sheet and returns the change of the house edge without one card, by the card's name;
        None if the family does not compute that."""

    def after_folds(self, sheet: "ParSheet") -> AfterFolds | None:
        """The effect of folding on the wager of a sheet, which one deal decides; None where no base game is folded."""

    def first_asked(self, game: Game) -> Sequence[Callable[[Report], object]]:
        """Slow computations that a newcomer requests first, beside the sheets of the wagers: their results are
        shipped."""


class CountingFamily(Protocol):
    """The same module of a family that counts deals by a method of its own (``Wager.counted_by``)."""

    def count_deals(self, wager: Wager, shoe: Shoe) -> Mapping[int, int]:
        """The answers of the wager's rule over all deals, each with the number of deals."""


def family_of(game: Game) -> ExactFamily:
    return cast("ExactFamily", facet(game.family, "exact"))


def counting_family(wager: Wager) -> CountingFamily:
    """The family that counts a wager's deals."""
    return cast("CountingFamily", facet(wager.counted_by, "exact"))
