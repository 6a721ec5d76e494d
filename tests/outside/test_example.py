"""The game in ``examples/`` is loaded from its folder and works in every command and page."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook import games
from pitbook.cards import TEN
from pitbook.errors import BadInput
from pitbook.families.poker.exact.advise import adviser
from pitbook.families.poker.rules.compose import CHOICE_WORDS
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.questions import CHOICES
from pitbook.games import Outside
from pitbook.hands.poker import value_of
from pitbook.reports.outside import open_games
from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from tests.cli.command_runner import run
from tests.cli.scripted_players import read_and_play
from tests.outside.test_server import play_a_round, server, until_counted
from tests.pages_of_game import PAGES

FOLDER = Path(__file__).parents[2] / "examples" / "harbor_two"
GAME, BONUS = "harbor-two", "harbor-bonus"
TEN_HIGH = value_of(0, 0, 1 << TEN)
LINES = (
    "games",
    "tour",
    "catalogue",
    "rules {game}",
    "paytables {game}",
    "letter {game}",
    "settle {game} --bet harbor-bonus=5 --player 'Ks Kd'",
    "solve {game} --hand 'Ks 4d' --json",
    "par {game}",
    "par {game} harbor-bonus --table A --json",
    "par {game} ante --json",
    "audit {game}",
    "design {game} harbor-bonus --edge 1..60%",
    "cost {game} --bet ante=5 --bet harbor-bonus=5",
    "session {game} harbor-bonus --rounds 10",
    "ruin {game} harbor-bonus --bankroll 200 --rounds 10",
    "hold {game} harbor-bonus",
    "removal {game} harbor-bonus",
    "simulate {game} --rounds 1000",
    "simulate {game} harbor-bonus --rounds 1000",
    "table run {game} --rounds 5 --seed 1 --log table.log",
    "replay table.log",
    "replay table.log --notation",
    "layout {game} --svg felt.svg",
    "comply room.toml",
)
OWN_PAGES = (
    "/games/{game}/harbor-bonus",
    "/play/{game}",
    "/lab?w={game}/harbor-bonus",
    "/api/v1/games/{game}/harbor-bonus/par",
)
ROOM = """
[property]
name = "Harbor Room"
kind = "card room"
location = "spokane"
tables_authorised = 1

[[table]]
id = "harbor-1"
game = "harbor-two"
"""


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "room.toml").write_text(ROOM, "utf-8")
    yield tmp_path
    for each in games.all_outside():
        games.unregister(each.game.slug)


def test_every_command_accepts_the_example_game(example: Path) -> None:
    """The first command loads the folder with --games, as a user does; the others find the game loaded."""
    faults = []
    for number, line in enumerate(LINES):
        ran = run(*(("--games", str(FOLDER)) if number == 0 else ()), *shlex.split(line.format(game=GAME)))
        allowed = (0, 1) if line.startswith(("comply", "audit")) else (0,)
        if ran.code not in allowed or "Traceback" in ran.err:
            faults.append(f"{line}: {ran.code} {ran.err[-300:]}")
        elif "{game}" in line and not any(word in ran.out for word in ("Harbor", GAME, BONUS)):
            faults.append(f"{line} names neither game nor wager: {ran.out[:200]}")
        elif line.startswith("comply") and "was loaded from outside Pitbook" not in " ".join(ran.out.split()):
            faults.append(f"{line} does not refuse the game: {ran.out[:600]}")
    assert not faults, "\n".join(faults)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the example's folder, which a test may modify."""
    return Path(shutil.copytree(FOLDER, tmp_path / "games" / "copy", ignore=shutil.ignore_patterns("__pycache__")))


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_example_with_a_progressive_is_dealt_and_simulated(example: Path, copied: Path) -> None:
    """Its letter says nothing about the order of several wins, so the game has no option for that."""
    change(copied / "paytables.toml", 'pair = "8 to 1"', 'pair = "10% of meter"')
    (copied / "progressive.toml").write_text(
        f'[[progressive]]\nwager = "{BONUS}"\n[[progressive.controller]]\nkind = "keyed"\ncite = "the rules"\n'
        'hand_button = "the rules"\n',
        "utf-8",
    )
    ran = run("--games", str(copied), "table", "run", GAME, "--rounds", "60", "--seed", "1", "--log", "table.log")
    assert (ran.code, ran.err) == (0, "")
    events = [parse_event(line) for line in Path("table.log").read_text("utf-8").splitlines()]
    assert any("share" in event.data for event in events if event.kind == "settled")
    assert Replay.begin(events).run().differences == []
    bets = ("--bet", "ante=5", "--bet", f"{BONUS}=5")
    ran = run("simulate", GAME, *bets, "--meter", "1000", "--rounds", "1000", "--json")
    assert (ran.code, ran.err) == (0, "")
    # A pair (1 in 17) wins $95, two of one suit (4 in 17) win $5, the others lose it.
    (bonus,) = [wager for wager in json.loads(ran.out)["wagers"] if wager["wager"] == BONUS]
    assert bonus["house_edge"]["exact_fraction"] == "-11/17"
    refused = run("simulate", GAME, "--bet", "ante=5", "--meter", "1000", "--rounds", "1000")
    assert "no wager that is bet" in refused.err


