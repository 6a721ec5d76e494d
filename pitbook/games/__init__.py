"""The rulebook: one folder a game, with its letter, its pay tables, its rules and what is shown of it.

Base games are games too: blackjack and pai gow poker have their folders, and :func:`game` finds them by their slugs.
They are no approved product of a maker, so :func:`slugs` and everything that lists games leaves them out.

Games from outside Pitbook (:mod:`pitbook.games.outside`) are registered here too. Everything that asks for a game by
its slug finds them; no regulator has approved them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Outside:
    """A game from outside Pitbook, as it was loaded."""

    game: Game
    place: Path
    """The game's folder, or the file of a wager."""
    digest: str
    """The hash of the folder or file."""
    module: str = ""
    """The module of its ``rules.py``; empty for the file of a wager."""
    listed: bool = True
    """Whether lists of games show it; a wager's file that one command was given is not listed."""
    text: str = ""
    """For a design of the Lab, which is not a file: what was chosen, as text."""


_outside: dict[str, Outside] = {}
"""Slug -> a game from outside."""
_finders: list[Callable[[str], Outside | None]] = []
"""Where games are looked for that no list shows, such as the designs of a server's store."""


def slugs() -> tuple[str, ...]:
    """Every game that is listed now: those of Pitbook, then those that were added."""
    return (*_modules, *(slug for slug, each in _outside.items() if each.listed))


def parts_of(slug: str) -> tuple[str, ...]:
    """The games of a table by the slug that :func:`joined` makes: the one that names the table first."""
    return tuple(slug.split(JOINED))


def joined(*slugs: str) -> str:
    """The slug of several games whose wagers are offered at one table."""
    return JOINED.join(slugs)


def exists(slug: str) -> bool:
    """Whether there is a game of this slug, listed or not; of a joined slug, whether there is each of them."""
    return all(part in _modules or part in _bases or loaded(part) is not None for part in parts_of(slug))


def game(slug: str) -> Game:
    """The game of this slug, with its letter and pay tables read; several games combined where the slug joins them."""
    parts = parts_of(slug)
    if len(parts) > 1:
        return _combined(slug, tuple(map(version_of, parts)))
    found = loaded(slug)
    return _built(module_of(slug)) if found is None else found.game


def games_of(of: Game) -> tuple[Game, ...]:
    """The games whose wagers a game of a table has: itself, or those that it combines."""
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
    """The hash of a game from outside, which may be loaded again with other rules; empty for Pitbook's own."""
    found = loaded(slug)
    return "" if found is None else found.digest


def register(found: Outside) -> None:
    """Adds a game from outside. It replaces what was loaded from the same place before, and a wager's file another."""
    slug, known = found.game.slug, _outside.get(found.game.slug)
    files = known is not None and not known.module and not found.module
    other = known is not None and known.place != found.place and not files
    if slug in _modules or slug in _bases or other:
        raise BadInput(f"there is a game {quoted(slug)} already: give the game from {found.place} another slug")
    _outside[slug] = found


def unregister(slug: str) -> None:
    """Removes a game from outside."""
    _outside.pop(slug, None)


@contextmanager
def found_by(find: Callable[[str], Outside | None]) -> Iterator[None]:
    """Looks for games that are not registered with this function, too."""
    _finders.append(find)
    try:
        yield
    finally:
        _finders.remove(find)


def family_of(slug: str) -> str:
    """The family of a game, also of one that is not dealt yet."""
    return SOLVED_ONLY[slug] if slug in SOLVED_ONLY else game(slug).family


def folder(slug: str) -> Path:
    """The folder of a game, where its data files are beside its rules. That of a single wager has no such files."""
    first = parts_of(slug)[0]
    found = loaded(first)
    return Path(str(import_module(module_of(first)).__file__)).parent if found is None else found.place


def rules_module(slug: str) -> ModuleType:
    """The module with a game's rules, also of one that is not dealt yet: a family may look there for its statement."""
    return import_module(_module_of(slug) if slug in SOLVED_ONLY else module_of(slug))


def base_game(of: Game) -> Game | None:
    """The base game that a game adds wagers to; None where the game is one by itself."""
    slug = of.base.replace(" ", "-")
    return game(slug) if slug in _bases and slug != of.slug else None


def base_slug(of: Game) -> str:
    """The slug of its base game, or its own where it is one by itself."""
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


@cache
def _combined(slug: str, versions: tuple[str, ...]) -> Game:
    """Several games at one table; ``versions`` tell two loads of games from outside apart."""
    from pitbook.games.combine import combine

    parts = list(map(game, parts_of(slug)))
    return combine(slug, parts, [base_slug(part) for part in parts])


def is_path(text: str) -> bool:
    """Whether a text given for a game names a file; a slug has neither a dot nor a slash."""
    return text.endswith((".py", ".toml")) or "/" in text or "\\" in text


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
