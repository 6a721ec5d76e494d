"""Cards of a row as a tuple, for compiled loops over rows of cards.

The compiler knows the length of a tuple and keeps its members in registers: a rule runs twice as fast with a tuple as
with an array. So there is one function for each number of cards, and a kernel is compiled with the one it needs.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np


def one(cards: Any, row: int, at: Any) -> Any:
    return (np.int64(cards[row, at[0]]),)


def two(cards: Any, row: int, at: Any) -> Any:
    return np.int64(cards[row, at[0]]), np.int64(cards[row, at[1]])


def three(cards: Any, row: int, at: Any) -> Any:
    return np.int64(cards[row, at[0]]), np.int64(cards[row, at[1]]), np.int64(cards[row, at[2]])


def four(cards: Any, row: int, at: Any) -> Any:
    first = np.int64(cards[row, at[0]]), np.int64(cards[row, at[1]])
    return first[0], first[1], np.int64(cards[row, at[2]]), np.int64(cards[row, at[3]])


def five(cards: Any, row: int, at: Any) -> Any:
    a, b, c, d = four(cards, row, at)
    return a, b, c, d, np.int64(cards[row, at[4]])


def six(cards: Any, row: int, at: Any) -> Any:
    a, b, c, d, e = five(cards, row, at)
    return a, b, c, d, e, np.int64(cards[row, at[5]])


def seven(cards: Any, row: int, at: Any) -> Any:
    a, b, c, d, e, f = six(cards, row, at)
    return a, b, c, d, e, f, np.int64(cards[row, at[6]])


CARDS_OF: Final[tuple[Callable[[Any, int, Any], Any], ...]] = (one, two, three, four, five, six, seven)


def cards_of_size(size: int) -> Callable[[Any, int, Any], Any]:
    """The function for this number of cards."""
    return CARDS_OF[size - 1]
