"""``pitbook settle``: JSON, terminal output and custom pay tables."""

from pathlib import Path
from typing import Any

import pytest

from pitbook.games import SLUGS, game
from tests.cli.command_runner import run

RM = ("settle", "royal-match-21")
MATCH = ("settle", "million-dollar-match-the-dealer")
RICHES = ("settle", "royal-riches-pai-gow")
EZ = ("settle", "ez-pai-gow")
FIELDS = ["seat", "wager", "spot", "bet_cents", "outcome", "pays", "net_cents"]


def settled(*words: str) -> tuple[list[list[Any]], int | None]:
    """The settlements with the fields that programs rely on, and the total."""
    facts = run(*words, "--json").json
    assert list(facts) == ["settlements", "net_cents", "options"]
    for each in facts["settlements"]:
        assert list(each)[:7] == FIELDS
    return [[each[field] for field in FIELDS] for each in facts["settlements"]], facts["net_cents"]


def test_settlement_fields() -> None:
    """Seat, wager, no spot, the bet in cents, the outcome, the printed pay and the net."""
    words = ("--decks", "6", "--table", "royal-match=RM-08", "--bet", "royal-match=10")

    assert settled(*RM, *words, "--player", "Ks Qs", "--dealer", "9h 5c") == (
        [[1, "royal-match", None, 1000, "royal_match", "25 to 1", 25_000]],
        25_000,
    )


def test_match_the_dealers_spots_are_numbered() -> None:
    """A spot is wager match with its number; the Super Bonus has no bet of its own."""
    words = ("--decks", "6", "--table", "super-bonus=6-C", "--bet", "five-spots=5")

    assert settled(*MATCH, *words, "--player", "8s 8s", "--dealer", "8s 8h Kd 2c 2d") == (
        [
            [1, "match", 1, 500, "two_suited_matches", "18 to 1", 9000],
            [1, "match", 2, 500, "two_unsuited_matches", "8 to 1", 4000],
            [1, "match", 3, 500, "loss", "loss", -500],
            [1, "match", 4, 500, "loss", "loss", -500],
            [1, "match", 5, 500, "loss", "loss", -500],
            [1, "super-bonus", None, 0, "any_4_card_match", "$250", 25_000],
        ],
        36_500,
    )


@pytest.mark.parametrize("spot", ["1", "2", "3", "4", "5"])
def test_a_spot_can_be_bet_alone(spot: str) -> None:
    """match-1 to match-5, without the Super Bonus."""
    bet = ("--bet", f"match-{spot}=2.50", "--player", "8s Kd", "--dealer", "8h 8h 8h 8h 8h")

    assert settled(*MATCH, *bet) == ([[1, "match", int(spot), 250, "unsuited_match", "4 to 1", 1000]], 1000)


def test_share_of_an_unknown_meter_is_null() -> None:
    """Net and total are null and the share is named; with the meter both are amounts."""
    words = (
        *RM,
        "--bet",
        "royal-match-progressive=1",
        "--bet",
        "royal-match=5",
        "--player",
        "Ks Qs",
        "--dealer",
        "Kd Qd",
    )
    facts = run(*words, "--json").json

    assert facts["settlements"][0]["net_cents"] is None
    assert facts["settlements"][0]["share"] == "25%"
    assert facts["net_cents"] is None
    assert "share" not in facts["settlements"][1]
    with_meter = run(*words, "--meter", "$10,000.01", "--json").json
    assert with_meter["settlements"][0]["net_cents"] == 250_000 - 100
    assert with_meter["settlements"][0]["share"] == "25%"
    assert with_meter["net_cents"] == 250_000 - 100 + 12_500


def test_seats_are_numbered_in_the_order_of_their_cards() -> None:
    """A bet without a seat is for seat 1, and envy names the seat that brought it."""
    bets = ("--bet", "royal-riches=5", "--bet", "2:royal-riches=5", "--bet", " 3 : royal-riches=4.99")
    hands = ("9s 9d 9h 9c Ks Td 4c", "Ah Kd Qc 8s 6d 4h 2c", "Ad Kc Qs 8h 6s 4s 2d")
    facts = run(*RICHES, *bets, *(word for hand in hands for word in ("--player", hand)), "--json").json

    assert [(each["seat"], each["net_cents"], each.get("envy_from")) for each in facts["settlements"]] == [
        (1, 10_000, None),
        (2, -500, None),
        (3, -499, None),
        (2, 500, 1),
    ]
    assert facts["net_cents"] == 10_000 - 500 - 499 + 500
    assert facts["settlements"][3]["bet_cents"] == 0


