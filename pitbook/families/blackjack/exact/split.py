"""The value of a pair split, under a strategy without memory.

After a split each hand is played as an unsplit hand of the same cards against the same up card, without regard to the
other hands (as far as the rules allow: one card to an ace, no double without ``das``). Pairs are split again up to the
maximum number of hands. For this strategy the value is exact: the hands of one split are exchangeable, so the value is
the sum over the number of hands of (probability) x (hands) x (value of one hand, given the cards of the others); of the
other hands' cards only the number of pair cards and of other cards matters.

The value of one hand, with further pair cards removed, is computed over its finished hands, like the dealer's: each
finished hand has a number of orders that is the same for every shoe. Cards that are known only not to be pair cards
are handled by the law of total probability: the value with one unknown card is the mean of the values with a pair card
removed and with another card removed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

from pitbook.families.blackjack.exact.arrays import Bools, Floats, Ints, np
from pitbook.families.blackjack.exact.dealer import ENDINGS, NATURAL
from pitbook.families.blackjack.exact.ground import Ground
from pitbook.families.blackjack.exact.hands import KEY_BITS, all_hands
from pitbook.families.blackjack.exact.pays import BUSTED, FINALS, STAKES, final_of, payoffs
from pitbook.families.blackjack.exact.solve import Strategy
from pitbook.families.blackjack.exact.values import ACES, VALUES

TREATMENT: Final = (
    "Hands after a split are played with zero memory: by their own cards and the up card, without regard to the other "
    "hands. Pairs are split again whenever the rules allow. The expectation is exact for this way of playing."
)

OTHER, PAIRED = 0, 1
"""Indexes by the second card of a split hand: another card, or a pair card."""


@cache
def arrangements(most: int) -> tuple[tuple[int, int, int], ...]:
    """The possible courses of a split: (hands, done, ways).

    The first hand with one card gets its second card. A pair card is split again if another hand is allowed; any other
    card completes the hand. At the maximum number of hands, the remaining hands get any card. ``ways`` is the number of
    orders of pair cards and other cards that lead to this.
    """
    ways = {(2, 0): 1}
    ends: dict[tuple[int, int], int] = {}
    while ways:
        (hands, done), times = ways.popitem()
        if hands == most or done == hands:
            ends[hands, done] = ends.get((hands, done), 0) + times
            continue
        for more in ((hands + 1, done), (hands, done + 1)):
            ways[more] = ways.get(more, 0) + times
    return tuple((hands, done, times) for (hands, done), times in sorted(ends.items()))


@dataclass(frozen=True, slots=True)
class Orders:
    """The finished hands of one split hand, with the number of orders of their cards: hands x second card."""

    stood: Floats
    doubled: Floats
    """Finished by the one card of a double."""
    doubles: Bools
    """By second card: whether it makes a hand that is doubled."""


def orders_of(given: Ground, strategy: Strategy, value: int, ups: Sequence[int]) -> list[Orders]:
    """For each up card: from the first card of a split hand on, card by card in order of points."""
    hands, rules = given.hands, given.rules
    reached = np.zeros((len(hands) + 1, 2, len(ups)))
    seconds = hands.after[hands.single(value)]
    reached[seconds, OTHER] = 1
    reached[seconds[value]] = 0
    reached[seconds[value], PAIRED] = 1
    one_card = value == ACES and not rules.hit_split_aces
    doubles = np.zeros((VALUES, len(ups)), np.bool_)
    if rules.das and value != ACES:
        doubles |= strategy.double[seconds][:, ups]
    goes_on = np.zeros((len(hands) + 1, len(ups)), np.bool_)
    if not one_card:
        goes_on[:-1] = strategy.hit[:, ups]
    goes_on[seconds] &= ~doubles
    flow = np.where(goes_on[:, None, :], reached, 0)
    doubled = np.zeros_like(reached)
    for second, hand in enumerate(seconds):
        doubled[hands.after[hand]] += reached[hand] * doubles[second]
    if not one_card:
        for some in _holding(value):
            reached[some] = flow[hands.before[some]].sum(axis=1)
            flow[some] = reached[some] * goes_on[some, None]
    stood = np.where(goes_on[:, None, :], 0, reached)
    stood[seconds] *= ~doubles[:, None, :]
    stood[-1] = doubled[-1] = 0  # the rest are busts
    return [Orders(stood[:, :, place], doubled[:, :, place], doubles[:, place]) for place in range(len(ups))]


@cache
def _holding(value: int) -> tuple[Ints, ...]:
    """The hands of three or more cards that contain a value, level by level."""
    hands = all_hands()
    held = (hands.cards[:, value] > 0) & (hands.size > 2)
    found = (np.flatnonzero(held[level]) + level.start for level in hands.levels)
    return tuple(some for some in found if len(some))


@cache
def falling(most: int) -> Floats:
    """n (n - 1) ... for n up to ``most`` and up to 42 factors, the cards of two hands."""
    numbers = np.arange(most + 1)[:, None] - np.arange(42)
    return np.hstack([np.ones((most + 1, 1)), np.cumprod(np.maximum(numbers, 0).astype(np.float64), axis=1)])


Wanted = Mapping[int, Sequence[int]]
"""Up card -> the values whose pairs are split against it."""


def all_pairs(given: Ground) -> Wanted:
    """Every pair that the shoe and the rules allow, against every up card."""
    return {
        up: [value for value in range(VALUES) if most_hands(given, value) > 1] for up in range(VALUES) if given.shoe[up]
    }


def all_orders(given: Ground, strategy: Strategy, wanted: Wanted | None = None) -> dict[int, dict[int, Orders]]:
    """Up card -> value -> the finished hands of a split hand; they depend on the strategy, not on the shoe."""
    pairs = all_pairs(given) if wanted is None else wanted
    found: dict[int, dict[int, Orders]] = {up: {} for up in pairs}
    for value in range(VALUES):
        ups = [up for up, values in pairs.items() if value in values]
        if ups:
            for up, order in zip(ups, orders_of(given, strategy, value, ups), strict=True):
                found[up][value] = order
    return found


def split_values(given: Ground, orders: Mapping[int, Mapping[int, Orders]]) -> Floats:
    """Values x up cards: the value of splitting a pair; minus infinity if it cannot be split or was not requested."""
    worth = np.full((VALUES, VALUES), -np.inf)
    pays = payoffs(given.rules)
    if given.rules.only_original_lost:
        pays[:, :, NATURAL] = 0
    for up, by_value in orders.items():
        for value, table in hand_tables(given, by_value, up).items():
            split = Split.of(given, value, up)
            any_card, other = split.one_hand((table * pays).sum(axis=(-3, -2, -1)))
            total = -float(given.natural[given.hands.pair(value), up]) if given.rules.only_original_lost else 0.0
            for likely, number, done in split.ways:
                if done:
                    total += likely * done * float(other(number - 2, done - 1))
                if done < number:
                    total += likely * (number - done) * float(any_card(number - 2, done))
            worth[value, up] = total
    return worth


def most_hands(given: Ground, value: int) -> int:
    """The most hands that a pair can become from this shoe."""
    return min(given.rules.most_hands(value + 1), given.shoe[value])


Known = Callable[[int, int], Any]
"""The value of some hands of a split, given the numbers of pair cards and of others drawn to the other hands."""


@dataclass(frozen=True, slots=True)
class Split:
    """A pair to be split: the unseen cards as pair cards and others, and the possible courses of the split."""

    pairs: int
    size: int
    most: int

    @classmethod
    def of(cls, given: Ground, value: int, up: int) -> "Split":
        return cls(given.shoe[value] - 2 - (up == value), sum(given.shoe) - 3, most_hands(given, value))

    @property
    def ways(self) -> list[tuple[float, int, int]]:
        """Each possible course: its probability, the number of hands, and how many of these drew no pair card before
        the maximum was reached."""
        found = [(ways * self.chance(hands - 2, done), hands, done) for hands, done, ways in arrangements(self.most)]
        return [way for way in found if way[0] > 0]

    def pair(self, pairs: int, others: int) -> float:
        """The probability that the next card is a pair card, after these numbers of both have left the shoe."""
        return max(self.pairs - pairs, 0) / max(self.size - pairs - others, 1)

    def chance(self, pairs: int, others: int) -> float:
        """The chance of these numbers of pair cards and others in one given order."""
        chance = 1.0
        for taken in range(pairs):
            chance *= self.pair(taken, 0)
        return chance * self.chance_of_others(pairs, others)

    def knowing(self, known: Callable[[int], Floats], own: int) -> Known:
        """Extends values that are conditional on pair cards in other hands to values conditional on other cards too.

        By the law of total probability, the value without knowing one more card is the mean over that card being a pair
        card or not; this is solved for the latter. ``own`` of the hands' second cards are known not to be pair cards.
        """

        @cache
        def given_both(pairs: int, others: int) -> Any:
            if others == 0:
                return known(pairs)
            mean = given_both(pairs, others - 1)
            pair = self.pair(pairs, others - 1 + own)
            return (mean - pair * given_both(pairs + 1, others - 1)) / (1 - pair) if pair else mean

        return given_both

    def one_hand(self, single: Floats) -> tuple[Known, Known]:
        """Values for a hand with any second card, and for one whose second card is not a pair card.

        ``single`` has the value of one hand by pair cards removed and by second card, in any form that can be added.
        """
        any_card = self.knowing(lambda pairs: single[pairs].sum(axis=0), 0)
        other = self.knowing(lambda pairs: single[pairs, OTHER] / self.chance_of_others(pairs, 1), 1)
        return any_card, other

    def two_hands(self, both: Floats) -> tuple[Known, Known, Known]:
        """Values for two hands of which none, one or both have a second card that is not a pair card."""
        none = self.knowing(lambda pairs: both[pairs].sum(axis=(0, 1)), 0)
        one = self.knowing(lambda pairs: both[pairs, OTHER].sum(axis=0) / self.chance_of_others(pairs, 1), 1)
        two = self.knowing(lambda pairs: both[pairs, OTHER, OTHER] / self.chance_of_others(pairs, 2), 2)
        return none, one, two

    def chance_of_others(self, pairs: int, others: int) -> float:
        """The probability that none of the next ``others`` cards is a pair card, after ``pairs`` of these have left."""
        chance = 1.0
        for taken in range(others):
            chance *= 1 - self.pair(pairs, taken)
        return chance


def hand_tables(given: Ground, orders: Mapping[int, Orders], up: int) -> dict[int, Floats]:
    """For each value split against one up card: pair cards removed x second card x stake x final x dealer's ending.

    These are probabilities of one split hand, given only the pair cards in the other hands.
    """
    hands = given.hands
    final = final_of(hands.total, hands.size, given.rules)
    rest = np.array(given.shoe)
    rest[up] -= 1
    table = falling(sum(given.shoe))
    ways_of_value = table[rest][np.arange(VALUES), hands.cards]
    some: dict[int, Ints] = {}
    likely: dict[int, Floats] = {}
    keys: dict[int, Ints] = {}
    for value, order in orders.items():
        spare = int(rest[value]) - 2
        if spare < 0:
            continue
        finished = np.flatnonzero((order.stood[:-1] + order.doubled[:-1]).any(axis=1))
        finished = finished[np.argsort(final[finished], kind="stable")]
        # Include two-card hands: the probability that is not finished otherwise is a bust.
        some[value] = here = np.concatenate([hands.after[hands.single(value)], finished])
        removed = np.arange(min(2 * most_hands(given, value) - 4, spare) + 1)[:, None]
        ways = ways_of_value[here]
        ways[:, value] = 1
        ways = ways.prod(axis=1) * table[spare - removed, hands.cards[here, value] - 1]
        likely[value] = ways / table[int(rest.sum()) - 2 - removed, hands.size[here] - 1]
        keys[value] = hands.key[here] + (removed + 1) * (1 << KEY_BITS * value)
    if not some:
        return {}
    chances = given.ended(np.concatenate([each.ravel() for each in keys.values()]), up)
    found, start = {}, 0
    for value, ways in likely.items():
        by_step = chances[start : start + ways.size].reshape(*ways.shape, len(ENDINGS)) * ways[..., None]
        found[value] = _table(orders[value], some[value], by_step, final, value)
        start += ways.size
    return found


def _table(order: Orders, some: Ints, chances: Floats, final: Ints, value: int) -> Floats:
    """The probabilities of finished hands summed by class; the remainder is a bust."""
    table = np.zeros((len(chances), 2, STAKES, FINALS, len(ENDINGS)))
    hand = some[VALUES:]
    edges = np.searchsorted(final[hand], np.arange(FINALS + 1))
    for stake, orders in enumerate((order.stood, order.doubled)):
        weights = orders[hand].T
        for index, (start, stop) in enumerate(pairwise(edges)):
            if start < stop:
                table[:, :, stake, index] = weights[:, start:stop] @ chances[:, VALUES + start : VALUES + stop]
    table[..., BUSTED, :] = -table.sum(axis=-2)
    for second in range(VALUES):
        table[:, int(second == value), int(order.doubles[second]), BUSTED] += chances[:, second]
    return table
