"""The thread pool for short tasks of tables: a press, a view, looking up a session.

Only one thread holds Python's interpreter lock at a time, and each switch costs. So a small pool does the short tasks,
and pages, reports and proofs run in the framework's own pool, where they cannot delay a press. The switch interval is
short, because a press passes through several threads and waits for the lock in each.
"""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
THREADS: Final = 8
"""Enough for as many presses as share a commit."""
TURN_SECONDS: Final = 0.001
"""How long a thread keeps the interpreter lock while others wait for it; Python's default is 5 ms."""


def set_switch_interval() -> None:
    """Sets it for this process."""
    sys.setswitchinterval(TURN_SECONDS)


async def in_short_task_thread(work: Callable[[*Ts], T], *arguments: *Ts) -> T:
    """Runs a short task in the pool."""
    return await asyncio.get_running_loop().run_in_executor(_pool(), work, *arguments)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "pitbook quick")
