"""A chart as data: what the cache keeps, and what lessons and records show."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.families.poker.rules.chart import ChartRule


@dataclass(frozen=True, slots=True)
class ChartStreet:
    """The rules of a chart for one decision, in order: the first that holds decides."""

    decision: str
    rules: tuple[ChartRule, ...]
    lowest: tuple[int, ...] = ()
    """Where rules are steps: the lowest value of each."""


@dataclass(frozen=True, slots=True)
class Simplification:
    """A chart that is easier to remember."""

    words: str
    house_edge: Fraction


@dataclass(frozen=True, slots=True)
class Chart:
    """A strategy that a person can learn, with its cost."""

    house_edge: Fraction
    streets: tuple[ChartStreet, ...]
    simplifications: tuple[Simplification, ...]
    settled: tuple[tuple[int, int], ...] = ()
    """Where hands are solved by kinds: from each of these values on, the number of the best choice of every hand, or -1
    where it is not the same for all."""

    def to_json(self) -> dict[str, Any]:
        """As the cache keeps it."""
        return {
            "house_edge": str(self.house_edge),
            "streets": [
                [each.decision, [list(rule) for rule in each.rules], list(each.lowest)] for each in self.streets
            ],
            "simplifications": [[each.words, str(each.house_edge)] for each in self.simplifications],
        } | ({"settled": [list(each) for each in self.settled]} if self.settled else {})

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Chart":
        """Reads what :meth:`to_json` has written."""
        return cls(
            Fraction(kept["house_edge"]),
            tuple(
                ChartStreet(decision, tuple(ChartRule(*rule) for rule in rules), tuple(lowest))
                for decision, rules, lowest in kept["streets"]
            ),
            tuple(Simplification(words, Fraction(edge)) for words, edge in kept["simplifications"]),
            tuple((lowest, choice) for lowest, choice in kept.get("settled", ())),
        )
