"""Data stored by version 0.1: later versions read it and compute the same money."""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select

from pitbook.games.package import package_hash
from pitbook.room.audit.rounds import ReplayedRounds
from pitbook.room.audit.store_proof import prove_store
from pitbook.room.configurations import Configurations
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.play.rules import PlayRules
from pitbook.room.play.service import PlayTables
from pitbook.room.tables.log import openings
from pitbook.room.tables.pit import Pit
from pitbook.room.tables.rounds import Rounds
from pitbook.room.tables.service import Tables
from pitbook.store import schema
from pitbook.store.database import Database
from pitbook.table.events import Event
from pitbook.table.notation import parse_rounds
from pitbook.table.replay import Replay
from pitbook.table.upgrade import parse_log
from tests.cli.command_runner import run
from tests.postgres import Server
from tests.room.rig import DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import SHOE_KEY

DATA = Path(__file__).parent / "data" / "v0_1"
ROOT = Path(__file__).parents[1]
LOGS = sorted(path.name for path in (DATA / "logs").glob("*.gz"))
COMMANDS: dict[str, list[str]] = json.loads((DATA / "outputs" / "commands.json").read_text("utf-8"))
CHANGED = {
    "": frozenset({"version", "timing", "event_log_hash", "log"}),
    # Hashes of the rules of games, which may be corrected; later versions check more rules.
    "comply": frozenset({"version", "packages", "rules_checked"}),
    "comply-tribal": frozenset({"version", "packages", "rules_checked"}),
    # A remark on letter 000 is reworded.
    "audit": frozenset({"version", "timing", "event_log_hash", "log", "remarks"}),
    # Blazing 7's looks at the dealer's cards too, and its option of the third seven is listed last.
    "rules": frozenset({"version", "looks_at", "options"}),
    # Assumptions name options, and the way of counting, in words; the figures are those of version 0.1.
    "par-royal-match": frozenset({"version", "timing", "event_log_hash", "log", "assumptions"}),
    "par-match-n-poker": frozenset({"version", "timing", "event_log_hash", "log", "assumptions"}),
    # The method is named without the number of points of its lattice.
    "session": frozenset({"version", "timing", "event_log_hash", "log", "method"}),
    # Since version 2 of the log the dealer takes progressive wagers from the felt when they are locked, and an opening
    # has other names for penetration and pay tables, a payment for its pay table.
    "replay": frozenset(
        {"event_log_hash", "log", "version", "next", "seats", "on_the_table_cents", "depth", "tables", "table"}
    ),
}
"""Fields of an output about the program and its log format, not about the game."""
LATER = datetime(2026, 11, 3, 23, tzinfo=UTC)


def unpacked(name: str) -> bytes:
    return gzip.decompress((DATA / name).read_bytes())


def money(lines: list[str]) -> list[tuple[Any, ...]]:
    """Every payment, correction and stack that these lines of a log record."""
    found: list[tuple[Any, ...]] = []
    for line in lines:
        number, kind, data, *_ = json.loads(line)
        if kind in ("settled", "corrected"):
            found.append((number, kind, data.get("seat"), data.get("wager"), data["net"]))
        elif kind == "round-over":
            found.append((number, kind, data["stacks"]))
    return found


def replayed(events: list[Event]) -> list[tuple[Any, ...]]:
    """The same, computed again by the rules."""
    done = Replay.begin(events).run()
    assert [str(each) for each in done.differences] == []
    return money([event.line() for event in done.made])


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_version_0_1_replays_to_the_same_money(name: str) -> None:
    text = unpacked(f"logs/{name}").decode()
    assert replayed(parse_log(text)) == money(text.splitlines())


