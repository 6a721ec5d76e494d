"""``pitbook jackpot simulate``: output, JSON, checkpoints and refusals."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.cli.command_runner import run

RM, RMP, BLAZING = "royal-match-21", "royal-match-progressive", "blazing-7s"
QUICK = ("--lives", "40", "--years", "1")


def simulate(*words: str) -> tuple[str, ...]:
    return ("jackpot", "simulate", *words)


def test_json_output() -> None:
    facts = run(*simulate(RM, RMP, "--decks", "6", *QUICK, "--json")).json

    assert (facts["game"], facts["wager"], facts["pay_table"], facts["decks"]) == (RM, RMP, "RMP", 6)
    assert facts["meter"] == {
        "seed_cents": 500_000,
        "contribution": 0.10910324,
        "reserve": 0.02,
        "limit_cents": None,
        "fixed_pays": "tray",
    }
    assert facts["room"]["wagers_a_day"] == 8_640
    assert (facts["lives"], facts["wagers_a_life"]) == (40, 365 * 8_640)
    assert facts["letter_top_award_cents"] == 4_246_700
    assert facts["top_award_cents"]["exact_in_the_long_run"] == pytest.approx(4_246_712, abs=1)
    assert facts["hold"]["exact"] == pytest.approx(0.35, abs=1e-7)
    assert facts["days_between_hits"]["exact"] == pytest.approx(645_464.95 / 8_640)
    assert all(abs(each["z_score"]) < 4 for each in facts["awards"] + facts["fixed_pays"])
    money = facts["money_micros"]
    assert (
        money["held_at_start"] + money["contributed"] + money["put_in_reserve"] + money["seeds_advanced"]
        == money["awards_paid"] + money["fixed_pays"] + money["held_at_end"]
    )
    assert [each["within"] for each in facts["back_to_back"]] == ["a day", "a week", "30 days"]
    assert facts["seed_recovery"]["days"] == pytest.approx(5_000 / 0.12910324 / 8_640, rel=1e-3)
    assert facts["paths_cents"][0][0] == 500_000
    assert any("not modelled" in each for each in facts["assumptions"])
    assert json.dumps(facts, allow_nan=False)


def test_everything_but_the_timing_is_the_same_for_the_same_seed() -> None:
    words = simulate(RM, BLAZING, "--option", "blazing-fixed-pays=meter", *QUICK, "--json")
    one, two, other = (
        run(*words, "--workers", "1").json,
        run(*words, "--workers", "3").json,
        run(*words, "--seed", "22").json,
    )
    assert one.pop("timing")["workers"] == 1
    assert two.pop("timing")["workers"] == 3
    assert one == two
    assert one["top_award_cents"] != other["top_award_cents"]


def test_terminal_output() -> None:
    shown = run(*simulate(RM, RMP, *QUICK))

    assert shown.code == 0
    for words in (
        "40 lives of one year",
        "average top award",
        "the letter prints $42,467",
        "days between hits",
        "held for players",
        "the next hit before the seed is recovered",
        "Prize account",
        "Top awards",
        "One meter over",
        "█",
        "independent",
    ):
        assert words in shown.out


def test_terminal_output_of_a_meter_that_runs_dry() -> None:
    shown = run(*simulate(RM, BLAZING, "--option", "blazing-fixed-pays=meter", "--contribution", "45%", *QUICK)).out
    assert "Runs dry: in 100.00% of lives" in shown
    assert "the house then paid" in " ".join(shown.split())
    safe = run(*simulate(RM, BLAZING, "--option", "blazing-fixed-pays=meter", *QUICK)).out
    assert "Runs dry: in 0.00% of lives" in safe


@pytest.mark.parametrize("table", ["1", "2", "3"])
def test_royal_riches_jackpot(table: str) -> None:
    words = ("royal-riches-pai-gow", "jackpot", "--table", table, "--seed-amount", "10000", "--contribution", "25%")
    facts = run(*simulate(*words, "--bet", "5", *QUICK, "--json")).json
    assert facts["bet_cents"] == 500
    assert len(facts["awards"]) == {"1": 3, "2": 2, "3": 1}[table]
    assert all(abs(each["z_score"]) < 4 for each in facts["awards"])


def test_letter_advice_is_compared() -> None:
    shown = run(*simulate(RM, RMP, "--advice", *QUICK))
    assert shown.code == 0
    assert "✓ as set" in shown.out
    assert "✗ no seed" in shown.out
    facts = run(*simulate(RM, RMP, "--advice", *QUICK, "--json")).json
    assert [each["advised"] for each in facts["settings"]] == [True, False, False, False, False]
    assert {"settings", "timing", "options"} == facts.keys()


def test_chart_is_written(tmp_path: Path) -> None:
    path = tmp_path / "meters.svg"
    assert run(*simulate(RM, RMP, *QUICK, "--svg", str(path))).code == 0
    root = ElementTree.fromstring(path.read_text("utf-8"))
    tags = [each.tag.rpartition("}")[2] for each in root.iter()]
    assert tags.count("polyline") == 5
    assert tags.count("rect") > 10
    none = tmp_path / "none.svg"
    short = ("royal-riches-pai-gow", "jackpot", "--seed-amount", "10", "--contribution", "1%", "--years", "0.003")
    assert run(*simulate(*short, "--lives", "1", "--svg", str(none))).code == 0
    words = none.read_text("utf-8")
    assert "None was won" in words
    assert "Too short to draw" in words


def test_finished_checkpoint_repeats_its_result(tmp_path: Path) -> None:
    """The second run plays nothing and prints the same; a checkpoint of other inputs is refused."""
    path = str(tmp_path / "meters.checkpoint")
    one = run(*simulate(RM, RMP, *QUICK, "--checkpoint", path, "--json")).json
    two = run(*simulate(RM, RMP, *QUICK, "--checkpoint", path, "--json")).json
    del one["timing"], two["timing"]
    assert one == two
    other = run(*simulate(RM, RMP, *QUICK, "--checkpoint", path, "--seed", "2"))
    assert "other inputs" in other.refusal


def test_help() -> None:
    assert "Play meters over years" in run("jackpot", "simulate", "--help").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((RM, RMP, "--lives", "0"), "1 to 1,000,000"),
        ((RM, RMP, "--lives", "-1"), "1 to 1,000,000"),
        ((RM, RMP, "--lives", "nan"), "not a whole number"),
        ((RM, RMP, "--lives", "9" * 30), "1 to 1,000,000"),
        ((RM, RMP, "--years", "0"), "0 wagers"),
        ((RM, RMP, "--years", "-3"), "--years '-3' is not a number"),
        ((RM, RMP, "--years", "nan"), "is not a number"),
        ((RM, RMP, "--years", "1e9"), "is not a number"),
        ((RM, RMP, "--years", "1001"), "at most 1,000"),
        ((RM, RMP, "--take-up", "101%"), "more than 100%"),
        ((RM, RMP, "--take-up", "0%"), "more than 0%"),
        ((RM, RMP, "--take-up", "٦٠%"), "is not a part"),
        ((RM, RMP, "--contribution", "99%"), "together at most 100%"),
        ((RM, RMP, "--contribution", "-5%"), "is not a part"),
        ((RM, RMP, "--contribution", "inf"), "is not a part"),
        ((RM, RMP, "--reserve", "200%"), "more than 100%"),
        ((RM, RMP, "--seed-amount", "-5"), "negative"),
        ((RM, RMP, "--seed-amount", "much"), "not an amount of money"),
        ((RM, RMP, "--limit", "100"), "at least its seed"),
        ((RM, RMP, "--hours", "25"), "at most 24"),
        ((RM, RMP, "--seats", "8"), "at most 7 seats, not 8"),
        ((RM, RMP, "--tables", "0"), "1 to 1,000"),
        ((RM, RMP, "--rounds-per-hour", "0"), "rounds per hour"),
        ((RM, RMP, "--decks", "3"), "3 decks"),
        ((RM, RMP, "--table", "9"), "has no pay table"),
        ((RM, RMP, "--bet", "5"), "exactly $1"),
        ((RM, RMP, "--option", "blazing-fixed-pays=meter"), "has no bearing on royal-match-progressive"),
        ((RM, BLAZING, "--option", "blazing-fixed-pays=drawer"), "is not known: allowed are tray, meter"),
        ((RM, RMP, "--seed", "-1"), "--seed is a whole number"),
        ((RM, RMP, "--workers", "0"), "1 to 1,024"),
        ((RM, RMP, "--advice", "--svg", "x.svg"), "leave --advice out"),
        ((RM, RMP, "--svg", "no/such/folder.svg"), "there is no folder 'no/such'"),
        ((RM, RMP, "--svg", "."), "is a directory"),
        ((RM, BLAZING, "--advice", "--option", "blazing-fixed-pays=meter"), "leave --option blazing-fixed-pays out"),
        ((RM, BLAZING, "--decks", "2"), "no hand can win 100%"),
        ((RM, "royal-match"), "no meter line"),
        ((RM, "nothing"), "has no wager 'nothing'"),
        (("nothing", "at-all"), "nothing"),
        (("royal-riches-pai-gow", "jackpot"), "prints no seed and no contribution"),
        (("royal-riches-pai-gow", "jackpot", "--seed-amount", "5"), "prints no seed and no contribution"),
    ],
)
def test_bad_input_is_refused_with_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*simulate(*words)).refusal
