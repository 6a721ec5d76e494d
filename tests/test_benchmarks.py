"""The benchmarks run: the cheap ones are run here, so that none breaks unnoticed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import show_table
from benchmarks.line import HEADINGS, Line, show
from benchmarks.measure import SHORT, run

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_the_short_run_keeps_its_promises() -> None:
    """Re-pricing in under a millisecond and thousands of tables a second hold on any machine."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--short", "--json"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = json.loads(done.stdout)

    assert done.returncode == 0, done.stdout
    assert len(lines) >= 2 + len(SHORT)
    for line in lines:
        assert line["what"]
        assert line["measured"] > 0
        assert line["ok"] is True
    promised = {line["what"]: line for line in lines if line["promised"]}
    assert any(line["promised"] == 0.001 for line in promised.values())
    assert any(line["unit"] == "/s" for line in promised.values())


def test_the_table_has_a_row_for_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_table([Line("one changed pay", 0.0005, "s", 0.001), Line("designs", 9_000.0, "/s")])

    shown = capsys.readouterr().out
    assert all(heading in shown for heading in HEADINGS)
    assert "one changed pay" in shown
    assert "under 1 ms" in shown


def test_a_broken_promise_is_reported() -> None:
    kept, broken = Line("a", 1.0, "s", 2.0, False, "b", 4.0), Line("a", 3.0, "s", 2.0)
    few, many = Line("a", 10.0, "/s", 20.0, True, "b", 5.0), Line("a", 30.0, "/s", 20.0, True)

    assert (kept.ok, broken.ok, few.ok, many.ok) == (True, False, False, True)
    assert kept.cells() == ["a", "1 s", "", "under 2 s", "b: 4 s", "4.0x better", "ok"]
    assert broken.cells()[-1] == "NOT MET"
    assert few.ratio == 2.0
    assert Line("a", 1.0, "s").ok
    assert Line("a", 6.0, "s", peer="b", peer_measured=2.0).cells()[-2:] == ["3.0x the cost", ""]
    assert [show(0.25, "s"), show(2e-6, "s"), show(47.2, "MB"), show(5.0, "x")] == ["250 ms", "2 µs", "47 MB", "5.0x"]


def test_memory_and_time_of_a_process_are_measured() -> None:
    ran = run("pitbook", "--version")

    assert ran.output.startswith("pitbook")
    assert 0 < ran.cpu < ran.seconds + 0.5
    assert 5 < ran.megabytes < 500
    with pytest.raises(RuntimeError, match="ended with 2"):
        run("pitbook", "nothing")


@pytest.mark.slow
def test_a_small_property_is_loaded_without_an_error() -> None:
    """Two tables and five displays for a few seconds, on the real server; speed is not checked here."""
    few = ["--store", "sqlite", "--tables", "2", "--displays", "5", "--speed", "40", "--minutes", "0.1", "--warm", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", *few, "--json"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    (found,) = json.loads(done.stdout)

    assert found["errors"] == 0, done.stderr
    assert found["acts"] > 10
    assert found["display_steps"] > 0
    assert found["memory_before"] > 50
