"""A game that only the tests have, with a progressive of its own, is simulated, dealt and booked in a card room."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitbook import games
from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from pitbook.web.http.cookies import NAME as COOKIE
from tests.cli.command_runner import run
from tests.web.card_room import CardRoom, card_room

GAME = "king-pair"
ROOM = """
[property]
name = "King Room"
kind = "card room"
location = "spokane"
tables_authorised = 1
dispute = "Ask for the floor supervisor."
employees = "Employees do not play here."

[cash]
on_hand = "$60,000"
last_year_receipts = "$1,500,000"
prize_funds = "$1,000,000"
prize_account = "Example Savings Bank, account 1"

[[table]]
id = "kings-1"
game = "king-pair"
decks = 6
seats = 5
cards = "entered"
limits = { king-pair = "$1" }
postings = "POSTED"

[[jackpot]]
id = "kings"
game = "king-pair"
wager = "king-pair"
pay_table = "K"
decks = 6
seed = "$5,000"
contribution = "20%"
reserve = "2%"
controller = "card"
tables = ["kings-1"]
"""
METER = "--table K --decks 6 --meter 5000"
LINES = (
    f"par {GAME} {GAME} {METER}",
    f"session {GAME} {GAME} {METER} --rounds 10",
    f"removal {GAME} {GAME} {METER}",
    f"cost {GAME} --bet base=5 --bet {GAME}=1 --meter 5000",
    f"hold {GAME} {GAME} --seed-amount 5000 --contribution 20%",
    f"jackpot simulate {GAME} {GAME} --decks 6 --table K --lives 5 --seed-amount 5000 --contribution 20%",
    f"settle {GAME} --bet {GAME}=1 --player 'Ks Kd' --meter 5000 --restart 5000",
    f"simulate {GAME} --bet base=5 --bet {GAME}=1 --meter 5000 --rounds 1000",
    f"table run {GAME} --rounds 60 --seats 3 --seed 1 --log kings.log",
    f"table run {GAME}+match-n-poker --rounds 5 --seed 1",
    "replay kings.log",
    "replay kings.log --notation",
    "comply room.toml",
    "postings room.toml",
    "signage room.toml --table kings-1 --html signs.html",
)
PAGES = {
    "ann": ("/room/office", "/room/office/jackpots/kings", "/room/office/reports", "/display/kings"),
    "sue": ("/room/floor", "/room/floor/tables/kings-1"),
    "dana": ("/room/dealer/kings-1",),
    "walt": ("/room/surveillance",),
    "otto": ("/room/audit/table/kings-1", "/room/audit/proof"),
}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    with games.added(GAME, "tests.families.king_pair.rules"):
        posted = posted_hash(parse_property(ROOM.replace('postings = "POSTED"\n', "")), "kings-1")
        text = ROOM.replace("POSTED", posted[:NUMBER])
        Path("room.toml").write_text(text, "utf-8")
        yield text


def test_commands_about_meters_take_the_game(room: str) -> None:
    faults = []
    for line in LINES:
        ran = run(*shlex.split(line))
        if ran.code not in ((0, 1) if line.startswith("comply") else (0,)) or "Traceback" in ran.err:
            faults.append(f"{line}: {ran.code} {ran.err[-300:]}")
    assert not faults, "\n".join(faults)
    events = [parse_event(line) for line in Path("kings.log").read_text("utf-8").splitlines()]
    assert [event for event in events if event.kind == "step" and event.data["name"] == "coin-in"]
    assert Replay.begin(events).run().differences == []
    exact = json.loads(run("par", GAME, GAME, *METER.split(), "--json").out)
    assert exact["outcomes"][0]["count"] == 276  # 24 kings, any two


def test_card_room_books_and_pays_the_progressive(room: str) -> None:
    with card_room("room.db") as site:
        site.client.app.state.services.configurations.keep(room, "ada", "a test")  # type: ignore[attr-defined]
        assert site.post("eve", "/jackpots/kings/opening", {}).status_code == 200
        play_a_win(site)
        shown = site.get("ann", "/jackpots/kings").json()
        proof = site.get("ann", "/jackpots/kings/proof").json()
        # The whole meter of $5,000.40 was won; it restarts at its seed and what was kept back of two wagers.
        assert (shown["shown_cents"], proof["holds"]) == (500_004, True)
        for person, paths in PAGES.items():
            for path in paths:
                answer = site.client.get(path, headers={"Cookie": f"{COOKIE}={site.tokens[person]}"})
                assert answer.status_code == 200, path


def play_a_win(site: CardRoom) -> None:
    """Seat 1 has two kings, seat 2 two sevens, and the dealer 19."""

    def do(act: str, body: Any = None, person: str = "dana") -> Any:
        answer = site.post(person, f"/tables/kings-1/{act}", body)
        assert answer.status_code == 200, f"{act}: {answer.text}"
        return site.get("dana", "/tables/kings-1").json()

    def press(key: str, person: str = "dana", **more: Any) -> None:
        answer = site.post(person, "/controllers/kings-1/presses", {"key": key, **more})
        assert answer.status_code == 200, f"{key}: {answer.text}"

    do("open", {"checked": True}, "sue")
    for seat in (1, 2):
        do("seat", {"seat": seat, "player": f"Player {seat}", "chips": 50_000})
        do("bets", {"seat": seat, "bets": [{"wager": "base", "cents": 1_000}, {"wager": GAME, "cents": 100}]})
    do("close-betting")
    do("cards", {"cards": "Ks 7c 9h Kd 7d ??"})
    for seat in (1, 2):
        do("decision", {"seat": seat, "answer": "stand"})
    view = do("cards", {"cards": "Tc"})
    while view["step"]["settlement"]["net"] is not None:
        view = do("settle-next")
    assert view["step"]["words"] == "Meter win at seat 1: Pair of Kings, 100% of meter"
    press("spot", seat=1)
    press("hand", outcome="kings")
    press("verify", "sue")
    press("record", "eve")
    view = do("advance")
    # Seat 1 wins $10 and the meter, its taken $1 included; seat 2 loses $10 and wins 5 for 1.
    assert {seat: held["stack"] for seat, held in view["players"].items()} == {"1": 550_940, "2": 49_400}
