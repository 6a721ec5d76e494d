"""Families: the machinery that one kind of base game needs, one folder each, known to no engine by name.

A family has one module for each layer that needs something of it, its facets: ``table`` for the live table, later
``exact``, ``simulate`` and others. A facet is loaded when it is first asked for. The layer that uses it states what it
must provide (:class:`pitbook.table.family.TableFamily`).
"""

from functools import cache
from importlib import import_module
from types import ModuleType

from pitbook.errors import BadInput, quoted

FAMILIES = ("blackjack", "pai_gow", "fixed_deal")


@cache
def facet(family: str, layer: str) -> ModuleType:
    """What a family provides for one layer."""
    if family not in FAMILIES:
        raise BadInput(f"there is no family of games {quoted(family)}: there are {', '.join(FAMILIES)}")
    return import_module(f"pitbook.families.{family}.{layer}")
