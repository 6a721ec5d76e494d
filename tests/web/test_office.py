"""The back office: totals that drill down to rounds, a close that balances, changes shown before they are made."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from pitbook.jackpot.people import Person, Role
from pitbook.money import format_micros
from pitbook.room.alerts import KINDS, Alert
from pitbook.room.tables.hold import TableHold, WagerHold
from pitbook.web.office.pages import dollars
from tests.room.rig import QUARTER
from tests.web.card_room import ROLES, CardRoom, card_room

PROPERTY = Path(__file__).parents[2] / "examples" / "property.toml"
PAGES = ("", "/days", "/bank", "/reports", "/configuration", "/wall", "/wall/part", "/jackpots/royal",
         "/jackpots/royal/ledger", "/jackpots/royal/ledger/1")  # fmt: skip


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """Two tables, four rounds, and a quarter of the meter won."""
    with card_room(str(tmp_path_factory.mktemp("office") / "room.db")) as made:
        assert made.open().status_code == 200
        for table, seats in (("1", (1, 2, 3)), ("2", (4,)), ("1", (1, 2)), ("2", (1, 7))):
            for seat in seats:
                made.press("dana", "sense", table, seat=seat)
            made.press("dana", "lock", table)
            if seats == (1, 2):
                made.press("dana", "spot", table, seat=2)
                made.press("dana", "hand", table, outcome=QUARTER)
                made.press("sue", "verify", table)
                assert made.press("sue", "record", table).status_code == 200
            assert made.press("dana", "end", table).status_code == 200
        yield made


def page(own_room: CardRoom, path: str, person: str = "ann") -> Any:
    """A page as a signed-in person sees it."""
    own_room.client.cookies.clear()
    body = {"badge": own_room.badges[person], "pin": "4071"}
    signed = own_room.client.post("/api/v1/session", json=body, headers={"Origin": str(own_room.client.base_url)})
    assert signed.status_code in (200, 201), signed.text
    return own_room.client.get(f"/room/office{path}", follow_redirects=False)


@pytest.mark.parametrize("path", PAGES)
def test_office_pages_need_their_role(own_room: CardRoom, path: str) -> None:
    assert page(own_room, path).status_code == 200
    assert page(own_room, path, "otto").status_code == 200
    refused = page(own_room, path, "dana")
    assert refused.status_code == 403
    assert "Dana" in refused.text


def test_a_short_prize_account_is_one_amount_on_every_page_until_it_is_covered(tmp_path: Path) -> None:
    """A wager adds a fraction of a cent: the page names the balance that covers it, rounded up."""
    with card_room(str(tmp_path / "room.db")) as made:
        assert made.open().status_code == 200
        made.press("dana", "sense", "1", seat=1)
        made.press("dana", "lock", "1")
        balance = {"amount": "$1,000", "source": "online", "document": "B-1"}
        assert made.post("ann", "/deposits", {"amount": "$0.13", "document": "D-1"}).status_code == 200
        assert made.post("ann", "/bank-balances", balance).status_code == 200
        account = page(made, "/bank").text
        assert "The prize account is $4,000.13 short of the $5,000.13 that it must hold" in account
        assert re.findall(r"<dd[^>]*><span title=[^>]*>([^<]*)", account) == ["$5,000.13", "$5,000.13", "$4,000.13"]
        assert account.count('role="alert">') == 1
        warned = page(made, "").text
        assert 'until it is covered. <span class="quiet small">WAC' in warned
        assert made.post("ann", "/bank-balances", balance | {"amount": "$5,000.13"}).status_code == 200
        warned = page(made, "").text
        assert "The prize account was $4,000.13 short" in warned
        assert "account is $" not in warned


def test_office_pages_need_a_sign_in(own_room: CardRoom) -> None:
    own_room.client.cookies.clear()
    answer = own_room.client.get("/room/office", follow_redirects=False)
    assert answer.status_code == 303


def today(own_room: CardRoom) -> str:
    (day,) = own_room.get("ann", "/jackpots/royal/days").json()
    return str(day["day"])


def test_a_total_drills_down_to_its_rounds(own_room: CardRoom) -> None:
    (day,) = own_room.get("ann", "/jackpots/royal/days").json()
    accrued = sum(day["accrued_micros"].values())
    assert accrued == 8 * 129_100
    shown = page(own_room, f"/jackpots/royal/days/{today(own_room)}").text
    assert format_micros(accrued) in shown
    by_table = {name: sum(table["accrued_micros"].values()) for name, table in day["tables"].items()}
    assert sum(by_table.values()) == accrued
    for name, micros in by_table.items():
        assert format_micros(micros) in shown
        ledger = page(own_room, f"/jackpots/royal/ledger?day={today(own_room)}&table={name}").text
        numbers = set(map(int, re.findall(r"/ledger/(\d+)\"", ledger)))
        items = own_room.get("ann", "/jackpots/royal/transactions").json()
        mine = [item for item in items if item["kind"] != "opened" and item["data"].get("table") == name]
        assert numbers == {item["number"] for item in mine}
        sums: dict[str, int] = {}
        for item in mine:
            for account, amount in item["entries"].items():
                sums[account] = sums.get(account, 0) + amount
        for account, amount in sums.items():
            if amount:
                assert f">{account}</span> <strong>{dollars(amount)}</strong>" in ledger, account
                assert re.search(r"\.\d\d(</span>)?$", dollars(amount)), account
    one_round = page(own_room, "/jackpots/royal/ledger?table=1&round=2").text
    assert "2 transactions" in one_round


def test_a_day_closes_and_says_how_it_adds_up(own_room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    day = today(own_room)
    assert "balanced" in page(own_room, "/days").text
    assert f"Close {day}</button>" not in page(own_room, "/days").text  # it is being played
    assert "This day can be closed when it is over: from 6:00 on the next day." in page(own_room, "/days").text
    services = own_room.client.app.state.services  # type: ignore[attr-defined]
    clock = services.jackpots.worker.clock
    from datetime import datetime

    later = (datetime.fromisoformat(clock()) + timedelta(days=1)).isoformat()
    monkeypatch.setattr(services.jackpots.worker, "clock", lambda: later)
    shown = page(own_room, "/days").text
    assert f"Close {day}</button>" in shown
    assert f"Close {day}</button>" not in page(own_room, "/days", "otto").text
    assert own_room.post("ann", f"/days/{day}/close").status_code == 200
    assert "closed" in page(own_room, f"/jackpots/royal/days/{day}").text
    assert f"/api/v1/reports/close?from={day}" in page(own_room, "/days").text


def test_terms_are_shown_with_their_effect_before_they_change(own_room: CardRoom) -> None:
    path = "/jackpots/royal/terms/preview"
    same = {"seed": "$5,000", "contribution": "10.91%", "reserve": "2%"}
    found = own_room.post("ann", path, {"terms": same}).json()
    assert found["now"] == found["then"]
    # The page sends the whole form, whose papers are not filled in yet.
    papers = {"why": "", "document": "", "second": {"badge": "", "pin": ""}}
    assert own_room.post("ann", path, {"terms": same | {"maximum": ""}, "when": "restart", **papers}).json() == found
    more = own_room.post("ann", path, {"terms": same | {"contribution": "20.91%"}}).json()
    edges = [float(more[when]["house_edge"].rstrip("%")) for when in ("now", "then")]
    assert edges[0] - edges[1] == pytest.approx(10, abs=1e-3)  # what more is contributed goes to players
    assert more["advice"]
    zero = own_room.post("ann", path, {"terms": same | {"seed": "$0"}}).json()
    assert any("seed" in words for words in zero["advice"])
    assert own_room.post("dana", path, {"terms": same}).status_code == 403
    assert own_room.post("ann", path, {"terms": {"seed": "much"}}).status_code in (400, 422)
    assert own_room.get("ann", "/jackpots/royal").json()["terms"]["seed_micros"] == 5_000_000_000


def test_configuration_is_previewed_before_it_is_stored(own_room: CardRoom) -> None:
    text, before = PROPERTY.read_text(), own_room.get("ada", "/configuration/versions").json()
    assert len(before) == 1
    assert "compare from version" not in page(own_room, "/configuration").text  # there is nothing to compare with
    drafted = own_room.post("ada", "/configuration/preview", {"text": text}).json()
    assert drafted["stops"] == 0
    assert own_room.post("ada", "/configuration/preview", {"text": text, "why": ""}).json() == drafted
    wrong = own_room.post("ada", "/configuration/preview", {"text": text.replace("seats = 7", "seats = 12", 1)})
    assert wrong.status_code == 400 or wrong.json()["stops"] > 0
    assert own_room.get("ada", "/configuration/versions").json() == before
    assert own_room.post("ada", "/configuration/preview", {"text": "not = [toml"}).status_code == 400


def test_wall_display_shows_no_hold_while_counting(own_room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the wagers would give another hold than all of them."""
    services = own_room.client.app.state.services  # type: ignore[attr-defined]
    floor = [{"table": "1", "open": True, "game": "royal-match-21", "title": "Royal Match 21"}]
    monkeypatch.setattr(services.pit, "floor", lambda: floor)
    side = WagerHold(("royal-match",), 10_000, 2_190, None, None)
    for counting, shown in ((True, "…"), (False, "21.9%")):
        hold = TableHold("1", "Royal Match 21", 3, (side,), counting)
        monkeypatch.setattr(services.holds, "of_day", lambda _day, hold=hold: [hold])
        assert f'<p class="hold">{shown} <small>hold</small></p>' in page(own_room, "/wall/part").text
        assert (hold.to_dict()["whole"] is None) is counting


