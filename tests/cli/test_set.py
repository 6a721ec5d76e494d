"""``pitbook set``: how to set a pai gow hand, and its value."""

from fractions import Fraction

import pytest

from tests.cli.command_runner import run

HAND = "As Kd Jk 7h 7c 3d 2s"


def test_house_way_and_best_settings_with_exact_fractions() -> None:
    """Counts over all hands that the dealer may have."""
    found = run("set", HAND, "--json").json

    assert found["house_way"]["setting"] == found["best"]["setting"] == "7h 7c / Jk As Kd 3d 2s"
    assert found["house_way"]["row"] == "A11"
    assert found["house_way"]["contains"] == "two pair, the higher jacks to aces"
    assert found["house_way_costs"] == "0/1"
    assert len(found["settings"]) == 5
    first, second, *_ = found["settings"]
    assert (first["win"], first["lose"], first["push"], first["barred"]) == (37766498, 2198154, 12225117, 1334911)
    assert first["is_house_way"]
    assert Fraction(first["expectation"]) == Fraction(37766498 - 2198154, 53524680)
    assert second["expectation_decimal"] < first["expectation_decimal"]
    for each in found["settings"]:
        assert each["win"] + each["lose"] + each["push"] + each["barred"] == found["dealer_hands"] == 53_524_680


def test_house_way_is_shown_with_its_cost_when_it_is_not_best() -> None:
    found = run("set", "Jk Kc Td 7h 4s 3c 2c", "--top", "2", "--json").json

    assert found["house_way"]["setting"] == "Kc Td / Jk 7h 4s 3c 2c"
    assert found["best"]["setting"] == "Kc 7h / Jk Td 4s 3c 2c"
    assert [each["is_house_way"] for each in found["settings"]] == [False, False, True]
    assert found["house_way_costs_decimal"] == pytest.approx(0.038419323571855075)


def test_rules_of_the_commission_game() -> None:
    """A commission, nothing barred, and the wheel as that game ranks it."""
    found = run("set", "Kc Qc 7h 7d 6d 2s 2h", "--game", "royal-riches-pai-gow", "--json").json
    best = found["settings"][0]

    assert best["setting"] == "Kc Qc / 7h 7d 6d 2s 2h"
    assert Fraction(best["expectation"]) == (Fraction(19, 20) * best["win"] - best["lose"]) / found["dealer_hands"]
    assert best["barred"] == 0


def test_terminal_output_marks_the_house_way() -> None:
    """The row in words, and a mark beside the house way's setting."""
    shown = run("set", "Kc Qc 7h 7d 6d 2s 2h").out

    assert "row A12b: two pair, the higher sevens to tens; the low hand is the lower pair" in shown
    assert "the house way costs 13.419% of the wager here" in shown
    assert "◂ house way" in shown
    assert "king high, queen kicker / two pair, sevens and deuces" in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("As Kd",), "a pai gow hand has seven cards, not 2"),
        (("As As Jk 7h 7c 3d 2s",), "As occurs twice"),
        (("As Kd Jk 7h 7c 3d Xs",), "there is no card 'Xs'"),
        ((HAND, "--house-way", "mine"), "option house-way='mine' is not known: allowed are foxwoods, flamingo"),
        (
            (HAND, "--game", "royal-match-21"),
            "royal-match-21 has no hands to set: royal-riches-pai-gow and ez-pai-gow do",
        ),
        ((HAND, "--game", "whist"), "whist"),
        ((HAND, "--house-way", "foxwoods", "--option", "house-way=flamingo"), "name two house ways: give one"),
        ((HAND, "--top", "0"), "0 is not in the range"),
    ],
)
def test_bad_input(words: tuple[str, ...], sentence: str) -> None:
    """One sentence that says what is wrong and what is allowed."""
    assert sentence in run("set", *words).refusal


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ez-pai-gow", "dynasty", "--house-way", "foxwoods"), "--house-way is for the wagers on set hands"),
        (("match-n-poker", "--player-way", "optimal"), "--player-way is for the wagers on set hands"),
        (("ez-pai-gow", "base", "--player-way", "best"), "the player cannot set by 'best'"),
        (("--all", "--player-way", "optimal"), "--all prints every sheet as the letters have it"),
    ],
)
def test_par_refuses_a_house_way_where_hands_are_not_set(words: tuple[str, ...], sentence: str) -> None:
    """A way to set is for the wagers that compare set hands."""
    assert sentence in run("par", *words).refusal
