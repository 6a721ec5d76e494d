"""The rulebook: one folder a game, with its letter, its pay tables and its rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game

SLUGS = (
    "million-dollar-match-the-dealer",
    "match-n-poker",
    "royal-riches-pai-gow",
    "royal-match-21",
    "ez-pai-gow",
)
"""The games that Pitbook comes with, in the order of their letters, 000 to 004."""
FIRST = "royal-match-21"
"""The game of a newcomer who has not chosen one."""

_modules = {slug: f"pitbook.games.{slug.replace('-', '_')}.rules" for slug in SLUGS}
"""Slug -> the module whose ``build()`` makes the game."""


def slugs() -> tuple[str, ...]:
    """Every game that can be asked for now: those of Pitbook, then those that were added."""
    return tuple(_modules)


def game(slug: str) -> Game:
    """The game of this slug, with its letter and pay tables read."""
    return _built(_module(slug))


def folder(slug: str) -> Path:
    """The folder of a game, where its data files are beside its rules."""
    return Path(str(import_module(_module(slug)).__file__)).parent


def _module(slug: str) -> str:
    if slug not in _modules:
        raise BadInput(f"there is no game {quoted(slug)}: the rulebook has {', '.join(_modules)}")
    return _modules[slug]


@cache
def _built(module: str) -> Game:
    built: Game = import_module(module).build()
    return built


def all_games() -> Iterator[Game]:
    """Every game of the rulebook, in the order of their letters."""
    return map(game, slugs())


@contextmanager
def added(slug: str, module: str) -> Iterator[None]:
    """Adds a game from another package: every command and page finds it by its slug."""
    if slug in _modules:
        raise BadInput(f"there is a game {quoted(slug)} already")
    _modules[slug] = module
    try:
        yield
    finally:
        del _modules[slug]
