"""How the dealer's hand ends.

The dealer has no choice, so the finished hands can be listed once, each with the number of orders in which its cards can
come for each up card (1,739 hands where soft 17 is hit). The chance of such a hand from any shoe is that number times a
product of falling factorials, which is exact in whole numbers for one shoe and quick in floats for thousands of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import perm
from typing import TYPE_CHECKING, Final

import numpy as np

from pitbook.exact.blackjack.values import ACES, TENS, VALUES, Composition, add_value, one, without
from pitbook.hands.blackjack import BLACKJACK, DEALER_STANDS, draws_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

TOTALS: Final = tuple(range(DEALER_STANDS, BLACKJACK + 1))
BUST, NATURAL = len(TOTALS), len(TOTALS) + 1
"""Where a distribution holds the busts and the blackjacks; before them stand the totals 17 to 21."""
ENDINGS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack")
_TOGETHER: Final = 400_000
"""So many chances are worked out together: few enough to stay in the processor's cache, enough to be worth a call."""


@dataclass(frozen=True, slots=True)
class FinishedHand:
    """A hand on which the dealer stops without a bust or a blackjack."""

    cards: Composition
    total: int
    orders: tuple[int, ...]
    """By up card: the number of orders of its cards that begin with it and do not stop before the last."""


@cache
def finished_hands(hits_soft_17: bool) -> tuple[FinishedHand, ...]:
    """Every finished hand, whatever the shoe; found by adding cards to the hands that draw, one more at a time."""
    drawing = {one(up): (one(up), add_value(0, False, up)) for up in range(VALUES)}
    finished = []
    while drawing:
        grown: dict[Composition, tuple[tuple[int, ...], tuple[int, bool]]] = {}
        for cards, (orders, reached) in drawing.items():
            for place in range(VALUES):
                more = (*cards[:place], cards[place] + 1, *cards[place + 1 :])
                if more in grown:
                    others, total = grown[more]
                    grown[more] = (tuple(map(int.__add__, others, orders)), total)
                else:
                    grown[more] = (orders, add_value(*reached, place))
        drawing = {}
        for cards, (orders, (total, soft)) in grown.items():
            if draws_at(total, soft, hits_soft_17):
                drawing[cards] = (orders, (total, soft))
            elif total < BLACKJACK or (total == BLACKJACK and sum(cards) > 2):
                finished.append(FinishedHand(cards, total, orders))
    return tuple(finished)


def dealer_distribution(shoe: Composition, up: int, hits_soft_17: bool, peeked: bool = False) -> dict[str, Fraction]:
    """The exact chances of each ending from a shoe that still holds the up card.

    ``peeked``: the dealer has looked and has no blackjack, so the others are what is left.
    """
    rest = without(shoe, one(up))
    size = sum(rest)
    chances = dict.fromkeys(ENDINGS, Fraction(0))
    for hand in finished_hands(hits_soft_17):
        if hand.orders[up]:
            drawn = without(hand.cards, one(up))
            ways = hand.orders[up]
            for held, taken in zip(rest, drawn, strict=True):
                ways *= perm(held, taken)
            if ways:
                chances[str(hand.total)] += Fraction(ways, perm(size, sum(drawn)))
    if up in (ACES, TENS):
        chances["blackjack"] = Fraction(rest[TENS if up == ACES else ACES], size)
    chances["bust"] = 1 - sum(chances.values())
    if not peeked:
        return chances
    natural = chances.pop("blackjack")
    return {ending: chance / (1 - natural) for ending, chance in chances.items()}


@dataclass(frozen=True, slots=True)
class _Level:
    """Sets of so many cards, each one card more than a set of the level before."""

    rows: slice
    parents: "Ints"
    added: "Ints"
    """The factor of the card that each has more."""
    finished: "tuple[tuple[int, slice, Floats], ...]"
    """For each total, the rows of the hands that are finished with it, and their orders by up card."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """Sets of cards ordered so that the chance of each is that of a smaller one times one factor."""

    levels: tuple[_Level, ...]
    factors: "Ints"
    """A line each: a card's value, its copies taken before, all cards taken before."""
    rows: int
    up_cards: int


