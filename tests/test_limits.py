"""A test that hangs or crashes its process fails, and the run continues to its end."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

from tests import limits

ROOT = Path(__file__).resolve().parent.parent

BAD_TESTS = {
    "waits": "lock = threading.Lock()\n    lock.acquire()\n    lock.acquire()",
    "crashes": "os._exit(3)",
    # C code that never checks for a signal.
    "computes": "sum(itertools.repeat(1, 10**13))",
}


def test_a_test_that_hangs_or_crashes_fails_and_the_run_ends(tmp_path: Path) -> None:
    """Three bad tests in three files, two processes: each fails once, and the tests around them pass."""
    for name, body in BAD_TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(
            f"import itertools, os, threading\n\n"
            f"def test_before():\n    pass\n\ndef test_{name}():\n    {body}\n\ndef test_after():\n    pass\n"
        )
    (tmp_path / "conftest.py").write_text("from tests import limits\n\nlimits.GRACE = 1.0\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    plugins = ("xdist.plugin", "pytest_timeout", "tests.limits", "tests.file_scheduler", "no:cacheprovider")
    words = ["-n", "2", "--dist", "loadfile", "--timeout", "1", "--slowest-files", "2", "-v"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *(f"-p{plugin}" for plugin in plugins), *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )

    said = done.stdout + done.stderr
    assert done.returncode == 1, said
    assert re.search(r"= 3 failed, 6 passed\b", said), said
    assert "FAILED test_waits.py::test_waits - Failed: Timeout (>1.0s)" in said
    assert "lock.acquire()" in said
    for name in ("crashes", "computes"):
        assert re.search(rf"worker 'gw\d' crashed while running 'test_{name}.py::test_{name}'", said), said
    assert re.search(r"Timeout \(0:00:02\)!\nThread 0x.*", said), said
    assert re.search(r'File ".*test_computes.py", line 7 in test_computes', said)
    assert re.search(r"= slowest 2 files =+\n +\d+\.\d s  test_\w+\.py\n +\d+\.\d s  test_\w+\.py\n", said), said


def test_a_run_that_takes_too_long_is_ended_with_all_stacks(tmp_path: Path) -> None:
    """``scripts/limit`` ends the command and its children, and exits with 124."""
    (tmp_path / "stuck.py").write_text(
        dedent("""
        import threading
        from tests import limits

        limits.pytest_configure()
        print("stuck", flush=True)
        threading.Event().wait()
        """)
    )
    begun = time.monotonic()
    done = subprocess.run(
        [ROOT / "scripts" / "limit", "8", "sh", "-c", f"trap '' USR1; {sys.executable} stuck.py; sleep 600"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert time.monotonic() - begun < 30
    assert (done.returncode, done.stdout) == (124, "stuck\n")
    assert done.stderr.startswith("pitbook: not done after 8 s, ended: sh -c ")
    assert re.search(r'File ".*stuck.py", line 7 in <module>', done.stderr)


@pytest.mark.parametrize(("command", "code"), [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)])
def test_a_run_within_its_limit_ends_as_its_command_does(command: str, code: int) -> None:
    done = subprocess.run([ROOT / "scripts" / "limit", "60", "sh", "-c", command], check=False)

    assert done.returncode == code


@pytest.mark.slow
def test_a_slow_test_has_a_larger_limit(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("timeout")

    assert marker.args == (limits.SLOW,)


def test_every_other_test_has_the_limit_of_the_settings(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) < limits.SLOW
