"""The floor over HTTP: opening, wins in their order, manual acts and their previews, surveillance, refusals."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.hostile import NASTY
from tests.web.card_room import PIN, CardRoom, card_room

EXAMPLE = (Path(__file__).resolve().parents[2] / "examples" / "property.toml").read_text("utf-8")
ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
BETS = [{"wager": "base", "cents": 1_000}, {"wager": "royal-match-progressive", "cents": 100}]
COOKIE = "pitbook-session"
TOP, QUARTER = "double_royal_match_suited", "double_royal_match"
PAGES = (
    "/room/floor",
    "/room/floor/jackpots/royal",
    "/room/surveillance",
    "/room/surveillance/wins",
    "/room/surveillance/malfunctions",
    "/room/floor/tables/royal-1",
)
SEES = {"sue", "eve", "walt", "otto"}
"""The people with access to the floor."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[CardRoom]:
    with card_room(str(tmp_path / "room.db")) as made:
        configurations = services(made).configurations
        configurations.keep(ENTERED, "ada", "a test")
        setup, members = configurations.gate(configurations.today()).open_jackpot("royal")
        eve = services(made).sessions.person(made.tokens["eve"])
        configurations.jackpots.open(setup, members, eve, "open the jackpot")
        yield made


def services(room: CardRoom) -> Any:
    return room.client.app.state.services  # type: ignore[attr-defined]


def page(room: CardRoom, person: str, path: str) -> Any:
    headers = {"Cookie": f"{COOKIE}={room.tokens[person]}"} if person else {}
    return room.client.get(path, headers=headers, follow_redirects=False)


def do(room: CardRoom, person: str, path: str, body: Any = None, key: str = "") -> dict[str, Any]:
    answer = room.post(person, path, body, key)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(room: CardRoom, person: str, path: str, body: Any = None) -> tuple[int, str]:
    answer = room.post(person, path, body)
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["detail"]


def hit(room: CardRoom, table: str = "royal-1", **wins: str) -> None:
    """A round at a table that is open for its controller only, with hands keyed in: ``seat3=TOP``."""
    opened = {each["table"]: each["open"] for each in room.get("sue", "/tables").json()}
    if not opened[table]:
        do(room, "sue", f"/tables/{table}/open", {"checked": True, "controller_only": True})
    for seat in (1, 3):
        room.press("dana", "sense", table, seat=seat)
    room.press("dana", "lock", table)
    for place, outcome in wins.items():
        room.press("dana", "spot", table, seat=int(place.removeprefix("seat")))
        room.press("dana", "hand", table, outcome=outcome)


def win(room: CardRoom, person: str, step: str, table: str = "royal-1", badge: str = "") -> dict[str, Any]:
    shown = {"badge": room.badges[badge], "pin": PIN} if badge else {}
    return do(room, person, f"/floor/tables/{table}/wins", {"step": step, **shown})


def play(room: CardRoom) -> None:
    """A round of seats 1 and 3 at a table that records bets, up to the payments."""
    do(room, "sue", "/tables/royal-1/open", {"checked": True})
    for seat in (1, 3):
        do(room, "dana", "/tables/royal-1/seat", {"seat": seat, "player": f"P{seat}", "chips": 50_000})
        do(room, "dana", "/tables/royal-1/bets", {"seat": seat, "bets": BETS})
    do(room, "dana", "/tables/royal-1/close-betting")
    do(room, "dana", "/tables/royal-1/cards", {"cards": "Ks 9c Kh Qs 7d ??"})


def stacks(room: CardRoom) -> dict[str, int]:
    view = room.get("dana", "/tables/royal-1").json()
    return {seat: player["stack"] for seat, player in view["players"].items()}


def pools(room: CardRoom) -> dict[str, int]:
    found: dict[str, int] = room.get("eve", "/jackpots/royal").json()["pools_micros"]
    return found


# -- who belongs -------------------------------------------------------------------------------------------------------


def test_floor_pages_need_a_floor_role(room: CardRoom) -> None:
    for path in PAGES:
        assert page(room, "", path).status_code == 303
        for person in room.badges:
            assert page(room, person, path).status_code == (200 if person in SEES else 403), (path, person)