def _tree(hands: Sequence[tuple[Composition, int, tuple[int, ...]]]) -> _Tree:
    """Of what is dealt, its total when finished, and its orders by up card."""
    finished = {cards: (total, orders) for cards, total, orders in hands}
    grown_from: dict[Composition, tuple[Composition, tuple[int, int, int]]] = {}
    sets = set(finished)
    while sets:
        smaller = set()
        for cards in sets - grown_from.keys():
            last = max(place for place in range(VALUES) if cards[place])
            before = (*cards[:last], cards[last] - 1, *cards[last + 1 :])
            grown_from[cards] = (before, (last, cards[last] - 1, sum(cards) - 1))
            if any(before):
                smaller.add(before)
        sets = smaller
    factors = {key: row for row, key in enumerate(sorted({key for _, key in grown_from.values()}))}
    row_of = {(0,) * VALUES: 0}
    levels = []
    for size in range(1, 1 + max(map(sum, grown_from))):
        some = [cards for cards in grown_from if sum(cards) == size]
        some.sort(key=lambda cards: (finished[cards][0] if cards in finished else 0, row_of[grown_from[cards][0]]))
        start = len(row_of)
        for row, cards in enumerate(some, start):
            row_of[cards] = row
        ends = []
        for total, group in groupby((cards for cards in some if cards in finished), lambda cards: finished[cards][0]):
            alike = list(group)
            ways = np.array([finished[cards][1] for cards in alike], np.float64).T
            ends.append((total - DEALER_STANDS, slice(row_of[alike[0]], row_of[alike[-1]] + 1), ways))
        parents = np.array([row_of[grown_from[cards][0]] for cards in some])
        added = np.array([factors[grown_from[cards][1]] for cards in some])
        levels.append(_Level(slice(start, len(row_of)), parents, added, tuple(ends)))
    return _Tree(tuple(levels), np.array(list(factors)), len(row_of), len(hands[0][2]))


@cache
def _whole_tree(hits_soft_17: bool) -> _Tree:
    return _tree([(hand.cards, hand.total, hand.orders) for hand in finished_hands(hits_soft_17)])


@cache
def _tree_of_up_card(hits_soft_17: bool, up: int) -> _Tree:
    """What is drawn to one up card."""
    hands = [hand for hand in finished_hands(hits_soft_17) if hand.orders[up]]
    return _tree([(without(hand.cards, one(up)), hand.total, (hand.orders[up],)) for hand in hands])


def _chances_of_totals(shoes: "Ints", tree: _Tree) -> "Floats":
    """Shoes x up cards x totals."""
    found = np.zeros((len(TOTALS), tree.up_cards, len(shoes)))
    width = min(max(_TOGETHER // tree.rows, 1), len(shoes))
    chance = np.empty((tree.rows, width))
    factor_of = np.empty((max(len(level.added) for level in tree.levels), width))
    place, copies, taken = tree.factors.T
    for start in range(0, len(shoes), width):
        block = shoes[start : start + width].T.astype(np.float64)
        here = block.shape[1]
        # Cards that are not there have no chance; the caller sees to it that a shoe cannot run out.
        factors = np.maximum(block[place] - copies[:, None], 0) / np.maximum(block.sum(axis=0) - taken[:, None], 1)
        chance[0] = 1
        for level in tree.levels:
            rows, some = chance[level.rows, :here], factor_of[: len(level.added), :here]
            factors.take(level.added, axis=0, out=some, mode="clip")
            chance[:, :here].take(level.parents, axis=0, out=rows, mode="clip")
            rows *= some
            for total, finished, orders in level.finished:
                found[total, :, start : start + here] += orders @ chance[finished, :here]
    return found.transpose(2, 1, 0)


def dealer_chances(shoes: "Ints", hits_soft_17: bool) -> "Floats":
    """Shoes x up cards x endings, for shoes that each still hold the up card; nothing where one does not."""
    totals = _chances_of_totals(shoes, _whole_tree(hits_soft_17))
    sizes = shoes.sum(axis=1)
    chances = np.zeros((len(shoes), VALUES, len(ENDINGS)))
    # The orders begin with the up card: its own chance is taken out again.
    with np.errstate(divide="ignore", invalid="ignore"):
        up_chance = shoes / sizes[:, None]
        chances[:, :, :BUST] = np.where(up_chance[:, :, None] > 0, totals / up_chance[:, :, None], 0)
        chances[:, ACES, NATURAL] = shoes[:, TENS] / np.maximum(sizes - 1, 1)
        chances[:, TENS, NATURAL] = shoes[:, ACES] / np.maximum(sizes - 1, 1)
    chances[:, :, BUST] = 1 - chances.sum(axis=2)
    return chances * (shoes > 0)[:, :, None]


def dealer_chances_of(shoes: "Ints", up: int, hits_soft_17: bool) -> "Floats":
    """Shoes x endings for one up card, which each shoe still holds."""
    rest = shoes.copy()
    rest[:, up] -= 1
    chances = np.zeros((len(shoes), len(ENDINGS)))
    chances[:, :BUST] = _chances_of_totals(rest, _tree_of_up_card(hits_soft_17, up))[:, 0]
    if up in (ACES, TENS):
        chances[:, NATURAL] = rest[:, TENS if up == ACES else ACES] / np.maximum(rest.sum(axis=1), 1)
    chances[:, BUST] = 1 - chances.sum(axis=1)
    return chances
