"""What a newcomer reads in the first minutes: one amount for one progressive, and no names that only programs need."""

import re

from playwright.sync_api import expect

from tests.browser.house import Visitor
from tests.web.test_plain_names import OTHERS, identifiers


def test_one_progressive_shows_one_amount_on_home_and_display(visit: Visitor) -> None:
    """The meter of the card room is the same everywhere; a table for play money calls its own by another name."""
    page = visit("/")
    amount = page.locator("[data-jackpot=royal]").first.inner_text().removesuffix(".00")
    page.goto("/display/royal")
    expect(page.locator("body")).to_contain_text(amount)
    page.goto("/play/royal-match-21")
    page.wait_for_url("**/play/table/royal-match-21-*")
    expect(page.locator("#meter")).to_contain_text("Play-money jackpot")


def test_pages_of_the_first_minutes_have_no_raw_names(visit: Visitor) -> None:
    """Home, tables, a game and the comparison as a person reads them."""
    names = sorted(name for name in identifiers() if re.search("[-_0-9]", name))
    raw = re.compile("|".join((*OTHERS, *(rf"(?<![\w/-]){re.escape(name)}(?![\w-])" for name in names))))
    page = visit("/")
    for path in ("/", "/play", "/games/royal-match-21", "/compare"):
        page.goto(path)
        assert raw.findall(page.locator("main").inner_text()) == [], path
