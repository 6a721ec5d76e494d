"""The exact edge for many compositions of a shoe at once, for wagers that look at few cards.

The average win of a wager is a polynomial in the numbers of cards left. Its terms are built once for each rule, and
NumPy evaluates them for thousands of compositions together; for one composition use :mod:`pitbook.exact.distribution`.
The last group of cards is handled by the classes that the rule distinguishes, or one card at a time, so that a wager on
two cards and five more has some thousands of terms and not billions.

Arrays have a row for each first hand (the groups before the last) and a column for each composition.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import JOKER, NO_CARD, Cards
from pitbook.errors import BadInput
from pitbook.exact.deals import CardClass
from pitbook.exact.distribution import Distribution
from pitbook.exact.par import ParSheet, groups_seen, priced
from pitbook.exact.session import net_chances
from pitbook.games.model import Rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

MOST_HANDS: Final = 50_000
"""The most first hands; a wager with more looks at too many cards for this method."""
CHUNK: Final = 250
"""Compositions evaluated together: few enough for a processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class FirstHands:
    """First hands after which the rule distinguishes the same number of classes in the rest of the shoe."""

    hands: "Places"
    classes: tuple[tuple[Cards, ...], ...]
    """One item for each of these hands."""
    picks: tuple[tuple[int, ...], ...]
    """The number of cards of each class that the last group takes."""
    answers: "Places"
    """By pick and hand: the index of the rule's answer."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleTable:
    """The rule's answers to every deal: everything that does not depend on pays and counts."""

    sizes: tuple[int, ...]
    last: int
    """Cards in the last group; 0 if there is only one group."""
    hands: tuple[tuple[Cards, ...], ...]
    cards: "tuple[Places, ...]"
    """The first card of each hand, the second of each..."""
    before: "tuple[Floats, ...]"
    """The number of identical cards before it in its hand."""
    orders: "Floats"
    """The number of times that the falling product of the counts counts each hand."""
    known: tuple[int, ...]
    """All answers that the rule gives."""
    one_by_one: "Places | None"
    """If the last group has at most one card: the index of the answer, by hand and card."""
    seen: tuple[FirstHands, ...]
    """If it has more."""

    def ways(self, counts: "Floats") -> "Floats":
        """The number of ways to pick each hand from each composition."""
        ways = counts[self.cards[0]] / self.orders
        for cards, before in zip(self.cards[1:], self.before[1:], strict=True):
            left = counts[cards]
            left -= before
            ways *= left
        return ways

    def deals(self, held: "Floats") -> "Floats":
        """The number of ways to pick the first groups from this many cards."""
        found: Floats = _choose(held, self.sizes[0])
        for place in range(1, len(self.sizes)):
            found = found * _choose(held - sum(self.sizes[:place]), self.sizes[place])
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """First hands after which the cards of the last group decide together."""

    hands: "Places"
    members: "Floats"
    """Rows for the first class of each hand, then for the second...: 1 if the card, a column, is of that class."""
    dealt: "Floats"
    """The number of cards of each class that the first hand has taken."""
    picks: tuple[tuple[int, ...], ...]
    nets: "Floats"
    """By pick and hand: the net win."""

    def won(self, counts: "Floats", size: int) -> "Floats":
        """The sum of the net wins of the picks, weighted by the number of ways to pick them."""
        import numpy as np

        sizes = (self.members @ counts - self.dealt).reshape(-1, len(self.hands), counts.shape[1])
        chosen = [[_choose(of_class, number) for number in range(size + 1)] for of_class in sizes]
        total = np.zeros(sizes.shape[1:])
        for taken, net in zip(self.picks, self.nets, strict=True):
            total += prod((chosen[place][number] for place, number in enumerate(taken) if number), start=net)
        return total


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """The average win of one unit on a deal from a composition."""

    layout: RuleTable
    worth: "Floats"
    """The win that a card of the last group, a column, adds independently; without a last group, the win of the
    hand."""
    worth_taken: "Floats"
    """The value of the cards that the first hand has taken from the shoe."""
    joint: tuple[Joint, ...]

    def __call__(self, compositions: "NDArray[Any]") -> "Floats":
        """Takes rows of 53 counts, one row per composition."""
        return averages([self], compositions)[0]

    def won(self, counts: "Floats", ways: "Floats") -> "Floats":
        import numpy as np

        held, last = counts.sum(axis=0), self.layout.last
        left = held - sum(self.layout.sizes)
        if last:
            added = self.worth @ counts
            added -= self.worth_taken
            won = np.einsum("ij,ij->j", ways, added) * (last / left)
        else:
            won = self.worth[:, 0] @ ways
        for term in self.joint:
            won += np.einsum("ij,ij->j", ways[term.hands], term.won(counts, last)) / _choose(left, last)
        return np.asarray(won / self.layout.deals(held))


