"""What these counts keep on disk: finished results, house ways applied to every kind of hand, and work half done.

The key of everything is the hash of what it was computed from, the source of the rules and of these modules included,
so nothing kept can be stale. What cannot be read is computed again; what cannot be written costs time, nothing else.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import pitbook
from pitbook.exact.distribution import cache_folder, one_at_a_time

T = TypeVar("T")

Report = Callable[[int, int], None]
"""Told how much of the work is done: so many of so many."""

WORKERS: Final = 2
SHOWN_ONLY: Final = ("sheet.py", "record.py", "hand.py")
"""Modules that nothing kept depends on."""


def no_report(done: int, of: int) -> None:
    """For whoever does not ask."""


@cache
def _source_hash() -> str:
    digest = hashlib.sha256()
    folder = Path(pitbook.__file__).parent
    rules = [folder / "cards.py", *(folder / "hands").glob("*.py")]
    engine = [folder / "exact" / "kernels.py", *(folder / "exact" / "pai_gow").glob("*.py")]
    for path in sorted([*rules, *engine]):
        if path.name not in SHOWN_ONLY:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def key_of(*inputs: object) -> str:
    """The name under which what follows from these inputs is kept."""
    return hashlib.sha256(json.dumps([_source_hash(), *inputs]).encode()).hexdigest()


def kept(key: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A finished result, as JSON holds it: read if it is there, else computed and kept."""
    path = _folder() / f"{key}.json"
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return found
    except (OSError, ValueError, RuntimeError):
        result = compute()
        _write_whole(path, json.dumps(result).encode())
        return result


def kept_arrays(key: str, compute: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
    """The same for named arrays."""
    import io
    import zipfile

    import numpy as np

    path = _folder() / f"{key}.npz"
    unreadable = (OSError, ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile)

    def read() -> dict[str, Any]:
        with np.load(path) as found:
            return dict(found)

    with suppress(*unreadable):
        return read()
    with one_at_a_time(path.with_suffix(".lock")):
        with suppress(*unreadable):
            return read()  # another process has computed it meanwhile
        result = dict(compute())
        held = io.BytesIO()
        np.savez(held, **result)
        _write_whole(path, held.getvalue())
    return result


def _folder() -> Path:
    return cache_folder() / "pai-gow"


def _write_whole(path: Path, content: bytes) -> None:
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(path)  # whole or not at all


def work_through(
    key: str,
    batches: Sequence[T],
    work: Callable[[T], Any],
    size: Callable[[T], int],
    report: Report = no_report,
    workers: int = WORKERS,
) -> list[Any]:
    """Works on every batch and returns the results in order, as JSON holds them.

    Each finished batch is noted at once, so that after an interruption only what was not finished is worked on again.
    The first is worked on alone: it compiles what the others use.
    """
    notes = _folder() / f"{key}.part"
    done = _noted(notes)
    sizes = [size(batch) for batch in batches]
    total = sum(sizes)
    so_far = sum(sizes[number] for number in done)
    report(so_far, total)
    pool = ThreadPoolExecutor(workers)
    running: dict[Future[Any], int] = {}
    left = [number for number in range(len(batches)) if number not in done]
    at_once = 1
    try:
        while left or running:
            while left and len(running) < at_once:
                number = left.pop(0)
                running[pool.submit(work, batches[number])] = number
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            at_once = workers
            for future in finished:
                number = running.pop(future)
                done[number] = future.result()
                _note(notes, number, done[number])
                so_far += sizes[number]
                report(so_far, total)
    except BaseException:
        # What is being worked on now takes a second at most; it is noted too.
        for future, number in running.items():
            if future.exception() is None:
                _note(notes, number, future.result())
        raise
    finally:
        pool.shutdown()
    return [done[number] for number in range(len(batches))]


def forget_work(key: str) -> None:
    """Once the result itself is kept, the notes on the way to it are not needed."""
    with suppress(OSError, RuntimeError):
        (_folder() / f"{key}.part").unlink(missing_ok=True)


def _noted(notes: Path) -> dict[int, Any]:
    """The batches that were finished before; a line cut short by the interruption is left out."""
    done: dict[int, Any] = {}
    with suppress(OSError, ValueError, RuntimeError, TypeError):
        for line in notes.read_text("utf-8").splitlines():
            number, result = json.loads(line)
            done[number] = result
    return done


def _note(notes: Path, number: int, result: Any) -> None:
    with suppress(OSError, RuntimeError):
        notes.parent.mkdir(parents=True, exist_ok=True)
        with notes.open("a", encoding="utf-8") as file:
            file.write(json.dumps([number, result]) + "\n")
