"""A solution as JSON data."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.exact.record import decimal, ratio
from pitbook.families.poker.exact.chart_data import Chart
from pitbook.families.poker.exact.exposures import Exposed
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.published import published_record
from pitbook.families.poker.exact.solution import Situation, Solution

MOST_COST: Final = Fraction(1, 10)
"""Simplifications that cost more of the first stake than this are left out."""


def solution_record(problem: Problem, solution: Solution, chart: Chart | None = None) -> dict[str, Any]:
    """Every figure of a solved game."""
    record = _asked(problem) | {
        "deals": solution.deals,
        "house_edge": ratio(solution.house_edge),
        "house_edge_decimal": decimal(solution.house_edge),
        "element_of_risk_decimal": decimal(solution.element_of_risk),
        "average_stake_decimal": decimal(solution.average_stake),
        "hit_frequency_decimal": decimal(solution.hit_frequency),
        "standard_deviation_decimal": solution.standard_deviation,
        "choices": {
            decision: {word: decimal(share) for word, share in shares.items()}
            for decision, shares in solution.shares().items()
        },
        "distribution": [
            {"net": ratio(net), "deals": times, "probability_decimal": times / solution.deals}
            for net, times in solution.distribution().items()
        ],
        "information_sets": solution.information_sets,
        "method": solution.method,
        "knowledge": problem.knowledge.words(problem.rules),
    }
    if chart is not None:
        record["chart"] = chart_record(chart, solution.house_edge)
    if problem.knowledge == by_rules(problem.rules) and (published := published_record(problem, solution, chart)):
        record["published"] = published
    if solution.hands:
        record["starting_hands"] = {
            hand: {word: ratio(value) for word, value in choices.items()} for hand, choices in solution.hands.items()
        }
    return record


def exposures_record(found: Sequence[Exposed]) -> list[dict[str, Any]]:
    """The value of each exposure to a player."""
    return [
        {
            "sees": each.sees,
            "knowledge": each.words,
            "house_edge": ratio(each.house_edge),
            "house_edge_decimal": decimal(each.house_edge),
            "worth": ratio(each.worth),
            "worth_decimal": decimal(each.worth),
        }
        for each in found
    ]


def chart_record(chart: Chart, best: Fraction) -> dict[str, Any]:
    """A chart with its cost compared with the best choices, and the cost of simpler charts."""

    def costs(edge: Fraction) -> dict[str, Any]:
        return {
            "house_edge": ratio(edge),
            "house_edge_decimal": decimal(edge),
            "cost": ratio(edge - best),
            "cost_decimal": decimal(edge - best),
        }

    return costs(chart.house_edge) | {
        "streets": [
            {
                "decision": street.decision,
                "rules": [{"choice": rule.choice, "hands": rule.words} for rule in street.rules],
            }
            | ({"lowest_values": list(street.lowest)} if street.lowest else {})
            for street in chart.streets
        ],
        "simplifications": [
            {"words": each.words} | costs(each.house_edge)
            for each in sorted(chart.simplifications, key=lambda each: each.house_edge)
            if each.house_edge - best < MOST_COST
        ],
    }


def unsolved_record(problem: Problem) -> dict[str, Any]:
    """The same fields if only a situation was requested and solving the whole game would take too long."""
    figures = ("house_edge", "house_edge_decimal", "element_of_risk_decimal", "average_stake_decimal")
    more = ("hit_frequency_decimal", "standard_deviation_decimal")
    return _asked(problem) | {"deals": None} | dict.fromkeys((*figures, *more)) | {"choices": {}}


def _asked(problem: Problem) -> dict[str, Any]:
    """The inputs of the solution."""
    return {
        "game": problem.rules.slug,
        "wager": problem.rules.first.slug,
        "tables": problem.table_ids(),
        "options": dict(problem.options),
        "sees": problem.knowledge.text(),
        "cards": {
            "hand": problem.rules.own,
            "board": problem.rules.board,
            "dealer": problem.knowledge.dealer,
        },
    }


def situation_record(situation: Situation) -> dict[str, Any]:
    """One situation with all its choices."""
    return {
        "decision": situation.decision,
        "best": situation.best,
        "choices": [
            {"choice": each.choice, "value": ratio(each.value), "value_decimal": decimal(each.value)}
            for each in situation.choices
        ],
    }
