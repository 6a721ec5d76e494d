"""The fake game of the tests in a browser: a named sum, the board, stakes that move, and free bets."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from pitbook import families, games
from tests.browser.house import Axe, Visitor
from tests.browser.test_play import Stack, sit, spot, stack
from tests.families.conftest import SHOWDOWN

__all__ = ["stack"]


@pytest.fixture
def showdown() -> Iterator[str]:
    added = games.added(SHOWDOWN, "tests.families.board_showdown.rules")
    with families.added("showdown", "tests.families.showdown"), added:
        yield SHOWDOWN


def test_a_named_sum_the_board_and_a_free_raise(visit: Visitor, stack: Stack, showdown: str, axe: Axe) -> None:
    stack("2c", "Ks Kd Ah Th 9s")
    page = sit(visit, showdown, allow=("status of 400",))
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
