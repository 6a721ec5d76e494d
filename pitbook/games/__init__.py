"""The rulebook: one folder a game, with its letter, its pay tables and its rules."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game

SLUGS = (
    "million-dollar-match-the-dealer",
    "match-n-poker",
    "royal-riches-pai-gow",
    "royal-match-21",
    "ez-pai-gow",
)
"""In the order of their letters, 000 to 004."""


@cache
def game(slug: str) -> Game:
    """The game of this slug, with its letter and pay tables read."""
    if slug not in SLUGS:
        raise BadInput(f"there is no game {quoted(slug)}: the rulebook has {', '.join(SLUGS)}")
    built: Game = import_module(f"pitbook.games.{slug.replace('-', '_')}.rules").build()
    return built


def all_games() -> Iterator[Game]:
    """Every game of the rulebook, in the order of their letters."""
    return map(game, SLUGS)
