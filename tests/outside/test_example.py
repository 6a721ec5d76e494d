"""The game in ``examples/`` is loaded from its folder and goes through every command and page."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook import games
from pitbook.reports.outside import open_games
from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from tests.cli.playing import read_and_play
from tests.cli.running import run
from tests.outside.test_server import play_a_round, server, until_counted

FOLDER = Path(__file__).parents[2] / "examples" / "harbor_two"
GAME, BONUS = "harbor-two", "harbor-bonus"
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
PAGES = (
    "/",
    "/games",
    "/games/{game}",
    "/games/{game}/ante",
    "/games/{game}/harbor-bonus",
    "/letters",
    "/letters/{game}",
    "/catalogue",
    "/compare",
    "/learn",
    "/learn/hands?game={game}",
    "/learn/procedure?game={game}",
    "/play",
    "/play/{game}",
    "/lab?w={game}/harbor-bonus",
    "/static/felts.css",
    "/static/felts/{game}.svg",
    "/api/v1/games",
    "/api/v1/games/{game}",
    "/api/v1/games/{game}/harbor-bonus/par",
    "/api/v1/games/{game}/ante/par",
    "/api/v1/letters/{game}",
    "/api/v1/learn/hands/question?game={game}&seed=1",
    "/api/v1/learn/procedure/question?game={game}&seed=1",
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


def test_every_command(example: Path) -> None:
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


def test_the_terminal_game(example: Path) -> None:
    """Five rounds with random answers and two automatic players; the record replays to the same money."""
    open_games([FOLDER])
    ran, _ = read_and_play(5, 5, GAME, "--wager", BONUS, "--others", "2", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    events = [parse_event(line) for line in Path("play.log").read_text("utf-8").splitlines()]
    assert Replay.begin(events).run().differences == []


def test_every_page_and_a_round_for_play_money(example: Path) -> None:
    open_games([FOLDER])
    with server(example / "room.db") as client:
        answers = {page: until_counted(client, page.format(game=GAME)) for page in PAGES}
        faults = [f"{page}: {each.text[:200]}" for page, each in answers.items() if not each.is_success]
        assert not faults, "\n".join(faults)
        assert "not approved" in answers["/games/{game}"].text
        headers = {"Idempotency-Key": "open-the-table"}
        opened = client.post("/api/v1/play/tables", json={"game": GAME, "private": True}, headers=headers).json()
        bets = [{"wager": "ante", "cents": 1000}, {"wager": BONUS, "cents": 500}]
        view = play_a_round(client, opened["table"], bets)
        assert {"ante", BONUS} <= {each["wager"] for each in view["settled"]}
        assert client.get(f"/play/table/{opened['table']}").status_code == 200
