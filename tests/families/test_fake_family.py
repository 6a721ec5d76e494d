"""A family and a game that only the tests have go through every command, API route and page."""

import shlex
from pathlib import Path
from typing import Any

import pytest

from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from pitbook.web.cookies import NAME as COOKIE
from tests.cli.playing import read_and_play
from tests.cli.running import run
from tests.families.conftest import GAME, SIDE_BET
from tests.web.house import House, house

LINES = (
    "games",
    "tour",
    "catalogue",
    "rules {game}",
    "paytables {game}",
    "letter {game}",
    "settle {game} --bet ante=10 --bet red-ace=5 --player Kh --dealer 9c",
    "par {game}",
    "par {game} --base",
    "par {game} red-ace --table 1 --json",
    "par {game} ante",
    "par {game} ante --json",
    "par {game} ante --pdf duel.pdf --xlsx duel.xlsx --csv duel.csv --html high-card-duel.html",
    "audit {game}",
    "design red-ace --edge 1..60%",
    "cost {game} --bet ante=5 --bet red-ace=5",
    "cost {game} --bet ante=5 --bet red-ace=5 --covariance",
    "session {game} red-ace --rounds 10",
    "ruin {game} ante --bankroll 200 --rounds 10",
    "hold {game} red-ace",
    "hold {game} ante",
    "removal {game} red-ace",
    "counting {game} red-ace --samples 100",
    "simulate {game} --rounds 1000",
    "simulate {game} red-ace --rounds 1000",
    "table run {game} --rounds 5 --seed 1 --log duel.log",
    "replay duel.log",
    "replay duel.log --notation",
    "layout {game} --svg felt.svg",
    "comply room.toml",
    "postings room.toml",
    "signage room.toml --table duel-1 --html signs.html",
)
"""Every command that takes or lists games."""


