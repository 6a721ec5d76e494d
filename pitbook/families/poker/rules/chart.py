"""A strategy that a person can learn: for each decision a list of rules, of which the first that holds decides."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pitbook.cards import Cards

Pick = Callable[[Cards, Cards, Cards, int], int]
"""Given the player's cards, the community cards that are face up, the dealer's that are, and the first stakes that the
player has added so far: the number of the first rule that holds. Written so that it can be compiled."""


class ChartRule(NamedTuple):
    """One rule of a chart."""

    choice: str
    words: str
    """The hands that it is for, such as ``a pair or better``."""


@dataclass(frozen=True, slots=True)
class StreetChart:
    """The rules of one decision; the last one holds for every hand."""

    street: str
    rules: tuple[ChartRule, ...]
    pick: Pick
