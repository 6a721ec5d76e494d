"""A controller works only at an open table: opening, closing, and rounds that only the controller recorded."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pitbook.room.days.records import read_records
from pitbook.room.tables.log import openings
from pitbook.table.replay import Replay
from tests.web.card_room import PIN, CardRoom, card_room
from tests.web.test_floor import BETS, ENTERED, QUARTER, do, page, refused, services

"""Both ways of opening a table."""
ALONE = {"checked": True, "controller_only": True}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    """The example property with its jackpot open, and every table closed."""
    with card_room(str(tmp_path / "room.db")) as made:
        found = services(made)
        found.configurations.keep(ENTERED, "ada", "a test")
        eve = found.sessions.person(made.tokens["eve"])
        found.configurations.open_jackpot("royal", found.configurations.today(), eve, "open the jackpot")
        yield made


def controller(room: CardRoom, table: str = "royal-1") -> dict[str, Any]:
    found: dict[str, Any] = room.get("dana", f"/controllers/{table}").json()
    return found


def records(room: CardRoom, kind: str) -> list[dict[str, Any]]:
    with services(room).database.reading_snapshot() as connection:
        return [dict(record.data) for record in read_records(connection, kind)]


def alone(room: CardRoom, *, end: str = "end", wins: int = 0) -> int:
    """A round on the controller of royal-2, at seats 1 and 3; returns its number."""
    number = int(controller(room, "royal-2")["round"])
    for seat in (1, 3):
        assert room.press("dana", "sense", "royal-2", seat=seat).status_code == 200
    assert room.press("dana", "lock", "royal-2").status_code == 200
    if wins:
        room.press("dana", "spot", "royal-2", seat=3)
        room.press("dana", "hand", "royal-2", outcome=QUARTER)
        for step in ("verify", "record"):
            do(room, "sue", "/floor/tables/royal-2/wins", {"step": step})
    if end == "end":
        assert room.press("dana", "end", "royal-2").status_code == 200
    elif end == "void":
        do(room, "sue", "/floor/tables/royal-2/voids", room.papers("dana") | {"reason": "misdeal"})
    return number


# -- a controller needs an open table ----------------------------------------------------------------------------------


def pressed(room: CardRoom, table: str) -> list[tuple[int, str]]:
    """The answers to every way of pressing a controller's key."""
    badge = {"badge": room.badges["sue"], "pin": PIN}
    keys = [{"key": key, "seat": 1, "outcome": QUARTER} for key in ("sense", "lock", "spot", "hand", "end")]
    asked: list[tuple[str, str, Any]] = [("dana", f"/controllers/{table}/presses", said) for said in keys]
    asked += [("sue", f"/controllers/{table}/presses", {"key": key}) for key in ("verify", "record", "reject", "run")]
    asked += [("dana", f"/controllers/{table}/supervised", {"key": "verify", **badge})]
    asked += [("sue", f"/floor/tables/{table}/wins", {"step": "verify"})]
    asked += [("dana", f"/controllers/{table}/fixed-pays", {"seat": 1, "outcome": "royal_match"})]
    return [refused(room, person, path, body) for person, path, body in asked]


def test_no_key_is_pressed_at_a_table_that_was_never_opened_or_is_closed(room: CardRoom) -> None:
    before = controller(room)
    words = "table royal-1 was never opened: its controller works when the table is open"
    assert set(pressed(room, "royal-1")) == {(400, words)}
    do(room, "sue", "/tables/royal-1/open", ALONE)
    do(room, "sue", "/tables/royal-1/close", {"why": "end of shift"})
    words = "table royal-1 is closed: its controller works when the table is open"
    assert set(pressed(room, "royal-1")) == {(400, words)}
    assert controller(room) == before
    assert room.get("eve", "/jackpots/royal").json()["shown_cents"] == 500_000


def test_a_request_that_was_done_gets_its_answer_after_the_table_closed(room: CardRoom) -> None:
    do(room, "sue", "/tables/royal-1/open", ALONE)
    said = {"key": "sense", "seat": 1}
    first = do(room, "dana", "/controllers/royal-1/presses", said, "only-once")
    do(room, "sue", "/tables/royal-1/close", {"why": "end of shift"})
    assert do(room, "dana", "/controllers/royal-1/presses", said, "only-once") == first


