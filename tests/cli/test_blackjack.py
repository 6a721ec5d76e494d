"""``pitbook strategy``, ``pitbook cost`` and the base game in ``pitbook par``."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_runner import run

MUST_SHOW = (
    "--decks 6 --rule soft17=hit --rule das=yes --rule split-hands=4 --rule resplit-aces=no --rule hit-split-aces=no "
    "--rule surrender=none --rule hole-card=peek --rule blackjack-pays=3:2"
)

NO_SPLITS = ("--rule", "split-hands=1")
"""Rules that are solved in a moment."""


@pytest.fixture(scope="module")
def sheet() -> Any:
    return run("par", "blackjack", *MUST_SHOW.split(), "--json").json


def test_the_sheet_has_both_expectations_to_twelve_digits(sheet: Any) -> None:
    """As fractions of the wager, with the rules and how splits are treated."""
    assert sheet["expectation"] == {
        "composition_dependent": pytest.approx(-0.006153891229248, abs=5e-13),
        "total_dependent": pytest.approx(-0.006181488083895, abs=5e-13),
    }
    assert sheet["house_edge"]["composition_dependent"] == -sheet["expectation"]["composition_dependent"]
    assert sheet["rules"]["split-hands"] == "4"
    assert sheet["split_treatment"].startswith("Hands after a split are played with zero memory")
    assert (sheet["game"], sheet["wager"], sheet["decks"]) == ("blackjack", "base", 6)


def test_sheet_has_dealer_outcomes_insurance_removal_and_chart(sheet: Any) -> None:
    assert sheet["dealer_without_blackjack"]["6"]["bust"] == pytest.approx(0.439259, abs=5e-7)
    assert sheet["standard_deviation"] == pytest.approx(1.16011, abs=5e-6)
    assert sheet["variance"] == pytest.approx(
        sum(row["probability"] * row["net_decimal"] ** 2 for row in sheet["outcomes"])
        - sheet["expectation"]["total_dependent"] ** 2
    )
    assert [row["net"] for row in sheet["outcomes"]][6:10] == ["2", "3/2", "1", "0"]
    assert sheet["insurance"]["expectation_exact"] == "-23/311"
    assert sheet["effect_of_removal"]["5"] == pytest.approx(0.001196, abs=5e-7)
    assert sheet["chart"]["pairs"]["8,8"]["T"] == "P"
    assert sheet["by_up_card"]["A"]["composition_dependent"] == pytest.approx(-0.372404, abs=5e-7)
    assert all(math.isfinite(seconds) for seconds in sheet["seconds"].values())


def test_a_game_of_the_rulebook_has_the_same_sheet_for_its_base_wager(sheet: Any) -> None:
    """With its own usual deck count, and its letter named."""
    found = run("par", "royal-match-21", "base", "--json").json

    assert (found["game"], found["letter"], found["decks"]) == ("royal-match-21", "003", 6)
    assert found["expectation"] == sheet["expectation"]


def test_the_sheet_prints_in_the_terminal(sheet: Any) -> None:
    """Every part of it, in words and tables."""
    done = run("par", "blackjack", "--decks", "6")

    assert done.code == 0
    for words in ("0.615389%", "0.618149%", "Outcomes of a round", "Effect of removing", "-23/311", "zero memory"):
        assert words in done.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("par blackjack --rule soft17=draw", "rule soft17='draw' is not known: allowed are stand, hit"),
        ("par blackjack --rule tens=2", "blackjack has no rule 'tens': it has decks, soft17"),
        ("par blackjack --rule das", "--rule 'das' is not of the form NAME=VALUE"),
        ("par blackjack --decks 9", "a shoe holds 1 to 8 decks"),
        ("par blackjack base2", "blackjack has no wager 'base2': it has base"),
        ("par blackjack --option rounding=table", "option rounding has no bearing on base"),
        ("par blackjack --meter 5", "takes only --decks, --rule, --option and --remove"),
        ("par match-n-poker base --decks 1", "match-n-poker is approved for 2, 4, 5, 6 and 8 decks, not 1"),
        ("par match-n-poker --rule das=no", "--rule is for the base game of blackjack"),
        ("strategy --rule hole-card=none", "allowed are peek, european, original-bets-only"),
        ("strategy --decks 2 --rule decks=6", "rule decks=6 contradicts 2 decks"),
        ("strategy --up Th", "--hand and --up go together"),
        ("strategy --hand Ts,6d --up Th,2c", "is not one card"),
        ("strategy --hand Ts,6d,8d --up Th", "is not a hand to play"),
        ("strategy --hand Ts,Ts --up Th --decks 1", "Ts occurs twice, but the shoe holds it once"),
        ("strategy --hand Jk,6d --up Th", "Jk occurs once, but the shoe holds it not at all"),
        ("strategy --hand Ts,6d --up Th --pdf x.pdf", "--html and --pdf are for the chart"),
        ("cost royal-match-21", "no bet was given: bets are on base, royal-match"),
        ("cost royal-match-21 --bet base=0", "is zero"),
        ("cost royal-match-21 --bet base=5 --bet base=6", "--bet names 'base' twice"),
        ("cost royal-match-21 --bet royal=5", "has no wager 'royal'"),
        ("cost royal-match-21 --bet base=5 --table royal-match=RM-01", "there is no bet on it"),
        ("cost royal-match-21 --bet base=5 --decks 3", "is approved for"),
        ("cost royal-match-21 --bet royal-match-progressive=1", "depends on the meter: give its amount with --meter"),
        ("cost royal-match-21 --bet royal-match=1 --meter 5000", "so a meter changes nothing"),
        ("cost royal-match-21 --bet royal-match=1 --hands-per-hour 0", "give 1 to 1,000"),
        ("cost royal-match-21 --bet base=5 --rule das=no --rule das=yes", "rule 'das' is given twice"),
    ],
)
def test_wrong_arguments_are_refused_with_one_sentence(words: str, sentence: str) -> None:
    """It says what is wrong and what is allowed."""
    assert sentence in run(*words.split()).refusal


def test_the_chart_prints_with_its_legend_and_departures() -> None:
    """Three parts, every code that occurs, and the exceptions for exact cards."""
    done = run("strategy", "--decks", "2", "--rule", "soft17=stand", "--rule", "surrender=late", *NO_SPLITS)

    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("Blackjack strategy  2 decks, dealer stands on soft 17")
    assert any(line.split()[:11] == ["16", "S", "S", "S", "S", "S", "H", "H", "H", "Rs", "Rh"] for line in lines)
    assert "surrender, else hit" in done.out
    assert "Exceptions to the chart" in done.out


def test_one_hand_shows_its_actions_best_first() -> None:
    """Marked where the best and the chart's are; cards that are gone count."""
    done = run("strategy", "--hand", "8s 8d", "--up", "Th", "--remove", "8c 8h", "--rule", "split-hands=2")
    facts = run("strategy", "--hand", "Ts 6d", "--up", "Th", "--json").json

    assert done.code == 0
    assert done.out.index("split") < done.out.index("stand")
    assert "best, chart" in done.out
    assert facts["values"]["hit"] == pytest.approx(-0.534676, abs=5e-7)
    assert (facts["best"], facts["hand"], facts["up_card"]) == ("hit", "6-T", "T")


