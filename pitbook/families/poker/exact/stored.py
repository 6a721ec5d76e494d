"""Solutions in the cache: a game is solved once; those of the default pay tables ship with the package.

The key covers the problem as data, the functions that the game values hands with, and everything that the ``solve`` of
its method reaches. What records, pages and lessons say of a game is left out.
"""

from collections.abc import Callable
from math import comb
from typing import Any, Final

from pitbook.cards import JOKER
from pitbook.exact.cache import CacheKey, cache_key, covers, is_kept, kept
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact.methods import method_of, solve
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Solution
from pitbook.games.package import WORDS as PACKAGE_WORDS
from pitbook.games.package import plain

FOLDER: Final = "solved"
_FAMILY: Final = "pitbook.families.poker"
READ: Final = (
    *(f"{_FAMILY}.rules.model.PokerRules.{name}" for name in ("first", "lowest_qualifying")),
    "pitbook.pay.PayTable.best",
    "pitbook.pay.Odds",
)
"""Methods that solvers call on their arguments; the key does not reach them by name."""
WORDS: Final = {
    **PACKAGE_WORDS,
    "PokerRules": frozenset(
        {
            "name", "about", "describe", "qualifies_words", "bonuses", "seats", "options", "procedure", "sources",
            "missing", "chart", "simpler", "novice", "novice_words", "published", "house_options", "entries",
            "irregularities", "hand_words",
        }
    ),
    "Stake": frozenset({"name", "about", "cite", "tables"}),
    "Outcome": frozenset({"label", "meaning"}),
    "PayTable": frozenset({"cite"}),
    "PayLine": frozenset({"label"}),
}  # fmt: skip
"""By class, the fields that no solver reads. A new field counts unless it is listed here."""
CHART_WORDS: Final = WORDS | {"PokerRules": WORDS["PokerRules"] - {"chart", "simpler", "describe"}}
"""The same for what finds charts, which hold rules and words."""


def solved(problem: Problem, progress: Progress | None = None, run: Runner = run_here) -> Solution:
    """The solved game: from the package or the cache where it is known."""
    if not covers(problem.rules.value, problem.rules.lines):
        return solve(problem, progress, run)  # not every dependency of a game from outside is known
    key = key_of(problem)

    def compute() -> Solution:
        return solve(problem, progress, run, key)

    return kept(FOLDER, key, compute, Solution.to_json, Solution.from_json)[0]


def is_known(problem: Problem) -> bool:
    """Whether the game was solved before."""
    return is_kept(FOLDER, key_of(problem))


def key_of(problem: Problem) -> CacheKey:
    """The key of a solution: everything that it follows from."""
    functions: list[Callable[..., Any]] = []
    data = plain(problem, functions, WORDS)
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    return cache_key((f"{_FAMILY}.exact.{method_of(problem.rules)}.solve", *READ, *names), data, names)


def seconds_to_solve(problem: Problem) -> float:
    """About how long a game takes to solve on two cores, compilation included."""
    rules = problem.rules
    method = method_of(rules)
    if method not in ("sweep", "suits", "ranks"):
        return BOARD_SECONDS if method == "board" else TREE_SECONDS
    deck = (JOKER + 1 if rules.joker else JOKER) - len(problem.dead)
    seen, hinted = problem.knowledge.dealer, problem.knowledge.hinted
    left, unseen = deck - seen, rules.dealer - seen
    # Equivalent suits: all 24 renamings before cards are seen, fewer beside seen or dead cards.
    alike = ALIKE[min(seen + len(problem.dead), len(ALIKE) - 1)]
    pieces = comb(deck, seen) / (1.0 if problem.dead else SEEN_ALIKE[min(seen, len(SEEN_ALIKE) - 1)])
    if method == "suits":
        return STARTING_SECONDS + pieces * comb(left, rules.own) / alike * HAND_SECONDS
    if method == "ranks":
        patterns = comb(12 + seen, seen) * comb(12 + rules.own, rules.own)
        pairs = patterns * comb(12 + unseen, unseen)
        layouts = comb(left, rules.own) / alike if seen < 2 else comb(12 + rules.own, rules.own) * PATTERN_LAYOUTS
        return STARTING_SECONDS + (1 + hinted) * (pairs * PAIR_SECONDS + pieces * layouts * LAYOUT_SECONDS)
    subsets = sum(comb(rules.own, size) for size in range(min(rules.own, unseen) + 1))
    steps = pieces * (1 + 2 * hinted) * (comb(left, unseen) * (1 << unseen) + comb(left, rules.own) / alike * subsets)
    return STARTING_SECONDS + steps * STEP_SECONDS


BOARD_SECONDS: Final = 90.0
TREE_SECONDS: Final = 5.0
STARTING_SECONDS: Final = 4.0
"""Compiling, and valuing all hands."""
STEP_SECONDS: Final = 6e-9
"""For one set of cards that is looked up, on two cores."""
HAND_SECONDS: Final = 3e-7
"""For one player hand against all products of suits, on two cores."""
PAIR_SECONDS: Final = 3e-9
"""For one pattern of ranks against another, on two cores."""
LAYOUT_SECONDS: Final = 5e-8
"""For one way in which a pattern's cards lie in suits, on two cores."""
PATTERN_LAYOUTS: Final = 20
"""How many of them a pattern has on average, beside seen cards."""
ALIKE: Final = (20.0, 5.0, 3.0, 1.0)
"""How many hands are equivalent on average, by how many cards tell suits apart."""
SEEN_ALIKE: Final = (1.0, 4.0, 7.8, 12.6, 16.0)
"""How many sets of seen cards are equivalent on average, by their size."""
