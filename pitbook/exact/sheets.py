"""Chooses the engine for a par sheet: commands, pages, sessions and costs all request sheets here.

The engine (:mod:`pitbook.exact.select`) counts a wager that one deal decides. The family of the game computes every
other. Both return jobs: everything is checked, nothing is computed yet.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact.family import family_of
from pitbook.exact.par import ParSheet
from pitbook.exact.progress import Report, no_report
from pitbook.exact.select import CountingJob, SheetRequest, plan
from pitbook.games.model import Game, Wager, listed

BY_DEALS: Final = "counted over all deals"
LONG: Final = 30.0
"""The most seconds that a figure on a page may take."""


@dataclass(frozen=True, slots=True)
class SheetJob:
    """One sheet that has been checked and not yet computed; identified by game, wager, pay table and decks."""

    game: Game
    wager: Wager
    table: str
    decks: int
    method: str
    """How it will be computed, worded to follow "is"."""
    seconds: float
    """The approximate time if nothing is in the cache."""
    make: Callable[[Report], ParSheet]
    is_kept: Callable[[], bool]
    """Whether the slow part is in the cache."""
    strategy: str = ""
    """How hands are played or set, in a few words."""

    def sheet(self, report: Report = no_report) -> ParSheet:
        """Computes the sheet; ``report`` is called with the progress of a long count."""
        return self.make(report)

    @property
    def takes_long(self) -> bool:
        return self.seconds > LONG and not self.is_kept()


def jobs(game: Game, ask: SheetRequest) -> list[SheetJob]:
    """The sheets asked for, in the letter's order.

    Without a wager: those of all wagers that one deal decides. Refused if nothing matches, or if part of the request
    changes nothing.
    """
    if ask.wager and game.wager(ask.wager).by_play:
        return list(family_of(game).jobs(game, ask))
    if ask.play:
        raise BadInput(f"{ask.wager or game.slug} is decided by the deal: {listed(ask.play)} would change nothing")
    return [_by_deals(job) for job in plan(game, ask)]


def _by_deals(job: CountingJob) -> SheetJob:
    return SheetJob(
        job.game, job.wager, job.table.id, job.decks, BY_DEALS, 0.0, lambda report: job.sheet(), lambda: False
    )


def seconds_for(game: Game, wager: Wager) -> float:
    """The approximate time of the first sheet of a wager; 0 if one deal decides it."""
    return family_of(game).SECONDS if wager.by_play else 0.0
