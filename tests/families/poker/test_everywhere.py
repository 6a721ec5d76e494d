"""Three Card Poker works in every command, page and route, like the games of the letters."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from tests.cli.command_runner import run
from tests.cli.scripted_players import read_and_play
from tests.pages_of_game import PAGES
from tests.web.card_room import CardRoom, card_room

GAME = "three-card-poker"
LINES = (
    "games",
    "tour",
    "catalogue",
    "rules {game}",
    "paytables {game}",
    "letter {game}",
    "par {game}",
    "par {game} --base",
    "par {game} pair-plus --table 40-40-30-6-4-1 --json",
    "par {game} ante",
    "par {game} ante --table ante-bonus=1-3-4 --json",
    "par {game} ante --pdf ante.pdf --xlsx ante.xlsx --csv ante.csv --html three-card-poker.html",
    "audit {game}",
    "cost {game} --bet ante=5 --bet pair-plus=5",
    "session {game} pair-plus --rounds 10",
    "session {game} six-card-bonus --rounds 10",
    "ruin {game} ante --bankroll 200 --rounds 10",
    "hold {game} pair-plus",
    "removal {game} pair-plus",
    "simulate {game} --rounds 1000",
    "simulate {game} six-card-bonus --rounds 1000",
    "table run {game} --rounds 5 --seed 1 --log tcp.log",
    "replay tcp.log",
    "replay tcp.log --notation",
    "layout {game} --svg felt.svg",
)
REFUSED = {
    "removal {game} ante": "decided by how hands are played",
    "counting {game} pair-plus": "shuffled for every round",
    "par {game} play": "its figures are on the sheet of ante",
    "par {game} ante-bonus": "its figures are on the sheet of ante",
    "par {game} ante --table 9-9-9": "no base wager of three-card-poker has a pay table '9-9-9'",
}


@pytest.mark.slow  # tests/outside/test_example.py runs every command with another poker game
def test_every_command_accepts_three_card_poker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    faults = []
    for line in LINES:
        ran = run(*shlex.split(line.format(game=GAME)))
        allowed = (0, 1) if line.startswith("audit") else (0,)
        if ran.code not in allowed or "Traceback" in ran.err:
            faults.append(f"{line}: {ran.code} {ran.err[-300:]}")
    for line, words in REFUSED.items():
        ran = run(*shlex.split(line.format(game=GAME)))
        if ran.code != 2 or words not in ran.err:
            faults.append(f"{line}: {ran.code} {ran.err[-300:]}")
    assert not faults, "\n".join(faults)


def test_terminal_game_with_random_answers_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five rounds with random answers and two automatic players; the record replays to the same money."""
    monkeypatch.chdir(tmp_path)
    ran, _ = read_and_play(5, 5, GAME, "--others", "2", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    events = [parse_event(line) for line in Path("play.log").read_text("utf-8").splitlines()]
    assert Replay.begin(events).run().differences == []


OWN_PAGES = (
    "/games/{game}/play",
    "/games/{game}/ante-bonus",
    "/games/{game}/pair-plus",
    "/games/{game}/six-card-bonus",
    "/lab",
    "/api/v1/games/{game}/pair-plus/par",
    "/api/v1/games/{game}/pair-plus/session",
    "/api/v1/games/{game}/ante/session",
    "/api/v1/compare",
    "/api/v1/catalogue",
    "/api/v1/lab/wagers",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("poker") / "room.db")) as found:
        yield found


def test_every_page_and_route_serves_three_card_poker(site: CardRoom) -> None:
    answers = {page: site.client.get(page.format(game=GAME)) for page in (*PAGES, *OWN_PAGES)}
    faults = [f"{page}: {each.status_code} {each.text[:300]}" for page, each in answers.items() if not each.is_success]
    assert not faults, "\n".join(faults)


def test_play_money_table_with_ante_and_pair_plus(site: CardRoom) -> None:
    """Bets, both answers, a hint, and Pair Plus alone, which gets no question."""

    def do(path: str, body: Any = None) -> Any:
        answer = site.client.post(f"/api/v1/play/tables{path}", json=body, headers={"Idempotency-Key": site.key()})
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json()

    table = do("", {"game": GAME, "private": True})["table"]
    do(f"/{table}/seat", {"player": "Ann"})
    assert site.client.get(f"/play/table/{table}").status_code == 200
    bets = [{"wager": "ante", "cents": 1000}, {"wager": "pair-plus", "cents": 500}]
    for answer in ("fold", "1x"):
        do(f"/{table}/bets", {"bets": bets})
        view = do(f"/{table}/ready")
        assert view["step"]["name"] == "decision"
        assert site.client.get(f"/api/v1/play/tables/{table}/advice").status_code == 200
        view = do(f"/{table}/decision", {"answer": answer, "hand": 1})
        assert view["step"] is None
        assert {"ante", "pair-plus"} <= {each["wager"] for each in view["settled"]}
    do(f"/{table}/bets", {"bets": bets[1:]})
    view = do(f"/{table}/ready")
    assert view["step"] is None
    assert [each["wager"] for each in view["settled"]] == ["pair-plus"]
