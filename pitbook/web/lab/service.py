"""The Lab's service: counts in their lanes, saved designs, and how much a visitor may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.exact.distribution import Distribution
from pitbook.exact.lab import Design, Opened, evaluation, opened
from pitbook.exact.par import has_par_sheet
from pitbook.games import all_games
from pitbook.room.designs import Designs
from pitbook.room.token_bucket import TokenBucket
from pitbook.web.lab.lanes import Job, Lanes

PATIENCE: Final = 0.25
"""Seconds that a request waits for a count: what is kept on disk is there long before."""
PURSE: Final = 600.0
REFILL: Final = 40.0
COSTS: Final[Mapping[str, float]] = {"look": 1, "count": 10, "search": 40, "save": 20, "file": 40}
"""What each kind of request takes out of a visitor's purse."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that is still being worked out."""

    what: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        return {"state": "counting", "what": self.what, "seconds": round(self.seconds, 1)}


class Lab:
    """Everything that pages and the API of the Lab ask for."""

    def __init__(self, designs: Designs) -> None:
        self.designs = designs
        self.lanes = Lanes()
        self.rate = TokenBucket(PURSE, REFILL)
        self._warm = False

    def close(self) -> None:
        self.lanes.close()

    def warm(self) -> None:
        """Has the usual table of every wager counted, once, the quickest first, while nobody waits for it."""
        if self._warm:
            return
        self._warm = True
        usual = [
            opened(Design(game.slug, wager.slug)).counted
            for game in all_games()
            for wager in game.wagers
            if has_par_sheet(wager)
        ]
        for each in sorted(usual, key=lambda each: sum(group.size for group in each.found()[1].groups)):
            self.lanes.ask("rulebook", "count", each.to_dict(), ahead=True)

    def counted(self, found: Opened, visitor: str, patience: float = PATIENCE) -> Distribution | Waiting:
        """The distribution of a design, or that it is on its way."""
        job = self._job(found, "count", visitor, patience)
        return _distribution(job.found) if job.done.is_set() else Waiting("the deals are being counted", job.seconds)

    def evaluate(self, design: Design, visitor: str) -> dict[str, Any] | Waiting:
        """Every figure of a design."""
        found = opened(design)
        counted = self.counted(found, visitor)
        return counted if isinstance(counted, Waiting) else evaluation(found, counted)

    def without(self, found: Opened, visitor: str) -> dict[tuple[int, ...], Distribution] | Waiting:
        """The distributions after one card has left the shoe."""
        job = self._job(found, "without", visitor, PATIENCE)
        if not job.done.is_set():
            return Waiting("the shoe is being counted without each card", job.seconds)
        return {tuple(each["cards"]): _distribution(each) for each in job.found}

    def hands(self, found: Opened, visitor: str) -> dict[int, list[list[str]]] | Waiting:
        """Deals that show each answer of the rule."""
        job = self._job(found, "hands", visitor, PATIENCE)
        if not job.done.is_set():
            return Waiting("hands are being looked for", job.seconds)
        return {int(answer): deals for answer, deals in job.found.items()}

    def proof(self, found: Opened, visitor: str) -> dict[str, Any] | Waiting:
        """What the second way to the same count found."""
        job = self._job(found, "proof", visitor, PATIENCE)
        return dict(job.found) if job.done.is_set() else Waiting("the deals are being counted again", job.seconds)

    def find(self, found: Opened, wanted: Mapping[str, Any], visitor: str) -> dict[str, Any] | Waiting:
        """Pay tables in a range of house edges."""
        about = {"design": found.design.to_dict(), "wanted": dict(wanted)}
        if not self.lanes.knows("find", about):
            self.rate.spend(visitor, COSTS["search"])
        job = self.lanes.ask("own" if found.design.rule else "long", "find", about, PATIENCE)
        _check(job)
        return dict(job.found) if job.done.is_set() else Waiting("pay tables are being searched", job.seconds)

    def _job(self, found: Opened, kind: str, visitor: str, patience: float) -> Job:
        about = found.counted.to_dict()
        self.rate.spend(visitor, COSTS["look"] if self.lanes.knows(kind, about) else COSTS["count"])
        lane = kind if kind == "proof" else "own" if found.design.rule else "rulebook" if kind == "count" else "long"
        job = self.lanes.ask(lane, kind, about, patience)
        _check(job)
        return job


def _check(job: Job) -> None:
    if job.done.is_set() and job.refused:
        raise BadInput(job.refused)


def _distribution(found: Mapping[str, Any]) -> Distribution:
    answers = {int(answer): times for answer, times in found["answers"].items()}
    return Distribution(answers, found["total"], found["method"])
