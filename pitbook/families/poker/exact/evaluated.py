"""What a policy comes to, in the cache: computed once; the policies of the default pay tables ship with the package."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Final

from pitbook.exact.cache import CacheKey, cache_key, covers, kept
from pitbook.families.poker.exact.chart import policy_of
from pitbook.families.poker.exact.evaluate import Evaluated, evaluate
from pitbook.families.poker.exact.methods import method_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.stored import CHART_WORDS, READ
from pitbook.games.package import plain

FOLDER: Final = "policies"
COMPUTED_BY: Final = "pitbook.families.poker.exact.evaluated._compute"
WORDS: Final = {**CHART_WORDS, "PokerRules": CHART_WORDS["PokerRules"] - {"novice"} | {"simpler"}}
"""By class, the fields that no policy depends on."""


def evaluated(problem: Problem, policy: str) -> Evaluated:
    """All deals as a policy of this name plays them."""
    rules = problem.rules
    if not covers(rules.value, rules.lines, *(chart.pick for chart in rules.chart)):
        return _compute(problem, policy)
    found = kept(FOLDER, _key_of(problem, policy), partial(_compute, problem, policy), _to_json, _from_json)
    return found[0]


def is_quick(problem: Problem) -> bool:
    """Whether a policy is evaluated in seconds."""
    return method_of(problem.rules) not in ("board", "ranks")


def _compute(problem: Problem, policy: str) -> Evaluated:
    return evaluate(problem, policy_of(problem, policy))


def _key_of(problem: Problem, policy: str) -> CacheKey:
    functions: list[Callable[..., Any]] = []
    data = plain(problem, functions, WORDS)
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    return cache_key((COMPUTED_BY, *READ, *names), data, names, policy)


def _to_json(found: Evaluated) -> dict[str, Any]:
    cells = [[*cell, times, str(found.nets[cell])] for cell, times in sorted(found.cells.items())]
    return {"deals": found.deals, "cells": cells}


def _from_json(entry: dict[str, Any]) -> Evaluated:
    cells = {(lines, path, result): (times, Fraction(net)) for lines, path, result, times, net in entry["cells"]}
    return Evaluated(
        entry["deals"],
        {cell: times for cell, (times, _) in cells.items()},
        {cell: net for cell, (_, net) in cells.items()},
    )
