"""Custom wagers from files: one Python file with a function, one TOML file with its pay tables.

Loading such a file runs it, and only a path that the user named is loaded. A file's wager becomes a game
(:mod:`pitbook.games.on_base`) that is registered under its slug, so that every command and page finds it.
"""

import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType

from pitbook import games
from pitbook.errors import BadInput, quoted
from pitbook.exact.custom_wager_rule import custom_wager, declaration_of, declared, line_of_error
from pitbook.exact.par import has_par_sheet
from pitbook.games.build import labels_of
from pitbook.games.model import Game, Wager, listed
from pitbook.games.on_base import NOT_APPROVED, game_of_wager, wager_of_game, with_wager
from pitbook.games.outside import LARGEST_FILE, check_hash, hash_of_files
from pitbook.games.paytables import load_tables
from pitbook.pay import PayLine, PayTable, parse_pay
from pitbook.toml_file import TomlFile, read_file

_loaded = count(1)


Source = str | Path | Callable[..., object]
"""Names a game: a slug of the rulebook, the path of a Python file, or a function decorated with ``@wager``."""


def find_game(source: Source) -> Game:
    """The game of a slug of the rulebook, of a user's Python file or function, or of a design's file."""
    if isinstance(source, Path) or (isinstance(source, str) and games.is_path(source)):
        if str(source).endswith(".toml"):
            from pitbook.exact.design_game import load_design  # the Lab is built on this module

            return load_design(Path(source))
        return load_custom_game(source)
    return games.game(source) if isinstance(source, str) else custom_game(source)


def find_playable(source: Source) -> Game:
    """The same for a command that needs pay tables; a custom wager without any is refused."""
    return with_tables(find_game(source), {})


def find_wager(source: Source, slug: str = "") -> tuple[Game, Wager]:
    """The wager of a game; if only one name is given, the wager with that slug in the rulebook."""
    if slug or not isinstance(source, str) or games.is_path(source):
        game = find_game(source)
        return game, game.wager(slug) if slug else wager_of_game(game)
    found = [(game, wager) for game in games.all_games() for wager in game.wagers if wager.slug == source]
    if not found and source in games.slugs():
        game = games.game(source)
        found = [(game, wager) for wager in game.wagers if has_par_sheet(wager)]
        if len(found) > 1:
            raise BadInput(f"{source} has several wagers: name one of {listed(wager.slug for _, wager in found)}")
    if not found:
        known = dict.fromkeys(wager.slug for game in games.all_games() for wager in game.wagers if has_par_sheet(wager))
        raise BadInput(f"there is no wager {quoted(source)}: the rulebook has {listed(known)}")
    if len(found) > 1:
        raise BadInput(f"{source} is a wager of {listed(game.slug for game, _ in found)}: name the game before it")
    return found[0]


def is_file(table: str) -> bool:
    """Whether a text given for a pay table is a file path; an id has neither a dot nor a slash."""
    return table.endswith(".toml") or "/" in table or "\\" in table


def load_custom_game(path: Path | str) -> Game:
    """The game of a user's Python file: its one declared wager, with the pay tables of the TOML file beside it, if any.

    This runs the file and registers its game.
    """
    loaded = replace(load_wager_file(Path(path)), listed=False)
    games.register(loaded)
    return loaded.game


def load_wager_file(path: Path, expected: str = "") -> games.Outside:
    """The same without registering; ``expected`` is the hash that the file and its pay tables must have."""
    beside = path.with_suffix(".toml")
    content = read_file(path, LARGEST_FILE)
    files = {path.name: content} | ({beside.name: read_file(beside, LARGEST_FILE)} if beside.is_file() else {})
    digest = hash_of_files(files)
    check_hash(path, digest, expected)
    game = custom_game(_only_wager(_run(path, content), path))
    if beside.name in files:
        game = with_wager(game, replace(wager_of_game(game), tables=custom_tables(game, beside)))
    return games.Outside(game, path.resolve(), digest)


def custom_game(function: Callable[..., object]) -> Game:
    """The game of one declared function, without a pay table."""
    declaration = declared(function)
    return game_of_wager(custom_wager(function), declaration.decks, declaration.joker)


def with_tables(game: Game, given: Mapping[str, str | Sequence[PayTable]]) -> Game:
    """A user's game with the pay tables given for it, refused if it has none; other games are returned unchanged."""
    if not is_custom(game):
        return game
    wager = wager_of_game(game)
    tables = next((tables for tables in given.values() if not isinstance(tables, str)), wager.tables)
    if not tables:
        raise BadInput(f"{wager.slug} has no pay table: name a TOML file of pays, or put it beside the Python file")
    return with_wager(game, replace(wager, tables=tuple(tables)))


