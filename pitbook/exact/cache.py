"""The disk cache of slow computations. The key of an entry covers everything that the result depends on.

A key covers the inputs and the meaning of the source code that computes the entry, as syntax trees without comments,
docstrings and annotations (:mod:`pitbook.source`): whole modules with every module of Pitbook that they import, or
single definitions with everything that they reach by name. So an entry is never stale, and rewording a comment
invalidates nothing.

Entries shipped with the package (:mod:`pitbook.exact.shipped`) are looked up first. An entry that cannot be read is
recomputed; a cache that cannot be written costs time, nothing else. If two processes need the same entry, one computes
it and the other waits.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from pitbook.exact import shipped
from pitbook.source.modules import Imported, Summary, hash_of_modules, installed, summarise
from pitbook.source.reach import Border, hash_of_functions

T = TypeVar("T")

UNREADABLE: Final = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RuntimeError,
    ArithmeticError,
)
"""The exceptions raised when a missing or damaged entry is read."""
_UNWRITABLE: Final = (OSError, RuntimeError)


def cache_folder() -> Path:
    """The cache folder: ``$PITBOOK_CACHE``, else in the user's cache folder."""
    if own := os.environ.get("PITBOOK_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "pitbook"


# -- keys --------------------------------------------------------------------------------------------------------------


class CacheKey(str):
    """The key of an entry, together with what it was made from."""

    roots: tuple[str, ...]
    inputs: tuple[object, ...]


MACHINERY: Final = Border(
    machinery=frozenset(
        f"pitbook.{name}"
        for name in ("errors", "extras", *map("exact.{}".format, ("cache", "kernels", "pieces", "progress", "shipped")))
    )
)
"""Modules that report errors, cache, compile and distribute work: every computation uses them and no result depends on
them. The key of a definition does not follow names into them."""


def cache_key(roots: tuple[str, ...], *inputs: object) -> CacheKey:
    """The key of what these roots compute from these inputs, which must be JSON values.

    A root is the dotted name of a module, which covers the module and everything it imports, or of a function or class,
    which covers every definition that it reaches by name. The latter is narrower, but finds only code that is named.
    """
    ordered = tuple(sorted(set(roots)))
    parts = json.dumps([source_key(ordered), *inputs], sort_keys=True)
    key = CacheKey(hashlib.sha256(parts.encode()).hexdigest())
    key.roots, key.inputs = ordered, inputs
    return key


def covers(*functions: Callable[..., Any]) -> bool:
    """Whether a key covers everything that these functions depend on: their source is part of Pitbook.

    Results of other functions, such as a rule in a user's file, must not be cached.
    """
    return all(installed().text(each.__module__) is not None for each in functions)


@cache
def source_key(roots: tuple[str, ...]) -> str:
    """The hash of the meaning of the source that these roots cover, as it was when this process started."""
    modules = tuple(root for root in roots if installed().text(root) is not None)
    # A module outside Pitbook, such as an added game's, is covered by the package hash among the inputs.
    definitions = tuple(root for root in roots if root not in modules and _module_of(root))
    whole = hash_of_modules(modules, installed(), _summary)
    return f"{whole} {_definitions_key(definitions)}" if definitions else whole


def _definitions_key(names: tuple[str, ...]) -> str:
    """The hash of definitions, cached on disk by the hash of their modules, because following names is slower."""
    homes = {_module_of(name) for name in names}
    modules = hash_of_modules(homes, installed(), _summary)
    key = hashlib.sha256(json.dumps([_form(), sorted(MACHINERY.machinery), modules, *names]).encode()).hexdigest()
    return kept("reached", key, lambda: hash_of_functions(names, MACHINERY), from_json=str)[0]


def _module_of(definition: str) -> str:
    module = definition
    while module and installed().text(module) is None:
        module = module.rpartition(".")[0]
    return module


def _summary(name: str, text: str) -> Summary:
    """The summary of a module, cached on disk by its text: parsing all modules would take longer than most sheets."""
    key = hashlib.sha256(f"{_form()}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()
    path = _path("sources", key, "json")
    with suppress(*UNREADABLE):
        found = json.loads(path.read_text("utf-8"))
        return Summary(str(found["digest"]), tuple(Imported(str(of), str(each)) for of, each in found["imports"]))
    made = summarise(name, text)
    write_whole(path, json.dumps({"digest": made.digest, "imports": made.imports}).encode())
    return made


@cache
def _form() -> str:
    """The hash of the code that determines the format of summaries."""
    texts = (installed().text(f"pitbook.source.{name}") or "" for name in ("tree", "modules", "reach"))
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


_OF_SOURCE: Final = frozenset({"reached", "rules"})
"""Folders of entries about source code alone, which are no results."""

# -- entries -----------------------------------------------------------------------------------------------------------


def kept(
    folder: str,
    key: str,
    compute: Callable[[], T],
    to_json: Callable[[T], Any] = lambda value: value,
    from_json: Callable[[Any], T] = lambda value: value,
) -> tuple[T, bool]:
    """An entry, and whether it was in the cache. ``from_json`` may raise on a damaged entry."""
    for found in _shipped(folder, key, from_json):
        return found, True
    path = _path(folder, key, "json")
    return _kept(
        path,
        lambda: from_json(json.loads(path.read_text("utf-8"))["value"]),
        compute,
        lambda value: _entry(folder, key, to_json(value)),
    )


def _shipped(folder: str, key: str, from_json: Callable[[Any], T]) -> tuple[T, ...]:
    """The entry that comes with the package, if there is one: it may be None."""
    with suppress(*UNREADABLE):
        entry = shipped.find(folder, key)
        return () if entry is None else (from_json(entry["value"]),)
    return ()


def _entry(folder: str, key: str, value: Any) -> bytes:
    """The file of an entry: the result, and what it was computed from."""
    roots, inputs = (key.roots, key.inputs) if isinstance(key, CacheKey) else ((), ())
    return json.dumps(
        {"key": key, "folder": folder, "computed_by": roots, "inputs": inputs, "value": value}, sort_keys=False
    ).encode()


def kept_arrays(folder: str, key: str, compute: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
    """An entry of named arrays."""
    import io
    import zipfile

    import numpy as np

    path = _path(folder, key, "npz")

    def read() -> dict[str, Any]:
        try:
            with np.load(path) as found:
                return dict(found)
        except zipfile.BadZipFile as error:
            raise ValueError(str(error)) from None

    def written(arrays: dict[str, Any]) -> bytes:
        held = io.BytesIO()
        np.savez(held, **arrays)
        return held.getvalue()

    return _kept(path, read, lambda: dict(compute()), written)[0]


def _kept(path: Path, read: Callable[[], T], compute: Callable[[], T], written: Callable[[T], bytes]) -> tuple[T, bool]:
    with suppress(*UNREADABLE):
        return read(), True
    if path.parent.name not in _OF_SOURCE:
        shipped.check_computing(f"{path.parent.name}/{path.stem}")
    with one_at_a_time(path.with_name(f".{path.name}.lock")):
        with suppress(*UNREADABLE):
            return read(), True  # another process has computed it in the meantime
        found = compute()
        write_whole(path, written(found))
    return found, False


def read_kept(folder: str, key: str, from_json: Callable[[Any], T]) -> T | None:
    """The entry, if there is one that can be read."""
    for found in _shipped(folder, key, from_json):
        return found
    with suppress(*UNREADABLE):
        return from_json(json.loads(_path(folder, key, "json").read_text("utf-8"))["value"])
    return None


def keep(folder: str, key: str, value: Any) -> None:
    """Writes an entry that was computed together with others."""
    write_whole(_path(folder, key, "json"), _entry(folder, key, value))


def is_kept(folder: str, key: str) -> bool:
    """Whether there is an entry that can be read."""
    return read_kept(folder, key, lambda value: True) is not None


def _path(folder: str, key: str, kind: str) -> Path:
    return cache_folder() / folder / f"{key}.{kind}"


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file atomically: whole or not at all."""
    with suppress(*_UNWRITABLE):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_bytes(content)
        part.replace(path)


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Holds a lock file, so that only one of the processes that need an entry computes it: the others wait and then
    read it.

    The lock ends with its process. If the file cannot be locked, each process computes separately.
    """
    with ExitStack() as held:
        with suppress(ImportError, *_UNWRITABLE):
            import fcntl

            lock.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(lock.open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX)
            held.callback(lock.unlink, missing_ok=True)
        yield
