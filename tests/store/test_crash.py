"""The process and the server killed without warning while tables play; and tables of several processes at one meter."""

import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from tests.migrated_store import with_schema
from tests.store.crash import check_meter, check_store
from tests.store.playing_process import TABLES

ROOT = Path(__file__).resolve().parents[2]


def crash(*kills: str, seed: int) -> str:
    command = [sys.executable, "-m", "tests.store.crash", *kills, "--seed", str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_kills_of_process_and_server_lose_nothing() -> None:
    """One of the process on each store, one of the PostgreSQL server itself."""
    said = crash("sqlite=1", "postgresql=1", "server=1", seed=7)
    assert said.count("every ledger verifies") == 3


@pytest.mark.slow
def test_thousand_kills_lose_nothing() -> None:
    said = crash("sqlite=350", "postgresql=350", "server=300", seed=1_000)
    assert said.count("every ledger verifies") == 3


def processes(store: str, folder: Path, rounds: int) -> None:
    """Two processes, each with three tables of the same link."""
    running = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.store.playing_process",
                store,
                str(folder),
                f"p{number}",
                str(rounds),
                *tables,
            ],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number, tables in enumerate((TABLES[:3], TABLES[3:]))
    ]
    for process in running:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A SQLite store that several processes have played on, and the folder of their diaries."""
    folder = tmp_path_factory.mktemp("played")
    store = with_schema(str(folder / "room.db"))
    processes(store, folder, rounds=6)
    return store, folder


def test_several_processes_at_one_meter_count_everything_once(played: tuple[str, Path]) -> None:
    assert check_store(*played) > 30
    check_meter(*played)


@pytest.mark.slow
def test_several_processes_at_one_meter_on_postgresql(postgres_store: str, tmp_path: Path) -> None:
    processes(postgres_store, tmp_path, rounds=6)
    assert check_store(postgres_store, tmp_path) > 30
    check_meter(postgres_store, tmp_path)


def test_crash_check_detects_lost_or_doubled_steps(played: tuple[str, Path], tmp_path: Path) -> None:
    """It is given diaries that differ from the store."""
    store, written = played
    copytree(written, tmp_path, dirs_exist_ok=True)
    check_meter(store, tmp_path)
    diary = tmp_path / f"{TABLES[0]}.diary"
    kept = diary.read_text()
    lines = [json.loads(line) for line in kept.splitlines()]
    answered = next(line for line in lines if line[0] == "answered" and "transaction" in line[4].get("told", {}))

    lost = ["answered", "never asked", *answered[2:]]
    diary.write_text(kept + json.dumps(lost) + "\n")
    with pytest.raises(AssertionError, match="never asked is lost"):
        check_store(store, tmp_path)

    answered[4]["told"]["shown_cents"] += 1
    diary.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(AssertionError, match="is lost"):
        check_store(store, tmp_path)
    with pytest.raises(AssertionError, match="what was shown"):
        check_meter(store, tmp_path)

    diary.write_text(kept + json.dumps(["asked", "no answer", "press", {}]) + "\n")
    with pytest.raises(AssertionError, match="never answered"):
        check_meter(store, tmp_path)
