"""Charts in the cache: computed once; those of the default pay tables ship with the package."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from pitbook.exact.cache import CacheKey, cache_key, covers, is_kept, kept
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact.chart_data import Chart
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.stored import CHART_WORDS, READ, solved
from pitbook.games.package import plain

FOLDER: Final = "charts"
FOUND_BY: Final = "pitbook.families.poker.exact.chart.find_chart"


def charted(problem: Problem, progress: Progress | None = None, run: Runner = run_here) -> Chart | None:
    """The chart of a game as its rules show it; None with dead cards or other knowledge, or where it has none."""
    rules = problem.rules
    if problem.dead or problem.knowledge != by_rules(rules):
        return None

    def compute(key: str = "") -> Chart | None:
        from pitbook.families.poker.exact.chart import find_chart

        hands = solved(problem, progress, run).hands if rules.board and rules.dealer else {}
        return find_chart(problem, hands, progress, run, key)

    if not covers(rules.value, rules.lines, *(chart.pick for chart in rules.chart)):
        return compute()
    key = key_of(problem)
    return kept(FOLDER, key, partial(compute, key), _to_json, _from_json)[0]


def is_charted(problem: Problem) -> bool:
    """Whether the chart of a game was found before."""
    return is_kept(FOLDER, key_of(problem))


def _to_json(chart: Chart | None) -> Any:
    return None if chart is None else chart.to_json()


def _from_json(entry: Any) -> Chart | None:
    return None if entry is None else Chart.from_json(entry)


def key_of(problem: Problem) -> CacheKey:
    """The key of a chart: the problem with the rules of its chart, and all that finding it reaches."""
    functions: list[Callable[..., Any]] = []
    data = plain(problem, functions, CHART_WORDS)
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    return cache_key((FOUND_BY, *READ, *names), data, names)
