"""A passkey in a browser, by Chromium's own authenticator: added, used to sign in and to unlock, removed."""

import re
from dataclasses import replace

from playwright.sync_api import expect

from tests.browser.harness import Axe, PageOpener, Picture, Site, axe_source
from tests.browser.test_signin import sign_in
from tests.web.card_room import PIN

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_passkey_is_added_signs_in_unlocks_and_is_removed(
    server: Site, open_page: PageOpener, axe: Axe, picture: Picture
) -> None:
    # An address of digits has no passkeys: the same server by its name.
    open_page.site = replace(server, address=server.address.replace("127.0.0.1", "localhost"))
    page = open_page("/room/me", allow=["status of 403"])
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    authenticator = keys.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]
    sign_in(page, server, "eve")
    page.get_by_label("Name of a new passkey").fill("My phone")
    page.get_by_label("Your PIN", exact=True).fill(PIN)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_be_visible()
    page.evaluate(axe_source())  # a session of its own, once detached, would take the authenticator along
    axe(page)
    picture(page, "passkeys-me")

    page.get_by_role("button", name="Lock").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("[data-cover]")).to_be_hidden()
    expect(page.get_by_role("heading", name="Eve")).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile(r"/room/sign-in$"))
    page.goto("/room/sign-in?to=/room/floor")
    page.evaluate(axe_source())
    axe(page)
    picture(page, "passkeys-door")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(re.compile(r":\d+/room/floor$"))
    page.goto("/room/me")
    expect(page.get_by_text("To add a passkey, sign in with badge and PIN.")).to_be_visible()

    page.get_by_role("button", name="Remove My phone").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("This passkey cannot sign in here: use badge and PIN.")).to_be_visible()
    keys.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("No passkey was used: try again, or use badge and PIN.")).to_be_visible()
