"""The distribution of a round's net result.

Hands that are not split, and splits into two hands, are counted without approximation. For splits into more hands, each
hand and each pair of hands is counted, so that expectation and variance are exact. Joint dependence of three or more
hands, beyond that of each pair, is ignored: this changes no probability by more than 3e-7 with one deck, 2e-8 with six.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

from pitbook.families.blackjack.exact.arrays import Floats, Ints, np
from pitbook.families.blackjack.exact.dealer import ENDINGS, NATURAL
from pitbook.families.blackjack.exact.pays import BUSTED, FINALS, STAKES, final_of, payoffs
from pitbook.families.blackjack.exact.solve import Prospects, Strategy
from pitbook.families.blackjack.exact.split import Split, hand_tables, orders_of
from pitbook.families.blackjack.exact.split_pairs import pair_sums
from pitbook.families.blackjack.exact.strategies import unsplit
from pitbook.families.blackjack.exact.values import VALUES
from pitbook.families.blackjack.rules.posted import BlackjackRules


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The distribution of a round's net result."""

    results: Mapping[Fraction, float]
    """Net result per unit of the first wager -> probability."""

    def moment(self, power: int) -> float:
        """The central moment."""
        mean = self.expectation
        return sum(chance * (float(net) - mean) ** power for net, chance in self.results.items())

    @property
    def expectation(self) -> float:
        return sum(chance * float(net) for net, chance in self.results.items())

    @property
    def variance(self) -> float:
        return self.moment(2)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def to_json(self) -> list[tuple[str, float]]:
        """Every result with its probability, for the cache; lossless."""
        return [(str(net), chance) for net, chance in self.results.items()]

    @classmethod
    def from_json(cls, found: list[tuple[str, float]]) -> "Outcomes":
        """Reads what :meth:`to_json` wrote; raises on other data."""
        results = {Fraction(net): float(chance) for net, chance in found}
        if not results:
            raise ValueError("a round has some result")
        return cls(results)

    def chance_of(self, sign: int) -> float:
        """The chance of a win (1), a push (0) or a loss (-1)."""
        return sum(chance for net, chance in self.results.items() if (net > 0) - (net < 0) == sign)


class _Tally:
    """Probabilities of net results, in multiples of their greatest common unit."""

    def __init__(self, rules: BlackjackRules) -> None:
        bonus = rules.five_card_21_pays or Fraction(1)
        self.unit = lcm(2, rules.blackjack_pays.denominator, bonus.denominator)
        highest = max(Fraction(2), bonus) * rules.split_hands
        self.most = int(max(highest, rules.blackjack_pays) * self.unit)
        self.chances = np.zeros(2 * self.most + 1)

    def units(self, nets: Floats | list[float]) -> Ints:
        """Net results in units; they are integers except for rounding."""
        units: Ints = np.rint(np.asarray(nets) * self.unit).astype(np.int64)
        return units

    def add(self, nets: Floats | list[float], chances: Floats | list[float]) -> None:
        np.add.at(self.chances, self.units(nets) + self.most, chances)

    def add_span(self, chances: Floats) -> None:
        """Adds probabilities of consecutive units; the middle one is a net result of zero."""
        reach = len(chances) // 2
        self.chances[self.most - reach : self.most + reach + 1] += chances

    def outcomes(self) -> Outcomes:
        nets = ((Fraction(place - self.most, self.unit), chance) for place, chance in enumerate(self.chances.tolist()))
        return Outcomes({net: chance for net, chance in nets if chance > 0})


def outcomes(given: Prospects, strategy: Strategy) -> Outcomes:
    """Every net result of a round under a strategy."""
    tally = _Tally(given.rules)
    tally.add(payoffs(given.rules), _unsplit(given, strategy))
    begins = given.dealt()
    natural = begins[given.hands.natural]
    pushed = float((natural * given.natural[given.hands.natural]).sum())
    tally.add([0, float(given.rules.blackjack_pays)], [pushed, float(natural.sum()) - pushed])
    surrendered = begins * strategy.surrender
    whole = float((surrendered * given.natural).sum()) if given.rules.surrender == "late" else 0.0
    tally.add([-1, -0.5], [whole, float(surrendered.sum()) - whole])
    for up in range(VALUES):
        _add_splits(tally, given, strategy, up)
    return tally.outcomes()


