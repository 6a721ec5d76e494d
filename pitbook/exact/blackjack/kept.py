"""The cache of solved blackjack on disk: par sheets, charts, outcomes and effects of removal.

The key of an entry is the hash of its inputs and of the source of every module that it is computed from, so an entry is
never stale. An entry that cannot be read is computed again; a cache that cannot be written only costs time.
"""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import pitbook
from pitbook.exact.blackjack.values import Composition
from pitbook.exact.distribution import cache_folder, one_at_a_time
from pitbook.games.blackjack_rules import BlackjackRules

T = TypeVar("T")

_UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError, ZeroDivisionError)
"""What reading a missing or damaged entry raises."""


def kept(
    part: str,
    rules: BlackjackRules,
    shoe: Composition,
    compute: Callable[[], T],
    to_json: Callable[[T], Any],
    from_json: Callable[[Any], T],
) -> tuple[T, bool]:
    """A part of what follows from rules and a shoe, and whether it was read from the cache.

    ``from_json`` may raise on an entry that is damaged.
    """
    path = cache_folder() / "blackjack" / f"{_key(part, rules, shoe)}.json"

    def read() -> T:
        return from_json(json.loads(path.read_text("utf-8")))

    with suppress(*_UNREADABLE):
        return read(), True
    with one_at_a_time(path.with_suffix(".lock")):
        with suppress(*_UNREADABLE):
            return read(), True  # another process has computed it meanwhile
        found = compute()
        _write(path, json.dumps(to_json(found)))
    return found, False


@cache
def _source_hash() -> str:
    folder = Path(pitbook.__file__).parent
    sources = [
        folder / "cards.py",
        folder / "hands" / "blackjack.py",
        folder / "games" / "blackjack_rules.py",
        *sorted((folder / "exact" / "blackjack").glob("*.py")),
    ]
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _key(part: str, rules: BlackjackRules, shoe: Composition) -> str:
    parts = [_source_hash(), part, rules.items(), list(shoe)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _write(path: Path, text: str) -> None:
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_text(text, "utf-8")
        part.replace(path)  # whole or not at all
