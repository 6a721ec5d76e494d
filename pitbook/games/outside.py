"""Games from outside Pitbook: folders like those of the rulebook, loaded from any path.

**Loading a folder runs its Python code** with all rights of the process. Pitbook loads only a folder that the user or
the property's file names: it does not scan entry points and adds nothing to ``sys.path``. The modules of a folder are
compiled from the bytes that were hashed and have separate names (``pitbook_outside_<hash>.rules``).

A folder with faults is refused with all of them at once. :mod:`pitbook.games.outside_check` checks the game itself.
"""

import contextlib
import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Final

from pitbook.errors import BadInput, Fault, Faults, quoted
from pitbook.games import Outside, exists, loaded
from pitbook.games.model import Game
from pitbook.games.outside_check import GameFault, game_faults, is_slug, show_file_faults
from pitbook.games.time_limit import TookTooLong, time_limit
from pitbook.toml_file import TomlFile

RULES: Final = "rules.py"
PACKAGE: Final = "pitbook_outside_"
"""The prefix of the names of all modules from outside."""
LARGEST_FILE: Final = 1_000_000
MOST_FILES: Final = 200
SHOWN_DIGITS: Final = 12
BUILD_SECONDS: Final = 60.0
"""The most time that ``build()`` may take."""


class FolderFaults(BadInput):
    """Every fault of a game's folder, reported together."""

    def __init__(self, folder: Path, found: Sequence[GameFault]) -> None:
        self.folder, self.found = folder, tuple(found)
        super().__init__("\n".join([f"the game in {folder} cannot be loaded:", *map(str, self.found)]))


