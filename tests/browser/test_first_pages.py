"""What a newcomer meets on the pages about games: seen in a browser, on a desktop and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Visitor, resize

SIZES = ("desktop", "phone")


def in_view(page: Page, selector: str) -> bool:
    """Whether an element lies wholly on the screen."""
    return bool(
        page.locator(selector).evaluate(
            "e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.height; }"
        )
    )


def test_a_game_page_leads_with_lines_for_players(visit: Visitor) -> None:
    """Six lines are seen; the seventeen steps of the dealer are folded below them."""
    page = visit("/games/royal-match-21")
    expect(page.locator("[data-how] li")).to_have_count(6)
    procedure = page.locator("#procedure")
    expect(procedure.locator("li").first).to_be_hidden()
    procedure.locator("summary").click()
    expect(procedure.locator("li")).to_have_count(17)
    expect(procedure.locator("li").first).to_be_visible()


def test_learn_begins_with_how_to_play(visit: Visitor) -> None:
    page = visit("/learn")
    expect(page.locator("h2").first).to_have_text("How to play")
    expect(page.locator(".guides summary")).to_have_text(["Blackjack", "Pai gow poker", "Match the dealer"])


def test_the_drill_shows_the_next_hand_and_the_best_play(visit: Visitor) -> None:
    """Next hand is on the screen without scrolling, and the best play has the longest bar."""
    page = visit("/learn/blackjack")
    for size in SIZES:
        resize(page, size)
        stand = page.locator("[data-act=stand]")
        expect(stand).to_be_enabled()
        stand.click()
        expect(page.locator("[data-next]")).to_be_visible()
        assert in_view(page, "[data-next]"), size
        widths = page.locator(".verdict .bars > i > i").evaluate_all("all => all.map(e => e.offsetWidth)")
        assert widths == sorted(widths, reverse=True)
        assert widths[0] > widths[-1]
        page.locator("[data-next]").click()


@pytest.mark.parametrize(("cards", "name"), [("6d 6s", "Pair of sixes"), ("As Ad", "Pair of aces")])
def test_a_pair_is_called_a_pair(visit: Visitor, cards: str, name: str) -> None:
    page = visit("/learn")
    row = "A,A" if cards[0] == "A" else "6,6"
    page.route(
        "**/blackjack/hand?*",
        lambda route: route.fulfill(
            json={
                "seed": 1, "cards": cards, "up": "Th", "total": 12, "soft": row == "A,A",
                "actions": ["hit", "stand", "split"], "cell": f"pairs {row} T",
            }
        ),
    )  # fmt: skip
    page.goto("/learn/blackjack")
    expect(page.locator("[data-held]")).to_have_text(name)
