"""A card-room manager's first visit: the tour, reports, alerts and amounts."""

import pytest
from playwright.sync_api import expect

from tests.browser.harness import Axe, PageOpener, Site, resize

BROKEN = r"""() => {
  const broken = [], texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (const found of texts.currentNode.data.matchAll(/-?\$[\d,]+(\.\d+)?/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, found.index);
      range.setEnd(texts.currentNode, found.index + found[0].length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) broken.push(found[0]);
    }
  }
  return broken;
}"""
"""Amounts of money that break across lines."""


def test_tour_of_the_room_needs_no_sign_in(open_page: PageOpener, axe: Axe) -> None:
    page = open_page("/")
    page.get_by_role("link", name="I run a card room").click()
    expect(page).to_have_url("/tour")
    axe(page)
    page.get_by_role("link", name="Open the demonstration").click()
    for name in ("Dealer", "Floor", "Back office", "Jackpot", "Audit"):
        page.get_by_role("navigation", name="Tour").get_by_role("link", name=name).click()
        expect(page.get_by_text("Demonstration", exact=True)).to_be_visible()
        axe(page)
        for size in ("desktop", "phone"):
            resize(page, size)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (name, size)
            assert page.evaluate(BROKEN) == [], (name, size)
    page.get_by_role("link", name="Sign in").click()
    expect(page.get_by_role("link", name="See the tour and the demonstration")).to_be_visible()
    axe(page)


@pytest.mark.parametrize(
    "path", ["/room/office", "/room/office/bank", "/room/office/jackpots/royal", "/room/office/wall"]
)
def test_no_amount_of_the_back_office_breaks_across_lines(open_page: PageOpener, path: str) -> None:
    page = open_page(path, "phone", person="ann")
    assert page.evaluate(BROKEN) == []
    resize(page, "desktop")
    assert page.evaluate(BROKEN) == []


def test_refused_report_is_a_page_with_a_link_back(open_page: PageOpener, server: Site, axe: Axe) -> None:
    page = open_page("/api/v1/reports/close?from=yesterday", person="ann", status=422)
    expect(page.get_by_role("main")).to_contain_text("'yesterday' is not a day")
    expect(page.get_by_role("link", name="To the card room")).to_be_visible()
    axe(page)


def test_report_without_dates_covers_the_last_closed_day(open_page: PageOpener) -> None:
    # Chromium asks for an icon of a document that is not HTML.
    page = open_page("/room/office/reports", person="ann", allow=["status of 404"])
    form = page.locator("form[action='/api/v1/reports/close']")
    form.get_by_label("As").select_option("json")
    form.get_by_role("button", name="Create report").click()
    page.wait_for_url("**/api/v1/reports/close?from=&to=**")
    expect(page.locator("body")).to_contain_text('"report": "close"')


@pytest.mark.parametrize(("person", "links"), [("sue", 0), ("walt", 0)])
def test_an_alert_has_no_link_for_a_reader_who_cannot_act(open_page: PageOpener, person: str, links: int) -> None:
    page = open_page("/room/floor", person=person)
    alert = page.locator(".alert", has_text="No bank balance entered yet")
    expect(alert).to_be_visible()
    expect(alert.get_by_role("link")).to_have_count(links)


def test_accounting_finds_the_prize_account(open_page: PageOpener) -> None:
    page = open_page("/room/office", person="ann")
    page.locator(".note", has_text="No bank balance entered yet").get_by_role("link", name="Open").click()
    expect(page.get_by_role("heading", name="Account balance")).to_be_visible()


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.slow), "phone"])
def test_message_covers_no_button(open_page: PageOpener, size: str) -> None:
    """It appears beside the heading; buttons and links of the floor stay clickable."""
    page = open_page("/room/floor", size, person="sue")
    page.evaluate("import('/static/base.js').then(found => found.toast('Record by card: done.', 'good'))")
    expect(page.locator(".toast")).to_be_visible()
    covered = page.evaluate("""() => {
        const box = document.querySelector(".toast").getBoundingClientRect();
        const beside = one => one.right <= box.left || one.left >= box.right;
        const apart = one => beside(one) || one.bottom <= box.top || one.top >= box.bottom;
        const all = [...document.querySelectorAll("a:not(.skip), button, input, select")];
        return all.filter(e => e.checkVisibility() && !apart(e.getBoundingClientRect())).map(e => e.outerHTML);
    }""")
    assert covered == []
    assert page.locator(".toast").evaluate("one => getComputedStyle(one).pointerEvents") == "none"