def averages(expectations: Sequence[Expectation], compositions: "NDArray[Any]") -> "list[Floats]":
    """The same for several pay tables on the same compositions: work that does not depend on pays is done once."""
    import numpy as np

    found: list[list[Floats]] = [[] for _ in expectations]
    for start in range(0, len(compositions), CHUNK):
        counts = np.ascontiguousarray(compositions[start : start + CHUNK].T, np.float64)
        ways = {id(layout): layout.ways(counts) for layout in {id(e.layout): e.layout for e in expectations}.values()}
        for place, each in enumerate(expectations):
            found[place].append(each.won(counts, ways[id(each.layout)]))
    return [np.concatenate(parts) for parts in found]


def _choose(counts: Any, number: int) -> Any:
    """Binomial coefficients, as a product that is 0 if there are too few cards."""
    return prod((counts - each) / (each + 1) for each in range(number))


def expectation(sheet: ParSheet) -> Expectation:
    """The polynomial of a sheet's wager, pay table and basis, for any composition of the sheet's cards."""
    import numpy as np

    wager = sheet.wager
    groups = groups_seen(wager, sheet.table, sheet.basis, sheet.options)
    sizes = tuple(group.size for group in groups)
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[len(groups) :])
    reads = tuple(option.index(sheet.options) for option in (*wager.reads, *((wager.choice,) if wager.choice else ())))
    cards = tuple(card for card, held in enumerate(sheet.shoe.counts) if held)
    layout = lay_out(wager.rule, sizes, (*not_dealt, *reads), None if not_dealt else wager.card_class, cards)
    nets = np.array([float(_net(sheet, answer)) for answer in layout.known])
    if layout.one_by_one is not None:
        worth = nets[layout.one_by_one]
        return Expectation(layout, worth, _taken(layout, worth), ())
    worth = np.zeros((len(layout.hands), JOKER + 1))
    joint = []
    for seen in layout.seen:
        won = nets[seen.answers]
        alone = np.array(
            [won[seen.picks.index(_all_of(each, seen))] / layout.last for each in range(len(seen.picks[0]))]
        )
        summed = np.abs(np.array(seen.picks) @ alone - won).max(axis=0) < 1e-9
        for place in np.flatnonzero(summed):
            for of_class, part in zip(seen.classes[place], alone[:, place], strict=True):
                worth[seen.hands[place], list(of_class)] = part
        if not summed.all():
            joint.append(_joint(layout, seen, won, np.flatnonzero(~summed)))
    return Expectation(layout, worth, _taken(layout, worth), tuple(joint))


def _all_of(each: int, seen: FirstHands) -> tuple[int, ...]:
    """The pick that takes only one class."""
    size = sum(seen.picks[0])
    return tuple(size if other == each else 0 for other in range(len(seen.picks[0])))


def _taken(layout: RuleTable, worth: "Floats") -> "Floats":
    import numpy as np

    if not layout.last:
        return np.zeros((len(worth), 1))
    return np.asarray(sum(worth[np.arange(len(worth)), cards] for cards in layout.cards))[:, np.newaxis]


def _joint(layout: RuleTable, seen: FirstHands, won: "Floats", places: "Places") -> Joint:
    import numpy as np

    classes = len(seen.picks[0])
    members, dealt = np.zeros((classes * len(places), JOKER + 1)), np.zeros((classes * len(places), 1))
    for hand, place in enumerate(places):
        gone = Counter(sum(layout.hands[seen.hands[place]], ()))
        for each, of_class in enumerate(seen.classes[place]):
            members[each * len(places) + hand, list(of_class)] = 1
            dealt[each * len(places) + hand] = sum(gone[card] for card in of_class)
    return Joint(seen.hands[places], members, dealt, seen.picks, won[:, places][:, :, np.newaxis])


