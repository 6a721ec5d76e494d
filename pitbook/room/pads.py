"""What is done to a table's controller in a piece of work: keys, fixed pays, and rounds that do not stand."""

from collections.abc import Mapping
from typing import Any

from pitbook.errors import BadInput
from pitbook.jackpot.book import Action
from pitbook.jackpot.controller import WORDS, Pressed, fixed_pay, press
from pitbook.jackpot.people import Person
from pitbook.store.work import Desk


def press_key(
    desk: Desk, table: str, key: str, person: Person, seat: int = 0, outcome: str = "", order: str = "",
    *, without_wagers: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Presses a key; what follows for the jackpot is booked in the same moment."""
    held = desk.pad(table)
    pressed = press(held.pad, desk.book(held.pad.jackpot), key, person, seat, outcome, order, without_wagers)
    told = _booked(desk, pressed, person)
    data = {"key": key, "word": WORDS[held.pad.kind].get(key, key), "seat": seat, "outcome": outcome}
    desk.save_pad(pressed.pad, person.id, data | {"round": held.pad.round})
    return told


def note_fixed_pay(desk: Desk, table: str, seat: int, outcome: str, person: Person) -> dict[str, Any]:
    """Notes a fixed pay of the round, from where it comes."""
    pad = desk.pad(table).pad
    pressed = fixed_pay(pad, desk.book(pad.jackpot), person, seat, outcome)
    told = _booked(desk, pressed, person)
    desk.save_pad(pressed.pad, person.id, {"key": "fixed pay", "seat": seat, "outcome": outcome, "round": pad.round})
    return told


def void_round(desk: Desk, table: str, papers: Mapping[str, Any], person: Person) -> dict[str, Any]:
    """The wagers of a round go back, and the meter with them."""
    pad = desk.pad(table).pad
    jackpot = pad.jackpot
    if pad.phase == "betting":
        raise BadInput("no round is being played: there is nothing to void")
    if any("undone" not in prize for prize in pad.recorded):
        raise BadInput("a prize of this round is recorded: back it out first")
    result: dict[str, Any] = {}
    if pad.lit:
        wagers = {str(seat): desk.book(jackpot).setup.bet for seat in pad.lit}
        data = {"table": table, "round": pad.round, "wagers": wagers, **papers}
        item = desk.do(jackpot, Action("void", data), f"{table}/{pad.round}/void", person.id)
        result = dict(item.result) | {"transaction": item.number}
    desk.save_pad(pad.ended(), person.id, {"key": "void", "round": pad.round, "why": papers["why"]})
    return result


def _booked(desk: Desk, pressed: Pressed, person: Person) -> dict[str, Any]:
    """Books what follows from something pressed; gives what is told of it."""
    if pressed.action is None:
        return dict(pressed.told)
    item = desk.do(pressed.pad.jackpot, pressed.action, pressed.key, person.id)
    return dict(pressed.told) | dict(item.result) | {"transaction": item.number}
