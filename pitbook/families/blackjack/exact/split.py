"""The value of a pair split, under a strategy without memory.

After a split each hand is played by the strategy for a hand of the same cards and up card that was never split, blind
to the other hands (as far as the rules allow: one card to an ace, no double without ``das``). Splitting goes on to
the most hands allowed. For that way of playing the value is exact: the hands of one split are alike, so the value is
a sum over how many hands there come to be of (chance) x (hands) x (value of one hand, given what is known of the
cards in the others), and all that is known of those is how many pair cards and how many others were drawn to them.

One hand's value given further pair cards removed is counted over its finished hands, as the dealer's is: each finished
hand has a number of orders, the same for every shoe. Cards known only not to be pair cards are taken out by total
probability: a value with one card unknown is the mean of that with a pair card and that with another card removed.
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
    "Zero memory: each hand after a split is played as the same cards against the same up card would be if they had "
    "not been split, without regard to the other hands; pairs are split again whenever the rules allow. The "
    "expectation is exact for that way of playing."
)

OTHER, PAIRED = 0, 1
"""What a split hand drew as its second card."""


@cache
def arrangements(most: int) -> tuple[tuple[int, int, int], ...]:
    """How a split can go: (hands, done, ways).

    The first hand that has one card gets its second: a pair card makes one hand more, while there may be more; another
    card stays with that hand, which is then done. Once there are the most hands, those not done get any card. ``ways``
    counts the orders of pair cards and others that lead there.
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
    """The finished hands of one split hand, with the orders in which their cards can come: hands x second card."""

    stood: Floats
    doubled: Floats
    """Finished by the one card of a double."""
    doubles: Bools
    """By second card: whether it makes a hand that is doubled."""


def orders_of(given: Ground, strategy: Strategy, value: int, ups: Sequence[int]) -> list[Orders]:
    """For each up card, followed from the one card that a split hand starts with, card by card as points rise."""
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
    stood[-1] = doubled[-1] = 0  # busts are what is left
    return [Orders(stood[:, :, place], doubled[:, :, place], doubles[:, place]) for place in range(len(ups))]


@cache
def _holding(value: int) -> tuple[Ints, ...]:
    """The hands of three cards or more that hold a value, level by level."""
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
"""Up card -> the values whose pairs are to be split against it."""


def all_pairs(given: Ground) -> Wanted:
    """Every pair that the shoe and the rules allow, against every up card."""
    return {
        up: [value for value in range(VALUES) if most_hands(given, value) > 1] for up in range(VALUES) if given.shoe[up]
    }


def all_orders(given: Ground, strategy: Strategy, wanted: Wanted | None = None) -> dict[int, dict[int, Orders]]:
    """Up card -> value -> the finished hands of a split hand; the same for every shoe while the strategy is."""
    pairs = all_pairs(given) if wanted is None else wanted
    found: dict[int, dict[int, Orders]] = {up: {} for up in pairs}
    for value in range(VALUES):
        ups = [up for up, values in pairs.items() if value in values]
        if ups:
            for up, order in zip(ups, orders_of(given, strategy, value, ups), strict=True):
                found[up][value] = order
    return found


def split_values(given: Ground, orders: Mapping[int, Mapping[int, Orders]]) -> Floats:
    """Values x up cards: what splitting a pair is worth; minus infinity where it cannot be split, or was not asked."""
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
    """A pair about to be split: the unseen cards, seen as pair cards and others, and the ways it can go."""

    pairs: int
    size: int
    most: int

    @classmethod
    def of(cls, given: Ground, value: int, up: int) -> "Split":
        return cls(given.shoe[value] - 2 - (up == value), sum(given.shoe) - 3, most_hands(given, value))

    @property
    def ways(self) -> list[tuple[float, int, int]]:
        """Each way it can go: its chance, the hands, and how many of them drew no pair card before the others drew."""
        found = [(ways * self.chance(hands - 2, done), hands, done) for hands, done, ways in arrangements(self.most)]
        return [way for way in found if way[0] > 0]

    def pair(self, pairs: int, others: int) -> float:
        """The chance that the next card is a pair card, after these numbers of both are gone."""
        return max(self.pairs - pairs, 0) / max(self.size - pairs - others, 1)

    def chance(self, pairs: int, others: int) -> float:
        """The chance of these numbers of pair cards and others in one given order."""
        chance = 1.0
        for taken in range(pairs):
            chance *= self.pair(taken, 0)
        return chance * self.chance_of_others(pairs, others)

    def knowing(self, known: Callable[[int], Floats], own: int) -> Known:
        """From what hands bring given only pair cards elsewhere, what they bring given other cards there too.

        The mean over one more card of another hand, which is a pair card or not, is what they bring without knowing it:
        solved for its not being one. ``own`` of the hands' second cards are themselves known to be no pair cards.
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
        """For a hand with any second card, and for one whose second card is no pair card.

        ``single`` holds what one hand brings by pair cards removed and by second card, in any form that can be added.
        """
        any_card = self.knowing(lambda pairs: single[pairs].sum(axis=0), 0)
        other = self.knowing(lambda pairs: single[pairs, OTHER] / self.chance_of_others(pairs, 1), 1)
        return any_card, other

    def two_hands(self, both: Floats) -> tuple[Known, Known, Known]:
        """For two hands of which none, one or both drew a second card that is no pair card; ``both`` by those cards."""
        none = self.knowing(lambda pairs: both[pairs].sum(axis=(0, 1)), 0)
        one = self.knowing(lambda pairs: both[pairs, OTHER].sum(axis=0) / self.chance_of_others(pairs, 1), 1)
        two = self.knowing(lambda pairs: both[pairs, OTHER, OTHER] / self.chance_of_others(pairs, 2), 2)
        return none, one, two

    def chance_of_others(self, pairs: int, others: int) -> float:
        """The chance that none of the next ``others`` cards is a pair card, after a number of pair cards are gone."""
        chance = 1.0
        for taken in range(others):
            chance *= 1 - self.pair(pairs, taken)
        return chance


def hand_tables(given: Ground, orders: Mapping[int, Orders], up: int) -> dict[int, Floats]:
    """For each value split against one up card: pair cards removed x second card x stake x final x dealer's ending.

    The chances of one split hand, given the pair cards in the other hands and nothing else of them.
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
        # The two-card hands come along: what they do not finish as is a bust.
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
    """The chances of finished hands added up by what matters of them; what was begun and not finished is a bust."""
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
