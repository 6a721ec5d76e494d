"""Taking back what was keyed by mistake: the money a round is run again from, and how far back a dealer may go.

What is irreversible for the dealer: a payment (chips have moved), and at a table with its own shoe everything that was
dealt, drawn or turned over (the players have seen it). A supervisor may go back further, with a reason. Nobody goes
back beyond COIN IN, beyond a number that the table itself has drawn, or beyond a shuffle in mid-round: void the round.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pitbook.errors import BadInput
from pitbook.games.model import Game
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.table.done_words import done_words
from pitbook.table.events import Event, is_taken_back


class Betting(Protocol):
    """A seat as betting left it."""

    stack: Cents
    bets: dict[str, Bet]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The money of a round when its betting closed."""

    stacks: Mapping[int, Cents]
    """Of the seats that play, without their bets."""
    bets: Mapping[int, Mapping[str, Bet]]
    house: Cents

    @classmethod
    def of(cls, playing: Mapping[int, Betting], house: Cents) -> "Snapshot":
        stacks = {seat: player.stack for seat, player in playing.items()}
        return cls(stacks, {seat: dict(player.bets) for seat, player in playing.items()}, house)

    def chips(self, seat: int) -> Cents:
        """All chips of a seat, its bets included."""
        return Cents(self.stacks[seat] + sum(bet.cents for bet in self.bets[seat].values()))

    @property
    def on_layout(self) -> Cents:
        return Cents(sum(bet.cents for bets in self.bets.values() for bet in bets.values()))


@dataclass(frozen=True, slots=True)
class Input:
    """Something that a round was given: the event that recorded it, and what the procedure was told."""

    event: Event
    reply: object
    before: object = None
    """What the jackpot needs to take a payment back."""
    automatic: bool = False
    """A lost wager that was taken at COIN IN: its loss is recorded without anybody's key, and no chip moves."""


def find_input(inputs: Sequence[Input], event: int, floor: int) -> int:
    """Which input an event is; refused where nobody can take it back."""
    for place, given in enumerate(inputs):
        if given.event.number == event > floor:
            return place
    last = inputs[-1].event.number if inputs else 0
    if last <= floor:
        raise BadInput("nothing of this round can be taken back: a supervisor may void the round")
    raise BadInput(f"event {event} cannot be taken back: the last input of this round is event {last}")


def check_dealer_may(inputs: Sequence[Input], place: int, source: str, game: Game) -> None:
    """Refuses what only a supervisor takes back."""
    event = inputs[place].event
    later = [given.event for given in inputs[place + 1 :] if not given.automatic]
    if later:
        last = done_words(later[-1], game)
        raise BadInput(f"the dealer takes back the last input only ({last}): a supervisor may go further")
    why = irreversible(event, source)
    if why:
        raise BadInput(f"{done_words(event, game)}: {why}; only a supervisor takes that back, with a reason")


def irreversible(event: Event, source: str) -> str:
    """Why the dealer cannot take an input back; empty where the dealer can."""
    if event.kind in ("settled", "corrected", "stake-corrected"):
        return "chips have moved"
    if source == "shoe" and event.kind != "answer":
        return "it came from the table's own shoe"
    return ""


def undone_words(undone: Event, events: Iterable[Event], game: Game) -> str:
    """What was taken back, by whom with which reason; ``events`` are those of its round."""
    taken = [event for event in events if is_taken_back(event, undone)]
    more = f" and the {len(taken) - 1} inputs after it" if len(taken) > 2 else " and the input after it"
    what = done_words(taken[0], game) + (more if len(taken) > 1 else "") if taken else f"event {undone.data['event']}"
    by = f", by {undone.data['supervisor']}: {undone.data['reason']}" if "supervisor" in undone.data else ""
    return f"taken back: {what}{by}"
