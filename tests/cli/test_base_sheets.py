"""Par sheets of the base games in every output format of the command."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from pitbook.cli.progress import counting_bar
from tests.cli.command_runner import run
from tests.exact.pai_gow_known import FOXWOODS, put_known_counts

pytest.importorskip("numpy")


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    return put_known_counts(monkeypatch)


QUICK = ("--rule", "split-hands=1")
"""Rules without splits, which are solved in a moment; those with splits are in tests/exact and test_blackjack.py."""
FILES = {"csv": b"game,", "xlsx": b"PK", "pdf": b"%PDF-1.", "html": b"<!doctype html>"}


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("blackjack", "--decks", "2"), marks=pytest.mark.slow),
        ("royal-match-21", "base", "--decks", "1", "--rule", "surrender=late", "--rule", "split-hands=1"),
        ("ez-pai-gow", "base"),
        ("ez-pai-gow", "base", "--player-way", "optimal"),
        ("royal-riches-pai-gow", "dealer-pai-gow"),
    ],
    ids=" ".join,
)
def test_base_sheets_are_written_in_every_format(words: tuple[str, ...], tmp_path: Path) -> None:
    """Like any other par sheet, with JSON on stdout."""
    paths = {kind: tmp_path / f"sheet.{kind}" for kind in FILES}
    done = run("par", *words, "--json", *(word for kind, path in paths.items() for word in (f"--{kind}", str(path))))

    assert done.code == 0
    assert json.loads(done.out)
    for kind, start in FILES.items():
        assert paths[kind].read_bytes().startswith(start)
        assert f"as {kind.upper()}" in done.err


def test_blackjack_sheet_has_the_fields_of_every_sheet(tmp_path: Path) -> None:
    """Probabilities sum to 1 and returns to the expectation; a solved sheet has no counts."""
    path = tmp_path / "b.csv"
    record = json.loads(run("par", "blackjack", *QUICK, "--decks", "1", "--json", "--csv", str(path)).out)
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))

    assert sum(float(row["probability_decimal"]) for row in rows) == pytest.approx(1, abs=1e-12)
    returned = sum(float(row["return_decimal"]) for row in rows)
    assert returned == pytest.approx(record["expectation"]["total_dependent"], abs=1e-12)
    assert {(row["game"], row["wager"], row["count"], row["total"]) for row in rows} == {("blackjack", "base", "", "")}
    assert [row["pays"] for row in rows if row["outcome"] in ("net 3/2", "net 0", "net -1")] == [
        "3/2 to 1",
        "push",
        "loss",
    ]


def test_plain_blackjack_takes_all_options_and_any_deck_count() -> None:
    """An option of the game is the rule of the same name; no letter limits the decks."""
    words = ("par", "blackjack", *QUICK, "--decks", "3", "--json")
    by_option = run(*words, "--option", "soft17=stand").json
    by_rule = run(*words, "--rule", "soft17=stand").json

    assert by_option["rules"]["soft17"] == "stand"
    assert by_option["inputs_hash"] == by_rule["inputs_hash"]
    assert "letter" not in by_option


def test_optimal_pai_gow_player_in_the_terminal() -> None:
    """The house way's edge beside it, all pairs, and the hands set differently."""
    shown = run("par", "ez-pai-gow", "base", "--player-way", "optimal").out

    assert "optimal player, dealer by Foxwoods" in shown
    assert "the player follows the Foxwoods house way too" in shown
    assert "All pairs of disjoint hands" in shown
    assert "Where the Foxwoods house way costs most" in shown
    assert "K♥ K♦ / 7♥ 7♦ 6♥ 2♠ 2♥" in shown
    assert shown.index("Where the Foxwoods") < shown.index("Assumptions")


def test_sheet_of_two_house_ways_shows_copies() -> None:
    shown = run("par", "ez-pai-gow", "base").out

    assert "both by the Foxwoods house way" in shown
    assert f"{FOXWOODS.two_copies:,}" in shown
    assert "Equal low hands" in shown


def test_base_option_adds_the_base_wager(counted: list[Any]) -> None:
    """Without ``--base`` the list says what it leaves out."""
    short = run("par", "royal-riches-pai-gow").out
    assert counted == []
    long = run("par", "royal-riches-pai-gow", "--base", "--json").json

    assert "Not listed here: base, dealer-pai-gow. Name the wager, or add --base." in short
    assert [each["wager"] for each in long].count("dealer-pai-gow") == 3
    assert [each["wager"] for each in long].count("base") == 1
    assert len(counted) == 2


def test_base_sheets_of_a_blackjack_game_are_one_for_each_deck_count(tmp_path: Path) -> None:
    """Beside its other sheets, in one workbook and one list; of six decks, which test_blackjack.py solves too."""
    path = tmp_path / "all.xlsx"
    done = run("par", "match-n-poker", "--base", "--decks", "6", "--json", "--xlsx", str(path))
    found = json.loads(done.out)

    assert [(each["wager"], each["decks"]) for each in found][-1] == ("base", 6)
    assert len(found) == 7
    assert "7 par sheets as XLSX" in done.err
    table = run("par", "match-n-poker", "--base", "--decks", "6").out
    assert "house" in table
    assert "Not listed" not in table


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("par --base", "give it with --all, or with a game and nothing else"),
        ("par ez-pai-gow base --base", "give it with --all, or with a game and nothing else"),
        ("par ez-pai-gow --base --meter 5", "give it with --all, or with a game and nothing else"),
        ("par blackjack --house-way foxwoods", "--house-way is for the wagers on set hands"),
        ("cost ez-pai-gow --bet base=5 --rule das=no", "--rule is for the base game of blackjack"),
        ("cost royal-match-21 --bet royal-match=5 --rule das=no", "there is no such bet"),
        ("cost royal-match-21 --bet base=5 --player-way optimal", "--player-way is for the wagers on set hands"),
        ("cost royal-match-21 --bet royal-match=5 --player-way optimal", "there is no such bet"),
        ("cost ez-pai-gow --bet base=5 --player-way mine", "the ways that are counted are foxwoods, flamingo"),
        ("cost ez-pai-gow --bet base=5 --house-way mine", "option house-way='mine' is not known"),
        ("cost ez-pai-gow --bet base=5 --decks 2", "is approved for 1 deck, not 2"),
    ],
)
def test_wrong_arguments_are_refused_before_counting(words: str, sentence: str) -> None:
    assert sentence in run(*words.split()).refusal


