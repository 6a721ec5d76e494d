"""A custom wager in a Python file, with every command that takes a game."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook import games
from pitbook.money import Cents, dollars, format_cents
from pitbook.reports.outside import open_games
from pitbook.table.replay import Replay
from tests.cli.command_runner import run
from tests.cli.scripted_players import read_and_play
from tests.table.rig import rig

FILE = str(Path(__file__).parents[2] / "examples" / "total_21.py")
LINES = (
    "rules {file}",
    "paytables {file}",
    "letter {file}",
    "settle {file} --bet base=10 --bet total-21=5 --player '7h 7d' --dealer '7c 9c 5d'",
    "par {file} total-21 --decks 6 --json",
    "cost {file} --bet total-21=5",
    "session {file} total-21 --rounds 10",
    "table run {file} --rounds 3 --seed 1 --log table.log",
    "layout {file} --svg felt.svg",
    "audit {file}",
    "solve {file} --json",
    "--games {file} games",
    "--games {file} replay table.log",
    "--games {file} rules total-21",
)


@pytest.fixture(autouse=True)
def forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    games.unregister("total-21")


def test_every_command_takes_the_file() -> None:
    faults = []
    for line in LINES:
        ran = run(*shlex.split(line.format(file=shlex.quote(FILE))))
        if ran.code or "Traceback" in ran.err:
            faults.append(f"{line}: {ran.code} {ran.err[-300:]}")
        elif "replay" not in line and not any(
            word in ran.out for word in ("Total 21", "total-21", "custom wager, which")
        ):
            faults.append(f"{line} does not name the wager: {ran.out[:200]}")
    assert not faults, "\n".join(faults)


def test_custom_wager_is_played_on_blackjack_in_the_terminal() -> None:
    ran, _ = read_and_play(3, 5, FILE, "--wager", "total-21", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    text = Path("play.log").read_text("utf-8")
    assert '"total-21"' in text
    assert '"base"' in text


def test_custom_wager_is_not_listed_by_later_commands() -> None:
    run("rules", FILE)
    assert "total-21" not in games.slugs()


def test_custom_wager_without_a_base_game_is_dealt_alone(tmp_path: Path) -> None:
    (tmp_path / "five.py").write_text(
        "from pitbook import suit, wager\n\n\n"
        '@wager(player=2, community=3, outcomes=["flush"], suits="interchangeable")\n'
        "def five(player, community):\n"
        '    """Wins when five cards have one suit."""\n'
        "    first = suit(player[0])\n"
        '    return "flush" if all(suit(card) == first for card in player + community) else None\n'
    )
    (tmp_path / "five.toml").write_text('[[table]]\n[table.pays]\nflush = "300 to 1"\n')
    ran = run("table", "run", "five.py", "--rounds", "3", "--seed", "1", "--json")
    assert ran.json["totals"]["five"]["bets"] == 3
    assert games.game("five").family == "fixed_deal"
    games.unregister("five")


def test_a_file_without_pays_is_refused_where_they_are_needed(tmp_path: Path) -> None:
    (tmp_path / "red.py").write_text(
        "from pitbook import suit, wager\n\n\n"
        '@wager(player=1, outcomes=["red"])\n'
        "def red(player):\n"
        "    return suit(player[0]) in (1, 2)\n"
    )
    ran = run("rules", "red.py")
    assert (ran.code, ran.out) == (2, "")
    assert "red has no pay table" in ran.err
    games.unregister("red")


PAIR = '''
from pitbook import wager
from pitbook.cards import rank, suit


@wager(player=2, outcomes=["suited_pair", "pair"])
def own_pair(player):
    """Wins when your two cards are a pair."""
    if rank(player[0]) != rank(player[1]):
        return None
    return "suited_pair" if suit(player[0]) == suit(player[1]) else "pair"
'''


def test_wager_on_the_player_s_first_two_cards_alone_is_simulated() -> None:
    """The simulator looks up such a wager's answers too, and agrees with its par sheet."""
    Path("own_pair.py").write_text(PAIR, "utf-8")
    pays = '[[table]]\nid = "A"\n[table.pays]\nsuited_pair = "25 to 1"\npair = "8 to 1"\n'
    Path("own_pair.toml").write_text(pays, "utf-8")
    try:
        ran = run(*shlex.split("--games own_pair.py simulate own-pair --rounds 20000 --seats 2 --json"))
        assert (ran.code, ran.err) == (0, "")
        (found,) = [each for each in json.loads(ran.out)["wagers"] if each["wager"] == "own-pair"]
        # Of 311 second cards of six decks 5 are the same card, and 18 have its rank and another suit.
        assert found["house_edge"]["exact_fraction"] == "19/311"
        assert all(abs(line["frequency"]["z_score"]) < 5 for line in found["lines"])
    finally:
        games.unregister("own-pair")


TRIPS = '''
from pitbook import wager
from pitbook.cards import rank


@wager(player=3, outcomes=["trips", "pair"])
def own_trips(player):
    """Wins with a pair or better."""
    return {1: "trips", 2: "pair"}.get(len({rank(card) for card in player}))
'''


def test_wager_dealt_by_itself_keeps_to_meter_and_aggregate_limit() -> None:
    """The meter steps up with every bet; winners are paid from the dealer's right, after all other wagers."""
    Path("own_trips.py").write_text(TRIPS, "utf-8")
    pays = '[[table]]\nid = "A"\n[table.pays]\ntrips = "10% of meter"\npair = "2 for 1"\n'
    pays += '[[table]]\nid = "B"\n[table.pays]\ntrips = "100 to 1"\npair = "1 to 1"\n'
    Path("own_trips.toml").write_text(pays, "utf-8")
    try:
        open_games(["own_trips.py"])
        at = rig("own-trips", players=3)
        before = at.table.jackpot.shown if at.table.jackpot is not None else Cents(0)
        cards = "As Kd 2c Ah Kh 3c Ad Kc 9s"
        paid = at.play(dict.fromkeys((1, 2, 3), "own-trips=5"), cards)
        # A quarter of three bets of $5 goes to the meter. Its second winner is paid from what the first one leaves.
        shown = before + 375
        first, second = shown // 10, (shown - shown // 10) // 10
        assert paid == [
            "3 own-trips loss -$5",
            *(f"{seat} own-trips trips {format_cents(won - 500)}" for seat, won in ((2, first), (1, second))),
        ]
        assert at.story[0] == "coin-in"
        assert at.story[-1] == "end-game"
        at.check_chips()
        assert Replay.begin(at.events).run().differences == []
        # Winners at odds share an aggregate limit.
        at = rig("own-trips", players=3, tables={"own-trips": "B"}, aggregate={"own-trips": dollars(5_000)})
        paid = at.play(dict.fromkeys((1, 2, 3), "own-trips=100"), cards)
        assert paid[1:] == ["2 own-trips trips $2,500", "1 own-trips trips $2,500"]
    finally:
        games.unregister("own-trips")
