"""Solved blackjack in the cache on disk: par sheets, charts, outcomes and effects of removal."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from pitbook.exact import cache
from pitbook.families.blackjack.exact.values import Composition
from pitbook.families.blackjack.rules.posted import BlackjackRules

T = TypeVar("T")

FOLDER: Final = "blackjack"
_EXACT: Final = "pitbook.families.blackjack.exact"
ROOTS: Final = {
    part: (
        f"{_EXACT}.{function}",
        f"{_EXACT}.analysis.Analysis",
        "pitbook.families.blackjack.rules.posted.BlackjackRules",
    )
    for part, function in {
        "sheet": "sheet.work_out",
        "strategy": "chart.work_out",
        "chart": "chart.chart_codes",
        "expectation": "strategies.SolvedStrategy",
        "outcomes": "outcome.outcomes",
        "effect_of_removal": "removal.effects_of_removal",
    }.items()
}
"""Part -> the functions that compute it from rules and a shoe."""


def kept(
    part: str,
    rules: BlackjackRules,
    shoe: Composition,
    compute: Callable[[], T],
    to_json: Callable[[T], Any],
    from_json: Callable[[Any], T],
) -> tuple[T, bool]:
    """A result for rules and a shoe, and whether it was read from the cache.

    ``from_json`` may raise on a damaged entry.
    """
    key = cache.cache_key(ROOTS[part], part, rules.items(), list(shoe))
    return cache.kept(FOLDER, key, compute, to_json, from_json)
