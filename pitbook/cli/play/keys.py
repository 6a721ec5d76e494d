"""Single keys from a terminal, without waiting for a line, with the standard library alone."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, Protocol

NAMED: Final = {
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
"""What keys are called that are no letters; whatever else begins with an escape is no key here."""
END_OF_INPUT: Final = "\x04"


class Keys(Protocol):
    """Where keys come from."""

    def read(self, seconds: float) -> str:
        """The next key by its name; empty where none came in time. EOFError where no key can come any more."""
        ...


def can_read_keys() -> bool:
    """Whether keys can be read one by one: a terminal at both ends that knows how to move its cursor."""
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


def key_of(text: str) -> str:
    """The name of what the terminal sent for one key; empty where it is none."""
    if text == END_OF_INPUT:
        raise EOFError
    name = NAMED.get(text, text)
    return name.lower() if len(name) > 1 or name.isprintable() else ""


if sys.platform == "win32":

    class _WindowsKeys:
        """The keys of a Windows console."""

        ARROWS: Final = {"H": "up", "P": "down", "K": "left", "M": "right", "I": "page up", "Q": "page down"}

        def read(self, seconds: float) -> str:
            import msvcrt
            from time import sleep

            until = monotonic() + seconds
            while not msvcrt.kbhit():
                if monotonic() >= until:
                    return ""
                sleep(0.01)
            first = msvcrt.getwch()
            if first in ("\x00", "\xe0"):
                return self.ARROWS.get(msvcrt.getwch(), "")
            if first == "\x03":
                raise KeyboardInterrupt
            return key_of(END_OF_INPUT if first == "\x1a" else first)

    @contextmanager
    def single_keys() -> Iterator[Keys]:
        """Keys as they are pressed."""
        yield _WindowsKeys()

else:

    class _TerminalKeys:
        """The keys of a terminal in its one-key mode."""

        def __init__(self, descriptor: int) -> None:
            self.descriptor = descriptor
            self._read = ""

        def read(self, seconds: float) -> str:
            if not self._read:
                self._read = self._more(seconds)
            if not self._read:
                return ""
            if self._read == "\x1b":
                self._read += self._more(0.03)  # the rest of an arrow key follows at once
            length = self._length()
            key, self._read = self._read[:length], self._read[length:]
            return key_of(key) if len(key) == 1 or key in NAMED else ""

        def _length(self) -> int:
            """How many characters the first key takes."""
            if not self._read.startswith(("\x1b[", "\x1bO")):
                return 1
            for place in range(2, len(self._read)):
                if "@" <= self._read[place] <= "~":
                    return place + 1
            return len(self._read)

        def _more(self, seconds: float) -> str:
            import select

            if not select.select([self.descriptor], [], [], seconds)[0]:
                return ""
            found = os.read(self.descriptor, 1024)
            if not found:
                raise EOFError
            return found.decode("utf-8", "replace")

    @contextmanager
    def single_keys() -> Iterator[Keys]:
        """Keys as they are pressed; the terminal is left as it was found."""
        import termios
        import tty

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor)
            mode = termios.tcgetattr(descriptor)
            mode[6][termios.VSUSP] = b"\x00"  # a table that is put to sleep would leave its screen behind
            termios.tcsetattr(descriptor, termios.TCSANOW, mode)
            yield _TerminalKeys(descriptor)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
