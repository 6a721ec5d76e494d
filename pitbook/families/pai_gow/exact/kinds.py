"""The numbering of kinds of seven-card hands.

A house way sees suits only through a flush, so hands with the same ranks and no flush are set equally, and a hand with
a flush is identified by the ranks of the flush and of the other cards: 67,600 rank patterns and 224,653 flushes
represent all 154,143,080 hands.

A pack may be reduced to its highest ranks: tests compare the method with brute force on such packs.
"""

from dataclasses import dataclass
from math import comb
from typing import Final

CHOOSE: Final = tuple(tuple(comb(n, k) for k in range(9)) for n in range(60))
"""Binomials, for numbering hands and rank patterns."""

PLAIN_KINDS: Final = CHOOSE[19][7]
JOKER_KINDS: Final = CHOOSE[18][6]
FLUSHES: Final = PLAIN_KINDS + JOKER_KINDS
"""The first number of flushes: patterns of seven ranks come first, then patterns of six ranks with the joker."""
BESIDE: Final = 128
FLUSH_KINDS: Final = (1 << 13) * BESIDE
KINDS: Final = FLUSHES + 2 * FLUSH_KINDS


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play: the ranks from ``lowest`` up, four suits each, and the joker."""

    lowest: int = 0
    joker: bool = True

    @property
    def naturals(self) -> int:
        return 4 * (13 - self.lowest)

    @property
    def cards(self) -> int:
        return self.naturals + self.joker

    @property
    def hands(self) -> int:
        return comb(self.cards, 7)


def beside_of(first: int, second: int) -> int:
    """A number for the ranks outside a flush: none (-1, -1), one (rank, -1), or two in rising order."""
    if first < 0:
        return 0
    if second < 0:
        return 1 + first
    return 14 + CHOOSE[second + 1][2] + first
