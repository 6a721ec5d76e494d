"""A table with several players in a browser, and the description and picture that each page gives to other programs."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.harness import PageOpener, Site
from tests.browser.test_play import Stack, sit, spot, stack, start

__all__ = ["stack"]  # a fixture


@pytest.fixture
def short_timeouts(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose tables time out after one second instead of thirty."""
    play = server.app.state.services.play
    monkeypatch.setattr(play, "rules", replace(play.rules, decision_seconds=1.0, gone_seconds=0.5))


@pytest.mark.usefixtures("short_timeouts")
def test_time_out_is_announced_at_the_table(open_page: PageOpener, stack: Stack) -> None:
    """Two guests at one table: the first does not answer, so the table stands for that seat and says so."""
    stack("2c", "Ts Th 7c 6s 6h 9d")
    first = sit(open_page, "match-n-poker")
    second = open_page(first.url.removeprefix(open_page.site.address))
    start(second)
    second.get_by_role("button", name="Sit down").click()
    expect(second.locator("#tray")).to_be_visible()
    for guest in (first, second):  # both bet before one is ready: the deal does not wait for a seat without a bet
        with guest.expect_response(lambda answer: answer.url.endswith("/bets")):
            spot(guest, "base").click()
    for guest in (first, second):
        guest.keyboard.press("Space")
    expect(first.locator("#say")).to_contain_text("Time ran out: the table stood for you.")


@pytest.mark.usefixtures("short_timeouts")
def test_closed_browser_is_not_counted_as_a_player(open_page: PageOpener) -> None:
    lobby = open_page("/play")
    count = lobby.locator("article", has=lobby.get_by_role("heading", name="Match-n-Poker Blackjack")).locator(".tag")
    expect(count).to_have_count(0)
    guest = open_page("/play")
    guest.locator(".felt-of-match-n-poker").get_by_role("button", name="Sit with others").click()
    expect(guest.locator("#play")).to_be_visible()
    start(guest)
    if guest.get_by_role("button", name="Sit down").count():
        guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator("#tray")).to_be_visible()
    lobby.reload()
    expect(count).to_have_text("1 playing now")
    guest.context.close()
    for _ in range(40):
        lobby.wait_for_timeout(250)
        lobby.reload()
        if not count.count():
            break
    expect(count).to_have_count(0)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/games/ez-pai-gow/dynasty",
        *(pytest.param(path, marks=pytest.mark.slow) for path in ("/play", "/lab", "/learn", "/compare", "/tour")),
    ],
)
def test_page_has_a_description_and_a_sharing_picture(open_page: PageOpener, path: str) -> None:
    page = open_page(path, "phone")
    described = page.locator("meta[name=description]").get_attribute("content") or ""
    assert 20 < len(described) < 200
    for selector, name in (("meta[property='og:image']", "content"), ("link[rel=manifest]", "href")):
        address = page.locator(selector).get_attribute(name)
        assert address is not None
        assert page.request.get(address).ok, address
    bar = page.locator(".bar-top nav").first
    beyond = bar.evaluate("nav => nav.scrollWidth > nav.clientWidth + 1")
    assert not beyond or bar.evaluate("nav => getComputedStyle(nav).maskImage !== 'none'"), "more without a cue"
