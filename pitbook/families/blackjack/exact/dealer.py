"""How the dealer's hand ends.

The dealer has no choice, so the hands that draw can be listed once, each with the number of orders in which its cards
can have come for each up card: 645 hands where soft 17 is hit. The chance of such a hand from any shoe is that number
times a product of falling factorials, and the next card ends it or does not. For one shoe that is exact in whole
numbers; for the thousands of shoes that a player's hands leave it is quick in floats.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import perm
from threading import local
from typing import Final

from pitbook.families.blackjack.exact.arrays import Floats, Ints, np
from pitbook.families.blackjack.exact.values import (
    ACES,
    TENS,
    VALUES,
    Composition,
    add_value,
    hard_points,
    one,
    without,
)
from pitbook.hands.blackjack import BLACKJACK, DEALER_STANDS, draws_at

TOTALS: Final = tuple(range(DEALER_STANDS, BLACKJACK + 1))
BUST, NATURAL = len(TOTALS), len(TOTALS) + 1
"""The places of busts and blackjacks in a distribution, after the totals 17 to 21."""
ENDINGS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack")
_TOGETHER: Final = 400_000
"""The number of chances computed together: few enough for the processor's cache, enough to be worth a call."""


@dataclass(frozen=True, slots=True)
class DrawingHand:
    """A hand to which the dealer draws."""

    cards: Composition
    total: int
    soft: bool
    orders: tuple[int, ...]
    """By up card: the number of orders of its cards that begin with it and stop at none of them."""

    def ends(self, hits_soft_17: bool) -> list[tuple[int, int]]:
        """The totals on which the next card ends it, each with that card; a bust and a blackjack are not among them."""
        found = []
        for place in range(VALUES):
            total, soft = add_value(self.total, self.soft, place)
            natural = total == BLACKJACK and sum(self.cards) == 1
            if total <= BLACKJACK and not natural and not draws_at(total, soft, hits_soft_17):
                found.append((total, place))
        return found


@cache
def drawing_hands(hits_soft_17: bool) -> tuple[DrawingHand, ...]:
    """Every hand that draws, whatever the shoe; found from the up cards by adding cards one at a time."""
    found = []
    growing = {one(up): (one(up), add_value(0, False, up)) for up in range(VALUES)}
    while growing:
        grown: dict[Composition, tuple[tuple[int, ...], tuple[int, bool]]] = {}
        for cards, (orders, (total, soft)) in growing.items():
            found.append(DrawingHand(cards, total, soft, orders))
            for place in range(VALUES):
                more = (*cards[:place], cards[place] + 1, *cards[place + 1 :])
                if more in grown:
                    grown[more] = (tuple(map(int.__add__, grown[more][0], orders)), grown[more][1])
                elif draws_at(*(reached := add_value(total, soft, place)), hits_soft_17):
                    grown[more] = (orders, reached)
        growing = grown
    return tuple(found)


def dealer_distribution(shoe: Composition, up: int, hits_soft_17: bool, peeked: bool = False) -> dict[str, Fraction]:
    """The exact chances of each ending from a shoe that still holds the up card.

    ``peeked``: given that the dealer has looked and has no blackjack.
    """
    rest = without(shoe, one(up))
    size = sum(rest)
    chances = dict.fromkeys(ENDINGS, Fraction(0))
    for hand in drawing_hands(hits_soft_17):
        if hand.orders[up]:
            drawn = without(hand.cards, one(up))
            ways = hand.orders[up]
            for held, taken in zip(rest, drawn, strict=True):
                ways *= perm(held, taken)
            if ways:
                for total, place in hand.ends(hits_soft_17):
                    last = rest[place] - drawn[place]
                    chances[str(total)] += Fraction(ways * last, perm(size, sum(drawn) + 1))
    if up in (ACES, TENS):
        chances["blackjack"] = Fraction(rest[TENS if up == ACES else ACES], size)
    chances["bust"] = 1 - sum(chances.values(), Fraction(0))
    if not peeked:
        return chances
    natural = chances.pop("blackjack")
    return {ending: chance / (1 - natural) for ending, chance in chances.items()}


@dataclass(frozen=True, slots=True)
class _Step:
    """Hands of one total: each is a hand of fewer points and one card more; the next card may end them."""

    rows: slice
    parents: Ints
    added: Ints
    """The factor of the card that each has more."""
    orders: Floats
    """The orders of each; then, for some ending cards, the same times the copies of it that the hand holds."""
    ends: tuple[Ints, Ints]
    """The totals on which they may end, and the cards that do it."""
    held: Ints
    """The totals that belong to the lines of ``orders`` after the first."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """What may be drawn to one up card, ordered so that the chance of each is an earlier one times one factor."""

    steps: tuple[_Step, ...]
    factors: Ints
    """A line each: which of ``copies`` is left, and how many cards are drawn with it."""
    copies: Ints
    """A line each: a card's value, and how many of it are drawn before."""
    rows: int
    most: int
    """The most cards drawn."""


