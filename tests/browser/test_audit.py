"""The auditor's pages in a browser: proving every ledger, replaying a round by keys, the audit pack."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.harness import PATIENCE, Axe, PageOpener, Picture, Site, serving
from tests.browser.test_every_page import faults_of_form
from tests.web.recorded_rounds import play_shoes


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with rounds on record."""
    folder = tmp_path_factory.mktemp("audit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOOK_CACHE", str(folder / "cache"))
        with serving(folder, alone=()) as site:
            play_shoes(site.app.state.services, site.house.tokens, rounds=2)
            yield site


@pytest.fixture
def look(browser: Browser, played: Site) -> Iterator[PageOpener]:
    """Opens pages as the auditor."""
    visitor = PageOpener(browser, played)
    yield visitor
    visitor.leave()
    visitor.check()


def looks_right(look: PageOpener, address: str, axe: Axe, picture: Picture, name: str) -> None:
    """Checks a page at every size, light and dark."""
    page = look(address, person="otto")
    axe(page)
    assert faults_of_form(page) == []
    if os.environ.get("PICTURES"):
        picture(page, f"audit-{name}")
    page.emulate_media(color_scheme="dark")
    axe(page, ["color-contrast"])


def test_one_button_verifies_every_ledger(look: PageOpener, axe: Axe, picture: Picture) -> None:
    page = look("/room/audit", person="otto")
    page.get_by_role("button", name="Prove every ledger now").click()
    expect(page).to_have_url(re.compile(r"/room/audit/proof\?job=[0-9a-f]{16}$"))
    expect(page.get_by_role("heading", name="Everything holds")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("row", name=re.compile("Ledger of royal"))).to_contain_text("holds")
    page.get_by_label("and replay the record of 1 table").check()
    page.get_by_role("button", name=re.compile("Prove 1 ledger")).click()
    row = page.get_by_role("row", name=re.compile("Table royal-2"))
    expect(row).to_contain_text("2 rounds settled again", timeout=PATIENCE)
    expect(page.get_by_role("heading", name="Everything holds")).to_be_visible(timeout=PATIENCE)
    looks_right(look, page.url.partition("/room")[1] + page.url.partition("/room")[2], axe, picture, "proof")


def test_round_replay_steps_by_keys_and_links(look: PageOpener, axe: Axe, picture: Picture) -> None:
    page = look("/room/audit/rounds", person="otto")
    assert faults_of_form(page) == []
    page.get_by_role("link", name="Opening 1, round 2").click()
    expect(page.locator("[data-verdict]")).to_contain_text("Settled again: it agrees.")
    now = page.locator(".steps strong")
    expect(now).to_have_text("1")
    for number in ("2", "3"):
        page.wait_for_load_state()  # each step is a page; its script hears keys once it is loaded
        page.keyboard.press("ArrowRight")
        expect(now).to_have_text(number)
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(now).to_have_text("2")
    page.get_by_role("link", name="Last").click()
    expect(page.get_by_role("link", name="Next")).to_have_count(0)
    expect(page.locator(".dealer .card")).not_to_have_count(0)
    expect(page.get_by_label("a card face down")).to_have_count(0)
    looks_right(look, "/room/audit/rounds/royal-2/1/2?step=99", axe, picture, "round")


@pytest.mark.slow
def test_audit_pack_is_made_and_downloaded(look: PageOpener, axe: Axe, picture: Picture) -> None:
    page = look("/room/audit/pack", person="otto")
    page.get_by_role("button", name="Create pack").click()
    download = page.get_by_role("link", name=re.compile("Download audit-pack-"))
    expect(download).to_be_visible(timeout=PATIENCE)
    with page.expect_download() as saved:
        download.click()
    assert saved.value.suggested_filename.endswith(".zip")
    looks_right(look, page.url.partition("/room")[1] + page.url.partition("/room")[2], axe, picture, "pack")


@pytest.mark.slow
def test_on_site_table_page_on_a_phone(look: PageOpener) -> None:
    page = look("/room/audit/table/royal-2", "phone", person="otto")
    expect(page.get_by_text("✓ Ledger holds")).to_be_visible()
    expect(page.get_by_text(re.compile("^The whole ledger, "))).to_be_visible()
