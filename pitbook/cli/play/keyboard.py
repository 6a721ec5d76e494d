"""Single keys from a terminal, without waiting for Enter, with the standard library alone."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

KEY_NAMES: Final = {
    "\r": "enter",
    "\n": "enter",
    "\t": "down",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x1b": "escape",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1b[Z": "up",
    "\x1b[3~": "backspace",
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
    "+": "right",
    "=": "right",
    "-": "left",
}
"""Names of keys by what a terminal sends. Other escape sequences are ignored."""
END_OF_INPUT: Final = "\x04"


class Keyboard:
    """The keys of a terminal in its one-key mode; see :func:`open_keyboard`."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._unread = ""

    def read(self, seconds: float) -> str:
        """The name of the next key, or "" if none was pressed in time; EOFError at the end of the input."""
        if not self._unread:
            self._unread = _characters(self.descriptor, seconds)
        if not self._unread:
            return ""
        if self._unread == "\x1b":
            self._unread += _characters(self.descriptor, 0.03)  # the rest of an arrow key follows at once
        length = self._length()
        key, self._unread = self._unread[:length], self._unread[length:]
        return _name(key) if len(key) == 1 or key in KEY_NAMES else ""

    def _length(self) -> int:
        """The number of characters of the first key."""
        if not self._unread.startswith(("\x1b[", "\x1bO")):
            return 1
        for place in range(2, len(self._unread)):
            if "@" <= self._unread[place] <= "~":
                return place + 1
        return len(self._unread)


def _name(key: str) -> str:
    if key == END_OF_INPUT:
        raise EOFError
    name = KEY_NAMES.get(key, key)
    return name.lower() if len(name) > 1 or name.isprintable() else ""


def can_read_keys() -> bool:
    """Whether single keys can be read: both ends are a terminal that can move its cursor."""
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        return False
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        return False
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: F401
        else:
            import termios  # noqa: F401
    except ImportError:
        return False
    return True


if sys.platform == "win32":
    _ARROWS: Final = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "I": "\x1b[5~", "Q": "\x1b[6~"}

    def _characters(descriptor: int, seconds: float) -> str:
        """The characters of one key of a Windows console; arrows are those that other terminals send."""
        import msvcrt
        from time import monotonic, sleep

        until = monotonic() + seconds
        while not msvcrt.kbhit():
            if monotonic() >= until:
                return ""
            sleep(0.01)
        first = msvcrt.getwch()
        if first in ("\x00", "\xe0"):
            return _ARROWS.get(msvcrt.getwch(), "")
        if first == "\x03":
            raise KeyboardInterrupt
        return END_OF_INPUT if first == "\x1a" else first

    @contextmanager
    def open_keyboard() -> Iterator[Keyboard]:
        """Keys as they are pressed."""
        yield Keyboard(0)

else:

    def _characters(descriptor: int, seconds: float) -> str:
        """The characters that the terminal has sent, or "" if it sends none in time."""
        import select

        if not select.select([descriptor], [], [], seconds)[0]:
            return ""
        found = os.read(descriptor, 1024)
        if not found:
            raise EOFError
        return found.decode("utf-8", "replace")

    @contextmanager
    def open_keyboard() -> Iterator[Keyboard]:
        """Keys as they are pressed; restores the terminal's mode afterwards."""
        import termios
        import tty

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor)
            mode = termios.tcgetattr(descriptor)
            mode[6][termios.VSUSP] = b"\x00"  # Ctrl-Z would leave the alternate screen behind
            termios.tcsetattr(descriptor, termios.TCSANOW, mode)
            yield Keyboard(descriptor)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