@cache
def _tree(hits_soft_17: bool, up: int) -> _Tree:
    drawing = {without(hand.cards, one(up)): hand for hand in drawing_hands(hits_soft_17) if hand.orders[up]}
    empty: Composition = (0,) * VALUES
    # Some sets on a path are not hands of their own: cards are added in rising order.
    grown_from: dict[Composition, tuple[Composition, tuple[int, int], int]] = {}
    for drawn in drawing:
        cards = drawn
        while cards != empty and cards not in grown_from:
            last = max(place for place in range(VALUES) if cards[place])
            smaller = (*cards[:last], cards[last] - 1, *cards[last + 1 :])
            grown_from[cards] = (smaller, (last, cards[last] - 1), sum(cards))
            cards = smaller
    copies = {key: row for row, key in enumerate(sorted({key for _, key, _ in grown_from.values()}))}
    factors = {
        key: row for row, key in enumerate(sorted({(copies[key], size) for _, key, size in grown_from.values()}))
    }

    def alike(cards: Composition) -> tuple[int, bool, bool]:
        """Sets that the same cards end; the up card, which alone could still become a blackjack, has no points here."""
        return hard_points(cards), cards[ACES] > 0, cards in drawing

    row_of = {empty: 0}
    steps = []
    for _, group in groupby(sorted([empty, *grown_from], key=alike), alike):
        some = list(group)
        start = row_of.get(some[0], len(row_of))
        row_of |= {cards: row for row, cards in enumerate(some, start)}
        hands = [drawing[cards] for cards in some if cards in drawing]
        ends = hands[0].ends(hits_soft_17) if hands else []
        orders = [[float(hand.orders[up]) for hand in hands]] if ends else []
        held = [(total, place) for total, place in ends if any(cards[place] for cards in some)]
        orders += [[cards[place] * ways for cards, ways in zip(some, orders[0], strict=True)] for _, place in held]
        paths = [grown_from[cards] for cards in some if cards != empty]
        steps.append(
            _Step(
                slice(start, len(row_of)),
                np.array([row_of[smaller] for smaller, _, _ in paths], np.int64),
                np.array([factors[copies[key], size] for _, key, size in paths], np.int64),
                np.array(orders),
                (np.array([total - DEALER_STANDS for total, _ in ends]), np.array([place for _, place in ends])),
                np.array([total - DEALER_STANDS for total, _ in held], np.int64),
            )
        )
    return _Tree(
        tuple(steps), np.array(list(factors)).T, np.array(list(copies)).T, len(row_of), max(map(sum, grown_from))
    )


_room = local()


def _scratch(name: str, rows: int, width: int) -> Floats:
    """Reused buffers: allocating memory would take longer than the arithmetic."""
    kept: Floats | None = getattr(_room, name, None)
    if kept is None or kept.size < rows * width:
        kept = np.empty(rows * width)
        setattr(_room, name, kept)
    return kept[: rows * width].reshape(rows, width)


def _chances_of_totals(shoes: Ints, tree: _Tree) -> Floats:
    """Totals x shoes, from which the up card is gone."""
    found = np.zeros((len(TOTALS), len(shoes)))
    width = min(max(_TOGETHER // tree.rows, 1), len(shoes))
    place, taken = tree.copies
    for start in range(0, len(shoes), width):
        block = shoes[start : start + width].T.astype(np.float64)
        here = block.shape[1]
        # Missing cards have chance 0; the caller ensures that a shoe cannot run out.
        left = np.maximum(block[place] - taken[:, None], 0)
        parts = 1 / np.maximum(block.sum(axis=0) - np.arange(tree.most + 1)[:, None], 1)
        factors = _scratch("factors", tree.factors.shape[1], here)
        np.multiply(left[tree.factors[0]], parts[tree.factors[1]], out=factors)
        chances = _scratch("chances", tree.rows, here)
        chances[0] = parts[0]  # of a hand, over the number of cards of which one comes next
        ended = found[:, start : start + here]
        for step in tree.steps:
            rows = chances[step.rows]
            if len(step.added):
                some = _scratch("some", len(step.added), here)
                factors.take(step.added, axis=0, out=some, mode="clip")
                chances.take(step.parents, axis=0, out=rows, mode="clip")
                rows *= some
            if len(step.orders):
                summed = step.orders @ rows
                totals, lasts = step.ends
                ended[totals] += block[lasts] * summed[0]
                if len(step.held):
                    ended[step.held] -= summed[1:]
    return found


def dealer_chances_of(shoes: Ints, up: int, hits_soft_17: bool) -> Floats:
    """Shoes x endings for one up card, which each shoe still holds."""
    rest = shoes.copy()
    rest[:, up] -= 1
    chances = np.zeros((len(shoes), len(ENDINGS)))
    chances[:, :BUST] = _chances_of_totals(rest, _tree(hits_soft_17, up)).T
    if up in (ACES, TENS):
        chances[:, NATURAL] = rest[:, TENS if up == ACES else ACES] / np.maximum(rest.sum(axis=1), 1)
    chances[:, BUST] = 1 - chances.sum(axis=1)
    return chances
