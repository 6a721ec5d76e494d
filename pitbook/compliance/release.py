"""Checks that the installed files are those of the release, by the SHA-256 hashes that the wheel recorded.

A server checks before it serves. A working copy has no such record; one hash over its files identifies it.
"""

import base64
import hashlib
import json
import marshal
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final, Literal

from pitbook import __version__
from pitbook.errors import BadInput

NAME: Final = "pitbook"
SKIPPED_FOLDERS: Final = ("__pycache__",)


@dataclass(frozen=True, slots=True)
class Release:
    """The version that runs here."""

    version: str
    kind: Literal["release", "working copy"]
    hash: str
    """A hash over the name and SHA-256 of every file of the package."""
    files: int
    faults: tuple[str, ...] = ()
    """A sentence for each missing, changed or added file."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "kind": self.kind,
            "hash": self.hash,
            "files": self.files,
            "faults": list(self.faults),
        }


def check_release() -> Release:
    """Hashes every file, and compares a release with its record."""
    folder = Path(__file__).parents[1]
    found = dict(_hashes(folder))
    whole = hashlib.sha256("".join(f"{name}\n{value}\n" for name, value in found.items()).encode()).hexdigest()
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        return Release(__version__, "working copy", whole, len(found))
    if _is_editable(installed):
        return Release(__version__, "working copy", whole, len(found))
    recorded = {
        str(path.relative_to(NAME)): path.hash.value if path.hash else ""
        for path in installed.files or ()
        if path.parts[0] == NAME and not set(path.parts) & set(SKIPPED_FOLDERS)
    }
    faults = (*compare(recorded, found), *changed_bytecode(folder))
    return Release(installed.version, "release", whole, len(found), faults)


def compare(recorded: dict[str, str], found: dict[str, str]) -> Iterator[str]:
    """A sentence for each file that differs from the record."""
    for name in sorted(set(recorded) | set(found)):
        if name not in found:
            yield f"{name} is missing"
        elif name not in recorded:
            yield f"{name} is not part of the release"
        elif found[name] != recorded[name]:
            yield f"{name} was changed"


def changed_bytecode(folder: Path) -> Iterator[str]:
    """A sentence for each module whose cached bytecode Python would run and is not what its source compiles to."""
    for source in sorted(folder.rglob("*.py")):
        try:
            cached = Path(cache_from_source(str(source))).read_bytes()
        except OSError:
            continue  # there is no cached bytecode
        flags, state = int.from_bytes(cached[4:8], "little"), source.stat()
        times = (int(state.st_mtime) & 0xFFFFFFFF, state.st_size & 0xFFFFFFFF)
        if not flags and struct.unpack_from("<II", cached.ljust(16), 8) != times:
            continue  # stale: Python would compile the module again
        try:
            same = marshal.loads(cached[16:]) == compile(source.read_bytes(), source, "exec", dont_inherit=True)
        except (EOFError, ValueError, TypeError):
            same = False
        if not same:
            yield f"the cached bytecode of {source.relative_to(folder).as_posix()} does not match its source"


def require_release() -> Release:
    """Refuses to run a release whose files were changed."""
    found = check_release()
    if found.faults:
        more = f", and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""
        raise BadInput(f"Pitbook {found.version} differs from its release: {found.faults[0]}{more}; install it again")
    return found


def _hashes(folder: Path) -> Iterator[tuple[str, str]]:
    """Each file's name and SHA-256, in the encoding of a wheel's record."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and not set(name.parts) & set(SKIPPED_FOLDERS):
            digest = hashlib.sha256(path.read_bytes()).digest()
            yield name.as_posix(), base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _is_editable(installed: Distribution) -> bool:
    text = installed.read_text("direct_url.json")
    return bool(text and json.loads(text).get("dir_info", {}).get("editable"))
