"""The covariance of two seats' results in a round, counted exactly for wagers that one deal decides.

Two seats share the dealer's cards and draw from one shoe. With the dealer's cards fixed, the sum of v(one) v(other)
over all pairs of hands without a common card is

    the sum over all sets T of cards of (-1)^|T| s(T)^2,  s(T) being the sum of v over the hands that hold T:

by inclusion-exclusion: if two hands share cards, the signs over the subsets of the shared cards cancel. So every hand
is visited once, and no pairs are formed. Copies of a card are counted together: all sets T of the same cards have the
same s(T).

If the dealer has too many hands for that, pairs of players' hands are formed, and the dealer's cards are counted by the
classes that both rules distinguish (:mod:`pitbook.exact.seats_by_class`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm, prod
from typing import Final

from pitbook.cards import NO_CARD, Cards, Shoe
from pitbook.exact.cache import cache_key, kept
from pitbook.exact.deals import all_deals, canonical_hands, ways
from pitbook.exact.distribution import Distribution, distribution, suit_permutations
from pitbook.exact.par import OutcomeRow, ParSheet, groups_seen, has_par_sheet, priced
from pitbook.exact.seats_by_class import by_class
from pitbook.games.model import Group, Wager

MOST_HANDS: Final = 2_000_000
"""The most hands visited in plain Python, which takes some seconds."""
SEVEN: Final = 7
COUNTED: Final = ("player", "dealer")
"""The places of cards that two seats share or do not share."""
FOLDER: Final = "seats"
"""The folder of the cache."""


def seat_covariance(
    sheet: ParSheet, net: Callable[[OutcomeRow], Fraction | None] = lambda row: row.net
) -> Fraction | None:
    """The covariance of two seats that make the sheet's wager, per unit wagered; None if it is not counted.

    ``net`` gives the value of a row of the sheet, if it is not the player's net win.
    """
    wager = sheet.wager
    groups = groups_seen(wager, sheet.table, sheet.basis, sheet.options)
    if not has_par_sheet(wager) or any(group.size == 0 or group.source not in COUNTED for group in groups):
        return None
    reads = (*wager.reads, *((wager.choice,) if wager.choice else ()))
    given = tuple(option.index(sheet.options) for option in reads)
    answers = distribution(wager, sheet.shoe, sheet.options, groups).answers
    nets = {answer: _net(sheet, answer, net) for answer in answers}
    whole = lcm(*(each.denominator for each in nets.values()))
    values = {answer: int(each * whole) for answer, each in nets.items()}
    found = _kept_covariance(wager, groups, sheet.shoe, given, values)
    return None if found is None else found / whole**2


def _net(sheet: ParSheet, answer: int, net: Callable[[OutcomeRow], Fraction | None]) -> Fraction:
    """The value of the rule's answer on this sheet."""
    rows = priced(sheet, Distribution({answer: 1}, 1, "")).rows
    return sum((row.probability * (net(row) or 0) for row in rows if row.count), Fraction(0))


def _kept_covariance(
    wager: Wager, groups: Sequence[Group], shoe: Shoe, given: tuple[int, ...], values: Mapping[int, int]
) -> Fraction | None:
    """The covariance, cached on disk; not for a user's rule, which may depend on anything."""

    def compute() -> Fraction | None:
        return _covariance(wager, groups, shoe, given, values)

    functions = [each for each in (wager.rule, wager.card_kind, wager.card_class) if each is not None]
    if any(each.__module__.partition(".")[0] != "pitbook" for each in functions):
        return compute()
    modules = (__name__, *(each.__module__ for each in functions))
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    sizes = [(group.source, group.size) for group in groups]
    key = cache_key(modules, names, sizes, shoe.counts, given, wager.suits, sorted(values.items()))
    return kept(FOLDER, key, compute, str, lambda text: None if text == "None" else Fraction(text))[0]


