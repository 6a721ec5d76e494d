"""Starting hands of two cards as the grid that players know: pairs on the diagonal, suited hands above it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitbook.cards import RANKS

HIGH_FIRST = RANKS[::-1]


@dataclass(frozen=True, slots=True)
class GridCell:
    """One starting hand with the value of each choice, in first stakes."""

    hand: str
    """``AA``, ``AKs`` or ``AKo``."""
    values: tuple[tuple[str, float], ...]
    best: str
    """The best choice; of equal choices the first, which has the smaller stake."""

    @property
    def value(self) -> float:
        """The value of the best choice."""
        return dict(self.values)[self.best]


def starting_grid(hands: Mapping[str, Mapping[str, str]]) -> list[list[GridCell]]:
    """Rows of cells from ``starting_hands`` of a solved game, whose values are fractions; empty where it has none."""
    if not hands:
        return []
    return [[_cell(hands, _name(row, column)) for column in range(13)] for row in range(13)]


def _name(row: int, column: int) -> str:
    high, low = HIGH_FIRST[min(row, column)], HIGH_FIRST[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def _cell(hands: Mapping[str, Mapping[str, str]], name: str) -> GridCell:
    exact = {word: Fraction(value) for word, value in hands[name].items()}
    best = max(exact, key=lambda word: exact[word])
    return GridCell(name, tuple((word, float(value)) for word, value in exact.items()), best)
