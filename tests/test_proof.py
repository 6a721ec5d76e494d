"""``make proof`` runs every slow test in one of its parts, and records the result of each part."""

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from tests.scheduling import SQLITE_FIRST

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def proof() -> Any:
    loader = SourceFileLoader("proof", str(ROOT / "scripts" / "proof"))
    spec = spec_from_loader("proof", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_slow_test_is_in_one_part(proof: Any) -> None:
    parts = proof.parts()
    files = [str(file) for part in parts.values() for file in part]

    assert sorted(files) == sorted(set(files))
    marks = ("mark." + "slow", "tests." + "every_game")
    marked = [path for path in ROOT.glob("tests/**/test_*.py") if any(each in path.read_text() for each in marks)]
    assert sorted(files) == sorted({*SQLITE_FIRST, *(str(path.relative_to(ROOT)) for path in marked)})
    assert "tests/store/test_crash.py" in map(str, parts["store"])
    assert "tests/test_limits.py" in map(str, parts["top"])


def test_an_unknown_part_is_refused_with_the_names_of_all() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "proof"), "store", "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pitbook: there is no part 'nonsense': the parts are browser, cli, ")


def test_a_missing_program_is_reported_before_anything_runs(proof: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof.shutil, "which", lambda program, path: None)

    assert proof.missing_packages(["table", "web"]) == ["caddy", "dieharder", "nginx", "prometheus"]
    assert proof.missing_packages(["store"]) == []
    assert proof.main(["table"]) == 2


def test_the_record_has_the_last_result_of_each_part(proof: Any) -> None:
    good = proof.Result("store", 5, 0, 1, 61.2, ended=True)
    bad = proof.Result("web", 4, 1, 0, 30, ended=True)
    hung = proof.Result("table", 0, 0, 0, 10_800, ended=False)
    none = proof.Result("room", 0, 0, 3, 1, ended=True)

    assert [result.good for result in (good, bad, hung, none)] == [True, False, False, False]
    assert proof.row(good, "0123abc").startswith("| store | 5 passed, 0 failed, 1 skipped | 1 min 1 s | 2")
    assert "| did not come to an end | 180 min 0 s | 2" in proof.row(hung, "0123abc")
    head = "| part | result | time | date | commit |\n|---|---|---|---|---|\n"
    empty = f"before\n{proof.BEGIN}\n{head}{proof.END}\nafter\n"
    first = proof.recorded(empty, {"web": "| web | bad |", "store": "| store | good |"})
    assert first == f"before\n{proof.BEGIN}\n{head}| store | good |\n| web | bad |\n{proof.END}\nafter\n"
    second = proof.recorded(first, {"web": "| web | good |"})
    assert second == first.replace("bad", "good")
    assert proof.recorded(proof.RECORD.read_text(), {}) == proof.RECORD.read_text()


def test_every_recorded_part_exists(proof: Any) -> None:
    table = proof.RECORD.read_text().split(proof.BEGIN)[1].split(proof.END)[0].strip().splitlines()
    assert {line.split(" | ")[0].removeprefix("| ") for line in table[2:]} <= set(proof.parts())
