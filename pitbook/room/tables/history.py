"""Facts in the events of a live table that the table does not keep: who sat where and when, and what they won."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents
from pitbook.table.betting import HOUSE
from pitbook.table.events import INPUTS, Event, effective_events


@dataclass(frozen=True, slots=True)
class Staked:
    """The stakes of a seat in a round."""

    bets: tuple[Bet, ...]
    added: tuple[tuple[str, Cents], ...]
    """Stakes beside the bets that came in the round, such as insurance, by name."""
    seats: int
    """Players in the round, whose hands may pay envy to each other."""


def is_added(settled: Mapping[str, Any], bets: Mapping[str, Bet]) -> bool:
    """Whether a payment is for a stake that was added in the round, and not for a bet."""
    return settled["bet"] > 0 and all(settled["wager"] != bet.wager for bet in bets.values())


@dataclass(slots=True)
class Stay:
    """One player's time at a seat, from sitting down to leaving."""

    owner: str
    """Who sat down, as recorded."""
    since: int = 0
    """The number of the event that recorded it."""
    rounds: int = 0
    net: int = 0
    """Cents won in the rounds that are over."""
    staked: dict[Staked, list[int]] = field(default_factory=dict)
    """The numbers of the finished rounds, by what was staked in them."""
    bets: dict[str, Bet] = field(default_factory=dict)
    last_bets: tuple[Bet, ...] = ()
    """The bets in the last round that was played here."""
    added: dict[str, Cents] = field(default_factory=dict)
    """Stakes beside the bets that came in the round, by name, once they are settled."""
    playing: bool = False
    now: int = 0
    """Cents won in the round that is being played."""


@dataclass(slots=True)
class TableHistory:
    """The facts so far; :meth:`read` takes the events of an opening in order."""

    stays: dict[int, Stay] = field(default_factory=dict)
    """The stay at each occupied seat."""
    ready: dict[int, str] = field(default_factory=dict)
    """The seats that are ready, each with the time since when."""
    seen: dict[str, str] = field(default_factory=dict)
    """The time of each person's last act."""
    chips: dict[str, Cents] = field(default_factory=dict)
    """The chips of those who left."""
    layouts: dict[str, tuple[Bet, ...]] = field(default_factory=dict)
    """The bets of each owner in the last round they played."""
    last_shoe: Mapping[str, Any] | None = None
    """The last shoe that is shown; a shoe that ended in mid-round is shown when that round is over."""
    checkable: int = 0
    """The number of the last event up to which every shoe has been shown."""
    at: str = ""
    """The time of the last event."""
    asked_at: str = ""
    """The time of the last event that was not an answer."""
    timed_out: dict[int, str] = field(default_factory=dict)
    """By seat, the last question of this round that the clock answered."""
    _in_round: bool = False
    _number: int = 0
    """The number of this round or the last."""
    _shown: Mapping[str, Any] | None = None
    _paid: dict[int, int] = field(default_factory=dict)
    """Seats by the numbers of the payments that they got in this round or the last."""
    _round: list[Event] = field(default_factory=list)
    """The events since the betting closed; they are read again if one of them is taken back."""

    def owner(self, seat: int) -> str:
        """The owner of a seat; empty if it is free."""
        return self.stays[seat].owner if seat in self.stays else ""

    def seat_of(self, owner: str) -> int | None:
        """The seat of a person; None if they do not sit here."""
        return next((seat for seat, stay in self.stays.items() if stay.owner == owner), None)

    def read(self, event: Event) -> None:
        """Reads the next event."""
        self.at = self.seen[event.by] = event.at
        if event.kind != "answer":
            self.asked_at = event.at
        self._note(event)

    def _note(self, event: Event) -> None:
        data = event.data
        if event.kind == "answer" and event.by == HOUSE and data["place"].startswith("seat"):
            self.timed_out[int(data["place"].split()[1])] = data["to"]
        if self._in_round and event.kind in INPUTS:
            self._round.append(event)
        match event.kind:
            case "sat":
                self.stays[data["seat"]] = Stay(event.by, event.number)
            case "left":
                self.chips[self.stays.pop(data["seat"]).owner] = Cents(data["chips"])
                self.ready.pop(data["seat"], None)
            case "bet" | "taken-back":
                self._bet(event.kind, data)
            case "ready":
                self.ready[data["seat"]] = event.at
            case "betting-closed":
                self._begin(data["round"], data["seats"])
            case "settled":
                stay = self.stays[data["seat"]]
                self._paid[event.number] = data["seat"]
                stay.now += data["net"] or 0
                if is_added(data, stay.bets):
                    stay.added[data["wager"]] = Cents(data["bet"])
            case "corrected":
                self._correct(data)
            case "undone":
                self._take_back(event)
            case "voided":
                self._end(voided=True)
            case "round-over":
                self._end(voided=False)
                self._shoe(event.number)
            case "shoe-shown":
                self._shown = data
                self._shoe(event.number)

    def _take_back(self, undone: Event) -> None:
        """Reads the round again from the close of betting, without what was taken back."""
        left = effective_events([*self._round, undone])
        self._paid, self._round = {}, []
        for stay in self.stays.values():
            if stay.playing:
                stay.added, stay.now = {}, 0
        for event in left:
            self._note(event)

    def _bet(self, kind: str, data: Mapping[str, Any]) -> None:
        bet = Bet(data["wager"], Cents(data.get("cents", 0)), data.get("spot", 0), data.get("choice", ""))
        self.ready.pop(data["seat"], None)
        if kind == "bet":
            self.stays[data["seat"]].bets[bet_name(bet)] = bet
        else:
            del self.stays[data["seat"]].bets[bet_name(bet)]

    def _begin(self, number: int, seats: list[int]) -> None:
        self.ready, self._paid, self._round, self._in_round = {}, {}, [], True
        self.timed_out, self._number = {}, number
        for seat in seats:
            stay = self.stays[seat]
            stay.playing, stay.added, stay.now = True, {}, 0
            stay.last_bets = self.layouts[stay.owner] = tuple(stay.bets.values())

    def _correct(self, data: Mapping[str, Any]) -> None:
        stay = self.stays.get(self._paid.get(data["payment"], 0))
        if stay is None:
            return
        change = data["net"] - (data["was"] or 0)
        if stay.playing:
            stay.now += change
        else:
            stay.net += change

    def _end(self, voided: bool) -> None:
        self._in_round = False
        playing = [stay for stay in self.stays.values() if stay.playing]
        for stay in playing:
            if not voided:
                stay.rounds += 1
                stay.net += stay.now
                staked = Staked(tuple(stay.bets.values()), tuple(stay.added.items()), len(playing))
                stay.staked.setdefault(staked, []).append(self._number)
            stay.playing, stay.now = False, 0
        for stay in self.stays.values():
            stay.bets = {}

    def _shoe(self, number: int) -> None:
        """A shoe that ran out in mid-round contains the dealer's hole card: it stays secret until the round is over."""
        if self._shown is not None and not self._in_round:
            self.last_shoe, self._shown, self.checkable = self._shown, None, number
