"""Backup and restore: a whole store in one file, made while tables play, restored into an empty store of either kind.

The file is a ZIP with one JSON line for each row, table by table, and a manifest of hashes. It is read from one
snapshot, so it holds every transaction that was committed before and none in part. Sessions are left out: after a
restore everyone signs in again. The file holds the salted hashes of badges and PINs, the public keys of passkeys, and
the order of shoes that are not revealed yet, so only its owner may read it.
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
BATCH_ROWS: Final = 1_000
"""The number of rows in one read or write."""
MAX_LINE_BYTES: Final = 16 * 1024 * 1024
MAX_MANIFEST_BYTES: Final = 1024 * 1024
_DAMAGED: Final = (
    KeyError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, RuntimeError, EOFError, OSError,
    zipfile.BadZipFile, zlib.error, IntegrityError, DataError, ProgrammingError,
)  # fmt: skip
"""The exceptions that reading may raise for a file that is no archive or was edited, even with matching hashes."""


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """One table of an archive."""

    columns: tuple[str, ...]
    rows: int
    sha256: str
    """The hash of its lines."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """An archive's statement of its contents: its format, its schema version, and each table with its hash."""

    schema: str
    """The schema version of the store that it was made from."""
    at: str
    tables: Mapping[str, ArchivedTable]

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
                str(name): ArchivedTable(tuple(map(str, part["columns"])), int(part["rows"]), str(part["sha256"]))
                for name, part in record["tables"].items()
            }
            return cls(str(record["schema"]), str(record["at"]), tables)
        except _DAMAGED as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput("the archive's manifest is damaged") from None


# -- making one --------------------------------------------------------------------------------------------------------


def back_up(database: Database, path: Path, at: str) -> Manifest:
    """Writes the whole store to a file, which appears complete or not at all."""
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
        database.reading_snapshot() as connection,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
    ):
        parts: dict[str, ArchivedTable] = {}
        for table in _tables(connection):
            sha, rows = hashlib.sha256(), 0
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as member:
                for line in _lines(connection, table):
                    member.write(line)
                    sha.update(line)
                    rows += 1
            parts[table.name] = ArchivedTable(tuple(column.name for column in table.columns), rows, sha.hexdigest())
        manifest = Manifest(_revision(connection), at, parts)
        archive.writestr(MANIFEST, json.dumps(manifest.to_dict(), indent=2) + "\n")
    return manifest


def _tables(connection: Connection) -> list[Table]:
    """The tables of this store, ordered so that foreign keys point to earlier ones."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in LEFT_OUT]


def _lines(connection: Connection, table: Table) -> Iterator[bytes]:
    rows = select(table).order_by(*table.primary_key.columns)
    for row in connection.execution_options(yield_per=BATCH_ROWS).execute(rows):
        yield json.dumps(list(row), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _revision(connection: Connection) -> str:
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


# -- reading one -------------------------------------------------------------------------------------------------------


def restore(path: Path, address: str) -> Manifest:
    """Restores an archive into an empty store, all of it or nothing, then migrates an older schema."""
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
    """The manifest of an archive."""
    with _opened(path) as archive:
        return _manifest(archive)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        if path.exists() and not path.is_file():  # a device may never end
            raise BadInput(f"{quoted(str(path))} is not a regular file")
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise BadInput(f"there is no file {quoted(str(path))}") from None
    except _DAMAGED as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{quoted(str(path))} is not an archive of a store, or it is damaged") from None


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        with archive.open(MANIFEST) as member:
            record = json.loads(member.read(MAX_MANIFEST_BYTES))
    except _DAMAGED:
        raise BadInput("the file has no readable manifest: it is not an archive of a store") from None
    manifest = Manifest.from_dict(record)
    if sorted(archive.namelist()) != sorted([MANIFEST, *(f"{name}.jsonl" for name in manifest.tables)]):
        raise BadInput("the archive holds other files than its manifest lists")
    return manifest


def _check_empty(connection: Connection, tables: Mapping[str, Table], address: str) -> None:
    for name, table in tables.items():
        if connection.execute(select(func.count()).select_from(table)).scalar():
            where = "this PostgreSQL database" if "://" in address else quoted(address)
            raise BadInput(f"{where} has rows in {name}: restore an archive into an empty store only")


def _fill(connection: Connection, table: Table, part: ArchivedTable, archive: zipfile.ZipFile) -> None:
    if part.columns != tuple(column.name for column in table.columns):
        raise BadInput(f"the archive's {table.name} has other columns than its schema")
    sha, rows = hashlib.sha256(), 0
    waiting: list[dict[str, Any]] = []
    try:
        with archive.open(f"{table.name}.jsonl") as member:
            while line := member.readline(MAX_LINE_BYTES):
                sha.update(line)
                rows += 1
                waiting.append(_row(part.columns, line))
                if len(waiting) == BATCH_ROWS:
                    connection.execute(insert(table), waiting)
                    waiting = []
        if waiting:
            connection.execute(insert(table), waiting)
    except _DAMAGED:
        raise BadInput(f"{table.name} in the archive is damaged: nothing was restored") from None
    if (rows, sha.hexdigest()) != (part.rows, part.sha256):
        raise BadInput(f"{table.name} in the archive is not what the manifest says: nothing was restored")


def _row(columns: Sequence[str], line: bytes) -> dict[str, Any]:
    """A row from its line: texts and whole numbers, nothing else."""
    values = json.loads(line, parse_float=_no_number, parse_constant=_no_number)
    if not isinstance(values, list):
        raise TypeError("a line is a list")
    return dict(zip(columns, values, strict=True))


def _no_number(words: str) -> object:
    raise ValueError(f"{words} is not a whole number")
