"""A room's controller, as its table plays for it.

What the table does to the jackpot is collected while it is done, and pressed in the very transaction that keeps the
table's events: both happen, or neither. A prize is paid at the table once it is recorded on the controller.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.games.settlement import LOSS
from pitbook.jackpot.controller import WORDS, ControllerState, sheet_of
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.jackpot.setup import Setup
from pitbook.money import Cents, format_cents
from pitbook.pay import share_of
from pitbook.room.jackpots.controllers import back_out, note_fixed_pay, note_paid, press_key, void_round
from pitbook.room.jackpots.service import Jackpots, papers_of
from pitbook.store.work import UnitOfWork
from pitbook.table.events import Event

Press = Callable[[UnitOfWork], object]
_OTHER_PRIZE: Final = "the controller has recorded another prize of seat {seat} than the table: back that out first"


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
    def pad(self) -> ControllerState:
        return self.jackpots.standing(self.table)[0]

    @property
    def shown(self) -> Cents:
        return self.jackpots.standing(self.table)[1].shown

    def check_between_rounds(self) -> None:
        """Refuses what is done between rounds while the controller is in one."""
        pad, book = self.jackpots.standing(self.table)
        _check_between_rounds(pad, book.setup)

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
        if prize is not None and book.setup.shares().get(prize["outcome"]) != share:
            raise BadInput(_OTHER_PRIZE.format(seat=seat))
        if prize is None:
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
        person, papers, fixed_pays = self.person, self._papers, self.jackpots.fixed_pays(self.pad)
        self._at_the_end.append(lambda desk: self._void(desk, papers, person, fixed_pays))

    def mark(self) -> None:
        """What was paid is in the ledger: :meth:`take_back` reverses it there."""

    def rewind(self, mark: object) -> None:
        """Reversed in the ledger by :meth:`take_back`."""

    def check_undo(self, supervised: bool) -> None:
        """Refuses to take something back while the controller is about a win of this round."""
        self._check_undo(self.pad, supervised)
        self._during.append(lambda desk: self._check_undo(desk.pad(self.table).pad, supervised))

    def take_back(self, taken: Iterable[Event], progressive: str, papers: Mapping[str, Any]) -> None:
        """Reverses the fixed pays that were noted for payments now taken back.

        A prize that was recorded on the controller stays recorded: it is paid again if the hand still wins it.
        """
        seats = {event.data["seat"] for event in taken if _is_fixed_pay(event, progressive)}
        prizes, person = self.jackpots.fixed_pays(self.pad, seats), self.person
        if prizes:
            self._during.append(lambda desk: _back_out_all(desk, prizes, papers, person))

    def check_unpaid(self, seat: int, share: Fraction, people: Sequence[Person]) -> None:
        """That a win of a seat may be settled without its prize: nothing is keyed in or recorded for it.

        From the amount at which an executive approves a prize, an executive is among those who refuse it.
        """
        pad, book = self.jackpots.standing(self.table)
        self._check_not_keyed(pad, seat)
        self._during.append(lambda desk: self._check_not_keyed(desk.pad(self.table).pad, seat))
        prize = share_of(book.available, share)
        if prize >= book.setup.executive_from and not any(each.may("approve a large win") for each in people):
            raise NotAllowed(
                f"a prize of {format_cents(prize)} is refused by an executive: supervisors decide below "
                f"{format_cents(book.setup.executive_from)}"
            )

    @staticmethod
    def _check_not_keyed(pad: ControllerState, seat: int) -> None:
        if _recorded(pad, seat) is not None:
            raise BadInput(f"the prize of seat {seat} is recorded on the controller: pay it, or back it out first")
        if any(win.seat == seat for win in pad.wins):
            raise BadInput(f"the hand of seat {seat} is keyed in: reject it first, or press its button again")

    @staticmethod
    def _check_undo(pad: ControllerState, supervised: bool) -> None:
        if pad.phase == "verifying":
            raise BadInput("a win is being verified on the controller: it is recorded first, or rejected ('Not a win')")
        if pad.wins:
            seat = pad.wins[0].seat
            raise BadInput(f"the hand of seat {seat} is keyed in on the controller: press its button again first")
        shares = [prize["seat"] for prize in pad.recorded if "undone" not in prize]
        if shares and not supervised:
            raise BadInput(
                f"a prize of seat {shares[0]} is recorded on the controller: only a supervisor takes something back now"
            )

    def note(self, events: Iterable[Event], progressive: str) -> None:
        """What follows on the controller from what was done at the table.

        A round begins and ends on both, under one number, whether or not somebody bet the progressive wager. Fixed pays
        of that wager are noted, from the tray or the meter as the jackpot is set.
        """
        for event in events:
            data = event.data
            if event.kind == "betting-closed":
                self._during.insert(0, self._in_step(int(data["round"])))
            elif event.kind == "round-over":
                self.end_game()  # a round without a progressive wager has no key of its own for it
            elif _is_fixed_pay(event, progressive):
                self._during.append(self._fixed_pay(data["seat"], data["outcome"], Cents(data["pushed_out"])))
            elif event.kind == "settled" and data["wager"] == progressive and data["outcome"] == LOSS:
                self._during.append(self._no_prize(data["seat"]))

    # -- on the controller ---------------------------------------------------------------------------------------------

    def _lock(self, desk: UnitOfWork, seats: set[int], person: Person) -> None:
        for seat in sorted(seats.symmetric_difference(desk.pad(self.table).pad.lit)):
            press_key(desk, self.table, "sense", person, seat)
        press_key(desk, self.table, "lock", person, without_wagers=True)

    def _in_step(self, number: int) -> Press:
        """Refuses a round that the controller would count under another number, or while it is in one of its own."""

        def check(desk: UnitOfWork) -> None:
            pad = desk.pad(self.table).pad
            _check_between_rounds(pad, desk.book(pad.jackpot).setup)
            if pad.round != number:
                raise BadInput(
                    f"table {self.table} counts this round as {number} and its controller as {pad.round}: close the "
                    "table and open it again, and both count on together"
                )

        return check

    def _end(self, desk: UnitOfWork, person: Person) -> None:
        if desk.pad(self.table).pad.phase != "betting":  # else the round is over there: ended, or voided
            press_key(desk, self.table, "end", person)

    def _void(
        self, desk: UnitOfWork, papers: Mapping[str, Any], person: Person, fixed_pays: Sequence[Transaction]
    ) -> None:
        if desk.pad(self.table).pad.phase != "betting":  # else no wager was locked
            void_round(desk, self.table, papers, person, fixed_pays)

    def _fixed_pay(self, seat: int, outcome: str, cents: Cents) -> Press:
        person = self.person

        def noted(desk: UnitOfWork) -> None:
            pad = desk.pad(self.table).pad
            prize = _recorded(pad, seat)
            if prize is not None and prize["outcome"] != outcome:
                raise BadInput(_OTHER_PRIZE.format(seat=seat))
            if prize is None and outcome in desk.book(pad.jackpot).setup.fixed():
                note_fixed_pay(desk, self.table, seat, outcome, person, cents)

        return noted

    def _no_prize(self, seat: int) -> Press:
        """A wager is only taken where the controller has no prize for it either."""

        def checked(desk: UnitOfWork) -> None:
            pad = desk.pad(self.table).pad
            if any(win.seat == seat for win in pad.wins):
                raise BadInput(f"a hand of seat {seat} is keyed in, but the seat has not won: press its button again")
            if _recorded(pad, seat) is not None:
                raise BadInput(_OTHER_PRIZE.format(seat=seat))

        return checked

    # -- straight from the settlement ----------------------------------------------------------------------------------

    def key_in(self, desk: UnitOfWork, seat: int, outcome: str, order: str, person: Person) -> dict[str, Any]:
        """The hand button of a win that the table has worked out, with the player's spot where the controller asks."""
        pad = desk.pad(self.table).pad
        if pad.paid(seat) or any(win.seat == seat for win in pad.wins):
            words = WORDS[pad.kind]["verify"]
            raise BadInput(f"the hand of seat {seat} is keyed in already: next comes {words}, or the pay")
        if sheet_of(desk.book(pad.jackpot).setup).spots and pad.spot != seat:
            press_key(desk, self.table, "spot", person, seat)
        return press_key(desk, self.table, "hand", person, seat, outcome, order)


