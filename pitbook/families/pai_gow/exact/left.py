"""The dealer's hands that are left once some cards are gone: enough for a single player's hand.

The same counting as in :mod:`.facing`, written for one hand and with nothing shared between hands; a test ties the two.
"""

from dataclasses import dataclass
from typing import Any

from pitbook.cards import JOKER, Cards, rank, suit
from pitbook.families.pai_gow.exact.dealer import Dealer, Flushes, Part, Patterns
from pitbook.families.pai_gow.exact.kinds import CHOOSE
from pitbook.families.pai_gow.exact.parts import SUITS, halves
from pitbook.families.pai_gow.exact.set_kinds import NO_RANK


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """Dealer's hands by what they are worth; those with a flush stand twice, once with a count below zero."""

    dealer: Dealer
    five: Any
    two: Any
    count: Any

    @property
    def hands(self) -> int:
        return int(self.count.sum())

    def lower(self, five: int | None, two: int | None) -> int:
        """How many are lower than these values, of those that are given."""
        import numpy as np

        chosen = np.ones(len(self.count), bool)
        if five is not None:
            chosen &= self.five < np.searchsorted(self.dealer.fives, five)
        if two is not None:
            chosen &= self.two < np.searchsorted(self.dealer.twos, two)
        return int(self.count[chosen].sum())


def hands_left(dealer: Dealer, part: Part, gone: Cards) -> Left:
    """The hands of a part of the dealer's that hold none of the cards that are gone."""
    import numpy as np

    held, masks = np.zeros(13, np.int64), [0] * SUITS
    for card in gone:
        if card != JOKER:
            held[rank(card)] += 1
            masks[suit(card)] |= 1 << rank(card)
    low, high = (_half_weights(dealer, half, held) for half in range(2))
    jokers = range(1 if JOKER in gone else 2)
    counts = [low[part.patterns[each].low] * high[part.patterns[each].high] for each in jokers]
    for each in jokers:
        flushes = part.flushes[each]
        count = np.zeros(len(flushes.sign), np.int64)
        for mask in masks:
            # In the other three suits, the ranks held are those that this suit does not account for.
            others = 3 - held + (mask >> np.arange(13) & 1)
            free = (flushes.ranks & np.uint16(mask >> dealer.pack.lowest)) == 0
            count += np.repeat(_beside(flushes, others), np.diff(flushes.starts)) * free
        counts.append(count * flushes.sign)
    found: list[Patterns | Flushes] = [part.patterns[each] for each in jokers]
    found += [part.flushes[each] for each in jokers]
    return Left(
        dealer,
        np.concatenate([each.five for each in found]),
        np.concatenate([each.two for each in found]),
        np.concatenate(counts),
    )


def _half_weights(dealer: Dealer, which: int, held: Any) -> Any:
    import numpy as np

    half = halves(dealer.pack)[which]
    left = 4 - held[half.ranks.start : half.ranks.stop]
    return np.array(CHOOSE, np.int64)[left, np.array(half.patterns, np.int64)].prod(axis=1)


def _beside(flushes: Flushes, others: Any) -> Any:
    """In how many ways the ranks beside each group of flushes can be dealt."""
    import numpy as np

    one, other = others[flushes.first], others[flushes.second]
    same = np.where(flushes.first == flushes.second, one * (one - 1) // 2, one * other)
    alone = np.where(flushes.second == NO_RANK, one, same)
    return np.where(flushes.first == NO_RANK, 1, alone)
