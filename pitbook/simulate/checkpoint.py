"""A checkpoint: the progress of a long simulation in a file, so that the same command resumes where it stopped.

The file identifies the simulation by its key, which covers everything that the totals depend on. It is written
atomically, contains a checksum, and is used only if key and checksum match.
"""

import hashlib
import json
import os
import zlib
from base64 import b64decode, b64encode
from math import prod
from pathlib import Path
from typing import Any, Final

from pitbook.errors import BadInput
from pitbook.simulate.blocks import Row, Simulation, Totals
from pitbook.simulate.finished_blocks import FinishedBlocks

FORMAT: Final = "pitbook simulation checkpoint"
VERSION: Final = 1
LARGEST_FILE: Final = 500_000_000
"""In bytes; the checkpoint of a table has a few thousand, that of a game being solved up to hundreds of millions."""
CHUNK: Final = 1 << 20
"""Bytes per read, so that memory grows only with the actual size of the file."""
MOST_NUMBERS: Final = 200_000_000
"""The most numbers in one array."""


def write_checkpoint(path: Path, simulation: Simulation, blocks: FinishedBlocks) -> None:
    """Replaces the file atomically."""
    body = {
        "format": FORMAT,
        "version": VERSION,
        "key": simulation.key,
        "blocks": simulation.blocks,
        "finished": blocks.finished,
        "totals": {name: _packed(row) for name, row in blocks.totals.items()},
    }
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8") as file:
            json.dump({**body, "sha256": _check_sum(body)}, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"the checkpoint {path} cannot be written: {(error.strerror or str(error)).lower()}") from None


def read_checkpoint(path: Path, simulation: Simulation) -> FinishedBlocks:
    """The finished work; empty if there is no file. Refused if the file belongs to another simulation."""
    try:
        content = bytearray()
        with path.open("rb") as file:  # do not trust the reported size: a device has none and may never end
            while len(content) <= LARGEST_FILE and (part := file.read(CHUNK)):
                content += part
        if len(content) > LARGEST_FILE:
            raise BadInput(f"{path} is not a checkpoint of a simulation: it is larger than {LARGEST_FILE:,} bytes")
        text = content.decode("utf-8")
    except FileNotFoundError:
        return FinishedBlocks()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadInput(f"the checkpoint {path} cannot be read: {why.lower()}") from None
    body = _body(path, text)
    if body.get("version") != VERSION:
        raise BadInput(
            f"{path} is a checkpoint of another version of Pitbook: delete it, or name another file to start over"
        )
    if body.pop("sha256", None) != _check_sum(body):
        raise _damaged(path)
    if body.get("key") != simulation.key:
        raise BadInput(
            f"{path} is a checkpoint of other inputs or other rules: repeat the command that wrote it, or name another "
            "file"
        )
    return _ledger(path, body, simulation)


def _body(path: Path, text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        if FORMAT in text:
            raise _damaged(path) from None
        body = None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise BadInput(f"{path} is not a checkpoint of a simulation and is not overwritten: name another file")
    return body


def _ledger(path: Path, body: dict[str, Any], simulation: Simulation) -> FinishedBlocks:
    """The contents of the file, with every number validated: a checksum can be forged."""
    try:
        finished = [(_whole(start), _whole(stop)) for start, stop in body["finished"]]
        totals: Totals = {str(name): _unpacked(row) for name, row in body["totals"].items()}
        blocks = FinishedBlocks(finished, totals)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _damaged(path) from None
    if finished and blocks.finished[-1][1] > simulation.blocks:
        raise _damaged(path)
    return blocks


def _packed(row: Row) -> object:
    """A row as JSON holds it; the numbers of an array as compressed bytes."""
    if isinstance(row, tuple):
        return row
    return {"shape": row.shape, "int64": b64encode(zlib.compress(row.astype("<i8").tobytes(), 1)).decode()}


def _unpacked(kept: Any) -> Row:
    if not isinstance(kept, dict):
        return tuple(map(_whole, kept))
    import numpy as np

    shape = tuple(map(_whole, kept["shape"]))
    if not 0 < prod(shape) <= MOST_NUMBERS:
        raise ValueError("the array is too large")
    try:
        # Decompressed no further than the shape says: a small file must not fill the memory.
        held = zlib.decompressobj().decompress(b64decode(kept["int64"], validate=True), 8 * prod(shape) + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    return np.frombuffer(held, "<i8").reshape(shape).astype(np.int64)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def _damaged(path: Path) -> BadInput:
    return BadInput(f"the checkpoint {path} is damaged: delete it to start over")


def _check_sum(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
