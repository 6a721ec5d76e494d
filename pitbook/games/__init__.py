"""The rulebook: one folder per game with its letter, its pay tables, its rules and its display data.

Base games are games too: blackjack and pai gow poker have their folders, and :func:`game` finds them by their slugs. No
manufacturer submitted them for approval, so :func:`slugs` and every list of games leave them out.

Games from outside Pitbook (:mod:`pitbook.games.outside`) are registered here too: :func:`game` finds them by their
slugs. No regulator has approved them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")

LETTER_SLUGS = (
    "million-dollar-match-the-dealer",
    "match-n-poker",
    "royal-riches-pai-gow",
    "royal-match-21",
    "ez-pai-gow",
)
"""The games that letters enclose, in the order of their letters, 000 to 004."""
SLUGS = (
    *LETTER_SLUGS,
    "three-card-poker",
    "caribbean-stud",
    "four-card-poker",
    "crazy-4-poker",
    "dj-wild",
    "triple-shot-rummy",
    "let-it-ride",
    "mississippi-stud",
    "ultimate-texas-holdem",
    "texas-holdem-bonus",
    "big-raise-stud",
    "i-luv-suits",
    "high-five-poker",
    "six-card-poker",
    "flush-rush",
)
"""The games that Pitbook comes with: those of the letters, then games from public rules."""
FIRST = "royal-match-21"
"""The game that pages and commands suggest to a newcomer."""
JOINED = "+"
"""The separator between the slugs of games that share a table."""
BASE_SLUGS = ("blackjack", "pai-gow-poker")
"""The base games, to which other games add optional wagers."""


def _module_of(slug: str) -> str:
    return f"pitbook.games.{slug.replace('-', '_')}.rules"


_modules = {slug: _module_of(slug) for slug in SLUGS}
"""Slug -> the module whose ``build()`` makes the game."""
_bases = {slug: _module_of(slug) for slug in BASE_SLUGS}
"""The same for base games, which are not listed."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A game from outside Pitbook, as it was loaded."""

    game: Game
    place: Path
    """The game's folder, or the file that defines a wager."""
    digest: str
    """The hash of the folder or file."""
    module: str = ""
    """The module name of its ``rules.py``; empty for a wager's file."""
    listed: bool = True
    """Whether lists of games include it; a wager's file given to one command is not listed."""
    text: str = ""
    """For a design made in the Lab, which has no file: the chosen parameters as text."""


_outside: dict[str, Outside] = {}
"""Slug -> game from outside."""
_digests: dict[str, str] = {}
"""Slug -> the hash of the game from outside that was registered under it last."""
_clear_caches: list[Callable[[], None]] = []
"""Empty the caches of :func:`cached_by_game`."""
_finders: list[Callable[[str], Outside | None]] = []
"""Functions that look up unlisted games, such as the designs in a server's store."""


def slugs() -> tuple[str, ...]:
    """Every listed game: Pitbook's own, then those that were added."""
    return (*_modules, *(slug for slug, each in _outside.items() if each.listed))


def parts_of(slug: str) -> tuple[str, ...]:
    """Splits a slug made by :func:`joined` into its games; the game that names the table comes first."""
    return tuple(slug.split(JOINED))


def joined(*slugs: str) -> str:
    """The slug of several games whose wagers are offered at one table."""
    return JOINED.join(slugs)


def cached_by_game(most: int | None = None) -> Callable[[Callable[..., T]], "_lru_cache_wrapper[T]"]:
    """Keeps the ``most`` results asked for last of a function that is given the slug of a game.

    All are dropped when a slug gets other rules, because a game from outside was loaded again after a change.
    """

    def decorate(function: Callable[..., T]) -> "_lru_cache_wrapper[T]":
        kept = lru_cache(most)(function)
        _clear_caches.append(kept.cache_clear)
        return kept

    return decorate


def exists(slug: str) -> bool:
    """Whether a game with this slug exists, listed or not; for a joined slug, whether all its games exist."""
    return all(part in _modules or part in _bases or loaded(part) is not None for part in parts_of(slug))


def game(slug: str) -> Game:
    """The game with this slug, its letter and pay tables loaded; a joined slug gives the combined game."""
    parts = parts_of(slug)
    if len(parts) > 1:
        return _combined(slug)
    found = loaded(slug)
    return _built(module_of(slug)) if found is None else found.game


