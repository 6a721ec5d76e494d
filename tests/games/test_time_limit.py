"""The time limit for code of a game from outside."""

import subprocess
import sys

import pytest

from pitbook.games.time_limit import TookTooLong, time_limit


def endless() -> None:
    while True:
        pass


def test_a_loop_without_an_end_is_interrupted() -> None:
    with pytest.raises(TookTooLong, match="a loop may never end"), time_limit(0.05):
        endless()


def test_code_that_catches_everything_is_interrupted_again() -> None:
    caught: list[BaseException] = []

    def stubborn() -> None:
        try:
            endless()
        except BaseException as error:  # noqa: BLE001 (what a game from outside may do)
            caught.append(error)
        endless()

    with pytest.raises(TookTooLong), time_limit(0.05):
        stubborn()
    assert [type(error) for error in caught] == [TookTooLong]


def test_quick_code_is_not_interrupted() -> None:
    with time_limit(60):
        done = sum(range(1000))
    assert done == 499_500


@pytest.mark.parametrize("work", ["pass", "time.sleep(0.02)"], ids=["in time", "too late"])
def test_a_debugger_can_trace_functions_afterwards(work: str) -> None:
    """An interruption that is neither raised nor cleared makes CPython 3.11 enter a traced function without an end."""
    program = f"""
import sys, time
from contextlib import suppress
from pitbook.games.time_limit import TookTooLong, time_limit
for _ in range(20):
    with suppress(TookTooLong), time_limit(0.02):
        {work}
called = []
sys.settrace(lambda frame, event, argument: called.append(event))
(lambda: None)()
sys.settrace(None)
assert called == ["call"], called
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=20)
