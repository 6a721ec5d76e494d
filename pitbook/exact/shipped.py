"""Results that come with the package: entries of the cache that would take long to compute, each under its key.

The folder ``pitbook/results`` has files of lines. A line is one entry as JSON: its key, its folder of the cache, what
computed it (names of functions), its inputs and its value. A line is used only while its key is the one that is asked
for, so an entry that a change of code has made stale is never used; ``make results`` computes such entries again.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

RESULTS: Final = Path(__file__).parents[1] / "results"
SUFFIX: Final = ".jsonl"
_KEY_AT: Final = slice(len('{"key": "'), len('{"key": "') + 64)
"""Where the key is in a line: the other lines need not be parsed."""

_state = {"used": True, "strict": False}
found: set[str] = set()
"""The keys of the entries that this process was given."""


class NotStored(Exception):
    """An entry would have to be computed, while only known ones are allowed."""


def find(folder: str, key: str) -> dict[str, Any] | None:
    """The entry of this key, where one comes with the package."""
    line = lines().get(key) if _state["used"] else None
    if line is None:
        return None
    entry: dict[str, Any] = json.loads(line)
    if (entry["folder"], entry["key"]) != (folder, key):
        return None
    found.add(key)
    return entry


@cache
def lines() -> dict[str, str]:
    """Every shipped entry by its key, as it is written."""
    return {
        key_of_line(line): line
        for path in sorted(RESULTS.glob(f"*{SUFFIX}"))
        for line in path.read_text("utf-8").splitlines()
    }


def key_of_line(line: str) -> str:
    """The key of an entry as it is written."""
    return line[_KEY_AT]


@contextmanager
def unused() -> Iterator[None]:
    """Computes as if nothing came with the package."""
    before, _state["used"] = _state["used"], False
    try:
        yield
    finally:
        _state["used"] = before


@contextmanager
def only_stored() -> Iterator[None]:
    """Refuses to compute an entry that is not known: :class:`NotStored`."""
    before, _state["strict"] = _state["strict"], True
    try:
        yield
    finally:
        _state["strict"] = before


def check_computing(what: str) -> None:
    """Called before an entry is computed."""
    if _state["strict"]:
        raise NotStored(f"{what} is neither shipped nor in the cache")
