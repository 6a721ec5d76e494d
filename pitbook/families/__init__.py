"""Families: the code that one kind of base game needs, one folder each. Engines never name a family.

A family has one module or package for each layer that needs something of it, its facets: ``rules``, ``exact``,
``table``, ``simulate``, ``show``, ``learn`` and ``cli``. A facet is loaded on first use. The layer that
uses it states what it must provide as a protocol, in its module ``family.py``, such as
:class:`pitbook.table.family.TableFamily`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from pitbook.errors import BadInput, quoted

FAMILIES = ("blackjack", "pai_gow", "fixed_deal", "poker")
"""The families that Pitbook comes with."""

_packages = {family: f"pitbook.families.{family}" for family in FAMILIES}
"""Name -> the package that holds its facets."""


def names() -> tuple[str, ...]:
    """The names of all registered families."""
    return tuple(_packages)


def facet(family: str, layer: str) -> ModuleType:
    """The module of a family for one layer."""
    return _loaded(f"{_package(family)}.{layer}")


def folder(family: str) -> Path:
    """The folder of a family, which also holds its templates and scripts."""
    return Path(next(iter(_loaded(_package(family)).__path__)))


def _package(family: str) -> str:
    if family not in _packages:
        raise BadInput(f"there is no family of games {quoted(family)}: there are {', '.join(names())}")
    return _packages[family]


@cache
def _loaded(module: str) -> ModuleType:
    return import_module(module)


@contextmanager
def added(family: str, package: str) -> Iterator[None]:
    """Registers a family of another package."""
    _packages[family] = package
    try:
        yield
    finally:
        del _packages[family]
