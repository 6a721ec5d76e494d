"""A table in memory: what its events in the store say, and nothing else."""

from collections.abc import Sequence
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.room.tables.jackpot import TableJackpot
from pitbook.room.tables.story import Story
from pitbook.table.betting import Clock
from pitbook.table.events import Event
from pitbook.table.replay import Replay
from pitbook.table.shoe import OsChance, check_chance
from pitbook.table.table import Table
from pitbook.table.view import TableView

RECENT: Final = 500
"""Events that whoever looks at a table is told of; a table of the room holds no more, all of them are in the store."""


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
        withdraw: str = "",
    ) -> None:
        check_chance(chance)
        self.withdraw = withdraw
        """Why its shoe must not be dealt from any longer; empty where it may."""
        self.name, self.jackpot = name, jackpot
        self.before = before
        """Events of the table that the store has from earlier openings."""
        self.events = list(events)
        self.story = Story()
        self.wagers: list[dict[str, Any]] = []
        """What is shown of its spots, which never changes while it is open; made when somebody first looks."""
        self._replay = Replay.begin(self.events, jackpot, clock, chance)
        self._do_again()

    @property
    def table(self) -> Table:
        return self._replay.table

    def seen_by(self, seat: int) -> TableView:
        """The table as a seat sees it, or as somebody does who watches or deals."""
        return self.table.seen_by(seat)

    @property
    def number(self) -> int:
        """Of the last event that the store has, earlier openings included."""
        return self.before + self._replay.forgotten + len(self.events)

    def last_bets(self, seat: int) -> tuple[Bet, ...]:
        """What a seat bet in its last round. Whoever plays for play money finds it again after having left; at a table
        of the room it is the dealer who seats everybody, so a player has it only while sitting there."""
        stay = self.story.stays[seat]
        return stay.last_bets if self.table.config.configuration else self.story.layouts.get(stay.owner, ())

    def news(self, after: int) -> list[Event]:
        """What has happened after the event of this number; nothing where that is long ago: the view tells it all."""
        recent = self.number - after
        return self.events[-recent:] if after and 0 < recent <= RECENT else []

    @property
    def new(self) -> list[Event]:
        """What was done and is not kept yet."""
        return self._replay.made[len(self.events) :]

    def follow(self, events: Sequence[Event]) -> None:
        """Does again what others have done."""
        self.events.extend(events)
        self._do_again()
        self._forget()

    def keep(self) -> None:
        """The store has what was new."""
        new = self.new
        self.events.extend(new)
        self._replay.done = len(self.events)
        self._tell(new)
        self._forget()

    def _forget(self) -> None:
        """Whoever plays for play money may ask for the whole record; that one is begun anew before it is long."""
        if self.table.config.configuration and len(self.events) > 2 * RECENT:
            self._replay.forget(RECENT)

    def _do_again(self) -> None:
        told = self._replay.done if self._replay.done > 1 else 0
        replay = self._replay.run()
        if replay.differences and replay.table.round is not None and not self.events[0].data["packages"]:
            raise BadInput(
                f"table {self.name} has a round that an earlier version of Pitbook began and this version cannot go on "
                f"with: finish or void it with that version first ({replay.differences[0]})"
            )
        replay.check()
        self._tell(self.events[told:])

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self.story.tell(event)
