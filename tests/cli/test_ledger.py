"""``pitbook ledger``: verification, and the first transaction that was tampered with."""

import json
import shutil
import sqlite3
from datetime import date
from pathlib import Path

import pytest

from tests.cli.command_runner import run
from tests.room.rig import ACCOUNTANT, QUARTER, Room


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A jackpot of six transactions, its first day closed after five."""
    path = tmp_path_factory.mktemp("kept") / "room.db"
    made = Room(path, "2024-03-04T20:00:00+00:00")
    made.open()
    made.play("1", "123")
    made.play("2", "12", seat2=QUARTER)
    made.play("3", "7")
    made.clock.set("2024-03-05T12:00:00-08:00")
    made.days.close(date(2024, 3, 4), ACCOUNTANT, made.key())
    made.play("3", "67")
    made.close()
    return path


@pytest.fixture
def store(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(kept, tmp_path / "copy.db"))


def tamper(store: Path, *statements: str) -> None:
    """Changes the database file directly."""
    connection = sqlite3.connect(store)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_intact_ledger_verifies(store: Path) -> None:
    found = run("ledger", "verify", "--store", str(store), "--json").json
    assert (found["holds"], found["fault"]) == (True, "")
    assert {"presses 1", "records", "requests 0"} <= {chain["chain"] for chain in found["chains"]}
    (proof,) = found["ledgers"]
    assert proof["holds"]
    assert proof["transactions"] == 6
    assert proof["fault"] is None
    assert sum(proof["balances_micros"].values()) == 0
    assert proof["balances_micros"]["tray"] == 8_000_000 - 1_250_130_000
    ran = run("ledger", "verify", "royal", "--store", str(store))
    assert ran.code == 0
    assert "royal: 6 transactions hold" in ran.out
    assert proof["hash"] in ran.out


@pytest.mark.parametrize(
    ("statement", "number", "words"),
    [
        ("UPDATE entries SET micros = micros + 1 WHERE number = 3 AND account = 'tray'", 3, "its hash is not"),
        ("UPDATE transactions SET data = replace(data, '100', '200') WHERE number = 2", 2, "its hash is not"),
        ("UPDATE transactions SET \"by\" = 'mallory' WHERE number = 4", 4, "its hash is not"),
        ("UPDATE transactions SET hash = '" + "0" * 64 + "' WHERE number = 2", 2, "its hash is not"),
        ("UPDATE transactions SET data = 'no json' WHERE number = 4", 4, "it cannot be read"),
        ("UPDATE transactions SET data = '[]' WHERE number = 4", 4, "its hash is not"),
        ("UPDATE transactions SET result = '' WHERE number = 3", 3, "it cannot be read"),
        ("UPDATE entries SET micros = 'much' WHERE number = 3", 3, "its hash is not"),
        ("DELETE FROM transactions WHERE number = 3", 3, "a transaction is missing"),
        ("DELETE FROM entries WHERE number = 3", 3, "its hash is not"),
        ("DELETE FROM transactions WHERE number >= 5", 5, "2024-03-04 was closed with transaction 5"),
        ("DELETE FROM transactions WHERE number = 6", 6, "no transaction that made them"),
        ("UPDATE books SET state = replace(state, '\"open\"', '\"suspended\"')", 6, "the stored book differs"),
        ("UPDATE books SET state = '{}'", 6, "the stored book differs"),
        ("DELETE FROM books", 6, "the stored book differs"),
    ],
)
def test_verify_names_the_tampered_transaction(store: Path, statement: str, number: int, words: str) -> None:
    tamper(store, statement)
    ran = run("ledger", "verify", "--store", str(store), "--json")
    assert ran.code == 1
    assert ran.err == ""
    (proof,) = json.loads(ran.out)["ledgers"]
    assert not proof["holds"]
    assert proof["fault"]["transaction"] == number
    assert words in proof["fault"]["words"]
    plain = run("ledger", "verify", "--store", str(store))
    assert plain.code == 1
    assert f"royal: transaction {number} does not hold" in plain.out


def test_rewritten_ledger_with_fresh_hashes_is_found(store: Path) -> None:
    """A consistent new ledger does not match the hash that the day was closed with."""
    other = store.with_name("other.db")
    made = Room(other, "2024-03-04T20:00:00+00:00")
    made.open()
    made.play("1", "1234")
    made.play("2", "12", seat2=QUARTER)
    made.play("3", "7")
    made.play("3", "67")
    made.close()
    assert run("ledger", "verify", "--store", str(other)).code == 0
    tamper(
        store,
        f"ATTACH '{other}' AS other",
        "DELETE FROM entries",
        "DELETE FROM transactions",
        "DELETE FROM books",
        "INSERT INTO transactions SELECT * FROM other.transactions",
        "INSERT INTO entries SELECT * FROM other.entries",
        "INSERT INTO books SELECT * FROM other.books",
    )
    ran = run("ledger", "verify", "--store", str(store))
    assert ran.code == 1
    assert "transaction 5 does not hold" in ran.out
    assert "2024-03-04 was closed with another transaction in its place" in ran.out


def test_show_lists_transactions(store: Path) -> None:
    items = run("ledger", "show", "royal", "--store", str(store), "--json").json
    assert [item["number"] for item in items] == [1, 2, 3, 4, 5, 6]
    assert items[3]["kind"] == "award"
    assert items[3]["previous"] == items[2]["hash"]
    assert [
        item["number"] for item in run("ledger", "show", "royal", "--last", "2", "--store", str(store), "--json").json
    ] == [5, 6]
    some = run("ledger", "show", "royal", "--after", "1", "--last", "2", "--store", str(store), "--json").json
    assert [item["number"] for item in some] == [2, 3]
    ran = run("ledger", "show", "royal", "--store", str(store))
    assert ran.code == 0
    assert "award $1,250.13" in ran.out
    assert (
        run("ledger", "show", "royal", "--after", "99", "--store", str(store)).out
        == "royal has no transaction there.\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("verify", "nobody"), "there is no jackpot 'nobody'"),
        (("show", "nobody"), "there is no jackpot 'nobody'"),
        (("show", "royal", "--last", "0"), "--last is 1 to 100,000"),
        (("show", "royal", "--last", "-1"), "--last is 1 to 100,000"),
        (("show", "royal", "--after", "-1"), "--after the number of a transaction"),
        (("show", "royal", "--after", "9" * 30), "--after the number of a transaction"),
        (("show", "royal", "--last", "x"), "is not a whole number"),
    ],
)
def test_refused_commands(store: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run("ledger", *words, "--store", str(store)).refusal


def test_store_is_given_by_option_or_environment(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOOK_STORE", str(store))
    assert run("ledger", "verify").code == 0
    assert "--store names one" in run("ledger", "verify", "--store", str(tmp_path / "none.db")).refusal
    monkeypatch.delenv("PITBOOK_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert "there is no store at" in run("ledger", "verify").refusal
    assert not (tmp_path / "data").exists()
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database, however long it may be" * 100)
    assert "cannot be opened" in run("ledger", "verify", "--store", str(broken)).refusal
    assert "--store is empty" in run("ledger", "verify", "--store", "").refusal
    assert "not the address of a store" in run("ledger", "verify", "--store", "nonsense://x").refusal
