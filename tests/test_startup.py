"""The command starts fast: only commands that need a slow library load it."""

import os
import re
import subprocess
import sys

import pytest

HEAVY = {"numpy", "numba", "rich", "fastapi", "sqlalchemy", "pydantic", "typst", "xlsxwriter"}
LIMIT = 0.3
"""Seconds of processor time, which other programs on the machine hardly change."""


def test_help_loads_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "pitbook", "--help"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    loaded = set(re.findall(r"^import time: .*\| +(\w+)", done.stderr, re.MULTILINE))

    assert "Usage" in done.stdout
    assert {"click", "pitbook"} <= loaded
    assert loaded & HEAVY == set()


def test_starts_quickly() -> None:
    seconds: list[float] = []
    while len(seconds) < 10 and min(seconds, default=LIMIT) >= LIMIT:  # one run below the limit is enough
        before = os.times()
        subprocess.run([sys.executable, "-m", "pitbook", "--version"], check=True, capture_output=True)
        after = os.times()
        used = (after.children_user - before.children_user) + (after.children_system - before.children_system)
        seconds.append(used)

    assert min(seconds) < LIMIT


@pytest.mark.parametrize("game", ["three-card-poker", "ultimate-texas-holdem", "mississippi-stud"])
def test_a_stored_solution_is_printed_without_loading_the_solver(game: str) -> None:
    """The whole command within 0.4 s of processor time."""
    code = "import sys, time; from pitbook.cli import main\nsys.argv = ['pitbook', 'solve', {!r}, '--json']\n"
    code += "try:\n    main()\nfinally:\n"
    code += "    print(time.process_time(), {{'numpy', 'numba'}} & set(sys.modules), file=sys.stderr)"
    seconds = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", code.format(game)], check=True, capture_output=True, text=True)
        spent, _, heavy = done.stderr.strip().partition(" ")
        assert heavy == "set()"
        seconds.append(float(spent))

    assert min(seconds) < 0.4
