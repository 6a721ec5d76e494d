"""The exceptions that Pitbook raises for input and requests that it must refuse.

- PitbookError
    - BadInput (also ValueError): the input is wrong; one sentence says what and what is allowed
        - NotApproved: well formed, but outside the letter that approves the game
        - NotFound: there is no such thing
        - Faults: several faults of one file, found in one reading
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LONGEST_QUOTE: Final = 80


class PitbookError(Exception):
    """The base of every error that Pitbook raises on purpose."""


class BadInput(PitbookError, ValueError):
    """The input is wrong. The message is one sentence for the user."""


class NotApproved(BadInput):
    """The input is well formed but lies outside what the letter approves."""


class NotFound(BadInput):
    """The named thing does not exist."""


def quoted(value: object) -> str:
    """A value quoted for an error message: control characters escaped, long values truncated."""
    if isinstance(value, str) and len(value) > _LONGEST_QUOTE:
        return repr(value[:_LONGEST_QUOTE] + "…")
    try:
        text = repr(value)
    except RecursionError:  # tables nested a thousand deep
        return f"this {type(value).__name__}"
    return text if len(text) <= 2 * _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file: its place and one sentence."""

    key: str
    """The dotted key, such as ``table[2].pays.royal_match``."""
    line: int
    """The line, counted from 1; 0 if the file has no such line."""
    message: str

    def __str__(self) -> str:
        where = f"line {self.line}, " if self.line else ""
        return f"{where}{self.key}: {self.message}" if self.key else f"{where}{self.message}"


class Faults(BadInput):
    """Every fault of one file, reported together."""

    def __init__(self, path: str, faults: Sequence[Fault]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{path}: {fault}" for fault in self.faults))
