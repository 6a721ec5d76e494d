"""Compiling rules with numba exactly as they are written, and enumerating deals with them one by one.

This is the heavy machine behind the counting: it needs the extra ``fast``, takes seconds to start, and nothing that can
be counted otherwise waits for it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.seven import MOST_ANSWERS, answer_sevens, rank_masks

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def compiled(function: AnyFunction) -> AnyFunction:
    """A compiled copy of a plain function, made once; the function itself stays as it is."""
    if not isinstance(function, FunctionType):
        raise BadInput(f"{function!r} cannot be compiled: a rule is a plain Python function")
    return cast(AnyFunction, _compiled(function))


@cache
def _compiled(function: FunctionType) -> object:
    """The copy shares the code but sees its own globals, in which each Pitbook function is a compiled copy too."""
    numba = _numba()
    seen = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = seen.get(name)
        if isinstance(value, FunctionType) and value.__module__.partition(".")[0] == "pitbook":
            seen[name] = _compiled(value)
    return numba.njit(
        FunctionType(function.__code__, seen, function.__name__, function.__defaults__, function.__closure__)
    )


def _numba() -> Any:
    try:
        import numba
    except ImportError:
        raise BadInput("this count needs compiled code: install the extra with pip install 'pitbook[fast]'") from None
    return numba


SLOTS = 4096
"""Room for different answers of one rule; a power of two, so that a slot is found by its lowest bits."""


def note(answers: Any, sums: Any, answer: int, weight: int) -> None:
    """Adds a weight to an answer's sum, in a small open table (``answers`` holds -1 where a slot is free)."""
    slot = (answer ^ answer >> 9) & (SLOTS - 1)
    while answers[slot] != answer:
        if answers[slot] == -1:
            answers[slot] = answer
            break
        slot = (slot + 1) & (SLOTS - 1)
    sums[slot] += weight


def kernel_source(sizes: Sequence[int], reads: Sequence[int]) -> str:
    """Nested loops over all deals of groups of these sizes: a loop a card, in rising order within a group.

    The weight of a deal is the number of ways to pick it: each further copy of a card has one less to pick from, and
    copies within a group are not told apart.
    """
    lines = ["def kernel(counts, first, last, answers, sums):", "    w_, r_ = 1, 1"]
    indent, before, card = "    ", "_", 0
    groups: list[str] = []
    for size in sizes:
        names = []
        for place in range(size):
            name = f"c{card}"
            start = "first" if card == 0 else (f"c{card - 1}" if place else "0")
            stop = "last" if card == 0 else str(JOKER + 1)
            copies = f"r{before} + 1 if {name} == c{card - 1} else 1" if place else "1"
            lines += [
                f"{indent}for {name} in range({start}, {stop}):",
                f"{indent}    if counts[{name}] == 0:",
                f"{indent}        continue",
                f"{indent}    r{card} = {copies}",
                f"{indent}    w{card} = w{before} * counts[{name}] // r{card}",
                f"{indent}    counts[{name}] -= 1",
            ]
            indent += "    "
            before = str(card)
            names.append(name)
            card += 1
        groups.append(f"({', '.join(names)},)")
    arguments = ", ".join([*groups, *map(str, reads)])
    lines.append(f"{indent}note(answers, sums, rule({arguments}), w{before})")
    for back in range(card - 1, -1, -1):
        lines.append(f"{'    ' * (back + 2)}counts[c{back}] += 1")
    return "\n".join(lines)


@cache
def _kernel(rule: Callable[..., int], sizes: tuple[int, ...], reads: tuple[int, ...]) -> Any:
    seen = {"rule": compiled(rule), "note": compiled(note)}
    exec(kernel_source(sizes, reads), seen)  # noqa: S102 (the text is made above, from whole numbers only)
    return _numba().njit(nogil=True)(seen["kernel"])


def enumerate_deals(
    rule: Callable[..., int], sizes: Sequence[int], shoe: Shoe, reads: Sequence[int] = (), workers: int = 2
) -> Counter[int]:
    """How many deals the rule gives each answer to, found by calling it on every deal: no symmetry, no short cut."""
    from concurrent.futures import ThreadPoolExecutor

    import numpy as np

    kernel = _kernel(rule, tuple(sizes), tuple(reads))

    def run(first_card: int) -> Counter[int]:
        answers, sums = np.full(SLOTS, -1, np.int64), np.zeros(SLOTS, np.int64)
        kernel(np.array(shoe.counts, np.int64), first_card, first_card + 1, answers, sums)
        return Counter({int(answer): int(times) for answer, times in zip(answers, sums, strict=True) if answer >= 0})

    tally: Counter[int] = Counter()
    with ThreadPoolExecutor(workers) as pool:
        for part in pool.map(run, range(JOKER + 1)):
            tally.update(part)
    return tally


def count_sevens_compiled(rule: Callable[..., int], shoe: Shoe, reads: Sequence[int] = ()) -> Counter[int]:
    """The same count as :func:`pitbook.exact.seven.count_sevens`, by the same functions, compiled."""
    import numpy as np

    answers: Any = np.zeros(MOST_ANSWERS, np.int64)
    weights: Any = np.zeros(MOST_ANSWERS, np.int64)
    used = compiled(answer_sevens)(_bound(rule, tuple(reads)), rank_masks(shoe), shoe.counts[JOKER], answers, weights)
    found, places = np.unique(answers[:used], return_inverse=True)
    sums = np.zeros(len(found), np.int64)
    np.add.at(sums, places, weights[:used])
    return Counter(dict(zip(found.tolist(), sums.tolist(), strict=True)))


@cache
def _bound(rule: Callable[..., int], reads: tuple[int, ...]) -> Any:
    """A compiled rule that is given its readings."""
    fast = compiled(rule)

    def on_hand(hand: Cards) -> int:
        return fast(hand, *reads)

    return _numba().njit(on_hand)
