"""Where the quick work of tables is done: a press, a look, whose session it is.

Python lets one thread run at a time. Many that are ready at once only take turns, and each turn costs; so few do what
takes a moment, and everybody else's pages, reports and proofs are done by threads of their own.
"""

from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
THREADS: Final = 6
"""Enough for as many presses as share a commit."""
_limiter: RunVar[CapacityLimiter] = RunVar("quick work")


async def quickly(work: Callable[[*Ts], T], *said: *Ts) -> T:
    """Does a moment's work in one of the few threads."""
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(THREADS)
        _limiter.set(limiter)
    return await to_thread.run_sync(work, *said, limiter=limiter)