def test_example_hands_of_base_wagers_are_settled_with_the_bets_that_they_need(copied: Path) -> None:
    change(copied / "show.toml", "[examples]", '[examples]\nplay = ["Ks Kd / Ah 4h"]\nante = ["Ks Kd / Ah 4h"]')
    assert [each.game.slug for each in load_and_forget(copied)] == [GAME]
    change(copied / "show.toml", 'play = ["Ks Kd / Ah 4h"]', 'play = ["Ks Kd / Ah"]')
    with pytest.raises(BadInput, match=r"show\.toml: line 10, examples\.play: ante looks at"):
        load_and_forget(copied)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('Street("play", "play"', 'Street("play", "plai"', "'plai', which is not a stake: the stakes are ante and"),
        ('StreetChoice("1x", 1)', 'StreetChoice("double", 2)', "choice 'double' is not known: allowed are fold"),
        ('StreetChoice("1x", 1)', 'StreetChoice("1x", 2)', "choice '1x' adds 2 first stakes"),
        ('StreetChoice("1x", 1)', 'StreetChoice("2x", 2), StreetChoice("1x", 1)', "its choices must be listed with"),
        ('(FOLD, StreetChoice("1x", 1))', '(StreetChoice("1x", 1),)', "a choice that moves no chips and is always"),
        ('StreetChoice("1x", 1))', 'StreetChoice("1x", 1, hands=1)), own=1', "only games with one decision"),
        ("))),", '))), Street("more", "play", (FOLD, StreetChoice("2x", 2, hands=1))),', "'more': only games with"),
        ("own=2,", "own=0,", "own=0: a player must be dealt at least one card"),
        ("dealer=2,", "dealer=51,", "own=2, dealer=51 and board=0 are 53 cards: the deck has 52"),
        ("dealer=2,", "dealer=2, dealer_up=3,", "dealer_up=3: it must be 0 to dealer=2"),
        ("own=2,", 'own="2",', "PokerRules.own = '2' is not a whole number"),
        ("bonuses=(BONUS,)", "bonuses=BONUS", "is not a tuple"),
        ("stakes=(ANTE, PLAY)", "stakes=()", "stakes and streets: a poker game needs at least one of each"),
        ('(FOLD, StreetChoice("1x", 1))', "(FOLD,)", "no choice bets on 'play'"),
        ('qualifies_words="ten high or better",', "", "qualifies_words is missing"),
        ("after_fold=True", 'after_fold=("folded-x", "stays")', "'folded-x=stays', which is not in house_options"),
        ("return value_of(HIGH_CARD, 0, ranks)", "return None", "line 22, trying value(): value() answers None"),
        ("return PAIR_LINE\n", 'return "pair"\n', "trying lines(): lines() answers 'pair'"),
        ('    return f"{\'-\'.join(ranks)}', "    return 5\n    return f\"{'-'.join(ranks)}", "describe() answers 5"),
    ],
)  # fmt: skip
def test_a_statement_that_no_table_could_deal_is_refused_in_words(copied: Path, old: str, new: str, words: str) -> None:
    change(copied / "rules.py", old, new)
    with pytest.raises(BadInput, match=re.escape(words)):
        load_and_forget(copied)


