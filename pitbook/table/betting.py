"""The seats of a table, and the bets on its spots while betting is open."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.games.model import listed
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, format_cents
from pitbook.table.checks import bet_title, check_amount, check_bet, check_bets, check_whole, line_of, word_of
from pitbook.table.config import TableConfig
from pitbook.table.events import Event, EventLog, Journal
from pitbook.table.round import Round

HOUSE: Final = "house"


@dataclass(slots=True)
class SeatedPlayer:
    """A player at the table."""

    player: str
    stack: Cents
    bets: dict[str, Bet] = field(default_factory=dict)
    """The bets by the names of their spots, while betting is open."""
    ready: bool = False
    """Whether the player is ready for the deal."""


Clock = Callable[[], str]
"""Returns the time to record."""


class BettingTable:
    """Players sit down, bet, take bets back and leave; every change is recorded."""

    def __init__(self, config: TableConfig, clock: Clock, journal: Journal) -> None:
        self.config = config
        self.log, self.clock = EventLog(journal), clock
        self.by = HOUSE
        """The person who acts next, as events record it."""
        self.seats: dict[int, SeatedPlayer] = {}
        self.bought = Cents(0)
        """Chips that players brought, less those they took away."""
        self.round: Round | None = None
        self.closed = False
        self._layout = Cents(0)
        self._played: dict[int, SeatedPlayer] = {}
        """The seats and their players in the current round, or in the last one."""

    def _record(self, kind: str, data: Mapping[str, Any]) -> Event:
        return self.log.add(kind, data, self.clock(), self.by)

    @property
    def on_layout(self) -> Cents:
        """Chips that lie on the table."""
        return self._layout

    def sit(self, seat: int, player: str, chips: Cents) -> None:
        """A player sits down with chips."""
        self._check_keeps_seats()
        check_whole(seat, "a seat")
        if not 1 <= seat <= self.config.seats:
            raise BadInput(f"there is no seat {seat}: the table has seats 1 to {self.config.seats}")
        if seat in self.seats:
            raise BadInput(f"seat {seat} is taken")
        name = line_of(player, "a player's name")
        check_amount(chips, "chips")
        self._record("sat", {"seat": seat, "player": name, "chips": chips})
        self.seats[seat] = SeatedPlayer(name, chips)
        self.bought = Cents(self.bought + chips)

    def buy(self, seat: int, chips: Cents) -> None:
        """A player gets more chips, between rounds."""
        player = self._seat(seat)
        check_amount(chips, "chips")
        self._check_betting()
        self._record("bought", {"seat": seat, "chips": chips})
        player.stack = Cents(player.stack + chips)
        self.bought = Cents(self.bought + chips)

    def leave(self, seat: int) -> Cents:
        """A player takes bets back, and leaves with all chips, between rounds."""
        player = self._seat(seat)
        self._check_betting()
        for name in reversed(list(player.bets)):
            self._take_back(seat, player, name)
        self._record("left", {"seat": seat, "chips": player.stack})
        self.bought = Cents(self.bought - player.stack)
        del self.seats[seat]
        return player.stack

    def bet(self, seat: int, wager: str, cents: Cents, spot: int = 0, choice: str = "") -> None:
        """Places a bet, or changes the bet on that spot; 0 cents takes it back."""
        player = self._seat(seat)
        self._check_betting()
        for number, what in ((cents, "a bet"), (spot, "a spot")):
            check_whole(number, what)
        new = Bet(word_of(wager, "a wager"), cents, spot, word_of(choice, "a choice"))
        name = bet_name(new)
        if cents == 0:
            if name not in player.bets:
                raise BadInput(f"seat {seat} has no bet on {bet_title(self.config, new)} to take back")
            others = [other for other in player.bets.values() if not self._may_lie_alone(other)]
            if name in self.config.game.required and others:
                names = listed(bet_title(self.config, other) for other in others)
                raise BadInput(
                    f"seat {seat} cannot take back the {bet_title(self.config, new)} wager while {names} is bet: take "
                    f"that back first"
                )
            self._take_back(seat, player, name)
            return
        check_bet(self.config, seat, player.bets, new)
        before = player.bets[name].cents if name in player.bets else 0
        if cents - before > player.stack:
            raise BadInput(
                f"seat {seat} has {format_cents(player.stack)} left: {format_cents(cents)} on "
                f"{bet_title(self.config, new)} is too much"
            )
        data: dict[str, Any] = {"seat": seat, "wager": wager, "cents": cents}
        self._record("bet", data | ({"spot": spot} if spot else {}) | ({"choice": choice} if choice else {}))
        player.bets[name] = new
        player.ready = False
        self._move(player, Cents(cents - before))

    def lay_bets(self, seat: int, bets: Sequence[Bet]) -> None:
        """Replaces all bets of a player: all of these are placed, or none."""
        player = self._seat(seat)
        self._check_betting()
        on_table = sum(bet.cents for bet in player.bets.values())
        after = SeatedPlayer(player.player, Cents(player.stack + on_table))
        for bet in sorted(bets, key=lambda bet: bet.wager not in self.config.game.required):
            for number, what in ((bet.cents, "a bet"), (bet.spot, "a spot")):
                check_whole(number, what)
            name = bet_name(bet)
            if name in after.bets:
                raise BadInput(f"seat {seat} bets twice on {bet_title(self.config, bet)}: give one amount")
            check_bet(self.config, seat, after.bets, bet)
            if bet.cents > after.stack:
                raise BadInput(
                    f"seat {seat} has {format_cents(after.stack)} left: {format_cents(bet.cents)} on "
                    f"{bet_title(self.config, bet)} is too much"
                )
            after.bets[name] = bet
            after.stack = Cents(after.stack - bet.cents)
        check_bets(self.config, seat, after.bets)
        for name in reversed([name for name in player.bets if name not in after.bets]):
            self._take_back(seat, player, name)

        def added(name: str) -> int:
            return after.bets[name].cents - (player.bets[name].cents if name in player.bets else 0)

        # Reduce bets before raising others, so that the player's chips suffice at every step.
        for name in sorted(after.bets, key=lambda name: added(name) > 0):
            bet = after.bets[name]
            if player.bets.get(name) != bet:
                self.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)

    def _may_lie_alone(self, bet: Bet) -> bool:
        """Whether a bet may be placed without the wagers that a round needs."""
        return bet.wager in self.config.game.required or self.config.game.wager(bet.wager).alone

    def ready(self, seat: int) -> None:
        """Marks a player who has bet as ready for the deal; changing a bet clears the mark."""
        player = self._seat(seat)
        self._check_betting()
        if not player.bets:
            raise BadInput(f"seat {seat} has not bet: place a bet first")
        if player.ready:
            raise BadInput(f"seat {seat} is ready already")
        check_bets(self.config, seat, player.bets)
        self._record("ready", {"seat": seat})
        player.ready = True

    def _take_back(self, seat: int, player: SeatedPlayer, name: str) -> None:
        bet = player.bets[name]
        data: dict[str, Any] = {"seat": seat, "wager": bet.wager}
        self._record("taken-back", data | ({"spot": bet.spot} if bet.spot else {}))
        del player.bets[name]
        player.ready = False
        self._move(player, Cents(-bet.cents))

    def _move(self, player: SeatedPlayer, cents: Cents) -> None:
        """Moves chips from a player's stack to the layout, or back if negative."""
        player.stack = Cents(player.stack - cents)
        self._layout = Cents(self._layout + cents)

    def sat_in_round(self, seat: int) -> bool:
        """Whether the player at this seat was here in the current round, or in the last one."""
        return seat in self.seats and self._played.get(seat) is self.seats[seat]

    def _seat(self, seat: int) -> SeatedPlayer:
        check_whole(seat, "a seat")
        if seat not in self.seats:
            raise BadInput(f"seat {seat} is empty: the taken seats are {listed(sorted(self.seats)) or 'none'}")
        return self.seats[seat]

    def _check_open(self) -> None:
        if self.closed:
            raise BadInput("the table is closed: open it again first")

    def _check_keeps_seats(self) -> None:
        self._check_open()
        if self.config.controller_only:
            raise BadInput("the table is open for its controller only: close it and open it with its seats first")

    def _check_betting(self) -> None:
        self._check_open()
        if self.round is not None:
            raise BadInput(f"round {self.round.number} is being played: wait until it is over")
