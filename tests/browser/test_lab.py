"""The Lab in a browser: a designed pay table has the edge that the command line prints."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Axe, PageOpener
from tests.cli.command_runner import run

MATCH_N_POKER = "/lab?w=match-n-poker/match-n-poker&decks=6&table=1"


def edge(page: Page) -> str:
    return page.locator("[data-figure=house_edge]").inner_text()


def test_a_pay_table_is_designed_and_the_command_line_agrees(open_page: PageOpener, axe: Axe, tmp_path: Path) -> None:
    page = open_page(MATCH_N_POKER)
    figure = page.locator(".lab-figures [data-figure=house_edge]")
    expect(figure).to_have_text("3.9951%")
    expect(page.locator("[data-histogram] rect").first).to_be_visible()

    # Arrow keys step a pay; the figure follows, and says by how much it moved.
    flush = page.get_by_label("Flush pays", exact=True)
    flush.press("ArrowUp")
    expect(flush).to_have_value("5 to 1")
    expect(figure).to_have_text("-1.8472%")
    expect(page.locator("[data-delta=house_edge]")).to_have_text("▼ 5.842 pts")
    page.get_by_label("Suited 3 of a Kind pays").fill("25 to 1")
    page.get_by_label("Straight pays", exact=True).fill("4 to 1")
    expect(page.locator("[data-standing]")).to_contain_text("no letter approves it")
    table = tmp_path / "table.toml"
    pays = {
        "suited_three_of_a_kind": "25 to 1", "straight_flush": "35 to 1", "three_of_a_kind": "20 to 1",
        "straight": "4 to 1", "flush": "5 to 1", "match": "1 to 1",
    }  # fmt: skip
    lines = "\n".join(f'{name} = "{pay}"' for name, pay in pays.items())
    table.write_text(f'[[table]]\nid = "X"\ndecks = [6]\n[table.pays]\n{lines}\n')
    told = run("par", "match-n-poker", "match-n-poker", "--table", str(table), "--decks", "6").out
    expect(figure).to_have_text(re.compile(re.escape(re.findall(r"-?\d+\.\d{4}%", told)[0])))

    # A wrong pay is refused under its own words; the way back is one button.
    page.get_by_label("Match pays", exact=True).fill("a lot")
    open_page._allowed.append("status of 400")
    expect(page.locator("[data-note]")).to_contain_text("Match: pay 'a lot' is not known")
    page.get_by_role("button", name="Reset").click()
    expect(figure).to_have_text("3.9951%")
    axe(page)


@pytest.mark.slow
def test_two_designs_are_compared_and_a_search_fills_in_pays(open_page: PageOpener, axe: Axe) -> None:
    page = open_page(MATCH_N_POKER)
    expect(page.locator("[data-histogram] rect").first).to_be_visible()
    page.get_by_role("button", name="Pin as A").click()
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("button", name="Use table 1").click()
    compared = page.locator("[data-compare-table] tbody tr").first
    expect(compared).to_contain_text("3.9951%")
    expect(compared).to_contain_text(re.compile(r"[45]\.\d{4}%"))
    # The table that is in use now is not proposed again: the note says that it fits.
    expect(page.locator("[data-find-note]")).not_to_contain_text("already fits")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator("[data-find-note]")).to_contain_text("Your present table already fits.")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[data-removal-chart] rect")).to_have_count(13)
    # Drawn for the room that it has: every rank has its name, and green helps the player as on the games' pages.
    expect(page.locator("[data-removal-chart] text")).to_have_text([*"AKQJ", "10", *"98765432"])
    expect(page.locator("[data-removal-chart] g:has(.gain) title")).to_have_text(
        [re.compile("−")] * page.locator("[data-removal-chart] .gain").count()
    )
    axe(page)
    # A saved design is found again under its own address.
    before = edge(page)
    page.get_by_role("button", name="Share").click()
    expect(page).to_have_url(re.compile(r"/lab/[0-9a-f]{24}$"))
    again = open_page(page.url.replace(open_page.site.address, ""))
    expect(again.locator(".lab-figures [data-figure=house_edge]")).to_have_text(before)


@pytest.mark.slow
def test_figure_explains_its_deals(open_page: PageOpener, axe: Axe) -> None:
    page = open_page(MATCH_N_POKER, "phone", dark=True)
    page.locator(".lab-figures [data-figure=house_edge]").click()
    drawer = page.get_by_role("dialog")
    expect(drawer).to_contain_text("25,036 / 626,665")
    expect(drawer.locator(".note.good")).to_contain_text("agrees, to the deal", timeout=30_000)
    expect(drawer.locator("svg.card").first).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def test_custom_rule_is_counted_and_its_errors_are_shown(open_page: PageOpener, axe: Axe) -> None:
    page = open_page("/lab?w=own", allow=["status of 400"])
    figure = page.locator(".lab-figures [data-figure=house_edge]")
    # Pays that the user did not type are proposed from the probabilities, marked, and give a realistic edge.
    expect(figure).to_have_text(re.compile(r"^([3-9]|1[0-2])\.\d{4}%$"), timeout=30_000)
    expect(page.locator("[data-lines] tr.proposed")).to_have_count(6)
    expect(page.locator("[data-proposed]")).to_be_visible()
    rule = page.get_by_role("textbox", name="Your rule")
    rule.fill("cards: player 2\nPair: pare(player)")
    expect(page.locator("#rule-wrong")).to_contain_text("Column 7: there is no function 'pare': did you mean pair?")
    expect(page.locator(".lab-gutter .wrong")).to_have_text("2")
    rule.fill("cards: player 2\nPair: pair(player)")
    expect(page.get_by_label("Pair pays")).to_have_value("12 to 1")
    page.get_by_label("Pair pays").fill("11 to 1")
    expect(page.locator("[data-lines] tr.proposed")).to_have_count(0)
    page.get_by_label("Pair pays").fill("12 to 1")
    # 23 of the 311 cards left pair the first: 1 - 13 * 23/311.
    expect(figure).to_have_text("3.8585%", timeout=30_000)
    axe(page)


def test_arrows_compare_with_the_previous_state(open_page: PageOpener) -> None:
    """From 4 to 5 to 4: the second arrow points back; it does not compare with the printed table. No message floats."""
    page = open_page(MATCH_N_POKER)
    figure, delta = page.locator(".lab-figures [data-figure=house_edge]"), page.locator("[data-delta=house_edge]")
    expect(figure).to_have_text("3.9951%")
    flush = page.get_by_label("Flush pays", exact=True)
    flush.press("ArrowUp")
    expect(delta).to_have_text("▼ 5.842 pts")
    flush.press("ArrowDown")
    expect(delta).to_have_text("▲ 5.842 pts")
    page.get_by_role("button", name="Pin as A").click()
    expect(page.locator("[data-message]")).to_contain_text("Pinned as A")
    expect(page.locator(".toast")).to_have_count(0)


def test_front_page_links_to_the_lab(open_page: PageOpener) -> None:
    page = open_page("/")
    starters = page.locator("#invent a")
    expect(starters).to_have_count(3)
    starters.nth(1).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Twins")
    expect(page.locator("[data-lines] tr.proposed")).to_have_count(3, timeout=30_000)
    # Find needs no pays to begin with: its tables have the edge that was asked for, and one click takes the first.
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("button", name="Use table 1", exact=True).click()
    expect(page.locator(".lab-figures [data-figure=house_edge]")).to_have_text(re.compile(r"^[45]\.\d{4}%$"))
