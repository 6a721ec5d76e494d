"""Results that ship with the package: none is stale, the keys cover the code that computes them, and they are used."""

import sys
from collections.abc import Callable, Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeVar

import pytest

from pitbook.cards import Shoe
from pitbook.exact import cache as disk
from pitbook.exact import shipped
from pitbook.exact.distribution import _key as key_of_count
from pitbook.exact.distribution import distribution
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.exact.chart import chart_codes, chart_record
from pitbook.families.blackjack.exact.kept import ROOTS as BLACKJACK
from pitbook.families.blackjack.exact.sheet import blackjack_sheet
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.pai_gow.exact.batches import ROOTS as PAI_GOW
from pitbook.families.pai_gow.exact.count import Match, compare_ways
from pitbook.families.pai_gow.exact.kinds import Pack
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.stored import key_of, solved
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games import game
from pitbook.source.reach import definitions_reached

T = TypeVar("T")

SMALL = Shoe(tuple(2 if card < 12 else 0 for card in range(53)))
PACK = Pack(lowest=8, joker=True)
RULES = BlackjackRules(decks=1, split_hands=2)
Work = tuple[tuple[str, ...], Callable[[], object]]
"""The roots of a key, and what computes the entry."""


@pytest.fixture
def computing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Only compiled code is cached: every requested result is computed."""
    code = disk.cache_folder() / "code"
    code.mkdir(parents=True, exist_ok=True)
    (tmp_path / "code").symlink_to(code)
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    with shipped.unused():
        yield tmp_path


def poker(slug: str) -> Work:
    problem = pose(rules_of(slug))
    return key_of(problem).roots, lambda: solved(problem)


def count(slug: str, wager: str) -> Work:
    of = game(slug).wager(wager)
    sizes = [group.size for group in of.groups]
    key = key_of_count(of, sizes, SMALL, tuple(0 for _ in of.reads))
    return key.roots, lambda: distribution(of, SMALL)


KINDS: dict[str, Callable[[], Work]] = {
    "sweep": lambda: poker("three-card-poker"),
    "tree": lambda: poker("let-it-ride"),
    "count": lambda: count("match-n-poker", "match-n-poker"),
    "sheet": lambda: (BLACKJACK["sheet"], lambda: blackjack_sheet(RULES)),
    "strategy": lambda: (BLACKJACK["strategy"], lambda: chart_record(Analysis(RULES))),
    "chart": lambda: (BLACKJACK["chart"], lambda: chart_codes(Analysis(RULES))),
    "expectation": lambda: (BLACKJACK["expectation"], lambda: Analysis(RULES).expectation),
    "outcomes": lambda: (BLACKJACK["outcomes"], lambda: Analysis(RULES).outcomes),
    "removal": lambda: (BLACKJACK["effect_of_removal"], lambda: Analysis(RULES).removal),
    "compare": lambda: (PAI_GOW["compare"], lambda: compare_ways(Match("foxwoods", "flamingo", True, PACK))),
}


SLOW = ("tree", "sheet", "strategy", "chart", "expectation", "outcomes", "removal", "compare")


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in SLOW)) for kind in KINDS])
def test_every_function_that_has_a_part_in_a_result_is_covered_by_its_key(
    kind: str, computing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots, work = KINDS[kind]()
    run: set[str] = set()
    kept = disk._kept

    def watched(path: Path, read: Any, compute: Any, written: Any) -> Any:
        of_source = path.parent.name in disk._OF_SOURCE
        return kept(path, read, compute if of_source else lambda: watch(compute, run), written)

    monkeypatch.setattr(disk, "_kept", watched)
    work()

    assert len(run) > 10
    assert sorted(name for name in run if not is_covered(name, covered(roots))) == []


def watch(work: Callable[[], T], found: set[str]) -> T:
    """Notes the functions of Pitbook that run in Python meanwhile, by their dotted names, machinery left out."""
    codes: dict[CodeType, str] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code not in codes:
            codes[frame.f_code] = str(frame.f_globals.get("__name__", ""))

    before = sys.gettrace()
    sys.settrace(note)
    try:
        return work()
    finally:
        sys.settrace(before)
        for code, module in codes.items():
            outer, _, inner = code.co_qualname.partition(".<locals>.")
            ours = module.partition(".")[0] == "pitbook" and module not in MACHINERY
            # Leaves out the bodies of modules and classes, and the functions that only tell the cache how to compute.
            if ours and code.co_flags & CO_OPTIMIZED and UNNAMED.isdisjoint({inner, outer}):
                found.add(f"{module}.{outer}")
        found.difference_update(CHOOSING)


MACHINERY = {*disk.MACHINERY.machinery, "pitbook.source.modules", "pitbook.source.reach", "pitbook.source.tree"}
UNNAMED = {"<lambda>", "compute", "count", "__create_fn__"}
CHOOSING = {f"pitbook.families.poker.exact.methods.{name}" for name in ("solve", "method_of")}
"""The roots show which method solves a game."""


def covered(roots: tuple[str, ...]) -> set[str]:
    """The definitions that a key of these roots covers, by their dotted names."""
    reached = definitions_reached(roots, disk.MACHINERY)
    return {*roots, *(f"{module}.{getattr(node, 'name', '')}" for module, node in reached)}


def is_covered(name: str, by: set[str]) -> bool:
    """A method is covered with its class or alone."""
    return name in by or name.rpartition(".")[0] in by
