"""The parts of a dealer's console as plain data: keys, seats with their bets, and payouts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitbook.web.dealer.felt import Felt, felt_of

View = Mapping[str, Any]
ApiCall = tuple[str, Mapping[str, Any] | None]
"""A request to the API: its address and its body."""


@dataclass(frozen=True, slots=True)
class ConsoleKey:
    """A key of the console."""

    label: str
    do: tuple[ApiCall, ...] = ()
    key: str = ""
    lit: bool = False
    on: bool = False
    """Whether this hand button is pressed; pressing it again releases it."""
    note: str = ""
    refused: str = ""
    """Why it cannot be pressed now."""
    supervised: bool = False
    """Whether it is a supervisor's key, which needs badge and PIN."""
    confirm: str = ""
    """The question that the console asks before it presses the key."""
    amount: str = ""
    """The range of the amount that the dealer enters before the key is pressed; empty for a key without amount."""
    low: int = 0
    """The lowest amount in cents, with which the field starts."""
    seat: int = 0
    """The seat whose hand it releases if no seat is selected on the screen; 0 if one must be selected."""


@dataclass(frozen=True, slots=True)
class BetRow:
    """A spot of a seat, with its bet in dollars."""

    wager: str
    spot: int
    name: str
    limits: str
    amount: str
    choices: tuple[str, ...]
    choice: str


@dataclass(frozen=True, slots=True)
class SeatSensor:
    """A seat with its sensor."""

    seat: int
    lamp: str
    """``off``, ``lit`` with a wager on it, or ``locked`` during the round."""
    press: ConsoleKey
    chosen: bool = False
    won: str = ""
    player: View | None = None
    bets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pay:
    """A wager that is paid, taken or pushed."""

    words: str
    tone: str
    seat: int
    amount: str
    chips: tuple[tuple[int, int], ...] = ()
    """The chips to cut for the payout: value in cents and count."""
    coins: int = 0
    """The cents of the payout that are paid in coin."""


@dataclass(frozen=True, slots=True)
class Console:
    """The content of the console."""

    table: str
    next: str
    """The next step, shown in large type."""
    number: int = 0
    """The number of the table's last event."""
    closed: bool = False
    """Whether the table is closed, so that no key works."""
    round: int = 0
    """The number of the round in progress, or else of the next one."""
    cite: str = ""
    take: str = ""
    """Progressive wagers just locked, which the dealer collects before anything else."""
    waiting: str = ""
    """The win for the supervisor to verify: seat, hand and amount."""
    view: View | None = None
    controller: View | None = None
    places: tuple[SeatSensor, ...] = ()
    keypad: tuple[ConsoleKey, ...] = ()
    hands: tuple[ConsoleKey, ...] = ()
    fixed: tuple[ConsoleKey, ...] = ()
    steps: tuple[ConsoleKey, ...] = ()
    """The keys of the table's next step."""
    supervisor: tuple[tuple[str, str], ...] = ()
    """The keys of the person who verifies: the step and its label."""
    cards: int = 0
    """The cards to enter for the next step."""
    setting: View | None = None
    """The seat whose set hand is to be entered."""
    pays: tuple[Pay, ...] = ()
    again: tuple[ApiCall, ...] = ()
    """Repeats all bets of the last round."""
    voids: bool = False
    joker: bool = False
    undo: ConsoleKey | None = None
    """Undoes the last input, which its note names."""
    inputs: tuple[View, ...] = ()
    """Inputs that a supervisor may undo, the latest first."""
    refusable: str = ""
    """The win from the meter that a supervisor may settle without its prize."""
    stopped: str = ""
    """Why the table waits for a supervisor to correct a stake or void the round."""

    @property
    def tracked(self) -> bool:
        """Whether the table records seats and bets, that is, was not opened for its controller only."""
        return keeps_seats(self.view)

    @property
    def felt(self) -> Felt | None:
        """The cards and stakes; None for a controller alone."""
        return felt_of(self.view) if self.view is not None and self.tracked else None


def keeps_seats(view: View | None) -> bool:
    return view is not None and not view["controller_only"]
