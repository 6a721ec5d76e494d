"""``pitbook par``: selection, output formats, custom wagers and refusals."""

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pitbook.cli import cli, par
from pitbook.errors import BadInput
from pitbook.games import all_games
from tests.hostile import NASTY

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MATCH_THE_DEALER = "million-dollar-match-the-dealer"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["par", *words])


def facts(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refusal(*words: str) -> str:
    """The sentence for wrong usage."""
    done = run(*words)
    assert isinstance(done.exception, BadInput), done.output
    assert done.stdout == ""
    return str(done.exception)


@pytest.fixture(scope="module")
def everything() -> Any:
    return facts("--all")


def test_all_is_one_array_of_every_sheet(everything: Any) -> None:
    """Every wager that one deal decides, with every pay table and deck count, each once; base games are left out."""
    offered = {
        (game.slug, wager.slug, table.id, decks)
        for game in all_games()
        for wager in game.wagers
        if not wager.by_play
        for table in wager.tables
        for decks in table.decks
    }
    found = [(each["game"], each["wager"], each["pay_table"], each["decks"]) for each in everything]
    assert set(found) == offered
    assert len(found) == len(set(found))
    assert {each["wager"] for each in everything}.isdisjoint({"base", "dealer-pai-gow"})


def test_edge_is_null_only_for_super_bonus_and_unknown_meters(everything: Any) -> None:
    without = {each["wager"] for each in everything if each["house_edge"] is None}
    assert without == {"super-bonus", "jackpot", "royal-match-progressive", "blazing-7s"}


def test_sheet_is_the_same_in_every_selection(everything: Any) -> None:
    """From ``--all``, from its game, from its wager, or alone as an object."""
    alone = facts("match-n-poker", "match-n-poker", "--table", "1", "--decks", "6")
    assert isinstance(alone, dict)
    assert alone in everything
    assert alone in facts("match-n-poker")
    assert alone in facts("match-n-poker", "match-n-poker")
    assert alone == facts("match-n-poker", "match-n-poker", "--table", "match-n-poker=1", "--decks", "6")
    assert alone["house_edge"] == "25036/626665"


def test_one_table_and_deck_count_give_an_object() -> None:
    """Otherwise the output is an array; a game with one deck count needs no --decks."""
    assert isinstance(facts("ez-pai-gow", "dynasty", "--table", "3"), dict)
    assert isinstance(facts("ez-pai-gow", "dynasty"), list)
    assert isinstance(facts("match-n-poker", "match-n-poker", "--table", "1"), list)
    assert isinstance(facts(MATCH_THE_DEALER, "five-spots", "--table", "super-bonus=6-C"), dict)
    assert isinstance(facts("match-n-poker", "--decks", "6"), list)


def test_crown_treasure_envy_and_meter_change_a_sheet_only_on_request() -> None:
    words = ("royal-match-21", "royal-match", "--table", "RM-08", "--decks", "6")
    plain = facts(*words)
    offered = facts(*words, "--option", "crown-treasure=yes", "--bet", "5")
    variants = {each["basis"]: each["house_edge"] for each in plain["variants"]}
    assert variants["with Crown Treasure at a $5 wager"] == offered["house_edge"] != plain["house_edge"]
    seven = facts("royal-match-21", "royal-match", "--table", "RM-07", "--decks", "6", "--seats", "7")
    assert seven["variants"][0]["basis"] == "7 players, envy at a $5 wager"
    assert seven["envy"]["players"] == 7
    meter = ("royal-match-21", "royal-match-progressive", "--decks", "6")
    assert facts(*meter)["house_edge"] is None
    assert Fraction(facts(*meter, "--meter", "50,000")["house_edge"]) == Fraction(4204887, 12909299)


def test_five_spots_at_any_bets() -> None:
    """Bets by spot, the tier by the lowest of them, and the deviation of all together."""
    bets = [f"match-{spot}={amount}" for spot, amount in enumerate((5, 5, 10, 25, 5), 1)]
    words = [word for bet in bets for word in ("--bet", bet)]
    found = facts(MATCH_THE_DEALER, "five-spots", "--table", "6-C", *words)
    assert found["basis"]["spots_cents"] == [500, 500, 1000, 2500, 500]
    assert found["house_edge"] == "13839886742/181390546295"
    assert found["standard_deviation"] == pytest.approx(2.1371078791695197)
    at_25 = facts(MATCH_THE_DEALER, "five-spots", "--table", "6-C", "--bet", "25")
    assert at_25["house_edge"] == facts(MATCH_THE_DEALER, "five-spots", "--table", "6-C")["house_edge"]
    bonus = facts(MATCH_THE_DEALER, "super-bonus", "--table", "6-C", "--bet", "25")
    assert bonus["outcomes"][0]["pays"] == "$1,000,000"


def test_removed_cards_are_an_input() -> None:
    """The composition is an input."""
    found = facts("match-n-poker", "match-n-poker", "--table", "1", "--decks", "6", "--remove", "7d 7d Ks")
    assert found["total"] == 309 * 308 * 307 // 2
    assert found["basis"]["removed"] == "7d 7d Ks"


def test_custom_pay_table(tmp_path: Path) -> None:
    """Named with its wager or after it; for five spots it replaces the Super Bonus."""
    own = tmp_path / "own.toml"
    own.write_text('[[table]]\nid = "X"\n[table.pays]\nroyal_match = "50 to 1"\ntwo_suited_cards = "2 to 1"\n')
    found = facts("royal-match-21", "royal-match", "--table", str(own), "--decks", "6")
    assert found["pay_table"] == "X"
    assert (
        found["house_edge"] == facts("royal-match-21", "royal-match", "--table", "RM-05", "--decks", "6")["house_edge"]
    )
    assert isinstance(facts("royal-match-21", "royal-match", "--table", f"royal-match={own}"), list)
    assert facts("royal-match-21", "royal-match", "--table", str(own), "--decks", "3")["decks"] == 3
    own.write_text('[[table]]\ntiers = ["$5", "$25"]\n[table.pays]\nany_4_card_match = ["$200", "$1,000"]\n')
    five = facts(MATCH_THE_DEALER, "five-spots", "--table", str(own), "--decks", "6")
    assert five["house_edge_decimal"] > 0.05
    assert {each["label"] for each in five["outcomes"]} >= {
        "No match",
        "2 suited, 2 unsuited, 3 lost, Any 4-Card Match",
    }
    assert "name it" in refusal("royal-match-21", "--table", str(own))


def test_custom_wager_file() -> None:
    """A Python file in place of a game."""
    found = facts(str(EXAMPLES / "total_21.py"), "--decks", "6")
    assert (found["wager"], found["decks"]) == ("total-21", 6)
    assert Fraction(found["house_edge"]) > 0


def test_text_without_a_wager_is_one_line_a_sheet() -> None:
    """Wager, table, decks, hit frequency, edge, deviation and top pay."""
    done = run("royal-match-21", "--decks", "6")
    lines = done.stdout.splitlines()
    assert sum("RM-" in line for line in lines) == 8
    assert any("RM-08" in line and "3.6977%" in line and "2.0875" in line and "25 to 1" in line for line in lines)
    assert "by meter" in done.stdout
    assert sum(line.count("%") for line in run("--all").stdout.splitlines()) > 200


def test_text_of_one_sheet_is_a_page() -> None:
    """Title, summary, outcomes with totals, chart, assumptions and the hash of the inputs."""
    done = run("match-n-poker", "match-n-poker", "--table", "1", "--decks", "6")
    for words in (
        "Match-n-Poker Blackjack", "letter 001, 7 June 2007", "3.9951%", "exactly 25036/626665", "15,039,960",
        "1.00000000", "-0.03995117", "23.37%", "█", "A fresh shoe of 6 decks",
    ):  # fmt: skip
        assert words in done.stdout


def test_every_file_format_is_written(tmp_path: Path) -> None:
    """All at once, with JSON on stdout."""
    kinds = {"csv": b"game,", "xlsx": b"PK", "pdf": b"%PDF-1.", "html": b"<!doctype html>"}
    words = [word for kind in kinds for word in (f"--{kind}", str(tmp_path / f"sheet.{kind}"))]
    done = run("match-n-poker", "match-n-poker", "--table", "1", *words)
    assert done.exit_code == 0
    for kind, start in kinds.items():
        path = tmp_path / f"sheet.{kind}"
        assert path.read_bytes().startswith(start)
        assert f"{path}: 5 par sheets as {kind.upper()}" in done.stdout
    beside = run("ez-pai-gow", "protection", "--json", "--csv", str(tmp_path / "p.csv"))
    assert json.loads(beside.stdout)["wager"] == "protection"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "name a game"),
        ("nope", "there is no game 'nope'"),
        ("match-n-poker nope", "has no wager 'nope'"),
        ("match-n-poker match-n-poker --table 9", "has no pay table '9'"),
        ("match-n-poker --table 9", "has no pay table '9'"),
        ("match-n-poker match-n-poker --table 5 --decks 2", "for 2 it has 1, 2, 3 and 4"),
        ("match-n-poker --decks 3", "approved for 2, 4, 5, 6 and 8 decks, not 3"),
        ("royal-match-21 royal-match-progressive --decks 1", "they are for 2, 4, 5, 6 and 8 decks"),
        ("match-n-poker match-n-poker --meter 50", "a meter changes nothing"),
        ("match-n-poker match-n-poker --seats 3", "the number of seats changes nothing"),
        ("royal-match-21 royal-match --seats 9", "1 to 7 seats, not 9"),
        ("royal-match-21 royal-match --seats 0", "1 to 7 seats, not 0"),
        ("royal-match-21 royal-match-progressive --bet 5", "exactly $1, not $5"),
        ("royal-match-21 --bet 5", "a bet needs its wager"),
        ("royal-match-21 royal-match --bet 0", "is zero"),
        ("royal-match-21 royal-match --bet 5 --bet 6", "twice"),
        ("royal-match-21 royal-match --bet blazing-7s=1", "no bet on 'blazing-7s'"),
        ("royal-match-21 royal-match --meter -5", "is negative"),
        (f"{MATCH_THE_DEALER} five-spots --bet match-6=5", "no bet on 'match-6'"),
        (f"{MATCH_THE_DEALER} five-spots --bet match-1=5 --bet 5", "give one or the other"),
        (f"{MATCH_THE_DEALER} match --bet match-1=5", "no bet on 'match-1'"),
        (f"{MATCH_THE_DEALER} super-bonus --bet 3", "$5 or more on each spot"),
        ("ez-pai-gow dynasty --remove Ks,Ks", "the shoe holds it once"),
        ("ez-pai-gow dynasty --remove Kx", "there is no card"),
        ("ez-pai-gow dynasty --option color=red", "has no option 'color'"),
        ("ez-pai-gow red-black --option color=green", "allowed are red, black"),
        ("royal-match-21 royal-match --table blazing-7s=1", "the sheet is of royal-match"),
        ("royal-match-21 royal-match --table RM-04 --table RM-05", "twice"),
        ("royal-match-21 royal-match --table nowhere.toml", "no such file"),
        ("--all match-n-poker", "it takes only --decks and --base"),
        ("--all --meter 5", "it takes only --decks and --base"),
        ("--all --decks 7", "no game is approved for 7 decks"),
        ("royal-match-21 royal-match --table RM-11 --option crown-treasure=yes", "RM-11 has no Crown Treasure"),
        ("match-n-poker match-n-poker --table 1 --csv nowhere/at/all.csv", "cannot be written"),
    ],
)
def test_wrong_arguments_are_refused_with_one_sentence(words: str, sentence: str) -> None:
    """The sentence says what was wrong and what is allowed; nothing is computed or printed."""
    said = refusal(*words.split())
    assert sentence in said
    assert "\n" not in said


