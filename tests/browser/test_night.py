"""A night at three linked tables: a hit verified by key or by card, backed out, and paid; then the day is closed."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitbook.compliance.property import parse_property
from pitbook.reports.postings.notices import postings
from tests.browser.harness import EXAMPLE, PageOpener, Site, open_for_controllers_only, serving
from tests.browser.test_dealer import KEYED, is_next, sign
from tests.web.card_room import PIN, CardRoom

TABLES = ("royal-1", "royal-2", "royal-3")


def with_third_table(text: str) -> str:
    """The example property with a third table on the link, and current notices."""
    start = text.index('[[table]]\nid = "royal-2"')
    second = text[start : text.index("[[table]]", start + 1)]
    text = text.replace(second, second + second.replace("royal-2", "royal-3"))
    text = text.replace('tables = ["royal-1", "royal-2"]', f"tables = {list(TABLES)}".replace("'", '"'))
    of = parse_property(text)
    for table in TABLES:
        number = postings(of, table).number
        text = re.sub(rf'(id = "{table}"(?:\n(?!\[).*)*?\npostings = )"[0-9a-f]+"', rf'\1"{number}"', text)
    return text


def quiet_round(house: CardRoom, table: str, *seats: int) -> None:
    """A round without a win, at a table that plays on."""
    for seat in seats:
        assert house.press("dirk", "sense", table, seat=seat).status_code == 200
    for key in ("lock", "end"):
        assert house.press("dirk", key, table).status_code == 200


def hit_at(page: Page, house: CardRoom, keyed: bool) -> None:
    """A quarter of the meter at seat 2, keyed in at the console, verified and recorded as the controller wants it."""
    page.keyboard.press("2")
    expect(page.locator(".lamp.lit")).to_have_count(1)
    page.keyboard.press("Enter")
    is_next(page, "GAME OVER" if keyed else "END GAME")
    key_in(page, house, keyed)


def key_in(page: Page, house: CardRoom, keyed: bool) -> None:
    if page.locator(".lamp.chosen").count() == 0:
        page.keyboard.press("2")
    expect(page.locator(".lamp.chosen")).to_have_count(1)
    page.keyboard.press("b")
    is_next(page, "Key to JPH" if keyed else "CONFIRM")
    page.keyboard.press("Enter")
    sign(page, house, "sue")
    if keyed:
        page.get_by_role("button", name="Key to JPH").last.click()
        page.get_by_role("button", name="J-POT: record").click()
        page.get_by_role("button", name="Key to RUN").last.click()
    else:
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Swipe card: record").click()
    expect(page.locator("dialog.supervisor")).not_to_be_visible()
    is_next(page, "GAME OVER" if keyed else "END GAME")


@pytest.mark.parametrize("controller", ["card", pytest.param("keyed", marks=pytest.mark.slow)])
def test_night_at_three_linked_tables(
    controller: str, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyed = controller == "keyed"
    with serving(tmp_path, with_third_table(KEYED if keyed else EXAMPLE)) as site:
        open_page, house = PageOpener(browser, site), site.house
        try:
            play_night(open_page, house, site, keyed, monkeypatch)
            open_page.check()
        finally:
            open_page.leave()


def play_night(
    open_page: PageOpener, house: CardRoom, site: Site, keyed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first wager to the closed day."""
    open_for_controllers_only(house, *TABLES)
    for table in TABLES:
        quiet_round(house, table, 1, 2, 3)
    console = open_page("/room/dealer/royal-2", person="dana")
    hit_at(console, house, keyed)
    quiet_round(house, "royal-3", 4)  # another table plays on meanwhile
    (award,) = [item for item in house.get("ann", "/jackpots/royal/transactions").json() if item["kind"] == "award"]
    prize = (5_000_000_000 + 10 * 109_100) // 4 // 10_000 * 10_000
    assert award["result"]["prize_cents"] * 10_000 == prize

    # It was another hand: two people back it out, and the meter is again what it was.
    floor = open_page("/room/floor/jackpots/royal", person="eve")
    form = floor.locator("form[data-api$='back-outs']")
    form.get_by_label("What happened").fill("the wrong seat was keyed in")
    form.get_by_label("Document").fill("IR-7")
    form.get_by_label("Badge").fill(house.badges["ann"])
    form.get_by_label("PIN").fill(PIN)
    with floor.expect_popup():
        form.get_by_role("button", name="Back it out").click()
    key_in(console, house, keyed)
    items = house.get("ann", "/jackpots/royal/transactions").json()
    awards = [item for item in items if item["kind"] == "award"]
    assert len(awards) == 2
    assert awards[1]["result"]["prize_cents"] * 10_000 == (5_000_000_000 + 11 * 109_100) // 4 // 10_000 * 10_000

    # Where a role does not belong it is refused, by page and by API.
    refused = open_page("/room/office", person="dana", status=403)
    expect(refused.get_by_role("heading", level=1)).to_be_visible()
    day = house.get("ann", "/jackpots/royal/days").json()[0]["day"]
    assert house.post("dana", f"/days/{day}/close").status_code == 403

    # The next morning the day closes, and balances.
    clock = site.app.state.services.jackpots.worker
    later = (datetime.fromisoformat(clock.clock()) + timedelta(days=1)).isoformat()
    monkeypatch.setattr(clock, "clock", lambda: later)
    office = open_page("/room/office/days", person="ann")
    expect(office.get_by_text("balanced")).to_be_visible()
    office.get_by_role("button", name=f"Close {day}").click()
    expect(office.get_by_role("rowheader", name=day)).to_be_visible()
    (figures,) = [figures for figures in house.get("ann", "/jackpots/royal/days").json() if figures["day"] == day]
    assert figures["closed"]
    assert figures["difference_micros"] == 0
    assert (
        figures["closing_micros"]["displayed"]
        == 5_000_000_000 + 11 * 109_100 - awards[1]["result"]["prize_cents"] * 10_000
    )
    assert figures["closing_micros"]["reserve"] == 11 * 20_000
    assert house.get("ann", "/jackpots/royal/proof").json()["holds"]