@pytest.fixture
def folder(duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pitbook.simulate.covariance.ROUNDS", 1 << 12)  # duels are not compiled
    (tmp_path / "room.toml").write_text(room_of_duels(), "utf-8")
    return tmp_path


ROOM = """
[property]
name = "Duel Room"
kind = "card room"
location = "spokane"
tables_authorised = 1
dispute = "Ask for the floor supervisor."
employees = "Employees do not play here."

[cash]
on_hand = "$60,000"
last_year_receipts = "$1,500,000"

[[table]]
id = "duel-1"
game = "high-card-duel"
decks = 1
seats = 5
cards = "entered"
postings = "POSTED"
"""


def room_of_duels() -> str:
    """A property whose notices are up. It is written while the game can be found."""
    without = ROOM.replace('postings = "POSTED"\n', "")
    return ROOM.replace("POSTED", posted_hash(parse_property(without), "duel-1")[:NUMBER])


def test_every_command(duel: str, folder: Path) -> None:
    """No command fails, and none leaves the game out."""
    faults = []
    for line in LINES:
        ran = run(*shlex.split(line.format(game=GAME)))
        allowed = (0, 1) if line.startswith(("comply", "audit")) else (0,)
        if ran.code not in allowed or "Traceback" in ran.err:
            faults.append(f"{line}: {ran.code} {ran.err[-300:]}")
        elif "{game}" in line and ran.out and not any(word in ran.out for word in ("Duel", GAME, "Red Ace", "red-ace")):
            faults.append(f"{line} names neither game nor wager: {ran.out[:200]}")
    assert not faults, "\n".join(faults)


def test_the_terminal_game(duel: str, folder: Path) -> None:
    """Five rounds with random answers and two automatic players; the record replays to the same money."""
    ran, _ = read_and_play(5, 5, GAME, "--others", "2", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    assert "Rounds" in ran.out
    events = [parse_event(line) for line in Path("play.log").read_text("utf-8").splitlines()]
    assert Replay.begin(events).run().differences == []


PAGES = (
    "/",
    "/games",
    "/games/{game}",
    "/games/{game}/ante",
    "/games/{game}/red-ace",
    "/letters",
    "/letters/{game}",
    "/catalogue",
    "/compare",
    "/learn",
    "/learn/hands?game={game}",
    "/learn/procedure?game={game}",
    "/play",
    "/lab",
    "/static/felts.css",
    "/static/felts/{game}.svg",
    "/api/v1/games",
    "/api/v1/games/{game}",
    "/api/v1/games/{game}/red-ace/par",
    "/api/v1/games/{game}/ante/par",
    "/api/v1/games/{game}/red-ace/session",
    "/api/v1/games/{game}/ante/session",
    "/api/v1/games/{game}/red-ace/counting",
    "/api/v1/letters/{game}",
    "/api/v1/letters/{game}/audit",
    "/api/v1/compare",
    "/api/v1/catalogue",
    "/api/v1/lab/wagers",
    "/api/v1/learn/hands/question?game={game}&seed=1",
    "/api/v1/learn/procedure/question?game={game}&seed=1",
)


@pytest.fixture
def site(duel: str, tmp_path: Path) -> Any:
    with house(str(tmp_path / "room.db")) as found:
        yield found


def test_every_page_and_route_about_games(site: House) -> None:
    answers = {page: site.client.get(page.format(game=GAME)) for page in PAGES}
    faults = [f"{page}: {each.status_code} {each.text[:300]}" for page, each in answers.items() if not each.is_success]
    assert not faults, "\n".join(faults)


def test_a_table_for_play_money(site: House) -> None:
    """Bets, both answers, hint, cost and record over the API, until the round is settled."""
    post = site.client.post

    def do(path: str, body: Any = None) -> Any:
        answer = post(f"/api/v1/play/tables{path}", json=body, headers={"Idempotency-Key": site.key()})
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json()

    table = do("", {"game": GAME, "private": True})["table"]
    view = do(f"/{table}/seat", {"player": "Ann"})
    assert site.client.get(f"/play/table/{table}").status_code == 200
    for answer in ("swap", "keep"):
        do(f"/{table}/bets", {"bets": [{"wager": "ante", "cents": 1000}, {"wager": SIDE_BET, "cents": 500}]})
        view = do(f"/{table}/ready")
        assert view["step"]["name"] == "swap"
        assert site.client.get(f"/api/v1/play/tables/{table}/advice").status_code == 200
        view = do(f"/{table}/decision", {"answer": answer, "hand": 1})
        assert view["step"] is None
        assert {each["wager"] for each in view["settled"]} == {"ante", SIDE_BET}
    for what in ("", "/cost?wager=ante&cents=500", "/cost?wager=red-ace&cents=500"):
        assert site.client.get(f"/api/v1/play/tables/{table}{what}").status_code == 200, what
    assert site.client.get(f"/play/{GAME}").status_code in (200, 303)


def test_a_card_room(site: House) -> None:
    """The gate, the console with entered cards, undo, void, correction, and every page about the table."""
    services = site.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
    services.configurations.keep(room_of_duels(), "ada", "a test")

    def do(act: str, body: Any = None, person: str = "dana") -> Any:
        answer = site.post(person, f"/tables/duel-1/{act}", body)
        assert answer.status_code == 200, f"{act}: {answer.text}"
        return answer.json()

    do("open", {"checked": True}, "sue")
    for seat in (1, 3):
        do("seat", {"seat": seat, "player": f"Player {seat}", "chips": 50_000})
    for number, answers in enumerate((("keep", "swap"), ("swap", "keep")), 1):
        for seat in (1, 3):
            do("bets", {"seat": seat, "bets": [{"wager": "ante", "cents": 1_000}, {"wager": SIDE_BET, "cents": 500}]})
        do("close-betting")
        do("cards", {"cards": "Kh 2c" if number == 1 else "Qh 3c"})
        do("advance")
        do("decision", {"seat": 1, "answer": answers[0]})
        if answers[0] == "swap":
            do("cards", {"cards": "5d"})
        do("decision", {"seat": 3, "answer": answers[1]})
        view = site.get("dana", "/tables/duel-1").json()
        do("undo", {"event": view["undo"][0]["event"]})
        do("decision", {"seat": 3, "answer": answers[1]})
        if number == 2:
            papers = site.papers("dana") | {"document": "IR-1", "reason": "misdeal"}
            assert site.post("sue", "/floor/tables/duel-1/voids", papers).status_code == 200
            break
        do("cards", {"cards": "9s"})
        do("cards", {"cards": "Tc"})
        do("advance")
    view = site.get("dana", "/tables/duel-1").json()
    # The king wins both bets (+$10, red: +$2.50); the nine loses both ($10 and $5). The voided round moved nothing.
    assert {seat: held["stack"] for seat, held in view["players"].items()} == {"1": 51_250, "3": 48_500}
    listed = site.get("otto", "/audit/rounds?table=duel-1").json()
    assert [each["round"] for each in listed] == [2, 1]
    pages = {
        "dana": ("/room/dealer/duel-1",),
        "sue": ("/room/floor", "/room/floor/tables/duel-1"),
        "walt": ("/room/surveillance",),
        "otto": ("/room/audit/rounds", "/room/audit/rounds/duel-1/1/1", "/room/audit/table/duel-1"),
    }
    for person, paths in pages.items():
        for path in paths:
            answer = site.client.get(path, headers={"Cookie": f"{COOKIE}={site.tokens[person]}"})
            assert answer.status_code == 200, f"{path}: {answer.text[:300]}"
            assert "KeyError" not in answer.text
