"""Which engine makes a par sheet: the one place where commands, pages, sessions and costs ask for one.

A wager that one deal decides is counted by the engine (:mod:`pitbook.exact.select`). Every other is asked of the family
of its game. Both answer with jobs: everything is checked, nothing is computed yet.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact.family import family_of
from pitbook.exact.par import ParSheet
from pitbook.exact.progress import Report, no_report
from pitbook.exact.select import Job, SheetRequest, plan
from pitbook.games.model import Game, Wager, listed

BY_DEALS: Final = "counted over all deals"
LONG: Final = 30.0
"""Seconds that a figure asked for in passing may take."""


@dataclass(frozen=True, slots=True)
class SheetJob:
    """One sheet that has been checked and not yet computed; game, wager, pay table and decks say which."""

    game: Game
    wager: Wager
    table: str
    decks: int
    method: str
    """How it will be made, to follow "is"."""
    seconds: float
    """About how long that takes where nothing is in the cache."""
    make: Callable[[Report], ParSheet]
    is_kept: Callable[[], bool]
    """Whether what takes long is in the cache."""
    strategy: str = ""
    """How hands are played or set, in few words."""

    def sheet(self, report: Report = no_report) -> ParSheet:
        """The sheet; ``report`` is told how far a long count is."""
        return self.make(report)

    @property
    def takes_long(self) -> bool:
        return self.seconds > LONG and not self.is_kept()


def jobs(game: Game, ask: SheetRequest) -> list[SheetJob]:
    """The sheets asked for, in the letter's order.

    Without a wager: those of all wagers that one deal decides. Refused where nothing fits, or something asked for
    changes nothing.
    """
    if ask.wager and game.wager(ask.wager).by_play:
        return list(family_of(game).jobs(game, ask))
    if ask.play:
        raise BadInput(f"{ask.wager or game.slug} is decided by the deal: {listed(ask.play)} would change nothing")
    return [_by_deals(job) for job in plan(game, ask)]


def _by_deals(job: Job) -> SheetJob:
    return SheetJob(
        job.game, job.wager, job.table.id, job.decks, BY_DEALS, 0.0, lambda report: job.sheet(), lambda: False
    )


def seconds_for(game: Game, wager: Wager) -> float:
    """About how long the first sheet of a wager takes; 0 for what one deal decides."""
    return family_of(game).SECONDS if wager.by_play else 0.0
