"""Bulk evaluation of seven-card hands: looks up any rule that sees suits only through flushes, hundreds of millions of
times a second.

The table is built by calling the rule on one hand of each class, so there is no second implementation of the rule.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pitbook.errors import BadInput
from pitbook.games.model import Wager

if TYPE_CHECKING:
    from pitbook.simulate.compile import Kernel
    from pitbook.simulate.seven_kernel import Finder

MOST_DIFFERENT: Final = 255
"""The most different answers of a rule: an answer's number is a byte, and the highest byte marks an invalid hand."""
NO_HAND: Final = 255


@dataclass(frozen=True, slots=True, eq=False)
class SevenTable:
    """A rule's answers to every class of hands."""

    answers: tuple[int, ...]
    """The possible answers of the rule, in rising order."""
    finder: "Finder"
    table: Any
    """By the slot of a class: the number of its answer among these."""

    def look_up(self, hands: Any) -> Any:
        """The number of the answer to each hand; ``hands`` is an array of n rows of seven different cards, as bytes.

        Invalid cards are refused; a card that occurs twice may go unnoticed.
        """
        import numpy as np

        if getattr(hands, "dtype", None) != np.uint8 or hands.ndim != 2 or hands.shape[1] != 7:
            raise BadInput("hands must be an array of bytes with seven cards in each row")
        found = np.empty(len(hands), np.uint8)
        strange = _look_up()(self.finder, self.table, np.ascontiguousarray(hands).reshape(-1), found)
        if strange:
            raise BadInput(f"{strange:,} of the hands are not seven different cards: card ids are 0 to 52")
        return found


def seven_table(wager: Wager, reads: Sequence[int] = ()) -> SevenTable:
    """The table of a wager on seven cards, with these option values."""
    if [group.size for group in wager.groups] != [7] or wager.suits != "only flushes":
        raise BadInput(f"{wager.slug} is not a wager on seven cards that sees suits only through flushes")
    return table_of(wager.rule, tuple(reads))


@cache
def table_of(rule: Callable[..., int], reads: tuple[int, ...]) -> SevenTable:
    """The same for the rule itself."""
    import numpy as np

    from pitbook.simulate.seven_slots import slots

    answers, numbers = np.unique(answers_by_kind(rule, reads), return_inverse=True)
    if len(answers) > MOST_DIFFERENT:
        raise BadInput(f"{rule.__name__} has {len(answers):,} different answers: {MOST_DIFFERENT} fit into a table")
    held = slots()
    return SevenTable(tuple(map(int, answers)), held.finder, held.table(numbers.astype(np.uint8), NO_HAND))


@cache
def _look_up() -> "Kernel":
    from pitbook.simulate.compile import kernel_with
    from pitbook.simulate.seven_kernel import look_up_all

    return kernel_with(look_up_all)


def answers_by_kind(rule: Callable[..., int], reads: tuple[int, ...]) -> Any:
    """The rule's answer to one hand of each class, in the order of the classes."""
    import numpy as np

    from pitbook.simulate.compile import kernel_with
    from pitbook.simulate.seven_kernel import answer_all
    from pitbook.simulate.seven_slots import slots

    hands = slots().hands.astype(np.int64)
    answers = np.zeros(len(hands), np.int64)
    kernel_with(answer_all, rule=rule, READS=reads)(hands, answers)
    return answers