@pytest.mark.parametrize("name", sorted(path.name for path in (DATA / "rounds").glob("*.txt")))
def test_a_notation_of_version_0_1_replays_to_the_same_money(name: str) -> None:
    entered = unpacked(f"logs/{name.removesuffix('.txt')}-entered.jsonl.gz").decode()
    events = parse_rounds((DATA / "rounds" / name).read_text("utf-8"))
    assert replayed(events) == money(entered.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_still_prints_what_version_0_1_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version may add to an output; it takes nothing away and changes no figure."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("pitbook.exact.record.__version__", "0.1.0")  # the hash of a sheet's inputs covers it
    ran = run(*COMMANDS[name], "--json")
    assert ran.err == ""
    pinned = json.loads((DATA / "outputs" / f"{name}.json").read_text("utf-8"))
    assert missing(pinned, json.loads(ran.out), CHANGED.get(name, CHANGED[""])) == []


def missing(pinned: Any, now: Any, changed: frozenset[str], path: str = "") -> list[str]:
    """The places where an output lacks a pinned value."""
    if isinstance(pinned, dict) and isinstance(now, dict):
        kept = [name for name in pinned if name not in changed]
        return [fault for name in kept for fault in missing(pinned[name], now.get(name), changed, f"{path}/{name}")]
    if isinstance(pinned, list) and isinstance(now, list) and (len(pinned) == len(now) or not path):
        pairs = enumerate(zip(pinned, now, strict=bool(path)))  # games may be added to a list of them
        return [fault for place, (old, new) in pairs for fault in missing(old, new, changed, f"{path}/{place}")]
    return [] if pinned == now else [f"{path}: {pinned!r} became {now!r}"]


@pytest.fixture(params=["sqlite", "postgresql"])
def old_store(request: pytest.FixtureRequest, tmp_path: Path, postgres: Server) -> str:
    """A store that version 0.1 wrote."""
    if request.param == "sqlite":
        path = tmp_path / "room.db"
        path.write_bytes(unpacked("room.db.gz"))
        return str(path)
    address = postgres.fresh()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(unpacked("room.sql.gz"))
    return address


@pytest.fixture
def migrated(old_store: str) -> Iterator[Database]:
    database = Database(old_store)
    yield database
    database.close()


def test_a_store_of_version_0_1_verifies_and_its_rounds_replay_to_the_same_money(
    old_store: str, migrated: Database
) -> None:
    proof = prove_store(migrated)
    assert proof.fault == ""
    assert sum(record.rounds for record in proof.tables) == 17
    with migrated.reading_latest() as connection:
        rows = schema.table_events
        names = list(connection.execute(select(rows.c.table).distinct().order_by(rows.c.table)).scalars())
        assert names == ["blazing-1", "play:royal-match-21-1", "poker-1", "riches-1", "royal-1", "royal-2"]
        for name in names:
            lines = connection.execute(select(rows.c.line).where(rows.c.table == name).order_by(rows.c.number))
            again = [each for events in openings(connection, name) for each in replayed(events)]
            assert again == money(list(lines.scalars()))
    ran = run("ledger", "verify", "--store", old_store, "--json")
    assert (ran.code, ran.err) == (0, "")


def test_surveillance_and_auditor_see_what_was_taken_and_pushed_out_in_rounds_of_version_0_1(
    migrated: Database,
) -> None:
    first = Rounds(migrated).latest("royal-1")[-1]
    words = [step.words for step in first.steps]
    assert "Take the $1 progressive wagers: seats 1, 3 and 5" in words
    assert words[-3] == ("seat 1 Royal Match Progressive $1 wins $6: 2-Card Straight Flush @ 7 for 1 ($7 pushed out)")
    # From the last shuffle on, and from the opening: both are upgraded.
    for short in (1, 10_000):
        for number in (1, 2, 5):
            assert ReplayedRounds(migrated, short).round("royal-1", 1, number).agrees


def test_packages_approved_in_version_0_1_are_taken_over_where_they_are_the_same(migrated: Database) -> None:
    """The record stays as it was; its hashes of files are read as hashes of the same package by its meaning."""
    jackpots = Jackpots(migrated, LATER.isoformat)
    try:
        version = Configurations(jackpots).current()
    finally:
        jackpots.close()
    pinned = json.loads((DATA / "outputs" / "comply.json").read_text("utf-8"))["packages"]
    assert version.to_dict()["packages"] == pinned
    # The rules and declarations of the other two games are no longer those of version 0.1.
    assert {game for game, hashed in version.approved.items() if hashed == package_hash(game)} == {"match-n-poker"}
    others = version.packages.keys() - {"match-n-poker"}
    assert all(version.approved[game] == pinned[game] for game in others)


def test_tables_that_version_0_1_left_in_mid_round_go_on(migrated: Database) -> None:
    """Entered cards are played on. Version 0.1 stored the order of a shoe unsealed, so that round is voided."""
    numbers = count(1)

    def key() -> str:
        return f"later {next(numbers)}"

    jackpots = Jackpots(migrated, LATER.isoformat)
    tables = Tables(jackpots, lambda: LATER, SHOE_KEY)
    pit, play = Pit(tables, Configurations(jackpots)), PlayTables(tables, PlayRules())
    try:
        view = pit.view("royal-2")
        assert (view["phase"], view["controller"]["phase"]) == ("betting", "betting")
        with tables.look("royal-2") as live:
            (void,) = [event.data for event in live.events if event.kind == "voided"]
            assert "was stored unsealed by an earlier version" in void["reason"]
            assert live.table.on_layout == 0
        # At royal-1 a win from the meter is keyed in and not verified yet.
        meter = jackpots.book("royal").shown
        pit.press("royal-1", "verify", SUPERVISOR, key())
        pit.press("royal-1", "record", EXECUTIVE, key())
        before = pit.view("royal-1")["players"]["1"]["stack"]
        pit.advance("royal-1", DEALER, key())
        view = pit.view("royal-1")
        assert view["phase"] == "betting"
        assert view["players"]["1"]["stack"] - before == meter // 4
        with tables.look("play:royal-match-21-1") as live:
            assert (live.table.round, live.table.on_layout) == (None, 0)
        assert prove_store(migrated).fault == ""
    finally:
        play.close()
        jackpots.close()
