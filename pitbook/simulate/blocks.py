"""What a simulation is to whoever runs it: numbered blocks of work whose whole-number totals are added up.

A block depends on the simulation's inputs and its own number, on nothing else, so that the sum is the same to the last
integer whoever works on which block, in whatever order, on however many machines.
"""

from collections.abc import Mapping
from typing import Protocol

Totals = Mapping[str, tuple[int, ...]]
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
        """How much of the work a block is, for whoever shows progress."""
        ...

    def prepare(self) -> None:
        """Compiles and reads what every block needs; called once in a process before the first."""
        ...

    def run(self, block: int) -> Totals:
        """Works on one block; called from several threads at once."""
        ...


def add(one: Totals, other: Totals) -> Totals:
    """Both together, in whole numbers of any size; a row that only one has stays as it is."""
    rows = {name: one.get(name) or other[name] for name in (*one, *other)}
    for name in one.keys() & other.keys():
        rows[name] = tuple(a + b for a, b in zip(one[name], other[name], strict=True))
    return rows
