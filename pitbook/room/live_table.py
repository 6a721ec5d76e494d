"""A table in memory: what its events in the store say, and nothing else."""

from collections.abc import Sequence

from pitbook.room.table_jackpot import TableJackpot
from pitbook.room.table_story import Story
from pitbook.table.events import Event
from pitbook.table.replay import Replay
from pitbook.table.shoe import OsChance, check_chance
from pitbook.table.table import Clock, Table


class LiveTable:
    """The last opening of a table, done again from its record and gone on with.

    Whatever is done to :attr:`table` is new until the store has it; if the store does not take it, the whole object is
    thrown away, for what was not kept has not happened.
    """

    def __init__(
        self,
        name: str,
        before: int,
        events: Sequence[Event],
        chance: OsChance,
        clock: Clock,
        jackpot: TableJackpot | None,
    ) -> None:
        check_chance(chance)
        self.name, self.jackpot = name, jackpot
        self.before = before
        """Events of the table that the store has from earlier openings."""
        self.events = list(events)
        self.story = Story()
        self._replay = Replay.begin(self.events, jackpot, clock, chance)
        self._do_again()

    @property
    def table(self) -> Table:
        return self._replay.table

    @property
    def number(self) -> int:
        """Of the last event that the store has, earlier openings included."""
        return self.before + len(self.events)

    @property
    def new(self) -> list[Event]:
        """What was done and is not kept yet."""
        return self._replay.made[len(self.events) :]

    def follow(self, events: Sequence[Event]) -> None:
        """Does again what others have done."""
        self.events.extend(events)
        self._do_again()

    def keep(self) -> None:
        """The store has what was new."""
        new = self.new
        self.events.extend(new)
        self._replay.done = len(self.events)
        self._tell(new)

    def _do_again(self) -> None:
        told = self._replay.done if self._replay.done > 1 else 0
        self._replay.run().check()
        self._tell(self.events[told:])

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self.story.tell(event)
