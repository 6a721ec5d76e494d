"""Proposes pays for lines without one, from their probabilities: numbers as pay tables print them."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitbook.exact.distribution import Distribution
from pitbook.pay import Odds

if TYPE_CHECKING:
    from pitbook.exact.lab import Opened

EDGE: Final = Fraction(5, 100)
"""The house edge that proposed pays aim at."""
ALIKE: Final = Fraction(85, 100)
"""Lines get the same pay if the rarer one's probability is at least this share of the commoner one's."""
PRINTED: Final = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750,
    1_000,
)  # fmt: skip
"""Odds to 1 as pay tables print them, even money first; a pay above 1,000 to 1 is never proposed."""


def proposed_pays(found: "Opened", counted: Distribution, edge: Fraction = EDGE) -> dict[str, str]:
    """Outcome -> pay, for every line of a custom rule; empty for a line that cannot occur."""
    chances = chances_of(found, counted)
    paid = {name: chance for name, chance in chances.items() if chance}
    odds = printed_odds(paid, edge)
    return {name: str(Odds(Fraction(odds[name]), True)) if name in odds else "" for name in chances}


def chances_of(found: "Opened", counted: Distribution) -> dict[str, Fraction]:
    """The probability of each line if the lines are paid in their order, the first being the best."""
    lines = found.start.lines
    falling = [replace(line, pay=Odds(Fraction(len(lines) - place), True)) for place, line in enumerate(lines)]
    sheet = replace(found, table=replace(found.start, lines=tuple(falling))).sheet(counted)
    rows = {row.outcome: row.probability for row in sheet.rows}
    return {line.outcome: Fraction(rows.get(line.outcome, 0)) for line in lines}


def printed_odds(chances: Mapping[str, Fraction], edge: Fraction) -> dict[str, int]:
    """Odds to 1. Each group of lines with similar probabilities gets an equal share of the return, rounded down to a
    printed number. The pays are then raised, from the commonest group on, as long as that comes closer to the edge and
    never below half of it. A rarer line never pays less than a commoner one."""
    groups, budget = _grouped_by_chance(chances), 1 - edge
    sums = [sum(chances[name] for name in group) for group in groups]
    odds: list[int] = []
    for place, chance in enumerate(sums):
        part = budget / (len(sums) - place)
        least = odds[-1] if odds else PRINTED[0]
        odds.append(max(least, max((each for each in PRINTED if each <= part / chance - 1), default=PRINTED[0])))
        budget -= chance * (odds[-1] + 1)
    for place, chance in enumerate(sums):
        most = odds[place + 1] if place + 1 < len(odds) else PRINTED[-1]
        for higher in (each for each in PRINTED if odds[place] < each <= most):
            after = budget - chance * (higher - odds[place])
            if abs(after) >= abs(budget) or after < -edge / 2:
                break
            budget, odds[place] = after, higher
    return {name: each for group, each in zip(groups, odds, strict=True) for name in group}


def _grouped_by_chance(chances: Mapping[str, Fraction]) -> list[list[str]]:
    """The lines from the commonest to the rarest, grouped by similar probability: a total of 19 should not pay more
    than one of 21 because it is slightly rarer."""
    groups: list[list[str]] = []
    for name in sorted(chances, key=lambda name: -chances[name]):
        if groups and chances[name] >= ALIKE * chances[groups[-1][0]]:
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups
