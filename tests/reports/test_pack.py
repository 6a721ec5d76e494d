"""The audit pack: its contents, and that any changed byte is found, with Pitbook and without it."""

import hashlib
import json
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pitbook.compliance.property import parse_property
from pitbook.errors import BadInput
from pitbook.jackpot.ledger import Transaction, hash_of
from pitbook.money import dollars
from pitbook.room.audit.pack import AuditPack, make_pack
from pitbook.room.audit.pack_check import MANIFEST, build, check, main, read
from pitbook.room.audit.pack_verify import check_pack
from pitbook.room.configurations import Configurations
from tests.cli.command_runner import run
from tests.compliance.broken_properties import EXAMPLES, ROOM, changed
from tests.room.rig import ACCOUNTANT, BOTH, EXECUTIVE, QUARTER, Room, room_over
from tests.room.rig import room as room_in
from tests.room.table_rig import SHOE_KEY, Repeated, journal

FIRST, LAST = date(2026, 11, 2), date(2026, 11, 3)


def fill(house: Room) -> None:
    """Two days of a room: versions, a jackpot, rounds, a manual act, a table with its events; then a third day."""
    kept = Configurations(house.jackpots)
    kept.keep(changed(ROOM, ("seats = 6", "seats = 5")), "D. Reyes", "the opening")
    kept.keep(ROOM, "A. Kim", "a sixth seat")
    kept.open_jackpot("royal", FIRST, EXECUTIVE, house.key())
    log = journal(house.database, "poker-1", SHOE_KEY)
    table = kept.open_table("poker-1", FIRST, "sam", house.key(), Repeated(1), house.clock, log)
    table.sit(1, "Pat", dollars(10_000))
    for _ in range(3):
        table.shuffle()
        table.bet(1, "base", dollars(5))
        table.bet(1, "match-n-poker", dollars(1))
        table.close_betting()
        table.advance()
        while table.step is not None:
            table.decide(1, "stand")
            table.advance()
    house.play("royal-1", "123")
    house.play("royal-2", "12", seat2=QUARTER)
    house.clock.set("2026-11-03T22:00:00+00:00")
    house.play("royal-1", "1")
    house.jackpots.manage("royal", "suspend", "a test", "form 3", BOTH, house.key())
    house.jackpots.manage("royal", "resume", "it is over", "form 4", BOTH, house.key())
    house.days.close(FIRST, ACCOUNTANT, house.key())
    house.clock.set("2026-11-04T22:00:00+00:00")
    house.play("royal-1", "1234")


def test_the_same_days_give_the_same_pack_on_both_stores(postgres_store: str, pack: AuditPack) -> None:
    """Only the time of creation differs, and the rig's clock, which advances on each read."""
    with room_over(postgres_store) as made:
        fill(made)
        other = make_pack(made.days, parse_property(ROOM), FIRST, LAST)
    found = check_pack(other.content, other.sha256)
    assert found.wrong == ()
    assert found.done == check_pack(pack.content).done
    first, second = files_of(pack), files_of(other)
    rounds = "rounds/poker-1-0001.jsonl"
    timed = {MANIFEST, "README.txt", "days/day-closed.json", rounds}
    assert {name for name in first if first[name] != second.get(name)} <= timed
    before, after = ([json.loads(line)[:3] for line in each[rounds].splitlines()] for each in (first, second))
    assert before == after


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    with room_in(tmp_path_factory.mktemp("pack")) as made:
        fill(made)
        yield made


@pytest.fixture(scope="module")
def pack(house: Room) -> AuditPack:
    return make_pack(house.days, parse_property(ROOM), FIRST, LAST)


def files_of(pack: AuditPack) -> dict[str, bytes]:
    files, wrong = read(pack.content)
    assert wrong == []
    return files


def again(files: dict[str, bytes]) -> bytes:
    """A pack with other content and a matching manifest, as a forger would make it."""
    manifest = json.loads(files[MANIFEST])
    manifest["files"] = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        for name, content in files.items()
        if name != MANIFEST
    }
    return build(files | {MANIFEST: json.dumps(manifest).encode()})


