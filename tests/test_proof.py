"""``make proof`` runs every slow test in one of its parts, and records how each part went."""

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
    marks = ("mark." + "slow", "sampled" + "(")
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


def test_the_summary_says_what_failed(proof: Any) -> None:
    good = proof.Result("store", 5, 0, 1, 61.2, ended=True)
    bad = proof.Result("web", 4, 1, 0, 30, ended=True)
    hung = proof.Result("table", 0, 0, 0, 10_800, ended=False)
    none = proof.Result("room", 0, 0, 3, 1, ended=True)

    assert [result.good for result in (good, bad, hung, none)] == [True, False, False, False]
    text = proof.summary([good, bad, hung], whole=True)
    assert text.startswith("All parts FAILED on 2")
    assert "| store | 5 passed, 0 failed, 1 skipped | 1 min 1 s |" in text
    assert "| table | did not come to an end | 180 min 0 s |" in text
    assert proof.summary([good], whole=False).startswith("Some parts passed on 2")
