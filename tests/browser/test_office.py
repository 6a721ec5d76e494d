"""The back office previews a change from its own forms before making it."""

import re

from playwright.sync_api import expect

from tests.browser.harness import PageOpener


def test_new_configuration_is_previewed_before_it_is_stored(open_page: PageOpener) -> None:
    page = open_page("/room/office/configuration", person="ada")
    page.get_by_role("button", name="New version").click()
    text = page.get_by_label("Property file")
    text.fill(text.input_value().replace('"$5 to $300"', '"$10 to $300"', 1))
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("[data-preview-into]")).to_contain_text(re.compile(r"[1-9]\d* keys change"))
    open_page.check()


def test_new_terms_are_previewed_before_they_change(open_page: PageOpener) -> None:
    page = open_page("/room/office/jackpots/royal", person="ann")
    for opens in page.locator("details:has([data-preview]) > summary, [data-opens]").all():
        opens.click()
    page.get_by_label("Contribution").fill("12%")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("[data-preview-into]")).to_contain_text("%")
    open_page.check()
