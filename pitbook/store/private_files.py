"""Files and folders that only their owner may read: the store, and the key that seals shoes.

A mode is set when a file is created, before anything is written to it. A file that other accounts can read is
tightened where this account may do that, and refused where it may not.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from pitbook.errors import BadInput, quoted

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
OTHERS: Final = 0o077
"""The mode bits of the group and of all other accounts."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite creates beside a database; they get its mode."""

SQLITE: Final = b"SQLite format 3\0"
"""The first bytes of every SQLite database."""


def create_folder(folder: Path) -> None:
    """Creates a folder, and those above it that are missing, for their owner only; one that exists is left alone."""
    if folder.is_dir():
        return
    create_folder(folder.parent)
    folder.mkdir(FOLDER_MODE, exist_ok=True)


def keep_private(path: Path) -> None:
    """Creates the file of a SQLite store, or tightens one that exists, with what SQLite keeps beside it."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), FILE_MODE), "rb") as file:
        if file.read(len(SQLITE)) not in (b"", SQLITE):
            return  # not a SQLite file: SQLite will refuse it, and its mode stays
    tighten(path)
    for ending in BESIDE:
        with suppress(FileNotFoundError):  # SQLite may remove it at any moment
            tighten(path.with_name(path.name + ending))


def tighten(path: Path) -> None:
    """Makes a file private to its owner; refused if this account may not change its mode."""
    if os.name == "nt" or not path.stat().st_mode & OTHERS:
        return
    try:
        path.chmod(FILE_MODE)
    except PermissionError:
        raise BadInput(
            f"{quoted(str(path))} can be read by other accounts and belongs to another one: its owner must run "
            f"chmod 600 on it"
        ) from None
