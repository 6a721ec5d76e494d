"""The dealer's hands that remain possible without some cards, for a single hand of the player.

It is the same counting as in :mod:`.facing`, for one hand without sharing work between hands; a test compares the two.
"""

from dataclasses import dataclass
from typing import Any

from pitbook.cards import JOKER, Cards, rank, suit
from pitbook.families.pai_gow.exact.dealer import Dealer, Flushes, HandsPart, Patterns
from pitbook.families.pai_gow.exact.kinds import CHOOSE
from pitbook.families.pai_gow.exact.parts import SUITS, halves
from pitbook.families.pai_gow.exact.set_kinds import NO_RANK


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """Dealer hands by value; hands with a flush have two entries, one of them with a negative count."""

    dealer: Dealer
    five: Any
    two: Any
    count: Any

    @property
    def hands(self) -> int:
        return int(self.count.sum())

    def lower(self, five: int | None, two: int | None) -> int:
        """The number of hands that are lower than the given values; None ignores a value."""
        import numpy as np

        chosen = np.ones(len(self.count), bool)
        if five is not None:
            chosen &= self.five < np.searchsorted(self.dealer.fives, five)
        if two is not None:
            chosen &= self.two < np.searchsorted(self.dealer.twos, two)
        return int(self.count[chosen].sum())


def hands_left(dealer: Dealer, part: HandsPart, gone: Cards) -> Left:
    """The dealer hands of a part that contain none of these cards."""
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
            # The ranks held in the other three suits are those not held in this suit.
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
    """The number of ways to deal the ranks outside each group of flushes."""
    import numpy as np

    one, other = others[flushes.first], others[flushes.second]
    same = np.where(flushes.first == flushes.second, one * (one - 1) // 2, one * other)
    alone = np.where(flushes.second == NO_RANK, one, same)
    return np.where(flushes.first == NO_RANK, 1, alone)