def game_folders(path: Path) -> list[Path]:
    """The game folders that a path names: the folder itself, or the folders inside it."""
    try:
        if not path.is_dir():
            raise BadInput(f"{path} is not a folder: a game from outside is a folder that contains {RULES}")
        if (path / RULES).is_file():
            return [path.resolve()]
        found = sorted(each for each in path.iterdir() if (each / RULES).is_file())
    except OSError as error:
        raise BadInput(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    if not found:
        raise BadInput(f"{path} has no {RULES}, and no folder in it has one: a game is a folder that contains {RULES}")
    return [each.resolve() for each in found]


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file of a game's folder by its relative path, without hidden files and compiled Python files."""
    found: dict[str, bytes] = {}
    try:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if any(part.startswith(".") or part == "__pycache__" for part in name.parts) or not path.is_file():
                continue
            with path.open("rb") as stream:
                content = stream.read(LARGEST_FILE + 1)
            if len(content) > LARGEST_FILE:
                raise BadInput(f"{path}: the file is larger than {LARGEST_FILE:,} bytes")
            found[name.as_posix()] = content
            if len(found) > MOST_FILES:
                raise BadInput(f"{folder} has more than {MOST_FILES} files: this is not the folder of a game")
    except OSError as error:
        raise BadInput(f"{folder}: {(error.strerror or 'cannot be read').lower()}") from None
    return found


def hash_of_files(files: Mapping[str, bytes]) -> str:
    """The hash of the names and contents of all files of a folder; it does not depend on where the folder is."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\n{hashlib.sha256(content).hexdigest()}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def check_hash(place: Path, found: str, expected: str) -> None:
    """Refuses a folder or file that has changed."""
    if expected and found != expected:
        raise BadInput(
            f"{place} has changed: its hash is {found[:SHOWN_DIGITS]}, not {expected[:SHOWN_DIGITS]}; review its "
            f"contents, then state the new hash {found}"
        )


def load_folder(folder: Path, expected: str = "") -> Outside:
    """Loads and checks the game of a folder without registering it; ``expected`` is the hash that the folder must have.

    This runs the folder's code.
    """
    files = files_in(folder)
    digest = hash_of_files(files)
    check_hash(folder, digest, expected)
    found = _unreadable(folder, files)
    if found:
        raise FolderFaults(folder, found)
    package = f"{PACKAGE}{digest[:16]}"
    _FINDER.add(package, folder, files)
    try:
        try:
            game = _built(folder, package)
        except FolderFaults as error:
            raise FolderFaults(folder, [*error.found, *show_file_faults(folder / "show.toml")]) from None
        found = _faults(game, folder)
        if known := _known_elsewhere(game.slug, folder):
            found.append(GameFault(folder / RULES, 0, known))
        if found:
            raise FolderFaults(folder, found)
    except FolderFaults:
        _FINDER.remove(package)
        raise
    if hash_of_files(files_in(folder)) != digest:
        raise BadInput(f"{folder} changed while it was read: load it again")
    return Outside(_not_approved(game), folder, digest, f"{package}.rules")


def _faults(game: Game, folder: Path) -> list[GameFault]:
    """The faults of a game; an error that ends the search is reported as one of them."""
    found: list[GameFault] = []
    try:
        found.extend(game_faults(game, folder))
    except Exception as error:  # noqa: BLE001 (a field of the game may be anything)
        found.append(GameFault(folder / RULES, 1, f"the game's data cannot be read: {raised_in(folder, error).words}"))
    return found


def _not_approved(game: Game) -> Game:
    """Removes the approval that a folder claims: a letter or regulation stated by a folder approves nothing."""
    letter = replace(game.letter, number="", regulation="", listing="", outside=True)
    return replace(game, letter=replace(letter, subject=letter.subject or game.name))


def _known_elsewhere(slug: str, folder: Path) -> str:
    """Why a slug is already taken; empty if it is free."""
    known = loaded(slug) if is_slug(slug) else None
    if not is_slug(slug) or not exists(slug) or (known is not None and known.place == folder):
        return ""
    where = f"in {known.place}" if known is not None else "of Pitbook"
    return f"there is a game {quoted(slug)} already, {where}: choose another slug"


def _unreadable(folder: Path, files: Mapping[str, bytes]) -> list[GameFault]:
    """Every fault of the files that is found before any of them is run."""
    found = []
    if RULES not in files:
        found.append(GameFault(folder / RULES, 0, "this file is missing: its build() makes the game"))
    for name, content in files.items():
        path = folder / name
        if name.endswith(".py"):
            try:
                compile(content, str(path), "exec", dont_inherit=True)
            except SyntaxError as error:
                found.append(GameFault(path, error.lineno or 1, str(error.msg)))
            except (ValueError, RecursionError, MemoryError):
                found.append(GameFault(path, 1, "the file is not Python"))
        elif name.endswith(".toml"):
            try:
                TomlFile.open(path)
            except Faults as error:
                found += _of_file(error)
            except BadInput as error:
                found.append(GameFault(path, 1, str(error).removeprefix(f"{path}: ")))
    return found


def _of_file(error: Faults) -> Iterator[GameFault]:
    return (GameFault(Path(error.path), each.line, _words(each)) for each in error.faults)


def _words(fault: Fault) -> str:
    return f"{fault.key}: {fault.message}" if fault.key else fault.message


def _built(folder: Path, package: str) -> Game:
    """Runs ``rules.py`` and its ``build()``; any exception becomes a fault at the line that raised it."""
    path = folder / RULES
    try:
        # Output of this code must not end up in a report.
        with contextlib.redirect_stdout(sys.stderr), time_limit(BUILD_SECONDS):
            build = getattr(import_module(f"{package}.rules"), "build", None)
            if not callable(build):
                raise FolderFaults(folder, [GameFault(path, 1, "build() is missing: a function that returns the Game")])
            game = build()
    except FolderFaults:
        raise
    except Faults as error:
        raise FolderFaults(folder, list(_of_file(error))) from None
    except (Exception, SystemExit, TookTooLong) as error:  # noqa: BLE001 (the code of a folder may raise anything)
        raise FolderFaults(folder, [raised_in(folder, error)]) from None
    if not isinstance(game, Game):
        line = build.__code__.co_firstlineno if hasattr(build, "__code__") else 1
        raise FolderFaults(folder, [GameFault(path, line, f"build() returns {quoted(game)}, which is not a Game")])
    return game


def raised_in(folder: Path, error: BaseException, of: object = None) -> GameFault:
    """An exception as a fault: at the innermost line of the folder that it passed through, else where ``of`` is
    defined."""
    code = getattr(of, "__code__", None)
    ours = code is not None and Path(code.co_filename).is_relative_to(folder)
    place, line = (Path(code.co_filename), code.co_firstlineno) if code is not None and ours else (folder / RULES, 1)
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(folder):
            place, line = file, trace.tb_lineno
        trace = trace.tb_next
    words = " ".join(str(error).split())[:300] or "no message"
    if isinstance(error, ModuleNotFoundError) and error.name:
        if (folder / f"{error.name}.py").is_file():
            words = f"{words}: a file beside it is imported with a dot, from .{error.name} import ..."
        elif error.name.startswith(PACKAGE):
            words = f"the folder has no {error.name.partition('.')[2]}.py"
    plain = isinstance(error, BadInput | TookTooLong)
    return GameFault(place, line, words if plain else f"{type(error).__name__}: {words}")


class _Finder(MetaPathFinder, Loader):
    """Imports the modules of loaded folders, and no others, from the bytes that were hashed."""

    def __init__(self) -> None:
        self._sources: dict[str, tuple[Path, bytes]] = {}

    def add(self, package: str, folder: Path, files: Mapping[str, bytes]) -> None:
        self.remove(package)
        self._sources[package] = (folder / "__init__.py", files.get("__init__.py", b""))
        for name, content in files.items():
            if name.endswith(".py") and "/" not in name and name != "__init__.py":
                self._sources[f"{package}.{name.removesuffix('.py')}"] = (folder / name, content)
        if self not in sys.meta_path:
            sys.meta_path.append(self)

    def remove(self, package: str) -> None:
        for name in [each for each in self._sources if each == package or each.startswith(f"{package}.")]:
            del self._sources[name]
            sys.modules.pop(name, None)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._sources:
            return None
        file = str(self._sources[fullname][0])
        spec = spec_from_loader(fullname, self, origin=file, is_package="." not in fullname)
        if spec is not None:
            spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        path, content = self._sources[module.__name__]
        code = compile(content, str(path), "exec", dont_inherit=True)
        exec(code, module.__dict__)  # noqa: S102 (the user named this folder to be loaded)

    def get_source(self, fullname: str) -> str:
        return self._sources[fullname][1].decode("utf-8", "replace")


_FINDER: Final = _Finder()