def test_a_setting_can_be_given() -> None:
    """The house way wins here, another setting pushes and a foul loses."""
    words = (*EZ, "--bet", "base=10", "--player", "As Kd Jk 7h 7c 3d 2s", "--dealer", "Ah Ks Qd 9c 8d 4s 3h")

    assert settled(*words)[1] == 1000
    assert settled(*words, "--set", "As Kd / Jk 7h 7c 3d 2s")[1] == 1000
    assert settled(*words, "--set", "1: 2s 3d/As Kd Jk 7h 7c")[1] == 0
    assert settled(*words, "--set", "As Jk / Kd 7h 7c 3d 2s") == (
        [[1, "base", None, 1000, "foul", "loss", -1000]],
        -1000,
    )


@pytest.mark.parametrize(("color", "net"), [("red", -1000), ("black", 1000)])
def test_a_color_is_given_with_the_bet(color: str, net: int) -> None:
    """red-black=10:red."""
    cards = ("--player", "As Kd Jk 7s 7c 3d 2s")

    assert settled(*EZ, "--bet", f"red-black=10:{color}", *cards)[1] == net


def test_house_options_change_the_settlement() -> None:
    """Crown Treasure on top, the car at its value, rounding as stated."""
    words = (*RM, "--player", "Ks Qs", "--dealer", "Ks Qs")

    crown = settled(*words, "--bet", "royal-match=5", "--option", "crown-treasure=yes")
    assert crown == ([[1, "royal-match", None, 500, "crown_treasure", "25 to 1 + $1,000", 112_500]], 112_500)
    car = settled(*words, "--bet", "royal-match=5", "--table", "royal-match=RM-10", "--option", "car-value=$40,000")
    assert car == ([[1, "royal-match", None, 500, "matching_royal_matches", "car ($40,000)", 4_000_000]], 4_000_000)
    odd = (*RM, "--player", "2s 9s", "--bet", "royal-match=5.01", "--option", "rounding=up to $0.25")
    assert settled(*odd) == ([[1, "royal-match", None, 501, "two_suited_cards", "2.5 to 1", 1275]], 1275)


def test_cards_after_a_blackjack_players_first_two_are_hits() -> None:
    """The base wager sees all of them, the bonus wagers the first two, Blazing 7's the third."""
    words = ("--bet", "base=10", "--bet", "royal-match=10", "--bet", "blazing-7s=1")

    assert settled(*RM, *words, "--player", "7s 7s 7h", "--dealer", "9h 9d", "--meter", "1000")[0] == [
        [1, "base", None, 1000, "win", "1 to 1", 1000],
        [1, "royal-match", None, 1000, "two_suited_cards", "2.5 to 1", 2500],
        [1, "blazing-7s", None, 100, "three_sevens", "200 for 1", 19_900],
    ]


def test_a_push_and_a_printed_loss() -> None:
    """Three pair by Dynasty table 2 and table 3."""
    words = (*EZ, "--bet", "dynasty=5", "--player", "9s 9h 8d 8c 2s 2h 4d")

    assert settled(*words, "--table", "dynasty=2") == ([[1, "dynasty", None, 500, "three_pair", "push", 0]], 0)
    assert settled(*words, "--table", "dynasty=3") == ([[1, "dynasty", None, 500, "three_pair", "loss", -500]], -500)


def test_the_total_is_the_sum() -> None:
    """Of everything that was settled, at every seat."""
    bets = ("royal-match=5", "2:royal-match=6", "2:base=7", "3:base=8.88")
    hands = ("Ks Qs", "9h 8h", "Th Jc")
    words = [word for bet in bets for word in ("--bet", bet)] + [word for hand in hands for word in ("--player", hand)]
    facts = run(*RM, "--table", "royal-match=RM-07", *words, "--dealer", "9c 9d", "--json").json

    assert facts["net_cents"] == sum(each["net_cents"] for each in facts["settlements"])
    assert facts["net_cents"] == 15_000 + 900 - 700 + 888 + 1000


MINE = """
[[table]]
id = "[bold]mine[/bold]"
pays = { royal_match = "100 to 1", two_suited_cards = "1.5 to 1" }
labels = { royal_match = "[red]King[/red] & Queen :crown:" }
"""


