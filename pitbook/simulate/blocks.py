"""The interface of a simulation for its runners: numbered blocks of work whose integer totals are added up.

A block depends only on the simulation's inputs and its own number, so the sum is identical to the last integer for any
assignment of blocks to workers, any order and any number of machines.
"""

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final, Protocol

from pitbook.errors import BadInput
from pitbook.exact.cache import cache_key

if TYPE_CHECKING:
    from pitbook.simulate.known import Known, Whole
    from pitbook.simulate.pricing import Priced
    from pitbook.simulate.table import TableRequest

Row = Any
"""A tuple of integers of any size, or an integer array if there are many."""
Totals = Mapping[str, Row]
"""Named rows of integers."""
ANSWER: Final = "answer "
"""The prefix of a row's name in the totals of one wager's deals, before the answer."""


class Simulation(Protocol):
    """A computation that runs in blocks. It is plain frozen data, so that it can be sent to another machine."""

    @property
    def key(self) -> str:
        """The hash of everything that the totals depend on, including the version of the rules."""
        ...

    @property
    def blocks(self) -> int:
        """The number of blocks; they are numbered from 0."""
        ...

    def rounds_in(self, block: int) -> int:
        """The amount of work in a block; all blocks except the last are equal."""
        ...

    def prepare(self) -> None:
        """Compiles and loads what every block needs; called once per process before the first block."""
        ...

    def run(self, block: int) -> Totals:
        """Runs one block; called from several threads at once."""
        ...


class TableSimulation(Simulation, Protocol):
    """Rounds of a whole table. Beside rows of its own, its totals have ``table rounds``, ``table shoes``, ``table net``
    and ``table net squares``, and for each wager that is bet the rows that :mod:`pitbook.simulate.result` names."""

    @property
    def priced(self) -> "Mapping[str, Priced]":
        """By wager slug, the pays of each bet: the rows of lines follow the order of ``Priced.lines``."""
        ...

    def known(self, ask: "TableRequest", priced: "Priced") -> "Known":
        """The exact figures of a wager as it is played at this table, which was made from ``ask``."""
        ...

    def whole(self) -> "Whole | None":
        """If several wagers make up the base game: their figures together. The totals then have ``base net`` and ``base
        net squares`` too."""
        ...


class RoundsInBlocks(ABC):
    """The blocks of a simulation whose rounds are divided evenly, all but the last of the same size."""

    __slots__ = ()
    rounds: int
    block_rounds: int

    @property
    def blocks(self) -> int:
        return -(-self.rounds // self.block_rounds)

    def rounds_in(self, block: int) -> int:
        return min(self.block_rounds, self.rounds - block * self.block_rounds)

    def prepare(self) -> None:
        self._play(0, 0)

    def run(self, block: int) -> Totals:
        return self._play(block, self.rounds_in(block))

    @abstractmethod
    def _play(self, block: int, rounds: int) -> Totals:
        """Plays rounds with the random numbers of a block."""


MOST_ROUNDS: Final = 10**15
"""Years of play on any cluster."""


def check_rounds(rounds: int) -> None:
    """Refuses an impossible number of rounds."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds:,} rounds: a simulation plays 1 to {MOST_ROUNDS:,}")


def key_of(module: str, *inputs: object) -> str:
    """The key of a simulation in this module with these inputs, as JSON values, under the current source of the
    rules."""
    return cache_key((__name__, module), module, *inputs)


def add(one: Totals, other: Totals) -> Totals:
    """The sum of both, in integers of any size; a row that only one has stays unchanged."""
    rows = {**other, **one}
    for name in one.keys() & other.keys():
        first, second = one[name], other[name]
        both = zip(first, second, strict=True) if isinstance(first, tuple) else ()
        rows[name] = tuple(starmap(operator.add, both)) if isinstance(first, tuple) else first + second
    return rows