def test_opening_a_table_needs_its_inspection_and_records_the_checklist(room: CardRoom) -> None:
    assert refused(room, "sue", "/tables/royal-1/open", {})[1].startswith("look at the table first")
    assert refused(room, "dana", "/tables/royal-1/open", {"checked": True})[0] == 403
    do(room, "sue", "/tables/royal-1/open", {"checked": True})
    (one,) = records(room, "table-opened")
    assert one["table"] == "royal-1"
    assert one["controller_only"] is False
    assert {condition["title"] for condition in one["checklist"]} >= {"Notices of this configuration are up"}
    assert all(condition["met"] for condition in one["checklist"])
    assert records(room, "opening-checklist") == []


def test_a_table_that_is_open_for_its_controller_only_keeps_no_seats(room: CardRoom) -> None:
    assert refused(room, "sue", "/tables/poker-1/open", ALONE)[1] == (
        "table poker-1 has no controller: open it with its seats"
    )
    do(room, "sue", "/tables/royal-2/open", ALONE)
    assert records(room, "table-opened")[0]["controller_only"] is True
    status, words = refused(room, "dana", "/tables/royal-2/seat", {"seat": 1, "player": "Pat", "chips": 10_000})
    assert (status, words) == (
        400,
        "the table is open for its controller only: close it and open it with its seats first",
    )
    tables = {each["table"]: each for each in room.get("otto", "/tables").json()}
    assert (tables["royal-2"]["open"], tables["royal-2"]["controller_only"]) == (True, True)
    assert "controller only" in page(room, "sue", "/room/floor").text
    assert "open, controller only" in page(room, "otto", "/room/audit").text


def test_a_table_that_keeps_seats_takes_wagers_only_at_them(room: CardRoom) -> None:
    do(room, "sue", "/tables/royal-1/open", {"checked": True})
    for said in ({"key": "sense", "seat": 1}, {"key": "lock", "without_wagers": True}):
        assert "keeps the bets of its seats" in refused(room, "dana", "/controllers/royal-1/presses", said)[1]


def test_a_controller_that_was_left_in_a_round_is_worked_to_its_end(room: CardRoom) -> None:
    """A store of version 0.1 may have such a controller: its table opens for the controller only, in any round."""
    found = services(room)
    dana = found.sessions.person(room.tokens["dana"])
    found.jackpots.press("royal-1", "sense", dana, "before-1", 1)
    found.jackpots.press("royal-1", "lock", dana, "before-2")
    assert "closed, its controller in a round" in page(room, "otto", "/room/audit").text
    assert not {each["table"]: each for each in room.get("otto", "/audit/tables").json()}["royal-1"]["holds"]
    assert "is in round 1" in refused(room, "sue", "/tables/royal-1/open", {"checked": True})[1]
    do(room, "sue", "/tables/royal-1/open", ALONE)
    assert room.press("dana", "end", "royal-1").json()["round"] == 2
    do(room, "sue", "/tables/royal-1/close", {"why": "to keep seats"})
    do(room, "sue", "/tables/royal-1/open", {"checked": True})


# -- closing -----------------------------------------------------------------------------------------------------------


def test_closing_lists_and_records_seated_players(room: CardRoom) -> None:
    do(room, "sue", "/tables/royal-1/open", {"checked": True})
    for seat, player in ((1, "Ann"), (3, "Bob")):
        do(room, "dana", "/tables/royal-1/seat", {"seat": seat, "player": player, "chips": 10_000 * seat})
    do(room, "dana", "/tables/royal-1/bets", {"seat": 1, "bets": BETS[:1]})
    assert refused(room, "sue", "/tables/royal-1/close", {"why": "end of shift"})[1] == (
        "seat 1 (Ann, $100) and seat 3 (Bob, $300) are still seated at table royal-1: "
        "confirm that they leave with their chips"
    )
    shown = page(room, "sue", "/room/floor/tables/royal-1").text
    assert "2 players are still seated" in shown
    assert "Seat 3: Bob" in shown
    do(room, "sue", "/tables/royal-1/close", {"why": "end of shift", "players_leave": True})
    (closed,) = records(room, "table-closed")
    assert (closed["table"], closed["why"]) == ("royal-1", "end of shift")
    assert closed["left"] == [
        {"seat": 1, "player": "Ann", "chips": 10_000},
        {"seat": 3, "player": "Bob", "chips": 30_000},
    ]