def test_the_chart_goes_to_files(tmp_path: Path) -> None:
    """A page and a print, each said in a line; JSON stays JSON."""
    page, paper = tmp_path / "chart.html", tmp_path / "chart.pdf"
    done = run("strategy", "--decks", "1", *NO_SPLITS, "--html", str(page), "--pdf", str(paper), "--json")

    assert done.code == 0
    assert json.loads(done.out)["decks"] == 1
    assert done.err.count("the strategy chart as") == 2
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_file_that_cannot_be_written_gets_one_sentence(tmp_path: Path) -> None:
    """A folder that is not there."""
    missing = tmp_path / "nowhere" / "chart.html"

    assert "cannot be written" in run("strategy", "--decks", "1", *NO_SPLITS, "--html", str(missing)).refusal


def test_table_cost_is_the_sum_of_its_wagers(sheet: Any) -> None:
    """The base game by the chart and a side bet by its par sheet, per round and per hour."""
    found = run("cost", "royal-match-21", "--bet", "base=25", "--bet", "royal-match=5", "--json").json
    side = run("par", "royal-match-21", "royal-match", "--table", "RM-04", "--decks", "6", "--json").json
    base, match = found["wagers"]

    assert base["cost_per_round"] == pytest.approx(-25 * sheet["expectation"]["total_dependent"])
    assert match["cost_per_round"] == pytest.approx(5 * side["house_edge_decimal"])
    assert found["cost_per_hour"] == pytest.approx(60 * (base["cost_per_round"] + match["cost_per_round"]))
    assert found["house_edge"] == pytest.approx(found["cost_per_round"] / 30)
    assert base["deviation_per_hour"] == pytest.approx(25 * sheet["standard_deviation"] * math.sqrt(60))


def test_the_cost_prints_in_the_terminal(sheet: Any) -> None:
    """Each wager, and all together."""
    words = ("--bet", "base=25", "--bet", "royal-match-progressive=1", "--meter", "50000", "--hands-per-hour", "70")
    done = run("cost", "royal-match-21", *words)

    assert done.code == 0
    assert "70 rounds an hour" in done.out
    assert "meter at $50,000" in done.out
    assert "together" in done.out
