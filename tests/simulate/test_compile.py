"""Compiled code is cached by its source and never used for anything else."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pitbook.errors import BadInput
from pitbook.exact import kernels
from pitbook.games import all_games, game
from pitbook.hands.house_ways import HOUSE_WAYS
from pitbook.simulate.compile import kernel_with
from tests.simulate import kernel_examples as examples

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Forgets the kernels made before, as in a new process."""
    known, contents = dict(kernels._KERNELS), dict(kernels._CONTENTS)
    kernels._KERNELS.clear()
    yield
    kernels._KERNELS.update(known)
    kernels._CONTENTS.update(contents)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None) -> Path:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    return tmp_path


def in_new_process(folder: Path, *names: str) -> dict[str, Any]:
    """The report of a new process that makes these kernels."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulate.kernel_examples", *names],
        cwd=ROOT,
        env={**os.environ, "PITBOOK_CACHE": str(folder)},
        check=True,
        capture_output=True,
        text=True,
    )
    said: dict[str, Any] = json.loads(done.stdout)
    assert said["answers"] == [examples.ANSWERS[name] for name in names]
    return said


@pytest.mark.slow
def test_another_process_compiles_nothing_again(tmp_path: Path) -> None:
    """Two processes compile one kernel, each with its own rule; a third loads both kernels and does not confuse them.
    A rule is compiled once for all kernels: the second process finds that of the first, and so on.
    """
    first = in_new_process(tmp_path, "doubled")
    second = in_new_process(tmp_path, "squared", "helper")
    third = in_new_process(tmp_path, "helper", "squared", "doubled", "size", "plain")

    assert (first["compiled"], first["read"]) == (2, 0)
    assert (second["compiled"], second["read"]) == (4, 1)
    assert (third["compiled"], third["read"]) == (3, 4)
    assert len(list((tmp_path / "code").iterdir())) == 9


@pytest.mark.parametrize("name", examples.KERNELS)
def test_a_kernel_uses_the_replacement_of_a_name(name: str, folder: Path) -> None:
    assert examples.KERNELS[name]()(5) == examples.ANSWERS[name]


def test_the_same_call_gives_the_same_kernel() -> None:
    assert kernel_with(examples.sum_of, rule=examples.doubled) is kernel_with(examples.sum_of, rule=examples.doubled)
    assert kernel_with(examples.sum_of, rule=examples.doubled) is not kernel_with(examples.sum_of)


def test_the_original_function_is_unchanged() -> None:
    kernel_with(examples.sum_of, rule=examples.squared)

    assert examples.sum_of(5) == 10
    assert examples.sum_of.__name__ == "sum_of"


def test_a_name_is_replaced_in_its_own_module_only() -> None:
    """``rank`` of the cards module calls nothing, but has globals of the same names as ours."""
    assert kernel_with(examples.of_rank, SIZE=3)(12) == 9
    assert kernel_with(examples.of_rank, rank=examples.doubled)(12) == 240


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Rules of a game from outside, with functions of its own in another module."""
    (tmp_path / "acme_hands.py").write_text("def worth(number):\n    return number * 3\n")
    (tmp_path / "acme_rules.py").write_text(
        "from acme_hands import worth\n"
        "def rule(number):\n    return worth(number) + 1\n"
        "def endless(number):\n    return endless(number - 1) if number else 0\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("acme_rules")


def test_a_function_of_any_package_is_compiled(folder: Path, outside: ModuleType) -> None:
    assert kernel_with(outside.rule)(5) == 16
    assert kernel_with(examples.through_helper, rule=outside.rule)(5) == 1610


def test_a_function_that_calls_itself_is_refused_by_the_compiler_alone(folder: Path, outside: ModuleType) -> None:
    """Following the names that it reaches terminates."""
    from numba.core.errors import TypingError

    with pytest.raises(TypingError):
        kernel_with(examples.through_helper, rule=outside.endless)(5)


def test_a_name_that_is_not_looked_up_cannot_be_replaced() -> None:
    with pytest.raises(BadInput, match=r"^sum_of never looks up rool, size: nothing would be replaced$"):
        kernel_with(examples.sum_of, rule=examples.doubled, rool=1, size=2)


@pytest.mark.parametrize("thing", [5, None, len, "sum_of", object()])
def test_only_plain_functions_can_be_compiled(thing: Any) -> None:
    with pytest.raises(BadInput, match="cannot be compiled: a kernel is a plain Python function"):
        kernel_with(thing)


def content(**replaced: Any) -> str:
    name: str = kernel_with(examples.through_helper, rule=examples.doubled, **replaced).__name__
    return name


def test_every_constant_changes_the_code_key(folder: Path) -> None:
    values = [1, 2, 1.0, True, np.int64(1), np.uint8(1), np.array([1]), np.array([1, 1]), np.array([1], np.uint8)]

    assert len({content(SIZE=value) for value in values}) == len(values)
    assert content(SIZE=np.array([5, 6])) == content(SIZE=np.array([5, 6]))


def test_a_kernel_may_replace_a_name(folder: Path) -> None:
    """The key covers what the replacement was made from."""
    made = [
        kernel_with(examples.sum_of, rule=kernel_with(examples.through_helper, rule=rule))
        for rule in (examples.doubled, examples.squared)
    ]

    assert [kernel(3) for kernel in made] == [630, 530]
    assert made[0].__name__ != made[1].__name__


def test_no_two_rules_of_the_rulebook_share_code() -> None:
    """Rules compiled into the same kernel have different names; the same rule has the same name."""
    rules = {wager.rule for each in all_games() if each.letter.number for wager in each.wagers}
    named = {kernels.kernel_with(examples.sum_of, rule=rule).__name__: rule for rule in rules}

    assert len(named) == len(rules) > 10


def test_changed_code_has_another_key() -> None:
    """A comparison, a constant or the order of two operands changes the key."""
    sources = ["n + 1", "n + 2", "n - 1", "1 + n", "n if n > 1 else 0", "n if n >= 1 else 0", "n in (1, 2)"]
    made = []
    for source in sources:
        seen: dict[str, Any] = {}
        exec(f"def changed(n):\n    return {source}", seen)  # noqa: S102
        made.append(kernel_with(examples.sum_of, rule=seen["changed"]))

    assert len({kernel.__name__ for kernel in made}) == len(sources)


def test_code_that_depends_on_something_unknown_is_compiled_but_not_cached(folder: Path) -> None:
    unknown = {"a": 1}
    seen: dict[str, Any] = {"unknown": unknown}
    exec("def odd(n):\n    if n < 0:\n        return unknown\n    return n", seen)  # noqa: S102
    kernel: Any = kernel_with(examples.sum_of, rule=seen["odd"])

    assert kernel.stats.cache_path is None
    assert not (folder / "code").exists()


@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_compiled_house_way_is_cached(way: str, folder: Path) -> None:
    """The functions that compile slowest use only names that the cache can identify."""
    kernel: Any = kernel_with(HOUSE_WAYS[way].split)

    assert kernel.stats.cache_path is not None


def test_code_with_a_function_argument_is_not_cached(folder: Path) -> None:
    """Its machine code contains that function, whose name does not identify it."""
    kernel = kernel_with(examples.given)

    assert [kernel(kernel_with(rule), 5) for rule in (examples.doubled, examples.squared)] == [10, 25]
    assert [path for path in folder.rglob("*.nb?") if "given" in path.name] == []


@pytest.mark.parametrize("damage", [b"", b"garbage", None])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_cache_files_are_compiled_again(damage: bytes | None, kind: str, folder: Path) -> None:
    examples.KERNELS["doubled"]()(5)
    (path,) = (path for path in folder.rglob(f"*.{kind}") if "sum_of" in path.name)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    for compiled in (1, 0):
        kernels._KERNELS.clear()
        again = examples.KERNELS["doubled"]()
        assert again(5) == 20
        assert sum(again.stats.cache_misses.values()) == compiled


def test_unwritable_code_cache_costs_time_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "file"))

    assert examples.KERNELS["squared"]()(5) == 30


def test_rules_of_the_rulebook_answer_the_same_compiled_and_cached(folder: Path) -> None:
    wager = game("match-n-poker").wager("match-n-poker")
    kernel = kernel_with(wager.rule)
    for cards in ([0, 4, 8], [0, 1, 2], [51, 47, 43], [5, 5, 5]):
        assert kernel((cards[0], cards[1]), (cards[2],), 0) == wager.rule((cards[0], cards[1]), (cards[2],), 0)
    assert list(folder.rglob("*.nbc"))