def test_removing_too_many_cards_is_refused() -> None:
    """A shoe that cannot make one deal has no sheet."""
    deck = " ".join(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs")
    said = refusal("royal-match-21", "royal-match", "--table", "RM-01", "--remove", deck)
    assert "but the shoe holds 0" in said


def test_progress_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    """In a pipe nothing is drawn, and progress steps do nothing."""
    with par._progress(3) as step:
        step()
    assert capsys.readouterr() == ("", "")


def test_progress_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a terminal, once the work takes long enough; it leaves nothing behind on the output."""
    monkeypatch.setattr(par, "SHOW_PROGRESS_AFTER", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with par._progress(2) as step:
        time.sleep(0.3)
        step()
        time.sleep(0.3)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "counting" in shown.err


@pytest.mark.parametrize("option", ["--bet", "--table", "--option", "--remove", "--meter", "--seats", "--decks"])
def test_hostile_arguments_are_refused(option: str) -> None:
    """Never a traceback."""
    for text in NASTY:
        for word in (text, f"royal-match={text}", f"{text}=5"):
            done = run("royal-match-21", "royal-match", "--table", "RM-08", "--decks", "6", f"{option}={word}")
            # An empty list of cards is valid, and some options accept digits of any script.
            if done.exit_code != 0 or option in ("--table", "--option", "--meter"):
                assert isinstance(done.exception, BadInput | SystemExit), (option, word, done.exception)