def _unsplit(given: Prospects, strategy: Strategy) -> Floats:
    """Stake x final x ending of the hands that are not split, not surrendered and not blackjacks."""
    hands, gone = given.hands, unsplit(given, strategy)
    table = np.zeros((STAKES, FINALS, len(ENDINGS)))
    final = final_of(hands.total, hands.size, given.rules)
    for stake, (begun, finished) in enumerate(zip(gone.begun, gone.finished, strict=True)):
        ended = np.einsum("hu,hue->he", finished, given.chances)
        np.add.at(table[stake], final, ended)
        table[stake, BUSTED] = np.einsum("hu,hue->e", begun, given.chances) - ended.sum(axis=0)
    return table


def _add_splits(tally: _Tally, given: Prospects, strategy: Strategy, up: int) -> None:
    """Adds all results of splits against one up card."""
    begins = given.dealt()[given.pairs(), up] * ~strategy.surrender[given.pairs(), up]
    nets = tally.units(payoffs(given.rules))
    for value in np.flatnonzero(strategy.split[:, up] & (begins > 0)).tolist():
        order = orders_of(given, strategy, value, [up])[0]
        split = Split.of(given, value, up)
        alone = split.one_hand(_by_net(hand_tables(given, {value: order}, up)[value], nets))
        together = split.two_hands(pair_sums(given, order, value, up, nets))
        for likely, number, done in split.ways:
            # By whether a hand's second card is known not to be a pair card (1) or unknown (0).
            numbers = (number - done, done)
            singles = {drew: alone[drew](number - 2, done - drew) for drew in (0, 1) if numbers[drew]}
            twos = {drew: together[drew](number - 2, done - drew) for drew in (0, 1, 2) if _held(numbers, drew)}
            for ending in range(len(ENDINGS)):
                chance = float(next(iter(singles.values()))[:, ending].sum())
                if chance <= 0:
                    continue
                weight = begins[value] * likely * chance
                if ending == NATURAL and given.rules.only_original_lost:
                    tally.add([-1], [weight])
                    continue
                one = {drew: single[:, ending] / chance for drew, single in singles.items()}
                two = {drew: both[:, ending] / chance for drew, both in twos.items()}
                tally.add_span(weight * _sum(numbers, one, two))


def _by_net(table: Floats, nets: Ints) -> Floats:
    """A table by stake, final and ending, summed by net result: net results in consecutive units x endings."""
    most = int(np.abs(nets).max())
    found = np.zeros((*table.shape[:2], 2 * most + 1, len(ENDINGS)))
    for stake in range(STAKES):
        for final in range(FINALS):
            for ending in range(len(ENDINGS)):
                found[:, :, nets[stake, final, ending] + most, ending] += table[:, :, stake, final, ending]
    return found


def _held(numbers: tuple[int, int], drew: int) -> bool:
    """Whether there are two hands of which ``drew`` have a second card that is known not to be a pair card."""
    return numbers[1] >= drew and numbers[0] >= 2 - drew


def _sum(numbers: tuple[int, int], ones: Mapping[int, Floats], twos: Mapping[int, Floats]) -> Floats:
    """The distribution of the sum of all hands, from those of single hands and of two hands together.

    It assumes independent hands and adds, for each pair of hands, the difference to their joint distribution.
    """
    drew = [kind for kind, times in enumerate(numbers) for _ in range(times)]
    hands = [ones[kind] for kind in drew]
    total = _convolved(hands)
    for first in range(len(hands)):
        for second in range(first):
            rest = [hands[other] for other in range(len(hands)) if other not in (first, second)]
            difference = twos[drew[first] + drew[second]] - np.convolve(hands[first], hands[second])
            total = total + (np.convolve(difference, _convolved(rest)) if rest else difference)
    return total


def _convolved(hands: Sequence[Floats]) -> Floats:
    total = hands[0]
    for hand in hands[1:]:
        total = np.convolve(total, hand)
    return total
