"""Deals one wager repeatedly from a fresh shoe and counts the answers of its rule.

The shoe is a permanent array. Each deal moves the cards that the wager looks at to its front, by random swaps (a
partial Fisher-Yates shuffle); any earlier order is a valid start, so nothing is put back. The rule itself is compiled
into the loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pitbook.cards import NO_CARD, Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.compiled import SLOTS, first_line, note
from pitbook.exact.custom_wager import find_game
from pitbook.exact.kernels import NotCompiled
from pitbook.exact.par import checked_options, groups_seen
from pitbook.games import cached_by_game, is_path
from pitbook.games.package import package_hash
from pitbook.simulate.blocks import ANSWER, RoundsInBlocks, Totals, check_rounds, key_of
from pitbook.simulate.compile import Kernel, kernel_with
from pitbook.simulate.random import State, draw, stream_of

if TYPE_CHECKING:
    from pitbook.exact.select import CountingJob
    from pitbook.games.model import Wager

BLOCK: Final = 1 << 21
"""Deals in a block: a fiftieth of a second."""


@dataclass(frozen=True)
class WagerDeals(RoundsInBlocks):
    """Independent deals of one wager from a full shoe, or from one with some cards removed."""

    game: str
    """A slug of the rulebook, or the path of a user's Python file."""
    wager: str
    decks: int
    removed: Cards
    reads: tuple[int, ...]
    """The index of each option, passed to the rule."""
    groups: int
    """The number of groups of cards dealt; the others are passed to the rule as not dealt."""
    rounds: int
    seed: int
    block_rounds: int = BLOCK

    @property
    def key(self) -> str:
        own = Path(self.game).read_text("utf-8") if is_path(self.game) else package_hash(self.game)
        inputs = (own, self.wager, self.decks, self.removed, self.reads, self.groups, self.rounds, self.seed)
        return key_of(__name__, *inputs)

    def prepare(self) -> None:
        try:
            super().prepare()
        except BadInput:
            raise
        except Exception as error:  # noqa: BLE001 (a compiler may fail in any way on a user's rule)
            raise NotCompiled(f"the rule of {self.wager} cannot be compiled ({first_line(error)})") from None

    def run(self, block: int) -> Totals:
        try:
            return super().run(block)
        except Exception as error:  # noqa: BLE001 (a user's rule may raise anything)
            raise BadInput(f"the rule of {self.wager} fails on some deal ({first_line(error)})") from None

    def _play(self, block: int, rounds: int) -> Totals:
        kernel, cards = _kernel(self.game, self.wager, self.decks, self.removed, self.reads, self.groups)
        shoe, counts = np.array(cards, np.int64), np.zeros(DIRECT, np.int64)
        answers, sums = np.full(SLOTS, -1, np.int64), np.zeros(SLOTS, np.int64)
        kernel(stream_of(self.seed, block), shoe, rounds, counts, answers, sums)
        found = [(int(answer), int(counts[answer])) for answer in np.flatnonzero(counts)]
        found += [(int(answer), int(times)) for answer, times in zip(answers, sums, strict=True) if answer >= 0]
        return {f"{ANSWER}{answer}": (times,) for answer, times in found}


def wager_deals(job: "CountingJob", source: str, rounds: int, seed: int) -> WagerDeals:
    """The simulation of a par sheet: the same cards and options; ``source`` names its game."""
    check_rounds(rounds)
    wager = job.wager
    options = checked_options(job.game, wager, job.options)
    reads = tuple(option.index(options) for option in (*wager.reads, *((wager.choice,) if wager.choice else ())))
    groups = len(groups_seen(wager, job.table, job.basis, options))
    return WagerDeals(source, wager.slug, job.decks, tuple(job.removed), reads, groups, rounds, seed)


# The kernel.

_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
DIRECT: Final = 1 << 16
"""Answers below this are counted in an array; the few above it in a small hash table."""