def test_custom_pay_table_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its path, absolute or relative, ending in .toml or not; its id and label are shown as written."""
    for name in ("mine.toml", "mine"):
        (tmp_path / name).write_text(MINE)
    monkeypatch.chdir(tmp_path)
    for path in ("mine.toml", "./mine.toml", "./mine", str(tmp_path / "mine.toml")):
        words = (*RM, "--table", f"royal-match={path}", "--bet", "royal-match=5", "--player", "Ks Qs")
        assert settled(*words) == ([[1, "royal-match", None, 500, "royal_match", "100 to 1", 50_000]], 50_000)
        shown = run(*words).out
        assert "[red]King[/red] & Queen :crown:" in shown
        assert "[bold]mine[/bold]" in shown


def test_invalid_pay_table_lists_all_faults(tmp_path: Path) -> None:
    """One line per fault with file, line and key, on stderr, exit code 2."""
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[table]]\nid = 5\ndecks = [9]\n[table.pays]\nroyal_match = "free"\nroyal_flush = "5 to 1"\nx = 1\n'
    )
    ran = run(*RM, "--table", f"royal-match={path}", "--bet", "royal-match=5", "--player", "Ks Qs")

    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    lines = ran.err.removeprefix("pitbook: ").splitlines()
    assert [line.removeprefix(f"{path}: ").split(": ")[0] for line in lines] == [
        "line 2, table[0].id",
        "line 3, table[0].decks",
        "line 5, table[0].pays.royal_match",
        "line 6, table[0].pays.royal_flush",
        "line 7, table[0].pays.x",
    ]


@pytest.mark.parametrize("five_spots", [True, False])
def test_five_spots_names_the_super_bonus_table(five_spots: bool) -> None:
    """--table five-spots=6-B is --table super-bonus=6-B."""
    table = f"{'five-spots' if five_spots else 'super-bonus'}=6-B"
    cards = ("--player", "8s 8s", "--dealer", "8s 8s 8s 8s 2c")

    nets = [each[-1] for each in settled(*MATCH, "--table", table, "--bet", "five-spots=25", *cards)[0]]
    assert nets[-1] == 500_000_000


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            (*RM, "--bet", "royal-match=5", "--player", "Ks Qs", "--dealer", "9h"),
            [
                "Royal Match 21",
                "6 decks",
                "K♠ Q♠",
                "9♥",
                "RM-04",
                "$5",
                "Royal Match",
                "25 to 1",
                "$125",
                "net to the players",
            ],
        ),
        (
            (*MATCH, "--bet", "five-spots=5", "--player", "8s 8s", "--dealer", "8s 8h Kd 2c 10d"),
            ["match 1", "Two Suited Matches", "18 to 1", "super-bonus", "Any 4-Card Match", "10♦", "-$5"],
        ),
        (
            (*RICHES, "--bet", "jackpot=5", "--player", "2s 3s 4s 5s 6s 7s 8s"),
            ["one deck and the joker", "100% of meter", "share of the meter", "--meter"],
        ),
        (
            (*EZ, "--bet", "base=5", "--player", "Jk Ks Kd 7c 5h 3h 2h", "--dealer", "Qs Jd 9h 8c 6s 4d 2c"),
            ["Joker", "Dealer's Queen-High Pai Gow", "push", "$0"],
        ),
        (
            (
                *RICHES,
                "--bet",
                "2:royal-riches=5",
                "--player",
                "9s 9d 9h 9c Ks Td 4c",
                "--player",
                "Ah Kd Qc 8s 6d 4h 2c",
            ),
            ["seat 1", "seat 2", "4 of a Kind at seat 1", "envy $5"],
        ),
    ],
)
def test_terminal_output_shows_cards_table_line_and_net(words: tuple[str, ...], shown: list[str]) -> None:
    ran = run(*words)

    assert (ran.code, ran.err) == (0, "")
    for text in shown:
        assert text in ran.out


BOARDS = {
    "let-it-ride": "3c 4c",
    "mississippi-stud": "3c 4c 5d",
    "ultimate-texas-holdem": "3c 4c 5d 7d 8d",
    "texas-holdem-bonus": "3c 4c 5d 7d 8d",
    "big-raise-stud": "3c 4c",
}


@pytest.mark.parametrize("slug", SLUGS)
def test_bet_suggested_by_the_refusal_is_accepted(slug: str) -> None:
    cards = {"r": "As Kd Jk 7h 7c 3d 2s", "e": "As Kd Jk 7h 7c 3d 2s"}.get(
        slug[0] if "pai-gow" in slug else "", "Ks Qs"
    )
    if game(slug).family == "poker":
        cards = " ".join(["Ks", "Qs", "2h", "3h", "4h", "6c", "7c"][: game(slug).wagers[0].groups[0].size])
    no_dealer = game(slug).family == "poker" and all(each.source != "dealer" for each in game(slug).wagers[0].groups)
    dealer = "" if "pai-gow" in slug or no_dealer else "9h"
    board = BOARDS.get(slug, "")
    if game(slug).family == "poker" and dealer:
        dealt = next(each.size for each in game(slug).wagers[0].groups if each.source == "dealer")
        dealer = " ".join(["9h", "9d", "9c", "9s", "Tc", "Td", "Th"][:dealt])
    words = ("settle", slug, "--player", cards, "--dealer", dealer, "--board", board)
    refusal = run(*words).refusal
    example = refusal.split("such as ", 1)[1]

    assert run(*words, *example.split()).code == 0
