"""What a newcomer meets at a table with others, and what each page tells other programs about itself."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.house import Site, Visitor
from tests.browser.test_play import Stack, sit, spot, stack, start

__all__ = ["stack"]  # a fixture


@pytest.fixture
def impatient(server: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that waits for a second where it otherwise waits for thirty."""
    play = server.app.state.services.play
    monkeypatch.setattr(play, "rules", replace(play.rules, decision_seconds=1.0, gone_seconds=0.5))


@pytest.mark.usefixtures("impatient")
def test_a_time_out_says_so(visit: Visitor, stack: Stack) -> None:
    """Two guests at one table, and the first does not answer: the table stands for that seat, and says it."""
    stack("2c", "Ts Th 7c 6s 6h 9d")
    first = sit(visit, "match-n-poker")
    second = visit(first.url.removeprefix(visit.site.address))
    start(second)
    second.get_by_role("button", name="Sit down").click()
    expect(second.locator("#tray")).to_be_visible()
    for guest in (first, second):
        spot(guest, "base").click()
        guest.keyboard.press("Space")
    expect(first.locator("#say")).to_contain_text("Time ran out: the table stood for you.")


@pytest.mark.usefixtures("impatient")
def test_a_guest_who_closed_the_browser_is_not_counted(visit: Visitor) -> None:
    lobby = visit("/play")
    count = lobby.locator("article", has=lobby.get_by_role("heading", name="Match-n-Poker Blackjack")).locator(".tag")
    expect(count).to_have_text("nobody playing now")
    guest = visit("/play")
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
        if count.inner_text() == "nobody playing now":
            break
    expect(count).to_have_text("nobody playing now")


@pytest.mark.parametrize("path", ["/", "/play", "/games/ez-pai-gow/dynasty", "/lab", "/learn", "/compare", "/tour"])
def test_a_page_says_what_it_is_and_has_a_picture_for_sharing(visit: Visitor, path: str) -> None:
    page = visit(path, "phone")
    described = page.locator("meta[name=description]").get_attribute("content") or ""
    assert 20 < len(described) < 200
    for selector, name in (("meta[property='og:image']", "content"), ("link[rel=manifest]", "href")):
        address = page.locator(selector).get_attribute(name)
        assert address is not None
        assert page.request.get(address).ok, address
    bar = page.locator(".bar-top nav").first
    beyond = bar.evaluate("nav => nav.scrollWidth > nav.clientWidth + 1")
    assert not beyond or bar.evaluate("nav => getComputedStyle(nav).maskImage !== 'none'"), "more without a cue"
