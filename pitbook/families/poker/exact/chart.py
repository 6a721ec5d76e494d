"""Charts that a person can learn, found from the solver's decisions, and what they cost exactly.

Where a game with one decision has no chart of its own, its chart is a list of steps: each choice from the lowest value
on with which it is taken. The steps are those of least cost among all such lists. The first decision of a hold'em game
is a grid of starting hands. All other rules are words of published strategies, which the game's folder states as
functions; their cost is counted over all deals like that of the best choices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pitbook.errors import BadInput
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact import sweep
from pitbook.families.poker.exact.board import Board
from pitbook.families.poker.exact.board_policies import means_of
from pitbook.families.poker.exact.chart_data import Chart, ChartStreet, Simplification
from pitbook.families.poker.exact.chart_words import StepWords, grid_rules
from pitbook.families.poker.exact.deck import hand_name
from pitbook.families.poker.exact.methods import prepare_one_decision, prepare_paid_by_table
from pitbook.families.poker.exact.policy import (
    BEST,
    CHART,
    Grid,
    Picks,
    Policy,
    Steps,
    StreetPolicy,
    novice_of,
    picks,
    street_chooser,
    tree_choices,
)
from pitbook.families.poker.exact.problem import Problem, choices_of
from pitbook.families.poker.exact.sweep import Chooser, OneDecision, Swept
from pitbook.families.poker.exact.tree import PaidByTable
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.model import StreetChoice

Hands = Mapping[str, Mapping[str, Fraction]]
"""Starting hand -> choice -> what it is worth in first stakes."""


# -- strategies by name ------------------------------------------------------------------------------------------------


def policy_of(problem: Problem, name: str) -> Policy:
    """A strategy, by name."""
    if name == BEST:
        return Policy(BEST, "makes the best choice with every hand", ())
    return chart_policy(problem) if name == CHART else novice_of(problem)


def chart_policy(problem: Problem, hands: Hands | None = None) -> Policy:
    """The chart of a game: its own, or the steps or the grid of starting hands that the solver finds.

    ``hands`` are the starting hands of the solved game, where they are known already.
    """
    rules = problem.rules
    charts = {chart.street: chart for chart in rules.chart}
    streets: list[StreetPolicy] = []
    for street in rules.streets:
        if street.name in charts:
            streets.append(picks(street, charts[street.name], problem))
        elif rules.board:
            streets.append(grid_of(choices_of(street, problem), hands or _starting_hands(problem)))
        else:
            streets.append(_kept_steps(problem))
    return Policy(CHART, "plays by the chart", tuple(streets))


def _kept_steps(problem: Problem) -> Steps:
    """The steps of the game's chart."""
    from pitbook.families.poker.exact.charted import charted

    words = [choice.word for choice in choices_of(problem.rules.streets[0], problem)]
    chart = charted(problem)
    if chart is None:
        raise BadInput(f"{problem.rules.slug} has no chart")
    (street,) = chart.streets
    return Steps(street.lowest[::-1], tuple(words.index(rule.choice) for rule in reversed(street.rules)))


def _starting_hands(problem: Problem) -> Hands:
    from pitbook.families.poker.exact.stored import solved

    return solved(problem).hands


def grid_of(choices: Sequence[StreetChoice], hands: Hands) -> Grid:
    """The best choice for each pair of hole cards; of equal ones the first."""
    words = [choice.word for choice in choices]
    best = {hand: words.index(max(words, key=lambda word: values[word])) for hand, values in hands.items()}
    return Grid(tuple(best[hand_name((low, high))] for high in range(1, 52) for low in range(high)))


def find_chart(
    problem: Problem, hands: Hands, progress: Progress | None = None, run: Runner = run_here, key: str = ""
) -> Chart | None:
    """The chart of a game and its exact cost; ``hands`` are the starting hands of a hold'em game that was solved.

    At a hold'em game ``run`` runs the work, which ``key`` names; charts of other games take seconds.
    """
    if problem.rules.dealer == 0:
        return tree_chart(prepare_paid_by_table(problem))
    if problem.rules.board == 0:
        ready, ways = prepare_one_decision(problem), sweep_ways(problem)
        return sweep_chart(ready, sweep.sweep_all(ready, [way.choose for way in ways], progress), ways)
    return board_chart(Board(problem), hands, progress, run, key)


