"""The full check of an audit pack: its own verifier, then a replay of every ledger and every record."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitbook.compliance.property import hash_of
from pitbook.jackpot.ledger import Transaction, verify
from pitbook.room.audit.pack_check import DAMAGED, check, read, shown
from pitbook.room.tables.rounds import round_begun
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Event
from pitbook.table.replay import Replay
from pitbook.table.upgrade import parse_log


@dataclass(frozen=True, slots=True)
class PackCheck:
    """The result of a check."""

    sha256: str
    files: int
    wrong: tuple[str, ...]
    done: tuple[str, ...]
    """What was replayed, in words."""

    def to_dict(self) -> dict[str, Any]:
        holds = not self.wrong
        return {"sha256": self.sha256, "files": self.files, "holds": holds, "wrong": self.wrong, "done": self.done}


def check_pack(content: bytes, expected: str = "") -> PackCheck:
    """Everything that is wrong with a pack, and everything that holds."""
    wrong = check(content, expected)
    files, _ = read(content)
    done: list[str] = []
    if not wrong:
        for good, words in (*_ledgers(files), *_rounds(files), *_versions(files)):
            (done if good else wrong).append(words)
    return PackCheck(hashlib.sha256(content).hexdigest(), len(files), tuple(wrong), tuple(done))


def _ledgers(files: Mapping[str, bytes]) -> Iterator[tuple[bool, str]]:
    for name, content in sorted(files.items()):
        if not (name.startswith("ledger/") and name.endswith(".jsonl")):
            continue
        jackpot = name.removeprefix("ledger/").removesuffix(".jsonl")
        try:
            items = [Transaction(**json.loads(line)) for line in content.decode().splitlines()]
            proof = verify(jackpot, items)
        except DAMAGED as error:
            yield False, f"{shown(name)}: it cannot be replayed: {shown(error)}"
            continue
        if proof.fault is not None:
            yield False, f"{shown(name)}: transaction {proof.fault.number}: {proof.fault.words}"
        else:
            yield True, f"{shown(name)}: {proof.transactions:,} transactions replayed, all the same"


def _rounds(files: Mapping[str, bytes]) -> Iterator[tuple[bool, str]]:
    """Records of tables, replayed up to a shoe that is still sealed or a round in play; the ledger proves prizes from a
    meter."""
    for name, content in sorted(files.items()):
        if not name.startswith("rounds/") or name.endswith("-controller.jsonl"):
            continue
        try:
            events = parse_log(content.decode())
            good, words = _replayed(events)
        except DAMAGED as error:
            good, words = False, shown(error)
        yield good, f"{shown(name)}: {words}"


def _replayed(events: Sequence[Event]) -> tuple[bool, str]:
    config = TableConfig.from_dict(events[0].data)
    sealed = (place for place, event in enumerate(events) if event.kind == "shuffled" and SECRET not in event.data)
    known = events[: min(next(sealed, len(events)), round_begun(events))]
    if (config.progressive and not config.configuration) or len(known) < 2:
        return True, f"{len(events):,} events, in order"
    replay = Replay.begin(known).run()
    if replay.differences:
        return False, str(replay.differences[0])
    return True, f"{len(known):,} of {len(events):,} events replayed, all the same"


def _versions(files: Mapping[str, bytes]) -> Iterator[tuple[bool, str]]:
    try:
        history = json.loads(files["configuration/history.json"])
        for version in history:
            name = f"configuration/version-{int(version['version']):04}.toml"
            if hash_of(files[name].decode()) != version["hash"]:
                yield False, f"{name} is not the version that was stored"
    except DAMAGED as error:
        yield False, f"the history of the configuration cannot be read: {shown(error)}"
        return
    yield True, f"configuration: {len(history)} version{'' if len(history) == 1 else 's'}"
