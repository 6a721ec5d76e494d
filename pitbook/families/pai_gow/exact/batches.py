"""Long counts, computed batch by batch and cached on disk, so that an interrupted count resumes."""

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from pitbook.exact import cache
from pitbook.exact.pieces import workers
from pitbook.exact.progress import Report, no_report

T = TypeVar("T")

FOLDER: Final = "pai-gow"
_EXACT: Final = "pitbook.families.pai_gow.exact"
ROOTS: Final = {
    part: (f"{_EXACT}.{function}", f"{_EXACT}.count.Match")
    for part, function in {
        "set kinds": "set_kinds.set_kinds",
        "compare": "count.compare_ways",
        "beaten pai gows": "count.beaten_pai_gows",
        "best": "best.best_player",
    }.items()
}
"""Name of a cached result -> the functions that compute it."""


def key_of(part: str, *inputs: object, roots: tuple[str, ...] = ()) -> str:
    """The key in the cache of a part of the count; ``roots`` are for parts that other modules compute."""
    return cache.cache_key(roots or ROOTS[part], part, *inputs)


def kept(key: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A result as JSON data, from the cache or computed and then cached."""
    return cache.kept(FOLDER, key, compute)[0]


def kept_arrays(key: str, compute: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
    """The same for named arrays."""
    return cache.kept_arrays(FOLDER, key, compute)


def is_kept(key: str) -> bool:
    """Whether this result has been computed before."""
    return cache.is_kept(FOLDER, key)


def _folder() -> Path:
    return cache.cache_folder() / FOLDER


def work_through(
    key: str,
    batches: Sequence[T],
    work: Callable[[T], Any],
    size: Callable[[T], int],
    report: Report = no_report,
) -> list[Any]:
    """Computes every batch and returns the results in order, as JSON values.

    Each finished batch is saved at once, so that an interrupted count resumes with the unfinished ones.
    The first batch runs alone, because it compiles the code for the others.
    """
    notes = _folder() / f"{key}.part"
    done = _noted(notes)
    sizes = [size(batch) for batch in batches]
    total = sum(sizes)
    so_far = sum(sizes[number] for number in done)
    report(so_far, total)
    pool = ThreadPoolExecutor(workers())
    running: dict[Future[Any], int] = {}
    left = [number for number in range(len(batches)) if number not in done]
    at_once = 1
    try:
        while left or running:
            while left and len(running) < at_once:
                number = left.pop(0)
                running[pool.submit(work, batches[number])] = number
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            at_once = workers()
            for future in finished:
                number = running.pop(future)
                done[number] = future.result()
                _note(notes, number, done[number])
                so_far += sizes[number]
                report(so_far, total)
    except BaseException:
        # Running batches take a second at most; their results are saved too.
        for future, number in running.items():
            if future.exception() is None:
                _note(notes, number, future.result())
        raise
    finally:
        pool.shutdown()
    return [done[number] for number in range(len(batches))]


def forget_work(key: str) -> None:
    """Removes the saved batches once the result itself is cached."""
    with suppress(OSError, RuntimeError):
        (_folder() / f"{key}.part").unlink(missing_ok=True)


def _noted(notes: Path) -> dict[int, Any]:
    """The batches saved by an earlier run; a line truncated by the interruption is ignored."""
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
