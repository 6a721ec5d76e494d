"""How a round ends: the chance of every net result, and its spread.

All hands that are not split are counted exactly. Of a split, each hand's result is exact together with the dealer's final
total; given that total the hands are combined as independent of each other, although the cards of one are missing for
the others. That leaves the expectation as it is and moves the other figures by less than they are printed to.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from pitbook.exact.blackjack.dealer import ENDINGS, NATURAL
from pitbook.exact.blackjack.pays import BUSTED, FINALS, STAKES, final_of, payoffs
from pitbook.exact.blackjack.solve import Prospects, Strategy, dealt
from pitbook.exact.blackjack.split import arranged, hand_tables, orders_of
from pitbook.exact.blackjack.strategies import pair_hands
from pitbook.exact.blackjack.values import VALUES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Results = dict[Fraction, float]
"""Net result, for each unit of the first wager -> chance."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The distribution of a round's net result."""

    results: Mapping[Fraction, float]

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

    def chance_of(self, sign: int) -> float:
        """The chance of a win (1), a push (0) or a loss (-1)."""
        return sum(chance for net, chance in self.results.items() if (net > 0) - (net < 0) == sign)


def outcomes(given: Prospects, strategy: Strategy) -> Outcomes:
    """Every net result of a round under a strategy."""
    results: Results = {}
    _add(results, _payoffs(given), _unsplit(given, strategy))
    _add_naturals(results, given)
    _add_surrenders(results, given, strategy)
    for up in range(VALUES):
        _add_splits(results, given, strategy, up)
    return Outcomes({net: results[net] for net in sorted(results) if results[net] > 0})


def _payoffs(given: Prospects) -> list[Fraction]:
    """What each stake, final and ending pays, exactly, in the order of a flattened table."""
    bonus = given.rules.five_card_21_pays
    special = {float(bonus): bonus} if bonus is not None else {}
    return [special.get(float(net), Fraction(float(net)).limit_denominator(1000)) for net in payoffs(given.rules).flat]


def _add(results: Results, nets: list[Fraction], chances: "Floats") -> None:
    for net, chance in zip(nets, chances.flat, strict=True):
        if chance:
            results[net] = results.get(net, 0.0) + float(chance)


def _unsplit(given: Prospects, strategy: Strategy) -> "Floats":
    """Stake x final x ending of the hands that are neither split, given up, nor blackjacks."""
    hands = given.hands
    begins = dealt(given)
    begins[hands.natural] = 0
    begins[strategy.surrender] = 0
    begins[pair_hands(given)] *= ~strategy.split
    table = np.zeros((STAKES, FINALS, len(ENDINGS)))
    # What was begun and does not finish is a bust.
    for stake, some in enumerate((begins * ~strategy.double, begins * strategy.double)):
        table[stake, BUSTED] = np.einsum("hu,hue->e", some, given.chances)
    reached = np.vstack([begins * ~strategy.double, np.zeros((1, VALUES))])
    doubled = np.zeros_like(reached)
    for level in hands.levels:
        flow = reached[level] * strategy.hit[level]
        drawn = (begins * strategy.double)[level]
        for value in range(VALUES):
            reached[hands.after[level, value]] += flow * given.draw[level, value]
            doubled[hands.after[level, value]] += drawn * given.draw[level, value]
    final = final_of(hands.total, hands.size, given.rules)
    for stake, some in enumerate((reached[:-1] * ~strategy.hit, doubled[:-1])):
        ended = np.einsum("hu,hue->he", some, given.chances)
        np.add.at(table[stake], final, ended)
        table[stake, BUSTED] -= ended.sum(axis=0)
    return table


def _add_naturals(results: Results, given: Prospects) -> None:
    """A blackjack is paid unless the dealer has one too."""
    hand = given.hands.natural
    begins = dealt(given)[hand]
    pushed = float((begins * given.natural[hand]).sum())
    for net, chance in ((Fraction(0), pushed), (given.rules.blackjack_pays, float(begins.sum()) - pushed)):
        results[net] = results.get(net, 0.0) + chance


def _add_surrenders(results: Results, given: Prospects, strategy: Strategy) -> None:
    """Half the wager; all of it where surrender is late and the dealer has a blackjack."""
    begins = dealt(given) * strategy.surrender
    whole = float((begins * given.natural).sum()) if given.rules.surrender == "late" else 0.0
    for net, chance in ((Fraction(-1), whole), (Fraction(-1, 2), float(begins.sum()) - whole)):
        if chance:
            results[net] = results.get(net, 0.0) + chance


def _add_splits(results: Results, given: Prospects, strategy: Strategy, up: int) -> None:
    """Every way a split against one up card can go."""
    hands, nets = given.hands, _payoffs(given)
    begins = dealt(given)
    values = [
        value
        for value in range(VALUES)
        if strategy.split[value, up] and begins[hands.pair(value), up] > 0 and not strategy.surrender[hands.pair(value), up]
    ]
    tables = hand_tables(given, {value: orders_of(given, strategy, value, [up])[0] for value in values}, up)
    for value, table in tables.items():
        begun = float(begins[hands.pair(value), up])
        for likely, split in arranged(given, value, up, table):
            for ending in range(len(ENDINGS)):
                chance = float(split[0][..., ending].sum())
                if chance <= 0:
                    continue
                if ending == NATURAL and given.rules.only_original_lost:
                    results[Fraction(-1)] = results.get(Fraction(-1), 0.0) + begun * likely * chance
                    continue
                for net, part in _together(split, ending, nets).items():
                    results[net] = results.get(net, 0.0) + begun * likely * chance * part


def _together(split: "list[Floats]", ending: int, nets: list[Fraction]) -> Results:
    """The sum of the hands' results, given how the dealer's hand ends."""
    sums: Results = {Fraction(0): 1.0}
    for hand in split:
        given_ending = hand[..., ending] / hand[..., ending].sum()
        single: Results = {}
        _add(single, nets[ending :: len(ENDINGS)], given_ending)
        added: Results = {}
        for before, chance in sums.items():
            for net, part in single.items():
                added[before + net] = added.get(before + net, 0.0) + chance * part
        sums = added
    return sums
