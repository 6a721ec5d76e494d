"""Undo of mistaken inputs: the snapshot that a round is run again from, and how far back a dealer may go.

A dealer cannot undo a payment, because chips have moved. At a table with its own shoe, a dealer cannot undo anything
that was dealt, drawn or turned over either, because the players have seen it. A supervisor may, with a reason. No one
can undo COIN IN, a number that the table itself has drawn, or a shuffle in mid-round: void the round instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pitbook.errors import BadInput
from pitbook.games.model import Game
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.table.done_words import done_words
from pitbook.table.events import Event


class Betting(Protocol):
    """A seat at the close of betting."""

    stack: Cents
    bets: dict[str, Bet]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The money of a round when its betting closed."""

    stacks: Mapping[int, Cents]
    """The stacks of the seats that play, without their bets."""
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
    """An input of a round: the event that recorded it, and the value sent to the procedure."""

    event: Event
    reply: object
    before: object = None
    """The jackpot's mark before a payment, to undo it."""
    automatic: bool = False
    """Whether it is a lost wager that was taken at COIN IN: its loss needs no key press and moves no chip."""


def find_input(inputs: Sequence[Input], event: int, floor: int) -> int:
    """The index of the input of an event; refused if no one can undo it."""
    for place, given in enumerate(inputs):
        if given.event.number == event > floor:
            return place
    last = inputs[-1].event.number if inputs else 0
    if last <= floor:
        raise BadInput("no input of this round can be taken back: a supervisor may void the round")
    raise BadInput(f"event {event} cannot be taken back: the last input of this round is event {last}")


def check_dealer_may(inputs: Sequence[Input], place: int, source: str, game: Game) -> None:
    """Refuses an undo that needs a supervisor."""
    event = inputs[place].event
    later = [given.event for given in inputs[place + 1 :] if not given.automatic]
    if later:
        last = done_words(later[-1], game)
        raise BadInput(f"the dealer takes back the last input only ({last}): a supervisor may go further")
    why = irreversible(event, source)
    if why:
        raise BadInput(f"{done_words(event, game)}: {why}; only a supervisor takes that back, with a reason")


def irreversible(event: Event, source: str) -> str:
    """Why the dealer cannot undo an input; empty if the dealer can."""
    if event.kind in ("settled", "corrected", "stake-corrected"):
        return "chips have moved"
    if source == "shoe" and event.kind != "answer":
        return "it came from the table's own shoe"
    return ""
