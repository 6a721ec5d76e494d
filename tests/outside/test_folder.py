"""An outside game's folder: loading, refusals, and the missing approval."""

import json
import pickle
import sys
from datetime import date
from pathlib import Path

import pytest

from pitbook import games
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import parse_property
from pitbook.errors import BadInput, NotApproved
from pitbook.exact.outside import Given, ensure, given, load
from pitbook.exact.select import SheetRequest, plan
from pitbook.games.outside import files_in, hash_of_files
from pitbook.games.package import package_hash
from pitbook.reports.outside import open_games
from pitbook.simulate.cluster import _HELD, Sent, work
from pitbook.simulate.wagers import wager_deals
from pitbook.web.worker import GAMES, worker
from tests.cli.command_runner import run
from tests.families.test_fake_family import ROOM
from tests.outside.conftest import change

SLUG = "two-red-21"


def refusal(folder: Path) -> str:
    with pytest.raises(BadInput) as refused:
        open_games([folder])
    assert not games.exists(SLUG)
    return str(refused.value)


def test_a_folder_is_found_by_its_slug_and_listed(folder: Path) -> None:
    open_games([folder])
    assert games.slugs()[-1] == SLUG
    assert games.game(SLUG).wager_slugs() == ["base", "two-red"]
    assert games.folder(SLUG) == folder


def test_a_folder_of_folders_loads_each_of_them(folder: Path) -> None:
    (folder.parent / "notes").mkdir()
    assert [each.place for each in load(folder.parent)] == [folder]


def test_modules_get_unique_names_and_sys_path_is_unchanged(folder: Path) -> None:
    path = list(sys.path)
    open_games([folder])
    module = games.module_of(SLUG)
    assert sys.path == path
    assert module.startswith("pitbook_outside_")
    assert sys.modules[module.replace("rules", "words")].__file__ == str(folder / "words.py")
    assert "words" not in sys.modules
    assert not (folder / "__pycache__").exists()


def test_claimed_regulation_or_letter_gives_no_approval(folder: Path) -> None:
    open_games([folder])
    letter = games.game(SLUG).letter
    assert not letter.is_approval
    assert letter.label == "none: not approved, from outside Pitbook"


def test_gate_refuses_outside_games(folder: Path) -> None:
    open_games([folder])
    text = ROOM.replace("high-card-duel", SLUG).replace("decks = 1", "decks = 6").replace('postings = "POSTED"\n', "")
    with pytest.raises(NotApproved) as refused:
        Gate(parse_property(text), date(2026, 11, 18)).open_table("duel-1")
    sentence = "WA-02: Two Red 21 was loaded from outside Pitbook: it is not approved and opens for play money only"
    assert sentence in str(refused.value)


def test_every_fault_is_reported_at_once_with_file_and_line(folder: Path) -> None:
    change(folder / "rules.py", 'slug="two-red-21"', 'slug="Two Red"')
    change(folder / "rules.py", 'family="blackjack"', 'family="craps"')
    change(folder / "rules.py", "seats=7", "seats=70")
    change(folder / "rules.py", "def three_red(player: Cards, up_card: Cards)", "def three_red(player: Cards)")
    change(folder / "rules.py", 'Outcome("all_red",', 'Outcome("none", "None", "no red"), Outcome("all_red",')
    change(folder / "show.toml", "two-red =", "two-green =")
    words = refusal(folder)
    for part in (
        "rules.py: line 33, slug='Two Red' is not a slug",
        "rules.py: line 36, there is no family 'craps'",
        "rules.py: line 40, seats=70 is not a number of seats",
        "rules.py: line 12, three_red(player: tuple[int, ...]) -> int does not take",
        "paytables.toml: line 1, no pay table of two-red says what none pays",
        "show.toml: line 2, examples.two-green: Two Red has no wager 'two-green'",
    ):
        assert part in words, words


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("rules.py", "def build() -> Game:", "def build( -> Game:", "rules.py: line 30, invalid syntax"),
        ("rules.py", "def build()", "def make()", "rules.py: line 1, build() is missing"),
        ("rules.py", "    return Game(", "    return tuple(", "rules.py: line 32, TypeError"),
        ("rules.py", "from .words", "from words", "from .words import"),
        ("rules.py", "return 1 if red == 3", "return 8 if red == 3", "rules.py: line 12, trying the rule of two-red"),
        ("rules.py", "if red == 3", "if red // 0", "rules.py: line 17, trying the rule of two-red: ZeroDivisionError"),
        ("rules.py", "for card in player + up_card:", "for card in player[:1]:", "order of the cards in a group"),
        ("rules.py", "decks=(1, 6)", "decks=(1, 9)", "rules.py: line 38, decks=(1, 9)"),
        ("rules.py", 'slug="two-red-21"', 'slug="royal-match-21"', "there is a game 'royal-match-21' already"),
        ("rules.py", '"All Red"', "None", "Outcome.label = None is not a text"),
        ("rules.py", "options=BLACKJACK_OPTIONS", "options=None", "line 44, Game.options = None is not a tuple"),
        ("rules.py", "rule=three_red,", "rule=three_red, lowest=[],", "lowest = [] is not a whole number or None"),
        ("rules.py", '"dealer", 1)', '"dealer", 1, 9)', "playing rounds at a table"),
        ("paytables.toml", "all_red", "all_blue", "paytables.toml: line 5, table[0].pays.all_blue"),
        ("paytables.toml", "[[table]]", "[[table]", "paytables.toml: line 1"),
        ("show.toml", "Kh Qd / 2h", "Kh / 2h", "show.toml: line 2, examples.two-red: two-red looks at your two cards"),
        ("show.toml", "[examples]", 'best = "x"\n[examples]', "show.toml: line 1, best"),
    ],
)  # fmt: skip
def test_a_fault_names_its_file_and_line(folder: Path, file: str, old: str, new: str, words: str) -> None:
    if "order" in words:
        change(folder / "rules.py", "if red == 3", "if red == 1")
    change(folder / file, old, new)
    assert words in refusal(folder)


