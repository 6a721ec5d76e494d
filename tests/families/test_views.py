"""Screens are drawn from views: the parts that the import contracts of ``pyproject.toml`` cannot check."""

import ast
import tomllib
from collections.abc import Iterator
from inspect import getmembers, getsource, isfunction
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any, Final

import pytest

from pitbook import families
from pitbook.games.model import Game
from pitbook.room.tables.live_table import LiveTable
from pitbook.table.family import TableFamily
from pitbook.table.round import Round
from pitbook.table.table import Table
from tests.families import duel as duel_family
from tests.families import showdown as showdown_family

ROOT = Path(families.__file__).parents[1]
KNOWS_ALL: Final = frozenset({"hidden", "last_round"})
"""Attributes that only the round and the table have."""


def outside() -> Iterator[Path]:
    """The modules that may not know the round, by their contract."""
    settings = tomllib.loads((ROOT.parent / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (contract,) = (each for each in settings["contracts"] if "know the round" in each["name"])
    excepted = [each.split(" -> ")[0].replace(".", "/") for each in contract["ignore_imports"]]
    for module in contract["source_modules"]:
        path = ROOT.parent / module.replace(".", "/")
        for found in sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]:
            within = found.relative_to(ROOT.parent).with_suffix("")
            if not any(within.match(each) for each in excepted):
                yield found


def faults(text: str) -> list[str]:
    """Attributes that lead to hidden cards."""
    return [
        f"line {node.lineno}: .{node.attr}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr in KNOWS_ALL
    ]


def test_only_table_and_procedures_access_hidden_cards() -> None:
    found = {str(path.relative_to(ROOT)): faults(path.read_text("utf-8")) for path in outside()}
    assert len(found) > 400
    assert {path: some for path, some in found.items() if some} == {}


@pytest.mark.parametrize("text", ["live.table.last_round", "len(round_.hidden)"])
def test_attribute_check_detects_violations(text: str) -> None:
    assert faults(text)


def test_the_page_of_a_table_gets_the_table_only_as_a_view() -> None:
    """The page gets the live table only for its name and history."""
    text = (ROOT / "room" / "tables" / "view.py").read_text("utf-8")
    attributes = {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    assert "table" in dir(LiveTable)
    assert "table" not in attributes


def asked_for(function: Any) -> dict[str, str]:
    """The parameters of a function with their types, as they are written."""
    (made,) = ast.parse(dedent(getsource(function))).body
    assert isinstance(made, ast.FunctionDef)
    return {arg.arg: ast.unparse(arg.annotation).strip("'") for arg in made.args.args if arg.annotation is not None}


def facets() -> list[Any]:
    """The table facets of all families that have one, and of those which only the tests have."""
    own = [families.facet(name, "table") for name in families.names()]
    with (
        families.added("duel", duel_family.__name__),
        families.added("showdown", showdown_family.__name__),
    ):
        return [*own, families.facet("duel", "table"), families.facet("showdown", "table")]


@pytest.mark.parametrize("facet", facets(), ids=lambda facet: facet.__name__)
def test_only_procedures_receive_the_round(facet: ModuleType) -> None:
    """Automatic players, hints and texts receive views: every signature equals the protocol's."""
    for name, function in getmembers(TableFamily, isfunction):
        if name.startswith("_"):
            continue
        assert asked_for(getattr(facet, name)) == asked_for(function), name
        assert (Round.__name__ in asked_for(function).values()) == (name == "play")
        assert Table.__name__ not in asked_for(function).values()


def test_signature_check_distinguishes_round_and_view() -> None:
    def answer_for(view: Round, game: "Game | None") -> None: ...

    assert asked_for(answer_for) == {"view": "Round", "game": "Game | None"}
