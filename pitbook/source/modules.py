"""Pitbook's modules as syntax trees: the imports of each, and the definitions of its names."""

import ast
import hashlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from pitbook.source.tree import FUNCTIONS, Node, TreeWriter, is_type_checking, names_bound

PACKAGE: Final = "pitbook"
_FOLDER: Final = Path(__file__).parents[1]

Read = Callable[[str], str | None]
"""Returns the source of a module by its dotted name; None if there is no such module."""


_PARSING: Final = Lock()
"""CPython 3.11 counts the depth of syntax trees for all threads together: two that parse at once may fail."""


def parsed(text: str) -> tuple[ast.stmt, ...]:
    """The statements of a module's source."""
    with _PARSING:
        return tuple(ast.parse(text).body)


def read_source(module: str) -> str | None:
    """The source of an installed module of Pitbook."""
    package, _, name = module.rpartition(".")
    files = _files(package) if package else {PACKAGE: _FOLDER / "__init__.py"}
    return files[name].read_text("utf-8").replace("\r\n", "\n") if name in files else None


@cache
def _files(package: str) -> Mapping[str, Path]:
    """The modules of a package by name; empty if there is no such package."""
    first, *parts = package.split(".")
    folder = _FOLDER.joinpath(*parts)
    if first != PACKAGE or not folder.is_dir():
        return {}
    modules = {path.stem: path for path in folder.glob("*.py")}
    return modules | {path.parent.name: path for path in folder.glob("*/__init__.py")}


class Imported(NamedTuple):
    """The target of an import: a name of a module, or the module itself if ``name`` is empty."""

    module: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


@dataclass(frozen=True)
class Module:
    """One module, parsed."""

    name: str
    statements: tuple[ast.stmt, ...]

    @cached_property
    def imports(self) -> Mapping[str, Imported]:
        """The names bound by module-level imports, including those inside ``try`` and ``if``."""
        found: dict[str, Imported] = {}
        for node in _outside_functions(self.statements):
            found.update(imported_by(node))
        return found

    @cached_property
    def definitions(self) -> Mapping[str, tuple[int, ...]]:
        """By name, the indexes of the statements that bind it."""
        found: dict[str, tuple[int, ...]] = {}
        for place, statement in enumerate(self.statements):
            for name in names_bound(statement):
                if not isinstance(statement, ast.Import | ast.ImportFrom):
                    found[name] = (*found.get(name, ()), place)
        return {name: places for name, places in found.items() if name not in self.imports}

    @cached_property
    def touching(self) -> Mapping[str, tuple[int, ...]]:
        """By name, the indexes of statements that may modify its value without binding it: calls, assignments to its
        parts, functions that a decorator registers in it."""
        found: dict[str, tuple[int, ...]] = {}
        for place, statement in enumerate(self.statements):
            for name in {node.id for node in _acting(statement) if isinstance(node, ast.Name)}:
                if name in self.definitions and place not in self.definitions[name]:
                    found[name] = (*found.get(name, ()), place)
        return found

    @cached_property
    def reached(self) -> frozenset[Imported]:
        """Everything that an import anywhere in the module names, except imports for the type checker."""
        return frozenset(
            target for node in _executed(self.statements) for target in imported_by(node, whole=True).values()
        )


def imported_by(node: Node, *, whole: bool = False) -> dict[str, Imported]:
    """The names that an import binds. ``import a.b`` binds ``a`` and loads ``a.b``: ``whole`` returns the latter."""
    if isinstance(node, ast.Import):
        return {
            each.asname or (each.name if whole else each.name.partition(".")[0]): Imported(
                each.name if each.asname or whole else each.name.partition(".")[0]
            )
            for each in node.names
        }
    if isinstance(node, ast.ImportFrom):
        return {each.asname or each.name: Imported(node.module or "", each.name) for each in node.names}
    return {}


def _outside_functions(statements: Iterable[Node]) -> Iterator[Node]:
    for node in statements:
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)) and not is_type_checking(node):
            yield from _outside_functions(ast.iter_child_nodes(node))


