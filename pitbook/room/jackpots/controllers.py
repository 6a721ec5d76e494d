"""Booking at a table's controller: the only place that changes a controller and books what follows for its jackpot.

The keypad (:func:`press_key`) and a live table (:func:`start_round`, :func:`key_in`, :func:`end_round`) use the same
steps of :mod:`pitbook.jackpot.controller` and the same booking. Everything here runs in the caller's transaction.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pitbook.errors import BadInput
from pitbook.jackpot import controller as keypad
from pitbook.jackpot.book import RESERVED, Action, Book, to_reverse
from pitbook.jackpot.booking_keys import back_out_key, paid_key, void_key
from pitbook.jackpot.controller import ControllerChange, ControllerState, Win, fixed_pay, press, sheet_of
from pitbook.jackpot.controller_labels import in_sentence
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.people import Person
from pitbook.money import Cents
from pitbook.store.work import UnitOfWork

Step = Callable[[ControllerState, Book], ControllerChange]
"""One step of a controller, on its state and its jackpot's book."""


def press_key(
    unit: UnitOfWork, table: str, key: str, person: Person, seat: int = 0, outcome: str = "", *,
    without_wagers: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """A key of the keypad."""

    def step(controller: ControllerState, book: Book) -> ControllerChange:
        return press(controller, book, key, person, seat, outcome, unit.at, without_wagers)

    return _book(unit, table, key, step, person, seat, outcome)


def start_round(unit: UnitOfWork, table: str, seats: Iterable[int], person: Person) -> None:
    """The round of a live table begins: these seats have a progressive wager, which is locked and counted.

    A round without one begins too, so that the table and its controller count rounds together.
    """
    for seat in sorted(set(seats).symmetric_difference(unit.controller(table).lit)):
        _book(unit, table, "sense", partial(keypad.set_sensor, seat=seat), person, seat)
    _book(unit, table, "lock", partial(keypad.lock_wagers, person=person, without_wagers=True), person)


def key_in(unit: UnitOfWork, table: str, seat: int, outcome: str, order: str, person: Person) -> dict[str, Any]:
    """A win that a live table has computed; with the player's spot first where the controller asks for it."""
    controller = unit.controller(table)
    if controller.paid(seat) or any(win.seat == seat for win in controller.wins):
        verify = in_sentence(controller.kind, "verify")
        raise BadInput(f"the hand of seat {seat} is keyed in already: next comes {verify}, or the pay")
    if sheet_of(unit.book(controller.jackpot).setup).spots and controller.spot != seat:
        _book(unit, table, "spot", partial(keypad.select_spot, seat=seat), person, seat)
    win = Win(seat, outcome, person.id, unit.at)
    step = partial(keypad.key_in_hand, win=win, person=person, order=order)
    return _book(unit, table, "hand", step, person, seat, outcome)


def end_round(unit: UnitOfWork, table: str, person: Person) -> None:
    """The round of a live table is over."""
    _book(unit, table, "end", partial(keypad.end_round, person=person), person)


def _book(
    unit: UnitOfWork, table: str, key: str, step: Step, person: Person, seat: int = 0, outcome: str = ""
) -> dict[str, Any]:
    """Does one step: books its action, and records the step under the name of its key with the state it leaves."""
    controller = unit.controller(table)
    change = step(controller, unit.book(controller.jackpot))
    told = _book_action(unit, change, person)
    data: dict[str, Any] = {"key": key, "word": in_sentence(controller.kind, key), "seat": seat, "outcome": outcome}
    if key == "end":  # a late award is a share of what the display showed after this transaction
        data["as_of"] = unit.number(controller.jackpot)
    unit.save_controller(_numbered(controller, change.controller, told), person.id, data | {"round": controller.round})
    return told


def _numbered(before: ControllerState, after: ControllerState, told: Mapping[str, Any]) -> ControllerState:
    """The state with the transaction's number in its newest prize, if this step has recorded one."""
    if len(after.recorded) <= len(before.recorded):
        return after
    newest = dict(after.recorded[-1]) | {"transaction": told["transaction"]}
    return replace(after, recorded=(*before.recorded, newest))


def note_paid(unit: UnitOfWork, table: str, seat: int, how: str, person: Person) -> None:
    """Records who paid a prize of this round to its winner, unless it is recorded already."""
    controller = unit.controller(table)
    for prize in controller.recorded:
        if prize["seat"] == seat and "undone" not in prize and "paid" not in prize and "transaction" in prize:
            pay_prize(unit, controller.jackpot, prize["transaction"], prize["prize_cents"], how, person)
            mark_paid(unit, controller, prize["transaction"], person)


def pay_prize(
    unit: UnitOfWork, jackpot: str, award: int, cents: int, how: str, person: Person, document: str = ""
) -> Transaction:
    """Books that a prize was paid."""
    data = {"award": award, "prize_cents": cents, "how": how, "document": document}
    return unit.do(jackpot, Action("paid", data), paid_key(award), person.id)


def mark_paid(unit: UnitOfWork, controller: ControllerState, award: int, person: Person) -> None:
    """Marks a prize of the round that is played as paid, on its controller."""
    paid = {"paid": {"by": person.id, "at": unit.at}}
    recorded = [dict(each) | (paid if each.get("transaction") == award else {}) for each in controller.recorded]
    unit.save_controller(
        replace(controller, recorded=tuple(recorded)),
        person.id,
        {"key": "paid", "award": award, "round": controller.round},
    )


def note_fixed_pay(
    unit: UnitOfWork, table: str, seat: int, outcome: str, person: Person, cents: Cents | None = None
) -> dict[str, Any]:
    """Books a fixed pay of the round, from the tray or the meter as the jackpot is set up.

    ``cents`` is what the dealer of a live table pushes out, which an aggregate limit may have reduced; by default it is
    the pay table's amount.
    """
    controller = unit.controller(table)
    change = fixed_pay(controller, unit.book(controller.jackpot), person, seat, outcome, cents)
    told = _book_action(unit, change, person)
    after = _numbered(controller, change.controller, told)
    unit.save_controller(
        after, person.id, {"key": "fixed pay", "seat": seat, "outcome": outcome, "round": controller.round}
    )
    return told


def back_out(
    unit: UnitOfWork, jackpot: str, prize: Transaction, papers: Mapping[str, Any], person: Person
) -> Transaction:
    """Reverses a prize in the ledger; while its round is in play, its seat can be paid again."""
    entries = to_reverse(unit.book(jackpot), prize.data, prize.entries)
    place = {name: prize.data[name] for name in ("table", "round", "seat")} if RESERVED in entries else {}
    data: dict[str, Any] = {"award": prize.number, "entries": entries, **place, **papers}
    done = unit.do(jackpot, Action("back-out", data), back_out_key(prize.number), person.id)
    table, seat = str(prize.data["table"]), prize.data["seat"]
    controller = unit.controller(table)
    if (controller.jackpot, controller.round) == (jackpot, prize.data["round"]):
        recorded = [dict(each) | ({"undone": 1} if each["seat"] == seat else {}) for each in controller.recorded]
        data = {"key": "back-out", "award": prize.number}
        unit.save_controller(replace(controller, recorded=tuple(recorded)), person.id, data)
    return done


def void_round(
    unit: UnitOfWork, table: str, papers: Mapping[str, Any], person: Person, fixed_pays: Sequence[Transaction] = ()
) -> dict[str, Any]:
    """Voids the round: the wagers are returned and taken off the meter; recorded ``fixed_pays`` are reversed first."""
    jackpot = unit.controller(table).jackpot
    if unit.controller(table).phase == "betting":
        raise BadInput("no round is being played: there is nothing to void")
    for prize in fixed_pays:
        back_out(unit, jackpot, prize, papers, person)
    controller = unit.controller(table)
    if any("undone" not in prize for prize in controller.recorded):
        raise BadInput(
            "a prize of this round is recorded on the controller: back it out first (executive and accounting)"
        )
    result: dict[str, Any] = {}
    if controller.lit:
        wagers = {str(seat): unit.book(jackpot).setup.bet for seat in controller.lit}
        data = {"table": table, "round": controller.round, "wagers": wagers, **papers}
        item = unit.do(jackpot, Action("void", data), void_key(table, controller.round), person.id)
        result = dict(item.result) | {"transaction": item.number}
    unit.save_controller(
        controller.ended(), person.id, {"key": "void", "round": controller.round, "why": papers["why"]}
    )
    return result


def _book_action(unit: UnitOfWork, change: ControllerChange, person: Person) -> dict[str, Any]:
    """Books the action of a step, if it has one; returns the answer to the person who took the step."""
    if change.action is None:
        return dict(change.told)
    item = unit.do(change.controller.jackpot, change.action, change.key, person.id)
    return dict(change.told) | dict(item.result) | {"transaction": item.number}
