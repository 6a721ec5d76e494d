"""Enumerates deals one by one with compiled rules.

It needs the extra ``fast``, and compiling takes seconds, so it is used only for wagers that cannot be counted
otherwise.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.kernels import NotCompiled, compiled, kernel_with, numba_or_refuse
from pitbook.exact.seven import MOST_ANSWERS, answer_sevens, rank_masks

SLOTS = 4096
"""The capacity for different answers of one rule; a power of two, so that the lowest bits select a slot."""


def note(answers: Any, sums: Any, answer: int, weight: int) -> None:
    """Adds a weight to an answer's sum in a small open-addressing hash table (-1 in ``answers`` marks a free slot)."""
    slot = (answer ^ answer >> 9) & (SLOTS - 1)
    tries = 0
    while answers[slot] != answer:
        if answers[slot] == -1:
            answers[slot] = answer
            break
        slot = (slot + 1) & (SLOTS - 1)
        tries += 1
        if tries == SLOTS:
            raise OverflowError("the rule has too many different answers")
    sums[slot] += weight


def kernel_source(sizes: Sequence[int], reads: int) -> str:
    """Nested loops over all deals of groups of these sizes: one loop per card, in rising order within a group.

    The options that the rule reads, ``reads`` of them, are the last arguments.

    The weight of a deal is the number of ways to pick it: each further copy of a card has one less to choose from, and
    the order of copies within a group does not count.
    """
    given = [f"given{place}" for place in range(reads)]
    lines = [f"def kernel({', '.join(['counts, first, last, answers, sums', *given])}):", "    w_, r_ = 1, 1"]
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
    arguments = ", ".join([*groups, *given])
    lines.append(f"{indent}note(answers, sums, rule({arguments}), w{before})")
    for back in range(card - 1, -1, -1):
        lines.append(f"{'    ' * (back + 2)}counts[c{back}] += 1")
    return "\n".join(lines)


@cache
def _kernel(rule: Callable[..., int], sizes: tuple[int, ...], reads: int) -> Any:
    seen: dict[str, Any] = {"__name__": __name__}
    exec(kernel_source(sizes, reads), seen)  # noqa: S102 (the source text is generated above, from integers only)
    return kernel_with(seen["kernel"], rule=rule, note=note)


def enumerate_deals(
    rule: Callable[..., int], sizes: Sequence[int], shoe: Shoe, reads: Sequence[Any] = (), workers: int = 2
) -> Counter[int]:
    """The number of deals for each answer of the rule, found by calling it on every deal, without using symmetries."""
    from concurrent.futures import ThreadPoolExecutor

    kernel = _kernel(rule, tuple(sizes), len(reads))
    import numpy as np

    def run(cards: range) -> Counter[int]:
        answers, sums = np.full(SLOTS, -1, np.int64), np.zeros(SLOTS, np.int64)
        kernel(np.array(shoe.counts, np.int64), cards.start, cards.stop, answers, sums, *reads)
        return Counter({int(answer): int(times) for answer, times in zip(answers, sums, strict=True) if answer >= 0})

    try:
        run(range(0))
    except Exception as error:  # noqa: BLE001 (a compiler may fail in any way on a user's rule)
        raise NotCompiled(f"{rule.__name__} cannot be compiled ({first_line(error)})") from None
    tally: Counter[int] = Counter()
    try:
        with ThreadPoolExecutor(workers) as pool:
            for part in pool.map(run, [range(card, card + 1) for card in range(JOKER + 1)]):
                tally.update(part)
    except Exception as error:  # noqa: BLE001 (a user's rule may raise anything)
        raise BadInput(f"{rule.__name__} fails on some deal: {type(error).__name__} ({first_line(error)})") from None
    return tally


def first_line(error: Exception) -> str:
    """The essential line of a compiler's long error message."""
    lines = [line.strip() for line in re.sub(r"\x1b\[[\d;]*m", "", str(error)).splitlines()]
    told = next((line for line in lines if line and not line.startswith("Failed in nopython mode")), "no message")
    place = next((found[1] for line in lines if (found := re.match(r'File .*\.py", (line \d+)', line))), "")
    return f"{place}: {told[:160]}" if place else told[:160]


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
    """A compiled rule with the values of its options bound."""
    fast = compiled(rule)

    def on_hand(hand: Cards) -> int:
        return fast(hand, *reads)

    return numba_or_refuse().njit(on_hand)