def _executed(statements: Iterable[Node]) -> Iterator[Node]:
    for node in statements:
        if isinstance(node, ast.expr):
            continue
        yield node
        inner = node.orelse if isinstance(node, ast.If) and is_type_checking(node) else ast.iter_child_nodes(node)
        yield from _executed(inner)


def _acting(statement: ast.stmt) -> Iterator[Node]:
    """The nodes of a statement through which it may modify something that another statement defines."""
    if isinstance(statement, ast.Import | ast.ImportFrom) or is_type_checking(statement):
        return
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        for decorator in statement.decorator_list:
            if isinstance(decorator, ast.Call):
                for argument in (*decorator.args, *(each.value for each in decorator.keywords)):
                    yield from ast.walk(argument)
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            if not isinstance(target, ast.Name):
                yield from ast.walk(target)
    elif not isinstance(statement, ast.AnnAssign):
        yield from ast.walk(statement)


class Sources:
    """The modules of Pitbook, each read and parsed once. Tests pass their own ``read``."""

    def __init__(self, read: Read = read_source) -> None:
        self._read = read
        self._modules: dict[str, Module | None] = {}
        self._texts: dict[str, str | None] = {}

    def text(self, name: str) -> str | None:
        """The source of a module."""
        if name not in self._texts:
            self._texts[name] = self._read(name)
        return self._texts[name]

    def module(self, name: str) -> Module | None:
        """A module by its dotted name; None if Pitbook has no such module."""
        if name not in self._modules:
            text = self.text(name)
            self._modules[name] = None if text is None else Module(name, parsed(text))
        return self._modules[name]

    def home(self, target: Imported) -> Imported:
        """The same target with a submodule named as a module: ``from pitbook.hands import poker``."""
        whole = str(target)
        return Imported(whole) if target.name and self.text(whole) is not None else target


@cache
def installed() -> Sources:
    """The modules as they were when this process first used one."""
    return Sources()


# -- whole modules -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Summary:
    """The part of a module that cache keys need."""

    digest: str
    """The hash of its normalised syntax tree."""
    imports: tuple[Imported, ...] = field(default=())
    """The names that it imports from Pitbook."""


class _PlainNames:
    """Global names unchanged; imported ones with their module, under any alias."""

    def __init__(self, module: Module) -> None:
        self._imports = module.imports

    def name(self, name: str) -> str:
        return str(self._imports.get(name, name))

    def target(self, name: str) -> str:
        return name

    def imported(self, module: str, name: str) -> str:
        return str(Imported(module, name))

    def attribute(self, written: str, name: str) -> str:
        return ""

    def left_out(self, written: str) -> Container[int | str]:
        return ()


def summarise(name: str, text: str) -> Summary:
    """The summary of a module with this source."""
    module = Module(name, parsed(text))
    writer = TreeWriter(_PlainNames(module))
    for statement in module.statements:
        writer.write(statement)
    digest = hashlib.sha256("".join(writer.parts).encode("utf-8", "surrogatepass")).hexdigest()
    ours = sorted(each for each in module.reached if each.module.partition(".")[0] == PACKAGE)
    return Summary(digest, tuple(ours))


Summarise = Callable[[str, str], Summary]


def modules_reached(
    roots: Iterable[str], sources: Sources | None = None, summary: Summarise = summarise
) -> dict[str, Summary]:
    """These modules and every module of Pitbook that they import, directly or indirectly."""
    known = sources or installed()
    found: dict[str, Summary] = {}
    waiting = sorted(set(roots))
    while waiting:
        name = waiting.pop()
        text = known.text(name)
        if name in found or text is None:
            continue
        found[name] = summary(name, text)
        waiting.extend(known.home(each).module for each in found[name].imports)
    return found


def hash_of_modules(roots: Iterable[str], sources: Sources | None = None, summary: Summarise = summarise) -> str:
    """One hash of the meaning of these modules and of everything they import."""
    digest = hashlib.sha256()
    for name, each in sorted(modules_reached(roots, sources, summary).items()):
        digest.update(f"{name} {each.digest}\n".encode())
    return digest.hexdigest()
