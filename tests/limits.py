"""A pytest plugin with time limits: every test ends, and so does a run whose worker process hangs or crashes.

pytest-timeout stops a test after its limit (``timeout`` in ``pyproject.toml``): a signal raises in the main thread, the
report shows the stack of every thread, and that test fails. A test that does not return to Python, such as one inside
compiled code, cannot be stopped by a signal. ``GRACE`` seconds later its process writes all stacks to the error stream
and ends; pytest-xdist then fails the test and starts another process. ``scripts/check`` limits the whole run.
"""

import faulthandler
import os
import signal
from collections import defaultdict
from collections.abc import Generator, Iterable
from typing import Any, Final

import pytest

SLOW: Final = 3600.0
"""Seconds for a test marked ``slow`` that does not carry a limit of its own."""
GRACE: Final = 60.0
"""Seconds from the limit of a test until its process is ended."""

_error_stream = -1


def pytest_configure() -> None:
    """Makes SIGUSR1 write the stacks of all threads: ``scripts/limit`` sends it before it ends a run."""
    global _error_stream  # a copy of it: tests run while the original is captured
    if _error_stream < 0:
        _error_stream = os.dup(2)
        if hasattr(signal, "SIGUSR1"):
            faulthandler.register(signal.SIGUSR1, _error_stream, all_threads=True)


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW))


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(settings: Any) -> Generator[None, object, object]:
    faulthandler.dump_traceback_later(settings.timeout + GRACE, exit=True, file=_error_stream)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_timeout_cancel_timer() -> Generator[None, object, object]:
    faulthandler.cancel_dump_traceback_later()
    return (yield)


def pytest_enter_pdb() -> None:
    faulthandler.cancel_dump_traceback_later()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slowest-files", type=int, default=0, metavar="N", help="list the N files that took longest")


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    count = config.getoption("slowest_files")
    if count:
        terminalreporter.section(f"slowest {count} files")
        for file, seconds in slowest_files(report for kind in terminalreporter.stats.values() for report in kind)[
            :count
        ]:
            terminalreporter.line(f"{seconds:8.1f} s  {file}")


def slowest_files(reports: Iterable[object]) -> list[tuple[str, float]]:
    """Files by the time that their tests took, set-up and teardown included; the slowest first."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid.split("::", 1)[0]] += report.duration
    return sorted(seconds.items(), key=lambda each: -each[1])
