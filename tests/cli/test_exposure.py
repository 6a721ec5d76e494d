"""``pitbook session``, ``removal`` and ``counting``: output, JSON and refusals."""

import json
from fractions import Fraction

import pytest

from pitbook.exact import counting
from tests.cli.command_runner import run

MATCH_THE_DEALER, RM, MNP = "million-dollar-match-the-dealer", "royal-match-21", "match-n-poker"


def test_session_as_json() -> None:
    """In units of a round's wager and in cents; probabilities sum to 1 and quantiles rise."""
    facts = run("session", MNP, MNP, "--table", "4", "--decks", "6", "--rounds", "100", "--bet", "5", "--json").json

    assert (facts["game"], facts["wager"], facts["pay_table"], facts["decks"]) == (MNP, MNP, "4", 6)
    assert (facts["rounds"], facts["bet_cents"], facts["wagered_each_round_cents"]) == (100, 500, 500)
    assert facts["chance_ahead"] + facts["chance_even"] + facts["chance_behind"] == pytest.approx(1)
    assert facts["mean_cents"] == pytest.approx(500 * float(Fraction(facts["mean"])))
    assert facts["mean_decimal"] == pytest.approx(-4.66, abs=0.01)
    nets = [each["net_decimal"] for each in facts["quantiles"]]
    assert nets == sorted(nets)
    assert [each["chance"] for each in facts["quantiles"]][4] == 0.5
    assert sum(each["chance"] for each in facts["histogram"]) == pytest.approx(1)
    assert "convolution" in facts["method"]
    assert 0 < facts["error"] < 1e-10
    losses = [each["chance"] for each in facts["lost_at_least"]]
    assert losses == sorted(losses, reverse=True)
    assert facts["bell_curve_chance_ahead"] > facts["chance_ahead"] + 0.05


def test_five_spots_wager_five_bets_a_round() -> None:
    facts = run("session", MATCH_THE_DEALER, "five-spots", "--table", "6-C", "--json").json

    assert (facts["bet_cents"], facts["wagered_each_round_cents"]) == (500, 2500)


def test_the_usual_bet_is_one_that_the_letter_allows() -> None:
    """A progressive is exactly $1, even if another bet is usual."""
    facts = run("session", RM, "blazing-7s", "--meter", "25000", "--json").json

    assert (facts["bet_cents"], facts["meter_cents"]) == (100, 2_500_000)


def test_session_in_the_terminal() -> None:
    shown = run("session", RM, "royal-match", "--table", "RM-04", "--decks", "6")

    assert shown.code == 0
    for words in (
        "100 rounds at $5 each",
        "Ahead 33.11%",
        "A normal approximation would give",
        "lose at least",
        "█",
        "error of each",
    ):
        assert words in shown.out
    assert "a real one moves" in run("session", RM, "blazing-7s", "--meter", "25000", "--rounds", "10").out
    assert "all spots together" in run("session", MATCH_THE_DEALER, "five-spots").out


def test_removal_effects_as_json() -> None:
    """Exact fractions that sum to zero over the shoe."""
    facts = run("removal", RM, "blazing-7s", "--table", "2", "--decks", "6", "--meter", "25000", "--json").json

    effects = facts["effects"]
    assert sum(each["copies"] for each in effects) == 312
    assert sum((each["copies"] * Fraction(each["change"]) for each in effects), Fraction(0)) == 0
    assert ["7d"] in [each["cards"] for each in effects]
    edge = Fraction(facts["house_edge"])
    assert all(Fraction(each["house_edge_without"]) - Fraction(each["change"]) == edge for each in effects)
    assert facts["fresh_pack_each_round"] is False


def test_removal_effects_in_the_terminal() -> None:
    shown = run("removal", RM, "royal-match", "--table", "RM-04", "--decks", "6").out
    assert "House edge of the whole shoe: 6.6658%" in shown
    assert "+0.2370" in shown
    assert "-0.0431" in shown
    assert "No single card makes a difference" in run("removal", MATCH_THE_DEALER, "match").out
    pai_gow = run("removal", "ez-pai-gow", "red-black").out
    assert "shuffled for every round" in pai_gow
    assert "Joker" in pai_gow


def test_counting_exposure_as_json() -> None:
    facts = run(
        "counting", RM, "royal-match", "--table", "RM-11", "--decks", "2", "--penetration", "80%", "--json"
    ).json

    assert facts["penetration"] == 0.8
    counters = {each["counter"]: each for each in facts["counters"]}
    assert list(counters) == ["perfect counter", "best count", "level 1"]
    perfect = counters["perfect counter"]
    assert perfect["per_100_rounds"] > counters["level 1"]["per_100_rounds"] > 0
    assert perfect["per_shoe"] == pytest.approx(perfect["per_100_rounds"] * perfect["rounds_per_shoe"] / 100)
    assert 0 < perfect["per_100_rounds_error"] < perfect["per_100_rounds"] / 10
    assert facts["counts"][1]["tags"]["Ks"] == -1
    assert facts["counts"][1]["tags"]["2s"] == 0
    assert 0.8 in [each["penetration"] for each in facts["by_penetration"]]
    assert "exact" in facts["method"]
    assert json.dumps(facts, allow_nan=False)


