"""``pitbook design``: output, JSON and refusals."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitbook import design
from tests.cli.command_runner import run

EXAMPLE = str(Path(__file__).resolve().parents[2] / "examples" / "total_21.py")


def test_wager_decks_and_edge_are_enough() -> None:
    """``pitbook design WAGER --decks N --edge 4..6%``."""
    record = run("design", "royal-riches", "--decks", "1", "--edge", "4..6%", "--json").json

    assert (record["game"], record["wager"], record["decks"]) == ("royal-riches-pai-gow", "royal-riches", 1)
    assert len(record["tables"]) == 5
    for table in record["tables"]:
        assert Fraction(4, 100) <= Fraction(table["house_edge"]) <= Fraction(6, 100)
        assert float(Fraction(table["house_edge"])) == table["house_edge_decimal"]
    distances = [table["distance"] for table in record["tables"]]
    assert distances == sorted(distances)


def test_every_example_of_the_help_finds_something() -> None:
    """A first try should succeed."""
    examples = [
        line.strip() for line in run("design", "--help").out.splitlines() if line.lstrip().startswith("pitbook design ")
    ]

    assert len(examples) == 4
    for example in examples:
        words = example.replace("examples/total_21.py", EXAMPLE).split()[1:]
        assert run(*words, "--json").json["tables"], example


def test_json_equals_the_python_result() -> None:
    words = ("--decks", "8", "--edge", "3..7%", "--target-edge", "4%", "--pay", "flush=3..5", "--top", "7", "--json")
    record = run("design", "match-n-poker", "match-n-poker", *words).json
    done = design("match-n-poker", decks=8, edge="3..7%", target_edge="4%", pays={"flush": "3..5"}, top=7)

    assert record == done.to_dict()
    assert record["target_edge"] == "1/25"
    assert record["ranges"]["flush"] == ["3", "4", "5"]


def test_the_page_shows_pays_figures_and_differences() -> None:
    ran = run("design", "match-n-poker", "--decks", "6", "--edge", "4..6%", "--top", "7")

    assert (ran.code, ran.err) == (0, "")
    for words in (
        "Match-n-Poker  6 decks, house edge 4.00% to 6.00%, target 5.00%",
        "Suited 3 of a Kind",
        "House edge",
        "Hit frequency",
        "Standard deviation",
        "Distance",
        "  1  as table ",
        "  7  as table ",
        "; edge ",
        "tables searched in ",
        "A table found here is a proposal: no letter approves it.",
    ):
        assert words in ran.out


def test_fixed_lines_are_named() -> None:
    ran = run("design", "dynasty", "--decks", "1", "--edge", "5..15%", "--hold", "--pay", "flush=3..5")

    assert "Held as in table 1: " in ran.out
    assert "Straight Flush" in ran.out
    assert "3 tables searched" in ran.out


def test_empty_search_reports_the_reachable_edges() -> None:
    ran = run("design", "royal-match", "--decks", "6", "--edge", "90..91%")

    assert ran.code == 0
    assert "None of the tables in these ranges fits; their house edge runs from " in ran.out
    assert run("design", "royal-match", "--decks", "6", "--edge", "90..91%", "--json").json["tables"] == []


def test_custom_wager_and_custom_pay_table_are_accepted(tmp_path: Path) -> None:
    table = tmp_path / "mine.toml"
    table.write_text('[[table]]\nid = "M"\npays = { royal_match = "20 to 1", suited_pair = "9 to 1" }\n')
    own = run("design", EXAMPLE, "--edge", "4..6%", "--pay", "total_21=8", "--json").json
    mine = run("design", "royal-match", "--table", str(table), "--decks", "6", "--edge", "0..90%", "--json").json

    assert (own["wager"], own["starts_from"]["pay_table"], own["decks"]) == ("total-21", "A", 6)
    assert list(mine["tables"][0]["pays"]) == ["royal_match", "suited_pair"]


def test_unapproved_deck_counts_may_be_designed_for() -> None:
    """A design is a proposal for a future letter."""
    record = run("design", "match-n-poker", "--decks", "3", "--edge", "2..9%", "--json").json

    assert record["decks"] == 3
    assert record["tables"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("match-n-poker", "Missing option '--edge'"),
        ("--edge 4..6%", "Missing argument"),
        ("a b c --edge 4..6%", "3 names were given: name a wager, or a game and a wager"),
        ("base --edge 4..6%", "base is a wager of match-n-poker"),
        ("nothing --edge 4..6%", "there is no wager 'nothing'"),
        ("match-n-poker --edge 5%", "edge '5%' is not a range: write it as 4..6%"),
        ("match-n-poker --edge 6..4%", "write the lower number first"),
        ("match-n-poker --edge 4..6% --pay flush", "--pay 'flush' is not of the form NAME=VALUE"),
        ("match-n-poker --edge 4..6% --pay flush=1 --pay flush=2", "--pay gives 'flush' twice"),
        ("match-n-poker --edge 4..6% --pay flush=-3..2", "is negative: a line pays 0 or more"),
        ("match-n-poker --edge 4..6% --pay pear=1..2", "'pear' is not a line of pay table 1 paid at odds"),
        ("match-n-poker --edge 4..6% --decks 9", "9 decks: a shoe holds 1 to 8"),
        ("match-n-poker --edge 4..6% --top 0", "0 tables were requested: request 1 to 100"),
        ("match-n-poker --edge 4..6% --top 101", "101 tables were requested: request 1 to 100"),
        ("match-n-poker --edge 4..6% --table 99", "match-n-poker has no pay table '99'"),
        ("match-n-poker --edge 4..6% --table no.toml", "no.toml: no such file or directory"),
        ("blazing-7s --edge 4..6%", "depends on the meter"),
        ("million-dollar-match-the-dealer super-bonus --edge 4..6%", "cannot be bet alone"),
        ("dealer-pai-gow --edge 4..6%", "is decided by how hands are played or set"),
        ("no/such.py --edge 4..6%", "no/such.py: no such file or directory"),
    ],
)
def test_wrong_arguments_are_refused_with_one_sentence(words: str, sentence: str) -> None:
    assert sentence in run("design", *words.split()).refusal
