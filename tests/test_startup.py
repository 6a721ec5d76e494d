"""The command answers at once: what is slow to load is loaded only by the command that needs it."""

import os
import re
import subprocess
import sys

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
    while len(seconds) < 10 and min(seconds, default=LIMIT) >= LIMIT:  # one below the limit settles it
        before = os.times()
        subprocess.run([sys.executable, "-m", "pitbook", "--version"], check=True, capture_output=True)
        after = os.times()
        used = (after.children_user - before.children_user) + (after.children_system - before.children_system)
        seconds.append(used)

    assert min(seconds) < LIMIT
