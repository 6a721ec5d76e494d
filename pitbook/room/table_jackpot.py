"""A room's controller, as its table plays for it.

What the table does to the jackpot is collected while it is done, and pressed in the very transaction that keeps the
table's events: both happen, or neither. A prize is paid at the table once it is recorded on the controller.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitbook.errors import BadInput
from pitbook.games.model import listed
from pitbook.games.settlement import LOSS
from pitbook.jackpot.controller import WORDS, Pad, sheet_of
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.money import Cents, format_cents
from pitbook.room.jackpots import Jackpots, papers_of
from pitbook.room.pads import note_fixed_pay, note_paid, press_key, void_round
from pitbook.store.work import Desk
from pitbook.table.events import Event

Press = Callable[[Desk], object]


class TableJackpot:
    """The jackpot that one table of a room plays for."""

    def __init__(self, jackpots: Jackpots, table: str) -> None:
        self.jackpots, self.table = jackpots, table
        self._during: list[Press] = []
        self._at_the_end: list[Press] = []
        self._person: Person | None = None
        self._papers: Mapping[str, Any] = {}

    def begin(self, person: Person | None) -> None:
        """Somebody is about to do something at the table."""
        self._person, self._papers, self._during, self._at_the_end = person, {}, [], []

    @property
    def presses(self) -> list[Press]:
        """What is to be pressed for what was done at the table; what ends a round comes last."""
        return [*self._during, *self._at_the_end]

    def void_by(self, why: str, document: str, second: Person | None = None) -> None:
        """Why the round that is about to be voided does not stand, and who stands by."""
        self._papers = papers_of(why, document, [self.person, *([second] if second is not None else [])])

    @property
    def person(self) -> Person:
        """Whoever presses."""
        if self._person is None:
            raise NotAllowed("a controller is worked by somebody of the room")
        return self._person

    @property
    def pad(self) -> Pad:
        return self.jackpots.standing(self.table)[0]

    @property
    def shown(self) -> Cents:
        return self.jackpots.standing(self.table)[1].shown

    def check_between_rounds(self) -> None:
        """Refuses what is done between rounds while the controller is in one."""
        pad, book = self.jackpots.standing(self.table)
        if pad.phase != "betting":
            raise BadInput(
                f"the controller of table {self.table} is in a round: next comes "
                f"{' or '.join(pad.expected(book.setup))}"
            )

    # -- what the table does -------------------------------------------------------------------------------------------

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        """Lights the sensors of these seats and locks them: COIN IN, START GAME."""
        person, bet = self.person, self.jackpots.standing(self.table)[1].setup.bet
        other = [cents for cents in wagers.values() if cents != bet]
        if other:
            raise BadInput(
                f"the progressive wager is {format_cents(bet)} here, not {format_cents(other[0])}: the jackpot counts "
                "one amount"
            )
        self._during.append(lambda desk: self._lock(desk, set(wagers), person))

    def award(self, seat: int, share: Fraction) -> Cents:
        """The prize of a seat as it was recorded on the controller; nothing is paid from a meter before that."""
        pad, book = self.jackpots.standing(self.table)
        prize = _recorded(pad, seat)
        if prize is None or book.setup.shares().get(prize["outcome"]) != share:
            raise BadInput(
                f"the prize of seat {seat} is not recorded on the controller yet: next comes "
                f"{' or '.join(pad.expected(book.setup))}"
            )
        cents = Cents(int(prize["prize_cents"]))
        person = self.person
        self._during.append(lambda desk: _check_recorded(desk, self.table, seat, cents))
        self._during.append(lambda desk: note_paid(desk, self.table, seat, "chips", person))
        return cents

    def pay(self, seat: int, cents: Cents) -> None:
        """Noted with the settlement itself, like fixed pays from the tray."""

    def end_game(self) -> None:
        """GAME OVER, END GAME."""
        person = self.person
        self._at_the_end.append(lambda desk: self._end(desk, person))

    def void_game(self) -> None:
        person, papers = self.person, self._papers
        self._at_the_end.append(lambda desk: self._void(desk, papers, person))

    def note(self, events: Iterable[Event], progressive: str) -> None:
        """Fixed pays of the progressive wager among what was done, from the tray or the meter as the jackpot is set."""
        for event in events:
            data = event.data
            won = event.kind == "settled" and data["wager"] == progressive and data["outcome"] != LOSS
            if won and "share" not in data and "envy_from" not in data:
                self._during.append(self._fixed_pay(data["seat"], data["outcome"], Cents(data["pushed_out"])))

    # -- on the controller ---------------------------------------------------------------------------------------------

    def _lock(self, desk: Desk, seats: set[int], person: Person) -> None:
        pad = desk.pad(self.table).pad
        if pad.phase != "betting":
            if set(pad.lit) != seats:
                raise BadInput(
                    f"the controller has locked the wagers of seats {listed(pad.lit) or 'none'}, the table those of "
                    f"{listed(sorted(seats))}: a supervisor must void the round"
                )
            return  # somebody has pressed it by hand
        for seat in sorted(seats.symmetric_difference(pad.lit)):
            press_key(desk, self.table, "sense", person, seat)
        press_key(desk, self.table, "lock", person)

    def _end(self, desk: Desk, person: Person) -> None:
        if desk.pad(self.table).pad.phase != "betting":  # else somebody has pressed it by hand
            press_key(desk, self.table, "end", person)

    def _void(self, desk: Desk, papers: Mapping[str, Any], person: Person) -> None:
        if desk.pad(self.table).pad.phase != "betting":  # else no wager was locked
            void_round(desk, self.table, papers, person)

    def _fixed_pay(self, seat: int, outcome: str, cents: Cents) -> Press:
        person = self.person

        def noted(desk: Desk) -> None:
            pad = desk.pad(self.table).pad
            if not pad.paid(seat) and outcome in desk.book(pad.jackpot).setup.fixed():
                note_fixed_pay(desk, self.table, seat, outcome, person, cents)

        return noted

    # -- straight from the settlement ----------------------------------------------------------------------------------

    def key_in(self, desk: Desk, seat: int, outcome: str, order: str, person: Person) -> dict[str, Any]:
        """The hand button of a win that the table has worked out, with the player's spot where the controller asks."""
        pad = desk.pad(self.table).pad
        if pad.paid(seat) or any(win.seat == seat for win in pad.wins):
            words = WORDS[pad.kind]["verify"]
            raise BadInput(f"the hand of seat {seat} is keyed in already: next comes {words}, or the pay")
        if sheet_of(desk.book(pad.jackpot).setup).spots and pad.spot != seat:
            press_key(desk, self.table, "spot", person, seat)
        return press_key(desk, self.table, "hand", person, seat, outcome, order)


def _recorded(pad: Pad, seat: int) -> Mapping[str, Any] | None:
    """The prize of a seat in this round, where it was not undone."""
    return next((prize for prize in pad.recorded if prize["seat"] == seat and "undone" not in prize), None)


def _check_recorded(desk: Desk, table: str, seat: int, cents: Cents) -> None:
    prize = _recorded(desk.pad(table).pad, seat)
    if prize is None or prize["prize_cents"] != cents:
        raise BadInput(f"the prize of seat {seat} was backed out in this moment: look at the controller")
