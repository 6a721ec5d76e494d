"""Every hand a player can hold: 3,081 sets of values whose points, with aces as 1, are 21 or less.

They are ordered by these points, which every card increases: the value of a hand depends only on hands with more
points, and the probability of reaching it only on hands with fewer.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from pitbook.families.blackjack.exact.arrays import Bools, Ints, np
from pitbook.families.blackjack.exact.values import ACES, TENS, VALUES, Composition, add_value, one
from pitbook.hands.blackjack import BLACKJACK

KEY_BITS: Final = 6
"""No more than 63 cards of one value leave the shoe: at most 21 in each of two hands, and a few more."""


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands as columns of numbers; a hand is identified by its index."""

    cards: Ints
    """Hands x values: how many cards of each."""
    points: Ints
    """With every ace as 1."""
    total: Ints
    soft: Bools
    size: Ints
    after: Ints
    """Hands x values: the hand after one more card; one past the last hand for a bust."""
    before: Ints
    """Hands x values: the hand without such a card; one past the last hand if it has none."""
    levels: tuple[slice, ...]
    """The hands of 1, 2, ... 21 points."""
    place: dict[Composition, int]
    singles: tuple[int, ...]
    """The hands of one card, by value."""
    key: Ints
    """All its counts in one number, ``KEY_BITS`` bits each, so that keys add up as cards do."""

    def __len__(self) -> int:
        return len(self.points)

    def single(self, value: int) -> int:
        """The hand of one card."""
        return self.singles[value]

    def pair(self, value: int) -> int:
        return int(self.after[self.single(value), value])

    @property
    def natural(self) -> int:
        """An ace and a ten."""
        return int(self.after[self.single(ACES), TENS])


@cache
def all_hands() -> Hands:
    """The same for every shoe; hands that a shoe cannot deal have probability 0."""
    by_points: list[list[Composition]] = [[] for _ in range(BLACKJACK + 1)]

    def deal(cards: Composition, lowest: int, points: int) -> None:
        for value in range(lowest, min(VALUES, BLACKJACK - points)):
            more = (*cards[:value], cards[value] + 1, *cards[value + 1 :])
            by_points[points + value + 1].append(more)
            deal(more, value, points + value + 1)

    deal((0,) * VALUES, 0, 0)
    found = [cards for level in by_points for cards in level]
    place = {cards: index for index, cards in enumerate(found)}
    cards = np.array(found, np.int64)
    points = cards @ np.arange(1, VALUES + 1)
    totals: list[tuple[int, bool]] = []
    after = np.full(cards.shape, len(found), np.int64)
    before = np.full(cards.shape, len(found), np.int64)
    for hand, held in enumerate(found):
        reached = (0, False)
        for value in (value for value in range(VALUES) if held[value]):
            smaller = place.get((*held[:value], held[value] - 1, *held[value + 1 :]))
            if smaller is None:  # a single card
                reached = add_value(0, False, value)
            else:
                after[smaller, value], before[hand, value] = hand, smaller
                reached = add_value(*totals[smaller], value)
        totals.append(reached)
    edges = np.searchsorted(points, np.arange(1, BLACKJACK + 2))
    levels = tuple(slice(int(start), int(stop)) for start, stop in pairwise(edges))
    return Hands(
        cards,
        points,
        np.array([total for total, _ in totals], np.int64),
        np.array([soft for _, soft in totals], np.bool_),
        cards.sum(axis=1),
        after,
        before,
        levels,
        place,
        tuple(place[one(value)] for value in range(VALUES)),
        cards @ (1 << KEY_BITS * np.arange(VALUES)),
    )


def cards_of_keys(keys: Ints) -> Ints:
    """The cards encoded by keys: keys x values."""
    return keys[:, None] >> KEY_BITS * np.arange(VALUES) & ((1 << KEY_BITS) - 1)