def _net(sheet: ParSheet, answer: int) -> Fraction:
    """The average win of one unit for an answer of the rule (over the spots, if their bets differ)."""
    chances = net_chances(priced(sheet, Distribution({answer: 1}, 1, "")))
    return sum((won * chance for won, chance in chances.items()), Fraction(0))


@cache
def lay_out(
    rule: Rule, sizes: tuple[int, ...], reads: tuple[Any, ...], card_class: CardClass | None, cards: tuple[int, ...]
) -> RuleTable:
    """Calls the rule on every deal of these cards, independent of how many there are of each."""
    import numpy as np

    *first, last = sizes if len(sizes) > 1 else (*sizes, 0)
    hands = tuple(_first_hands(first, cards))
    known: dict[int, int] = {}

    def answer(*dealt: Cards) -> int:
        return known.setdefault(rule(*dealt, *reads), len(known))

    one_by_one, seen = None, []
    if last == 0:
        one_by_one = np.array([[answer(*dealt)] for dealt in hands], np.intp)
    elif last == 1:
        one_by_one = np.zeros((len(hands), JOKER + 1), np.intp)
        one_by_one[:, cards] = [[answer(*dealt, (card,)) for card in cards] for dealt in hands]
    elif card_class is None:
        raise BadInput(f"a last group of {last} cards is too many to see one by one in thousands of compositions")
    else:
        by_number: dict[int, list[tuple[int, tuple[Cards, ...]]]] = {}
        for place, dealt in enumerate(hands):
            classes = _classes(card_class, dealt, cards)
            by_number.setdefault(len(classes), []).append((place, classes))
        for number, found in by_number.items():
            picks = tuple(_picks(number, last))
            answers = [
                [answer(*hands[place], _picked(classes, pick)) for place, classes in found] for pick in picks
            ]  # fmt: skip
            places = np.array([place for place, _ in found], np.intp)
            seen.append(FirstHands(places, tuple(classes for _, classes in found), picks, np.array(answers, np.intp)))
    flat = [sum(dealt, ()) for dealt in hands]
    within = range(sum(first))
    return RuleTable(
        sizes=tuple(first),
        last=last,
        hands=hands,
        cards=tuple(np.array([hand[place] for hand in flat], np.intp) for place in within),
        before=tuple(np.array([[hand[:place].count(hand[place])] for hand in flat], float) for place in within),
        orders=np.array([[_orders(dealt)] for dealt in hands], float),
        known=tuple(known),
        one_by_one=one_by_one,
        seen=tuple(seen),
    )


def _orders(dealt: tuple[Cards, ...]) -> int:
    return prod(factorial(number) for hand in dealt for number in Counter(hand).values())


def _first_hands(sizes: Sequence[int], cards: Cards) -> Iterator[tuple[Cards, ...]]:
    """Every first hand, without suit permutations: a composition need not be symmetric in the suits."""
    number = prod(comb(len(cards) + size - 1, size) for size in sizes)
    if number > MOST_HANDS:
        raise BadInput(f"{number:,} first hands are too many to work out thousands of compositions")
    dealt: list[tuple[Cards, ...]] = [()]
    for size in sizes:
        dealt = [(*before, hand) for before in dealt for hand in combinations_with_replacement(cards, size)]
    return iter(dealt)


def _classes(card_class: Callable[..., int], dealt: tuple[Cards, ...], cards: Cards) -> tuple[Cards, ...]:
    """Groups the cards that the rule does not distinguish after this first hand."""
    classes: dict[int, Cards] = {}
    for card in cards:
        key = card_class(*dealt, card)
        classes[key] = (*classes.get(key, ()), card)
    return tuple(classes.values())


def _picks(classes: int, size: int) -> Iterator[tuple[int, ...]]:
    """All ways to distribute ``size`` cards over ``classes`` classes, as the number in each."""
    for picked in combinations_with_replacement(range(classes), size):
        yield tuple(picked.count(each) for each in range(classes))


def _picked(classes: Sequence[Cards], pick: Sequence[int]) -> Cards:
    """Representative cards for a pick."""
    return sum((cards[:1] * number for cards, number in zip(classes, pick, strict=True)), ())
