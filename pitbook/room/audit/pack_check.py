"""Checks an audit pack with Python's standard library alone: python verify.py PACK.zip [SHA256]

Every file is compared with the manifest, the pack with the only form in which packs are written, and every ledger with
its chain of hashes: any changed byte is found. Exit code: 0 if everything holds, 1 if not, 2 for wrong use.

A person who writes a whole new pack can write a new manifest too. Write down the SHA-256 of the pack when you receive
it, and give it here.
"""

import hashlib
import io
import json
import struct
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence

MANIFEST = "manifest.json"
FIRST = "0" * 64
LARGEST = 4_000_000_000
LONGEST = 200
"""Characters of a name or a reason that are shown."""
DAMAGED = (
    ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, RecursionError, RuntimeError,
    EOFError, OSError, struct.error, zipfile.BadZipFile,
)  # fmt: skip
"""The errors that reading a damaged or changed file may raise."""


def build(files: Mapping[str, bytes]) -> bytes:
    """A pack of these files, in its only form: sorted by name, uncompressed, without times."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as pack:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            pack.writestr(entry, files[name])
    return whole.getvalue()


def read(content: bytes) -> tuple[dict[str, bytes], list[str]]:
    """The files of a pack, and what is wrong with the pack itself."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as pack:
            entries = pack.infolist()
            if any(entry.compress_type != zipfile.ZIP_STORED for entry in entries):
                return {}, ["a file in it is compressed: a pack is not"]
            if sum(entry.file_size for entry in entries) > len(content):  # overlapping files
                return {}, ["its files are larger than itself"]
            files = {entry.filename: pack.read(entry) for entry in entries}
        same = build(files) == content
    except DAMAGED as error:
        return {}, [f"it cannot be read: {shown(error)}"]
    return files, [] if same else ["its bytes are not those of a pack with these files"]


def shown(words: object) -> str:
    """A name or a reason for a terminal: shortened, without control characters."""
    text = str(words)
    return "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST]) + "…" * (len(text) > LONGEST)


def check(content: bytes, expected: str = "") -> list[str]:
    """All faults of a pack; none if it holds."""
    wrong = []
    found = hashlib.sha256(content).hexdigest()
    if expected and expected.lower() != found:
        wrong.append(f"its SHA-256 is {found}, expected was {shown(expected)}")
    files, faults = read(content)
    wrong += faults
    if not files:
        return wrong or ["it holds nothing"]
    wrong += check_manifest(files)
    for name in sorted(files):
        if name.startswith("ledger/") and name.endswith(".jsonl"):
            wrong += [f"{shown(name)}: {words}" for words in check_chain(files[name])]
    return wrong


def check_manifest(files: Mapping[str, bytes]) -> Iterator[str]:
    """Files that are not as the manifest lists them."""
    try:
        listed = json.loads(files[MANIFEST])["files"]
        known = {str(name): (str(fact["sha256"]), int(fact["bytes"])) for name, fact in listed.items()}
    except DAMAGED:
        yield f"{MANIFEST} is missing or cannot be read"
        return
    for name in sorted({*known, *files} - {MANIFEST}):
        if name not in files:
            yield f"{shown(name)} is missing"
        elif name not in known:
            yield f"{shown(name)} is not in the manifest"
        elif known[name] != (hashlib.sha256(files[name]).hexdigest(), len(files[name])):
            yield f"{shown(name)} was changed"


def check_chain(lines: bytes) -> Iterator[str]:
    """Transactions in order, each sealed by its hash, chained to the one before, and adding up to zero."""
    previous, number = FIRST, 0
    for line in lines.decode("utf-8", "replace").splitlines():
        number += 1
        try:
            item = json.loads(line)
            parts = ("book", "number", "kind", "data", "entries", "result", "key", "at", "by", "previous")
            body = [item[part] for part in parts]
            total = str(sum(item["entries"].values()))
            text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
        except DAMAGED:
            yield f"transaction {number} cannot be read"
            return
        if item["number"] != number:
            yield f"transaction {number} is missing or out of order"
        elif item["previous"] != previous:
            yield f"transaction {number} is not chained to the one before"
        elif item.get("hash") != hashlib.sha256(text).hexdigest():
            yield f"transaction {number} was changed after it was booked"
        elif total != "0":
            yield f"the entries of transaction {number} add up to {shown(total)}, not to zero"
        else:
            previous = item["hash"]
            continue
        return


def main(words: Sequence[str]) -> int:
    if not 1 <= len(words) <= 2:
        print(__doc__)
        return 2
    try:
        with open(words[0], "rb") as stream:
            content = stream.read(LARGEST)
    except OSError as error:
        print(f"{words[0]}: {error.strerror}")
        return 2
    wrong = check(content, words[1] if len(words) > 1 else "")
    for each in wrong:
        print(f"{words[0]}: {each}")
    if not wrong:
        print(f"{words[0]} holds. SHA-256 {hashlib.sha256(content).hexdigest()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