def test_the_console_of_a_closed_table_offers_nothing_but_opening(room: CardRoom) -> None:
    for person, opens in (("dana", False), ("sue", True)):
        shown = page(room, person, "/room/dealer/royal-1").text
        assert ('href="/room/floor/open/royal-1"' in shown) is opens
        assert "data-do=" not in shown
        assert "data-open-seat" not in shown
    assert page(room, "dana", "/room/dealer/nowhere").status_code == 404


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_starting_without_a_wager_is_confirmed_first(room: CardRoom) -> None:
    do(room, "sue", "/tables/royal-2/open", ALONE)
    status, words = refused(room, "dana", "/controllers/royal-2/presses", {"key": "lock"})
    assert status == 400
    assert words.startswith("no sensor has a wager on it: START GAME would use up round 1 without one")
    assert controller(room, "royal-2")["round"] == 1
    assert room.press("dana", "lock", "royal-2", without_wagers=True).json()["phase"] == "playing"


def test_a_round_of_the_controller_is_found_by_surveillance_and_the_auditor(room: CardRoom) -> None:
    do(room, "sue", "/tables/royal-2/open", ALONE)
    for end in ("end", "void"):
        alone(room, end=end)
    alone(room, wins=1)
    found = room.get("walt", "/rounds?table=royal-2").json()
    assert [(each["round"], each["kept_by"], each["voided"], each["seats"]) for each in found] == [
        (3, "controller", False, [1, 3]),
        (2, "controller", True, [1, 3]),
        (1, "controller", False, [1, 3]),
    ]
    assert [each["round"] for each in room.get("walt", "/rounds?table=royal-2&seat=2").json()] == []
    now = services(room).days.house().local(datetime.now(UTC).isoformat())[:16].replace(" ", "T")
    assert len(room.get("walt", f"/rounds?table=royal-2&at={now}&minutes=60").json()) == 3
    steps = room.get("walt", f"/rounds/royal-2/controller/{found[0]['number']}").json()["steps"]
    words = [step["words"] for step in steps]
    assert words[:3] == ["seat 1: wager on the sensor", "seat 3: wager on the sensor", "START GAME: seats 1 and 3"]
    prize = room.get("otto", "/jackpots/royal/transactions").json()[-1]["result"]["prize_cents"]
    assert any(f"seat 3, double royal match, ${prize / 100:,.2f} (transaction" in each for each in words)
    assert steps[-2]["by"] == "sue"
    search = page(room, "walt", "/room/surveillance?table=royal-2").text
    assert "controller only" in search
    assert page(room, "walt", f"/room/surveillance/rounds/royal-2/controller/{found[0]['number']}").status_code == 200
    listed = room.get("otto", "/audit/rounds?table=royal-2").json()
    assert [each["round"] for each in listed] == [3, 2, 1]
    address = f"/room/audit/rounds/royal-2/controller/{listed[0]['controller']}"
    assert f'href="{address}"' in page(room, "otto", "/room/audit/rounds?table=royal-2").text
    assert "double royal match" in page(room, "otto", address).text
    for number in (0, 1, 10_000):
        assert room.get("walt", f"/rounds/royal-2/controller/{number}").status_code in (404, 422)


def test_a_round_of_a_table_that_was_never_opened_is_found_too(room: CardRoom) -> None:
    """A store of version 0.1 may have such a round."""
    found = services(room)
    dana = found.sessions.person(room.tokens["dana"])
    for number, (button, seat) in enumerate((("sense", 1), ("lock", 0), ("end", 0))):
        found.jackpots.press("royal-1", button, dana, f"before-{number}", seat)
    assert "selected>royal-1" in page(room, "walt", "/room/surveillance").text
    assert [each["round"] for each in room.get("walt", "/rounds?table=royal-1").json()] == [1]
    assert [each["round"] for each in room.get("otto", "/audit/rounds?table=royal-1").json()] == [1]


def sit(room: CardRoom) -> None:
    do(room, "sue", "/tables/royal-2/open", {"checked": True})
    do(room, "dana", "/tables/royal-2/seat", {"seat": 3, "player": "Pat", "chips": 100_000})


