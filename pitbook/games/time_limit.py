"""A time limit for the Python code of a game from outside, so that a loop without an end does not hang a command."""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

AGAIN_SECONDS: Final = 1.0
"""Code that catches everything is interrupted again after this time."""


class TookTooLong(BaseException):
    """Raised at the line that runs when the time is up. It is no ``Exception``, so that ordinary handlers let it
    pass."""

    def __str__(self) -> str:
        return "it exceeded its time limit: a loop may never end"


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts Python code of this thread that takes longer. A call into compiled code is interrupted at its end."""
    thread, ended, sent, lock = threading.get_ident(), threading.Event(), threading.Event(), threading.Lock()

    def watch() -> None:
        wait = seconds
        while not ended.wait(wait):
            with lock:
                if not ended.is_set():
                    sent.set()
                    _raise_in(thread)
            wait = AGAIN_SECONDS

    watcher = threading.Thread(target=watch, name="time limit", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        while not ended.is_set() or sent.is_set():
            try:
                with lock:
                    ended.set()
                if sent.is_set():
                    # One may not have been raised yet. To take it back would leave the interpreter's signal set, with
                    # which a traced function never begins (CPython 3.11): this one replaces it and is raised here.
                    sent.clear()
                    _raise_in(thread)
                    while True:
                        pass
            except TookTooLong:
                pass


def _raise_in(thread: int) -> None:
    """Makes a thread raise :class:`TookTooLong` at its next instruction, once."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TookTooLong))