SIZE = 52
STARTS: tuple[int, ...] = (0, 2)
LEASTS: tuple[Any, ...] = (np.uint64(0),)
"""The shoe's size; the start of each batch of cards, and the end of the last; the draws of a batch that are rejected.
These three, and the two functions after them, are replaced by those of the wager."""


def rule(*groups: Cards) -> int:
    """A placeholder for the rule of the wager."""
    raise NotImplementedError


def look(shoe: Any) -> int:
    """Passes the cards at the front of the shoe to the rule."""
    return rule(shoe)


def tally(state: State, shoe: Any, deals: int, counts: Any, answers: Any, sums: Any) -> None:
    """Deals repeatedly and counts the answers."""
    for _ in range(deals):
        state = deal(state, shoe)
        answer = look(shoe)
        if answer < DIRECT:
            counts[answer] += 1
        else:
            note(answers, sums, answer, 1)


def deal(state: State, shoe: Any) -> State:
    """Moves random cards to the front of the shoe, using one draw for each batch.

    An integer below n is the integer part of a fraction times n; the remainder is a fraction again, for the next card.
    Each combination is exactly equally likely because the few draws in the uneven remainder are rejected
    (Brackett-Rozinsky and Lemire, 2024). Swaps made for a rejected draw do no harm: any order is a valid start.
    """
    for batch in range(len(LEASTS)):
        while True:
            state, word = draw(state)
            left = word >> _HALF
            for place in range(STARTS[batch], STARTS[batch + 1]):
                product = left * np.uint64(SIZE - place)
                left = product & _LOW
                other = place + np.int64(product >> _HALF)
                card = shoe[other]
                shoe[other] = shoe[place]
                shoe[place] = card
            if left >= LEASTS[batch]:
                break
    return state


_SELDOM: Final = 1 << 27
"""The most combinations of a batch, so that at most one draw in 32 is rejected."""


def batches(size: int, cards: int) -> list[int]:
    """The start of each batch, and the end of the last: as few batches as possible."""
    starts = [0]
    for place in range(cards):
        if prod(range(size - place, size - starts[-1] + 1)) > _SELDOM:
            starts.append(place)
    return [*starts, cards]


@cached_by_game()
def _kernel(
    game: str, slug: str, decks: int, removed: Cards, reads: Sequence[int], groups: int
) -> tuple[Kernel, tuple[int, ...]]:
    """The compiled loop, and the cards of the shoe."""
    chosen = find_game(game)
    wager = chosen.wager(slug)
    left = Shoe.of_decks(decks, joker=chosen.joker).without(removed).counts
    cards = tuple(card for card, times in enumerate(left) for _ in range(times))
    starts = batches(len(cards), sum(group.size for group in wager.groups[:groups]))
    leasts = [np.uint64(2**32 % _combinations(len(cards), *ends)) for ends in pairwise(starts)]
    seen: dict[str, Any] = {"__name__": __name__}
    exec(_look_source(wager, groups, reads), seen)  # noqa: S102 (the source is generated below, from integers only)
    kernel = kernel_with(
        tally, look=seen["look"], rule=wager.rule, SIZE=len(cards), STARTS=tuple(starts), LEASTS=tuple(leasts)
    )
    return kernel, cards


def _combinations(size: int, start: int, stop: int) -> int:
    return prod(size - place for place in range(start, stop))


def _look_source(wager: "Wager", groups: int, reads: Sequence[int]) -> str:
    """``rule((shoe[0], shoe[1]), (shoe[2],), 0)``: a rule takes tuples, whose lengths compiled code must know."""
    shown, place = [], 0
    for number, group in enumerate(wager.groups):
        dealt = number < groups
        cards = [f"shoe[{place + card}]" if dealt else str(NO_CARD) for card in range(group.size)]
        shown.append(f"({', '.join(cards)},)")
        place += group.size
    return f"def look(shoe):\n    return rule({', '.join([*shown, *map(str, reads)])})"
