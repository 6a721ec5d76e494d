"""Pai gow hands compared one pair at a time, card by card, without classes, symmetry or shared work.

Rules are compiled unchanged; the loops around them are as simple as possible.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from pitbook.cards import JOKER, Cards
from pitbook.exact.kernels import compiled
from pitbook.families.pai_gow.exact.kinds import Pack
from pitbook.families.pai_gow.exact.set_kinds import splits_by
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import high_cards, is_foul, low_cards
from pitbook.hands.poker import five_card_value, two_card_value


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands with their values as set, one index in each array per hand."""

    cards: list[Cards]
    masks: Any
    """The cards of each hand, as bits."""
    five: Any
    two: Any
    special: Any
    """1 for special hands, which are counted separately, as barred hands are."""

    def chosen(self, cards: list[Cards]) -> "Hands":
        masks = masks_of(cards)
        order = np.argsort(self.masks)
        return self.at(order[np.searchsorted(self.masks, masks, sorter=order)])

    def at(self, places: Any) -> "Hands":
        return Hands(
            [self.cards[place] for place in places],
            self.masks[places],
            self.five[places],
            self.two[places],
            self.special[places],
        )


def masks_of(cards: list[Cards]) -> Any:
    return (1 << np.array(cards, np.int64)).sum(axis=1)


def all_hands(pack: Pack) -> list[Cards]:
    """Every hand of a pack, its cards in rising order."""
    cards = [*range(4 * pack.lowest, JOKER), *([JOKER] if pack.joker else [])]
    return list(combinations(cards, 7))


def set_hands(
    cards: list[Cards], way: str, wheel: bool, special: Callable[[int], bool] = lambda five: False, wild: bool = False
) -> Hands:
    """Sets every hand by a house way; ``special`` decides by the five-card value which hands are special."""
    hands = np.array(cards, np.int64)
    fives, twos = np.zeros((2, len(hands)), np.int64)
    splits = splits_by(house_way(way).split, hands, wild, wheel)
    compiled(value_all)(hands, splits, wild, wheel, fives, twos)
    marks = {int(five): int(special(int(five))) for five in np.unique(fives)}
    return Hands(cards, masks_of(cards), fives, twos, np.array([marks[five] for five in fives.tolist()], np.int64))


def value_all(hands: Any, splits: Any, wild: bool, wheel: bool, fives: Any, twos: Any) -> None:
    for each in range(len(hands)):
        cards = hands[each]
        hand = (cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6])
        first, second, _ = splits[each]
        fives[each], twos[each] = values_of(hand, first, second, wheel, wild)


def values_of(hand: Cards, first: int, second: int, wheel: bool, wild: bool = False) -> tuple[int, int]:
    five = five_card_value(high_cards(hand, first, second), wild, wheel)
    return five, two_card_value(low_cards(hand, first, second), wild)


def compare(player: Hands, times: Any, dealer: Hands) -> Any:
    """Over all pairs of disjoint hands, player's hands counted ``times``.

    Returns, for all of the dealer's hands and for the special ones, the number of pairs and of those in which the
    dealer's hand is lower in both, in the five cards, in the two, and equal in the five, the two, both.
    """
    totals = np.zeros((2, 7), np.int64)
    compiled(add_pairs)(
        player.masks, player.five, player.two, times, dealer.masks, dealer.five, dealer.two, dealer.special, totals
    )
    return totals


def add_pairs(
    masks: Any, fives: Any, twos: Any, times: Any, their_masks: Any, their_fives: Any, their_twos: Any,
    special: Any, totals: Any,
) -> None:  # fmt: skip
    for mine in range(len(masks)):
        for other in range(len(their_masks)):
            if masks[mine] & their_masks[other]:
                continue
            five, two = fives[mine] - their_fives[other], twos[mine] - their_twos[other]
            for part in range(1 + special[other]):
                totals[part, 0] += times[mine]
                totals[part, 1] += times[mine] * (five > 0 and two > 0)
                totals[part, 2] += times[mine] * (five > 0)
                totals[part, 3] += times[mine] * (two > 0)
                totals[part, 4] += times[mine] * (five == 0)
                totals[part, 5] += times[mine] * (two == 0)
                totals[part, 6] += times[mine] * (five == 0 and two == 0)


def best_gain(hand: Cards, wheel: bool, dealer: Hands, scale: int, less: int, barred: bool) -> int:
    """The most that any legal setting of a hand wins from all the dealer's hands, on a scale."""
    return int(
        compiled(most_won)(
            hand,
            int(masks_of([hand])[0]),
            wheel,
            dealer.masks,
            dealer.five,
            dealer.two,
            dealer.special,
            scale,
            less,
            barred,
        )
    )


def most_won(
    hand: Cards, mask: int, wheel: bool, masks: Any, fives: Any, twos: Any, special: Any, scale: int, less: int,
    barred: bool,
) -> int:  # fmt: skip
    best = -(1 << 62)
    for second in range(1, 7):
        for first in range(second):
            five, two = values_of(hand, first, second, wheel)
            if is_foul(two, five):
                continue
            won = 0
            for other in range(len(masks)):
                if mask & masks[other] or (barred and special[other]):
                    continue
                if five > fives[other] and two > twos[other]:
                    won += scale - less
                elif five <= fives[other] and two <= twos[other]:
                    won -= scale
            best = max(best, won)
    return best
