"""Results shipped with the package: cache entries that are slow to compute, each under its key.

The folder ``pitbook/results`` has files in JSON Lines format. A line is one entry: its key, its folder of the cache,
the names of the functions that computed it, its inputs and its value. A line is used only if its key is the requested
one, so an entry that became stale by a change of code is never used; ``make results`` recomputes it.
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
"""The position of the key in a line, so that the other lines need not be parsed."""

_state = {"used": True, "strict": False}
found: set[str] = set()
"""The keys of the entries that this process has used."""


class NotStored(Exception):
    """An entry would have to be computed, but only stored ones are allowed."""


def find(folder: str, key: str) -> dict[str, Any] | None:
    """The entry with this key, if it is shipped."""
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
    """Every shipped entry by its key, unparsed."""
    return {
        key_of_line(line): line
        for path in sorted(RESULTS.glob(f"*{SUFFIX}"))
        for line in path.read_text("utf-8").splitlines()
    }


def key_of_line(line: str) -> str:
    """The key of an unparsed entry."""
    return line[_KEY_AT]


@contextmanager
def unused() -> Iterator[None]:
    """Within this context, nothing shipped is used."""
    before, _state["used"] = _state["used"], False
    try:
        yield
    finally:
        _state["used"] = before


@contextmanager
def only_stored() -> Iterator[None]:
    """Within this context, computing an entry raises :class:`NotStored`."""
    before, _state["strict"] = _state["strict"], True
    try:
        yield
    finally:
        _state["strict"] = before


def check_computing(what: str) -> None:
    """Called before an entry is computed."""
    if _state["strict"]:
        raise NotStored(f"{what} is neither shipped nor in the cache")
