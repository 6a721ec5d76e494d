"""Board Showdown, with stakes, choices and cards that no listed game has, over the API, the console and the pages."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitbook.cli.play.prompts import BACK, NameAmount
from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.games import game
from pitbook.money import dollars
from pitbook.room.play.clock import answer_for
from pitbook.room.tables.live_table import LiveTable
from pitbook.table.config import Limits, configure
from pitbook.table.events import parse_event
from pitbook.table.replay import Replay
from pitbook.table.stakes import StakeKey
from pitbook.table.steps import AmountBounds, Ask
from pitbook.web.http.cookies import NAME as COOKIE
from tests.cli.scripted_players import read_and_play
from tests.families.conftest import SHOWDOWN
from tests.families.test_fake_family import ROOM
from tests.table.rig import rig
from tests.web.card_room import CardRoom, card_room

BETS = [{"wager": "ante", "cents": 1_000}, {"wager": "ride", "cents": 1_000}]


@pytest.fixture
def site(showdown: str, tmp_path: Path) -> Any:
    with card_room(str(tmp_path / "room.db")) as found:
        yield found


def test_play_money_table_takes_amounts_and_shows_board_and_stakes(site: CardRoom) -> None:
    def do(path: str, body: Any = None) -> Any:
        answer = site.client.post(f"/api/v1/play/tables{path}", json=body, headers={"Idempotency-Key": site.key()})
        assert answer.status_code == 200, f"{path}: {answer.text}"
        return answer.json()

    table = do("", {"game": SHOWDOWN, "private": True})["table"]
    do(f"/{table}/seat", {"player": "Ann"})
    assert site.client.get(f"/play/table/{table}").status_code == 200
    do(f"/{table}/bets", {"bets": BETS})
    view = do(f"/{table}/ready")
    asked = view["step"]["open"][0]
    assert asked["amounts"]["name"] == {"low": 1_000, "high": 2_000, "step": 500}
    refused = site.client.post(
        f"/api/v1/play/tables/{table}/decision",
        json={"answer": "name", "cents": 1_700},
        headers={"Idempotency-Key": site.key()},
    )
    assert refused.status_code == 400
    assert "allowed is $10 to $20 in steps of $5" in refused.text
    view = do(f"/{table}/decision", {"answer": "name", "hand": 1, "cents": 1_500})
    assert [each["place"] for each in view["shared"]] == ["board"]
    own = next(player for player in view["players"].values() if player["you"])
    stakes = {each["wager"]: each["own"] for each in own["stakes"]}
    assert stakes == {"ante": 1_000, "ride": 1_000, "raise": 1_500}
    view = do(f"/{table}/decision", {"answer": "shift", "hand": 1})
    assert view["step"] is None
    assert {each["wager"]: each["bet"] for each in view["settled"]} == {"ante": 1_000, "raise": 2_500}


def room(limits: str) -> str:
    text = ROOM.replace("high-card-duel", SHOWDOWN).replace("duel-1", "show-1") + f"\n[table.limits]\n{limits}\n"
    without = text.replace('postings = "POSTED"\n', "")
    return text.replace("POSTED", posted_hash(parse_property(without), "show-1")[:NUMBER])


def test_the_gate_counts_the_raise_against_the_ceiling_on_one_wager(site: CardRoom) -> None:
    """Antes of $300 may be raised to $1,200: no card room may take such a wager (WAC 230-15-140)."""
    services = site.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
    services.configurations.keep(room('ante = "$5 to $300"\nride = "$5 to $300"'), "ada", "a test")
    refused = site.post("sue", "/tables/show-1/open", {"checked": True})
    assert refused.status_code != 200
    assert "$1,200" in refused.text
    assert "WA-05" in refused.text
    services.configurations.keep(room('ante = "$5 to $100"\nride = "$5 to $100"'), "ada", "a test")
    assert site.post("sue", "/tables/show-1/open", {"checked": True}).status_code == 200
    assert configure(game(SHOWDOWN), limits={"ante": Limits(dollars(5), dollars(100))}).limits["raise"].high == 40_000


def test_the_console_enters_hands_at_the_showdown_and_a_supervisor_corrects_a_stake(site: CardRoom) -> None:
    services = site.client.app.state.services  # type: ignore[attr-defined]  # the test client's own
    services.configurations.keep(room('ante = "$5 to $100"\nride = "$5 to $100"'), "ada", "a test")

    def do(act: str, body: Any = None, person: str = "dana") -> Any:
        answer = site.post(person, f"/tables/show-1/{act}", body)
        assert answer.status_code == 200, f"{act}: {answer.text}"
        return site.get("dana", "/tables/show-1").json()

    def page() -> str:
        headers = {"Cookie": f"{COOKIE}={site.tokens['dana']}"}
        answer = site.client.get("/room/dealer/show-1", headers=headers)
        assert answer.status_code == 200
        return str(answer.text)

    do("open", {"checked": True}, "sue")
    for seat in (1, 3):
        do("seat", {"seat": seat, "player": f"Player {seat}", "chips": 50_000})
        do("bets", {"seat": seat, "bets": BETS})
    view = do("close-betting")
    assert view["step"]["words"] == "Deal two cards face down to each player and to the dealer"
    view = do("step")
    assert view["players"]["1"]["hands"][0]["cards"] == ["??", "??"]
    assert re.search(r'data-sum="\$10 to \$20"', page())
    do("decision", {"seat": 1, "answer": "raise 3x"})
    do("undo", {"event": site.get("dana", "/tables/show-1").json()["undo"][0]["event"]})
    do("decision", {"seat": 1, "answer": "raise 3x"})
    do("decision", {"seat": 3, "answer": "name", "cents": 2_000})
    view = do("cards", {"cards": "9s"})
    assert view["shared"] == [{"place": "board", "cards": ["9s"]}]
    shown = page()
    assert "Board" in shown
    assert "Raise" in shown
    do("decision", {"seat": 1, "answer": "let ride"})
    do("decision", {"seat": 3, "answer": "pull"})
    assert "taken back" in page()
    for cards in ("Ah Th", "7c 7d", "Ks Qd"):
        view = do("cards", {"cards": cards})
    assert view["step"]["kind"] == "stop"
    assert "Correct the stake" in page()
    assert site.post("dana", "/tables/show-1/step").status_code != 200
    body = {"key": "correct-stake", "cents": 1_000, "why": "no pair", **site.second("sue")}
    corrected = site.post("dana", "/controllers/show-1/supervised", body)
    assert corrected.status_code == 200, corrected.text
    view = do("advance")
    # Seat 1 wins ante, ride and a raise of $10; seat 3 wins its ante and the $20 that it named with a pair of sevens.
    assert {seat: held["stack"] for seat, held in view["players"].items()} == {"1": 53_000, "3": 53_000}
    for seat in (1, 3):
        do("bets", {"seat": seat, "bets": BETS})
    do("close-betting")
    do("step")
    do("decision", {"seat": 1, "answer": "free raise"})
    assert "$10 free" in page()
    papers = site.papers("dana") | {"document": "IR-1", "reason": "misdeal"}
    assert site.post("sue", "/floor/tables/show-1/voids", papers).status_code == 200
    view = site.get("dana", "/tables/show-1").json()
    assert {seat: held["stack"] for seat, held in view["players"].items()} == {"1": 53_000, "3": 53_000}
    headers = {"Cookie": f"{COOKIE}={site.tokens['otto']}"}
    replayed = site.client.get("/room/audit/rounds/show-1/1/1", headers=headers)
    assert replayed.status_code == 200
    assert "it agrees" in replayed.text


def test_a_time_out_is_answered_with_the_fallback_of_each_question(showdown: str) -> None:
    at = rig(showdown, players=1)
    at.begin({1: "ante=10 ride=10"}, "Ks Kd Ah Th 9s")
    at.table.advance()
    answered = []
    while isinstance(step := at.table.step, Ask):
        answer_for(cast("LiveTable", SimpleNamespace(table=at.table)), next(iter(step.open)))
        answered.append((step.name, [event for event in at.events if event.kind == "answer"][-1].data["answer"]))
    assert answered == [("street", "check"), ("riding", "let ride")]
    assert at.paid == ["1 ante win $10", "1 ride win $10"]


def test_terminal_game_of_board_showdown_replays(
    showdown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds with random answers, sums among them, and two automatic players; the record replays to the same money."""
    monkeypatch.chdir(tmp_path)
    ran, _ = read_and_play(6, 5, SHOWDOWN, "--others", "2", "--log", "play.log")
    assert (ran.code, ran.err) == (0, "")
    events = [parse_event(line) for line in Path("play.log").read_text("utf-8").splitlines()]
    assert Replay.begin(events).run().differences == []
    assert "Board" in ran.out


def test_amount_is_entered_by_keys_or_by_a_line() -> None:
    amount = AmountBounds(StakeKey("raise"), dollars(10), dollars(20), dollars(5))
    by_keys = NameAmount("name", amount)
    assert by_keys.press("right") == ""
    assert by_keys.press("enter") == "1500"
    typed = NameAmount("name", amount)
    for key in "17":
        typed.press(key)
    assert typed.press("enter") == ""
    assert typed.hint == "$17 is not possible: allowed is $10 to $20 in steps of $5"
    typed.press("backspace")
    typed.press("5")
    assert typed.press("enter") == "1500"
    cents = NameAmount("name", amount)
    for key in ".12.5":
        assert cents.press(key) == ""
    assert cents.cents == 1250
    line = NameAmount("name", amount)
    assert (line.read("$20"), line.read(""), line.read("b")) == ("2000", "2000", BACK)
    assert line.read("1.2.3") == ""
    assert line.hint
