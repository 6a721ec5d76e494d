"""Families are found through one registry, and each facet imports only layers below its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitbook.families.blackjack.cli
import pitbook.families.blackjack.exact
import pitbook.families.blackjack.learn
import pitbook.families.blackjack.show
import pitbook.families.blackjack.simulate
import pitbook.families.blackjack.solve
import pitbook.families.blackjack.table
import pitbook.families.fixed_deal.cli
import pitbook.families.fixed_deal.exact
import pitbook.families.fixed_deal.learn
import pitbook.families.fixed_deal.show
import pitbook.families.fixed_deal.simulate
import pitbook.families.fixed_deal.solve
import pitbook.families.fixed_deal.table
import pitbook.families.pai_gow.cli
import pitbook.families.pai_gow.exact
import pitbook.families.pai_gow.learn
import pitbook.families.pai_gow.show
import pitbook.families.pai_gow.simulate
import pitbook.families.pai_gow.solve
import pitbook.families.pai_gow.table
import pitbook.families.poker.cli
import pitbook.families.poker.exact
import pitbook.families.poker.learn
import pitbook.families.poker.show
import pitbook.families.poker.simulate
import pitbook.families.poker.solve
import pitbook.families.poker.table
from pitbook.cli.family import CliFamily
from pitbook.errors import BadInput
from pitbook.exact.family import ExactFamily
from pitbook.exact.solving import SolvingFamily
from pitbook.families import FAMILIES, facet
from pitbook.games import SLUGS, all_games
from pitbook.reports.family import ShowFamily
from pitbook.simulate.family import SimulateFamily
from pitbook.table.family import TableFamily, family_of
from pitbook.web.family import LearnFamily

ROOT = Path(pitbook.families.__file__).parent
GROUND = ("cards", "errors", "extras", "hands", "meter", "money", "pay", "source", "toml_file")
BELOW: dict[str, tuple[str, ...]] = {"rules": (*GROUND, "games")}
BELOW["exact"] = (*BELOW["rules"], "exact")
BELOW["solve"] = BELOW["exact"]
BELOW["table"] = (*BELOW["exact"], "table")
BELOW["simulate"] = (*BELOW["exact"], "simulate")
BELOW["show"] = (*BELOW["table"], "simulate", "compliance", "jackpot", "reports")
BELOW["learn"] = (*BELOW["show"], "room", "web")
BELOW["cli"] = (*BELOW["learn"], "cli")
"""The packages that each facet may import, in addition to lower facets of its own family."""
BESIDE: dict[str, tuple[str, ...]] = {
    "rules": (),
    "exact": ("rules",),
    "solve": ("rules", "exact"),
    "table": ("rules", "exact"),
    "simulate": ("rules", "exact"),
    "show": ("rules", "exact", "table"),
    "learn": ("rules", "exact", "table", "show"),
    "cli": ("rules", "exact", "table", "simulate", "show"),
}
"""The facets of its own family that each facet may import."""

SOLVERS: tuple[SolvingFamily, ...] = (
    pitbook.families.blackjack.solve,
    pitbook.families.pai_gow.solve,
    pitbook.families.fixed_deal.solve,
    pitbook.families.poker.solve,
)
TABLES: tuple[TableFamily, ...] = (  # mypy compares them with the protocol
    pitbook.families.blackjack.table,
    pitbook.families.pai_gow.table,
    pitbook.families.fixed_deal.table,
    pitbook.families.poker.table,
)
EXACT: tuple[ExactFamily, ...] = (
    pitbook.families.blackjack.exact,
    pitbook.families.pai_gow.exact,
    pitbook.families.fixed_deal.exact,
    pitbook.families.poker.exact,
)
SIMULATIONS: tuple[SimulateFamily, ...] = (
    pitbook.families.blackjack.simulate,
    pitbook.families.pai_gow.simulate,
    pitbook.families.fixed_deal.simulate,
    pitbook.families.poker.simulate,
)
SHOWS: tuple[ShowFamily, ...] = (
    pitbook.families.blackjack.show,
    pitbook.families.pai_gow.show,
    pitbook.families.fixed_deal.show,
    pitbook.families.poker.show,
)
LEARN: tuple[LearnFamily, ...] = (
    pitbook.families.blackjack.learn,
    pitbook.families.pai_gow.learn,
    pitbook.families.fixed_deal.learn,
    pitbook.families.poker.learn,
)
CLI: tuple[CliFamily, ...] = (
    pitbook.families.blackjack.cli,
    pitbook.families.pai_gow.cli,
    pitbook.families.fixed_deal.cli,
    pitbook.families.poker.cli,
)


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports; empty if its text does not mention families."""
    text = path.read_text("utf-8")
    if "pitbook.families" not in text and ROOT not in path.parents:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_every_family_of_the_folder_is_known_and_has_its_facets() -> None:
    assert sorted(FAMILIES) == sorted(path.name for path in ROOT.iterdir() if (path / "__init__.py").exists())
    assert [facet(family, "table") for family in FAMILIES] == list(TABLES)
    assert [facet(family, "simulate") for family in FAMILIES] == list(SIMULATIONS)
    assert [facet(family, "solve") for family in FAMILIES] == list(SOLVERS)
    for layer, found in (("table", TABLES), ("exact", EXACT), ("show", SHOWS), ("learn", LEARN), ("cli", CLI)):
        assert [facet(family, layer) for family in FAMILIES] == list(found)


def test_every_game_names_a_family() -> None:
    for game in all_games():
        assert family_of(game) in TABLES


def test_an_unknown_family_is_refused_by_name() -> None:
    with pytest.raises(
        BadInput, match="there is no family of games 'canasta': there are blackjack, pai_gow, fixed_deal, poker"
    ):
        facet("canasta", "table")


FACETS = sorted(path for path in ROOT.glob("*/**/*.py") if path.name != "__init__.py" or path.parent.parent != ROOT)


def facet_of(path: Path) -> tuple[str, str]:
    """The family and the facet that a file belongs to: a facet is one module or a package of them."""
    family, facet_name = path.relative_to(ROOT).with_suffix("").parts[:2]
    return family, facet_name


@pytest.mark.parametrize("path", FACETS, ids=lambda path: str(path.relative_to(ROOT)))
def test_facet_imports_only_lower_layers(path: Path) -> None:
    family, own = facet_of(path)
    for name in imported(path):
        parts = name.split(".")
        if parts[:2] == ["pitbook", "families"]:
            assert parts[2] == family, f"{path} imports another family: {name}"
            assert parts[3] == own or parts[3] in BESIDE[own], f"{own} imports {name}"
        elif parts[0] == "pitbook" and len(parts) > 1:
            assert parts[1] in BELOW[own], f"{own} imports {name}"
            game = parts[2].replace("_", "-") if parts[1] == "games" and len(parts) > 2 else ""
            assert game not in SLUGS, f"{path} imports a game: {name}"