def _covariance(
    wager: Wager, groups: Sequence[Group], shoe: Shoe, given: tuple[int, ...], values: Mapping[int, int]
) -> Fraction | None:
    dealt = [group.size for group in groups if group.source == "player"]
    dealers = [group.size for group in groups if group.source == "dealer"]
    if len(dealers) > 1 or 2 * sum(dealt) + sum(dealers) > len(shoe):
        return None
    if dealt == [SEVEN] and not dealers and max(shoe.counts) == 1:
        from pitbook.exact.seats_of_seven import disjoint_products

        cards = tuple(card for card, held in enumerate(shoe.counts) if held)
        total, pairs = disjoint_products(wager.rule, given, cards, values)
        mean = Fraction(total, all_deals(dealt, shoe))
        return Fraction(pairs, all_deals([*dealt, *dealt], shoe)) - mean**2
    left_out = [(NO_CARD,) * group.size for group in wager.groups[len(groups) :]]

    def value(player: tuple[Cards, ...], dealer: Cards) -> int:
        shown = iter(player)
        cards = [next(shown) if group.source == "player" else dealer for group in groups]
        # Representative cards may need more copies than the shoe has: such a deal is not counted.
        return values.get(wager.rule(*cards, *left_out, *given), 0)

    if len(dealt) == 1 and sum(dealers) > 2:
        if wager.card_class is None or len(groups) < len(wager.groups):
            return None
        return by_class(shoe, dealt[0], dealers[0], wager.card_class, suit_permutations(wager, shoe), value)
    counts, kinds = _kinds(wager, shoe, sum(dealers))
    types = [card for card, held in enumerate(counts) if held]
    if prod(comb(len(types) + size - 1, size) for size in dealt) * len(kinds) > MOST_HANDS:
        return None
    first, pairs_sum = 0, Fraction(0)
    for dealer, times in kinds:
        left = list(counts)
        for card in dealer:
            left[card] -= 1
        # mypy cannot infer a lambda that binds the loop's variable as a default.
        one, two = _sums(types, left, dealt, lambda player, dealer=dealer: value(player, dealer))  # type: ignore[misc]
        first += times * one
        pairs_sum += times * two
    mean = Fraction(first, all_deals([*dealers, *dealt], shoe))
    return pairs_sum / all_deals([*dealers, *dealt, *dealt], shoe) - mean**2


def _kinds(wager: Wager, shoe: Shoe, size: int) -> tuple[list[int], list[tuple[Cards, int]]]:
    """The shoe by cards that the rule distinguishes, and the canonical hands of the dealer with their numbers."""
    counts = list(shoe.counts)
    if wager.card_kind is not None:
        of_kind: dict[int, int] = {}
        counts = [0] * len(shoe.counts)
        for card, held in enumerate(shoe.counts):
            if held:
                counts[of_kind.setdefault(wager.card_kind(card), card)] += held
    if not size:
        return counts, [((), 1)]
    if wager.card_kind is not None or wager.suits == "named":
        types = [card for card, held in enumerate(counts) if held]
        found = [(hand, ways(counts, hand)) for hand in combinations_with_replacement(types, size)]
    else:
        found = [
            (hand, times * ways(counts, hand))
            for hand, times, _ in canonical_hands(size, suit_permutations(wager, shoe))
        ]
    return counts, [(hand, times) for hand, times in found if times]


def _sums(
    types: Sequence[int], counts: list[int], sizes: Sequence[int], value: Callable[[tuple[Cards, ...]], int]
) -> tuple[int, Fraction]:
    """The sum of the values of all hands, and the sum of the products of all pairs of disjoint hands."""
    holding: Counter[Cards] = Counter()
    total = 0
    for player, times in _hands(types, counts, sizes):
        worth = times * value(player)
        if worth:
            total += worth
            for held in _subsets(tuple(sorted(card for group in player for card in group))):
                holding[held] += worth
    products = Fraction(total**2)
    for held, sum_held in holding.items():
        products += Fraction((-1) ** len(held) * sum_held**2, ways(counts, held))
    return total, products


@cache
def _subsets(cards: Cards) -> tuple[Cards, ...]:
    """Every nonempty subset of a hand, with multiplicity."""
    return tuple(part for size in range(1, len(cards) + 1) for part in combinations(cards, size))


def _hands(
    types: Sequence[int], counts: list[int], sizes: Sequence[int], dealt: tuple[Cards, ...] = (), times: int = 1
) -> Iterator[tuple[tuple[Cards, ...], int]]:
    """All deals of groups of these sizes, and the number of ways to pick each."""
    if len(dealt) == len(sizes):
        yield dealt, times
        return
    for hand in combinations_with_replacement(types, sizes[len(dealt)]):
        if found := ways(counts, hand):
            for card in hand:
                counts[card] -= 1
            yield from _hands(types, counts, sizes, (*dealt, hand), times * found)
            for card in hand:
                counts[card] += 1