def _check_between_rounds(pad: ControllerState, setup: Setup) -> None:
    if pad.phase != "betting":
        expected = " or ".join(pad.expected(setup))
        raise BadInput(f"the controller of table {pad.table} is in a round: next comes {expected}")


def _is_fixed_pay(event: Event, progressive: str) -> bool:
    """Whether a payment is a fixed pay of the progressive wager, which the ledger notes."""
    data = event.data
    won = event.kind == "settled" and data["wager"] == progressive and data["outcome"] != LOSS
    return won and "share" not in data and "envy_from" not in data


def _back_out_all(desk: UnitOfWork, prizes: Iterable[Transaction], papers: Mapping[str, Any], person: Person) -> None:
    for prize in prizes:
        back_out(desk, prize.book, prize, papers, person)


def _recorded(pad: ControllerState, seat: int) -> Mapping[str, Any] | None:
    """The prize of a seat in this round, where it was not undone."""
    return next((prize for prize in pad.recorded if prize["seat"] == seat and "undone" not in prize), None)


def _check_recorded(desk: UnitOfWork, table: str, seat: int, cents: Cents) -> None:
    prize = _recorded(desk.pad(table).pad, seat)
    if prize is None or prize["prize_cents"] != cents:
        raise BadInput(f"the prize of seat {seat} has just been backed out: look at the controller")
