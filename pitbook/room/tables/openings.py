"""Opening a table of the room, for the floor's page and the API: gate, checklist and one record.

A round has one number everywhere. The table and its controller get the same next number when the table opens, and from
then on each round counts once on both.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pitbook.errors import BadInput, NotFound
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.people import Person
from pitbook.room.configurations import Configurations
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.checklist import Checklist, checklist_of, controller_of
from pitbook.room.tables.jackpot import TableJackpot
from pitbook.room.tables.service import Begin, Tables
from pitbook.store.work import UnitOfWork
from pitbook.table.events import Journal
from pitbook.table.table import Table

OPENED: Final = "table-opened"
CLOSED: Final = "table-closed"
LOOK_FIRST: Final = "look at the table first: notices up, cards counted and in order, tray counted"


def opening(
    configurations: Configurations, tables: Tables, jackpots: Jackpots, name: str, person: Person, controller_only: bool
) -> Begin:
    """A function that opens a table from the current configuration; it refuses with every reason that the gate has.

    ``controller_only`` opens the table without seats: only its controller is used, and no bets or cards are recorded.
    A controller that was left in the middle of a round is used this way to finish it.
    """

    def begin(journal: Journal) -> tuple[Table, Callable[[UnitOfWork], None]]:
        today = configurations.today()
        stated = configurations.gate(today).open_table(name)
        listed = checklist_of(configurations, tables, jackpots, name)
        controller = controller_of(jackpots, name)
        _check(listed, controller, bool(stated.progressive), controller_only)
        first = _first_round(tables, name, controller)
        jackpot = TableJackpot(jackpots, name) if stated.progressive else None
        table, config = configurations.begin_table(
            name, today, tables.chance, tables.clock, journal, jackpot, first, controller_only
        )
        checklist = [condition.to_dict() for condition in listed.conditions]

        def also(unit: UnitOfWork) -> None:
            if controller is not None:
                _number_on(unit, controller, first, person)
            unit.note(OPENED, person.id, config | {"checklist": checklist, "controller_only": controller_only})

        return table, also

    return begin


def _check(listed: Checklist, controller: ControllerState | None, progressive: bool, controller_only: bool) -> None:
    if progressive and controller is None:
        raise BadInput(f"table {listed.table} offers a progressive that is not open: open its jackpot first")
    if controller_only and (controller is None or not progressive):
        raise BadInput(f"table {listed.table} has no controller: open it with its seats")
    if listed.in_round and not controller_only:
        raise BadInput(f"{listed.in_round[:1].lower()}{listed.in_round[1:].rstrip('.')}")


def _first_round(tables: Tables, name: str, controller: ControllerState | None) -> int:
    """The number of the next round: one more than the last of the table or of its controller.

    If the controller is in the middle of a round, that round keeps its number.
    """
    try:
        with tables.look(name) as live:
            after_last = live.table.round_number + 1
    except NotFound:
        after_last = 1
    if controller is None:
        return after_last
    return max(after_last, controller.round) if controller.phase == "betting" else controller.round


def _number_on(unit: UnitOfWork, controller: ControllerState, first: int, person: Person) -> None:
    """Sets the controller to the table's next number."""
    if unit.controller(controller.table) != controller:
        raise BadInput(f"the controller of table {controller.table} has just been used: look at it, then open again")
    if controller.round != first:
        unit.save_controller(replace(controller, round=first), person.id, {"key": "opened", "round": first})
