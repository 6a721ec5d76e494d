"""What is done to a table's controller in a piece of work: keys, fixed pays, and rounds that do not stand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pitbook.errors import BadInput
from pitbook.jackpot.book import RESERVED, Action, to_reverse
from pitbook.jackpot.controller import WORDS, ControllerState, Pressed, fixed_pay, press
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.people import Person
from pitbook.money import Cents
from pitbook.store.work import UnitOfWork


def press_key(
    desk: UnitOfWork, table: str, key: str, person: Person, seat: int = 0, outcome: str = "", order: str = "",
    *, without_wagers: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Presses a key; what follows for the jackpot is booked in the same moment."""
    held = desk.pad(table)
    pressed = press(held.pad, desk.book(held.pad.jackpot), key, person, seat, outcome, order, desk.at, without_wagers)
    told = _booked(desk, pressed, person)
    data: dict[str, Any] = {"key": key, "word": WORDS[held.pad.kind].get(key, key), "seat": seat, "outcome": outcome}
    if key == "end":  # a late award is a share of what the display said after this transaction
        data["as_of"] = desk.number(held.pad.jackpot)
    desk.save_pad(_numbered(held.pad, pressed.pad, told), person.id, data | {"round": held.pad.round})
    return told


def _numbered(before: ControllerState, after: ControllerState, told: Mapping[str, Any]) -> ControllerState:
    """A controller whose newest prize, where it has one more than before, knows its transaction."""
    if len(after.recorded) <= len(before.recorded):
        return after
    newest = dict(after.recorded[-1]) | {"transaction": told["transaction"]}
    return replace(after, recorded=(*before.recorded, newest))


def note_paid(desk: UnitOfWork, table: str, seat: int, how: str, person: Person) -> None:
    """Notes who handed a prize of this round to its winner; a prize that is noted already stays as it is."""
    pad = desk.pad(table).pad
    for prize in pad.recorded:
        if prize["seat"] == seat and "undone" not in prize and "paid" not in prize and "transaction" in prize:
            pay_prize(desk, pad.jackpot, prize["transaction"], prize["prize_cents"], how, person)
            mark_paid(desk, pad, prize["transaction"], person)


def pay_prize(
    desk: UnitOfWork, jackpot: str, award: int, cents: int, how: str, person: Person, document: str = ""
) -> Transaction:
    """Books that a prize was paid."""
    data = {"award": award, "prize_cents": cents, "how": how, "document": document}
    return desk.do(jackpot, Action("paid", data), f"paid/{award}", person.id)


def mark_paid(desk: UnitOfWork, pad: ControllerState, award: int, person: Person) -> None:
    """Marks a prize of the round that is played as paid, on its controller."""
    paid = {"paid": {"by": person.id, "at": desk.at}}
    recorded = [dict(each) | (paid if each.get("transaction") == award else {}) for each in pad.recorded]
    desk.save_pad(
        replace(pad, recorded=tuple(recorded)), person.id, {"key": "paid", "award": award, "round": pad.round}
    )


def note_fixed_pay(
    desk: UnitOfWork, table: str, seat: int, outcome: str, person: Person, cents: Cents | None = None
) -> dict[str, Any]:
    """Notes a fixed pay of the round, from where it comes.

    ``cents`` is what the dealer of a live table pushes out, which an aggregate limit may have cut; else it is the pay
    table's amount.
    """
    pad = desk.pad(table).pad
    pressed = fixed_pay(pad, desk.book(pad.jackpot), person, seat, outcome, cents)
    told = _booked(desk, pressed, person)
    after = _numbered(pad, pressed.pad, told)
    desk.save_pad(after, person.id, {"key": "fixed pay", "seat": seat, "outcome": outcome, "round": pad.round})
    return told


def back_out(
    desk: UnitOfWork, jackpot: str, prize: Transaction, papers: Mapping[str, Any], person: Person
) -> Transaction:
    """Reverses a prize in the ledger; while its round is played, its seat may be paid again."""
    entries = to_reverse(desk.book(jackpot), prize.data, prize.entries)
    place = {name: prize.data[name] for name in ("table", "round", "seat")} if RESERVED in entries else {}
    data: dict[str, Any] = {"award": prize.number, "entries": entries, **place, **papers}
    done = desk.do(jackpot, Action("back-out", data), f"back-out/{prize.number}", person.id)
    table, seat = str(prize.data["table"]), prize.data["seat"]
    pad = desk.pad(table).pad
    if (pad.jackpot, pad.round) == (jackpot, prize.data["round"]):
        recorded = [dict(each) | ({"undone": 1} if each["seat"] == seat else {}) for each in pad.recorded]
        data = {"key": "back-out", "award": prize.number}
        desk.save_pad(replace(pad, recorded=tuple(recorded)), person.id, data)
    return done


def void_round(
    desk: UnitOfWork, table: str, papers: Mapping[str, Any], person: Person, fixed_pays: Sequence[Transaction] = ()
) -> dict[str, Any]:
    """The wagers of a round go back, and the meter with them; ``fixed_pays`` that were noted are reversed first."""
    jackpot = desk.pad(table).pad.jackpot
    if desk.pad(table).pad.phase == "betting":
        raise BadInput("no round is being played: there is nothing to void")
    for prize in fixed_pays:
        back_out(desk, jackpot, prize, papers, person)
    pad = desk.pad(table).pad
    if any("undone" not in prize for prize in pad.recorded):
        raise BadInput(
            "a prize of this round is recorded on the controller: back it out first (executive and accounting)"
        )
    result: dict[str, Any] = {}
    if pad.lit:
        wagers = {str(seat): desk.book(jackpot).setup.bet for seat in pad.lit}
        data = {"table": table, "round": pad.round, "wagers": wagers, **papers}
        item = desk.do(jackpot, Action("void", data), f"{table}/{pad.round}/void", person.id)
        result = dict(item.result) | {"transaction": item.number}
    desk.save_pad(pad.ended(), person.id, {"key": "void", "round": pad.round, "why": papers["why"]})
    return result


def _booked(desk: UnitOfWork, pressed: Pressed, person: Person) -> dict[str, Any]:
    """Books what follows from something pressed; gives what is told of it."""
    if pressed.action is None:
        return dict(pressed.told)
    item = desk.do(pressed.pad.jackpot, pressed.action, pressed.key, person.id)
    return dict(pressed.told) | dict(item.result) | {"transaction": item.number}