def test_cost_of_a_pai_gow_table() -> None:
    """The base wager by the house way, a side bet by its table, and Dealer Pai Gow, which depends on set hands too."""
    found = run("cost", "ez-pai-gow", "--bet", "base=25", "--bet", "dynasty=5", "--json").json
    base, side = found["wagers"]
    lost = FOXWOODS.lose - FOXWOODS.barred_lose - (FOXWOODS.win - FOXWOODS.barred_win)

    assert base["house_edge"] == pytest.approx(lost / FOXWOODS.pairs)
    assert base["cost_per_hour"] == pytest.approx(60 * 25 * lost / FOXWOODS.pairs)
    assert base["basis"] == "the dealer sets by the Foxwoods house way, the player too"
    assert side["basis"] == "pay table 1"
    assert found["cost_per_round"] == pytest.approx(base["cost_per_round"] + side["cost_per_round"])

    shown = run("cost", "royal-riches-pai-gow", "--bet", "base=25", "--bet", "dealer-pai-gow=5").out
    assert "one deck and the joker" in shown
    assert "9.8854%" in shown


@pytest.mark.slow
def test_base_game_and_side_bets_are_correlated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dynasty pays hands that also win the base game: the joint variance exceeds the sum."""
    pytest.importorskip("numba")
    monkeypatch.setattr("pitbook.simulate.covariance.ROUNDS", 1 << 18)
    words = ("cost", "ez-pai-gow", "--bet", "base=25", "--bet", "dynasty=5")
    found = run(*words, "--covariance", "--json").json
    both = found["covariance"]["with_base_cents2"]["dynasty"]
    apart = [each["deviation_per_hour"] for each in found["wagers"]]

    assert both["value"] > 20 * both["standard_error"] > 0
    assert found["covariance"]["all_pairs_cents2"]["value"] == both["value"]
    together = sum(each * each for each in apart) + 2 * 60 * both["value"] / 100**2
    assert found["deviation_per_hour"] == pytest.approx(together**0.5)
    assert "deviation_per_hour" not in run(*words, "--json").json
    assert "Correlation of base and dynasty: +0." in run(*words, "--covariance").out
    assert "needs a bet on base" in run("cost", "ez-pai-gow", "--bet", "dynasty=5", "--covariance").refusal
    assert "counted and not simulated" in run(*words, "--player-way", "optimal", "--covariance").refusal
    other = run(*words, "--player-way", "flamingo", "--covariance", "--json").json["covariance"]
    assert other["with_base_cents2"]["dynasty"]["value"] != both["value"]


def test_rounded_commission_depends_on_the_bet() -> None:
    """Rounded down to whole dollars, a $10 wager wins $9."""
    words = ("cost", "royal-riches-pai-gow", "--option", "rounding=down to 1.00", "--bet", "base=10", "--json")
    (base,) = run(*words).json["wagers"]

    assert base["house_edge"] == pytest.approx((FOXWOODS.lose - 0.9 * FOXWOODS.win) / FOXWOODS.pairs)


def test_cost_depends_on_how_the_player_sets(counted: list[Any]) -> None:
    """The optimal player loses less; another house way is counted as one."""
    words = ("cost", "ez-pai-gow", "--bet", "base=25", "--json", "--player-way")
    optimal = run(*words, "optimal").json["wagers"][0]
    other = run(*words, "flamingo").json["wagers"][0]

    assert optimal["basis"].endswith("the player as well as possible")
    assert optimal["house_edge"] < other["house_edge"]
    assert other["basis"].endswith("the player by the Flamingo one")
    assert (counted[1].player, counted[1].dealer) == ("flamingo", "foxwoods")


def test_interrupted_count_says_that_it_can_be_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, nothing on stdout, and the exit code of an interruption."""

    def interrupted(match: Any, report: Any) -> Any:
        report(1, 10)
        raise KeyboardInterrupt

    monkeypatch.setattr("pitbook.families.pai_gow.exact.sheet.compare_ways", interrupted)
    for words in (("par", "ez-pai-gow", "base"), ("cost", "ez-pai-gow", "--bet", "base=5")):
        done = run(*words)
        assert (done.code, done.out) == (130, "")
        assert done.err.splitlines()[0] == (
            "pitbook: interrupted; progress is saved: the same command resumes from there"
        )


def test_progress_bar_appears_on_a_terminal_while_counting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not for a cached sheet, not in a pipe, and never on stdout."""
    with counting_bar() as report:
        report(1, 2)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with counting_bar():
        pass
    assert capsys.readouterr() == ("", "")
    with counting_bar() as report:
        report(1, 2)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "counting hands" in shown.err
