"""A slow and plain second way at hold'em: every pair of dealer cards on each board, one by one. It compiles."""

from typing import Any

import numpy as np

from pitbook.families.poker.exact.board_kernels import is_on


def value(cards: Any) -> int:
    """A placeholder: kernels are compiled with the game's own function."""
    raise NotImplementedError


def results_one_by_one(boards: Any, own: Any, rest: Any, lowest: int, mine: Any, found: Any) -> None:
    """For one pair of hole cards on each of some boards: its value, and the results against every dealer pair.

    All pairs of the ``rest`` of the deck that are not on the board are compared one by one.
    """
    for number in range(len(boards)):
        one, two, three = np.int64(boards[number, 0]), np.int64(boards[number, 1]), np.int64(boards[number, 2])
        four, five = np.int64(boards[number, 3]), np.int64(boards[number, 4])
        worth = value((one, two, three, four, five, own[0], own[1]))
        mine[number] = worth
        for high in range(1, len(rest)):
            if is_on(boards[number], rest[high]):
                continue
            for low in range(high):
                if is_on(boards[number], rest[low]):
                    continue
                other = value((one, two, three, four, five, rest[high], rest[low]))
                result = 2 if worth > other else 1 if worth == other else 0
                found[number, result + (0 if other >= lowest else 3)] += 1
