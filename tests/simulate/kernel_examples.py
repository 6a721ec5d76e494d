"""Small kernels for tests of compiling and caching kernels; run as a program, this module reports the result.

``python -m tests.simulate.kernel_examples NAME ...`` makes the kernels of these names, calls each, and prints as JSON
the answers, the numbers of functions compiled and read from disk, and the time.
"""

import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from pitbook.cards import rank
from pitbook.exact import kernels
from pitbook.exact.kernels import kernel_with

SIZE = 10


def rule(number: int) -> int:
    """A placeholder, replaced by a wager's rule."""
    return number


def doubled(number: int) -> int:
    return number * 2


def squared(number: int) -> int:
    return number * number


def through_helper(number: int) -> int:
    """Looks the rule up in a function of this module that it calls."""
    return helper(number) + SIZE


def helper(number: int) -> int:
    return rule(number) * 100


def of_rank(card: int) -> int:
    """Looks up a function of another module, and a name that the other module has too."""
    return rank(card) * SIZE


def sum_of(count: int) -> int:
    total = 0
    for number in range(count):
        total += rule(number)
    return total


def given(function: Callable[[int], int], number: int) -> int:
    return function(number)


KERNELS: dict[str, Any] = {
    "doubled": lambda: kernel_with(sum_of, rule=doubled),
    "squared": lambda: kernel_with(sum_of, rule=squared),
    "helper": lambda: kernel_with(through_helper, rule=doubled),
    "size": lambda: kernel_with(through_helper, rule=doubled, SIZE=7),
    "plain": lambda: kernel_with(sum_of),
}
ANSWERS = {"doubled": 20, "squared": 30, "helper": 1010, "size": 1007, "plain": 10}
"""The answer of each to 5."""


def main() -> None:
    start = perf_counter()
    answers = [KERNELS[name]()(5) for name in sys.argv[1:]]
    made: list[Any] = list(kernels._KERNELS.values())
    print(
        json.dumps(
            {
                "answers": answers,
                "compiled": sum(sum(kernel.stats.cache_misses.values()) for kernel in made),
                "read": sum(sum(kernel.stats.cache_hits.values()) for kernel in made),
                "seconds": perf_counter() - start,
            }
        )
    )


if __name__ == "__main__":
    main()