def test_the_api_refuses_by_role(room: CardRoom) -> None:
    papers = room.papers("eve")
    reason = {"reason": "misdeal"}
    acts: list[tuple[str, Any, set[str]]] = [
        ("/tables/royal-1/open", {"checked": True}, {"sue", "eve"}),
        ("/tables/royal-1/close", {"why": "no players"}, {"sue", "eve"}),
        ("/floor/tables/royal-1/wins", {"step": "verify"}, {"sue", "eve", "dana", "dirk"}),
        ("/floor/tables/royal-1/voids/preview", {}, {"sue", "eve"}),
        ("/floor/tables/royal-1/voids", papers | reason, {"sue", "eve"}),
        ("/floor/tables/royal-1/corrections", papers | reason | {"event": 1, "net": "$1"}, {"sue", "eve"}),
        ("/floor/jackpots/royal/back-outs/preview", {"award": 1}, {"eve", "ann"}),
        ("/malfunctions", {"equipment": "", "what": "", "done": ""}, {"sue", "eve", "walt"}),
    ]
    for path, body, may in acts:
        for person in room.badges:
            status = room.post(person, path, body).status_code
            if person not in may and path != "/malfunctions":
                assert status == 403, (path, person)
            elif path != "/malfunctions":
                assert status != 403 or person == "eve" or "wins" in path, (path, person)
    for person in room.badges:
        sees = person in SEES
        assert room.get(person, "/large-wins").status_code == (200 if sees else 403)
        assert room.get(person, "/malfunctions").status_code == (200 if sees else 403)
        assert room.get(person, "/alerts").status_code == (403 if person in ("dana", "dirk") else 200)
    asked = {"equipment": "shuffler", "what": "it jams", "done": "swapped"}
    for person in room.badges:
        assert room.post(person, "/malfunctions", asked).status_code == (
            200 if person in ("sue", "eve", "walt") else 403
        )


# -- opening -----------------------------------------------------------------------------------------------------------


def test_a_table_opens_through_its_checklist_and_closes_with_a_reason(room: CardRoom) -> None:
    listed = room.get("sue", "/floor/tables/royal-1/checklist").json()
    assert listed["may_open"]
    assert any("IC 2026-03" in each["words"] for each in listed["conditions"])
    assert refused(room, "sue", "/tables/royal-1/open", {"checked": False})[0] == 400
    opened = do(room, "sue", "/tables/royal-1/open", {"checked": True}, "open-royal-1")
    assert do(room, "sue", "/tables/royal-1/open", {"checked": True}, "open-royal-1") == opened
    assert "open already" in page(room, "sue", "/room/floor/open/royal-1").text
    do(room, "sue", "/tables/royal-1/close", {"why": "end of shift"})
    with services(room).database.reading_snapshot() as connection:
        from pitbook.room.days.records import read_records

        assert [record.data["why"] for record in read_records(connection, "table-closed")] == ["end of shift"]
        assert len(read_records(connection, "table-opened")) == 1


def test_a_missing_condition_refuses_with_its_sentence_and_rule(room: CardRoom) -> None:
    stale = ENTERED.replace('postings = "68580bd6f239"', 'postings = "000000000000"')
    services(room).configurations.keep(stale, "ada", "stale notices")
    listed = room.get("sue", "/floor/tables/royal-1/checklist").json()
    assert not listed["may_open"]
    assert [finding["rule"] for finding in listed["against"]] == ["WA-07"]
    shown = page(room, "sue", "/room/floor/open/royal-1").text
    assert "WA-07" in shown
    assert "Confirm" not in shown
    status, words = refused(room, "sue", "/tables/royal-1/open", {"checked": True})
    assert status == 409 or status == 400
    assert "WA-07" in words
    kinds = {(alert["kind"], alert["place"]) for alert in room.get("otto", "/alerts").json()}
    assert ("posting", "royal-1") in kinds


# -- wins --------------------------------------------------------------------------------------------------------------