def is_custom(game: Game) -> bool:
    """Whether it is a user's game and not one of the rulebook."""
    return game.letter is NOT_APPROVED


def custom_tables(game: Game, path: Path, slug: str = "") -> tuple[PayTable, ...]:
    """The pay tables of a user's TOML file for a wager; for a custom wager each must pay every outcome."""
    wager = game.wager(slug) if slug else wager_of_game(game)
    tables = load_tables(path, labels_of(game.wagers), only_wager=wager.slug)
    if not is_custom(game):
        return tables
    for number, table in enumerate(tables):
        if missing := _not_paid(wager, table):
            line = TomlFile.open(path).line_of(f"table[{number}]")
            raise BadInput(f"{path}: line {line}, {_say_missing(table, missing)}")
    if not set(game.decks) & {decks for table in tables for decks in table.decks}:
        raise BadInput(f"{path}: no pay table is for {listed(game.decks)} decks, which the wager declares")
    return tuple(replace(table, decks=tuple(each for each in table.decks if each in game.decks)) for table in tables)


def one_table(game: Game, wager: Wager, decks: int, table: str | Path | Mapping[str, str]) -> PayTable:
    """A pay table by its id, from a user's file, or from outcome -> pay; by its id for other decks if these have
    none."""
    if isinstance(table, Mapping):
        return table_of(game, wager, table)
    if isinstance(table, Path) or is_file(table):
        tables = custom_tables(game, Path(table), wager.slug)
        if len(tables) > 1:
            raise BadInput(f"{table} holds {len(tables)} pay tables: name a file with one")
        return tables[0]
    if decks in game.decks:
        return wager.table(table, decks)
    return next((each for each in wager.tables if each.id == table), None) or wager.table(table, decks)


def table_of(game: Game, wager: Wager, pays: Mapping[str, str]) -> PayTable:
    """A pay table from outcome -> pay, as given in a notebook."""
    known = {outcome.name: outcome.label for outcome in wager.outcomes}
    for name in pays:
        if name not in known:
            raise BadInput(f"{wager.slug} has no outcome {quoted(name)}: it has {listed(known)}")
    lines = tuple(PayLine(name, known[name], parse_pay(text)) for name, text in pays.items())
    table = PayTable(id="own", wager=wager.slug, decks=game.decks, lines=lines)
    missing = _not_paid(wager, table)
    if is_custom(game) and missing:
        raise BadInput(_say_missing(table, missing))
    return table


def _not_paid(wager: Wager, table: PayTable) -> list[str]:
    return [outcome.name for outcome in wager.outcomes if table.line(outcome.name) is None]


def _say_missing(table: PayTable, missing: Sequence[str]) -> str:
    return f"pay table {table.id} does not say what {listed(missing)} pays: give it a pay, 'push' or 'loss'"


def _run(path: Path, content: bytes) -> ModuleType:
    """Runs a user's file as a module with a unique name."""
    if path.suffix != ".py":
        raise BadInput(f"{path}: a wager of your own is a Python file, whose name ends in .py")
    try:
        code = compile(content, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise BadInput(f"{path}, line {error.lineno or 1}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise BadInput(f"{path}: the file is not Python") from None
    module = ModuleType(f"custom_wager_{next(_loaded)}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # classes of the file look up their module here
    try:
        with contextlib.redirect_stdout(sys.stderr):  # output of this code must not end up in a report
            exec(code, module.__dict__)  # noqa: S102 (the user named this file to be run)
    except BadInput as error:
        raise BadInput(_with_place(path, error)) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 (a user's code may raise anything)
        words = " ".join(str(error).split())[:160] or "no message"
        raise BadInput(f"{line_of_error(str(path), error) or path}: {type(error).__name__} ({words})") from None
    return module


def _with_place(path: Path, error: BadInput) -> str:
    text = str(error)
    return text if str(path) in text else f"{line_of_error(str(path), error) or path}: {text}"


def _only_wager(module: ModuleType, path: Path) -> Callable[..., object]:
    """The one function of the file that is decorated with ``@wager``."""
    found: dict[str, Callable[..., object]] = {}
    for value in vars(module).values():
        if declaration_of(value) is not None and value.__module__ == module.__name__:
            found[value.__name__] = value
    if not found:
        raise BadInput(f"{path}: the file declares no wager: put @wager(...) from pitbook above one function")
    if len(found) > 1:
        raise BadInput(f"{path}: the file declares several wagers ({listed(found)}): a file holds one")
    return next(iter(found.values()))
