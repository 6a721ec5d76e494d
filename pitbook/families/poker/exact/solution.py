"""A solved game: all deals by net result with the best choices, and the figures derived from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any


@dataclass(frozen=True, slots=True)
class Solution:
    """All deals of a game by result when every choice is the best one."""

    deals: int
    """Equally likely deals; cards that are seen at different times are distinguished."""
    tally: Mapping[tuple[Fraction, int], int]
    """(net, stakes put up and not taken back), both in first stakes -> number of deals."""
    choices: Mapping[str, Mapping[str, int]]
    """Decision -> choice -> number of deals in which it is taken."""
    information_sets: int
    """The number of information sets, equivalent suits counted once."""
    method: str
    hands: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    """For games with two hole cards: starting hand -> choice -> its value in first stakes."""

    def __post_init__(self) -> None:
        if sum(self.tally.values()) != self.deals:
            raise ArithmeticError("the tally does not add up to all deals")

    def to_json(self) -> dict[str, Any]:
        """As the cache keeps it: integers, and fractions as text."""
        return {
            "deals": self.deals,
            "tally": [[str(net), stake, times] for (net, stake), times in sorted(self.tally.items())],
            "choices": {decision: dict(taken) for decision, taken in self.choices.items()},
            "information_sets": self.information_sets,
            "method": self.method,
            "hands": {
                hand: {word: str(value) for word, value in values.items()} for hand, values in self.hands.items()
            },
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Solution":
        """Reads the output of :meth:`to_json`; raises if the counts do not add up."""
        return cls(
            deals=int(kept["deals"]),
            tally={(Fraction(net), int(stake)): int(times) for net, stake, times in kept["tally"]},
            choices={
                decision: {word: int(times) for word, times in taken.items()}
                for decision, taken in kept["choices"].items()
            },
            information_sets=int(kept["information_sets"]),
            method=str(kept["method"]),
            hands={
                hand: {word: Fraction(value) for word, value in values.items()}
                for hand, values in kept["hands"].items()
            },
        )

    def _mean(self, power: int) -> Fraction:
        return sum((net**power * times for (net, _), times in self.tally.items()), Fraction(0)) / self.deals

    @property
    def house_edge(self) -> Fraction:
        """The average win of the house per first stake; negative if the player has the advantage."""
        return -self._mean(1)

    @property
    def average_stake(self) -> Fraction:
        """The average sum of all stakes of a round, in first stakes, including folded hands."""
        return Fraction(sum(stake * times for (_, stake), times in self.tally.items()), self.deals)

    @property
    def element_of_risk(self) -> Fraction:
        """The house's average win as a share of all stakes."""
        return self.house_edge / self.average_stake

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of a net win."""
        return Fraction(sum(times for (net, _), times in self.tally.items() if net > 0), self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of the net result of a round, in first stakes."""
        return self._mean(2) - self._mean(1) ** 2

    @property
    def standard_deviation(self) -> float:
        """The root of the variance."""
        return sqrt(self.variance)

    def distribution(self) -> dict[Fraction, int]:
        """Net result -> number of deals, from the lowest."""
        found: dict[Fraction, int] = {}
        for (net, _), times in sorted(self.tally.items()):
            found[net] = found.get(net, 0) + times
        return found

    def shares(self) -> dict[str, dict[str, Fraction]]:
        """Decision -> choice -> its share of all rounds."""
        return {
            decision: {word: Fraction(times, self.deals) for word, times in taken.items()}
            for decision, taken in self.choices.items()
        }


@dataclass(frozen=True, slots=True)
class Valued:
    """One choice in one situation, and its value in first stakes."""

    choice: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Situation:
    """All choices of a player in one situation."""

    decision: str
    choices: tuple[Valued, ...]
    best: str
    """Of equal choices, the one with the smaller stake."""
