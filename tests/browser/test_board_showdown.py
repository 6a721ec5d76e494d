"""Board Showdown, a game of the tests, in a browser: amounts that players name, the board, moved stakes, free bets."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from pitbook import families, games
from tests.browser.harness import Axe, PageOpener, serving
from tests.browser.test_play import Stack, sit, spot, stack
from tests.families.conftest import SHOWDOWN
from tests.families.test_board_showdown import BETS, room
from tests.web.card_room import PIN

__all__ = ["stack"]


@pytest.fixture
def showdown() -> Iterator[str]:
    added = games.added(SHOWDOWN, "tests.families.board_showdown.rules")
    with families.added("showdown", "tests.families.showdown"), added:
        yield SHOWDOWN


def test_player_names_an_amount_sees_the_board_and_raises_free(
    open_page: PageOpener, stack: Stack, showdown: str, axe: Axe
) -> None:
    stack("2c", "Ks Kd Ah Th 9s")
    page = sit(open_page, showdown, allow=("status of 400",))
    for _ in range(2):  # the Ride follows its Ante
        spot(page, "ante").click()
    page.keyboard.press("Space")
    field = page.locator("#sum-name")
    expect(field).to_have_value("10")
    field.fill("17")
    page.locator('#acts [data-act="name"]').click()
    expect(page.locator("#say")).to_contain_text("allowed is $10 to $20 in steps of $5")
    axe(page)
    field.fill("15")
    field.press("Enter")
    expect(page.locator("#shared [data-place=board] .dealt")).to_have_count(1)
    expect(page.locator("#hands .hand-bet")).to_have_text("Raise $15")
    axe(page)
    page.locator('#acts [data-act="pull"]').click()
    expect(page.locator("#log li, #say").first).to_be_visible()
    expect(spot(page, "ante").locator(".plaque")).to_contain_text("+$10")
    page.get_by_role("button", name="Deal again").click()
    page.locator('#acts [data-act="free raise"]').click()
    expect(page.locator("#hands .hand-bet")).to_have_text("Raise $10 free")
    page.locator('#acts [data-act="let ride"]').click()
    expect(page.locator("#tray")).to_be_visible()


def test_console_enters_an_amount_shows_the_board_and_corrects_a_stake(
    browser: Browser, showdown: str, tmp_path: Path, axe: Axe
) -> None:
    with serving(tmp_path) as site:
        house = site.house
        limits = 'ante = "$5 to $100"\nride = "$5 to $100"'
        site.app.state.services.configurations.keep(room(limits), "ada", "a test")

        def do(act: str, body: Any = None, person: str = "dana") -> None:
            answer = house.post(person, f"/tables/show-1/{act}", body)
            assert answer.status_code == 200, f"{act}: {answer.text}"

        do("open", {"checked": True}, "sue")
        for seat in (1, 3):
            do("seat", {"seat": seat, "player": f"Player {seat}", "chips": 50_000})
            do("bets", {"seat": seat, "bets": BETS})
        open_page = PageOpener(browser, site)
        page = open_page("/room/dealer/show-1", "desktop", person="dana")
        page.keyboard.press("Enter")
        expect(page.locator(".next-step .large")).to_contain_text("Deal two cards face down")
        page.keyboard.press("Enter")
        page.locator('[data-name="Seat 1: Raise 3x"]').click()
        page.locator('[data-name="Seat 3: Name"]').click()
        expect(page.locator("#sum")).to_have_value("10")
        axe(page)
        page.locator("#sum").fill("20")
        page.keyboard.press("Enter")
        expect(page.locator('[data-felt-seat="3"]')).to_contain_text("Raise")
        do("cards", {"cards": "9s"})
        expect(page.locator(".layout")).to_contain_text("Board")
        for seat in (1, 3):
            do("decision", {"seat": seat, "answer": "let ride"})
        for cards in ("Ah Th", "7c 7d", "Ks Qd"):
            do("cards", {"cards": cards})
        expect(page.locator(".next-step .large")).to_contain_text("Call a supervisor: seat 1 chose raise 3x")
        axe(page)
        page.get_by_role("button", name="Correct the stake").click()
        expect(page.get_by_role("dialog", name="Correct the stake")).to_be_visible()
        page.locator("#corrected").fill("10")
        page.get_by_label("What happened").fill("no pair")
        page.get_by_label("executive's badge").fill(house.badges["sue"])
        page.locator("#their-pin").fill(PIN)
        page.locator('[data-supervisor-keys] button[value="correct-stake"]').click()
        expect(page.locator(".next-step .large")).to_contain_text("seat 3")
        expect(page.locator('[data-felt-seat="1"]')).to_contain_text("$10 Raise")
        open_page.leave()
        open_page.check()
