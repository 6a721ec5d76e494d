"""Checks the data of a game from outside and reports every fault with its file and line."""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Final, get_args

from pitbook import families
from pitbook.errors import BadInput, Faults, quoted
from pitbook.games.field_types import wrong_fields
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Group, Option, Outcome, ProcedureStep, Source, Suits, Wager, listed
from pitbook.games.shown import read_shown
from pitbook.pay import PayTable
from pitbook.toml_file import TomlFile

_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,59}", re.ASCII)
LONGEST_SLUG: Final = 40
MOST_SEATS: Final = 9
ALL_DECKS: Final = range(1, 9)
TEXTS: Final = ("slug", "name", "base", "family", "about")


@dataclass(frozen=True, slots=True)
class GameFault:
    """One fault: the file, the line (0 if the file has no such line) and a sentence."""

    file: Path
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.file}: line {self.line}, {self.words}" if self.line else f"{self.file}: {self.words}"


def is_slug(text: object) -> bool:
    """Whether a text may name a game or a wager in URLs and commands."""
    return isinstance(text, str) and len(text) <= LONGEST_SLUG and _SLUG.fullmatch(text) is not None


def game_faults(game: Any, folder: Path) -> Iterator[GameFault]:
    """Every fault of a game that its data shows.

    The folder's code is not type-checked, so every value may have any type here.
    """
    rules = _Lines(folder / "rules.py")
    wrong = list(dict.fromkeys(_wrong_kinds(game)))
    if wrong:  # nothing else can be read from it
        yield from (rules.at(f"{name}=", words) for name, words in wrong)
        return
    for name in TEXTS:
        if not getattr(game, name).strip():
            yield rules.at(f"{name}=", f"{name} is empty")
    if not is_slug(game.slug):
        yield rules.at("slug=", f"slug={quoted(game.slug)} is not a slug: {_ALLOWED_SLUG}")
    if game.family not in families.names():
        yield rules.at(
            "family=",
            f"there is no family {quoted(game.family)}: a game from outside is of {listed(families.names())}; "
            "a new family is a contribution to Pitbook",
        )
    yield from _counts(game, rules)
    if not isinstance(game.letter, Letter):
        yield rules.at("letter=", "letter is not a Letter: write Letter(subject=...)")
    if not isinstance(game.procedure, tuple) or not all(isinstance(each, ProcedureStep) for each in game.procedure):
        yield rules.at("procedure=", "procedure is not a tuple of ProcedureStep(text, cite)")
    elif not game.procedure:
        yield rules.at("procedure=", "procedure is empty: the rules page shows how the game is dealt, step by step")
    if not isinstance(game.wagers, tuple) or not all(isinstance(each, Wager) for each in game.wagers):
        yield rules.at("wagers=", "wagers is not a tuple of Wager(...)")
        return
    if not game.wagers:
        yield rules.at("wagers=", "the game has no wager")
    for slug, times in Counter(wager.slug for wager in game.wagers).items():
        if times > 1:
            yield rules.at("wagers=", f"{times} wagers are called {quoted(slug)}: each needs a different slug")
    for wager in game.wagers:
        yield from _wager_faults(game, wager, rules, folder)
    yield from _shown_faults(game, folder / "show.toml")


def _wrong_kinds(value: object) -> Iterator[tuple[str, str]]:
    """Every field of a game, and of the data in it, that holds a value of the wrong type."""
    if isinstance(value, tuple | list):
        for each in value:
            yield from _wrong_kinds(each)
    if not is_dataclass(value) or isinstance(value, type):
        return
    wrong = dict(wrong_fields(value))
    yield from wrong.items()
    for field in fields(value):
        given = getattr(value, field.name)
        if field.name not in wrong and (isinstance(given, tuple) or is_dataclass(given)):
            yield from _wrong_kinds(given)


_ALLOWED_SLUG: Final = (
    f"it has small letters, digits and single hyphens, begins with a letter and has at most {LONGEST_SLUG} characters"
)


