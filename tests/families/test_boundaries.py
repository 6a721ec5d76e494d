"""No module, script or template outside ``games``, ``families`` and their registries names a game or a family."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import pitbook
from pitbook.families import FAMILIES
from pitbook.games import BASE_SLUGS, SLUGS

ROOT = Path(pitbook.__file__).parent
NAMES: Final = frozenset({*SLUGS, *BASE_SLUGS, *FAMILIES, "pai gow poker", "match the dealer", "pai gow", "fixed deal"})
"""The names of games, families and base games."""
OPEN: Final = ("games/", "families/")
"""The folders of games and families, with their registries."""


def faults(path: Path) -> Iterator[str]:
    """Imports of a game or a family, comparisons with their names, and their names as keys."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(module=str(name)):
                modules = [name, *(f"{name}.{each.name}" for each in node.names)]
            case ast.Import():
                modules = [each.name for each in node.names]
            case _:
                modules = []
        yield from (f"line {node.lineno} imports {name}" for name in modules if is_named(name))  # type: ignore[attr-defined]
        for value in compared(node):
            if str(value.value).lower() in NAMES:
                yield f"line {value.lineno} knows {value.value!r}"
        if isinstance(node, ast.Constant) and is_named(str(node.value)):
            yield f"line {node.lineno} names the module {node.value!r}"


def compared(node: ast.AST) -> Iterator[ast.Constant]:
    """The constants that a node compares with or uses as keys."""
    values: list[ast.expr | None] = []
    match node:
        case ast.Compare():
            values = [node.left, *node.comparators]
        case ast.Dict():
            values = list(node.keys)
        case ast.Subscript():
            values = [node.slice]
        case ast.MatchValue():
            values = [node.value]
        case ast.Call(func=ast.Attribute(attr="get" | "startswith" | "endswith" | "pop" | "setdefault" | "wager")):
            values = list(node.args[:1])
    for value in values:
        for inner in value.elts if isinstance(value, ast.Tuple | ast.List | ast.Set) else [value]:
            if isinstance(inner, ast.Constant):
                yield inner


def base_wagers(text: str) -> Iterator[str]:
    """Places where code compares with the wager slug "base", uses it as a key or gives it a name."""
    for node in ast.walk(ast.parse(text)):
        found = list(compared(node))
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
            found.append(node.value)
        yield from (f"line {value.lineno}" for value in found if value.value == "base")


def is_named(module: str) -> bool:
    """Whether a module belongs to one game or one family."""
    folders = (
        *(f"pitbook.games.{slug.replace('-', '_')}" for slug in (*SLUGS, *BASE_SLUGS)),
        *(f"pitbook.families.{each}" for each in FAMILIES),
    )
    return any(module == folder or module.startswith(f"{folder}.") for folder in folders)


FILES: Final = sorted(path for path in ROOT.rglob("*.py") if not str(path.relative_to(ROOT)).startswith(OPEN))


def test_no_module_names_a_game_or_a_family() -> None:
    found = {str(path.relative_to(ROOT)): list(faults(path)) for path in FILES}
    assert {name: lines for name, lines in found.items() if lines} == {}


UPGRADE: Final = "table/upgrade.py"
"""Reads logs of version 1, in which the wager of every base game was named "base"."""


def test_no_module_needs_a_wager_named_base() -> None:
    """A game says which wagers a round needs; the slug "base" is one that some games have."""
    found = {str(path.relative_to(ROOT)): list(base_wagers(path.read_text("utf-8"))) for path in FILES}
    assert found.pop(UPGRADE)
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "text",
    [
        "wager.slug != 'base'",
        "bets['base']",
        "bets.get('base')",
        "game.wager('base')",
        "{'base': 10}",
        "BASE: Final = 'base'",
        "slug in ('base', 'insurance')",
    ],
)
def test_wager_check_detects_violations(text: str) -> None:
    assert list(base_wagers(text))


def test_no_script_or_template_needs_a_wager_named_base() -> None:
    compares = re.compile(r"""[!=]=\s*["'`]base["'`]|\[["'`]base["'`]\]|\bcase ["'`]base["'`]""")
    found = [
        str(path.relative_to(ROOT)) for path in PAGES if compares.search(COMMENTS.sub("", path.read_text("utf-8")))
    ]
    assert found == []
    assert compares.search('item.wager === "base" ? 0 : 1')


