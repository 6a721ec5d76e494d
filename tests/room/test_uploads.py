r"""Uploaded files, an archive of a store or an audit pack: damaged, forged or decompression bombs.

The author of a file can make its hashes match too, so everything behind a valid hash is checked as well.
"""

import hashlib
import io
import json
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.room.audit.pack_check import MANIFEST, build, check
from pitbook.room.audit.pack_verify import check_pack
from pitbook.store.archive import back_up, read_manifest, restore
from pitbook.store.database import Database
from tests.cli.command_runner import run
from tests.hostile import short
from tests.migrated_store import with_schema
from tests.mutated_text import memory_limit

MEGABYTE: Final = 10**6
MOST_MEMORY: Final = 60 * MEGABYTE
DEEP: Final = "[" * 100_000
NAMES: Final = (
    "../../etc/passwd",
    "/etc/passwd",
    "a\x1b[31mb",
    "[/x]",
    "[bold]",
    "x" * 60_000,
    "ledger/../x.jsonl",
    "ledger/.jsonl",
    "é\u202e",
)
VALUES: Final = (
    b"", b"\x00", b"\xff\xfe", b"null", b"{}", b"[]", b"[1]", b"1", b'"x"', b"NaN", b"[NaN]", b'{"files": 1}',
    b'{"a":' * 50_000, b"9" * 10_000, b'{"files": {"x": {"sha256": "", "bytes": 1e999}}}', DEEP.encode(),
    b'{"files": {"\\ud800": {}}}',
)  # fmt: skip
"""Contents that replace a file of JSON or of JSON lines."""


def told(sentence: str) -> None:
    assert 0 < len(sentence) <= 600
    assert "\n" not in sentence
    assert "Traceback" not in sentence


# -- archives of a store -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An archive of an empty store."""
    folder = tmp_path_factory.mktemp("archive")
    database = Database(with_schema(str(folder / "room.db")))
    back_up(database, folder / "room.zip", "2026-11-03T00:00:00+00:00")
    database.close()
    return (folder / "room.zip").read_bytes()