def at_table(room: CardRoom, bets: Any, *, void: bool = False) -> int:
    """A round at the seats of royal-2, dealt from its shoe; returns its number, the same on every screen."""
    do(room, "dana", "/tables/royal-2/bets", {"seat": 3, "bets": bets})
    do(room, "dana", "/tables/royal-2/close-betting")
    number = same_number(room)
    if void:
        do(room, "sue", "/floor/tables/royal-2/voids", room.papers("dana") | {"reason": "misdeal"})
        return number
    while (view := room.get("dana", "/tables/royal-2").json())["phase"] == "playing":
        step = view["step"]
        if step["kind"] == "ask":
            options, asked = step["open"][0]["options"], step["open"][0]
            answer = "no" if "no" in options else "stand"
            said = {"seat": asked["seat"], "answer": answer, "hand": asked["hand"]}
            do(room, "dana", "/tables/royal-2/decision", said)
        elif step["kind"] == "settle" and step["settlement"]["from_meter"]:
            raise AssertionError("the shoe dealt a share of the meter: run the test again")
        else:
            do(room, "dana", "/tables/royal-2/step")
    return number


def same_number(room: CardRoom) -> int:
    """The number of the round as the table, its controller, the console, the floor and surveillance say it."""
    view = room.get("dana", "/tables/royal-2").json()
    number = int(view["round"])
    assert controller(room, "royal-2")["round"] == number
    tables = {each["table"]: each for each in room.get("dana", "/tables").json()}
    assert tables["royal-2"]["round"] == number
    assert f"round {number}</small>" in page(room, "dana", "/room/dealer/royal-2").text
    assert f"round {number}" in page(room, "sue", "/room/floor/tables/royal-2").text
    if view["phase"] == "playing":
        assert room.get("walt", "/rounds?table=royal-2").json()[0]["round"] == number
        assert room.get("otto", "/audit/rounds?table=royal-2").json()[0]["round"] == number
    return number


def test_a_round_has_one_number_everywhere(room: CardRoom) -> None:
    """Tried with voids, rounds without a progressive wager, rounds of the controller only, and reopening."""
    both = [{"wager": "base", "cents": 1_000}, {"wager": "royal-match-progressive", "cents": 100}]
    sit(room)
    numbers = [at_table(room, both), at_table(room, both[:1]), at_table(room, both, void=True)]
    numbers += [at_table(room, both[:1], void=True)]
    do(room, "sue", "/tables/royal-2/close", {"why": "a test", "players_leave": True})
    do(room, "sue", "/tables/royal-2/open", ALONE)
    numbers += [alone(room), alone(room, end="void"), alone(room, wins=1)]
    assert room.press("dana", "lock", "royal-2", without_wagers=True).status_code == 200
    numbers.append(same_number(room))
    room.press("dana", "end", "royal-2")
    do(room, "sue", "/tables/royal-2/close", {"why": "a test"})
    sit(room)
    numbers += [at_table(room, both), at_table(room, both, void=True)]
    assert numbers == list(range(1, 11))
    recorded = [each["round"] for each in room.get("walt", "/rounds?table=royal-2").json()]
    assert recorded == numbers[::-1]
    assert [each["round"] for each in room.get("otto", "/audit/rounds?table=royal-2").json()] == numbers[::-1]
    ledger = room.get("otto", "/jackpots/royal/transactions").json()
    with_wagers = [each["data"]["round"] for each in ledger if each["kind"] == "coin-in"]
    assert with_wagers == [1, 3, 5, 6, 7, 9, 10]
    award = next(each for each in ledger if each["kind"] == "award")
    assert award["data"]["round"] == 7
    pages = page(room, "sue", f"/room/floor/wins/royal/{award['number']}.pdf")
    assert pages.status_code == 200
    assert room.get("otto", "/jackpots/royal/proof").json()["holds"]
    with services(room).database.reading_snapshot() as connection:
        opened = openings(connection, "royal-2")
    assert [events[0].data.get("first_round", 1) for events in opened] == [1, 5, 9]
    assert [Replay.begin(events).run().differences for events in opened] == [[], [], []]
    seen = room.get("otto", "/audit/rounds/royal-2/3/9").json()
    assert (seen["round"], seen["agrees"]) == (9, True)
