"""The jackpot that a live table of the room plays for, behind the interface that every table uses.

While an act runs, what it does to the jackpot is collected as bookings; the transaction that commits the table's events
runs them. Both happen, or neither. A prize is paid at the table once it is recorded on the controller.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.games.settlement import LOSS
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.jackpot.setup import Setup
from pitbook.money import Cents, format_cents
from pitbook.pay import share_of
from pitbook.room.jackpots.controllers import back_out, end_round, note_fixed_pay, note_paid, start_round, void_round
from pitbook.room.jackpots.service import Jackpots, papers_of
from pitbook.store.work import UnitOfWork
from pitbook.table.events import Event

Booking = Callable[[UnitOfWork], object]
"""Books or checks something on the controller, in the transaction that commits the table's events."""
_OTHER_PRIZE: Final = "the controller has recorded another prize of seat {seat} than the table: back that out first"


class TableJackpot:
    """The jackpot that one table of a room plays for."""

    def __init__(self, jackpots: Jackpots, table: str) -> None:
        self.jackpots, self.table = jackpots, table
        self._during: list[Booking] = []
        self._at_the_end: list[Booking] = []
        self._person: Person | None = None
        self._papers: Mapping[str, Any] = {}

    def begin(self, person: Person | None) -> None:
        """A new act of this person: earlier bookings are dropped."""
        self._person, self._papers, self._during, self._at_the_end = person, {}, [], []

    @property
    def bookings(self) -> list[Booking]:
        """The bookings of this act in their order; those that end a round come last."""
        return [*self._during, *self._at_the_end]

    def void_by(self, why: str, document: str, second: Person | None = None) -> None:
        """The reason, the document and the people of the void that follows."""
        self._papers = papers_of(why, document, [self.person, *([second] if second is not None else [])])

    @property
    def person(self) -> Person:
        """The person who acts; refused if it is not one of the room's people."""
        if self._person is None:
            raise NotAllowed("only one of the room's people can use a controller")
        return self._person

    @property
    def controller(self) -> ControllerState:
        return self.jackpots.standing(self.table)[0]

    @property
    def shown(self) -> Cents:
        return self.jackpots.standing(self.table)[1].shown

    def check_between_rounds(self) -> None:
        """Refuses if the controller is in a round."""
        controller, book = self.jackpots.standing(self.table)
        _check_between_rounds(controller, book.setup)

    # -- what the table does -------------------------------------------------------------------------------------------

    def coin_in(self, wagers: Mapping[int, Cents]) -> None:
        """Locks and counts the progressive wagers of these seats: COIN IN, START GAME."""
        person, bet = self.person, self.jackpots.standing(self.table)[1].setup.bet
        other = [cents for cents in wagers.values() if cents != bet]
        if other:
            raise BadInput(
                f"the progressive wager is {format_cents(bet)} here, not {format_cents(other[0])}: the jackpot counts "
                "one amount"
            )
        self._during.append(lambda unit: start_round(unit, self.table, wagers, person))

    def award(self, seat: int, share: Fraction) -> Cents:
        """The prize of a seat as the controller has recorded it; refused before that."""
        controller, book = self.jackpots.standing(self.table)
        prize = _recorded(controller, seat)
        if prize is not None and book.setup.shares().get(prize["outcome"]) != share:
            raise BadInput(_OTHER_PRIZE.format(seat=seat))
        if prize is None:
            raise BadInput(
                f"the prize of seat {seat} is not recorded on the controller yet: next comes "
                f"{' or '.join(controller.expected(book.setup))}"
            )
        cents = Cents(int(prize["prize_cents"]))
        person = self.person
        self._during.append(lambda unit: _check_recorded(unit, self.table, seat, cents))
        self._during.append(lambda unit: note_paid(unit, self.table, seat, "chips", person))
        return cents

    def pay(self, seat: int, cents: Cents) -> None:
        """Does nothing: :meth:`note` records fixed pays from their settlements."""

    def end_game(self) -> None:
        """GAME OVER, END GAME."""
        person = self.person
        self._at_the_end.append(lambda unit: self._end(unit, person))

    def void_game(self) -> None:
        person, papers, fixed_pays = self.person, self._papers, self.jackpots.fixed_pays(self.controller)
        self._at_the_end.append(lambda unit: self._void(unit, papers, person, fixed_pays))

    def mark(self) -> None:
        """Nothing here: :meth:`take_back` reverses payments in the ledger."""

    def rewind(self, mark: object) -> None:
        """Nothing here: :meth:`take_back` reverses payments in the ledger."""

    def check_undo(self, supervised: bool) -> None:
        """Refuses to take something back while a win of this round is open on the controller."""
        self._check_undo(self.controller, supervised)
        self._during.append(lambda unit: self._check_undo(unit.controller(self.table), supervised))

    def take_back(self, taken: Iterable[Event], progressive: str, papers: Mapping[str, Any]) -> None:
        """Reverses the recorded fixed pays of payments that are taken back.

        A prize that is recorded on the controller stays recorded: it is paid again if the hand still wins it.
        """
        seats = {event.data["seat"] for event in taken if _is_fixed_pay(event, progressive)}
        prizes, person = self.jackpots.fixed_pays(self.controller, seats), self.person
        if prizes:
            self._during.append(lambda unit: _back_out_all(unit, prizes, papers, person))

    def check_unpaid(self, seat: int, share: Fraction, people: Sequence[Person]) -> None:
        """Refuses to settle a win without its prize if it is keyed in or recorded.

        From the amount on which an executive approves a prize, one of the people must be an executive.
        """
        controller, book = self.jackpots.standing(self.table)
        self._check_not_keyed(controller, seat)
        self._during.append(lambda unit: self._check_not_keyed(unit.controller(self.table), seat))
        prize = share_of(book.available, share)
        if prize >= book.setup.executive_from and not any(each.may("approve a large win") for each in people):
            raise NotAllowed(
                f"a prize of {format_cents(prize)} needs an executive to refuse it: supervisors decide below "
                f"{format_cents(book.setup.executive_from)}"
            )

    @staticmethod
    def _check_not_keyed(controller: ControllerState, seat: int) -> None:
        if _recorded(controller, seat) is not None:
            raise BadInput(f"the prize of seat {seat} is recorded on the controller: pay it, or back it out first")
        if any(win.seat == seat for win in controller.wins):
            raise BadInput(f"the hand of seat {seat} is keyed in: reject it first, or press its button again")

    @staticmethod
    def _check_undo(controller: ControllerState, supervised: bool) -> None:
        if controller.phase == "verifying":
            raise BadInput("a win is being verified on the controller: it is recorded first, or rejected ('Not a win')")
        if controller.wins:
            seat = controller.wins[0].seat
            raise BadInput(f"the hand of seat {seat} is keyed in on the controller: press its button again first")
        shares = [prize["seat"] for prize in controller.recorded if "undone" not in prize]
        if shares and not supervised:
            raise BadInput(
                f"a prize of seat {shares[0]} is recorded on the controller: only a supervisor takes something back now"
            )

    def note(self, events: Iterable[Event], progressive: str) -> None:
        """Adds the bookings that follow from the new events of an act.

        A round begins and ends on the table and the controller under one number, with or without a progressive wager.
        Fixed pays of that wager are recorded, from the tray or the meter as the jackpot is set up.
        """
        for event in events:
            data = event.data
            if event.kind == "betting-closed":
                self._during.insert(0, self._in_step(int(data["round"])))
            elif event.kind == "round-over":
                self.end_game()  # a round without a progressive wager has no END GAME step
            elif _is_fixed_pay(event, progressive):
                self._during.append(self._fixed_pay(data["seat"], data["outcome"], Cents(data["pushed_out"])))
            elif event.kind == "settled" and data["wager"] == progressive and data["outcome"] == LOSS:
                self._during.append(self._no_prize(data["seat"]))

    # -- on the controller ---------------------------------------------------------------------------------------------

    def _in_step(self, number: int) -> Booking:
        """Refuses a round if the controller has another number for it, or is in a round of its own."""

        def check(unit: UnitOfWork) -> None:
            controller = unit.controller(self.table)
            _check_between_rounds(controller, unit.book(controller.jackpot).setup)
            if controller.round != number:
                raise BadInput(
                    f"table {self.table} counts this round as {number} and its controller as {controller.round}: close "
                    "the table and open it again, then both continue with one number"
                )

        return check

    def _end(self, unit: UnitOfWork, person: Person) -> None:
        if unit.controller(self.table).phase != "betting":  # else the controller's round is over: ended or voided
            end_round(unit, self.table, person)

    def _void(
        self, unit: UnitOfWork, papers: Mapping[str, Any], person: Person, fixed_pays: Sequence[Transaction]
    ) -> None:
        if unit.controller(self.table).phase != "betting":  # else no wager was locked
            void_round(unit, self.table, papers, person, fixed_pays)

    def _fixed_pay(self, seat: int, outcome: str, cents: Cents) -> Booking:
        person = self.person

        def noted(unit: UnitOfWork) -> None:
            controller = unit.controller(self.table)
            prize = _recorded(controller, seat)
            if prize is not None and prize["outcome"] != outcome:
                raise BadInput(_OTHER_PRIZE.format(seat=seat))
            if prize is None and outcome in unit.book(controller.jackpot).setup.fixed():
                note_fixed_pay(unit, self.table, seat, outcome, person, cents)

        return noted

    def _no_prize(self, seat: int) -> Booking:
        """Refuses to take a lost wager if the controller has a win or a prize for its seat."""

        def checked(unit: UnitOfWork) -> None:
            controller = unit.controller(self.table)
            if any(win.seat == seat for win in controller.wins):
                raise BadInput(f"a hand of seat {seat} is keyed in, but the seat has not won: press its button again")
            if _recorded(controller, seat) is not None:
                raise BadInput(_OTHER_PRIZE.format(seat=seat))

        return checked