NAMED: Final = re.compile(
    rf"(?<![a-z])({'|'.join(re.sub('[-_ ]', '[-_ ]?', name) for name in sorted(NAMES))})(?![a-z])", re.IGNORECASE
)
"""A name however its words are joined: pai gow, pai-gow, pai_gow, PaiGow."""
COMMENTS: Final = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*|\{#.*?#\}", re.DOTALL)
MARKUP: Final = re.compile(r"<[^>]*>|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
EXAMPLE: Final = re.compile(r'placeholder="[^"]*"')
PAGES: Final = sorted(
    path
    for ending in ("js", "html", "typ")
    for path in ROOT.rglob(f"*.{ending}")
    if not str(path.relative_to(ROOT)).startswith(OPEN)
)


def named(kind: str, text: str) -> list[str]:
    """The names in a script; in a template those in tags and expressions, because people read the rest."""
    code = COMMENTS.sub("", text)
    if kind == ".html":
        code = "\n".join(MARKUP.findall(EXAMPLE.sub("", code)))
    return [found[0] for found in NAMED.finditer(code)]


def test_no_script_or_template_names_a_game_or_a_family() -> None:
    assert len(PAGES) > 80
    found = {str(path.relative_to(ROOT)): named(path.suffix, path.read_text("utf-8")) for path in PAGES}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (".js", 'if (root.dataset.base === "pai gow poker") open();'),
        (".js", "const KEYS = { blackjack: 1 };"),
        (".js", 'import { Setter } from "./play_pai_gow.js";'),
        (".js", "name.replace(/^(EZ|Player) Pai Gow /, '') // shorter"),
        (".html", '<form action="/play/royal-match-21">'),
        (".html", '{% if game.family == "fixed_deal" %}five{% endif %}'),
        (".html", "{{ static('learn-blackjack.js') }}"),
    ],
)
def test_script_and_template_check_detects_violations(kind: str, text: str) -> None:
    assert named(kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (".js", "// Seven cards of pai gow poker."),
        (".js", "let blackjacks = 0;"),
        (".html", "<p>Blackjack is solved for its rules.</p>"),
        (".html", '<input placeholder="Search: pai gow">'),
    ],
)
def test_script_and_template_check_ignores_prose(kind: str, text: str) -> None:
    assert not named(kind, text)


@pytest.mark.parametrize(
    "text",
    [
        "from pitbook.families.blackjack.rules.base import OUTCOMES",
        "import pitbook.games.ez_pai_gow.rules",
        "from pitbook.families import pai_gow",
        "game.base == 'blackjack'",
        "slug in ('ez-pai-gow', 'other')",
        "{'royal-match-21': 1}",
        "colours['match-n-poker']",
        "colours.get('match-n-poker')",
        "match slug:\n    case 'ez-pai-gow':\n        pass",
        "'Pai Gow' in label",
        "import_module('pitbook.games.ez_pai_gow.rules')",
    ],
)
def test_module_check_detects_violations(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(text)
    assert list(faults(path))


def kept_by_slug(path: Path) -> Iterator[str]:
    """Functions that keep what they found for a game's slug, or for a table that names one, without end."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and any("cache" in ast.unparse(each) for each in node.decorator_list):
            if any("cached_by_game" in ast.unparse(each) for each in node.decorator_list):
                continue
            for each in node.args.args:
                told = ast.unparse(each.annotation).strip("'") if each.annotation else ""
                slug = each.arg in {"slug", "game_slug"} or (each.arg, told) == ("game", "str")
                if slug or re.fullmatch(r"(FixedDeal|PaiGow|Poker|Blackjack)Table", told):
                    yield f"line {node.lineno}: {node.name}({each.arg})"


def test_what_is_kept_for_a_slug_is_dropped_when_a_game_from_outside_is_loaded_again() -> None:
    """``games.cached_by_game`` does that; another cache would go on with the earlier rules."""
    found = {str(path.relative_to(ROOT)): list(kept_by_slug(path)) for path in ROOT.rglob("*.py")}
    assert {path: each for path, each in found.items() if each} == {}
