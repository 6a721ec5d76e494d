"""A whole store as one file: made while tables play, and put back into an empty store of either kind.

The file is a ZIP of one JSON line a row, table by table, with a manifest of hashes. It is read from one unchanging view
of the store, so it holds every transaction that was committed before and none in part. Sign-ins are left out: whoever
restores a store makes everybody sign in again. It holds the salted hashes of badges and PINs, the public keys of
passkeys, and the order of shoes that are not shown yet: it is written for the owner's eyes only.
"""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from pitbook import __version__
from pitbook.errors import BadInput, quoted
from pitbook.store.database import Database

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
LEFT_OUT: Final = ("alembic_version", "sessions", "challenges")
AT_ONCE: Final = 1_000
"""Rows that are read or written together."""
LONGEST_LINE: Final = 16 * 1024 * 1024
LONGEST_MANIFEST: Final = 1024 * 1024
_DAMAGED: Final = (
    KeyError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, RuntimeError, EOFError, OSError,
    zipfile.BadZipFile, zlib.error, IntegrityError, DataError, ProgrammingError,
)  # fmt: skip
"""What reading a file may raise that is no archive, or that somebody has changed: hashes can be forged with it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One table of an archive."""

    columns: tuple[str, ...]
    rows: int
    sha256: str
    """Of its lines."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says it holds."""

    schema: str
    """The revision of the schema that it was made from."""
    at: str
    tables: Mapping[str, Part]

    def to_dict(self) -> dict[str, Any]:
        tables = {
            name: {"columns": list(part.columns), "rows": part.rows, "sha256": part.sha256}
            for name, part in self.tables.items()
        }
        return {"format": FORMAT, "made_by": f"pitbook {__version__}", "schema": self.schema, "at": self.at} | {
            "tables": tables
        }

    @classmethod
    def from_dict(cls, record: Any) -> "Manifest":
        try:
            if record["format"] != FORMAT:
                raise BadInput(f"the archive is of format {quoted(record['format'])}: this reads format {FORMAT}")
            tables = {
                str(name): Part(tuple(map(str, part["columns"])), int(part["rows"]), str(part["sha256"]))
                for name, part in record["tables"].items()
            }
            return cls(str(record["schema"]), str(record["at"]), tables)
        except _DAMAGED as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput("the archive's manifest is damaged") from None


# -- making one --------------------------------------------------------------------------------------------------------


def back_up(database: Database, path: Path, at: str) -> Manifest:
    """Writes the whole store into a file, which is there complete or not at all."""
    try:
        handle, name = tempfile.mkstemp(prefix=".pitbook-", dir=path.parent)  # readable by its owner only
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            manifest = _write(database, file, at)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        Path(name).unlink(missing_ok=True)
    return manifest


def _write(database: Database, file: IO[bytes], at: str) -> Manifest:
    with (
        database.reading() as connection,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
    ):
        parts: dict[str, Part] = {}
        for table in _tables(connection):
            sha, rows = hashlib.sha256(), 0
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as member:
                for line in _lines(connection, table):
                    member.write(line)
                    sha.update(line)
                    rows += 1
            parts[table.name] = Part(tuple(column.name for column in table.columns), rows, sha.hexdigest())
        manifest = Manifest(_revision(connection), at, parts)
        archive.writestr(MANIFEST, json.dumps(manifest.to_dict(), indent=2) + "\n")
    return manifest


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are in this store, those that others point at first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in LEFT_OUT]


def _lines(connection: Connection, table: Table) -> Iterator[bytes]:
    rows = select(table).order_by(*table.primary_key.columns)
    for row in connection.execution_options(yield_per=AT_ONCE).execute(rows):
        yield json.dumps(list(row), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _revision(connection: Connection) -> str:
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


# -- reading one -------------------------------------------------------------------------------------------------------


def restore(path: Path, address: str) -> Manifest:
    """Puts an archive into an empty store, all of it or nothing; an older schema is then brought up to date."""
    with _opened(path) as archive:
        manifest = _manifest(archive)
        database = Database(address, manifest.schema)
        try:
            with database.writing() as connection:
                tables = {table.name: table for table in _tables(connection)}
                _check_empty(connection, tables, address)
                if set(tables) != set(manifest.tables):
                    raise BadInput("the archive does not hold the tables that its schema has")
                for name, table in tables.items():
                    _fill(connection, table, manifest.tables[name], archive)
        finally:
            database.close()
    Database(address).close()  # brings the schema up to date
    return manifest


def read_manifest(path: Path) -> Manifest:
    """What an archive says it holds."""
    with _opened(path) as archive:
        return _manifest(archive)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        if path.exists() and not path.is_file():  # a device may never end
            raise BadInput(f"{quoted(str(path))} is no file")
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise BadInput(f"there is no file {quoted(str(path))}") from None
    except _DAMAGED as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{quoted(str(path))} is no archive of a store, or is damaged") from None


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        with archive.open(MANIFEST) as member:
            record = json.loads(member.read(LONGEST_MANIFEST))
    except _DAMAGED:
        raise BadInput("the file has no manifest that can be read: it is no archive of a store") from None
    manifest = Manifest.from_dict(record)
    if sorted(archive.namelist()) != sorted([MANIFEST, *(f"{name}.jsonl" for name in manifest.tables)]):
        raise BadInput("the archive holds other files than its manifest lists")
    return manifest


def _check_empty(connection: Connection, tables: Mapping[str, Table], address: str) -> None:
    for name, table in tables.items():
        if connection.execute(select(func.count()).select_from(table)).scalar():
            where = "this PostgreSQL database" if "://" in address else quoted(address)
            raise BadInput(f"{where} holds {name} already: an archive is put into an empty store only")


def _fill(connection: Connection, table: Table, part: Part, archive: zipfile.ZipFile) -> None:
    if part.columns != tuple(column.name for column in table.columns):
        raise BadInput(f"the archive's {table.name} has other columns than its schema")
    sha, rows = hashlib.sha256(), 0
    waiting: list[dict[str, Any]] = []
    try:
        with archive.open(f"{table.name}.jsonl") as member:
            while line := member.readline(LONGEST_LINE):
                sha.update(line)
                rows += 1
                waiting.append(_row(part.columns, line))
                if len(waiting) == AT_ONCE:
                    connection.execute(insert(table), waiting)
                    waiting = []
        if waiting:
            connection.execute(insert(table), waiting)
    except _DAMAGED:
        raise BadInput(f"{table.name} in the archive is damaged: nothing was restored") from None
    if (rows, sha.hexdigest()) != (part.rows, part.sha256):
        raise BadInput(f"{table.name} in the archive is not what the manifest says: nothing was restored")


def _row(columns: Sequence[str], line: bytes) -> dict[str, Any]:
    """A row holds texts, whole numbers and nothing else."""
    values = json.loads(line, parse_float=_no_number, parse_constant=_no_number)
    if not isinstance(values, list):
        raise TypeError("a line is a list")
    return dict(zip(columns, values, strict=True))


def _no_number(words: str) -> object:
    raise ValueError(f"{words} is no whole number")