def test_contents_of_a_pack(pack: AuditPack) -> None:
    files = files_of(pack)

    assert {name.partition("/")[0] for name in files} == {
        "README.txt", "verify.py", MANIFEST, "letters", "configuration", "par", "ledger", "jackpots", "days", "rounds",
    }  # fmt: skip
    for name in (
        "letters/royal-match-21/letter.toml", "letters/match-n-poker/paytables.toml", "configuration/version-0002.toml",
        "configuration/history.json", "par/royal-match-21/royal-match-RM-04-6-decks.json",
        "par/match-n-poker/match-n-poker-4-6-decks.json", "ledger/royal.jsonl", "ledger/royal.proof.json",
        "rounds/poker-1-0001.jsonl", "rounds/royal-1-controller.jsonl", "days/day-closed.json",
    ):  # fmt: skip
        assert name in files, name
    assert files["configuration/property.toml"].decode() == ROOM
    history = json.loads(files["configuration/history.json"])
    assert [(version["by"], version["why"]) for version in history] == [
        ("D. Reyes", "the opening"),
        ("A. Kim", "a sixth seat"),
    ]
    assert json.loads(files["configuration/findings.json"]) == {"findings": [], "kept": True, "on": "2026-11-03"}
    assert json.loads(files["ledger/royal.proof.json"])["holds"] is True
    manifest = json.loads(files[MANIFEST])
    assert (manifest["from"], manifest["to"]) == ("2026-11-02", "2026-11-03")
    assert set(manifest["files"]) == set(files) - {MANIFEST}


