"""What a newcomer reads first: one amount for one progressive, and no identifiers."""

import re

from playwright.sync_api import expect

from tests.browser.harness import PageOpener
from tests.web.test_no_raw_names import OTHERS, identifiers


def test_one_progressive_shows_one_amount_on_home_and_display(open_page: PageOpener) -> None:
    """The meter of the card room is the same everywhere; a table for play money calls its own by another name."""
    page = open_page("/")
    amount = page.locator("[data-jackpot=royal]").first.inner_text().removesuffix(".00")
    page.goto("/display/royal")
    expect(page.locator("body")).to_contain_text(amount)
    page.goto("/play/royal-match-21")
    page.wait_for_url("**/play/table/royal-match-21-*")
    expect(page.locator("#meter")).to_contain_text("Play-money jackpot")


def test_first_pages_show_no_identifiers(open_page: PageOpener) -> None:
    """Home, tables, a game and the comparison, as text."""
    names = sorted(name for name in identifiers() if re.search("[-_0-9]", name))
    raw = re.compile("|".join((*OTHERS, *(rf"(?<![\w/-]){re.escape(name)}(?![\w-])" for name in names))))
    page = open_page("/")
    for path in ("/", "/play", "/games/royal-match-21", "/compare"):
        page.goto(path)
        assert raw.findall(page.locator("main").inner_text()) == [], path
