"""Jackpot administration on the command line: people, closing, reports, win pages, the prize account."""

import io
import json
import shutil
import sys
from functools import partial
from pathlib import Path

import argon2
import pytest

from pitbook.room.people.service import People
from tests.cli.command_runner import run
from tests.room.rig import ACCOUNTANT, ADMINISTRATOR, EXECUTIVE, QUARTER, Room, hire

BADGES = {"ann": "ann:token-ann", "ada": "ada:token-ada", "eve": "eve:token-eve"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day of March 2024 with a prize, and three people."""
    path = tmp_path_factory.mktemp("kept") / "room.db"
    made = Room(path, "2024-03-04T20:00:00+00:00")
    made.open()
    made.play("1", "123")
    made.play("2", "12", seat2=QUARTER)
    hire(People(made.database), ACCOUNTANT, ADMINISTRATOR, EXECUTIVE)
    made.close()
    return path


@pytest.fixture
def store(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOOK_PIN", "2468")
    path = Path(shutil.copy(kept, tmp_path / "copy.db"))
    monkeypatch.setenv("PITBOOK_STORE", str(path))
    return path


def test_closing_a_day(store: Path) -> None:
    told = run("jackpot", "close", "--day", "2024-03-04", "--badge", BADGES["ann"], "--json").json
    assert told["jackpots"][0]["difference_micros"] == 0
    assert told["jackpots"][0]["accrued_micros"]["displayed"] == 5 * 109_100
    refusal = run("jackpot", "close", "--day", "2024-03-04", "--badge", BADGES["ann"]).refusal
    assert "a day is closed once" in refusal
    ran = run("jackpot", "close", "--badge", BADGES["ann"])
    assert ran.code == 0
    assert "2024-03-05 is closed by Ann Accountant" in ran.out
    assert "next comes 2024-03-06" in run("jackpot", "close", "--day", "2024-03-09", "--badge", BADGES["ann"]).refusal


def test_only_accounting_closes_a_day(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "may not close the day: it needs the role acc" in run("jackpot", "close", "--badge", BADGES["eve"]).refusal
    assert "badge or PIN is wrong" in run("jackpot", "close", "--badge", "ann:wrong-token").refusal
    assert "badge or PIN is wrong" in run("jackpot", "close", "--badge", "nobody:x").refusal
    monkeypatch.setenv("PITBOOK_PIN", "1357")
    assert "badge or PIN is wrong" in run("jackpot", "close", "--badge", BADGES["ann"]).refusal
    assert json.loads(run("jackpot", "report", "close", "--from", "2024-03-04", "--json").out)["facts"] == {
        "Not closed yet": "2024-03-04"
    }


def test_reports_to_files_and_to_the_screen(store: Path, tmp_path: Path) -> None:
    files = {form: tmp_path / f"report.{form}" for form in ("pdf", "xlsx", "csv", "json")}
    words = [word for form, path in files.items() for word in (f"--{form}", str(path))]
    ran = run("jackpot", "report", "accrual", "--from", "2024-03-04", *words)
    assert (ran.code, ran.err) == (0, "")
    assert files["pdf"].read_bytes().startswith(b"%PDF")
    assert files["xlsx"].read_bytes().startswith(b"PK")
    assert files["csv"].read_text().startswith("table,day,jackpot,table,")
    assert json.loads(files["json"].read_text())["report"] == "accrual"
    shown = run("jackpot", "report", "hits", "--from", "2024-03-04", "--to", "2024-03-06")
    assert shown.code == 0
    assert "1,250.13" in shown.out
    assert run("jackpot", "report", "funds", "--json").json["report"] == "funds"
    for kind in ("close", "adjustments", "terms", "bank", "exceptions"):
        assert run("jackpot", "report", kind, "--from", "2024-03-04").code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("report", "gossip"), "is not one of"),
        (("report", "close", "--from", "4 March"), "is not a date: write 2026-11-16"),
        (("report", "close", "--from", "2024-02-30"), "is not a date"),
        (("report", "close", "--from", "20240304"), "is not a date"),
        (("report", "close", "--from", "２０２４-03-04"), "is not a date"),
        (("report", "close", "--from", "2024-03-04", "--to", "2024-03-03"), "a report goes from a day to a later one"),
        (("report", "close", "--jackpot", "nobody"), "there is no jackpot 'nobody'"),
        (("report", "close", "--pdf", "no/such/folder/x.pdf"), "cannot be written"),
        (("win-page", "royal", "4"), "say where the page goes"),
        (("win-page", "royal", "99", "--json"), "has no transaction 99"),
        (("win-page", "royal", "2", "--json"), "is coin-in, not a prize"),
        (("win-page", "royal", "0", "--json"), "a number from 1 on"),
        (("win-page", "royal", "9" * 30, "--json"), "a number from 1 on"),
        (("win-page", "nobody", "4", "--json"), "there is no jackpot 'nobody'"),
        (("win-page", "royal", "4", "--player", "Ks Xs", "--json"), "there is no card 'Xs'"),
        (("win-page", "royal", "4", "--player", "2c 3d", "--dealer", "Ks Qs", "--json"), "no winning hand"),
    ],
)
def test_refused_commands(store: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run("jackpot", *words).refusal


def test_a_win_page(store: Path, tmp_path: Path) -> None:
    page = tmp_path / "win.pdf"
    ran = run("jackpot", "win-page", "royal", "4", "--player", "Ks Qs", "--dealer", "Kh Qh", "--pdf", str(page))
    assert (ran.code, ran.out) == (0, f"{page}: the win page of royal 4\n")
    assert page.read_bytes().startswith(b"%PDF")
    told = run("jackpot", "win-page", "royal", "4", "--json").json
    assert told["prize"]["result"]["prize_cents"] == 125_013
    assert (told["dealt_by"], told["verified"]["by"]) == ("dana", "sam")


WINNERS = """
[[person]]
name = "Ada Ames"
tin = "123-45-6789"
share = "2/3"
[[person]]
name = "Ben Boyd"
share = "1/3"
"""
ABROAD = """
[payer]
ein = "91-1234567"
[[person]]
name = "Carl Cote"
country = "CA"
born = 1980-02-03
"""


def test_tax_forms(store: Path, tmp_path: Path) -> None:
    """Form 5754 for a shared win, form 1042-S for a person with a country."""
    people, form = tmp_path / "people.toml", tmp_path / "form.pdf"
    people.write_text(WINNERS)
    told = run("jackpot", "tax-form", "royal", "4", "--people", str(people), "--json").json
    assert (told["form"], [row[3] for row in told["people"]]) == ("5754", ["$833.42", "$416.71"])
    people.write_text(ABROAD)
    ran = run("jackpot", "tax-form", "royal", "4", "--people", str(people), "--pdf", str(form))
    assert (ran.code, ran.out) == (0, f"{form}: form 1042-S for royal-4\n")
    assert form.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no person"),
        ('[[person]]\nname = "Ada"\nshare = "half"', "is no share: write a fraction"),
        ('[[person]]\nname = "Ada"\nshare = "1/2"', "add up to one"),
        (WINNERS + 'country = "CA"', "form 1042-S is for one person"),
        ('[[person]]\nname = "Ada"\nsahre = "1"', "sahre"),
    ],
)
def test_invalid_people_on_a_tax_form_are_refused(store: Path, tmp_path: Path, text: str, sentence: str) -> None:
    people = tmp_path / "people.toml"
    people.write_text(text)
    assert sentence in run("jackpot", "tax-form", "royal", "4", "--people", str(people), "--json").refusal


def test_the_prize_account(store: Path) -> None:
    told = run("jackpot", "deposit", "0.65", "--slip", "slip 1", "--badge", BADGES["ann"], "--json").json
    assert told["deposit_due_cents"] == 0
    ran = run("jackpot", "balance", "$100", "--document", "page 1", "--badge", BADGES["ann"])
    assert ran.code == 1
    assert "royal is suspended" in ran.out
    assert "WAC 230-15-455" in ran.out
    assert run("jackpot", "balance", "6000", "--document", "page 2", "--badge", BADGES["ann"]).code == 0
    assert "negative" in run("jackpot", "deposit", "--slip", "s", "--badge", BADGES["ann"], "--", "-5").refusal
    assert "may not bank" in run("jackpot", "deposit", "5", "--slip", "s", "--badge", BADGES["eve"]).refusal


def test_house_name_and_time_zone(store: Path) -> None:
    assert run("jackpot", "house").out == "Card room: gambling days begin at 6:00, America/Los_Angeles\n"
    told = run("jackpot", "house", "Pine Room", "--day-starts", "5", "--badge", BADGES["ada"], "--json").json
    assert told == {"name": "Pine Room", "zone": "America/Los_Angeles", "day_starts": 5}
    assert "hour 0 to 12" in run("jackpot", "house", "--day-starts", "13", "--badge", BADGES["ada"]).refusal
    assert "not a time zone" in run("jackpot", "house", "--zone", "Mars", "--badge", BADGES["ada"]).refusal
    assert "may not set up the house" in run("jackpot", "house", "X", "--badge", BADGES["ann"]).refusal


# -- people ------------------------------------------------------------------------------------------------------------


def test_the_first_person_is_the_administrator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "room.db"
    quick = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(argon2, "PasswordHasher", quick)  # salted as usual, but fast
    monkeypatch.setenv("PITBOOK_STORE", str(path))
    monkeypatch.setenv("PITBOOK_NEW_PIN", "2468")
    monkeypatch.delenv("PITBOOK_PIN", raising=False)
    monkeypatch.delenv("PITBOOK_BADGE", raising=False)
    assert "its administrator" in run("people", "add", "sam", "Sam", "--role", "dealer").refusal
    assert not path.exists()
    monkeypatch.setenv("PITBOOK_NEW_PIN", "1111")
    assert "too easy" in run("people", "add", "ada", "Ada", "--role", "administrator").refusal
    assert not path.exists()
    monkeypatch.setenv("PITBOOK_NEW_PIN", "2468")
    ran = run("people", "add", "ada", "Ada Moore", "--role", "administrator")
    assert ran.code == 0
    badge = ran.out.splitlines()[-1].removeprefix("Badge, shown only now: ")
    token = badge.removeprefix("ada:")
    assert token.encode() not in path.read_bytes()

    monkeypatch.setenv("PITBOOK_PIN", "2468")
    refused = run("people", "add", "ann", "Ann", "--role", "accounting", "--badge", badge).refusal
    assert "has no executive yet" in refused
    executive = run("people", "add", "eve", "Eve Stone", "--role", "executive", "--json").json["badge"]
    assert run("people", "add", "mal", "Mal", "--role", "executive", "--badge", badge).code == 0, "only proposed"
    assert "Proposal 1 for Mal is withdrawn" in run("people", "withdraw", "1", "--badge", executive).out
    asked = run("people", "add", "ann", "Ann", "--role", "accounting", "--badge", badge, "--json").json
    assert (asked["proposal"], asked["roles"]) == (2, ["accounting"])
    assert [each["person"] for each in run("people", "proposals", "--json").json] == ["ann"]
    assert "another person must approve it" in run("people", "approve", "2", "--badge", badge).refusal
    told = run("people", "approve", "2", "--badge", executive, "--json").json
    assert told["roles"] == ["accounting"]
    refused = run("people", "add", "x", "X", "--role", "dealer", "--badge", told["badge"]).refusal
    assert "may not manage people" in refused
    for words, sentence in (
        (("add", "bob", "Bob", "--role", "dealer", "--role", "supervisor"), "kept apart"),
        (("add", "bob", "Bob", "--role", "king"), "is not a role"),
        (("add", "Bob!", "Bob", "--role", "dealer"), "is no short name"),
        (("add", "ann", "Ann", "--role", "auditor"), "there is a 'ann' already"),
        (("add", "bob", " ", "--role", "dealer"), "a name is a line"),
        (("end", "nobody"), "there is no 'nobody'"),
        (("end", "ada"), "the last administrator"),
    ):
        assert sentence in run("people", *words, "--badge", badge).refusal
    assert run("people", "end", "ann", "--badge", badge).out == "ann has left.\n"
    assert [(each["person"], each["active"]) for each in run("people", "list", "--json").json] == [
        ("ada", True),
        ("ann", False),
        ("eve", True),
    ]
    assert "left" in run("people", "list").out
    assert "badge or PIN is wrong" in run("people", "end", "ada", "--badge", told["badge"]).refusal


def test_missing_pin_is_prompted_for_or_refused(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOOK_PIN")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "the PIN is missing: give it in $PITBOOK_PIN" in run("jackpot", "close", "--badge", BADGES["ann"]).refusal
    assert "the badge is missing: give it in $PITBOOK_BADGE" in run("jackpot", "close").refusal
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{BADGES['ann']}\n2468\n"))
    assert run("jackpot", "close").code == 0
