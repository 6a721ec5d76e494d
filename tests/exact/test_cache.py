"""The disk cache: its key changes with every module that a result depends on, and with no other."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pitbook.cards import Shoe
from pitbook.exact import cache as disk
from pitbook.exact.distribution import COUNTED_BY, FOLDER, distribution
from pitbook.exact.distribution import _key as key_of_count
from pitbook.families.blackjack.exact import kept as blackjack
from pitbook.families.pai_gow.exact import batches
from pitbook.games import all_games, game
from pitbook.source.modules import Sources, Summary, hash_of_modules, installed, modules_reached, summarise
from pitbook.source.reach import hash_of_functions

COUNTS = ("pitbook.exact.distribution",)
ROOTS = {
    "counts": COUNTS,
    "blackjack": ("pitbook.families.blackjack.exact.sheet",),
    "pai gow": ("pitbook.families.pai_gow.exact.best",),
}


@cache
def summary(name: str, text: str) -> Summary:
    """Each text is parsed once for all tests."""
    return summarise(name, text)


def key(roots: tuple[str, ...], changed: str = "", added: str = "") -> str:
    """The key of the source with a line added to one module."""

    def read(name: str) -> str | None:
        text = installed().text(name)
        return f"{text}{added}" if name == changed else text

    return hash_of_modules(roots, Sources(read), summary)


@pytest.mark.parametrize("roots", ROOTS.values(), ids=ROOTS)
def test_a_change_in_any_module_changes_the_key_and_a_comment_does_not(roots: tuple[str, ...]) -> None:
    before = key(roots)
    modules = modules_reached(roots, summary=summary)
    assert len(modules) > 15
    for name in modules:
        assert key(roots, name, "\nADDED = 1\n") != before, name
        assert key(roots, name, '\n# A comment.\n"""And words."""\n') == before, name


EXPECTED = {
    "counts": {"cards", "exact.deals", "exact.seven", "exact.compiled", "exact.copies", "exact.kernels"},
    "blackjack": {
        f"families.blackjack.exact.{name}"
        for name in ("analysis", "chart", "dealer", "ground", "hands", "outcome", "removal", "solve", "split", "total")
    },
    "pai gow": {
        "hands.poker", "hands.seven", "hands.pai_gow", "hands.foxwoods", "hands.flamingo", "exact.kernels",
        *(
            f"families.pai_gow.exact.{name}"
            for name in ("count", "dealer", "facing", "kinds", "left", "parts", "set_kinds")
        ),
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", ROOTS)
def test_every_counting_module_is_reached(kind: str) -> None:
    reached = modules_reached(ROOTS[kind], summary=summary)

    assert {f"pitbook.{name}" for name in EXPECTED[kind]} <= reached.keys()


@pytest.mark.parametrize("kind", ROOTS)
def test_computing_modules_have_no_dynamic_imports(kind: str) -> None:
    """A dynamic import could not be followed. Only the package itself and the registry of families load by name, and
    they compute nothing: the method of a family that counts a wager is a root of the key."""
    for name in modules_reached(ROOTS[kind], summary=summary).keys() - {"pitbook", "pitbook.families"}:
        assert "import_module(" not in (installed().text(name) or ""), name


@pytest.mark.parametrize("root", [blackjack.ROOTS["sheet"][0], batches.ROOTS["compare"][0], COUNTED_BY[0]])
def test_key_of_definitions_ignores_other_definitions_of_the_module(root: str) -> None:
    """Otherwise every added definition would make all results stale."""

    def meaning(changed: str = "", new: str = "", old: str = "") -> str:
        def read(name: str) -> str | None:
            text = installed().text(name)
            return text.replace(old, new) if text is not None and old and name == changed else text

        return hash_of_functions([root], disk.MACHINERY, Sources(read))

    before = meaning()
    assert meaning("pitbook.cards", "def parse_cards_anew(", "def parse_cards(") == before
    assert meaning("pitbook.exact.cache", "def cache_keys(", "def cache_key(") == before
    module, definition = root.rsplit(".", 1)
    assert meaning(module, f"def {definition}(added, ", f"def {definition}(") != before


def test_unknown_root_is_refused() -> None:
    with pytest.raises(LookupError, match="there is no definition"):
        hash_of_functions(["pitbook.cards.no_such"])


def test_the_key_of_a_count_covers_its_rule() -> None:
    small = Shoe(tuple(1 if card < 12 else 0 for card in range(53)))
    for of in all_games():
        for wager in of.wagers:
            if disk.covers(wager.rule) and not wager.by_play:
                found = key_of_count(wager, [group.size for group in wager.groups], small, ())
                assert f"{wager.rule.__module__}.{wager.rule.__qualname__}" in found.roots


def test_count_is_cached_by_rule_readings_and_shoe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    match, royal = game("match-n-poker").wager("match-n-poker"), game("royal-match-21").wager("royal-match")
    small = Shoe(tuple(2 if card < 8 else 0 for card in range(53)))
    distribution(match, small)
    distribution(match, small.without([0]))
    for choice in ("yes", "no"):
        distribution(royal, small, {"ace-deuce-straight": choice})

    assert len(list((tmp_path / FOLDER).glob("*.json"))) == 4


def test_rule_outside_the_key_is_not_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of a user's file or of an outside game may change without changing the key."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    match = game("match-n-poker").wager("match-n-poker")
    small = Shoe(tuple(2 if card < 8 else 0 for card in range(53)))
    for changed in (replace(match, rule=outside, card_class=None), replace(match, card_class=outside)):
        assert not disk.covers(*filter(None, (changed.rule, changed.card_class)))
        distribution(changed, small)

    assert disk.covers(match.rule)
    assert not (tmp_path / FOLDER).exists()


def outside(*cards: object) -> int:
    """Tells no cards apart."""
    return 0


def test_module_summaries_are_cached_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged summary is made again; a stored one saves parsing."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    text = "from pitbook.cards import rank\nONE = 1\n"
    right = summarise("pitbook.some", text)

    assert disk._summary("pitbook.some", text) == right
    (file,) = (tmp_path / "sources").glob("*.json")
    assert disk._summary("pitbook.some", text) == right
    file.write_text("{")
    assert disk._summary("pitbook.some", text) == right
    file.write_text(json.dumps({"digest": "kept", "imports": []}))
    assert disk._summary("pitbook.some", text) == Summary("kept")
    assert disk._summary("pitbook.some", text.replace("1", "2")) != right


def test_key_lists_its_dependencies() -> None:
    assert disk.cache_key(COUNTS, "a", 1) == disk.cache_key(COUNTS, "a", 1)
    assert len({disk.cache_key(COUNTS, "a", 1), disk.cache_key(COUNTS, "a", 2), disk.cache_key((), "a", 1)}) == 3