def _check_between_rounds(controller: ControllerState, setup: Setup) -> None:
    if controller.phase != "betting":
        expected = " or ".join(controller.expected(setup))
        raise BadInput(f"the controller of table {controller.table} is in a round: next comes {expected}")


def _is_fixed_pay(event: Event, progressive: str) -> bool:
    """Whether an event is a fixed pay of the progressive wager, which the ledger records."""
    data = event.data
    won = event.kind == "settled" and data["wager"] == progressive and data["outcome"] != LOSS
    return won and "share" not in data and "envy_from" not in data


def _back_out_all(unit: UnitOfWork, prizes: Iterable[Transaction], papers: Mapping[str, Any], person: Person) -> None:
    for prize in prizes:
        back_out(unit, prize.book, prize, papers, person)


def _recorded(controller: ControllerState, seat: int) -> Mapping[str, Any] | None:
    """The prize of a seat in this round that was not backed out; None if there is none."""
    return next((prize for prize in controller.recorded if prize["seat"] == seat and "undone" not in prize), None)


def _check_recorded(unit: UnitOfWork, table: str, seat: int, cents: Cents) -> None:
    prize = _recorded(unit.controller(table), seat)
    if prize is None or prize["prize_cents"] != cents:
        raise BadInput(f"the prize of seat {seat} has just been backed out: look at the controller")
