"""``pitbook solve``: JSON fields, situations, other families, and refusals."""

from fractions import Fraction

import pytest

from tests.cli.command_runner import run

NAMES = {
    "game", "wager", "tables", "options", "sees", "deals", "house_edge", "house_edge_decimal",
    "element_of_risk_decimal", "average_stake_decimal", "hit_frequency_decimal", "standard_deviation_decimal",
    "choices",
}  # fmt: skip


def test_json_fields() -> None:
    found = run("solve", "three-card-poker", "--json").json
    assert set(found) >= NAMES
    assert (found["game"], found["wager"]) == ("three-card-poker", "ante")
    assert found["tables"] == {"ante-bonus": "1-4-5"}
    assert found["options"] == {"dealer-qualifies": "yes"}
    assert (found["sees"], found["deals"]) == ("none", 407_170_400)
    assert float(Fraction(found["house_edge"])) == found["house_edge_decimal"]
    assert f"{found['house_edge_decimal']:.4%}" == "3.3730%"
    assert sum(found["choices"]["play"].values()) == pytest.approx(1)
    assert sum(each["deals"] for each in found["distribution"]) == found["deals"]


def test_a_situation_shows_every_choice_with_its_value() -> None:
    found = run("solve", "three-card-poker", "--hand", "Qs 6d 4h", "--json").json["situation"]
    assert [each["choice"] for each in found["choices"]] == ["fold", "1x"]
    assert found["choices"][0]["value"] == "-1/1"
    assert Fraction(found["choices"][1]["value"]) > -1
    shown = run("solve", "caribbean-stud", "--hand", "As Kd Qh 7c 3s", "--dealer", "Qc", "--sees", "dealer:1")
    assert shown.code == 0
    assert "best" in shown.out


def test_pays_options_dead_cards_and_knowledge_change_the_result() -> None:
    plain = run("solve", "three-card-poker", "--json").json
    for words in (
        ("--table", "ante-bonus=1-2-3"),
        ("--pay", "ante-bonus:straight=2"),
        ("--pay", "ante:win=6 to 5"),
        ("--option", "dealer-qualifies=no"),
        ("--dead", "As Kd"),
        ("--sees", "dealer:1"),
        ("--sees", "dealer:1~QKA"),
    ):
        found = run("solve", "three-card-poker", *words, "--json").json
        assert found["house_edge"] != plain["house_edge"]
    same = run("solve", "three-card-poker", "--pay", "ante-bonus:straight=1", "--json").json
    assert same["house_edge"] == plain["house_edge"]


def test_terminal_output_names_the_solved_game() -> None:
    shown = run("solve", "three-card-poker", "--sees", "dealer:1").out
    assert "one of the dealer's 3 cards" in shown
    assert "Among equal choices the smaller stake is taken." in shown
    assert "Pay table of ante-bonus: 1-4-5." in shown
    assert "Options read: dealer-qualifies=yes." in shown


def test_blackjack_is_a_decimal_with_an_error_bound() -> None:
    found = run("solve", "match-n-poker", "--json").json
    assert set(found) >= NAMES
    assert found["house_edge"] is None
    assert 0 < found["house_edge_decimal"] < 0.02
    assert 0 < found["house_edge_error"] < 1e-9
    assert run("solve", "blackjack", "--option", "decks=2", "--json").json["game"] == "blackjack"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ez-pai-gow"], "'pitbook par ez-pai-gow base' the figures of the base wager"),
        (["million-dollar-match-the-dealer"], "has no decisions to solve"),
        (["nothing"], "there is no game 'nothing'"),
        (["three-card-poker", "--pay", "ante=2"], "is not of the form WAGER:OUTCOME=PAY"),
        (["three-card-poker", "--table", "ante-bonus=1-4-5", "--table", "ante-bonus=1-3-4"], "twice: give it once"),
        (["three-card-poker", "--board", "As"], "give the player's cards with --hand too"),
        (["three-card-poker", "--hand", "As Ks"], "deals 3 cards to a player, not 2"),
        (["three-card-poker", "--hand", "As Ks Qs", "--board", "2c"], "deals no cards to the board, not 1"),
        (["three-card-poker", "--option", "rounding=down to $1"], "pays are solved before they are rounded"),
        (["three-card-poker", "--option", "folded-pair-plus=stays"], "it changes side bets only"),
        (["let-it-ride", "--option", "rounding=down to $1"], "no option changes it"),
        (["three-card-poker", "--dead", "Jk"], "is played without Jk"),
        (["six-card-poker", "--dead", "As As"], "As is there twice"),
        (["six-card-poker", "--dead", "As", "--hand", "As Kd Qh 7c 3s 2d"], "As is there twice"),
        (["match-n-poker", "--table", "base=1"], "has no pay tables: use --option"),
        (["match-n-poker", "--cluster", "tcp://127.0.0.1:1"], "leave out --cluster and --checkpoint"),
        (["match-n-poker", "--sees", "dealer:2"], "is solved for a player who knows their own cards and the dealer's"),
        (["ez-pai-gow", "--sees", "dealer:7"], "set by a player who knows their own seven cards"),
        (["million-dollar-match-the-dealer", "--sees", "none"], "million-dollar-match-the-dealer has no decisions"),
        (["match-n-poker", "--hand", "Ts 6d"], "pitbook strategy --hand CARDS --up CARD"),
    ],
)
def test_wrong_arguments_are_refused_with_one_sentence(words: list[str], sentence: str) -> None:
    assert sentence in run("solve", *words).refusal
