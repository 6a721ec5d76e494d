"""The back office tries a change out from its own forms, as they are sent, before it is made."""

import re

from playwright.sync_api import expect

from tests.browser.house import Visitor


def test_a_version_is_tried_out_before_it_is_kept(visit: Visitor) -> None:
    page = visit("/room/office/configuration", person="ada")
    page.get_by_role("button", name="A new version").click()
    text = page.get_by_label("The property's file")
    text.fill(text.input_value().replace('"$5 to $300"', '"$10 to $300"', 1))
    page.get_by_role("button", name="What would change").click()
    expect(page.locator("[data-preview-into]")).to_contain_text(re.compile(r"[1-9]\d* keys change"))
    visit.check()


def test_terms_are_tried_out_before_they_change(visit: Visitor) -> None:
    page = visit("/room/office/jackpots/royal", person="ann")
    for opens in page.locator("details:has([data-preview]) > summary, [data-opens]").all():
        opens.click()
    page.get_by_label("Contribution").fill("12%")
    page.get_by_role("button", name="What it would do").click()
    expect(page.locator("[data-preview-into]")).to_contain_text("%")
    visit.check()
