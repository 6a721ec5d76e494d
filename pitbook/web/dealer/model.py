"""What a dealer's console is made of, as plain data: keys, seats with their bets, and pays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitbook.web.dealer.felt import Felt, felt_of

View = Mapping[str, Any]
Ask = tuple[str, Mapping[str, Any] | None]
"""An address of the API, and what is said to it."""


@dataclass(frozen=True, slots=True)
class Key:
    """Something that can be pressed."""

    label: str
    do: tuple[Ask, ...] = ()
    key: str = ""
    lit: bool = False
    on: bool = False
    """A hand button that was pressed: pressing it again takes it back."""
    note: str = ""
    refused: str = ""
    """Why it cannot be pressed now."""
    supervised: bool = False
    """A supervisor's, who shows badge and PIN."""
    confirm: str = ""
    """What the console asks before it presses the key."""
    amount: str = ""
    """Between which sums the dealer enters one before the key is pressed; empty for a key without a sum."""
    low: int = 0
    """The lowest of them, in cents, which the field shows at first."""
    seat: int = 0
    """Whose hand it takes back where no seat is chosen on the screen; 0 where a seat must be chosen."""


@dataclass(frozen=True, slots=True)
class BetRow:
    """A spot of a seat, with what lies on it in dollars."""

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
    """``off``, ``lit`` while a wager lies on it, ``locked`` while the round is played."""
    press: Key
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
    """To cut for what the dealer pushes out: a chip's value in cents, and how many of it."""


@dataclass(frozen=True, slots=True)
class Console:
    """Everything on the screen."""

    table: str
    next: str
    """What comes next, in large words."""
    number: int = 0
    """Of the table's last event."""
    closed: bool = False
    """The table is closed, or was never opened: nothing can be pressed."""
    round: int = 0
    """The number of the round that is played, or of the next one."""
    cite: str = ""
    take: str = ""
    """Progressive wagers that were just locked, which the dealer takes from the table before anything else."""
    waiting: str = ""
    """A win that the supervisor verifies: whose, which hand, how much."""
    view: View | None = None
    pad: View | None = None
    places: tuple[SeatSensor, ...] = ()
    keypad: tuple[Key, ...] = ()
    hands: tuple[Key, ...] = ()
    fixed: tuple[Key, ...] = ()
    steps: tuple[Key, ...] = ()
    """What may be done now at the table itself."""
    supervisor: tuple[tuple[str, str], ...] = ()
    """The keys of whoever verifies: what is pressed, and its name."""
    cards: int = 0
    """Cards that are to be entered for the next step."""
    setting: View | None = None
    """The hand that a player has set, to be entered."""
    pays: tuple[Pay, ...] = ()
    again: tuple[Ask, ...] = ()
    """All bets as in the last round."""
    voids: bool = False
    joker: bool = False
    undo: Key | None = None
    """Takes back the last input; its note says which."""
    inputs: tuple[View, ...] = ()
    """What a supervisor may take back, the last one first."""
    refusable: str = ""
    """The win from the meter that a supervisor may settle without its prize."""
    stopped: str = ""
    """Why the table waits for a supervisor, who corrects a stake or voids the round."""

    @property
    def tracked(self) -> bool:
        """The table keeps seats and bets: it was not opened for its controller only."""
        return keeps_seats(self.view)

    @property
    def felt(self) -> Felt | None:
        """Cards and stakes as they lie; None where the controller works alone."""
        return felt_of(self.view) if self.view is not None and self.tracked else None


def keeps_seats(view: View | None) -> bool:
    return view is not None and not view["controller_only"]
