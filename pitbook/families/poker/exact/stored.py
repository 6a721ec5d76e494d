"""Solutions in the cache: a game is solved once, and those of the usual games come with the package.

The key covers the problem as data, the functions that the game values hands with, and everything that the ``solve`` of
its method reaches. What records, pages and lessons say of a game is left out.
"""

from collections.abc import Callable
from typing import Any, Final

from pitbook.exact.cache import Key, cache_key, covers, is_kept, kept
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact.methods import method_of, solve
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.rules.model import PokerRules
from pitbook.games.package import WORDS, plain

FOLDER: Final = "solved"
_FAMILY: Final = "pitbook.families.poker"
READ: Final = (
    *(f"{_FAMILY}.rules.model.PokerRules.{name}" for name in ("first", "lowest_qualifying")),
    "pitbook.pay.PayTable.best",
    "pitbook.pay.Odds",
)
"""What solvers call of objects that they are given, beside what they reach by name."""
_WORDS: Final = {
    **WORDS,
    "PokerRules": frozenset(
        {
            "name", "about", "describe", "qualifies_words", "bonuses", "seats", "options", "procedure", "sources",
            "missing", "chart", "novice", "novice_words", "published", "house_options", "entries", "irregularities",
            "hand_words",
        }
    ),
    "Stake": frozenset({"name", "about", "cite", "tables"}),
    "Outcome": frozenset({"label", "meaning"}),
    "PayTable": frozenset({"cite"}),
    "PayLine": frozenset({"label"}),
}  # fmt: skip
"""By class, the fields that no solver reads. A new field counts unless it is listed here."""
CHART_WORDS: Final = _WORDS | {"PokerRules": _WORDS["PokerRules"] - {"chart", "describe"}}
"""The same for what finds charts, which hold rules and words."""


def solved(problem: Problem, progress: Progress | None = None, run: Runner = run_here) -> Solution:
    """The solved game: from the package or the cache where it is known."""
    if not covers(problem.rules.value, problem.rules.lines):
        return solve(problem, progress, run)  # what a game from outside depends on is not known in full
    key = key_of(problem)

    def compute() -> Solution:
        return solve(problem, progress, run, key)

    return kept(FOLDER, key, compute, Solution.to_json, Solution.from_json)[0]


def is_known(problem: Problem) -> bool:
    """Whether the game was solved before."""
    return is_kept(FOLDER, key_of(problem))


def key_of(problem: Problem) -> Key:
    """The key of a solution: everything that it follows from."""
    functions: list[Callable[..., Any]] = []
    data = plain(problem, functions, _WORDS)
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    return cache_key((f"{_FAMILY}.exact.{method_of(problem.rules)}.solve", *READ, *names), data, names)


def seconds_to_solve(rules: PokerRules) -> float:
    """About how long a game takes to solve on two cores, compilation included."""
    if rules.board > 2 and rules.dealer:
        return 90.0
    if not rules.dealer:
        return 10.0
    return 5.0 if rules.own <= 3 else 20.0 if rules.own == 5 else 40.0