def test_counting_exposure_in_the_terminal() -> None:
    shown = run("counting", RM, "royal-match", "--table", "RM-11", "--decks", "6", "--samples", "2000").out
    for words in (
        "perfect counter",
        "best count",
        "bell curve",
        "bet from true count",
        "by penetration",
        "standard error",
    ):
        assert words in shown
    spots = run("counting", MATCH_THE_DEALER, "match", "--samples", "1000").out
    assert "No count of single cards helps" in spots


@pytest.mark.slow
def test_counting_ranks_all_wagers_by_exposure() -> None:
    """All wagers of a deck count, meters included, the most exposed first."""
    facts = run("counting", "--decks", "2", "--samples", "1000", "--json").json

    gains = [each["counters"][0]["per_100_rounds"] for each in facts]
    assert gains == sorted(gains, reverse=True)
    assert {each["wager"] for each in facts} == {MNP, "royal-match", "royal-match-progressive", "blazing-7s"}
    assert {each["decks"] for each in facts} == {2}
    assert {each["meter_cents"] for each in facts} == {None, 1_000_000}


@pytest.mark.slow
def test_counting_ranks_the_wagers_of_one_game() -> None:
    shown = run("counting", MNP, "--table", "1", "--samples", "1000").out
    assert "the most exposed first" in shown
    assert shown.count(MNP) == 5
    fixed = run("counting", MATCH_THE_DEALER, "--table", "6-C", "--samples", "1000", "--json").json
    assert [each["wager"] for each in fixed] == ["five-spots"]


def test_without_numpy_only_exact_figures_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "have_numpy", lambda: False)
    shown = run("counting", RM, "royal-match", "--table", "RM-11", "--decks", "6").out
    assert "bell curve" in shown
    assert "perfect counter" not in shown
    assert "the most exposed first" in run("counting", MNP).out
    facts = run("counting", RM, "royal-match", "--json").json
    assert facts["counters"] == []
    assert facts["at_penetration"]["standard_deviation"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("session", MNP, MNP, "--rounds", "0"), "a session has 1 to 1,000,000,000 rounds, not 0"),
        (("session", MNP, MNP, "--bet", "-5"), "negative"),
        (("session", MNP, MNP, "--decks", "3"), "no pay table of match-n-poker is for 3 decks"),
        (("session", MNP, MNP, "--table", "99"), "has no pay table"),
        (("session", MNP, "nothing"), "has no wager 'nothing'"),
        (("session", "nothing", "at-all"), "nothing"),
        (("session", RM, "blazing-7s"), "give its amount"),
        (("session", RM, "blazing-7s", "--meter", "25000", "--bet", "5"), "exactly $1, not $5"),
        (("session", RM, "base"), "base"),
        (("removal", MATCH_THE_DEALER, "super-bonus"), "cannot be bet alone"),
        (("removal", MNP, MNP, "--meter", "10"), "no line that pays from a meter"),
        (("counting", "ez-pai-gow"), "shuffled for every round"),
        (("counting", "ez-pai-gow", "dynasty"), "shuffled for every round"),
        (("counting", MNP, MNP, "--penetration", "much"), "write 75% or 0.75"),
        (("counting", MNP, MNP, "--penetration", "nan"), "write 75% or 0.75"),
        (("counting", MNP, MNP, "--penetration", "75"), "above 0% and below 100%"),
        (("counting", MNP, MNP, "--penetration", "1/0"), "write 75% or 0.75"),
        (("counting", MNP, MNP, "--penetration", "1e999999999"), "write 75% or 0.75"),
        (("counting", MNP, MNP, "--penetration", "%"), "write 75% or 0.75"),
        (("counting", MNP, MNP, "--players", "8"), "1 to 7 players, not 8"),
        (("counting", MNP, MNP, "--samples", "5"), "at least 100"),
        (("counting", MNP, MNP, "--samples", "1000000000"), "at most 200,000"),
        (("counting", MNP, MNP, "--seed", "-1"), "seed"),
        (("counting", MNP, "--bet", "5"), "for one wager"),
        (("counting", "--decks", "3"), "no wager dealt from a shoe for 3 decks"),
        (("counting", "--table", "ZZ"), "no wager dealt from a shoe has a pay table 'ZZ'"),
    ],
)
def test_wrong_arguments_are_refused_with_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*words).refusal


@pytest.mark.parametrize("command", ["session", "removal", "counting"])
def test_every_command_has_help(command: str) -> None:
    shown = run(command, "--help")
    assert shown.code == 0
    assert f"pitbook {command}" in shown.out
    assert "--json" in shown.out
