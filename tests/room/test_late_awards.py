"""Late awards: a win recorded after its round, by two people, as a share of the meter shown at the time."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.jackpot.book import ACCOUNTS
from pitbook.jackpot.days import days, hits
from pitbook.jackpot.ledger import Transaction, verify
from pitbook.jackpot.payout import LateBasis
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.reports.jackpot import win_page
from pitbook.room.days.reports import Reports
from pitbook.room.days.service import Days
from pitbook.room.jackpots.last_wins import last_wins
from pitbook.room.jackpots.late_awards import LateAwards, LateClaim
from tests.room.rig import BOTH, DEALER, EXECUTIVE, QUARTER, SUPERVISOR, TOP, Room
from tests.room.rig import room as room_in

SECOND = Person("sid", "Sid Supervisor", frozenset({"supervisor"}))
SUPERVISORS, WITH_EXECUTIVE = [SUPERVISOR, SECOND], [SUPERVISOR, EXECUTIVE]
CLAIM = LateClaim("1", 1, 2, QUARTER, "noticed on the recording", "IR-30", "camera 12, 21:40")
SEED, EACH, KEPT = 500_000, 109_100, 20_000
"""The seed in cents; what a wager adds to the display and to the reserve, in millionths."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Round 1 at table 1 was played by three seats; the win of seat 2 went unnoticed."""
    with room_in(tmp_path) as found:
        found.open()
        found.play("1", "123")
        yield found


def late(room: Room, basis: LateBasis = "as shown at the end of the round") -> LateAwards:
    return LateAwards(room.jackpots, lambda: basis)


def record(room: Room, claim: LateClaim = CLAIM, people: list[Person] = SUPERVISORS, **more: Any) -> dict[str, Any]:
    return late(room, **more).record("royal", claim, people, room.key())


def item(room: Room) -> Transaction:
    return room.jackpots.transactions("royal")[-1]


def shown(wagers: int) -> int:
    """The displayed amount after this many wagers, in cents."""
    return SEED + wagers * EACH // 10_000


