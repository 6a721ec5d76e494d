"""Every byte of history: any change, removal or addition by a superuser, or in the database file, is detected."""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select

from pitbook.jackpot.ledger import FIRST
from pitbook.room.audit.history_proof import holds_seal, prove_history
from pitbook.room.audit.ledger_proof import ledgers, prove
from pitbook.room.audit.store_proof import prove_store
from pitbook.room.days.records import read_records
from pitbook.room.days.reports import Reports
from pitbook.room.days.service import Days
from pitbook.room.jackpots.service import Jackpots
from pitbook.store import schema
from pitbook.store.archive import restore
from pitbook.store.chain import CHAINED, COLUMNS, RECORDS, Head, seal
from pitbook.store.covered import COVERED
from pitbook.store.database import Database
from tests.cli.command_runner import run
from tests.postgres import Server
from tests.store.full_store import FROZEN


@dataclass(frozen=True, slots=True)
class Hand:
    """An attacker with full access to a database, its triggers disabled."""

    database: Database
    _connection: Any

    @property
    def row(self) -> str:
        """The columns that identify a row."""
        return "ctid" if self.database.is_postgresql else "rowid"

    def do(self, statement: str, *values: Any) -> Any:
        if self.database.is_postgresql:
            statement = statement.replace("?", "%s")
        return self._connection.execute(statement, values)

    def rows(self, table: str) -> list[tuple[Any, ...]]:
        """The key and the contents of each row, in the order of its chain."""
        columns = schema.metadata.tables[table].columns
        names = ", ".join(f'"{column.name}"' for column in columns)
        order = ", ".join(
            f'"{name}"' for name in ("id", "book", "table", "lane", "number", "account") if name in columns
        )
        return list(self.do(f"SELECT {self.row}, {names} FROM {table} ORDER BY {order}").fetchall())

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undoes the changes of the block when it ends."""
        before = {table: self.rows(table) for table in (*schema.APPEND_ONLY, "chains", "pads", "books", *COVERED)}
        yield
        for table, kept in before.items():
            if [row[1:] for row in self.rows(table)] != [row[1:] for row in kept]:
                self.do(f"DELETE FROM {table}")
                for row in kept:
                    self.do(f"INSERT INTO {table} VALUES ({', '.join('?' * (len(row) - 1))})", *row[1:])


@contextmanager
def hand_over(address: str) -> Iterator[Hand]:
    database = Database(address)
    connection: Any
    if database.is_postgresql:
        connection = psycopg.connect(**database.arguments, autocommit=True)
        connection.execute("SET session_replication_role = replica")  # no trigger is asked
    else:
        connection = sqlite3.connect(address, isolation_level=None)
        connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        connection.execute("PRAGMA synchronous = OFF")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
    try:
        yield Hand(database, connection)
    finally:
        connection.close()
        database.close()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("told") / "room.db"
    restore(max(FROZEN.glob("*.zip")), str(path))
    return path


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def hand(request: pytest.FixtureRequest, told: Path) -> Iterator[Hand]:
    """A store in which everything has happened once; each test puts back what it changes."""
    address = str(shutil.copy(told, told.with_name("taken.db")))
    if request.param == "postgresql":
        postgres: Server = request.getfixturevalue("postgres")
        restore(max(FROZEN.glob("*.zip")), address := postgres.fresh())
    with hand_over(address) as made:
        yield made


@pytest.fixture(autouse=True)
def put_back(request: pytest.FixtureRequest) -> Iterator[None]:
    """Everything verifies before and after each test."""
    hand = request.getfixturevalue("hand") if "hand" in request.fixturenames else None
    assert hand is None or prove_store(hand.database).fault == ""
    yield
    assert hand is None or prove_store(hand.database).fault == ""


def places(hand: Hand) -> Iterator[tuple[str, Any, str, Any, Any]]:
    """Every change of one byte: table, row, column, old value, new value."""
    for table in schema.APPEND_ONLY:
        names = [column.name for column in schema.metadata.tables[table].columns]
        for row, *values in hand.rows(table):
            for name, value in zip(names, values, strict=True):
                if isinstance(value, int):
                    yield from ((table, row, name, value, value ^ (1 << bit)) for bit in range(31))
                    continue
                for place, letter in enumerate(value):
                    # Another letter, but not NUL, which would end the text in the database.
                    other = chr(ord(letter) ^ 1) if letter != "\x01" else "\x03"
                    yield table, row, name, value, value[:place] + other + value[place + 1 :]


def found(hand: Hand, table: str, *, whole: bool) -> bool:
    """Whether the proof of the whole store, or of the part with this table, finds a fault."""
    if whole:
        return prove_store(hand.database).fault != ""
    if table in CHAINED:
        return not all(proof.holds for proof in prove_history(hand.database))
    return not all(prove(hand.database, name).holds for name in ledgers(hand.database))


def change(hand: Hand, where: Sequence[tuple[str, Any, str, Any, Any]], *, whole: bool) -> tuple[int, int]:
    """Makes these changes one by one; returns how many the proof found, and how many the database itself refused."""
    tried = refused = 0
    moved: dict[tuple[str, Any], Any] = {}
    for table, row, name, value, other in where:
        # A row may get another row id when it is changed.
        statement = f'UPDATE {table} SET "{name}" = ? WHERE {hand.row} = ? RETURNING {hand.row}'
        try:
            ((at,),) = hand.do(statement, other, moved.get((table, row), row)).fetchall()
        except (sqlite3.IntegrityError, psycopg.errors.IntegrityError, psycopg.errors.DataError):
            refused += 1
            continue
        assert found(hand, table, whole=whole), f"{table} {row}: {name} {value!r} became {other!r}"
        ((moved[table, row],),) = hand.do(statement, value, at).fetchall()
        tried += 1
    return tried, refused


def test_changed_byte_of_each_column_is_found(hand: Hand) -> None:
    """One of each column of each table; the slow test takes all of all rows."""
    chance = random.Random(11)
    by_column: dict[tuple[str, str], list[Any]] = {}
    for each in places(hand):
        by_column.setdefault((each[0], each[2]), []).append(each)
    assert set(by_column) == {
        (table, column.name) for table in schema.APPEND_ONLY for column in schema.metadata.tables[table].columns
    }
    sample = [chance.choice(rows) for rows in by_column.values()]
    tried, refused = change(hand, sample, whole=True)
    assert tried > 3 * refused


@pytest.mark.slow
def test_every_byte_of_every_event(hand: Hand) -> None:
    tried, refused = change(hand, list(places(hand)), whole=False)
    print(f"{tried:,} changes found, {refused:,} not taken by the database")
    assert tried > 10_000
    assert refused < tried / 20


def test_invalid_utf8_is_found(told: Path, tmp_path: Path) -> None:
    """SQLite stores any bytes; reading them must not end the proof."""
    with hand_over(str(shutil.copy(told, tmp_path / "room.db"))) as hand:
        every = [
            (table, column.name) for table in schema.APPEND_ONLY for column in schema.metadata.tables[table].columns
        ]
        every.remove(("records", "number"))  # SQLite itself accepts only numbers there
        for table, column in every:
            for no_text in ("CAST(x'ff80' AS TEXT)", "x'00ff'"):
                with hand.undone():
                    middle = f"(SELECT rowid FROM {table} ORDER BY rowid LIMIT 1 OFFSET 2)"
                    hand.do(f'UPDATE {table} SET "{column}" = {no_text} WHERE rowid = {middle}')
                    assert prove_store(hand.database).fault, (table, column)


def test_non_canonical_json_is_found(hand: Hand) -> None:
    for table, column in (("transactions", "data"), ("transactions", "result"), ("records", "data")):
        with hand.undone():
            hand.do(f"UPDATE {table} SET {column} = replace({column}, ':', ': ') WHERE number = 2")
            assert prove_store(hand.database).fault


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
def test_rows_removed_added_swapped_truncated_or_renumbered_are_found(hand: Hand, table: str) -> None:
    names = [column.name for column in schema.metadata.tables[table].columns]
    own = [name for name in names if name in ("book", "table", "lane", "number", "key", "account")]
    rows = [dict(zip(names, values, strict=True)) for _, *values in hand.rows(table)]

    def remove(row: dict[str, Any]) -> None:
        hand.do(f"DELETE FROM {table} WHERE " + " AND ".join(f'"{name}" = ?' for name in own), *map(row.get, own))

    def add(row: dict[str, Any]) -> None:
        hand.do(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", *row.values())

    def refuted(words: str) -> None:
        assert prove_store(hand.database).fault, f"{table}: {words}"

    for row in (rows[0], rows[len(rows) // 2], rows[-1]):
        with hand.undone():
            remove(row)
            refuted(f"removed {row}")
    with hand.undone():
        for row in rows[-3:]:
            remove(row)
        refuted("the tail cut off")
    with hand.undone():
        hand.do(f"DELETE FROM {table}")
        refuted("everything removed")
    with hand.undone():
        another = {name: "another" for name in ("key", "account") if name in names}
        add(rows[-1] | {"number": rows[-1]["number"] + 1} | another)
        refuted("a row added")
    with hand.undone():
        hand.do(f"UPDATE {table} SET number = number + 1000")
        refuted("rows renumbered")
    one, other = (row for row in rows[-2:])
    with hand.undone():
        remove(one)
        remove(other)
        add(other | {name: one[name] for name in own})
        add(one | {name: other[name] for name in own})
        refuted("two rows swapped")


def test_chain_ends_are_compared_with_their_rows(hand: Hand) -> None:
    for statement in (
        "UPDATE chains SET number = number + 1 WHERE name = 'records'",
        "UPDATE chains SET number = number - 1 WHERE name = 'records'",
        "UPDATE chains SET hash = '' WHERE name = 'requests 0'",
        "DELETE FROM chains WHERE name = 'records'",
        "UPDATE pads SET pressed = pressed + 1",
        "UPDATE pads SET hash = ''",
        "INSERT INTO chains VALUES ('events nowhere', 3, '')",
        "DELETE FROM books",
        "INSERT INTO entries VALUES ('royal', 99, 'tray', 0)",
        "INSERT INTO entries VALUES ('nobody', 1, 'tray', 0)",
    ):
        with hand.undone():
            hand.do(statement)
            assert prove_store(hand.database).fault, statement


# -- rows that change: people, passkeys, proposals, controllers --------------------------------------------------------

CHANGED = (
    ("UPDATE people SET roles = '[\"executive\"]' WHERE id = 'dana'", "people, row dana: its roles is"),
    ("UPDATE people SET name = 'Nobody' WHERE id = 'dana'", "people, row dana: its name is"),
    ("UPDATE people SET active = 0 WHERE id = 'ada'", "people, row ada: its active is 0"),
    ("UPDATE people SET pin = (SELECT pin FROM people WHERE id = 'ada') WHERE id = 'eve'", "people, row eve: its PIN"),
    ("UPDATE people SET badge = 'x' WHERE id = 'eve'", "people, row eve: its badge"),
    ("INSERT INTO people VALUES ('mal', 'Mal', '[\"executive\"]', 'x', 'x', 1)", "people, row mal: no record says"),
    ("DELETE FROM people WHERE id = 'dana'", "people, row dana: it was removed"),
    ("UPDATE passkeys SET person = 'eve'", "passkeys, row 000"),
    ("UPDATE passkeys SET public_key = 'fe'", "passkeys, row 000"),
    ("UPDATE passkeys SET active = 0", "passkeys, row 000"),
    ("UPDATE proposals SET roles = '[\"executive\"]'", "proposals, row 1: its roles"),
    ("UPDATE proposals SET pin = 'x'", "proposals, row 1: its PIN"),
    ("UPDATE proposals SET state = 'approved'", "proposals, row 1: its state"),
)
"""Changes of the database, and the report of the proof."""


def test_a_change_of_people_in_the_database_is_found(hand: Hand) -> None:
    for statement, words in CHANGED:
        with hand.undone():
            hand.do(statement)
            fault = prove_store(hand.database).fault
            assert fault.startswith(words), f"{statement}: {fault}"


def test_a_round_number_set_in_the_database_is_found(hand: Hand) -> None:
    """So is any other change of a controller's state: its last press has the digest of the whole state."""
    for table, state, _pressed, _hash in [row[1:] for row in hand.rows("pads")]:
        for changed in (json.dumps(json.loads(state) | {"round": 99}), state + " ", "", "{}"):
            with hand.undone():
                hand.do('UPDATE pads SET state = ? WHERE "table" = ?', changed, table)
                fault = prove_store(hand.database).fault
                assert fault.startswith(f"controllers, row {table}: its state is not the one that press"), fault


