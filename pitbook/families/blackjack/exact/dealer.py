"""The distribution of the dealer's final hand.

The dealer makes no decisions, so all hands to which the dealer draws are listed once, with the number of possible
orders of their cards for each up card: 645 hands if soft 17 is hit. The probability of such a hand from any shoe is
that number times a product of falling factorials; the next card may end it. For one shoe this is computed exactly in
integers, for the thousands of shoes that remain after a player's hands in floating point.
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
"""The number of probabilities computed together: they fit into the processor's cache, and justify the call."""


@dataclass(frozen=True, slots=True)
class DrawingHand:
    """A hand to which the dealer draws."""

    cards: Composition
    total: int
    soft: bool
    orders: tuple[int, ...]
    """By up card: the number of orders of the cards that start with it and in which the dealer draws all of them."""

    def ends(self, hits_soft_17: bool) -> list[tuple[int, int]]:
        """The final totals that the next card can give, each with that card; without busts and blackjacks."""
        found = []
        for place in range(VALUES):
            total, soft = add_value(self.total, self.soft, place)
            natural = total == BLACKJACK and sum(self.cards) == 1
            if total <= BLACKJACK and not natural and not draws_at(total, soft, hits_soft_17):
                found.append((total, place))
        return found


@cache
def drawing_hands(hits_soft_17: bool) -> tuple[DrawingHand, ...]:
    """Every hand to which the dealer draws, for any shoe; built from the up cards by adding one card at a time."""
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
    """The exact probability of each final result, from a shoe that still holds the up card.

    ``peeked``: given that the dealer has peeked and has no blackjack.
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
    """Hands of one total: each is a hand with fewer points plus one card; the next card may end it."""

    rows: slice
    parents: Ints
    added: Ints
    """The factor of the added card of each."""
    orders: Floats
    """The number of orders of each; then, for some final cards, the same times the copies of it in the hand."""
    ends: tuple[Ints, Ints]
    """The possible final totals, and the cards that lead to them."""
    held: Ints
    """The totals of the rows of ``orders`` after the first."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """The cards drawn to one up card, ordered so that each probability is an earlier one times one factor."""

    steps: tuple[_Step, ...]
    factors: Ints
    """One row each: the index in ``copies`` of the cards left, and the number of cards drawn with it."""
    copies: Ints
    """One row each: a card's value, and the number of such cards drawn before."""
    rows: int
    most: int
    """The most cards drawn."""


@cache
def _tree(hits_soft_17: bool, up: int) -> _Tree:
    drawing = {without(hand.cards, one(up)): hand for hand in drawing_hands(hits_soft_17) if hand.orders[up]}
    empty: Composition = (0,) * VALUES
    # Some sets on a path are not hands themselves, because cards are added in rising order.
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
        """A key for sets that the same next cards end; an up card, which may become a blackjack, has no points here."""
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
    """Totals x shoes, with the up card removed."""
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
