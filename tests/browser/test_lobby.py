"""The lobby: from the front page to a hand, the audit of a letter, sorting the comparison by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitbook.exact.audit import audit
from pitbook.exact.figures import percent
from pitbook.exact.notebook import par
from pitbook.games import game
from pitbook.web.games.counted import AuditOf, CountingOf, SheetOf, has_counting
from pitbook.web.games.sheet_key import SheetKey, usual
from tests.browser.harness import Axe, PageOpener, Site


def test_from_the_front_page_to_a_table_in_one_click(open_page: PageOpener) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Deal me a hand").click()
    page.wait_for_url(re.compile("/play/table/"))


def test_letter_audit_lists_errors_first(server: Site, open_page: PageOpener, axe: Axe) -> None:
    """The letter's page comes before its audit, which then fills itself in."""
    page = open_page("/letters")
    page.get_by_role("link", name=re.compile("Letter 003")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Royal Match 21")
    server.app.state.figures.count_here(AuditOf("royal-match-21"))
    shown = page.locator("#audit")
    expect(shown.get_by_role("heading", name="Does not hold")).to_be_visible()
    counts = audit([game("royal-match-21")]).counts()
    assert shown.locator("td.bad").count() == counts["does_not_hold"]
    expect(shown.locator("dt:text-is('Holds') + dd")).to_have_text(str(counts["holds"]))
    page.get_by_role("link", name="figures that hold").click()
    expect(page.get_by_role("heading", name="Holds", exact=True)).to_be_visible()
    axe(page)


def names(page: Page) -> list[str]:
    return page.locator("tbody th a").all_inner_texts()


@pytest.mark.slow
def test_the_comparison_is_sorted_by_keyboard(server: Site, open_page: PageOpener) -> None:
    for of in usual(game("royal-match-21")):
        if not of.slow:
            server.app.state.figures.count_here(SheetOf(of))
    page = open_page("/compare")
    heading = page.get_by_role("columnheader", name="Hit frequency")
    link = heading.get_by_role("link")
    link.focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    ascending = names(page)
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "descending")
    expect(link).to_be_focused()
    assert page.url.endswith("sort=hit&order=down&tables=usual")
    expect(page.get_by_text("Sorted by Hit frequency, highest first")).to_be_attached()
    found = names(page)
    assert sorted(found) == sorted(ascending)
    assert found.index("Royal Match") < found.index("Blazing 7's Progressive") < found.index("Royal Match Progressive")


@pytest.mark.slow
def test_chosen_pay_table_is_shown(server: Site, open_page: PageOpener) -> None:
    for table in ("RM-04", "RM-07"):
        of = SheetKey("royal-match-21", "royal-match", table, 6)
        server.app.state.figures.count_here(SheetOf(of))
        assert has_counting(of)
        server.app.state.figures.count_here(CountingOf(of))
    page = open_page("/games/royal-match-21/royal-match")
    page.get_by_label("Pay table").select_option("RM-07")
    edge = percent(par("royal-match-21", "royal-match", table="RM-07", decks=6).house_edge)
    expect(page.locator("#sheet dd").first).to_have_text(edge)


@pytest.mark.slow
def test_catalogue_filters_while_typing(open_page: PageOpener) -> None:
    page = open_page("/catalogue")
    page.get_by_label("Search the catalogue").press_sequentially("royal match")
    expect(page.locator("[data-found]")).to_have_text("2 of 66")


def describes(open_page: PageOpener) -> Page:
    page = open_page("/api/docs", size="phone")
    page.locator("summary", has_text="/api/v1/compare").click()
    expect(page.get_by_text('curl "$PITBOOK/api/v1/compare"')).to_be_visible()
    return page


def test_the_description_of_the_api_fits_a_phone(open_page: PageOpener) -> None:
    page = describes(open_page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.slow
def test_api_description_passes_axe(open_page: PageOpener, axe: Axe) -> None:
    """A long page."""
    axe(describes(open_page))
