"""Enumerates all deals of a wager's groups of cards, up to suit permutation, with integer weights.

The rule is called on one canonical deal of each class. Two deals are in one class if a suit permutation maps one to the
other *and* leaves the shoe unchanged: in a full shoe all 24 permutations do; after cards were removed only some. A deal
counts physical cards: six decks hold C(312, 2) = 48,516 hands of two cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from typing import Any, Final

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import BadInput

SuitPermutation = tuple[int, ...]
"""Card id -> card id, for one permutation of the suits."""

Tally = Counter[int]
"""Answer of the rule -> number of deals."""

CardClass = Callable[..., int]
"""Given the groups before the last and one card of the last: the class of cards that the rule does not distinguish."""


def _suit_permutation(order: Sequence[int]) -> SuitPermutation:
    return (*(card & ~3 | order[card & 3] for card in range(JOKER)), JOKER)


SUIT_PERMUTATIONS: Final = tuple(_suit_permutation(order) for order in permutations(range(4)))


def symmetries(shoe: Shoe) -> tuple[SuitPermutation, ...]:
    """The suit permutations that leave the shoe's composition unchanged."""
    counts = shoe.counts
    return tuple(new for new in SUIT_PERMUTATIONS if all(counts[card] == counts[new[card]] for card in range(JOKER)))


def renamed(cards: Cards, new: SuitPermutation) -> Cards:
    return tuple(sorted([new[card] for card in cards]))


Kind = tuple[Cards, int, tuple[SuitPermutation, ...]]
"""A canonical hand, the number of hands in its class, and the permutations that leave it unchanged (its stabiliser)."""


def canonical_hands(size: int, group: tuple[SuitPermutation, ...]) -> Iterator[Kind]:
    """One canonical hand of each class, in card order.

    A suit permutation keeps ranks, so a hand is built rank by rank: of the ways to hold a rank, one is taken of each
    class under the permutations that leave the hand so far unchanged; then fewer permutations remain.
    """

    def build(hand: Cards, first_rank: int, left: int, free: tuple[SuitPermutation, ...]) -> Iterator[Kind]:
        if left:
            for each in range(first_rank, 13):
                for held in range(1, left + 1):
                    for cards, kept in _kinds_of_rank(each, held, free):
                        yield from build(hand + cards, each + 1, left - held, kept)
        yield hand + (JOKER,) * left, len(group) // len(free), free

    yield from build((), 0, size, group)


@cache
def _all_kinds(size: int, group: tuple[SuitPermutation, ...]) -> tuple[Kind, ...]:
    return tuple(canonical_hands(size, group))


def kinds_of_hands(size: int, group: tuple[SuitPermutation, ...]) -> Iterable[Kind]:
    """The same, cached if there are few enough."""
    return _all_kinds(size, group) if size < 5 else canonical_hands(size, group)


@cache
def _kinds_of_rank(
    each: int, held: int, group: tuple[SuitPermutation, ...]
) -> tuple[tuple[Cards, tuple[SuitPermutation, ...]], ...]:
    """The classes of this many cards of one rank, and the permutations that leave them unchanged."""
    kinds = []
    for cards in combinations_with_replacement(range(each * 4, each * 4 + 4), held):
        images = [renamed(cards, new) for new in group]
        if cards == min(images):
            kinds.append((cards, tuple(new for new, image in zip(group, images, strict=True) if image == cards)))
    return tuple(kinds)


def ways(counts: Sequence[int], hand: Cards) -> int:
    """The number of ways to pick a hand (in card order) from this many of each card."""
    if len(hand) == 1:
        return counts[hand[0]]
    if len(hand) == 2:
        first, second = hand
        return counts[first] * (counts[first] - 1) // 2 if first == second else counts[first] * counts[second]
    return prod(comb(counts[card], hand.count(card)) for card in set(hand))


NO_PERMUTATION: Final = (SUIT_PERMUTATIONS[0],)
"""For rules that name suits."""


