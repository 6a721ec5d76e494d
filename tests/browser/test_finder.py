"""The list of games is filtered while one types and chooses, by keyboard, and the address keeps the filters."""

import re

from playwright.sync_api import expect

from pitbook.games import all_games
from pitbook.web.family import family_of
from tests.browser.harness import Axe, PageOpener


def test_games_are_found_by_typing_and_choosing(open_page: PageOpener, axe: Axe) -> None:
    facts = [family_of(each).lobby_facts(each) for each in all_games()]
    listed = sum((each.group, each.decisions) == ("Poker against the dealer", "one") for each in facts)
    page = open_page("/games", size="phone")
    shown = page.locator("article.finder-game:visible")
    page.get_by_label("Search").press_sequentially("hold'em")
    expect(shown).to_have_count(2)
    expect(page).to_have_url(re.compile(r"\?q=hold%27em$"))
    page.get_by_label("Search").fill("")
    page.get_by_label("Decisions", exact=True).select_option("One decision")
    page.get_by_label("Family", exact=True).select_option("Poker against the dealer")
    expect(shown).to_have_count(listed)
    axe(page)
    page.reload()
    expect(shown).to_have_count(listed)
    page.get_by_role("link", name="Show all").press("Enter")
    expect(page.get_by_label("Search")).to_be_focused()
    expect(page).to_have_url(re.compile("/games$"))
    page.get_by_label("Search").fill("no such game")
    expect(page.get_by_text("No game matches.")).to_be_visible()
