"""Where the quick work of tables is done: a press, a look, whose session it is.

Python lets one thread run at a time. Many that are ready at once only take turns, and each turn costs; so few do what
takes a moment, and everybody else's pages, reports and proofs are done by threads of their own. Whoever has a turn
gives it up soon: a press goes through several threads, and waits for a turn in each.
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
"""How long a thread goes on while others wait; Python's own 5 ms are for programs that nobody waits for."""


def set_switch_interval() -> None:
    """In this process, from now on."""
    sys.setswitchinterval(TURN_SECONDS)


async def in_short_task_thread(work: Callable[[*Ts], T], *said: *Ts) -> T:
    """Does a moment's work in one of the few threads."""
    return await asyncio.get_running_loop().run_in_executor(_pool(), work, *said)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "pitbook quick")