def test_the_share_is_of_the_meter_at_the_end_of_that_round(room: Room) -> None:
    """Other tables have played on since; the meter pays, and the ledger proves it."""
    for table in "23":
        room.play(table, "12345")
    assert room.jackpots.book("royal").shown == shown(13) > shown(3)
    done = record(room)
    assert (done["prize_cents"], done["house_cents"]) == (shown(3) // 4, 0)
    assert done["shown_cents"] == (SEED * 10_000 + 13 * EACH - done["prize_cents"] * 10_000) // 10_000
    booked = item(room)
    assert booked.kind == "late-award"
    assert sum(booked.entries.values()) == 0
    assert set(booked.entries) == {"tray", "displayed"}
    assert (booked.data["people"], booked.data["evidence"]) == (["sam", "sid"], "camera 12, 21:40")
    assert room.jackpots.verify("royal").holds


def test_wagers_of_linked_tables_before_the_end_of_the_round_count(tmp_path: Path) -> None:
    with room_in(tmp_path) as room:
        room.open()
        room.press("1", "sense", seat=2)
        room.press("1", "lock")
        room.play("2", "12345")
        room.press("1", "end")
        room.play("3", "12345")
        assert record(room)["prize_cents"] == shown(6) // 4


def test_a_clock_that_is_set_back_does_not_change_the_end_of_the_round(room: Room) -> None:
    """The order of history is by number: a transaction after the round is not counted, even if its time is earlier."""
    room.clock.set("2026-11-02T19:00:00+00:00")
    for _ in range(4):
        room.play("2", "123456")
    assert record(room)["prize_cents"] == shown(3) // 4


def test_share_of_an_empty_display_is_refused(tmp_path: Path) -> None:
    with room_in(tmp_path) as found:
        found.open(seed="$0", contribution="0.5%")
        found.play("1", "1")
        with pytest.raises(BadInput, match=r"the display showed \$0 at that time, so a share of it is \$0"):
            record(found, replace(CLAIM, seat=1))


def test_house_pays_what_the_meter_no_longer_holds(room: Room) -> None:
    """The meter was won meanwhile: the fresh one gives what it holds, a named account the rest, and it restarts."""
    for _ in range(40):
        room.play("2", "123456")
    room.play("3", "1")
    ended = room.jackpots.book("royal").shown
    room.play("2", "1", seat1=TOP)
    before = room.jackpots.book("royal")
    assert before.shown < ended
    done = record(room, replace(CLAIM, table="3", round=1, seat=1, outcome=TOP), WITH_EXECUTIVE)
    assert done["prize_cents"] == ended
    assert done["house_cents"] == ended - before.shown > 0
    booked = item(room)
    assert booked.entries["house"] == done["house_cents"] * 10_000
    assert sum(booked.entries.values()) == 0
    assert "house" in ACCOUNTS
    assert done["shown_cents"] >= SEED
    assert room.jackpots.verify("royal").holds


def test_a_late_award_of_the_whole_meter_restarts_it_with_what_came_since(room: Room) -> None:
    room.play("2", "12345")
    done = record(room, replace(CLAIM, outcome=TOP), WITH_EXECUTIVE)
    assert done["prize_cents"] == shown(3)
    held = SEED * 10_000 + 8 * EACH - shown(3) * 10_000 + SEED * 10_000 + 8 * KEPT
    assert room.jackpots.book("royal").pools()["displayed"] == held
    assert room.jackpots.verify("royal").holds


def test_internal_controls_may_use_the_current_meter(room: Room) -> None:
    room.play("2", "12345")
    assert record(room, basis="as shown now")["prize_cents"] == shown(8) // 4
    assert item(room).data["basis"] == "as shown now"
    assert room.jackpots.verify("royal").holds


def test_a_fixed_pay_is_recorded_late_too(room: Room) -> None:
    done = record(room, replace(CLAIM, outcome="royal_match"))
    assert (done["prize_cents"], item(room).entries) == (4_000, {"tray": -40_000_000, "fixed pays": 40_000_000})
    assert room.jackpots.verify("royal").holds


@pytest.mark.parametrize(
    ("claim", "people", "words"),
    [
        (CLAIM, [SUPERVISOR, SUPERVISOR], "two different people"),
        (CLAIM, [SUPERVISOR, DEALER], "may not verify a win"),
        (replace(CLAIM, outcome=TOP), SUPERVISORS, r"a late award of \$5,000.32 needs an executive"),
        (replace(CLAIM, evidence=" "), SUPERVISORS, "state the evidence"),
        (replace(CLAIM, why=""), SUPERVISORS, "state the reason"),
        (replace(CLAIM, document=""), SUPERVISORS, "state the document"),
        (replace(CLAIM, seat=5), SUPERVISORS, "seat 5 had no wager in round 1 at table 1: 1, 2 and 3 had"),
        (replace(CLAIM, round=9), SUPERVISORS, "round 9 at table 1 has no wagers in the ledger"),
        (replace(CLAIM, outcome="a straight"), SUPERVISORS, "wins nothing from this jackpot"),
    ],
)
def test_invalid_late_awards_are_refused(room: Room, claim: LateClaim, people: list[Person], words: str) -> None:
    before = room.jackpots.number("royal")
    with pytest.raises((BadInput, NotApproved, NotAllowed), match=words):
        record(room, claim, people)
    assert room.jackpots.number("royal") == before


def test_open_or_voided_round_has_no_late_award(room: Room) -> None:
    for seat in (2, 3):
        room.press("1", "sense", seat=seat)
    room.press("1", "lock")
    with pytest.raises(BadInput, match="round 2 at table 1 is not over: key the hand in"):
        record(room, replace(CLAIM, round=2))
    room.jackpots.void_round("1", "misdeal", "IR-1", SUPERVISOR, room.key(), DEALER)
    with pytest.raises(BadInput, match="round 2 at table 1 was voided"):
        record(room, replace(CLAIM, round=2))


def test_dealer_of_the_round_cannot_record_its_late_award(tmp_path: Path) -> None:
    with room_in(tmp_path) as room:
        room.open()
        room.press("1", "sense", SUPERVISOR, seat=2)
        room.press("1", "lock", SUPERVISOR)
        room.press("1", "end", SUPERVISOR)
        with pytest.raises(NotApproved, match="Sam Supervisor dealt this round"):
            record(room)


def test_keyer_of_the_hand_cannot_record_its_late_award(tmp_path: Path) -> None:
    """The win was rejected in its round; who keyed it in then is not one of the two who record it afterwards."""
    with room_in(tmp_path) as room:
        room.open()
        for seat in (2, 3):
            room.press("1", "sense", seat=seat)
        room.press("1", "lock")
        for seat, person in ((2, SUPERVISOR), (3, SECOND)):
            room.press("1", "spot", seat=seat)
            room.press("1", "hand", person, outcome=QUARTER)
        room.press("1", "verify", EXECUTIVE)
        for _ in (2, 3):
            room.press("1", "reject", EXECUTIVE)
        room.press("1", "end")
        with pytest.raises(NotApproved, match="Sam Supervisor keyed in this hand"):
            record(room, people=[EXECUTIVE, SUPERVISOR])
        assert record(room, people=[EXECUTIVE, SECOND])["transaction"], "who keyed in another seat's hand may"


def test_hand_has_at_most_one_late_award(room: Room) -> None:
    """Repeating the request records nothing new; another request is refused until the first award is backed out."""
    once = room.key()
    first = late(room).record("royal", CLAIM, SUPERVISORS, once)
    assert late(room).record("royal", CLAIM, SUPERVISORS, once) == first
    with pytest.raises(BadInput, match=r"seat 2 was paid \$1,250.08 for that round .* a hand wins once"):
        record(room)
    room.jackpots.back_out("royal", first["transaction"], "the wrong hand", "IR-31", BOTH, room.key())
    assert room.jackpots.book("royal").shown == shown(3)
    again = record(room, replace(CLAIM, outcome="royal_match"))
    assert again["prize_cents"] == 4_000
    room.play("1", "12", seat2=QUARTER)
    with pytest.raises(BadInput, match="a hand wins once"):
        record(room, replace(CLAIM, round=2))
    assert room.jackpots.verify("royal").holds


def test_the_proof_finds_a_share_of_an_amount_that_was_never_shown(room: Room) -> None:
    record(room)
    items = room.jackpots.transactions("royal")
    last = items[-1]
    forged = replace(last, data={**last.data, "of_cents": last.data["of_cents"] + 100})
    forged = replace(forged, hash=forged.sealed())
    proof = verify("royal", [*items[:-1], forged])
    assert proof.fault is not None
    assert "another amount than the display showed" in proof.fault.words
    assert verify("royal", items).holds


def test_reports_show_late_awards_apart(room: Room) -> None:
    room.play("2", "12", seat2=QUARTER)
    record(room)
    items = room.jackpots.transactions("royal")
    (day,) = days(items, lambda _at: date(2026, 11, 2))
    assert (day.hits, day.late_awards, day.difference) == (1, 1, 0)
    assert day.from_dict(day.to_dict()).to_dict() == day.to_dict()
    assert len(hits(items)) == len(hits(items, "late-award")) == 1
    reports = Reports(Days(room.jackpots))
    report = reports.report("hits")
    (table,) = [table for table in report.tables if table.title == "Late awards of the period"]
    (row,) = table.rows
    shown_there = dict(zip((column.key for column in table.columns), row, strict=True))
    assert shown_there["evidence"] == "camera 12, 21:40"
    assert shown_there["people"] == "sam, sid"
    (listed,) = [table for table in report.tables if table.title == "Hits of the period"]
    assert len(listed.rows) == 1
    by_hand = reports.report("adjustments").tables[0]
    assert any("late award, table 1, round 1, seat 2" in map(str, row) for row in by_hand.rows)
    win = reports.win("royal", item(room).number)
    page = win_page.content(win)
    assert ["Evidence", "camera 12, 21:40"] in page["late"]
    assert ["Why", "noticed on the recording"] in page["late"]
    assert page["backed_out"] == []
    assert win_page.write(win).startswith(b"%PDF")
    assert next(each.cents for each in last_wins(Days(room.jackpots), "royal")) == shown(3) // 4
