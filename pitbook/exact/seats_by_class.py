"""The covariance of two seats if the dealer has too many hands to enumerate: counts cards by equivalence classes.

For two players' hands, a dealer's card matters only by its class for each hand. Very many pairs of hands leave the same
classes in the same numbers and are counted as one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

from pitbook.cards import Cards, Shoe
from pitbook.exact.deals import all_deals, canonical_hands, ways

Value = Callable[[tuple[Cards, ...], Cards], int]
"""The player's groups of cards, the dealer's cards -> the seat's net win."""
Worth = Mapping[tuple[int, ...], int]
"""By the classes of the dealer's cards for one hand, rising: that hand's net win."""
Pattern = frozenset[tuple[tuple[int, int], int]]
"""The number of cards left of each pair of classes for the two hands."""


def by_class(
    shoe: Shoe,
    held: int,
    dealt: int,
    card_class: Callable[..., int],
    suit_permutations: tuple[tuple[int, ...], ...],
    value: Value,
) -> Fraction:
    """The covariance of two hands of ``held`` cards against the same ``dealt`` cards of the dealer.

    ``card_class`` gives the class of a dealer's card for a hand; ``suit_permutations`` change neither shoe nor values.
    """
    counts = shoe.counts
    types = [card for card, number in enumerate(counts) if number]
    hands = list(combinations_with_replacement(types, held))
    classes = {hand: tuple(card_class(hand, card) for card in types) for hand in hands}
    numbers: dict[tuple[tuple[tuple[int, ...], int], ...], int] = {}
    worths: list[Worth] = []
    number_of = {}
    for hand in hands:
        worth = _worth(hand, dict(zip(classes[hand], types, strict=True)), dealt, value)
        number_of[hand] = numbers.setdefault(tuple(worth.items()), len(numbers))
        if len(worths) < len(numbers):
            worths.append(worth)
    pairs: Counter[tuple[int, int, Pattern]] = Counter()
    for one, times, _ in canonical_hands(held, suit_permutations):
        if first := times * ways(counts, one):
            left = list(counts)
            _take(left, one)
            for other in hands:
                if second := ways(left, other):
                    rest = list(left)
                    _take(rest, other)
                    pattern = _pattern(classes[one], classes[other], [rest[card] for card in types])
                    pairs[number_of[one], number_of[other], pattern] += first * second
    mean = products = 0
    for (one_worth, other_worth, pattern), times in pairs.items():
        for weight, for_one, for_other in _dealers(pattern, dealt):
            mean += times * weight * worths[one_worth][for_one]
            products += times * weight * worths[one_worth][for_one] * worths[other_worth][for_other]
    total = all_deals([held, held, dealt], shoe)
    return Fraction(products, total) - Fraction(mean, total) ** 2


def _worth(hand: Cards, examples: Mapping[int, int], dealt: int, value: Value) -> Worth:
    """The net win of a hand against every multiset of classes, evaluated on one card of each class."""
    picked = combinations_with_replacement(sorted(examples), dealt)
    return {kinds: value((hand,), tuple(sorted(examples[kind] for kind in kinds))) for kinds in picked}


def _take(counts: list[int], cards: Iterable[int]) -> None:
    for card in cards:
        counts[card] -= 1


def _pattern(one: Sequence[int], other: Sequence[int], left: Sequence[int]) -> Pattern:
    found: dict[tuple[int, int], int] = {}
    for kinds, number in zip(zip(one, other, strict=True), left, strict=True):
        found[kinds] = found.get(kinds, 0) + number
    return frozenset(item for item in found.items() if item[1])


def _dealers(pattern: Pattern, dealt: int) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Every multiset of classes of the dealer's cards: the number of ways, and the classes for each player."""
    left = dict(pattern)
    for picked in combinations_with_replacement(sorted(left), dealt):
        weight = 1
        for kinds in set(picked):
            weight *= comb(left[kinds], picked.count(kinds))
        if weight:
            yield weight, tuple(sorted(one for one, _ in picked)), tuple(sorted(other for _, other in picked))
