"""The pages about games, as a newcomer sees them on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitbook.games import LETTER_SLUGS, SLUGS, game
from pitbook.web.games.counted import AuditOf, SessionOf, SheetOf, SolvedOf
from pitbook.web.games.sheet_key import chosen
from tests.browser.harness import Axe, PageOpener, Site, resize

SIZES = ("desktop", "phone")


def in_view(page: Page, selector: str) -> bool:
    """Whether an element lies wholly on the screen."""
    return bool(
        page.locator(selector).evaluate(
            "e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.height; }"
        )
    )


def test_game_page_starts_with_six_lines_for_players(open_page: PageOpener) -> None:
    """The seventeen steps for the dealer are folded below them."""
    page = open_page("/games/royal-match-21")
    expect(page.locator("[data-how] li")).to_have_count(6)
    procedure = page.locator("#procedure")
    expect(procedure.locator("li").first).to_be_hidden()
    procedure.locator("summary").click()
    expect(procedure.locator("li")).to_have_count(17)
    expect(procedure.locator("li").first).to_be_visible()


def test_learn_begins_with_how_to_play(open_page: PageOpener) -> None:
    page = open_page("/learn")
    expect(page.locator("h2").first).to_have_text("How to play")
    guides = [each.strip() for each in page.locator(".guides summary").all_inner_texts()]
    assert guides[:3] == ["Blackjack", "Pai gow poker", "Match the dealer"]
    assert len(guides) == 3 + sum(slug not in LETTER_SLUGS for slug in SLUGS)


def test_the_drill_shows_the_next_hand_and_the_best_play(open_page: PageOpener) -> None:
    """Next hand is on the screen without scrolling, and the best play has the longest bar."""
    page = open_page("/learn/blackjack")
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
def test_a_pair_is_called_a_pair(open_page: PageOpener, cards: str, name: str) -> None:
    page = open_page("/learn")
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


def test_all_examples_of_a_wager_are_shown(open_page: PageOpener) -> None:
    """No part of the long list is hidden behind a scroll bar."""
    page = open_page("/games/ez-pai-gow/dynasty")
    shown = page.locator(".examples .example")
    assert shown.count() > 12
    cut = page.locator(".examples").evaluate("e => getComputedStyle(e).overflowY !== 'visible'")
    assert not cut


def test_letter_page_shows_all_columns_on_a_phone(server: Site, open_page: PageOpener, axe: Axe) -> None:
    """A reason that several figures share is printed once."""
    server.app.state.figures.count_here(AuditOf("royal-match-21"))
    page = open_page("/letters/royal-match-21")
    resize(page, "phone")
    expect(page.locator("#audit .reason").first).to_be_visible()
    beyond = page.locator("#audit td, .tabs a, .bar-top nav a").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.textContent)"
    )
    assert not beyond
    reasons = page.locator("#audit details").evaluate_all(
        "all => all.map(e => [...e.querySelectorAll('.reason')].map(r => r.textContent))"
    )
    assert all(len(some) == len(set(some)) for some in reasons)
    axe(page)


def test_search_without_hits_suggests_the_nearest_match(open_page: PageOpener) -> None:
    page = open_page("/catalogue")
    page.get_by_label("Search the catalogue").fill("carribean")
    note = page.locator("[data-none]")
    expect(note).to_contain_text("No game in the catalogue matches")
    expect(note.get_by_role("link", name="Caribbean Stud Poker")).to_be_visible()
    page.get_by_label("Search the catalogue").fill("pai gow")
    expect(note).to_be_hidden()


def test_the_displays_are_listed(open_page: PageOpener, axe: Axe) -> None:
    page = open_page("/display")
    expect(page.get_by_role("heading", name="Royal Match Progressive")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Royal Match Progressive").click()
    expect(page.locator(".sign")).to_have_count(1)


def test_comparison_draws_known_edges_and_adds_others_as_they_arrive(server: Site, open_page: PageOpener) -> None:
    """The chart does not wait for the slowest wager, and needs no reload. A jackpot wager says which amount it uses."""
    figures = server.app.state.figures
    royal = game("royal-match-21")
    for name in ("royal-match", "royal-match-progressive"):
        figures.count_here(SheetOf(chosen(royal, royal.wager(name))))
    page = open_page("/compare")
    chart = page.locator("#edges-chart")
    expect(chart.get_by_role("list", name="House edge of each wager")).to_contain_text("Royal Match Progressive")
    expect(chart).to_contain_text(re.compile(r"calculating \d+ more wagers…"))
    expect(chart.locator("li", has_text="Red/Black")).to_have_count(0)
    live = page.locator("#row-royal-match-21-royal-match-progressive-RMP")
    expect(live).to_contain_text(re.compile(r"jackpot \$[\d,.]+ \((the highest )?live in the card room\)"))

    pai_gow = game("ez-pai-gow")
    for name in ("red-black", "protection"):
        figures.count_here(SheetOf(chosen(pai_gow, pai_gow.wager(name))))
    expect(chart.locator("li", has_text="Red/Black")).to_be_visible()
    lengths = chart.locator("rect").evaluate_all("all => all.map(e => e.width.baseVal.value)")
    assert lengths == sorted(lengths)

    figures.count_here(SheetOf(chosen(royal, royal.wager("blazing-7s"))))
    seed = page.locator("tr[id^=row-royal-match-21-blazing-7s]")
    expect(seed).to_contain_text(re.compile(r"jackpot \$[\d,.]+ \((its seed in the letter|assumed)\)"))


def test_session_histogram_has_one_peak(server: Site, open_page: PageOpener) -> None:
    """The distribution of 100 hands has one peak; a bin width that does not fit the pays would alternate high and low
    columns.
    """
    royal = game("royal-match-21")
    of = chosen(royal, royal.wager("royal-match"))
    server.app.state.figures.count_here(SheetOf(of))
    hundred = server.app.state.figures.count_here(SessionOf(of))
    page = open_page("/games/royal-match-21/royal-match")
    columns = page.locator("#session svg.histogram rect")
    expect(columns).to_have_count(len(hundred.bars))
    heights = columns.evaluate_all("all => all.slice(1, -1).map(e => e.height.baseVal.value)")
    top = heights.index(max(heights))
    assert heights[: top + 1] == sorted(heights[: top + 1])
    assert heights[top:] == sorted(heights[top:], reverse=True)
    assert 2 < top < len(heights) - 3


def test_starting_hands_are_all_in_view_on_a_phone(server: Site, open_page: PageOpener) -> None:
    """The grid is as wide as the page; its colours have a key, and no identifier of the game stands in a sentence."""
    server.app.state.figures.count_here(SolvedOf("ultimate-texas-holdem"))
    page = open_page("/games/ultimate-texas-holdem", "phone")
    grid = page.locator(".data.hands")
    grid.wait_for()
    assert grid.locator("td").count() == 169
    assert grid.evaluate("all => all.parentElement.scrollWidth <= all.parentElement.clientWidth")
    assert grid.bounding_box()["width"] > 330  # type: ignore[index]
    expect(page.locator(".hands-key span")).to_have_text(["check", "3x", "4x"])
    assert "ltimate-texas-holdem" not in page.locator("#solution").inner_text()
