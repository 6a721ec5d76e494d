"""Parameters for slow tests over all games: `make test` runs a sample of them, `make proof` runs all."""

from collections.abc import Iterable
from typing import Any, Final

import pytest

from pitbook import games

SAMPLE: Final = (
    "million-dollar-match-the-dealer",
    "royal-match-21",
    "ez-pai-gow",
    "three-card-poker",
    "ultimate-texas-holdem",
)
"""One game of each family, and of the poker games one without and one with a board."""


def sampled(names: Iterable[str] = games.slugs()) -> list[Any]:
    """Parameters for ``pytest.mark.parametrize``: listed games outside the sample are marked slow."""
    return [pytest.param(name, marks=marks_of(name)) for name in names]


def marks_of(slug: str) -> list[pytest.MarkDecorator]:
    """The marks of a parameter that belongs to one game."""
    return [pytest.mark.slow] if games.exists(slug) and slug not in SAMPLE else []
