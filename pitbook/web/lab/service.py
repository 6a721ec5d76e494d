"""The Lab's service: counts in worker processes, saved designs, and the rate limit of visitors."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pitbook.exact.distribution import Distribution
from pitbook.exact.lab import LabDesign, Opened, evaluation, opened
from pitbook.exact.par import has_par_sheet
from pitbook.games import all_games
from pitbook.room.designs import Designs
from pitbook.room.jobs import Job, JobRunner, Lane
from pitbook.room.token_bucket import TokenBucket
from pitbook.web.lab.work import do

T = TypeVar("T")

SECONDS: Final[Mapping[str, float]] = {"rulebook": 120.0, "own": 30.0, "long": 60.0, "proof": 90.0}
"""Time limits of the lanes: counts of the rulebook's wagers, rules that visitors wrote, less urgent work, and counts
that go through every deal again."""
FIND_SECONDS: Final = 15.0
LANES: Final = {
    name: Lane(waiting=20, seconds=seconds, memory=3 << 30, nice=5, idle_seconds=120.0)
    for name, seconds in SECONDS.items()
}
MOST_KEPT: Final = 400
"""Results in memory; counts are in the cache on disk as well."""
RETRY_SECONDS: Final = 60.0
"""After this time a refused job is tried again: the machine may have been busy."""
PATIENCE: Final = 0.25
"""Seconds that a request waits for a count; cached counts are ready sooner."""
CAPACITY: Final = 600.0
REFILL: Final = 40.0
COSTS: Final[Mapping[str, float]] = {"look": 1, "count": 10, "search": 40, "save": 20, "file": 40}
"""The tokens that each kind of request takes from a visitor's bucket."""


@dataclass(frozen=True, slots=True)
class NotReady:
    """A result that is still being calculated."""

    what: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        return {"state": "counting", "what": self.what, "seconds": round(self.seconds, 1)}


class Lab:
    """The operations behind the pages and the API of the Lab."""

    def __init__(self, designs: Designs, *, counts_ahead: bool = False) -> None:
        """``counts_ahead``: the first visit has the usual tables counted, which takes a minute or two."""
        self.designs = designs
        self.runner = JobRunner(LANES, MOST_KEPT, RETRY_SECONDS)
        self.rate = TokenBucket(CAPACITY, REFILL)
        self._counts_ahead = counts_ahead

    def close(self) -> None:
        self.runner.close()

    def warm(self) -> None:
        """Counts the usual table of every wager ahead of time, once, the quickest first."""
        if not self._counts_ahead:
            return
        self._counts_ahead = False
        usual = [
            opened(LabDesign(game.slug, wager.slug)).counted
            for game in all_games()
            for wager in game.wagers
            if has_par_sheet(wager)
        ]
        for each in sorted(usual, key=lambda each: sum(group.size for group in each.found()[1].groups)):
            self._ask("rulebook", "count", each.to_dict(), ahead=True)

    def counted(self, found: Opened, visitor: str, patience: float = PATIENCE) -> Distribution | NotReady:
        """The distribution of a design, or :class:`NotReady` while it is being counted."""
        return self._result(self._job(found, "count", visitor), "working out the odds", patience)

    def evaluate(self, design: LabDesign, visitor: str) -> dict[str, Any] | NotReady:
        """Every figure of a design."""
        found = opened(design)
        counted = self.counted(found, visitor)
        return counted if isinstance(counted, NotReady) else evaluation(found, counted)

    def without(self, found: Opened, visitor: str) -> Mapping[tuple[int, ...], Distribution] | NotReady:
        """The distributions after one card has left the shoe."""
        return self._result(self._job(found, "without", visitor), "working out the odds without each card")

    def hands(self, found: Opened, visitor: str) -> dict[int, list[list[str]]] | NotReady:
        """Deals that show each answer of the rule."""
        return self._result(self._job(found, "hands", visitor), "looking for hands")

    def proof(self, found: Opened, visitor: str) -> dict[str, Any] | NotReady:
        """The same count by a second method."""
        return self._result(self._job(found, "proof", visitor), "counting the deals again")

    def find(self, found: Opened, wanted: Mapping[str, Any], visitor: str) -> dict[str, Any] | NotReady:
        """Pay tables in a range of house edges."""
        about = {"design": found.design.to_dict(), "wanted": dict(wanted)}
        if self.runner.find(_key("find", about)) is None:
            self.rate.acquire(visitor, COSTS["search"])
        job = self._ask("own" if found.design.rule else "long", "find", about, seconds=FIND_SECONDS)
        return self._result(job, "pay tables are being searched")

    def _job(self, found: Opened, kind: str, visitor: str) -> Job[Any]:
        about = found.counted.to_dict()
        known = self.runner.find(_key(kind, about)) is not None
        self.rate.acquire(visitor, COSTS["look"] if known else COSTS["count"])
        lane = kind if kind == "proof" else "own" if found.design.rule else "rulebook" if kind == "count" else "long"
        return self._ask(lane, kind, about)

    def _ask(
        self, lane: str, kind: str, about: Mapping[str, Any], *, seconds: float | None = None, ahead: bool = False
    ) -> Job[Any]:
        return self.runner.ask(lane, _key(kind, about), do, kind, about, seconds=seconds, ahead=ahead)

    @staticmethod
    def _result(job: Job[T], what: str, patience: float = PATIENCE) -> T | NotReady:
        return job.result() if job.wait(patience) else NotReady(what, job.seconds)


def _key(kind: str, about: Mapping[str, Any]) -> str:
    return f"{kind} {json.dumps(about, sort_keys=True)}"
