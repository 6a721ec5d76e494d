"""The rulebook: one folder a game, with its letter, its pay tables, its rules and what is shown of it.

Base games are games too: blackjack and pai gow poker have their folders, and :func:`game` finds them by their slugs.
They are no approved product of a maker, so :func:`slugs` and everything that lists games leaves them out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game

LETTER_SLUGS = (
    "million-dollar-match-the-dealer",
    "match-n-poker",
    "royal-riches-pai-gow",
    "royal-match-21",
    "ez-pai-gow",
)
"""The games that letters enclose, in the order of their letters, 000 to 004."""
SLUGS = (*LETTER_SLUGS, "three-card-poker")
"""The games that Pitbook comes with: those of the letters, then games from public rules."""
SOLVED_ONLY = dict.fromkeys(
    (
        "caribbean-stud",
        "four-card-poker",
        "crazy-4-poker",
        "dj-wild",
        "triple-shot-rummy",
        "let-it-ride",
        "mississippi-stud",
        "ultimate-texas-holdem",
        "texas-holdem-bonus",
    ),
    "poker",
)
"""Games from public rules that can be solved and are not dealt yet, each with its family."""
FIRST = "royal-match-21"
"""The game of a newcomer who has not chosen one."""
JOINED = "+"
"""Between the slugs of games that share a table."""
BASE_SLUGS = ("blackjack", "pai-gow-poker")
"""The base games, which the optional wagers of others are added to."""


def _module_of(slug: str) -> str:
    return f"pitbook.games.{slug.replace('-', '_')}.rules"


_modules = {slug: _module_of(slug) for slug in SLUGS}
"""Slug -> the module whose ``build()`` makes the game."""
_bases = {slug: _module_of(slug) for slug in BASE_SLUGS}
"""The same for base games, which no list shows."""


def slugs() -> tuple[str, ...]:
    """Every game that is listed now: those of Pitbook, then those that were added."""
    return tuple(_modules)


def parts_of(slug: str) -> tuple[str, ...]:
    """The games of a table by the slug that :func:`joined` makes: the one that names the table first."""
    return tuple(slug.split(JOINED))


def joined(*slugs: str) -> str:
    """The slug of several games whose wagers are offered at one table."""
    return JOINED.join(slugs)


def exists(slug: str) -> bool:
    """Whether there is a game of this slug, listed or a base game; of a joined slug, whether there is each of them."""
    return all(part in _modules or part in _bases for part in parts_of(slug))


def game(slug: str) -> Game:
    """The game of this slug, with its letter and pay tables read; several games combined where the slug joins them."""
    modules = tuple(map(_module, parts_of(slug)))
    return _built(modules[0]) if len(modules) == 1 else _combined(slug, modules)


def games_of(of: Game) -> tuple[Game, ...]:
    """The games whose wagers a game of a table has: itself, or those that it combines."""
    parts = parts_of(of.slug)
    return (of,) if len(parts) == 1 else tuple(map(game, parts))


def family_of(slug: str) -> str:
    """The family of a game, also of one that is not dealt yet."""
    return SOLVED_ONLY[slug] if slug in SOLVED_ONLY else game(slug).family


def folder(slug: str) -> Path:
    """The folder of a game, where its data files are beside its rules."""
    return Path(str(import_module(_module(parts_of(slug)[0])).__file__)).parent


def rules_module(slug: str) -> ModuleType:
    """The module with a game's rules, also of one that is not dealt yet: a family may look there for its statement."""
    return import_module(_module_of(slug) if slug in SOLVED_ONLY else _module(slug))


def base_game(of: Game) -> Game | None:
    """The base game that a game adds wagers to; None where the game is one by itself."""
    slug = of.base.replace(" ", "-")
    return game(slug) if slug in _bases and slug != of.slug else None


def base_slug(of: Game) -> str:
    """The slug of its base game, or its own where it is one by itself."""
    return (base_game(of) or of).slug


def _module(slug: str) -> str:
    if not exists(slug):
        raise BadInput(f"there is no game {quoted(slug)}: the rulebook has {', '.join(_modules)}")
    return _modules.get(slug) or _bases[slug]


@cache
def _built(module: str) -> Game:
    built: Game = import_module(module).build()
    return built


@cache
def _combined(slug: str, modules: tuple[str, ...]) -> Game:
    from pitbook.games.combine import combine

    parts = [_built(module) for module in modules]
    return combine(slug, parts, [base_slug(part) for part in parts])


def all_games() -> Iterator[Game]:
    """Every game that is listed, in the order of their letters."""
    return map(game, slugs())


@contextmanager
def added(slug: str, module: str) -> Iterator[None]:
    """Adds a game from another package: every command and page finds it by its slug."""
    if exists(slug):
        raise BadInput(f"there is a game {quoted(slug)} already")
    _modules[slug] = module
    try:
        yield
    finally:
        del _modules[slug]
