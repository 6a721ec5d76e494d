"""Charts that a person can learn, found from the solver's decisions, and what they cost exactly.

Where a game has one decision and no chart of its own, the chart is a list of steps: each choice from the lowest value
on with which it is taken. The steps are those of least cost among all such lists.
"""

from collections.abc import Sequence
from typing import Any

from pitbook.families.poker.exact.policy import CHART, Policy, Steps, StreetPolicy, picks
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.sweep import Sweep
from pitbook.families.poker.exact.values import in_parallel


def chart_policy(problem: Problem, ready: Sweep | None = None) -> Policy:
    """The chart of a game: its own, or the steps that the solver finds."""
    rules = problem.rules
    streets: list[StreetPolicy]
    if rules.chart:
        charts = {chart.street: chart for chart in rules.chart}
        streets = [picks(street, charts[street.name], problem) for street in rules.streets]
    else:
        from pitbook.families.poker.exact.sweep import make_ready

        streets = [least_cost_steps(ready or make_ready(problem))]
    return Policy(CHART, "plays by the chart", tuple(streets))


def worth_of(ready: Sweep) -> Any:
    """The sum of nets over all deals, by rank of value and choice."""
    parts = (done.worth for done in in_parallel(ready.run, range(len(ready.pieces))))
    return sum(parts)


def least_cost_steps(ready: Sweep) -> Steps:
    """The steps of least cost: a higher hand never stakes less than a lower one."""
    worth = worth_of(ready).tolist()
    rows = [rank for rank, row in enumerate(worth) if any(row)]
    allowed = [ready.money.allowed[int(ready.hands[rank])] for rank in rows]
    chosen = rising_choices([worth[rank] for rank in rows], allowed)
    lowest, choices = [0], [chosen[0]]
    for rank, choice in zip(rows, chosen, strict=True):
        if choice != choices[-1]:
            lowest.append(ready.ranked.values[rank])
            choices.append(choice)
    return Steps(tuple(lowest), tuple(choices))


def rising_choices(worth: Sequence[Sequence[int]], allowed: Sequence[Sequence[bool]]) -> list[int]:
    """For each rank the choice, never falling as ranks rise, so that the sum is the most; of equal ones the smaller."""
    choices = range(len(worth[0]))
    sums: list[int | None] = [0] * len(choices)
    came_from: list[list[int]] = []
    for row, may in zip(worth, allowed, strict=True):
        now: list[int | None] = []
        before: list[int] = []
        for choice in choices:
            lower = [each for each in range(choice + 1) if sums[each] is not None]
            best = max(lower, key=lambda each: (sums[each] or 0, -each), default=-1)
            before.append(best)
            now.append((sums[best] or 0) + row[choice] if may[choice] and best >= 0 else None)
        sums = now
        came_from.append(before)
    at = max((each for each in choices if sums[each] is not None), key=lambda each: (sums[each] or 0, -each))
    found = []
    for before in reversed(came_from):
        found.append(at)
        at = before[at]
    return found[::-1]
