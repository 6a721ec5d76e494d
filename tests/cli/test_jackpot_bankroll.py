"""``pitbook ruin`` and ``pitbook hold``: output, JSON and refusals."""

import json
from pathlib import Path

import pytest

from tests.cli.command_runner import run

RM, MNP = "royal-match-21", "match-n-poker"
ROOM = str(Path(__file__).resolve().parents[2] / "examples" / "room.toml")


def test_ruin_as_json() -> None:
    facts = run("ruin", MNP, MNP, "--table", "4", "--decks", "6", "--bankroll", "200", "--bet", "5", "--json").json
    assert (facts["bet_cents"], facts["bankroll_cents"], facts["rounds"]) == (500, 20_000, 500)
    chances = [each["chance_of_ruin"] for each in facts["by_round"]]
    assert chances == sorted(chances)
    assert chances[-1] == facts["chance_of_ruin"]
    assert facts["by_round"][-1]["rounds"] == 500
    assert facts["without_end"]["chance_of_ruin_from"] == 1.0
    assert facts["chance_of_target"] is None
    assert json.dumps(facts, allow_nan=False)


def test_ruin_in_the_terminal() -> None:
    shown = run("ruin", RM, "royal-match", "--bankroll", "100").out
    assert "Ruined, with less than a bet left" in shown
    assert "ruin is certain" in shown
    with_target = run("ruin", RM, "royal-match", "--bankroll", "100", "--target", "300", "--rounds", "507").out
    assert "target reached" in with_target
    assert "507" in with_target
    assert "ruin is certain" not in with_target
    edge = run("ruin", RM, "blazing-7s", "--meter", "90000", "--bankroll", "50").out
    assert "the player has the edge" in edge
    assert "a real one moves" in edge
    assert "Doubles and splits" in run("ruin", RM, "base", "--bankroll", "200").out


def test_hold_of_one_wager() -> None:
    words = ("hold", RM, "royal-match", "--table", "RM-04", "--bet", "5", "--take-up", "40%")
    facts = run(*words, "--json").json
    assert facts["plays"][0]["bets"] == 3 * 16 * 60 * 2 * 30
    assert [each["part"] for each in facts["bands"]] == [0.5, 0.95, 0.99]
    assert facts["expected_hold"] == pytest.approx(0.0666584)
    assert json.dumps(facts, allow_nan=False)
    shown = run(*words).out
    for part in ("A month of 30 days", "expected win", "99%", "bell curve", "The house loses in", "█"):
        assert part in shown


def test_hold_of_a_room() -> None:
    assert len(run("hold", ROOM, "--json").json["plays"]) == 4


@pytest.mark.slow
def test_hold_of_a_room_as_text() -> None:
    assert "together" in run("hold", ROOM).out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ruin", RM, "royal-match"), "Missing option '--bankroll'"),
        (("ruin", RM, "royal-match", "--bankroll", "-5"), "negative"),
        (("ruin", RM, "royal-match", "--bankroll", "nan"), "not an amount of money"),
        (("ruin", RM, "royal-match", "--bankroll", "1"), "does not pay for one round"),
        (("ruin", RM, "royal-match", "--bankroll", "100", "--rounds", "0"), "1 to 1,000,000"),
        (("ruin", RM, "royal-match", "--bankroll", "100", "--rounds", "5e3"), "not a whole number"),
        (("ruin", RM, "royal-match", "--bankroll", "100", "--rounds", "1000000"), "too many to count one by one"),
        (("ruin", RM, "royal-match", "--bankroll", "100", "--target", "50"), "is already reached"),
        (("ruin", RM, "blazing-7s", "--bankroll", "100"), "give its amount"),
        (("ruin", "nothing", "--bankroll", "100"), "nothing"),
        (("hold", RM, "royal-match", "--days", "0"), "1 to 366"),
        (("hold", RM, "royal-match", "--take-up", "150%"), "more than 100%"),
        (("hold", RM, "royal-match", "--bet", "0"), "is zero"),
        (("hold", RM, "royal-match", "--contribution", "5%"), "has no meter"),
        (("hold", RM, "royal-match-progressive", "--contribution", "100%"), "together at most 100%"),
        (("hold", RM, "nothing"), "has no wager"),
        (("hold", ROOM, "--days", "3"), "give only --json with it"),
        (("hold", ROOM, "base"), "give only --json with it"),
        (("hold", "no-such-room.toml"), "no such file"),
    ],
)
def test_bad_input_is_refused_with_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*words).refusal
