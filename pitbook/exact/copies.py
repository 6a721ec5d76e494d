"""Counts the copies of each card in the deals of each answer of a rule.

This is enough to derive every shoe with one card less: with n copies of a card in the shoe, a deal that holds m of them
avoids one given copy in (n - m) of n cases. So one enumeration of the whole shoe gives the exact distribution without
any one card. Cards that suit permutations map to each other are counted together, as one class.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from pitbook.cards import JOKER, RANKS, Cards, Shoe, rank
from pitbook.exact.deals import NO_PERMUTATION, CardClass, SuitPermutation, Tally, check_sizes, kinds_of_hands, ways
from pitbook.exact.seven import MOST_ANSWERS, answer_sevens, rank_masks


@dataclass(frozen=True, slots=True)
class Copies:
    """The answers of a rule, the number of deals of each, and the number of cards of each class in those deals."""

    shoe: Shoe
    classes: tuple[Cards, ...]
    deals: Tally
    copies: dict[int, list[int]]
    """Answer -> cards of each class, in the order of ``classes``."""

    def without(self, cards: Cards) -> Tally:
        """The answers over all deals that avoid one copy of a card of this class."""
        place = self.classes.index(cards)
        physical = sum(self.shoe.counts[card] for card in cards)
        left: Tally = Tally()
        for answer, times in self.deals.items():
            # Each physical card of the class is in the same number of these deals.
            if avoiding := times - self.copies[answer][place] // physical:
                left[answer] = avoiding
        return left


def card_classes(shoe: Shoe, group: tuple[SuitPermutation, ...]) -> tuple[Cards, ...]:
    """The shoe's cards, grouped into orbits of these suit permutations."""
    held = [card for card in range(JOKER + 1) if shoe.counts[card]]
    return tuple(sorted({tuple(sorted({new[card] for new in group})) for card in held}))


def _places(classes: Sequence[Cards]) -> dict[int, int]:
    return {card: place for place, cards in enumerate(classes) for card in cards}


def count_copies(
    rule: Callable[..., int],
    sizes: Sequence[int],
    shoe: Shoe,
    reads: Sequence[Any] = (),
    *,
    group: tuple[SuitPermutation, ...] = NO_PERMUTATION,
    card_class: CardClass | None = None,
) -> Copies:
    """The same enumeration as :func:`pitbook.exact.deals.count_deals`, which also counts the copies of each card."""
    check_sizes(sizes, shoe)
    counts = list(shoe.counts)
    classes = card_classes(shoe, group)
    place = _places(classes)
    found = Copies(shoe, classes, Tally(), {})

    def note(answer: int, cards: Cards, weight: int) -> None:
        found.deals[answer] += weight
        row = found.copies.setdefault(answer, [0] * len(classes))
        for card in cards:
            row[place[card]] += weight

    def deal(dealt: tuple[Cards, ...], before: Cards, weight: int, group: tuple[SuitPermutation, ...]) -> None:
        size, last = sizes[len(dealt)], len(dealt) == len(sizes) - 1
        if last and card_class is not None:
            members = _members(card_class, dealt, counts)
            for picked in combinations_with_replacement(members, size):
                held = {cards: (sum(counts[card] for card in cards), picked.count(cards)) for cards in set(picked)}
                times = prod(comb(number, taken) for number, taken in held.values())
                if not times:
                    continue
                answer = rule(*dealt, tuple(cards[0] for cards in picked), *reads)
                note(answer, before, weight * times)
                row = found.copies[answer]
                for cards, (number, taken) in held.items():
                    # The number of picks that hold any one physical card of these.
                    holding = weight * times * taken // number
                    for card in cards:
                        row[place[card]] += holding * counts[card]
            return
        for hand, images, kept in kinds_of_hands(size, group):
            times = ways(counts, hand)
            if times and last:
                note(rule(*dealt, hand, *reads), before + hand, weight * images * times)
            elif times:
                for card in hand:
                    counts[card] -= 1
                deal((*dealt, hand), before + hand, weight * images * times, kept)
                for card in hand:
                    counts[card] += 1

    deal((), (), 1, group)
    return found


def _members(card_class: CardClass, dealt: tuple[Cards, ...], counts: Sequence[int]) -> tuple[Cards, ...]:
    """The cards left in the shoe, grouped by the classes that the rule distinguishes here."""
    members: dict[int, Cards] = {}
    for card, held in enumerate(counts):
        if held:
            key = card_class(*dealt, card)
            members[key] = (*members.get(key, ()), card)
    return tuple(members.values())


def count_sevens_copies(rule: Callable[[Cards], int], shoe: Shoe) -> Copies:
    """The same count as :func:`pitbook.exact.seven.count_sevens`, for a pack whose suits all hold the same ranks.

    A canonical hand there has given ranks and represents all suits, so its ranks are its classes of cards.
    """
    hands: list[Cards] = []

    def noting(hand: Cards) -> int:
        hands.append(hand)
        return rule(hand)

    suits, joker = rank_masks(shoe), shoe.counts[JOKER]
    answers, weights = [0] * MOST_ANSWERS, [0] * MOST_ANSWERS
    used = answer_sevens(noting, suits, joker, answers, weights)
    held = [each for each in range(len(RANKS)) if suits[0] >> each & 1]
    classes = (*(tuple(range(each * 4, each * 4 + 4)) for each in held), *(((JOKER,),) if joker else ()))
    by_rank: dict[int, list[int]] = {}
    deals: Tally = Tally()
    for answer, weight, hand in zip(answers[:used], weights[:used], hands, strict=True):
        deals[answer] += weight
        row = by_rank.setdefault(answer, [0] * (len(RANKS) + 1))
        for card in hand:
            row[card >> 2] += weight
    places = [rank(cards[0]) for cards in classes]
    copies = {answer: [row[each] for each in places] for answer, row in by_rank.items()}
    return Copies(shoe, classes, deals, copies)