# -- simpler charts ----------------------------------------------------------------------------------------------------


def simpler_policies(problem: Problem, own: Policy) -> list[tuple[str, Policy]]:
    """Charts that are easier to remember, in words: those that the game states, and its own without each rule."""
    found = []
    several = len(own.streets) > 1
    for stated in problem.rules.simpler:
        charts = {chart.street: chart for chart in stated}
        streets = tuple(
            picks(street, charts[street.name], problem) if street.name in charts else before
            for street, before in zip(problem.rules.streets, own.streets, strict=True)
        )
        words = "; ".join(_in_words(chart, several) for chart in stated)
        found.append((words, replace(own, streets=streets)))
    for number, (street, played) in enumerate(zip(problem.rules.streets, own.streets, strict=True)):
        for words, simpler in without_each(played) if isinstance(played, Picks) else ():
            streets = (*own.streets[:number], simpler, *own.streets[number + 1 :])
            found.append((_named(street.name) * several + words, replace(own, streets=streets)))
    return found


def without_each(own: Picks) -> list[tuple[str, Picks]]:
    """The chart without each of its rules: the hands of that rule are played as everything else is."""
    rules, last = own.chart.rules, len(own.choices) - 1
    found = []
    for number in range(last):
        if own.choices[number] != own.choices[last]:
            simpler = tuple(own.choices[last] if at == number else each for at, each in enumerate(own.choices))
            words = f"without the rule “{rules[number].choice}: {rules[number].words}”"
            found.append((words, replace(own, choices=simpler)))
    return found


def _in_words(chart: StreetChart, several: bool) -> str:
    """The rules of a chart in one line; what the last one says of all other hands is left out."""
    rules = chart.rules[:-1] or chart.rules
    return _named(chart.street) * several + ", ".join(f"{rule.choice} with {rule.words}" for rule in rules)


def _named(street: str) -> str:
    return f"{street.replace('-', ' ')}: "


# -- one decision, no community cards ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparedStrategy:
    """A strategy beside the best one: the chart itself, or a simpler chart."""

    words: str
    choose: Chooser


def sweep_ways(problem: Problem) -> list[ComparedStrategy]:
    """The chart of a game that has its own, first, and its simpler charts."""
    if not problem.rules.chart:
        return []
    own = chart_policy(problem)
    every = [("", own), *simpler_policies(problem, own)]
    return [ComparedStrategy(words, street_chooser(policy.streets[0], problem)) for words, policy in every]


def sweep_chart(ready: OneDecision, swept: Swept, ways: Sequence[ComparedStrategy]) -> Chart:
    """The chart of a game with one decision and its cost, with what simpler ones cost."""
    (street,) = ready.problem.rules.streets
    words = StepWords(ready)
    steps = least_cost_steps(ready, swept.worth)
    settled = settled_values(ready, swept.taken)
    simpler = _simpler_steps(ready, swept.worth, steps, words)
    rules: Sequence[ChartRule]
    if ways:
        edges = [-sweep.mean_of(ready, other) for other in swept.others]
        rules = ready.problem.rules.chart[0].rules
        simplifications = [Simplification(way.words, edge) for way, edge in zip(ways[1:], edges[1:], strict=True)]
        by_value = Simplification(words.line(steps), _edge_of_steps(ready, swept.worth, steps))
        return Chart(
            edges[0], (ChartStreet(street.name, tuple(rules)),), (*simplifications, by_value, *simpler), settled
        )
    rules = words.rules(steps)
    shown = ChartStreet(street.name, tuple(rules), steps.lowest[::-1])
    return Chart(_edge_of_steps(ready, swept.worth, steps), (shown,), tuple(simpler), settled)


def settled_values(ready: OneDecision, taken: Any) -> tuple[tuple[int, int], ...]:
    """From which values on all hands have one best choice, and from which on they have not (-1)."""
    if taken is None:
        return ()
    found: list[tuple[int, int]] = []
    for value, times in zip(ready.ranked.values, taken.tolist(), strict=True):
        chosen = [choice for choice, hands in enumerate(times) if hands]
        if chosen:
            settled = chosen[0] if len(chosen) == 1 else -1
            if not found or found[-1][1] != settled:
                found.append((value if found else 0, settled))
    return tuple(found)


