"""Hashes functions by meaning: their syntax trees and those of everything that they reach, without names.

Every definition (function, class or constant of a module) is numbered in the order in which the functions first reach
it, and is written with these numbers instead of global names. So renaming a definition or moving it to another module
does not change the hash; changing a constant, comparison or call anywhere in reach does.

A function from outside Pitbook is identified by the whole text of its module instead, without following names.
Annotations are not followed: a class is reached only if code names it. An attribute of an object is written by its
name. A :class:`Border` says which modules are not entered, and which arguments of which classes are only explanatory
text.
"""

import ast
import hashlib
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import getsource
from types import CodeType, FunctionType
from typing import Any

from pitbook.source.modules import PACKAGE, Imported, Module, Sources, installed
from pitbook.source.tree import FUNCTIONS, Parameter, TreeWriter, names_bound

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Border:
    """The limits of following names."""

    machinery: frozenset[str] = frozenset()
    """Modules that all functions share: their definitions are written by name."""
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By the name of a class or function, its fields or parameters that explain and decide nothing."""


def hash_of_functions(
    functions: Sequence[Function | str], border: Border | None = None, sources: Sources | None = None
) -> str:
    """The hash of these functions, in their order, and of everything that they reach.

    A definition of Pitbook may be given by its dotted name: its module is then not imported.
    """
    text = _Reach(border or Border(), sources or installed()).text(functions)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def definitions_reached(
    functions: Sequence[Function | str], border: Border | None = None, sources: Sources | None = None
) -> list[tuple[str, ast.AST]]:
    """The definitions that are hashed, each with the name of its module, in the order of their numbers."""
    reach = _Reach(border or Border(), sources or installed())
    reach.text(functions)
    return [(module.name, node) for module, node in reach.found]


class _Reach:
    def __init__(self, border: Border, sources: Sources) -> None:
        self._border, self._sources = border, sources
        self.found: list[tuple[Module, ast.AST]] = []
        self._numbers: dict[tuple[str, int, int], int] = {}
        self._left_out: dict[str, Container[int | str]] = {
            "dataclasses.replace": frozenset[int | str]().union(*border.words.values())
        }

    def text(self, functions: Sequence[Function | str]) -> str:
        parts = [f"{self._root(function)}\n" for function in functions]
        keywords: set[str] = set()
        written = 0
        while written < len(self.found):
            module, node = self.found[written]
            writer = TreeWriter(_NumberedNames(self, module, node))
            writer.write(node)
            parts += [f"d{written} = ", *writer.parts, "\n"]
            keywords |= writer.keywords
            written += 1
        # The name of a parameter counts if a call may pass it by name.
        by_name = "**" in keywords
        return "".join(
            "" if isinstance(part, Parameter) and not by_name and part not in keywords else part for part in parts
        )

    def _root(self, function: Function | str) -> str:
        if isinstance(function, str):
            return self._named_root(function)
        name, module = getattr(function, "__qualname__", ""), str(getattr(function, "__module__", ""))
        found = self._sources.module(module)
        if found is None:
            return f"{module}.{name} {_text_outside(module)}"
        if name == "<lambda>" and isinstance(function, FunctionType) and not function.__closure__:
            return self._lambda(found, function)
        if not name or "<locals>" in name:
            raise TypeError(f"{function!r} is not a function of a module: its source cannot be read")
        return self._named_root(f"{module}.{name}") if "." in name else self.reference(found, name)

    def _named_root(self, name: str) -> str:
        """A definition by its dotted name; a method may be named without the rest of its class."""
        home, _, last = name.rpartition(".")
        module = self._sources.module(home)
        if module is not None and last in {*module.definitions, *module.imports}:
            return self.reference(module, last)
        outer, _, of = home.rpartition(".")
        module = self._sources.module(outer)
        if module is not None:
            for place in module.definitions.get(of, ()):
                for node in getattr(module.statements[place], "body", ()):
                    if isinstance(node, FUNCTIONS) and node.name == last:
                        return f"d{self._number(module, node)}"
        raise LookupError(f"there is no definition {name}")

    def _lambda(self, module: Module, function: FunctionType) -> str:
        nodes = (node for statement in module.statements for node in ast.walk(statement))
        same = [node for node in nodes if isinstance(node, ast.Lambda) and _is_compiled_from(node, function.__code__)]
        if not same:
            raise TypeError(f"{function!r} is not in the source of {module.name}")
        return f"d{self._number(module, same[0])}"

    def _number(self, module: Module, node: Any) -> int:
        key = (module.name, node.lineno, node.col_offset)
        if key not in self._numbers:
            self._numbers[key] = len(self.found)
            self.found.append((module, node))
        return self._numbers[key]

    def reference(self, module: Module, name: str) -> str:
        """Writes a global name as the numbers of its definitions, and its index among the names they bind."""
        if name in module.definitions and module.name in self._border.machinery:
            self._note_words(module, name, name)
            return name
        if name in module.definitions:
            statements = [module.statements[place] for place in module.definitions[name]]
            places = [names_bound(statement).index(name) for statement in statements]
            numbers = [self._number(module, statement) for statement in statements]
            for place in module.touching.get(name, ()):
                self._number(module, module.statements[place])
            written = "+".join(f"d{number}.{place}" for number, place in zip(numbers, places, strict=True))
            self._note_words(module, name, written)
            return written
        return self.imported(module.imports[name]) if name in module.imports else name

    def _note_words(self, module: Module, name: str, written: str) -> None:
        """Records which arguments of a class are left out, by position and by name."""
        if written in self._left_out or name not in self._border.words:
            return
        statement = module.statements[module.definitions[name][0]]
        if isinstance(statement, ast.ClassDef):
            annotated = (each.target for each in statement.body if isinstance(each, ast.AnnAssign))
            fields = [target.id for target in annotated if isinstance(target, ast.Name)]
        else:
            fields = [each.arg for each in statement.args.args] if isinstance(statement, ast.FunctionDef) else []
        words = self._border.words[name]
        self._left_out[written] = {*words, *(place for place, each in enumerate(fields) if each in words)}

    def left_out(self, written: str) -> Container[int | str]:
        """The arguments of a class that are only explanatory text."""
        return self._left_out.get(written, ())

    def imported(self, target: Imported) -> str:
        """Writes a target of an import: Pitbook's own by its definition, a library's by its name."""
        home = self._sources.home(target)
        if home.module.partition(".")[0] != PACKAGE or not home.name:
            return str(home)
        module = self._sources.module(home.module)
        return str(home) if module is None else self.reference(module, home.name)

    def attribute(self, written: str, name: str) -> str:
        """An attribute of a module."""
        is_module = written.partition(".")[0] == PACKAGE and self._sources.text(written) is not None
        return self.imported(Imported(written, name)) if is_module else ""


def _text_outside(module: str) -> str:
    """The hash of the text of a module that is neither Pitbook's nor Python's; empty if it has none."""
    if module.partition(".")[0] in sys.stdlib_module_names or module not in sys.modules:
        return ""
    try:
        return hashlib.sha256(getsource(sys.modules[module]).encode()).hexdigest()
    except (OSError, TypeError):
        return ""  # typed at a prompt, not read from a file


def _is_compiled_from(node: ast.Lambda, code: CodeType) -> bool:
    """Whether a lambda has this code; two with the same code do the same."""
    (made,) = (each for each in compile(ast.Expression(node), "", "eval").co_consts if isinstance(each, CodeType))
    return (made.co_code, made.co_consts, made.co_names) == (code.co_code, code.co_consts, code.co_names)


class _NumberedNames:
    """The names of one definition."""

    def __init__(self, reach: _Reach, module: Module, node: ast.AST) -> None:
        self._reach, self._module = reach, module
        self._own = names_bound(node) if isinstance(node, ast.stmt) else []

    def name(self, name: str) -> str:
        return self._reach.reference(self._module, name)

    def target(self, name: str) -> str:
        return f"={self._own.index(name)}" if name in self._own else self.name(name)

    def imported(self, module: str, name: str) -> str:
        return self._reach.imported(Imported(module, name))

    def attribute(self, written: str, name: str) -> str:
        return self._reach.attribute(written, name)

    def left_out(self, written: str) -> Container[int | str]:
        return self._reach.left_out(written)
