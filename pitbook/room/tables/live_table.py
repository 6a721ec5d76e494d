"""A table in memory: a cache of its events in the store."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.room.tables.history import TableHistory
from pitbook.room.tables.jackpot import TableJackpot
from pitbook.table.betting import Clock
from pitbook.table.config import first_bets
from pitbook.table.events import Event
from pitbook.table.replay import Replay
from pitbook.table.shoe import OsChance, check_chance
from pitbook.table.table import Table
from pitbook.table.view import TableView

RECENT: Final = 500
"""Events that a page may ask for. A table of the room keeps no more in memory; the store has all of them."""


class LiveTable:
    """The last opening of a table, replayed from its record and then played on.

    Events made by :attr:`table` are new until the store has committed them. If the store refuses them, the whole object
    is dropped: it would show something that has not happened.
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
        """Why its shoe must not be dealt from any longer; empty if it may."""
        self.name, self.jackpot = name, jackpot
        self.before = before
        """The number of events from earlier openings."""
        self.events = list(events)
        self.history = TableHistory()
        self.wagers: list[dict[str, Any]] = []
        """The view of its spots, which does not change while it is open; made by the first view."""
        self._replay = Replay.begin(self.events, jackpot, clock, chance)
        self._do_again()

    @property
    def table(self) -> Table:
        return self._replay.table

    def seen_by(self, seat: int, meter: Cents | None = None) -> TableView:
        """The table as a seat sees it, or ``SPECTATOR`` or ``CONSOLE``; ``meter`` if the caller has just read it."""
        return self.table.seen_by(seat, meter)

    @property
    def number(self) -> int:
        """The number of the last committed event, counted over all openings."""
        return self.before + self._replay.forgotten + len(self.events)

    def last_bets(self, seat: int) -> tuple[Bet, ...]:
        """The bets of a seat in its last round.

        For play money a visitor's bets are known again after they left and came back. At a table of the room the dealer
        seats the players, so bets are known only while a player stays at the seat.
        """
        stay = self.history.stays[seat]
        return stay.last_bets if self.table.config.configuration else self.history.layouts.get(stay.owner, ())

    @cached_property
    def first_bets(self) -> list[dict[str, Any]]:
        """The bets proposed to a newcomer; they do not change while the table is open."""
        return [asdict(bet) for bet in first_bets(self.table.config)]

    def news(self, after: int) -> list[Event]:
        """The events after this number; none if that is too long ago, because the view has everything."""
        recent = self.number - after
        return self.events[-recent:] if after and 0 < recent <= RECENT else []

    @property
    def new(self) -> list[Event]:
        """The events that are not committed yet."""
        return self._replay.made[len(self.events) :]

    def follow(self, events: Sequence[Event]) -> None:
        """Replays newer events of other servers."""
        self.events.extend(events)
        self._do_again()
        self._forget()

    def keep(self) -> None:
        """Marks the new events as committed."""
        new = self.new
        self.events.extend(new)
        self._replay.done = len(self.events)
        self._read(new)
        self._forget()

    def _forget(self) -> None:
        """Drops old events of a room's table from memory. A table for play money keeps all, because players may ask for
        the whole record; it is opened again before that becomes long."""
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
        self._read(self.events[told:])

    def _read(self, events: Sequence[Event]) -> None:
        for event in events:
            self.history.read(event)
