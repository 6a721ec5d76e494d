"""A family and a game that only the tests have go through every command, API route and page."""

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from pitbook.cli import cli
from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from pitbook.web.http.cookies import NAME as COOKIE
from pitbook.web.lab import service as lab_service
from tests.cli.command_runner import run
from tests.cli.scripted_players import read_and_play
from tests.cli.test_every_command import leaves
from tests.families.conftest import GAME, SIDE_BET
from tests.pages_of_game import PAGES
from tests.web.card_room import CardRoom, card_room

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
    "property keep room.toml --by Ada --why opening --store room.db",
    "property show --store room.db",
    "property history --store room.db",
    "property diff 1 --store room.db",
    "pack --store room.db --property room.toml --from 2026-11-01 --to 2026-11-30 --out room.zip",
    "pack verify room.zip",
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


NO_PROGRESSIVE = "works on jackpots, for which test_fake_progressive.py has a game"
NO_GAME = "works on the room's people or its store, whatever is played"
EXCUSED = {
    "play": "test_terminal_game_of_the_duel_replays",
    "serve": "test_every_page_and_route_serves_the_duel",
    "solve": "the family has no decisions that are solved at once; those that have: tests/cli/test_solve.py",
    "set": "a command that another family brings",
    "strategy": "a command that another family brings",
    "release": "lists the program's own files",
    "jackpot": NO_PROGRESSIVE,
    "ledger": NO_PROGRESSIVE,
    "people": NO_GAME,
    "store": NO_GAME,
}
"""Commands that this file does not run, each with the reason."""


def test_every_command_is_tested_or_excluded_with_a_reason() -> None:
    """A new command needs a line above, or a reason."""
    commands = {name for name, _ in leaves(cli)}
    used = {max((name for name in commands if f"{line} ".startswith(f"{name} ")), key=len) for line in LINES}
    excused = {name for name in commands if name in EXCUSED or name.split()[0] in EXCUSED}
    assert used | excused == commands
    assert not used & excused
    assert {name.split()[0] for name in excused} == EXCUSED.keys()


def test_every_command_accepts_the_duel(duel: str, folder: Path) -> None:
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


