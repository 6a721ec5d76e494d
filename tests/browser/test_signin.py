"""A shared screen in a browser: sign in, change user, lock and unlock, lose the server; and the first start."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from pitbook.room.people.first_run import FirstStart
from pitbook.room.people.service import AUTHORITIES
from pitbook.web.app import create_app
from tests.browser.harness import Axe, PageOpener, Picture, Site
from tests.browser.test_every_page import faults_of_form
from tests.migrated_store import with_schema
from tests.web.card_room import PIN, QUICK

EXPECTED = ("status of 403", "status of 401")
"""Requests that are refused on purpose here."""


def swipe(page: Page, badge: str) -> None:
    """Types a badge and Enter like a reader, into the element that has the focus."""
    page.keyboard.type(badge)
    page.keyboard.press("Enter")


def sign_in(page: Page, site: Site, person: str) -> None:
    swipe(page, site.house.badges[person])
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")


def test_signing_in_by_badge_and_touch(server: Site, open_page: PageOpener) -> None:
    page = open_page("/room/people", "tablet", allow=EXPECTED)
    expect(page).to_have_url(re.compile(r"/room/sign-in\?to=/room/people$"))
    expect(page.get_by_label("Badge")).to_be_focused()
    swipe(page, server.house.badges["ada"])
    expect(page.get_by_label("PIN", exact=True)).to_be_focused()
    for digit in "9999":
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_label("PIN", exact=True)).to_have_value("")
    for digit in PIN:
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Enter").click()
    expect(page).to_have_url(re.compile(r"/room/people$"))
    expect(page.locator(".who")).to_contain_text("Ada")


def test_wrong_pin_shows_an_error_and_clears_the_form(server: Site, open_page: PageOpener) -> None:
    page = open_page("/room/sign-in", allow=EXPECTED)
    swipe(page, server.house.badges["walt"])
    page.keyboard.type("9999")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Badge or PIN is wrong.")
    expect(page.get_by_label("Badge")).to_have_value("")
    expect(page.get_by_label("Badge")).to_be_focused()


def test_next_user_swipes_a_badge_and_stays_on_the_page(server: Site, open_page: PageOpener, axe: Axe) -> None:
    page = open_page("/room/sign-in?to=/room/people", allow=EXPECTED)
    sign_in(page, server, "ada")
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    page.wait_for_load_state()  # its keys are heard from then on
    page.keyboard.press("F9")
    expect(page.get_by_role("heading", name="Change user")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-cover]")).to_be_hidden()
    page.keyboard.press("F9")
    sign_in(page, server, "sue")
    expect(page.locator(".who")).to_contain_text("Sue")
    expect(page).to_have_url(re.compile(r"/room/people$"))
    expect(page.get_by_role("heading", name="Not allowed")).to_be_visible()
    expect(page.locator("main")).to_contain_text("it needs the role executive or administrator")
    axe(page)
    page.locator("main [data-change-user]").click()
    sign_in(page, server, "ada")
    expect(page.get_by_role("heading", name="People")).to_be_visible()


def test_locked_screen_hides_the_page_until_unlocked(server: Site, open_page: PageOpener, axe: Axe) -> None:
    page = open_page("/room/sign-in", allow=EXPECTED)
    sign_in(page, server, "eve")
    expect(page.locator(".who")).to_contain_text("Eve")
    page.wait_for_load_state()  # its keys are heard from then on
    page.keyboard.press("F8")
    cover = page.locator("[data-cover]")
    expect(cover.get_by_role("heading", name="Eve")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    axe(page)
    for key in ("Escape", "Escape", "F9"):
        page.keyboard.press(key)
    expect(cover.get_by_role("heading", name="Eve")).to_be_visible()
    expect(page.get_by_label("PIN", exact=True)).to_be_focused()
    page.keyboard.type("9999")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("This PIN is wrong.")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(cover).to_be_hidden()
    expect(page.locator("main")).to_be_visible()
    page.get_by_role("button", name="Lock").click()
    expect(cover).to_be_visible()
    page.reload()  # the server knows, too
    expect(page.get_by_text("This screen is locked.")).to_be_visible()
    sign_in(page, server, "otto")  # any other badge changes user
    expect(page.locator(".who")).to_contain_text("Otto")


def test_idle_screen_locks(server: Site, open_page: PageOpener) -> None:
    page = open_page("/room/sign-in", allow=EXPECTED)
    page.clock.install()
    sign_in(page, server, "dirk")
    expect(page.locator(".who")).to_contain_text("Dirk")
    page.wait_for_load_state()  # the script that counts the minutes is running
    page.clock.run_for(9 * 60_000)
    expect(page.locator("[data-cover]")).to_be_hidden()
    with page.expect_response("**/api/v1/session/lock") as answered:
        page.clock.run_for(61_000)
    assert answered.value.ok
    expect(page.get_by_role("heading", name="Dirk")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()


@pytest.mark.slow
def test_screen_signed_out_elsewhere_goes_to_the_sign_in_page(server: Site, open_page: PageOpener) -> None:
    page = open_page("/room/sign-in?to=/room/me", allow=EXPECTED)
    page.clock.install()
    sign_in(page, server, "ann")
    expect(page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    page.wait_for_load_state()
    sessions = server.app.state.services.sessions
    for each in sessions.open_sessions():
        if each.screen and each.person.id == "ann":
            sessions.end(each.id, "ada")
    page.clock.run_for(20_000)
    expect(page).to_have_url(re.compile(r"/room/sign-in\?to=%2Froom%2Fme$"))


@pytest.mark.slow
def test_bar_shows_a_lost_connection(server: Site, open_page: PageOpener) -> None:
    page = open_page("/room/sign-in", allow=(*EXPECTED, "ERR_INTERNET_DISCONNECTED"))
    page.clock.install()
    sign_in(page, server, "dana")
    state = page.locator("[data-link-state]")
    expect(state).to_have_text("Connected")
    page.context.set_offline(True)
    page.clock.run_for(16_000)
    expect(state).to_have_text("Server not reached")
    page.context.set_offline(False)
    page.clock.run_for(3_000)
    expect(state).to_have_text("Connected")


# -- the first start ---------------------------------------------------------------------------------------------------


@pytest.fixture
def empty(tmp_path: Path, browser: Browser, server: Site) -> Iterator[tuple[PageOpener, str, str]]:
    """A server without people, and the set-up addresses of the administrator and of the executive."""
    app = create_app(with_schema(str(tmp_path / "room.db")))
    people = app.state.services.people
    people._hasher = QUICK
    first = FirstStart(people)
    ada, eve = (f"/room/first?token={first.invite(role)}" for role in AUTHORITIES)
    door = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1))
    thread = Thread(target=running.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    visitor = PageOpener(browser, Site(f"http://127.0.0.1:{door.getsockname()[1]}", app, server.house, {}))
    yield visitor, ada, eve
    visitor.leave()
    running.should_exit = True
    thread.join()
    visitor.check()


def change_user(page: Page, badge: str, pin: str, name: str) -> None:
    page.wait_for_load_state()
    page.keyboard.press("F9")
    swipe(page, badge)
    page.keyboard.type(pin)
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_contain_text(name)
    page.wait_for_load_state()


def test_first_start_creates_administrator_and_executive(
    empty: tuple[PageOpener, str, str], axe: Axe, picture: Picture
) -> None:
    """Each by an own address; the administrator proposes a dealer, and the executive approves."""
    open_page, address, other_address = empty
    page = open_page(address, allow=("status of 400", *EXPECTED))
    axe(page)
    assert faults_of_form(page) == []
    page.get_by_label("Name", exact=True).fill("Ada Moore")
    expect(page.get_by_label("Short name")).to_have_value("ada")
    page.get_by_label("PIN", exact=True).fill("1234")
    page.get_by_label("PIN again").fill("1235")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The two PINs are not the same.")
    page.get_by_label("PIN again").fill("1234")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("too easy to guess")
    for field in ("PIN", "PIN again"):
        page.get_by_label(field, exact=True).fill("8264")
    page.keyboard.press("Enter")
    badge = page.locator("[data-token]")
    expect(badge).to_have_text(re.compile(r"^ada:[\w-]{22}$"))
    axe(page)
    assert faults_of_form(page) == []
    administrator = badge.inner_text()
    expect(page).to_have_url(re.compile(r"/room/first$"))  # a reload does not ask with the token again

    page.get_by_role("link", name="Add the others").click()
    expect(page.get_by_text("This room has no executive yet")).to_be_visible()
    page.goto(page.url.partition("/room")[0] + other_address)
    expect(page.get_by_role("heading", name="Create the executive")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Eve Stone")
    for field in ("PIN", "PIN again"):
        page.get_by_label(field, exact=True).fill("9153")
    page.keyboard.press("Enter")
    expect(badge).to_have_text(re.compile(r"^eve:[\w-]{22}$"))
    executive = badge.inner_text()
    page.get_by_role("link", name="To the staff list").click()
    expect(page.get_by_role("button", name="Add a person")).to_have_count(0)

    change_user(page, administrator, "8264", "Ada Moore")
    page.get_by_role("button", name="Add a person").click()
    page.get_by_label("Name", exact=True).fill("Dana Deal")
    expect(page.get_by_text("This role moves money").first).to_be_hidden()
    page.get_by_role("checkbox", name="dealer").check()
    expect(page.get_by_text("This role moves money").first).to_be_visible()
    expect(page.get_by_role("checkbox", name="supervisor")).to_be_disabled()
    page.get_by_label("PIN, typed by the person").first.fill("5382")
    page.get_by_role("dialog", name="Add a person").get_by_label("Your own PIN").fill("8264")
    axe(page)
    page.get_by_role("button", name="Propose").click()
    waiting = page.get_by_role("region", name="Waiting for a second person")
    expect(waiting).to_contain_text("Dana Deal")
    expect(waiting.get_by_role("button", name="Approve")).to_have_count(0)
    axe(page)

    change_user(page, executive, "9153", "Eve Stone")
    waiting.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog", name="Approve").get_by_label("Your own PIN").fill("9153")
    axe(page)
    page.get_by_role("button", name="Approve and show the badge").click()
    expect(badge).to_have_text(re.compile(r"^dana:"))
    dealer = badge.inner_text()
    page.get_by_role("button", name="Done").click()
    row = page.get_by_role("row", name=re.compile("Dana Deal"))
    expect(row).to_contain_text("dealer")
    expect(waiting).to_have_count(0)

    change_user(page, dealer, "5382", "Dana Deal")
    change_user(page, administrator, "8264", "Ada Moore")
    expect(row).to_be_visible()
    row.get_by_role("button", name="End").click()
    page.get_by_role("button", name="End the badge").click()
    expect(row).to_contain_text("left")
