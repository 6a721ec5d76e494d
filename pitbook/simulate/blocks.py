"""What a simulation is to whoever runs it: numbered blocks of work whose whole-number totals are added up.

A block depends on the simulation's inputs and its own number, on nothing else, so that the sum is the same to the last
integer whoever works on which block, in whatever order, on however many machines.
"""

import hashlib
import json
import operator
from collections.abc import Mapping
from functools import cache
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import pitbook
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from pitbook.simulate.pricing import Priced

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


MOST_ROUNDS: Final = 10**15
"""Years of play on any cluster."""


def check_rounds(rounds: int) -> None:
    """Refuses a number of rounds that nobody can mean."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds:,} rounds: a simulation plays 1 to {MOST_ROUNDS:,}")


def key_of(*inputs: object) -> str:
    """The key of a simulation with these inputs, as JSON holds them, under the rules as they stand in the source."""
    return hashlib.sha256(json.dumps([_source_hash(), *inputs], sort_keys=True).encode()).hexdigest()


_ROOMS: Final = (".", "hands", "games", "exact", "simulate")
"""Whatever can have a part in what a simulation adds up to."""


@cache
def _source_hash() -> str:
    digest = hashlib.sha256()
    folder = Path(pitbook.__file__).parent
    for room in _ROOMS:
        found = (folder / room).glob("*.py") if room == "." else (folder / room).rglob("*.*")
        for path in sorted(path for path in found if path.suffix in (".py", ".toml")):
            digest.update(str(path.relative_to(folder).as_posix()).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def add(one: Totals, other: Totals) -> Totals:
    """Both together, in whole numbers of any size; a row that only one has stays as it is."""
    rows = {name: one.get(name) or other[name] for name in (*one, *other)}
    for name in one.keys() & other.keys():
        rows[name] = tuple(starmap(operator.add, zip(one[name], other[name], strict=True)))
    return rows