def games_of(of: Game) -> tuple[Game, ...]:
    """The games whose wagers a table offers: the game itself, or the games that it combines."""
    parts = parts_of(of.slug)
    return (of,) if len(parts) == 1 else tuple(map(game, parts))


def loaded(slug: str) -> Outside | None:
    """How a game from outside Pitbook was loaded; None for Pitbook's own games."""
    if slug in _outside:
        return _outside[slug]
    return next((found for find in _finders if (found := find(slug)) is not None), None)


def all_outside() -> tuple[Outside, ...]:
    """Every game from outside that was loaded, listed or not."""
    return tuple(_outside.values())


def version_of(slug: str) -> str:
    """The hash of a game from outside, which may be reloaded with other rules; empty for Pitbook's own games."""
    found = loaded(slug)
    return "" if found is None else found.digest


def register(found: Outside) -> None:
    """Registers a game from outside. It replaces a game loaded from the same place, and one wager's file replaces
    another."""
    slug, known = found.game.slug, _outside.get(found.game.slug)
    files = known is not None and not known.module and not found.module
    other = known is not None and known.place != found.place and not files
    if slug in _modules or slug in _bases or other:
        raise BadInput(f"there is a game {quoted(slug)} already: give the game from {found.place} another slug")
    _put(slug, found)


def unregister(slug: str) -> None:
    """Removes a game from outside."""
    _put(slug, None)


@contextmanager
def registered(found: Outside) -> Iterator[None]:
    """Within this context, finds this game from outside under its slug, in place of an earlier version."""
    slug = found.game.slug
    known = _outside.get(slug)
    _put(slug, found)
    try:
        yield
    finally:
        _put(slug, known)


def _put(slug: str, found: Outside | None) -> None:
    if found is None:
        _outside.pop(slug, None)
        return
    if _digests.get(slug, found.digest) != found.digest:
        for clear in _clear_caches:
            clear()
    _outside[slug], _digests[slug] = found, found.digest


@contextmanager
def found_by(find: Callable[[str], Outside | None]) -> Iterator[None]:
    """Within this context, also looks up unregistered games with this function."""
    _finders.append(find)
    try:
        yield
    finally:
        _finders.remove(find)


def family_of(slug: str) -> str:
    """The family of a game."""
    return game(slug).family


def folder(slug: str) -> Path:
    """The folder with a game's data files beside its rules. A wager's file has no such folder."""
    first = parts_of(slug)[0]
    found = loaded(first)
    return Path(str(import_module(module_of(first)).__file__)).parent if found is None else found.place


def rules_module(slug: str) -> ModuleType:
    """The module with a game's rules, from which its family reads the statement of the game."""
    return import_module(module_of(slug))


def base_game(of: Game) -> Game | None:
    """The base game that a game adds wagers to; None if the game is itself a base game."""
    slug = of.base.replace(" ", "-")
    return game(slug) if slug in _bases and slug != of.slug else None


def base_slug(of: Game) -> str:
    """The slug of the base game, or the game's own slug if it is itself a base game."""
    return (base_game(of) or of).slug


def module_of(slug: str) -> str:
    """The name of the module with a game's rules."""
    if not exists(slug):
        raise BadInput(f"there is no game {quoted(slug)}: the rulebook has {', '.join(slugs())}")
    found = loaded(slug)
    return found.module if found is not None else _modules.get(slug) or _bases[slug]


@cache
def _built(module: str) -> Game:
    built: Game = import_module(module).build()
    return built


@cached_by_game()
def _combined(slug: str) -> Game:
    """Several games at one table."""
    from pitbook.games.combine import combine

    parts = list(map(game, parts_of(slug)))
    return combine(slug, parts, [base_slug(part) for part in parts])


def is_path(text: str) -> bool:
    """Whether a text given for a game is a file path: a slug has neither a dot nor a slash."""
    return text.endswith((".py", ".toml")) or "/" in text or "\\" in text


def all_games() -> Iterator[Game]:
    """Every listed game, in the order of the letters."""
    return map(game, slugs())


@contextmanager
def added(slug: str, module: str) -> Iterator[None]:
    """Within this context, registers a game from another package under this slug."""
    if exists(slug):
        raise BadInput(f"there is a game {quoted(slug)} already")
    _modules[slug] = module
    try:
        yield
    finally:
        del _modules[slug]
