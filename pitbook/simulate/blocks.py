"""What a simulation is to whoever runs it: numbered blocks of work whose whole-number totals are added up.

A block depends on the simulation's inputs and its own number, on nothing else, so that the sum is the same to the last
integer whoever works on which block, in whatever order, on however many machines.
"""

import operator
from collections.abc import Mapping
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final, Protocol

from pitbook.errors import BadInput
from pitbook.exact.cache import cache_key

if TYPE_CHECKING:
    from pitbook.simulate.known import Known, Whole
    from pitbook.simulate.pricing import Priced
    from pitbook.simulate.table import TableAsk

Row = Any
"""A tuple of whole numbers of any size, or an integer array where they are many."""
Totals = Mapping[str, Row]
"""Named rows of whole numbers."""


class Simulation(Protocol):
    """Something that runs in blocks. It is plain frozen data, so that it can be sent to another machine."""

    @property
    def key(self) -> str:
        """The hash of everything that the totals follow from, the version of the rules included."""
        ...

    @property
    def blocks(self) -> int:
        """How many there are; they are numbered from 0."""
        ...

    def rounds_in(self, block: int) -> int:
        """How much of the work a block is; every block but the last is the same."""
        ...

    def prepare(self) -> None:
        """Compiles and reads what every block needs; called once in a process before the first."""
        ...

    def run(self, block: int) -> Totals:
        """Works on one block; called from several threads at once."""
        ...


class TableSimulation(Simulation, Protocol):
    """Rounds of a whole table. Beside rows of its own, its totals hold ``table rounds``, ``table shoes``, ``table net``
    and ``table net squares``, and for each wager that is bet the rows that :mod:`pitbook.simulate.result` names."""

    @property
    def priced(self) -> "Mapping[str, Priced]":
        """By wager slug, what each bet is paid: the rows of lines follow the order of ``Priced.lines``."""
        ...

    def known(self, ask: "TableAsk", priced: "Priced") -> "Known":
        """What is exactly known of a wager as it is played at this table, which was made from ``ask``."""
        ...

    def whole(self) -> "Whole | None":
        """Where several wagers make up the base game: what they are together. The totals then hold ``base net`` and
        ``base net squares`` too."""
        ...


MOST_ROUNDS: Final = 10**15
"""Years of play on any cluster."""


def check_rounds(rounds: int) -> None:
    """Refuses a number of rounds that nobody can mean."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds:,} rounds: a simulation plays 1 to {MOST_ROUNDS:,}")


def key_of(module: str, *inputs: object) -> str:
    """The key of a simulation in this module with these inputs, as JSON holds them, under the rules as they stand in
    the source."""
    return cache_key((__name__, module), module, *inputs)


def add(one: Totals, other: Totals) -> Totals:
    """Both together, in whole numbers of any size; a row that only one has stays as it is."""
    rows = {**other, **one}
    for name in one.keys() & other.keys():
        first, second = one[name], other[name]
        both = zip(first, second, strict=True) if isinstance(first, tuple) else ()
        rows[name] = tuple(starmap(operator.add, both)) if isinstance(first, tuple) else first + second
    return rows