def test_a_controller_that_is_removed_or_set_back_in_the_database_is_found(hand: Hand) -> None:
    """Removed, or moved to another of its presses, whose number and hash are right for themselves."""
    for table, _state, pressed, _hash in [row[1:] for row in hand.rows("pads")]:
        with hand.undone():
            hand.do('DELETE FROM pads WHERE "table" = ?', table)
            assert prove_store(hand.database).fault, f"{table} removed"
        before = hand.do('SELECT hash FROM presses WHERE "table" = ? AND number = ?', table, pressed - 1).fetchone()[0]
        with hand.undone():
            hand.do('UPDATE pads SET pressed = ?, hash = ? WHERE "table" = ?', pressed - 1, before, table)
            fault = prove_store(hand.database).fault
            assert fault
            assert not fault.startswith("controllers"), f"found by the state alone: {fault}"


def test_ledger_verify_names_the_row_and_says_from_where_people_are_covered(hand: Hand) -> None:
    address = hand.database.engine.url.render_as_string(hide_password=False).removeprefix("sqlite:///")
    address = address.replace("postgresql+psycopg", "postgresql")
    told = run("ledger", "verify", "--store", address)
    assert (told.code, "people: 3 as the chain left them, covered since the first" in told.out) == (0, True), told.out
    with hand.undone():
        hand.do("UPDATE people SET roles = '[\"executive\"]' WHERE id = 'dana'")
        told = run("ledger", "verify", "--store", address)
        assert (told.code, "people: row dana is not as the chain left it" in told.out) == (1, True), told.out
        found = run("ledger", "verify", "--store", address, "--json")
        rows = {each["table"]: each for each in json.loads(found.out)["rows"]}
        assert (rows["people"]["row"], rows["controllers"]["words"]) == ("dana", "")