def test_a_kind_of_hands_that_the_drill_cannot_deal_is_refused(copied: Path) -> None:
    with (copied / "show.toml").open("a") as file:
        file.write('[drill]\nabout = "x"\n[[drill.spot]]\nname = "pairs"\nlow = "8s 8d"\nhigh = "2s 2d"\n')
    with pytest.raises(BadInput, match=r"show\.toml: line \d+, drill\.spot\[0\]: low is worth more than high"):
        load_and_forget(copied)


def test_faults_of_show_toml_are_reported_with_those_that_prevent_building_the_game(copied: Path) -> None:
    change(copied / "paytables.toml", "8 to 1", "eight")
    change(copied / "show.toml", "#1d3d5c", "blue")
    with pytest.raises(BadInput, match=r"(?s)paytables\.toml: line 8, .*show\.toml: line 4, felt\.felt: 'blue'"):
        load_and_forget(copied)


def test_a_folder_opened_again_is_tried_and_played_by_its_new_rules(copied: Path) -> None:
    """A process that lives long, such as a notebook or a worker of a cluster, keeps nothing of the earlier rules."""
    lowest = []
    for old, new in (("", ""), ("qualifies=TEN_HIGH", "qualifies=0")):
        change(copied / "rules.py", old, new)
        open_games([copied])
        lowest.append([rules_of(GAME).qualifies, adviser(GAME).problem.rules.qualifies])
    assert lowest == [[TEN_HIGH, TEN_HIGH], [0, 0]]
    change(copied / "rules.py", "return value_of(HIGH_CARD, 0, ranks)", "return None")
    with pytest.raises(BadInput, match=r"trying value\(\): value\(\) answers None"):
        open_games([copied])
    assert rules_of(GAME).qualifies == 0
    games.unregister(GAME)


def test_two_folders_with_one_slug_are_both_named(copied: Path) -> None:
    other = Path(shutil.copytree(copied, copied.with_name("other")))
    with pytest.raises(BadInput, match=f"the games in {copied} and {other} have the same slug 'harbor-two'"):
        load_and_forget(copied.parent)


def test_a_statement_may_offer_exactly_the_choices_that_a_table_asks_for() -> None:
    assert tuple(each.word for each in CHOICES) == CHOICE_WORDS


def load_and_forget(place: Path) -> list[Outside]:
    """Opens the games of a folder, and removes them again."""
    loaded = open_games([place])
    for each in loaded:
        games.unregister(each.game.slug)
    return loaded


def test_terminal_game_of_the_example_replays(example: Path) -> None:
    """Five rounds with random answers and two automatic players; the record replays to the same money."""
    open_games([FOLDER])
    ran, _ = read_and_play(5, 5, GAME, "--wager", BONUS, "--others", "2", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    events = [parse_event(line) for line in Path("play.log").read_text("utf-8").splitlines()]
    assert Replay.begin(events).run().differences == []


def test_every_page_and_a_round_for_play_money(example: Path) -> None:
    open_games([FOLDER])
    with server(example / "room.db") as client:
        answers = {page: until_counted(client, page.format(game=GAME)) for page in (*PAGES, *OWN_PAGES)}
        faults = [f"{page}: {each.text[:200]}" for page, each in answers.items() if not each.is_success]
        assert not faults, "\n".join(faults)
        assert "not approved" in answers["/games/{game}"].text
        headers = {"Idempotency-Key": "open-the-table"}
        opened = client.post("/api/v1/play/tables", json={"game": GAME, "private": True}, headers=headers).json()
        bets = [{"wager": "ante", "cents": 1000}, {"wager": BONUS, "cents": 500}]
        view = play_a_round(client, opened["table"], bets)
        assert {"ante", BONUS} <= {each["wager"] for each in view["settled"]}
        assert client.get(f"/play/table/{opened['table']}").status_code == 200