def count_deals(
    rule: Callable[..., int],
    sizes: Sequence[int],
    shoe: Shoe,
    reads: Sequence[Any] = (),
    *,
    group: tuple[SuitPermutation, ...] = NO_PERMUTATION,
    card_class: CardClass | None = None,
) -> Tally:
    """The number of deals of groups of these sizes for each answer of the rule.

    ``group`` holds suit permutations that change neither the shoe nor any answer of the rule.
    """
    check_sizes(sizes, shoe)
    counts = list(shoe.counts)
    tally: Tally = Counter()

    def deal(dealt: tuple[Cards, ...], weight: int, group: tuple[SuitPermutation, ...]) -> None:
        size, last = sizes[len(dealt)], len(dealt) == len(sizes) - 1
        if last and card_class is not None:
            for hand, times in _kinds_by_class(card_class, dealt, counts, size):
                tally[rule(*dealt, hand, *reads)] += weight * times
            return
        for hand, images, kept in kinds_of_hands(size, group):
            times = ways(counts, hand)
            if times and last:
                tally[rule(*dealt, hand, *reads)] += weight * images * times
            elif times:
                for card in hand:
                    counts[card] -= 1
                deal((*dealt, hand), weight * images * times, kept)
                for card in hand:
                    counts[card] += 1

    deal((), 1, group)
    return tally


def count_by_kind(
    rule: Callable[..., int], sizes: Sequence[int], shoe: Shoe, reads: Sequence[Any], card_kind: Callable[[int], int]
) -> Tally:
    """The same for a rule that does not distinguish cards of one kind: one card represents its kind."""
    check_sizes(sizes, shoe)
    held: Counter[int] = Counter()
    of_kind: dict[int, int] = {}
    for card, number in enumerate(shoe.counts):
        if number:
            held[of_kind.setdefault(card_kind(card), card)] += number
    hands = {size: tuple(combinations_with_replacement(sorted(held), size)) for size in sizes}
    tally: Tally = Counter()

    def deal(dealt: tuple[Cards, ...], weight: int) -> None:
        if len(dealt) == len(sizes):
            tally[rule(*dealt, *reads)] += weight
            return
        for hand in hands[sizes[len(dealt)]]:
            taken = Counter(hand)
            times = prod(comb(held[card], number) for card, number in taken.items())
            if times:
                held.subtract(taken)
                deal((*dealt, hand), weight * times)
                held.update(taken)

    deal((), 1)
    return tally


def _kinds_by_class(
    card_class: CardClass, dealt: tuple[Cards, ...], counts: Sequence[int], size: int
) -> Iterator[tuple[Cards, int]]:
    """Hands of representative cards, with the number of hands of the shoe that are equivalent for the rule."""
    members: dict[int, tuple[int, int]] = {}
    for card, held in enumerate(counts):
        if held:
            first, sum_held = members.get(key := card_class(*dealt, card), (card, 0))
            members[key] = first, sum_held + held
    for picked in combinations_with_replacement(tuple(members.values()), size):
        times = prod(comb(held, picked.count((first, held))) for first, held in set(picked))
        if times:
            yield tuple(first for first, _ in picked), times


def kinds_of_deals(
    sizes: Sequence[int], group: tuple[SuitPermutation, ...], card_class: CardClass | None = None
) -> int:
    """The approximate number of calls of the rule by :func:`count_deals`."""
    counted = sizes[:-1] if card_class is not None else sizes
    hands = prod(comb(JOKER + size, size) for size in counted)
    return max(1, hands // len(group)) * (100 if card_class is not None else 1)


def check_sizes(sizes: Sequence[int], shoe: Shoe) -> None:
    """Refuses deals that the shoe cannot make."""
    if not sizes or min(sizes) < 1:
        raise BadInput("a wager must look at one or more groups of at least one card each")
    if sum(sizes) > len(shoe):
        raise BadInput(f"the wager looks at {sum(sizes)} cards, but the shoe holds {len(shoe)}")


def all_deals(sizes: Sequence[int], shoe: Shoe) -> int:
    """The total number of deals."""
    total, left = 1, len(shoe)
    for size in sizes:
        total *= comb(left, size)
        left -= size
    return total