def test_terminal_game_of_the_duel_replays(duel: str, folder: Path) -> None:
    """Five rounds with random answers and two automatic players; the record replays to the same money."""
    ran, _ = read_and_play(5, 5, GAME, "--others", "2", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^After 5 rounds you are (up|down|even)", ran.out, re.MULTILINE)
    events = [parse_event(line) for line in Path("play.log").read_text("utf-8").splitlines()]
    assert Replay.begin(events).run().differences == []


OWN_PAGES = (
    "/games/{game}/red-ace",
    "/lab",
    "/api/v1/games/{game}/red-ace/par",
    "/api/v1/games/{game}/red-ace/session",
    "/api/v1/games/{game}/ante/session",
    "/api/v1/games/{game}/red-ace/counting",
    "/api/v1/letters/{game}/audit",
    "/api/v1/compare",
    "/api/v1/catalogue",
    "/api/v1/lab/wagers",
)


DESIGN = {"game": GAME, "wager": SIDE_BET}
QUESTIONS = {
    "/lab/evaluate": DESIGN,
    "/lab/session": DESIGN,
    "/lab/removal": DESIGN,
    "/lab/explain": DESIGN | {"figure": "house_edge"},
    "/lab/find": DESIGN | {"wanted": {"edge": "1..60%"}},
    "/lab/designs": DESIGN,
    "/learn/hands/answers": {"game": GAME, "seed": 1, "outcome": "loss"},
    "/learn/procedure/answers": {"game": GAME, "seed": 1, "steps": ["A card to seat 2"]},
}
"""Requests with a body."""


@pytest.fixture
def site(duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    # Other processes do not know the games of the tests.
    in_threads = {name: replace(lane, threads=True) for name, lane in lab_service.LANES.items()}
    monkeypatch.setattr(lab_service, "LANES", in_threads)
    with card_room(str(tmp_path / "room.db")) as found:
        yield found


def post_until_counted(site: CardRoom, path: str, body: Any) -> Any:
    while (answer := site.client.post(path, json=body, headers={"Idempotency-Key": site.key()})).status_code == 202:
        sleep(0.05)
    return answer


def ask_for_pages(site: CardRoom) -> None:
    answers = {page: site.client.get(page.format(game=GAME)) for page in (*PAGES, *OWN_PAGES)}
    for route, body in QUESTIONS.items():
        answers[route] = post_until_counted(site, f"/api/v1{route}", body)
    faults = [f"{page}: {each.status_code} {each.text[:300]}" for page, each in answers.items() if not each.is_success]
    assert not faults, "\n".join(faults)
    saved = answers["/lab/designs"].json()["id"]
    for path in (f"/lab/{saved}", f"/api/v1/lab/designs/{saved}", f"/api/v1/lab/designs/{saved}/par.xlsx"):
        assert site.client.get(path).is_success, path


def play_for_play_money(site: CardRoom) -> None:
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
    assert site.client.get("/api/v1/play/tables").status_code == 200
    do(f"/{table}/buy")
    do(f"/{table}/leave")
    assert site.client.get(f"/play/{GAME}").status_code in (200, 303)
    assert site.client.post(f"/play/{GAME}", headers={"Origin": "http://testserver"}).status_code in (200, 303)


ROOM_PAGES = {
    "dana": ("/room/dealer", "/room/dealer/duel-1", "/room/dealer/duel-1/seats/1"),
    "sue": ("/room/floor", "/room/floor/tables/duel-1", "/room/floor/open/duel-1"),
    "walt": ("/room/surveillance", "/room/surveillance/rounds/duel-1/{event}"),
    "ann": ("/room/office", "/room/office/reports", "/room/office/days", "/room/office/bank", "/room/office/wall"),
    "ada": ("/room/office/configuration",),
    "otto": (
        "/room/audit", "/room/audit/letters", "/room/audit/rounds", "/room/audit/rounds/duel-1/1/1",
        "/room/audit/table/duel-1", "/room/audit/table/duel-1/check", "/room/audit/system", "/room/audit/proof",
        "/room/audit/pack",
    ),
}  # fmt: skip
ROOM_ROUTES = {
    "dana": ("/tables", "/tables/duel-1"),
    "sue": ("/floor/tables/duel-1/checklist", "/rounds?table=duel-1", "/rounds/duel-1/{event}", "/alerts"),
    "ann": ("/holds",),
    "ada": ("/configuration/versions", "/configuration/versions/1"),
    "otto": ("/audit/tables", "/audit/tables/duel-1", "/audit/rounds/duel-1/1/1", "/audit/system"),
}


def run_a_card_room(site: CardRoom) -> None:
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
            assert site.post("sue", "/floor/tables/duel-1/voids/preview", {}).status_code == 200
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
    leave_the_card_room(do, site)
    event = site.get("walt", "/rounds?table=duel-1").json()[0]["number"]
    found = [
        (path, site.client.get(path.format(event=event), headers={"Cookie": f"{COOKIE}={site.tokens[person]}"}))
        for person, paths in ROOM_PAGES.items()
        for path in paths
    ]
    found += [
        (path, site.get(person, path.format(event=event))) for person, paths in ROOM_ROUTES.items() for path in paths
    ]
    faults = [f"{path}: {each.status_code} {each.text[-300:]}" for path, each in found if each.status_code != 200]
    assert not faults, "\n".join(faults)


def leave_the_card_room(do: Callable[..., Any], site: CardRoom) -> None:
    """A round with the bets of the last one, dealt step by step; a payment corrected; chips bought; players leave."""
    do("same-bets")
    do("close-betting")
    do("cards", {"cards": "Ah 4c"})
    do("advance")
    for seat in (1, 3):
        do("decision", {"seat": seat, "answer": "keep"})
    do("cards", {"cards": "8s"})
    do("settle-next")
    asked = {"event": site.get("dana", "/tables/duel-1").json()["settled"][0]["event"], "net": "$0"}
    for path in ("corrections/preview", "corrections"):
        papers = {} if path.endswith("preview") else site.papers("dirk") | {"reason": "misread"}
        answer = site.post("sue", f"/floor/tables/duel-1/{path}", asked | papers)
        assert answer.status_code == 200, f"{path}: {answer.text}"
    do("step")
    do("buy", {"seat": 1, "chips": 5_000})
    do("leave", {"seat": 3})
    do("shuffle")
    do("close", {"why": "end", "players_leave": True}, "sue")


def test_every_page_and_route_serves_the_duel(site: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages about games, a table for play money and a card room; a new route is asked for there, or has a reason."""
    asked: set[tuple[str, str]] = set()
    send = site.client.send

    def recorded(request: Any, **more: Any) -> Any:
        asked.add((request.method, request.url.path))
        return send(request, **more)

    monkeypatch.setattr(site.client, "send", recorded)
    for walk in (ask_for_pages, play_for_play_money, run_a_card_room):
        walk(site)
    routes = all_routes(site.client.app)  # type: ignore[attr-defined]  # the test client's own
    left = set(routes) - {route_of(routes, method, path) for method, path in asked}
    reasons = {route: [why for why, pattern in NOT_ASKED.items() if re.search(pattern, route)] for route in left}
    assert {route for route, why in reasons.items() if not why} == set(), "ask for these above, or give a reason"
    assert {why for found in reasons.values() for why in found} == NOT_ASKED.keys()


NOT_ASKED = {
    "jackpots, for which test_fake_progressive.py has a game": (
        r"jackpot|/displays?\b|/controllers/|/large-wins|/wins|key-in|/presets|/funds|/deposits|/bank-balances|"
        r"/days/\{day\}|/reports/|malfunctions|/controller/"
    ),
    "the people of a room, their badges and who they are": (
        r"/people|/session|/sign-|/first|/proposals|/room/me|^GET /room$|/api/v1/house"
    ),
    "pages and routes that another family brings": "/learn/(blackjack|pai-gow|poker)",
    "streams and parts of a page that ask for the same as the page": r"/live$|/events$|/part$",
    "work that a process does on its own, in the store": "/audit/(proofs|packs|jobs)",
    "what tables of other games ask for: a number, or cards that players set": "/number$|/settings$",
    "a record that can be checked when the shoe has ended": "/record$|/floor/records",
    "exact solutions, which this family has none of": "/solve/",
    "nothing about games": r"/(health|ready|metrics|about|docs|sprite\.svg)$|/tour|^GET /docs/",
    "designs of the Lab as games, which tests/outside plays": r"/lab/play$|/design\.toml$",
    "a text of the whole room, kept by `property keep` above": "POST /api/v1/configuration",
}
"""Reason -> the routes that this file does not request."""


def all_routes(app: Any) -> dict[str, re.Pattern[str]]:
    """Every route by its method and path, and what its addresses look like."""
    return {
        f"{method} {path}": re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path))
        for context in iter_route_contexts(app.routes)
        if isinstance(context.original_route, APIRoute)
        for path in (context.path or "/",)
        for method in context.methods or ()
    }


def route_of(routes: Mapping[str, re.Pattern[str]], method: str, path: str) -> str | None:
    """The route that answers an address; of several the one with the fewest parameters."""
    fitting = [route for route, known in routes.items() if route.startswith(f"{method} ") and known.fullmatch(path)]
    return min(fitting, key=lambda route: route.count("{"), default=None)
