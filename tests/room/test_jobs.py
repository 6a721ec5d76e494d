"""The job runner: one job for a key, in order of need, within limits; workers that die or hang are replaced."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children
from threading import Event
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.room.jobs import Job, JobRunner, Lane, QueueFull, WorkerDied, report

SOON = 60.0
"""Seconds within which a worker has surely started, on a busy machine too."""


def square(number: int) -> int:
    return number**2


def refuse() -> None:
    raise BadInput("there is no such thing")


def die() -> None:
    os._exit(1)


def raise_fault() -> None:
    raise ZeroDivisionError


def sleep_forever() -> None:
    time.sleep(3600)


def report_and_sleep() -> None:
    report(1, 4)
    time.sleep(3600)


def allocate(size: int) -> int:
    return len(bytearray(size))


def until(true: Callable[[], Any]) -> None:
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def runner() -> Iterator[JobRunner]:
    """A lane of one process with a queue of two."""
    made = JobRunner({"": Lane(waiting=2, memory=2 << 30)}, kept=100)
    yield made
    made.close()
    assert not active_children()


class Held:
    """A lane of one thread that is held up until :meth:`go`."""

    def __init__(self, waiting: int = 20, kept: int = 100, retry_after: float = 1e9) -> None:
        self.runner = JobRunner({"": Lane(threads=True, waiting=waiting)}, kept, retry_after)
        self.done: list[int] = []
        self._goes_on = Event()
        self.runner.ask("", "first", self._goes_on.wait, SOON)
        until(lambda: self.runner.find("first").running)  # type: ignore[union-attr]

    def ask(self, number: int, *, ahead: bool = False) -> Job[None]:
        return self.runner.ask("", number, self.done.append, number, ahead=ahead)

    def go(self) -> None:
        self._goes_on.set()
        until(lambda: not self.runner.waiting())


def test_equal_keys_are_one_job(runner: JobRunner) -> None:
    first = runner.ask("", "a", square, 12)
    assert runner.ask("", "a", square, 13) is first
    assert first.wait(SOON)
    assert first.result() == 144
    assert runner.find("a") is first


def test_jobs_of_visitors_come_first() -> None:
    held = Held()
    for number in range(3):
        held.ask(number, ahead=True)
    held.ask(2)  # a visitor asks for it now
    held.ask(7)
    held.go()
    assert held.done == [2, 7, 0, 1]


def test_a_full_queue_refuses_new_jobs_and_not_known_ones() -> None:
    held = Held(waiting=2)
    for number in range(10, 15):
        held.ask(number, ahead=True)  # jobs ahead of time do not count toward the limit
    first = held.ask(1)
    held.ask(2)
    with pytest.raises(QueueFull, match="2 others are waiting for a computation already: try again in a few seconds"):
        held.ask(3)
    assert held.ask(1) is first
    held.ask(10)  # it waits already and keeps its place
    held.go()
    assert held.done == [1, 2, 10, 11, 12, 13, 14]


def test_the_results_asked_for_last_are_kept() -> None:
    held = Held(kept=2)
    held.go()
    for number in (1, 2, 1, 3, 1, 2):
        assert held.ask(number).wait(SOON)
    assert held.done == [1, 2, 3, 2]


def test_a_failed_job_is_repeated_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = JobRunner({"": Lane(threads=True)}, kept=2, retry_after=0)
    for _ in range(2):
        job: Job[Any] = runner.ask("", "a", refuse)
        assert job.wait(SOON)
        with pytest.raises(BadInput, match="no such thing"):
            job.result()
    assert runner.ask("", "a", square, 3).wait(SOON)
    keeping = JobRunner({"": Lane(threads=True)}, kept=2, retry_after=60)
    failed: Job[Any] = keeping.ask("", "a", refuse)
    assert failed.wait(SOON)
    assert keeping.ask("", "a", square, 3) is failed


def test_a_refusal_in_a_worker_is_raised_here(runner: JobRunner) -> None:
    job: Job[Any] = runner.ask("", "a", refuse)
    assert job.wait(SOON)
    with pytest.raises(BadInput, match="there is no such thing"):
        job.result()


@pytest.mark.parametrize("work", [die, raise_fault])
def test_a_worker_that_dies_fails_only_its_own_job(runner: JobRunner, work: Callable[[], None]) -> None:
    dead, other = runner.ask("", "dead", work), runner.ask("", "other", square, 4)
    assert other.wait(SOON)
    assert other.result() == 16
    with pytest.raises(WorkerDied, match="the calculation failed"):
        dead.result()


def test_a_job_that_takes_too_long_is_stopped_and_the_next_one_is_done(runner: JobRunner) -> None:
    assert runner.ask("", "start", square, 1).wait(SOON)
    endless, other = runner.ask("", "endless", sleep_forever, seconds=0.1), runner.ask("", "other", square, 4)
    assert other.wait(SOON)
    assert other.result() == 16
    with pytest.raises(WorkerDied, match="more than 0 seconds or too much memory"):
        endless.result()


def test_a_worker_has_a_memory_limit(runner: JobRunner) -> None:
    job = runner.ask("", "large", allocate, 4 << 30)
    assert job.wait(SOON)
    with pytest.raises(BadInput, match="more memory"):
        job.result()
    assert runner.ask("", "small", allocate, 10).wait(SOON)


def test_jobs_are_cancelled_in_the_queue_and_at_work(runner: JobRunner) -> None:
    running, waiting = runner.ask("", "running", sleep_forever), runner.ask("", "waiting", sleep_forever)
    until(lambda: running.running)
    waiting.cancel()
    assert waiting.failed
    running.cancel()
    assert running.wait(SOON)
    assert running.failed
    assert runner.ask("", "next", square, 5).wait(SOON)


def test_a_job_reports_its_progress(runner: JobRunner) -> None:
    job = runner.ask("", "a", report_and_sleep)
    until(lambda: job.progress is not None)
    assert job.progress == 0.25
    report(1, 2)  # outside a worker nothing happens


def test_an_idle_worker_ends_and_another_one_follows() -> None:
    runner = JobRunner({"": Lane(idle_seconds=0.05, nice=3)}, kept=10)
    first = runner.ask("", "first", os.nice, 0)
    assert first.wait(SOON)
    assert first.result() == os.nice(0) + 3
    until(lambda: not active_children())
    assert runner.ask("", "second", square, 2).wait(SOON)
    runner.close()


SERVER = """
import sys
from pitbook.room.jobs import JobRunner, Lane
from tests.room.test_jobs import sleep_forever
import os

if __name__ == "__main__":
    runner = JobRunner({"": Lane()}, 10)
    started = runner.ask("", "pid", os.getpid)
    started.wait(60)
    runner.ask("", "endless", sleep_forever)
    print(started.result(), flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, None])
def test_workers_end_with_the_server_even_in_the_middle_of_a_job(tmp_path: Any, how: int | None) -> None:
    """Killed, or ended without closing its runner."""
    (file := tmp_path / "server.py").write_text(SERVER, "utf-8")
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        worker = int(server.stdout.readline())
        assert is_alive(worker)
        if how is not None:
            server.send_signal(how)
        server.stdin.close()
        until(lambda: not is_alive(worker))


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
