"""Families of games are found through one registry, and each facet stays at the height of its layer."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitbook.families.blackjack.table
import pitbook.families.fixed_deal.table
import pitbook.families.pai_gow.table
from pitbook.errors import BadInput
from pitbook.families import FAMILIES, facet
from pitbook.games import all_games
from pitbook.table.family import TableFamily, family_of

ROOT = Path(pitbook.families.__file__).parent
BELOW = {"table": ("cards", "errors", "exact", "extras", "games", "hands", "meter", "money", "pay", "table")}
"""What each facet may import of Pitbook, beside the facets of its own family that stand below it."""

TABLES: tuple[TableFamily, ...] = (  # mypy compares them with the protocol
    pitbook.families.blackjack.table,
    pitbook.families.pai_gow.table,
    pitbook.families.fixed_deal.table,
)


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, where the text mentions families at all."""
    text = path.read_text("utf-8")
    if "pitbook.families" not in text and ROOT not in path.parents:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_every_family_of_the_folder_is_known_and_has_a_table() -> None:
    assert sorted(FAMILIES) == sorted(path.name for path in ROOT.iterdir() if (path / "__init__.py").exists())
    assert [facet(family, "table") for family in FAMILIES] == list(TABLES)


def test_every_game_names_a_family() -> None:
    for game in all_games():
        assert family_of(game) in TABLES


def test_an_unknown_family_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match="there is no family of games 'poker': there are blackjack, pai_gow, fixed_deal"):
        facet("poker", "table")


@pytest.mark.parametrize("path", sorted(ROOT.glob("*/[a-z]*.py")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_facet_imports_only_what_stands_below_its_layer(path: Path) -> None:
    for name in imported(path):
        if name.startswith("pitbook."):
            assert name.split(".")[1] in BELOW[path.stem], f"{path.stem} imports {name}"


def test_nothing_outside_imports_a_family() -> None:
    """Engines and everything above them know families only through the registry."""
    for path in ROOT.parent.rglob("*.py"):
        if ROOT not in path.parents:
            assert not [name for name in imported(path) if name.startswith("pitbook.families.")], path
