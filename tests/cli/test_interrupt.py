"""A long count stopped with Ctrl-C from the command line, and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.exact.pai_gow_known import FOXWOODS

pytestmark = pytest.mark.slow

COMMAND = (sys.executable, "-m", "pitbook", "par", "ez-pai-gow", "base", "--json")
KEPT = "pitbook: interrupted; what is counted is kept: the same command goes on from there"


def noted(cache: Path) -> list[str]:
    """What is finished, a line for each part."""
    return [line for path in (cache / "pai-gow").glob("*.part") for line in path.read_text("utf-8").splitlines()]


def interrupt_after(parts: int, cache: Path) -> subprocess.CompletedProcess[str]:
    """Starts the count and presses Ctrl-C once so many parts are finished."""
    place = os.environ | {"PITBOOK_CACHE": str(cache)}
    running = subprocess.Popen(COMMAND, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 300
        while len(noted(cache)) < parts and running.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    return subprocess.CompletedProcess(COMMAND, running.returncode, out, err)


def test_a_count_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    """Twice interrupted, nothing that was finished is counted again, and the result is the same to the last integer."""
    done: list[str] = []
    for parts in (3, 20):
        stopped = interrupt_after(parts, tmp_path)
        assert (stopped.returncode, stopped.stdout) == (130, "")
        assert stopped.stderr.splitlines()[0] == KEPT
        kept = noted(tmp_path)
        assert len(kept) >= parts
        assert kept[: len(done)] == done
        done = kept

    ended = subprocess.run(
        COMMAND, env=os.environ | {"PITBOOK_CACHE": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    counts = json.loads(ended.stdout)["counts"]
    assert (counts["win"], counts["lose"]) == (FOXWOODS.win, FOXWOODS.lose)
    assert noted(tmp_path) == []
