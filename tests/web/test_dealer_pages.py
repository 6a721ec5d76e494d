"""The dealer's pages and the displays without a browser: access, refusals, and what the supervisor signs."""

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitbook.jackpot.book import open_book
from pitbook.jackpot.controller import ControllerState, Win
from pitbook.jackpot.setup import Setup, parse_terms
from pitbook.money import Cents
from pitbook.room.jackpots.service import controller_record
from pitbook.web.dealer.console import console_of, look_at
from pitbook.web.dealer.model import Console
from pitbook.web.http.cookies import NAME
from tests.hostile import NASTY
from tests.web.card_room import PIN, CardRoom, card_room

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
BETS = [
    {"wager": "base", "cents": 1_000},
    {"wager": "royal-match", "cents": 500},
    {"wager": "royal-match-progressive", "cents": 100},
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store to copy: the configuration is stored, the jackpot open, and royal-2 open for its controller only."""
    store = tmp_path_factory.mktemp("prepared") / "room.db"
    with card_room(str(store)) as found:
        services = found.client.app.state.services  # type: ignore[attr-defined]
        services.configurations.keep(ENTERED, "ada", "a test")
        eve = services.sessions.person(found.tokens["eve"])
        services.configurations.open_jackpot("royal", services.configurations.today(), eve, "open the jackpot")
        alone = {"checked": True, "controller_only": True}
        assert found.post("sue", "/tables/royal-2/open", alone, "open-royal-2").status_code == 200
    return store


@pytest.fixture
def room(prepared: Path, tmp_path: Path) -> Iterator[CardRoom]:
    for part in prepared.parent.iterdir():
        shutil.copy(part, tmp_path)
    with card_room(str(tmp_path / prepared.name)) as found:
        yield found


def page(room: CardRoom, person: str, path: str) -> Any:
    headers = {"Cookie": f"{NAME}={room.tokens[person]}"} if person else {}
    return room.client.get(path, headers=headers, follow_redirects=False)


def console(room: CardRoom, table: str = "royal-1") -> Console:
    services = room.client.app.state.services  # type: ignore[attr-defined]
    return look_at(services.pit, table)


def press(room: CardRoom, person: str, key: str, table: str = "royal-2", **said: Any) -> Any:
    body = {"key": key, "badge": room.badges[person], "pin": PIN, **said}
    return room.post("dana", f"/controllers/{table}/supervised", body)


def keyed_in(room: CardRoom, *seats: int) -> None:
    """A round at royal-2 with a Double Royal Match at each of these seats."""
    for seat in seats:
        assert room.press("dana", "sense", "royal-2", seat=seat).status_code == 200
    assert room.press("dana", "lock", "royal-2").status_code == 200
    for seat in seats:
        room.press("dana", "spot", "royal-2", seat=seat)
        assert room.press("dana", "hand", "royal-2", outcome="double_royal_match").status_code == 200


# -- pages -------------------------------------------------------------------------------------------------------------


def test_console_needs_the_dealers_duty(room: CardRoom) -> None:
    for path in ("/room/dealer", "/room/dealer/royal-1", "/room/dealer/royal-1/live"):
        assert page(room, "", path).headers["location"] == f"/room/sign-in?to={path}"
        for person in ("ann", "walt", "otto", "ada"):
            assert page(room, person, path).status_code == 403


def test_tables_to_choose_from(room: CardRoom) -> None:
    shown = page(room, "dana", "/room/dealer").text
    assert 'href="/room/dealer/royal-2"' in shown
    assert "controller only, round 1" in shown
    for table in ("royal-1", "poker-1"):  # closed: a supervisor opens them
        assert f'href="/room/dealer/{table}"' not in shown
        assert f'href="/room/floor/open/{table}"' not in shown
        assert f'href="/room/floor/open/{table}"' in page(room, "sue", "/room/dealer").text


def test_closed_table_has_no_console(room: CardRoom) -> None:
    for table in ("nowhere", "%3Cscript%3E", "royal-match-21-1"):
        answer = page(room, "dana", f"/room/dealer/{table}")
        assert answer.status_code == 404
        assert "<script>" not in answer.text


def test_player_name_is_escaped(room: CardRoom) -> None:
    room.post("sue", "/tables/royal-1/open", {"checked": True})
    name = "<img src=x onerror=alert(1)>'\""
    assert room.post("dana", "/tables/royal-1/seat", {"seat": 1, "player": name, "chips": 50_000}).status_code == 200
    shown = page(room, "dana", "/room/dealer/royal-1").text
    assert "<img" not in shown
    assert name in html.unescape(shown)


# -- what each key does ------------------------------------------------------------------------------------------------


def lit(shown: Console) -> list[str]:
    return [key.label for key in (*shown.keypad, *shown.steps) if key.lit]


def do(room: CardRoom, shown: Console, label: str, person: str = "dana") -> None:
    """Presses a key as the page would."""
    (key,) = [key for key in (*shown.keypad, *shown.hands, *shown.steps) if key.label == label]
    assert key.do, key
    for path, body in key.do:
        answer = room.post(person, path.removeprefix("/api/v1"), body)
        assert answer.status_code == 200, answer.text


def test_three_presses_for_a_round_of_the_controller_alone(room: CardRoom) -> None:
    shown = console(room, "royal-2")
    assert not shown.tracked
    assert lit(shown) == []
    assert shown.keypad[0].confirm == "No wager lies on a sensor. Start round 1 without a progressive wager?"
    ((path, body),) = shown.places[0].press.do
    room.post("dana", path.removeprefix("/api/v1"), body)
    assert [place.lamp for place in console(room, "royal-2").places] == ["lit", *["off"] * 5]
    do(room, console(room, "royal-2"), "START GAME")
    assert console(room, "royal-2").places[0].lamp == "locked"
    assert console(room, "royal-2").take == "Take the $1 progressive wager: seat 1"
    assert lit(console(room, "royal-2")) == ["END GAME"]
    do(room, console(room, "royal-2"), "END GAME")
    shown = console(room, "royal-2")
    assert shown.controller is not None
    assert shown.controller["round"] == shown.round == 2
    assert lit(shown) == []


def test_cents_below_the_smallest_chip_are_shown_as_coins(room: CardRoom) -> None:
    room.post("sue", "/tables/royal-1/open", {"checked": True})
    room.post("dana", "/tables/royal-1/seat", {"seat": 1, "player": "Pat", "chips": 50_000})
    bets = [{"wager": "base", "cents": 1_000}, {"wager": "royal-match", "cents": 500}]
    assert room.post("dana", "/tables/royal-1/bets", {"seat": 1, "bets": bets}).status_code == 200
    do(room, console(room), "START GAME")
    room.post("dana", "/tables/royal-1/cards", {"cards": "9c 7d 5c ??"})
    (paid,) = console(room).pays
    assert (paid.amount, paid.chips, paid.coins) == ("$12.50", ((500, 2), (100, 2)), 50)
    assert '<span class="coins">+ 50¢</span>' in page(room, "dana", "/room/dealer/royal-1").text


def test_a_round_with_bets_from_sensor_to_the_last_pay(room: CardRoom) -> None:
    room.post("sue", "/tables/royal-1/open", {"checked": True})
    for seat in (1, 3):
        room.post("dana", "/tables/royal-1/seat", {"seat": seat, "player": f"Pat {seat}", "chips": 50_000})
        room.post("dana", "/tables/royal-1/bets", {"seat": seat, "bets": BETS[:2]})
    # The sensor takes the progressive wager, and gives it back.
    for expected in ("lit", "off", "lit"):
        ((path, body),) = console(room).places[0].press.do
        assert room.post("dana", path.removeprefix("/api/v1"), body).status_code == 200
        assert console(room).places[0].lamp == expected
    assert "seat the player first" in console(room).places[1].press.refused
    assert lit(console(room)) == ["START GAME"]
    do(room, console(room), "START GAME")
    shown = console(room)
    assert shown.cards == 1
    # START GAME: the dealer takes the progressive wagers (letter 003, rule 6), and the seat shows it.
    assert shown.take == "Take the $1 progressive wager: seat 1"
    assert shown.places[0].bets == ("Blackjack $10", "Royal Match $5", "Royal Match Progressive $1 taken")
    assert [place.lamp for place in shown.places[:3]] == ["locked", "off", "off"]
    (end,) = [key for key in shown.keypad if key.label == "END GAME"]
    assert end.refused == "END GAME is out of turn: next is 'A card to seat 1'"
    # A king and a queen of spades against the same of hearts: a Double Royal Match.
    room.post("dana", "/tables/royal-1/cards", {"cards": "Ks 9c Kh Qs 7d ??"})
    assert console(room).take == ""
    assert console(room).pays[0].amount == "take"
    do(room, console(room), "Taken")
    shown = console(room)
    assert shown.pays[0].amount == "$125"
    assert shown.pays[0].chips == ((10_000, 1), (2_500, 1))
    do(room, shown, "Paid")
    for label in ("No", "Stand", "Stand"):
        do(room, console(room), label)
    room.post("dana", "/tables/royal-1/cards", {"cards": "Qh"})
    while "Key in Double Royal Match" not in lit(console(room)):
        do(room, console(room), lit(console(room))[0])
    do(room, console(room), "Key in Double Royal Match")
    shown = console(room)
    assert shown.waiting == "Seat 1: Double Royal Match, $1,250.02"
    assert lit(shown) == ["CONFIRM"]
    assert press(room, "sue", "verify", "royal-1").status_code == 200
    assert press(room, "sue", "record", "royal-1").status_code == 200
    assert console(room).pays[0].amount == "$1,250.02"
    do(room, console(room), "Paid")
    assert lit(console(room)) == ["END GAME"]
    do(room, console(room), "END GAME")
    shown = console(room)
    assert lit(shown) == []
    assert shown.again == (("/api/v1/tables/royal-1/same-bets", None),)
    assert room.post("dana", "/tables/royal-1/same-bets").status_code == 200
    assert lit(console(room)) == ["START GAME"]


def test_a_fixed_pay_of_a_taken_wager_is_pushed_out_in_full_and_a_lost_one_is_not_taken_again(room: CardRoom) -> None:
    """Letter 003, rule 6: 7 for 1 on $1 is $7 from the tray, and the other seat's $1 was taken already."""
    room.post("sue", "/tables/royal-1/open", {"checked": True})
    for seat in (1, 3):
        room.post("dana", "/tables/royal-1/seat", {"seat": seat, "player": f"Pat {seat}", "chips": 50_000})
        bets = [BETS[0], {"wager": "royal-match-progressive", "cents": 100}]
        assert room.post("dana", "/tables/royal-1/bets", {"seat": seat, "bets": bets}).status_code == 200
    do(room, console(room), "START GAME")
    assert console(room).take == "Take the $1 progressive wagers: seats 1 and 3"
    room.post("dana", "/tables/royal-1/cards", {"cards": "8h 9c 7d 9h 8d ??"})
    for label in ("Stand", "Stand"):
        do(room, console(room), label)
    room.post("dana", "/tables/royal-1/cards", {"cards": "Td"})
    said = []
    while lit(console(room)) != ["END GAME"]:
        said.append(console(room).next)
        do(room, console(room), lit(console(room))[0])
    assert said == [
        "Push at seat 3, Blackjack",
        "Push at seat 1, Blackjack",
        "Pay seat 1 $7, Royal Match Progressive: 2-Card Straight Flush, 7 for 1",
    ]
    shown = console(room)
    assert [(pay.seat, pay.amount) for pay in shown.pays] == [(1, "$7"), (1, "push"), (3, "lost"), (3, "push")]
    assert shown.pays[0].chips == ((500, 1), (100, 2))
    settled = room.get("dana", "/tables/royal-1").json()["settled"]
    paid = [
        (item["seat"], item["net"], item["pushed_out"], item["taken"]) for item in settled if item["wager"] != "base"
    ]
    assert paid == [(3, -100, 0, True), (1, 600, 700, True)]
    by_hand = room.post("dana", "/controllers/royal-1/fixed-pays", {"seat": 3, "outcome": "royal_match"})
    assert by_hand.json()["detail"].startswith("table royal-1 keeps the cards: a fixed pay is recorded when")
    ledger = room.get("ann", "/jackpots/royal/transactions").json()
    (noted,) = [item for item in ledger if item["kind"] == "fixed-pay"]
    assert noted["entries"] == {"fixed pays": 7_000_000, "tray": -7_000_000}


def test_a_fixed_pay_is_noted_for_the_spot_that_is_selected(room: CardRoom) -> None:
    """On a controller alone with several wagers, the selected spot says whose pay it is; then it is released."""
    for seat in (2, 5):
        room.press("dana", "sense", "royal-2", seat=seat)
    room.press("dana", "lock", "royal-2")
    assert {body["seat"] for key in console(room, "royal-2").fixed for _, body in key.do if body} == {None}
    room.press("dana", "spot", "royal-2", seat=5)
    (noted,) = [key for key in console(room, "royal-2").fixed if key.label == "Royal Match"]
    assert noted.note == "$40"
    ((path, body),) = noted.do
    assert room.post("dana", path.removeprefix("/api/v1"), body).status_code == 200
    shown = console(room, "royal-2")
    assert shown.controller is not None
    assert [(each["seat"], each["prize_cents"]) for each in shown.controller["recorded"]] == [(5, 4_000)]
    assert shown.controller["spot"] == 0
    assert shown.places[4].press.refused == "seat 5 was paid in this round: a hand wins once"


def test_a_wrong_hand_is_taken_back_by_pressing_it_again(room: CardRoom) -> None:
    keyed_in(room, 2)
    shown = console(room, "royal-2")
    assert [key.on for key in shown.hands] == [False, True]
    assert shown.places[1].won == "Double Royal Match"
    do(room, shown, "Double Royal Match")
    shown = console(room, "royal-2")
    assert [key.on for key in shown.hands] == [False, False]
    assert lit(shown) == ["END GAME"]


KEYPADS = {
    "keyed": ["COIN IN", "Key to JPH", "J-POT", "Key to RUN", "GAME OVER"],
    "card": ["START GAME", "CONFIRM", "Swipe card", "END GAME"],
    "sensing": ["START", "CONFIRM", "Swipe card", "END"],
}
ROYAL = ("royal-match-21", "royal-match-progressive", "RMP", 6)
BLAZING = ("royal-match-21", "blazing-7s", "1", 6)
RICHES = ("royal-riches-pai-gow", "jackpot", "1", 1)


@pytest.mark.parametrize(
    ("controller", "played"), [("keyed", ROYAL), ("card", ROYAL), ("card", BLAZING), ("sensing", RICHES)]
)
def test_the_keypad_of_each_controller(controller: Any, played: tuple[str, str, str, int]) -> None:
    names = KEYPADS[controller]
    terms = parse_terms("$5,000", "10%", "2%", "")
    setup = Setup("meter", *played, "progressive", terms, Cents(100), "tray", controller, Cents(500_000), "main")
    book = open_book(setup).book
    outcome = next(iter(setup.shares()))
    seen: list[tuple[Any, tuple[Win, ...], int]] = [
        ("betting", (), 0),
        ("playing", (), -1),
        ("playing", (Win(2, outcome),), 1),
        ("verifying", (Win(2, outcome),), 2),
        *([("recorded", (), 3)] if controller == "keyed" else []),
    ]
    for phase, wins, at in seen:
        state = ControllerState("t", "meter", controller, 6, phase=phase, lit=(1, 2), wins=wins)
        shown = console_of("t", None, controller_record(state, book), setup)
        assert [key.label for key in shown.keypad] == names
        assert lit(shown) == [names[at]], (phase, wins)
        assert [key.on for key in shown.hands] == [bool(wins), *[False] * (len(setup.shares()) - 1)]
        assert bool(shown.supervisor) == (at in (1, 2, 3))
        # With several wagers the page asks whose hand it is; only Royal Match's card controller has spots for that.
        spots = controller == "card" and played == ROYAL
        pressed = [body["key"] for place in shown.places for _, body in place.press.do if body]
        assert ("spot" in pressed) == (spots and phase == "playing")  # at other times the spot cannot be pressed
        asks = [body["seat"] for key in shown.hands if not key.on for _, body in key.do if body and "seat" in body]
        assert asks == ([] if spots else [None] * (len(setup.shares()) - len(wins)))


# -- the supervisor at the dealer's screen -----------------------------------------------------------------------------


def test_the_supervisor_signs_not_the_dealer(room: CardRoom) -> None:
    keyed_in(room, 2, 5)
    assert press(room, "dana", "verify").status_code == 403
    assert press(room, "dirk", "verify").status_code == 403
    answer = press(room, "sue", "verify")
    assert answer.json()["by"] == "Sue"
    first = press(room, "sue", "record").json()["told"]
    assert first["seat"] == 5  # the player on the dealer's right is paid first
    assert press(room, "sue", "record").json()["told"]["seat"] == 2
    awards = [
        (item["data"]["keyed"]["by"], item["data"]["verified"]["by"], item["by"])
        for item in room.get("eve", "/jackpots/royal/transactions").json()
        if item["kind"] == "award"
    ]
    assert awards == [("dana", "sue", "sue")] * 2
    shown = console(room, "royal-2")
    assert lit(shown) == ["END GAME"]
    # Without cards or payouts on the felt, the seats say what the dealer has to pay.
    assert re.fullmatch(r"Double Royal Match: pay \$[\d,]+\.\d\d", shown.places[1].won)
    assert shown.places[4].won.startswith("Double Royal Match: pay $")


def test_the_same_press_again_counts_once(room: CardRoom) -> None:
    keyed_in(room, 2, 5)
    press(room, "sue", "verify")
    body = {"key": "record", "badge": room.badges["sue"], "pin": PIN}
    first = room.post("dana", "/controllers/royal-2/supervised", body, "one-and-the-same")
    assert room.post("dana", "/controllers/royal-2/supervised", body, "one-and-the-same").json() == first.json()
    shown = console(room, "royal-2")
    assert shown.controller is not None
    assert len(shown.controller["recorded"]) == 1


def test_unsuitable_second_persons_are_refused(room: CardRoom) -> None:
    keyed_in(room, 2)
    body = {"key": "verify", "badge": room.badges["sue"], "pin": "9999"}
    assert room.post("dana", "/controllers/royal-2/supervised", body).status_code == 403
    assert room.post("otto", "/controllers/royal-2/supervised", {**body, "pin": PIN}).status_code == 403
    assert room.client.post("/api/v1/controllers/royal-2/supervised", json=body).status_code == 401
    for nasty in NASTY:
        said = {**body, "key": nasty, "pin": PIN}
        answer = room.client.post(
            "/api/v1/controllers/royal-2/supervised",
            content=json.dumps(said).encode("utf-8", "surrogatepass"),
            headers=room.headers("dana") | {"Content-Type": "application/json"},
        )
        assert answer.status_code in (413, 422), (nasty, answer.text)
    assert console(room, "royal-2").waiting


def test_void_needs_reason_and_document(room: CardRoom) -> None:
    room.press("dana", "sense", "royal-2", seat=2)
    room.press("dana", "lock", "royal-2")
    said = {"reason": "misdeal", "why": "two cards at once", "document": "IR-1"}
    assert press(room, "sue", "void").status_code == 400
    assert press(room, "sue", "void", **said | {"reason": "whim"}).status_code == 400
    assert press(room, "dana", "void", **said).status_code == 403
    alone = room.post("sue", "/controllers/royal-2/supervised", {"key": "void", **room.second("sue"), **said})
    assert (alone.status_code, alone.json()["detail"][:30]) == (409, "this needs two different peopl")
    assert press(room, "sue", "void", **said).json() == {"voided": "royal-2", "by": "Sue", "record": 1}
    (act,) = room.client.app.state.services.manual_acts.records()  # type: ignore[attr-defined]
    assert (act.people, act.reason) == (("Sue (sue)", "Dana (dana)"), "misdeal")
    assert room.get("eve", "/jackpots/royal").json()["shown_cents"] == 500_000
    room.post("sue", "/tables/royal-1/open", {"checked": True})
    room.post("dana", "/tables/royal-1/seat", {"seat": 1, "player": "Pat", "chips": 50_000})
    room.post("dana", "/tables/royal-1/bets", {"seat": 1, "bets": BETS})
    room.post("dana", "/tables/royal-1/close-betting")
    assert press(room, "sue", "void", "royal-1", **said).status_code == 200
    assert room.get("dana", "/tables/royal-1").json()["players"]["1"]["stack"] == 50_000


# -- displays ----------------------------------------------------------------------------------------------------------


def test_a_display_is_public_and_shows_no_names(room: CardRoom) -> None:
    keyed_in(room, 2)
    press(room, "sue", "verify")
    press(room, "sue", "record")
    shown = room.client.get("/display/royal").text
    assert "Royal Match Progressive" in shown
    assert "Last wins" in shown
    assert "$1,250.02" in shown
    assert not re.search(r"\b(Sue|Dana)\b", shown)
    assert "<style" not in shown
    assert "style=" not in shown
    assert re.search(r'class="state still">not live: as of \d\d:\d\d<', shown)


def test_displays_of_tables_and_banks(room: CardRoom) -> None:
    table = room.client.get("/display/poker-1")
    assert table.status_code == 200
    assert "display.js" not in table.text  # nothing moves on it
    bank = room.client.get("/display/royal+poker-1").text
    assert bank.count('class="sign') >= 2
    for path, status in (("nothing", 404), ("royal+nothing", 404), ("royal+royal", 400), ("+".join("abcdefg"), 400)):
        assert room.client.get(f"/display/{path}").status_code == status
    assert room.client.get("/display/nothing/live").status_code == 404


def test_list_of_displays(room: CardRoom) -> None:
    for person in room.badges:
        assert page(room, person, "/room/displays").status_code == 200
    shown = page(room, "dana", "/room/displays").text
    for name in ("royal", "royal-1", "royal-2", "poker-1"):
        assert f'href="/display/{name}"' in shown
    assert shown.count('class="qr"') == 4
    assert page(room, "", "/room/displays").status_code == 303


def test_dealer_pages_without_a_configuration(tmp_path: Path) -> None:
    with card_room(str(tmp_path / "room.db")) as bare:
        assert page(bare, "dana", "/room/dealer").status_code == 200
        assert page(bare, "dana", "/room/displays").status_code == 200
        assert bare.client.get("/display/royal").status_code == 404


# -- taking back -------------------------------------------------------------------------------------------------------


def entered(room: CardRoom, cards: str) -> None:
    """A round at royal-1 with seat 2, and these cards."""
    table = "/tables/royal-1"
    assert room.post("sue", f"{table}/open", {"checked": True}).status_code == 200
    assert room.post("dana", f"{table}/seat", {"seat": 2, "player": "Pat", "chips": 50_000}).status_code == 200
    bets = [BETS[0], BETS[2]]
    assert room.post("dana", f"{table}/bets", {"seat": 2, "bets": bets}).status_code == 200
    assert room.post("dana", f"{table}/close-betting").status_code == 200
    assert room.post("dana", f"{table}/cards", {"cards": cards}).status_code == 200


def test_the_console_says_what_undo_takes_back(room: CardRoom) -> None:
    entered(room, "Ks 7h")
    shown = console(room)
    assert shown.undo is not None
    assert (shown.undo.key, shown.undo.note) == ("u", "Take back: Seven of hearts to the dealer")
    (((address, said),)) = shown.undo.do
    for person in ("walt", "ann", "otto"):
        assert room.post(person, address.removeprefix("/api/v1"), said).status_code == 403
    assert room.post("dana", address.removeprefix("/api/v1"), said).status_code == 200
    after = console(room)
    assert after.undo is not None
    assert after.undo.note == "Take back: King of spades to seat 2"
    assert [each["words"] for each in after.inputs] == ["King of spades to seat 2"]
    assert after.felt is not None
    assert after.felt.done == "Taken back: Seven of hearts to the dealer"
    again = room.post("dana", address.removeprefix("/api/v1"), said)
    assert (again.status_code, "cannot be taken back" in again.json()["detail"]) == (400, True)
    markup = page(room, "dana", "/room/dealer/royal-1").text
    assert "Take back: King of spades to seat 2" in html.unescape(markup)
    assert "Undo with badge" in markup


def test_after_a_payment_a_supervisor_takes_back_by_badge_with_a_reason(room: CardRoom) -> None:
    entered(room, "Ks 7h Qs ??")
    room.post("dana", "/tables/royal-1/decision", {"seat": 2, "answer": "stand"})
    room.post("dana", "/tables/royal-1/cards", {"cards": "Th"})
    room.post("dana", "/tables/royal-1/settle-next")
    shown = console(room)
    assert shown.undo is None, "chips have moved"
    event = next(each["event"] for each in shown.inputs if each["words"] == "Queen of spades to seat 2")
    for person, said, status in (
        ("sue", {"event": event}, 400),  # no reason
        ("sue", {"event": event, "why": "misread", "pin": "0000"}, 403),
        ("dana", {"event": event, "why": "misread"}, 403),
        ("sue", {"event": 1, "why": "misread"}, 400),
    ):
        assert press(room, person, "take-back", "royal-1", **said).status_code == status
    done = press(room, "sue", "take-back", "royal-1", event=event, why="it was the jack")
    assert (done.status_code, done.json()["by"]) == (200, "Sue")
    assert next(each["words"] for each in console(room).inputs) == "Seven of hearts to the dealer"
    rounds = room.get("walt", "/rounds?table=royal-1").json()
    steps = room.get("walt", f"/rounds/royal-1/{rounds[0]['number']}").json()["steps"]
    assert "by Sue and Dana: it was the jack" in steps[-1]["words"]
    assert any(step["taken_back"] and step["words"] == "seat 2: Qs" for step in steps)
    seen = page(room, "walt", f"/room/surveillance/rounds/royal-1/{rounds[0]['number']}").text
    assert "<s>seat 2: Qs</s>" in seen


def test_a_win_that_is_not_honoured_is_settled_at_the_console(room: CardRoom) -> None:
    entered(room, "Ks Kh Qs ??")
    for seat, answer in ((0, "no"), (2, "stand")):
        room.post("dana", "/tables/royal-1/decision", {"seat": seat, "answer": answer})
    room.post("dana", "/tables/royal-1/cards", {"cards": "Qh"})
    room.post("dana", "/tables/royal-1/advance")
    assert console(room).refusable == "Seat 2: Double Royal Match, 25% of meter"
    assert room.post("dana", "/tables/royal-1/key-in").status_code == 200
    shown = console(room)
    assert (shown.refusable, shown.undo and shown.undo.note) == (
        "",
        "Take back: Double Royal Match keyed in for seat 2",
    )
    for act in ("verify", "reject"):
        assert press(room, "sue", act, "royal-1").status_code == 200
    assert press(room, "sue", "refuse-prize", "royal-1").status_code == 400  # no reason
    assert press(room, "sue", "refuse-prize", "royal-1", why="marked cards").status_code == 200
    assert room.post("dana", "/tables/royal-1/advance").status_code == 200
    assert console(room).view is not None
    view = room.get("dana", "/tables/royal-1").json()
    assert (view["phase"], view["controller"]["phase"]) == ("betting", "betting")