@pytest.mark.parametrize(
    "path",
    ["/jackpots/none", "/jackpots/royal/days/2000-01-01", "/jackpots/royal/days/yesterday", "/jackpots/royal/ledger/0",
     "/jackpots/royal/ledger/99999999999999999999999", "/jackpots/royal/ledger?round=-1", "/configuration?before=77",
     "/wall?day=never", "/jackpots/royal/ledger?table=" + "x" * 500],
)  # fmt: skip
def test_unknown_office_records_are_an_error_page(own_room: CardRoom, path: str) -> None:
    answer = page(own_room, path)
    assert answer.status_code in (400, 404, 422)
    assert "<h1>" in answer.text


def test_an_alert_links_only_to_a_page_on_which_its_reader_can_act(own_room: CardRoom) -> None:
    """Each role opens every link that its alerts have; each kind of alert has a link for at least one role."""
    linked = set()
    for person, role in ROLES.items():
        reader = Person(person, person, frozenset({cast(Role, role)}))
        for kind in KINDS:
            link = Alert(kind, "now", "Something is so.", "royal").link_for(reader)
            if not link:
                continue
            linked.add(kind)
            page(own_room, "", person)  # signs in
            answer = own_room.client.get(link, follow_redirects=False)
            # The table royal is not in the property: its page is opened and says so.
            assert answer.status_code in (200, 404), (role, kind, link)
    assert linked == set(KINDS)


def test_a_suspended_jackpot_is_resumed_where_its_alert_leads(own_room: CardRoom) -> None:
    suspend = {"action": "suspend", **own_room.papers("ann")}
    assert own_room.post("eve", "/jackpots/royal/status", suspend).status_code == 200
    (alert,) = (each for each in own_room.get("ann", "/alerts").json() if each["kind"] == "suspended")
    assert alert["link"] == "/room/office/jackpots/royal"
    assert "Resume the jackpot</button>" in page(own_room, "/jackpots/royal", "ann").text
    assert "Resume the jackpot</button>" not in page(own_room, "/jackpots/royal", "otto").text
    resume = {"action": "resume", **own_room.papers("ann")}
    assert own_room.post("eve", "/jackpots/royal/status", resume).status_code == 200
    assert "Resume the jackpot</button>" not in page(own_room, "/jackpots/royal", "ann").text