def test_a_folder_without_rules_is_refused(folder: Path) -> None:
    (folder / "rules.py").unlink()
    assert "has no rules.py, and no folder in it has one" in refusal(folder)
    assert "is not a folder" in refusal(folder / "none")


def test_another_process_loads_the_same_folder_and_refuses_a_changed_one(folder: Path) -> None:
    open_games([folder])
    told = given()
    assert told == (Given(str(folder), hash_of_files(files_in(folder))),)
    games.unregister(SLUG)
    ensure(told)
    assert games.exists(SLUG)
    games.unregister(SLUG)
    change(folder / "paytables.toml", "7 to 1", "8 to 1")
    with pytest.raises(BadInput, match=f"has changed: its hash is {hash_of_files(files_in(folder))[:12]}"):
        ensure(told)
    assert not games.exists(SLUG)


def test_a_worker_of_a_cluster_refuses_a_changed_folder(folder: Path) -> None:
    open_games([folder])
    job = plan(games.game(SLUG), SheetRequest("two-red", decks=6))[0]
    deals = wager_deals(job, SLUG, 1_000, 1)
    sent, key = Sent(given(deals), pickle.dumps(deals)), deals.key
    totals, _ = work(sent, key, 0, 1)
    assert sum(times for (times,) in totals.values()) == 1_000
    games.unregister(SLUG)
    _HELD.clear()
    change(folder / "words.py", "red cards", "blue cards")
    with pytest.raises(BadInput, match="has changed: its hash is"):
        work(sent, key, 0, 1)


def test_a_process_of_a_server_refuses_a_changed_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES, json.dumps([[str(folder), "0" * 64, "files"]]))
    with pytest.raises(BadInput, match="has changed: its hash is"):
        worker()


def test_changed_folder_has_another_package_hash(folder: Path) -> None:
    open_games([folder])
    first = package_hash(SLUG)
    change(folder / "words.py", "red cards", "redder cards")
    open_games([folder])
    assert package_hash(SLUG) != first


def test_command_reports_a_refused_folder_in_one_message(folder: Path) -> None:
    change(folder / "rules.py", 'family="blackjack"', 'family="craps"')
    ran = run("--games", str(folder), "games")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"pitbook: the game in {folder} cannot be loaded:\n")


@pytest.mark.parametrize(
    ("function", "limit"),
    [
        ("def three_red", "pitbook.reports.outside_trial.RULE_SECONDS"),
        ("def build", "pitbook.games.outside.BUILD_SECONDS"),
    ],
)
def test_code_that_never_returns_is_reported_with_its_line(
    folder: Path, function: str, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit, 0.3)
    lines = (folder / "rules.py").read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines, 1) if line.startswith(function))
    lines[at:at] = ["    while True:", "        pass"]
    (folder / "rules.py").write_text("\n".join(lines), "utf-8")
    said = refusal(folder)
    assert "it exceeded its time limit: a loop may never end" in said
    assert f"line {at + 1}" in said or f"line {at + 2}" in said