def opened(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as made:
        return {name: made.read(name) for name in made.namelist()}


def zipped(files: Mapping[str, bytes], *more: tuple[str, bytes]) -> bytes:
    """An archive of these files, and of ``more``, whose names may be duplicates."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # duplicate names are intended
        for name, content in [*files.items(), *more]:
            made.writestr(name, content)
    return whole.getvalue()


def forged(archive: bytes, table: str, line: bytes, **manifest: Any) -> bytes:
    """An archive with this line in a table, and a manifest that matches it."""
    files = opened(archive)
    said = json.loads(files["manifest.json"])
    said["tables"][table] |= {"rows": 1, "sha256": hashlib.sha256(line).hexdigest()}
    return zipped(files | {f"{table}.jsonl": line, "manifest.json": json.dumps(said | manifest).encode()})


def refused(content: bytes, folder: Path, address: str) -> None:
    """Asserts that neither the manifest nor any other part of the archive is accepted."""
    (folder / "given.zip").write_bytes(content)
    with pytest.raises(BadInput) as refusal:
        restore(folder / "given.zip", address)
    told(str(refusal.value))


ROWS: Final = (
    b"[null,null,null,null]\n",
    b"[[],[],[],[]]\n",
    b'[{},1,"",""]\n',
    b'["x",1000000000000000000000000000000,"x","x"]\n',
    b'["x",1e999,"x","x"]\n',
    b'["\\ud800",1,"x","x"]\n',
    b'["x",' + b"9" * 10_000 + b',"x","x"]\n',
    b'["x",1]\n',
    b'{"id":"x"}\n',
    DEEP.encode() + b"\n",
    b"\xff\xfe\n",
)
"""Rows for the table of books: id, number, hash and state."""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_invalid_rows_are_refused(archive: bytes, kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    address = str(tmp_path / "new.db") if kind == "sqlite" else request.getfixturevalue("postgres").fresh()
    for row in ROWS:
        refused(forged(archive, "books", row), tmp_path, address)
    (tmp_path / "good.zip").write_bytes(archive)
    restore(tmp_path / "good.zip", address)  # the refused archives left nothing behind


MANIFESTS: Final[tuple[dict[str, Any], ...]] = (
    {"format": float("nan")}, {"format": "x" * 100_000}, {"schema": "../../etc"}, {"schema": "x" * 100_000},
    {"schema": "\x00"}, {"schema": "%(x)s"}, {"schema": "base"}, {"schema": None}, {"tables": None}, {"tables": []},
    {"tables": {"books": 1}}, {"tables": {"books": {"columns": None, "rows": 1, "sha256": ""}}},
    {"tables": {"books": {"columns": [], "rows": float("inf"), "sha256": ""}}},
    {"tables": {"books": {"columns": [], "rows": "9" * 10_000, "sha256": ""}}}, {"tables": {"x" * 60_000: {}}},
)  # fmt: skip


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda manifest: short(repr(manifest)))
def test_invalid_manifests_are_refused(archive: bytes, manifest: dict[str, Any], tmp_path: Path) -> None:
    refused(forged(archive, "books", b"", **manifest), tmp_path, str(tmp_path / "new.db"))


def test_archives_with_foreign_files_are_refused(archive: bytes, tmp_path: Path) -> None:
    files = opened(archive)
    for more in [("manifest.json", files["manifest.json"]), ("books.jsonl", b""), *((name, b"x") for name in NAMES)]:
        refused(zipped(files, more), tmp_path, str(tmp_path / "new.db"))
    for content in VALUES:
        refused(zipped(files | {"manifest.json": content}), tmp_path, str(tmp_path / "new.db"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given.zip"]


def test_decompression_bombs_are_refused(archive: bytes, tmp_path: Path) -> None:
    """A tenth of a megabyte that would expand to a hundred megabytes."""
    spaces = b" " * (100 * MEGABYTE)
    for content in (forged(archive, "books", spaces), zipped(opened(archive) | {"manifest.json": spaces})):
        assert len(content) < MEGABYTE
        with memory_limit(MOST_MEMORY):
            refused(content, tmp_path, str(tmp_path / "new.db"))


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """The bytes of a file after random changes."""
    content = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(content)))
        last = draw(st.integers(first, min(len(content), first + 64)))
        match draw(st.sampled_from(("change", "cut", "double", "leave out"))):
            case "change":
                content[first:last] = draw(st.binary(min_size=last - first, max_size=last - first))
            case "cut":
                del content[first:]
            case "double":
                content[first:first] = content[first:last]
            case "leave out":
                del content[first:last]
    return bytes(content)


def test_damaged_archive_is_refused(archive: bytes, tmp_path: Path) -> None:
    path, address = tmp_path / "given.zip", str(tmp_path / "new.db")
    Database(address).close()

    @given(damaged(archive))
    def holds(content: bytes) -> None:
        path.write_bytes(content)
        try:
            read_manifest(path)
            restore(path, address)
        except BadInput as refusal:
            told(str(refusal))

    holds()


# -- audit packs -------------------------------------------------------------------------------------------------------


def pack(files: Mapping[str, bytes]) -> bytes:
    """A pack of these files with a correct manifest."""
    listed = {name: {"sha256": hashlib.sha256(each).hexdigest(), "bytes": len(each)} for name, each in files.items()}
    return build({**files, MANIFEST: json.dumps({"files": listed}).encode()})


def found(content: bytes) -> tuple[str, ...]:
    """The faults of a pack, in sentences."""
    wrong = check_pack(content).wrong
    for words in (*wrong, *check(content, "x" * 100_000)):
        told(words)
        assert words.isprintable()
    return wrong


LINE: Final = {
    "book": "royal", "number": 1, "kind": "x", "data": {}, "entries": {}, "result": {}, "key": "", "at": "", "by": "",
    "previous": "0" * 64,
}  # fmt: skip
LINES: Final[tuple[dict[str, Any], ...]] = (
    {}, {"data": "\ud800"}, {"entries": {"a": float("inf")}}, {"entries": {"a": "x"}}, {"entries": []},
    {"number": None}, {"entries": {"a": 10**4290, "b": 10**4290}}, {"x" * 60_000: 1}, {"kind": []}, {"at": 1},
    {"hash": []},
)  # fmt: skip

VERSIONS: Final[tuple[Any, ...]] = (
    {}, {"version": float("inf")}, {"version": "9" * 10_000}, {"version": 1, "hash": ""}, [], None,
)  # fmt: skip


def test_invalid_packs_are_refused() -> None:
    history = "configuration/history.json"
    for name in ("ledger/royal.jsonl", "rounds/royal-1-0001.jsonl", history):
        for content in VALUES:
            assert found(pack({history: b"[]", name: content})) or content in (b"", b"[]", b"{}")
    for line in LINES:
        assert found(pack({"ledger/royal.jsonl": json.dumps(LINE | line).encode()}))
    for version in VERSIONS:
        assert found(pack({history: json.dumps([version]).encode()}))
    for content in VALUES:
        assert found(build({MANIFEST: content}))
    for name in NAMES:
        assert found(build({MANIFEST: b'{"files": {}}', name: b"x"}))


def test_overlapping_zip_entries_are_refused() -> None:
    """A thousand names for the same megabyte would be a gigabyte."""
    content = bytearray(build({"a": b"x" * MEGABYTE}))
    begins = content.index(b"PK\x01\x02")
    ends = content.index(b"PK\x05\x06")
    entry, end = bytes(content[begins:ends]), bytearray(content[ends:])
    end[8:12] = (1_000).to_bytes(2, "little") * 2
    end[12:16] = (1_000 * len(entry)).to_bytes(4, "little")
    with memory_limit(MOST_MEMORY):
        assert found(bytes(content[:begins]) + entry * 1_000 + bytes(end)) == ("its files are larger than itself",)


GOOD: Final = pack(
    {"configuration/history.json": b"[]", "ledger/royal.jsonl": json.dumps(LINE).encode(), "a": b"x" * 200}
)


@given(damaged(GOOD))
def test_damaged_pack_is_refused(content: bytes) -> None:
    assert found(content) or content == GOOD


def test_the_command_checks_a_hostile_pack(tmp_path: Path) -> None:
    path = tmp_path / "[bold].zip"
    for name in NAMES:
        path.write_bytes(build({MANIFEST: b'{"files": {}}', name: b"x"}))
        ran = run("pack", "verify", str(path))
        assert (ran.code, ran.err) == (1, "")
        assert "\x1b" not in ran.out


@pytest.mark.parametrize("words", [("pack", "verify"), ("store", "restore")])
def test_endless_device_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    ran = run(*words, "/dev/zero", *(("--store", str(tmp_path / "new.db")) if words[0] == "store" else ()))
    assert "is not a regular file" in ran.refusal
