"""The integer sums over the rounds of a table: accumulated by compiled kernels, then named so that blocks can be added.

The square of a round's money may overflow a 64-bit sum. So an amount is split into ``high * 2**23 + low``, and the sums
of both squares and of the product are kept.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pitbook.money import Cents
from pitbook.simulate.blocks import Totals
from pitbook.simulate.pricing import Priced

PART: Final = 23
"""Bits of the lower part of an amount."""
LOW: Final = (1 << PART) - 1

NET, ENVY = 0, 4
"""Columns of :attr:`Tally.money`: each amount is followed by three columns for its square."""
COLUMNS: Final = 8


class Tally(NamedTuple):
    """The sums so far. Rows are wagers."""

    here: Any
    """The number of times that each line was paid in the current round."""
    lines: Any
    """The same over all rounds."""
    squares: Any
    """The sum over all rounds of the squared number in the round."""
    money: Any
    """In cents; the last row is for all wagers together."""


def empty_tally(priced: Sequence[Priced]) -> Tally:
    """An empty tally for these wagers."""
    import numpy as np

    shape = len(priced), max(len(each.lines) for each in priced)
    here, lines, squares = (np.zeros(shape, np.int64) for _ in range(3))
    return Tally(here, lines, squares, np.zeros((len(priced) + 1, COLUMNS), np.int64))


def count_lines(tally: Tally) -> None:
    """At the end of a round: counts how often each line was paid."""
    wagers, lines = tally.here.shape
    for wager in range(wagers):
        for line in range(lines):
            here = tally.here[wager, line]
            tally.lines[wager, line] += here
            tally.squares[wager, line] += here * here
            tally.here[wager, line] = 0


def count_money(money: Any, row: int, amount: int, at: int = NET) -> None:
    """At the end of a round: adds the net win of all seats on a wager, or their envy."""
    high, low = amount >> PART, amount & LOW
    money[row, at] += amount
    money[row, at + 1] += low * low
    money[row, at + 2] += high * low
    money[row, at + 3] += high * high


def totals_of(tally: Tally, priced: Sequence[Priced], wagered: Mapping[str, Cents], rounds: int, shoes: int) -> Totals:
    """The sums by name; ``wagered`` is the bet of all seats on a wager in a round."""
    rows: dict[str, tuple[int, ...]] = {"table rounds": (rounds,), "table shoes": (shoes,)}
    for row, each in enumerate(priced):
        slug, lines = each.wager.slug, len(each.lines)
        rows[f"{slug} lines"] = tuple(map(int, tally.lines[row, :lines]))
        rows[f"{slug} line squares"] = tuple(map(int, tally.squares[row, :lines]))
        rows[f"{slug} wagered"] = (wagered[slug] * rounds,)
        rows[f"{slug} net"] = (int(tally.money[row, NET]),)
        rows[f"{slug} net squares"] = (squares_of(tally.money[row], NET),)
        rows[f"{slug} envy"] = (int(tally.money[row, ENVY]),)
        rows[f"{slug} envy squares"] = (squares_of(tally.money[row], ENVY),)
    rows["table net"] = (int(tally.money[-1, NET]),)
    rows["table net squares"] = (squares_of(tally.money[-1], NET),)
    return rows


def squares_of(money: Any, at: int) -> int:
    """The sum of squares in a row of money, starting at this column."""
    low, product, high = (int(money[at + column]) for column in (1, 2, 3))
    return low + (product << PART + 1) + (high << 2 * PART)
