"""A long count is interrupted with Ctrl-C on the command line and resumed."""

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
KEPT = "pitbook: interrupted; progress is saved: the same command resumes from there"


def finished_parts(cache: Path) -> list[str]:
    """The finished parts, one line each."""
    return [line for path in (cache / "pai-gow").glob("*.part") for line in path.read_text("utf-8").splitlines()]


def interrupt_after(parts: int, cache: Path) -> subprocess.CompletedProcess[str]:
    """Starts the count and presses Ctrl-C once ``parts`` parts are finished."""
    place = os.environ | {"PITBOOK_CACHE": str(cache)}
    running = subprocess.Popen(COMMAND, env=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 300
        while len(finished_parts(cache)) < parts and running.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    return subprocess.CompletedProcess(COMMAND, running.returncode, out, err)


def test_interrupted_count_resumes(tmp_path: Path) -> None:
    """After two interruptions no finished part is counted again, and the result is identical."""
    done: list[str] = []
    for parts in (3, 20):
        stopped = interrupt_after(parts, tmp_path)
        assert (stopped.returncode, stopped.stdout) == (130, "")
        assert stopped.stderr.splitlines()[0] == KEPT
        kept = finished_parts(tmp_path)
        assert len(kept) >= parts
        assert kept[: len(done)] == done
        done = kept

    ended = subprocess.run(
        COMMAND, env=os.environ | {"PITBOOK_CACHE": str(tmp_path)}, capture_output=True, text=True, check=True
    )
    counts = json.loads(ended.stdout)["counts"]
    assert (counts["win"], counts["lose"]) == (FOXWOODS.win, FOXWOODS.lose)
    assert finished_parts(tmp_path) == []