class _Lines:
    """Finds the lines of ``rules.py`` that define something."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines = path.read_text("utf-8", "replace").split("\n")

    def at(self, text: str, words: str) -> GameFault:
        """A fault at the first line with this text: in ``build()``, else anywhere, else at ``def build`` itself."""
        build = next((number for number, line in enumerate(self._lines) if line.startswith("def build")), 0)
        for begin in (build, 0):
            for number, line in enumerate(self._lines[begin:], begin + 1):
                if text in line:
                    return GameFault(self.path, number, words)
        return GameFault(self.path, build + 1, words)

    def of(self, function: Callable[..., Any], words: str) -> GameFault:
        """A fault of a function, in the file that defines it."""
        code = getattr(function, "__code__", None)
        if code is None or not code.co_filename.startswith(str(self.path.parent)):
            return self.at("wagers=", words)
        return GameFault(Path(code.co_filename), code.co_firstlineno, words)


def _counts(game: Any, rules: _Lines) -> Iterator[GameFault]:
    decks = game.decks if isinstance(game.decks, tuple) else ()
    if not decks or not all(type(each) is int and each in ALL_DECKS for each in decks):
        yield rules.at(
            "decks=", f"decks={quoted(game.decks)} is not a tuple of deck counts from 1 to 8, such as (6, 8)"
        )
    elif game.default_decks not in decks:
        yield rules.at("default_decks=", f"default_decks={quoted(game.default_decks)} is not among decks={decks}")
    if type(game.seats) is not int or not 1 <= game.seats <= MOST_SEATS:
        yield rules.at("seats=", f"seats={quoted(game.seats)} is not a number of seats from 1 to {MOST_SEATS}")
    if not isinstance(game.options, tuple) or not all(isinstance(each, Option) for each in game.options):
        yield rules.at("options=", "options is not a tuple of Option(...)")


def _wager_faults(game: Any, wager: Any, rules: _Lines, folder: Path) -> Iterator[GameFault]:
    here = f'"{wager.slug}"'
    if not is_slug(wager.slug):
        yield rules.at(here, f"a wager's slug {quoted(wager.slug)} is not a slug: {_ALLOWED_SLUG}")
    for name in ("name", "about"):
        if not isinstance(getattr(wager, name), str) or not getattr(wager, name).strip():
            yield rules.at(here, f"{wager.slug} has no {name}")
    if wager.suits not in get_args(Suits):
        yield rules.at(here, f"suits={quoted(wager.suits)} of {wager.slug} is not known: {listed(get_args(Suits))}")
    if not wager.groups or not all(isinstance(each, Group) for each in wager.groups):
        yield rules.at(here, f"{wager.slug} looks at no cards: groups is a tuple of Group(name, source, size)")
    for group in wager.groups:
        if isinstance(group, Group) and group.source not in get_args(Source):
            yield rules.at(here, f"{wager.slug}: source {quoted(group.source)} is not known: {_sources()}")
    names: list[Any] = [each.name for each in wager.outcomes if isinstance(each, Outcome)]
    if not names or len(names) < len(wager.outcomes):
        yield rules.at(here, f"{wager.slug} has no outcomes: a tuple of Outcome(name, label, meaning)")
    for name, times in Counter(names).items():
        if times > 1 or not isinstance(name, str) or not _NAME.fullmatch(name):
            yield rules.at(
                here,
                f"{wager.slug}: outcome {quoted(name)} needs a unique name such as 'three_sevens', without hyphens",
            )
    yield from _signature_faults(wager, rules)
    yield from _table_faults(game, wager, rules, folder)


def _sources() -> str:
    return f"it is {listed(get_args(Source))}"


def _signature_faults(wager: Any, rules: _Lines) -> Iterator[GameFault]:
    """A rule takes one tuple of cards for each group, then the index of each option that it reads."""
    reads = (*wager.reads, wager.choice) if wager.choice else wager.reads
    if not callable(wager.rule):
        yield rules.at(f'"{wager.slug}"', f"the rule of {wager.slug} is not a function")
        return
    try:
        signature = inspect.signature(wager.rule)
    except (TypeError, ValueError):
        return  # a compiled function, which fails when it is called
    given = [*(each.name for each in wager.groups), *(each.name for each in reads)]
    try:
        signature.bind(*given)
    except TypeError:
        name = getattr(wager.rule, "__name__", "the rule")
        words = f"{name}{signature} does not take what {wager.slug} gives its rule: {len(wager.groups)} groups of cards"
        yield rules.of(wager.rule, f"{words}{f' and {len(reads)} options' if reads else ''} ({listed(given)})")


def _table_faults(game: Any, wager: Any, rules: _Lines, folder: Path) -> Iterator[GameFault]:
    if wager.components:
        return
    tables = _Tables(folder / "paytables.toml")
    names = {outcome.name for outcome in wager.outcomes if isinstance(outcome, Outcome)}
    if not wager.tables and wager.house_table is None and not wager.requires_all_of:
        words = f"{wager.slug} has no pay table: add a [[table]] with wager = {wager.slug!r}"
        yield tables.missing(words) if tables.exists else rules.at(f'"{wager.slug}"', words)
        return
    for table in wager.tables:
        unknown = [line.outcome for line in (*table.lines, *table.added) if line.outcome not in names]
        if unknown:
            yield tables.at(
                table, f"pay table {table.id} of {wager.slug} pays {listed(unknown)}, which is not an outcome of it"
            )
    paid = {line.outcome for table in wager.tables for line in (*table.lines, *table.added)}
    unpaid = [each.name for each in wager.outcomes if each.name not in paid and not each.sum_of]
    if wager.tables and unpaid:
        words = f"no pay table of {wager.slug} says what {listed(unpaid)} pays: give it a pay, 'push' or 'loss'"
        yield tables.at(wager.tables[0], words)
    if wager.tables and isinstance(game.decks, tuple):
        for table in wager.tables:
            if not set(table.decks) & set(game.decks):
                decks = f"{listed(table.decks)} deck{'s' if table.decks != (1,) else ''}"
                words = f"pay table {table.id} of {wager.slug} is for {decks}: the game has {listed(game.decks)}"
                yield tables.at(table, words)


class _Tables:
    """Finds the line of a pay table in ``paytables.toml``."""

    def __init__(self, path: Path) -> None:
        self.path, self.exists = path, path.is_file()

    def at(self, table: PayTable, words: str) -> GameFault:
        if not self.exists:
            return GameFault(self.path.with_name("rules.py"), 1, words)
        file = TomlFile.open(self.path)
        for number, section in enumerate(file.root.sections("table")):
            if section.text("id", "") == table.id and section.text("wager", "") == table.wager:
                return GameFault(self.path, file.line_of(f"table[{number}]"), words)
        return self.missing(words)

    def missing(self, words: str) -> GameFault:
        return GameFault(self.path, self.path.read_text("utf-8").count("\n") + 1, words)


def show_file_faults(path: Path) -> list[GameFault]:
    """Every fault of ``show.toml`` that is found without the game."""
    try:
        read_shown(path)
    except Faults as error:
        return [GameFault(path, each.line, f"{each.key}: {each.message}") for each in error.faults]
    except BadInput as error:
        return [GameFault(path, 1, str(error).removeprefix(f"{path}: "))]
    return []


def _shown_faults(game: Game, path: Path) -> Iterator[GameFault]:
    faults = show_file_faults(path)
    if faults or not path.is_file():
        yield from faults
        return
    shown, file, slugs = read_shown(path), TomlFile.open(path), game.wager_slugs()
    named = {f"examples.{slug}": slug for slug in shown.hands}
    named |= {f"short_names.{slug}": slug for slug in shown.short_names}
    named |= {f"play.{table}": slug for table, wagers in shown.play.items() for slug in wagers}
    if shown.best:
        named["best_wager"] = shown.best
    for key, slug in named.items():
        if slug not in slugs:
            words = f"{key}: {game.slug} has no wager {quoted(slug)}: it has {listed(slugs)}"
            yield GameFault(path, file.line_of(key), words)