# -- forgeries that only a record outside the store shows --------------------------------------------------------------


def forge(hand: Hand, table: str, chain: str, number: int, column: str, other: str) -> None:
    """Rewrites a row, every hash from there to the end of its chain, and the stored head: a consistent forgery."""
    names = [column.name for column in schema.metadata.tables[table].columns]
    previous = FIRST
    head = Head()
    for _, *values in hand.rows(table):
        row = dict(zip(names, values, strict=True))
        if table == "table_events" and f"events {row['table']}" != chain:
            continue
        if row["number"] == number:
            row[column] = other
        head = Head(row["number"], seal(table, {name: row[name] for name in COLUMNS[table]}, previous))
        previous = head.hash
        own = " AND ".join(f'"{name}" = ?' for name in ("table", "number") if name in names)
        keys = [row[name] for name in ("table", "number") if name in names]
        hand.do(f'UPDATE {table} SET "{column}" = ?, hash = ? WHERE {own}', row[column], head.hash, *keys)
    hand.do("UPDATE chains SET number = ?, hash = ? WHERE name = ?", head.number, head.hash, chain)


def printed_seal(hand: Hand) -> str:
    with hand.database.reading_snapshot() as connection:
        return read_records(connection, "day-closed")[-1].hash


def test_records_forged_to_the_end_are_found_by_the_seal_that_was_printed(hand: Hand) -> None:
    """Nothing inside the store can detect it; the printed seal of the day can."""
    printed = printed_seal(hand)
    address = hand.database.engine.url.render_as_string(hide_password=False)
    address = address if hand.database.is_postgresql else address.removeprefix("sqlite:///")
    address = address.replace("postgresql+psycopg", "postgresql")
    assert holds_seal(hand.database, printed)
    kept = run("ledger", "verify", "--seal", printed[:16], "--store", address)
    assert (kept.code, "the seal is that of a closed day" in kept.out) == (0, True)
    jackpots = Jackpots(hand.database, lambda: "2026-11-05T20:00:00+00:00")
    assert ("Seal of 2026-11-01", printed) in Reports(Days(jackpots)).report("close").facts
    jackpots.close()
    with hand.undone():
        forge(hand, "records", RECORDS, 2, "by", "mallory")
        assert prove_store(hand.database).fault == ""  # consistent
        assert not holds_seal(hand.database, printed)
        ran = run("ledger", "verify", "--seal", printed, "--store", address, "--json")
        told = json.loads(ran.out)
        assert (ran.code, told["holds"], told["sealed"]) == (1, True, False)
        assert run("ledger", "verify", "--store", address).code == 0


def test_events_forged_to_the_end_are_found_by_the_day_that_was_closed(hand: Hand) -> None:
    chain = "events royal-1"
    with hand.database.reading_snapshot() as connection:
        rows = schema.table_events
        line = connection.execute(select(rows.c.line).where(rows.c.table == "royal-1", rows.c.number == 2)).scalar_one()
    with hand.undone():
        forge(hand, "table_events", chain, 2, "line", line.replace("Player 1", "Player 9"))
        (proof,) = [each for each in prove_history(hand.database) if each.chain == chain]
        assert not proof.holds
        assert "was closed with another row in its place" in proof.words


def test_a_seal_is_accepted_as_printed(told: Path) -> None:
    for wrong in ("abc", "z" * 64, "A" * 64):
        assert "a seal is at least 16 digits" in run("ledger", "verify", "--seal", wrong, "--store", str(told)).refusal
    assert run("ledger", "verify", "--seal", "0" * 64, "--store", str(told)).code == 1