def test_the_ledger_goes_from_the_first_transaction_to_the_end_of_the_period(pack: AuditPack, house: Room) -> None:
    lines = [json.loads(line) for line in files_of(pack)["ledger/royal.jsonl"].decode().splitlines()]

    assert [item["number"] for item in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["kind"] == "opened"
    # The four wagers of the third day are left out.
    assert len(lines) == len(house.jackpots.transactions("royal")) - 1


def test_wins_and_manual_acts_are_those_of_the_period(house: Room) -> None:
    def pack_of(first: date, last: date) -> dict[str, bytes]:
        return files_of(make_pack(house.days, parse_property(ROOM), first, last, par=False))

    both, second = pack_of(FIRST, LAST), pack_of(LAST, LAST)
    assert [each["data"]["outcome"] for each in json.loads(both["jackpots/wins.json"])] == [QUARTER]
    assert [each["kind"] for each in json.loads(both["jackpots/by-hand.json"])] == ["suspend", "resume"]
    assert json.loads(second["jackpots/wins.json"]) == []
    assert [each["kind"] for each in json.loads(second["jackpots/by-hand.json"])] == ["suspend", "resume"]
    early = pack_of(date(2026, 10, 1), date(2026, 10, 31))
    assert not [name for name in early if name.startswith(("ledger/", "rounds/"))]
    assert check(build(early)) == []


def test_no_secret_is_in_a_pack(house: Room, pack: AuditPack) -> None:
    """Shoes that were shown may be seen, the one that is dealt from now may not."""
    lines = [json.loads(line) for line in files_of(pack)["rounds/poker-1-0001.jsonl"].decode().splitlines()]
    shuffled = [data for _, kind, data, _, _ in lines if kind == "shuffled"]

    assert len(shuffled) >= 4
    assert all("secret" in data for data in shuffled[:-1])
    assert "secret" not in shuffled[-1]
    assert not any("sealed" in data["secret"] for data in shuffled[:-1]), "what was shown is readable without a key"
    whole = pack.content.decode("latin-1")
    assert "argon2" not in whole
    assert "badge" not in whole.replace("badge, PIN", "")


def test_intact_pack_verifies(pack: AuditPack) -> None:
    found = check_pack(pack.content, pack.sha256)

    assert found.wrong == ()
    assert any("ledger/royal.jsonl" in words and "replayed" in words for words in found.done)
    assert any("rounds/poker-1-0001.jsonl" in words and "replayed, all the same" in words for words in found.done)
    assert "configuration: 2 versions" in found.done


def test_the_same_store_gives_the_same_files(house: Room, pack: AuditPack) -> None:
    other = files_of(make_pack(house.days, parse_property(ROOM), FIRST, LAST))
    first = files_of(pack)

    # Only the time of creation differs.
    assert {name for name in first if first[name] != other.get(name)} == {MANIFEST, "README.txt"}


def test_any_changed_byte_of_a_pack_is_found(pack: AuditPack) -> None:
    """A byte in every part of the pack, its own bookkeeping included."""
    content, random_ = pack.content, random.Random(8)
    places = {0, 1, len(content) - 1, len(content) // 2, *(random_.randrange(len(content)) for _ in range(60))}
    with zipfile.ZipFile(BytesIO(content)) as opened:
        for entry in opened.infolist():
            # The time and the attributes of an entry, which are not content.
            places |= {entry.header_offset + 10, entry.header_offset + 12}
    places |= set(range(len(content) - 60, len(content)))
    for place in sorted(places):
        for change in (1, 0x80):
            other = bytearray(content)
            other[place] ^= change
            assert check(bytes(other)), f"byte {place}"


@pytest.mark.parametrize("cut", [0, 1, 100, -1])
def test_truncated_or_extended_pack_is_found(pack: AuditPack, cut: int) -> None:
    assert check(pack.content[:cut])
    assert check(pack.content + b"\0")
    assert check(b"\0" + pack.content)


def test_added_removed_and_renamed_files_are_found(pack: AuditPack) -> None:
    files = files_of(pack)

    assert check(build(files | {"letters/new.toml": b""})) == ["letters/new.toml is not in the manifest"]
    without = {name: content for name, content in files.items() if name != "jackpots/wins.json"}
    assert check(build(without)) == ["jackpots/wins.json is missing"]
    assert check(build(files | {"jackpots/wins.json": b"[]\n"})) == ["jackpots/wins.json was changed"]
    assert check(build({name: content for name, content in files.items() if name != MANIFEST})) == [
        f"{MANIFEST} is missing or cannot be read"
    ]
    for bad in (b"", b"[]", b'{"files": 3}', b'{"files": {"a": 1}}', b"\xff"):
        assert check(build(files | {MANIFEST: bad}))


def test_compressed_pack_is_refused(pack: AuditPack) -> None:
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as other:
        for name, content in files_of(pack).items():
            other.writestr(name, content)

    assert check(whole.getvalue()) == ["a file in it is compressed: a pack is not"]


def ledger_with(pack: AuditPack, change: Any, *, sealed: bool) -> bytes:
    """A forged pack with a changed ledger, a matching manifest and, if ``sealed``, new hashes."""
    files = files_of(pack)
    items = [json.loads(line) for line in files["ledger/royal.jsonl"].decode().splitlines()]
    change(items)
    if sealed:
        previous = "0" * 64
        for item in items:
            item["previous"] = previous
            item["hash"] = previous = hash_of(Transaction(**item))
    files["ledger/royal.jsonl"] = "".join(f"{json.dumps(item, ensure_ascii=False)}\n" for item in items).encode()
    return again(files)


def raise_prize(items: list[dict[str, Any]]) -> None:
    award = next(item for item in items if item["kind"] == "award")
    award["result"]["prize_cents"] += 100


def move_money(items: list[dict[str, Any]]) -> None:
    items[1]["entries"]["displayed"] = items[1]["entries"].get("displayed", 0) - 1


def test_a_forged_ledger_is_found_by_its_chain(pack: AuditPack) -> None:
    assert check(ledger_with(pack, raise_prize, sealed=False))[0].endswith("was changed after it was booked")
    gone = check(ledger_with(pack, lambda items: items.pop(2), sealed=False))
    assert gone == ["ledger/royal.jsonl: transaction 3 is missing or out of order"]
    assert "add up to" in check(ledger_with(pack, move_money, sealed=True))[0]


def test_a_forged_and_resealed_ledger_is_found_by_replay(pack: AuditPack) -> None:
    forged = ledger_with(pack, raise_prize, sealed=True)

    assert check(forged) == []  # the hashes alone do not show it,
    (wrong,) = check_pack(forged).wrong  # but the booked entries do not follow from the actions
    assert "ledger/royal.jsonl: transaction" in wrong
    assert "but the action makes" in wrong
    assert check(forged, pack.sha256)[0].startswith("its SHA-256 is ")


def test_a_forged_round_is_found_by_replaying_it(pack: AuditPack) -> None:
    files = files_of(pack)
    text = files["rounds/poker-1-0001.jsonl"].decode()
    line = next(line for line in text.splitlines() if '"settled"' in line and '"net":' in line)
    event = json.loads(line)
    event[2]["net"] += 100
    forged = json.dumps(event, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    files["rounds/poker-1-0001.jsonl"] = text.replace(line, forged).encode()

    (wrong,) = check_pack(again(files)).wrong
    assert wrong.startswith("rounds/poker-1-0001.jsonl: recorded ")


def test_a_forged_version_is_found(pack: AuditPack) -> None:
    files = files_of(pack)
    files["configuration/version-0001.toml"] += b"# a word more\n"

    assert check_pack(again(files)).wrong == ("configuration/version-0001.toml is not the version that was stored",)


@pytest.mark.parametrize("content", [b"", b"PK", b"nothing", b"\x00" * 1000])
def test_file_that_is_not_a_pack_is_refused(content: bytes) -> None:
    assert check(content)
    assert check_pack(content).wrong


def test_the_verifier_inside_needs_nothing_but_python(pack: AuditPack, tmp_path: Path) -> None:
    path, script = tmp_path / "p.zip", tmp_path / "verify.py"
    path.write_bytes(pack.content)
    script.write_bytes(files_of(pack)["verify.py"])

    def ask(*words: str) -> tuple[int, str]:
        # -I and -S: no site packages, no environment, not this folder.
        ran = subprocess.run(
            [sys.executable, "-I", "-S", str(script), *words], capture_output=True, text=True, cwd=tmp_path
        )
        return ran.returncode, ran.stdout + ran.stderr

    assert ask(str(path)) == (0, f"{path} holds. SHA-256 {pack.sha256}\n")
    assert ask(str(path), pack.sha256)[0] == 0
    assert ask(str(path), "0" * 64)[0] == 1
    path.write_bytes(pack.content.replace(b"D. Reyes", b"D. Royce", 1))
    code, words = ask(str(path))
    assert code == 1
    assert "was changed" in words or "cannot be read" in words
    assert ask()[0] == 2
    assert ask(str(tmp_path / "none.zip")) == (2, f"{tmp_path / 'none.zip'}: No such file or directory\n")


def test_messages_of_the_verifier(pack: AuditPack, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.zip"
    path.write_bytes(pack.content)
    assert main([str(path)]) == 0
    assert main([str(path), "x"]) == 1
    assert "expected was x" in capsys.readouterr().out


def test_period_that_ends_before_it_begins_is_refused(house: Room) -> None:
    with pytest.raises(BadInput, match="the period ends on 2026-11-02, before it begins on 2026-11-03"):
        make_pack(house.days, parse_property(ROOM), LAST, FIRST)


def test_pack_command(tmp_path: Path) -> None:
    with room_in(tmp_path) as made:
        fill(made)
    store, out, example = str(tmp_path / "room.db"), tmp_path / "nov.zip", str(EXAMPLES / "property.toml")
    words = ["--store", store, "--property", example, "--from", "2026-11-02", "--to", "2026-11-03", "--out", str(out)]
    ran = run("pack", *words)
    assert (ran.code, ran.err) == (0, "")
    sha = hashlib.sha256(out.read_bytes()).hexdigest()
    assert ran.out.endswith(f"SHA-256 {sha}\n")
    assert "exists already" in run("pack", *words).refusal
    assert run("pack", *words, "--force", "--no-par", "--json").json["manifest"]["to"] == "2026-11-03"
    good = run("pack", "verify", str(out))
    assert good.code == 0
    assert "holds" in good.out
    assert run("pack", "verify", str(out), "--json").json["holds"] is True
    out.write_bytes(out.read_bytes().replace(b'"by"', b'"bY"', 1))
    bad = run("pack", "verify", str(out))
    assert (bad.code, bad.err) == (1, "")
    assert run("pack", "verify", str(out), "--sha256", sha).code == 1
    assert "a pack needs --property FILE" in run("pack", "--store", store).refusal
    assert "is not a date" in run("pack", *words[:5], "soon", *words[6:], "--force").refusal
    assert "no such file" in run("pack", "verify", str(tmp_path / "none.zip")).refusal