def least_cost_steps(ready: OneDecision, worth: Any) -> Steps:
    """The steps of least cost: a higher hand never stakes less than a lower one."""
    table = worth.tolist()
    rows = [rank for rank, row in enumerate(table) if any(row)]
    allowed = [ready.money.allowed[int(ready.hands[rank])] for rank in rows]
    chosen = rising_choices([table[rank] for rank in rows], allowed)
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


def _edge_of_steps(ready: OneDecision, worth: Any, steps: Steps) -> Fraction:
    """The house edge of a chart of steps; a choice that a hand does not allow becomes the largest that it does."""
    total = 0
    step = 0
    for rank, value in enumerate(ready.ranked.values):
        while step + 1 < len(steps.lowest) and value >= steps.lowest[step + 1]:
            step += 1
        allowed = ready.money.allowed[int(ready.hands[rank])]
        choice = max(each for each in range(steps.choices[step] + 1) if allowed[each])
        total += int(worth[rank, choice])
    return Fraction(-total, ready.money.unit * sweep.deals_of(ready.problem, len(ready.deck.cards)))


def _simpler_steps(ready: OneDecision, worth: Any, steps: Steps, words: StepWords) -> list[Simplification]:
    """Every step moved to a hand that is easier to remember."""
    found = []
    for number in range(1, len(steps.lowest)):
        for value in words.coarser(steps.lowest[number]):
            lowest = (*steps.lowest[:number], value, *steps.lowest[number + 1 :])
            if list(lowest) == sorted(set(lowest)) and _is_allowed(ready, value, steps.choices[number]):
                moved = replace(steps, lowest=lowest)
                found.append(Simplification(words.line(moved), _edge_of_steps(ready, worth, moved)))
    return found


def _is_allowed(ready: OneDecision, lowest: int, choice: int) -> bool:
    """Whether every hand from a value on allows a choice."""
    return all(
        ready.money.allowed[int(ready.hands[rank])][choice]
        for rank, value in enumerate(ready.ranked.values)
        if value >= lowest and ready.occurs[rank]
    )


# -- several decisions -------------------------------------------------------------------------------------------------


def tree_chart(ready: PaidByTable) -> Chart | None:
    """The chart of a game that is paid by a pay table alone, and what it costs without each of its rules."""
    problem = ready.problem
    if not problem.rules.chart:
        return None
    policy = chart_policy(problem)
    choices = tree_choices(ready, policy)
    found = []
    for words, simpler in simpler_policies(problem, policy):
        changed = dict(choices)
        for number, (street, before) in enumerate(zip(simpler.streets, policy.streets, strict=True)):
            if street != before:
                changed |= tree_choices(ready, simpler, only=number)
        found.append(Simplification(words, -ready.mean_of(changed)))
    streets_shown = tuple(ChartStreet(chart.street, chart.rules) for chart in problem.rules.chart)
    return Chart(-ready.mean_of(choices), streets_shown, tuple(found))


def board_chart(ready: Board, hands: Hands, progress: Progress | None, run: Runner, key: str) -> Chart | None:
    """The chart of a hold'em game: its grid of starting hands and its rules after the flop."""
    problem = ready.problem
    if not problem.rules.chart:
        return None
    policy = chart_policy(problem, hands)
    simpler = simpler_policies(problem, policy)
    mean, *means = means_of(ready, [policy, *(each for _, each in simpler)], progress, run, key)
    charts = {chart.street: chart.rules for chart in problem.rules.chart}
    shown = []
    for street, played in zip(problem.rules.streets, policy.streets, strict=True):
        words = [choice.word for choice in choices_of(street, problem)]
        rules = tuple(grid_rules(played, words)) if isinstance(played, Grid) else charts[street.name]
        shown.append(ChartStreet(street.name, rules))
    simplifications = (Simplification(words, -each) for (words, _), each in zip(simpler, means, strict=True))
    return Chart(-mean, tuple(shown), tuple(simplifications))