def test_several_wins_are_shown_and_recorded_in_their_order_with_the_meter_between(room: CardRoom) -> None:
    hit(room, seat1=QUARTER, seat3=QUARTER)
    shown = page(room, "sue", "/room/floor").text
    # Farthest on the dealer's right first (letter 003, Appendix A): seat 3 before seat 1.
    assert shown.index("Seat 3") < shown.index("Seat 1")
    assert win(room, "sue", "verify")["transaction"] is None
    first = win(room, "sue", "record")
    second = win(room, "sue", "record")
    meter = 500_021  # $5,000 and 10.91% of two wagers of $1
    assert first["prize_cents"] == meter // 4
    assert second["prize_cents"] == (meter - meter // 4) // 4
    text = page(room, "sue", "/room/floor").text
    assert text.count("/room/floor/wins/royal/") == 2
    pdf = page(room, "sue", f"/room/floor/wins/royal/{first['transaction']}.pdf")
    assert pdf.content.startswith(b"%PDF")


def test_other_tables_play_on_while_a_win_waits(room: CardRoom) -> None:
    hit(room, seat1=TOP)
    before = room.get("eve", "/jackpots/royal").json()["shown_cents"]
    hit(room, "royal-2")
    assert room.press("dana", "end", "royal-2").status_code == 200
    assert room.get("eve", "/jackpots/royal").json()["shown_cents"] > before


def test_a_large_win_needs_an_executive_who_shows_a_badge_at_the_supervisors_screen(room: CardRoom) -> None:
    hit(room, seat1=TOP)
    assert refused(room, "dana", "/floor/tables/royal-1/wins", {"step": "verify"})[0] == 403
    win(room, "sue", "verify")
    status, words = refused(room, "sue", "/floor/tables/royal-1/wins", {"step": "record"})
    assert status in (400, 403, 409)
    assert "executive" in words
    assert "needs an executive&#39;s card" in page(room, "sue", "/room/floor").text
    asked = {"step": "record", "badge": room.badges["eve"], "pin": "9999"}
    assert refused(room, "sue", "/floor/tables/royal-1/wins", asked)[0] == 403
    done = win(room, "sue", "record", badge="eve")
    assert done["by"] == "Eve"
    assert done["prize_cents"] == 500_021
    recorded = room.get("eve", "/jackpots/royal/transactions").json()[-1]
    assert recorded["by"] == "eve"


def test_the_win_page_has_the_cards_of_the_table(room: CardRoom) -> None:
    play(room)
    do(room, "dana", "/tables/royal-1/decision", {"seat": 0, "answer": "no"})
    for seat in (1, 3):
        do(room, "dana", "/tables/royal-1/decision", {"seat": seat, "answer": "stand"})
    do(room, "dana", "/tables/royal-1/cards", {"cards": "Qh"})
    do(room, "dana", "/tables/royal-1/settle-next")
    do(room, "dana", "/tables/royal-1/advance")
    do(room, "dana", "/tables/royal-1/key-in")
    win(room, "sue", "verify")
    done = win(room, "sue", "record")
    from pitbook.web.floor.view import win_cards

    seat = room.get("eve", "/jackpots/royal/transactions").json()[-1]["data"]["seat"]
    player, dealer = win_cards(services(room), "royal", done["transaction"])
    assert player == {1: "Ks Qs", 3: "9c 7d"}[seat]
    assert dealer == "Kh Qh"
    assert page(room, "sue", f"/room/floor/wins/royal/{done['transaction']}.pdf").status_code == 200


# -- manual acts -------------------------------------------------------------------------------------------------------


def after(preview: dict[str, Any], what: str) -> int:
    return next(int(each["after_micros"]) for each in preview["changes"] if each["what"] == what)


def test_a_void_does_what_its_preview_says(room: CardRoom) -> None:
    play(room)
    before = stacks(room), pools(room)
    preview = do(room, "sue", "/floor/tables/royal-1/voids/preview", {"reason": "misdeal", "second": {"badge": ""}})
    assert (stacks(room), pools(room)) == before, "a preview does nothing"
    assert room.get("dana", "/tables/royal-1").json()["phase"] == "playing"
    asked = {"reason": "misdeal", "why": "a card fell", "document": "IR-7", "second": room.second("dana")}
    done = do(room, "sue", "/floor/tables/royal-1/voids", asked, "void-it-once")
    assert do(room, "sue", "/floor/tables/royal-1/voids", asked, "void-it-once") == done
    for seat in "13":
        assert stacks(room)[seat] * 10_000 == after(preview, f"Seat {seat}") == 500_000_000
    assert pools(room)["displayed"] == after(preview, "Displayed") == 5_000_000_000
    record = page(room, "sue", f"/room/floor/records/{done['record']}").text
    assert "IR-7" in record
    assert "Dana (dana)" in record
    entry = room.get("eve", "/jackpots/royal/transactions").json()[-1]
    assert entry["kind"] == "void"
    assert entry["data"]["people"] == ["sue", "dana"]
    assert room.get("otto", "/jackpots/royal/proof").json()["holds"]


def test_second_person_must_be_another(room: CardRoom) -> None:
    hit(room, seat1=QUARTER)
    win(room, "sue", "verify")
    award = win(room, "sue", "record")["transaction"]
    play_papers = {"why": "a test", "document": "D-1"}
    for person, path, body in (
        ("sue", "/floor/tables/royal-1/voids", {"reason": "misdeal"}),
        ("sue", "/floor/tables/royal-1/corrections", {"reason": "misread", "event": 1, "net": "$0"}),
        ("eve", "/floor/jackpots/royal/back-outs", {"award": award}),
        (
            "eve",
            "/floor/jackpots/royal/adjustments",
            {"pool": "displayed", "way": "down", "amount": "$1", "reason": "malfunction"},
        ),
    ):
        status, words = refused(room, person, path, play_papers | body | {"second": room.second(person)})
        assert status == 403
        assert "two different people" in words
    # An auditor is never the second person.
    asked = play_papers | {"reason": "misdeal", "second": room.second("otto")}
    assert refused(room, "sue", "/floor/tables/royal-1/voids", asked)[0] == 403


def test_a_correction_does_what_its_preview_says(room: CardRoom) -> None:
    play(room)
    do(room, "dana", "/tables/royal-1/decision", {"seat": 0, "answer": "no"})
    for seat in (1, 3):
        do(room, "dana", "/tables/royal-1/decision", {"seat": seat, "answer": "stand"})
    do(room, "dana", "/tables/royal-1/cards", {"cards": "Qh"})
    do(room, "dana", "/tables/royal-1/settle-next")
    settled = room.get("dana", "/tables/royal-1").json()["settled"]
    paid = settled[0]
    assert "royal-match-progressive" in {item["wager"] for item in settled}  # taken as lost: the ledger corrects it
    offered = re.findall(r"<option value=.\d+.>([^<]+)</option>", page(room, "sue", "/room/floor/tables/royal-1").text)
    assert [line.partition(": ")[0] for line in offered] == ["Seat 3, Blackjack $10"]
    asked = {"event": paid["event"], "net": "$5", "reason": "misread"}
    preview = do(room, "sue", "/floor/tables/royal-1/corrections/preview", asked)
    done = do(room, "sue", "/floor/tables/royal-1/corrections", asked | room.papers("dirk"))
    seat = paid["seat"]
    assert stacks(room)[str(seat)] * 10_000 == after(preview, f"Seat {seat}")
    assert done["people"] == ["Sue (sue)", "Dirk (dirk)"]
    assert refused(room, "sue", "/floor/tables/royal-1/corrections", asked | {"net": "lots"} | room.papers("dirk"))[
        0
    ] in (400, 422)


def test_back_outs_and_adjustments_do_what_their_previews_say(room: CardRoom) -> None:
    hit(room, seat1=QUARTER)
    win(room, "sue", "verify")
    award = win(room, "sue", "record")["transaction"]
    preview = do(room, "eve", "/floor/jackpots/royal/back-outs/preview", {"award": award})
    do(room, "eve", "/floor/jackpots/royal/back-outs", {"award": award} | room.papers("ann"))
    assert pools(room)["displayed"] == after(preview, "Displayed")
    again = (400, f"transaction {award} of royal was backed out already")
    assert refused(room, "eve", "/floor/jackpots/royal/back-outs/preview", {"award": award}) == again
    assert refused(room, "eve", "/floor/jackpots/royal/back-outs", {"award": award} | room.papers("ann")) == again
    asked = {"pool": "displayed", "way": "down", "amount": "$10", "reason": "malfunction"}
    preview = do(room, "eve", "/floor/jackpots/royal/adjustments/preview", asked)
    done = do(room, "eve", "/floor/jackpots/royal/adjustments", asked | room.papers("ann"))
    assert pools(room)["displayed"] == after(preview, "Displayed") == 5_000_218_200 - 10_000_000
    assert f"royal {room.get('eve', '/jackpots/royal/transactions').json()[-1]['number']}" == done["transaction"]
    # Only the regulation's reasons.
    for reason in ("maximum", "because", "gross-receipts"):
        assert room.post(
            "eve", "/floor/jackpots/royal/adjustments/preview", asked | {"reason": reason}
        ).status_code in (
            400,
            409,
            403,
        )
    assert room.get("otto", "/jackpots/royal/proof").json()["holds"]
    assert "Manual adjustment" in page(room, "eve", "/room/floor/jackpots/royal").text


# -- surveillance ------------------------------------------------------------------------------------------------------


def test_a_round_is_found_by_time_and_seat_and_replayed_step_by_step(room: CardRoom) -> None:
    play(room)
    asked = {"reason": "misdeal", "why": "a card fell", "document": "IR-7", "second": room.second("dana")}
    do(room, "sue", "/floor/tables/royal-1/voids", asked)
    now = datetime.now(UTC)
    at = now.isoformat().replace("+00:00", "Z")
    found = room.get("walt", f"/rounds?table=royal-1&seat=3&at={at}").json()
    assert [each["round"] for each in found] == [1]
    assert found[0]["voided"]
    assert room.get("walt", f"/rounds?table=royal-1&seat=5&at={at}").json() == []
    hour = (now - timedelta(hours=2)).isoformat().replace("+00:00", "Z")
    assert room.get("walt", f"/rounds?table=royal-1&at={hour}").json() == []
    whole = room.get("walt", f"/rounds/royal-1/{found[0]['number']}").json()
    kinds = [step["kind"] for step in whole["steps"]]
    assert kinds.count("bet") == 4, "all bets before the round belong to it"
    assert "voided" in kinds
    words = " ".join(step["words"] for step in whole["steps"])
    assert "a card fell" in words
    shown = page(room, "walt", f"/room/surveillance/rounds/royal-1/{found[0]['number']}?step=8").text
    assert "step 8 of" in shown
    assert page(room, "walt", "/room/surveillance?table=royal-1&seat=3").status_code == 200
    assert page(room, "walt", f"/room/surveillance/rounds/royal-1/{found[0]['number'] + 1}").status_code == 404


def test_checklist_of_a_large_win_is_ticked_once_with_the_right_role(room: CardRoom) -> None:
    hit(room, seat1=TOP)
    win(room, "sue", "verify")
    award = win(room, "sue", "record", badge="eve")["transaction"]
    path = f"/large-wins/royal/{award}/checks"
    listed = room.get("walt", "/large-wins").json()[0]
    assert [step["check"] for step in listed["steps"]] == [
        "cards-shown", "deck-counted", "hand-sealed", "hand", "wager", "payout", "player",
    ]  # fmt: skip
    assert any(alert["kind"] == "checklist" for alert in room.get("walt", "/alerts").json())
    do(room, "sue", path, {"check": "deck-counted"})
    assert refused(room, "sue", path, {"check": "player"})[0] == 403
    assert refused(room, "otto", path, {"check": "cards-shown"})[0] == 403
    done = do(room, "walt", path, {"check": "hand-sealed", "note": "bag 12"}, "seal-it-once")
    assert do(room, "walt", path, {"check": "hand-sealed", "note": "bag 12"}, "seal-it-once") == done
    assert refused(room, "walt", path, {"check": "hand-sealed", "note": "bag 13"})[0] == 400
    assert done["sealed_until"] > datetime.now(UTC).isoformat()
    for check in ("cards-shown", "hand", "wager", "payout", "player"):
        do(room, "walt", path, {"check": check})
    assert all(alert["kind"] != "checklist" for alert in room.get("walt", "/alerts").json())
    assert "bag 12" in page(room, "walt", "/room/surveillance/wins").text


def test_a_malfunction_has_72_hours_and_a_letter(room: CardRoom) -> None:
    asked = {"equipment": "Shuffler", "table": "royal-1", "what": "It jams <b>", "done": "Swapped"}
    case = do(room, "walt", "/malfunctions", asked, "note-it-once")
    assert do(room, "walt", "/malfunctions", asked, "note-it-once") == case
    due, found = datetime.fromisoformat(case["due"]), datetime.fromisoformat(case["discovered"])
    assert due - found == timedelta(hours=72)
    text = room.get("sue", "/malfunctions/1/letter.txt").text
    assert "WAC 230-06-054" in text
    assert "It jams <b>" in text
    assert room.get("sue", "/malfunctions/1/letter.pdf").content.startswith(b"%PDF")
    shown = page(room, "walt", "/room/surveillance/malfunctions").text
    assert "It jams &lt;b&gt;" in shown
    assert any(alert["kind"] == "malfunction" for alert in room.get("otto", "/alerts").json())
    do(room, "sue", "/malfunctions/1/sent", {"how": "by e-mail"})
    assert refused(room, "sue", "/malfunctions/1/sent", {"how": "again"})[0] == 400
    assert all(alert["kind"] != "malfunction" for alert in room.get("otto", "/alerts").json())
    for wrong in ("2031-01-01T00:00", "1999-01-01T00:00", "soon"):
        assert room.post("walt", "/malfunctions", asked | {"discovered": wrong}).status_code == 400
    assert room.get("sue", "/malfunctions/2/letter.txt").status_code == 404


# -- nonsense ----------------------------------------------------------------------------------------------------------


def test_invalid_floor_requests_are_refused(room: CardRoom) -> None:
    paths = (
        "/floor/tables/royal-1/wins", "/floor/tables/royal-1/voids", "/floor/tables/royal-1/voids/preview",
        "/floor/tables/royal-1/corrections/preview", "/floor/jackpots/royal/adjustments/preview",
        "/floor/jackpots/royal/back-outs/preview", "/large-wins/royal/1/checks", "/malfunctions",
        "/tables/nowhere/open", "/tables/royal-1/close",
    )  # fmt: skip
    for path in paths:
        for nasty in NASTY[:6]:
            for body in (nasty, {"step": nasty}, {"amount": nasty, "pool": "displayed", "way": "up"}, {"why": nasty}):
                try:
                    status = room.post("eve", path, body).status_code
                except (ValueError, TypeError):
                    continue  # no JSON
                assert 400 <= status < 500, (path, body)
    for path in ("/room/floor/open/nowhere", "/room/floor/tables/nowhere", "/room/floor/jackpots/none",
                 "/room/floor/records/1", "/room/floor/wins/royal/99.pdf", "/room/floor/wins/royal/1.pdf",
                 "/room/surveillance?table=nowhere", "/room/surveillance?table=royal-1&at=soon"):  # fmt: skip
        assert 400 <= page(room, "eve", path).status_code < 500, path


def test_the_live_floor_sends_its_part_of_the_page_and_stops_with_the_session(room: CardRoom) -> None:
    import asyncio

    from starlette.requests import Request

    from pitbook.web.floor.pages import live

    app, sessions = room.client.app, services(room).sessions  # type: ignore[attr-defined]
    cookie = f"{COOKIE}={room.tokens['sue']}".encode()
    scope = {"type": "http", "method": "GET", "path": "/room/floor/live", "headers": [(b"cookie", cookie)], "app": app}
    sue = sessions.person(room.tokens["sue"])
    do(room, "sue", "/tables/royal-1/open", {"checked": True, "controller_only": True})

    async def watch() -> list[str]:
        answer = await live(Request(scope), sue)
        heard = []
        async for part in answer.body_iterator:
            heard.append(part if isinstance(part, str) else bytes(part).decode())
            if len(heard) == 1:
                room.press("dana", "sense", "royal-1", seat=1)
                room.press("dana", "lock", "royal-1")
                services(room).live_tables.publish("royal-1")
            else:
                sessions.end_all("sue")
                services(room).live_tables.publish("royal-1")
        return heard

    heard = asyncio.run(asyncio.wait_for(watch(), 20))
    assert len(heard) == 2
    assert all(part.startswith("event: view") for part in heard)
    assert "Dana" in heard[1]
