"""A late award over HTTP: who may, its preview, its record, and where it is shown."""

import html
from typing import Any

from tests.web import test_floor
from tests.web.card_room import CardRoom
from tests.web.test_floor import QUARTER, TOP, do, hit, page, refused

room = test_floor.room
ROUTE = "/floor/jackpots/royal/late-awards"


def claim(**more: Any) -> dict[str, Any]:
    return {"table": "royal-1", "round": 1, "seat": 3, "outcome": QUARTER, "evidence": "camera 12, 21:40"} | more


def played(room: CardRoom) -> None:
    """A round in which the win of seat 3 went unnoticed."""
    hit(room)
    assert room.press("dana", "end", "royal-1").status_code == 200


def test_a_late_award_does_what_its_preview_says_and_is_printed(room: CardRoom) -> None:
    played(room)
    before = do(room, "sue", f"{ROUTE}/preview", claim())
    moved = {each["what"]: each for each in before["changes"]}
    assert moved["Prize"]["after_micros"] == 1_250_050_000
    done = do(room, "sue", ROUTE, claim() | room.papers("eve"))
    assert done["act"] == "Late award"
    assert done["document"] == "D-1; camera 12, 21:40"
    assert done["people"] == ["Sue (sue)", "Eve (eve)"]
    meter = next(each for each in done["changes"] if each[0] == "Meter royal")
    shown = moved["Meter royal"]
    assert meter[1:] == [shown["before_micros"], shown["after_micros"]]
    seen = html.unescape(page(room, "sue", "/room/floor/jackpots/royal").text)
    assert "late award" in seen
    assert "as shown at the end of the round" in seen
    assert page(room, "sue", f"/room/floor/records/{done['record']}").status_code == 200
    number = done["transaction"].split()[1]
    pdf = page(room, "sue", f"/room/floor/wins/royal/{number}.pdf")
    assert pdf.content.startswith(b"%PDF")
    proof = room.get("otto", "/jackpots/royal/proof").json()
    assert proof["holds"]


def test_people_who_may_record_a_late_award(room: CardRoom) -> None:
    """Two different people who verify wins; an executive among them from the amount that the set-up names."""
    played(room)
    for person in ("dana", "ann", "walt", "otto", "ada"):
        assert room.post(person, ROUTE, claim() | room.papers("eve")).status_code == 403
        assert room.post(person, f"{ROUTE}/preview", claim()).status_code == 403
    assert refused(room, "sue", ROUTE, claim() | room.papers("sue"))[0] == 403
    assert refused(room, "sue", ROUTE, claim() | room.papers("dana"))[0] == 403
    status, words = refused(room, "sue", ROUTE, claim(round=7) | room.papers("eve"))
    assert (status, words) == (400, "round 7 at table royal-1 has no wagers in the ledger of royal")
    assert room.post("sue", ROUTE, claim(evidence="") | room.papers("eve")).status_code == 422
    do(room, "sue", ROUTE, claim(outcome=TOP) | room.papers("eve"))


def test_the_form_is_shown_to_those_who_may(room: CardRoom) -> None:
    for person, may in (("sue", True), ("eve", True), ("walt", False), ("otto", False)):
        shown = page(room, person, "/room/floor/jackpots/royal").text
        assert ('name="evidence"' in shown) is may
