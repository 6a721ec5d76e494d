"""The harness detects each kind of page error."""

import asyncio

import pytest
from playwright.sync_api import Browser

from tests.browser import harness
from tests.browser.harness import Axe, PageOpener, axe_findings, need_chromium

POLICY = {"Content-Security-Policy": "default-src 'self'", "Content-Type": "text/html"}
FAULTS = {
    "<script>1</script>": "Content Security Policy",
    '<p style="color: red">red</p>': "Content Security Policy",
    '<img src="/nothing.png" alt="">': "/nothing.png answers with a status of 404",
    '<img src="http://127.0.0.1:9/elsewhere.png" alt="">': "asks another server",
    '<script src="/broken.js"></script>': "script failed: broken on purpose",
    '<script src="/talks.js"></script>': "console: said on purpose",
}
"""Parts of a page, and the error that each causes."""


@pytest.mark.parametrize("piece", FAULTS)
def test_page_error_fails_the_test(open_page: PageOpener, piece: str) -> None:
    page = open_page.page()
    page.route("**/made", lambda route: route.fulfill(body=f"<h1>Made</h1>{piece}", headers=POLICY))
    page.route("**/broken.js", lambda route: route.fulfill(body="throw Error('broken on purpose')"))
    page.route("**/talks.js", lambda route: route.fulfill(body="console.error('said on purpose')"))
    page.goto("/made")

    with pytest.raises(AssertionError, match=FAULTS[piece]):
        open_page.check()
    open_page.faults.clear()


def test_allowed_message_does_not_fail_the_test(open_page: PageOpener) -> None:
    page = open_page("/there-is-no-such-page", status=404)

    assert page.title()


def test_unexpected_status_fails_the_test(open_page: PageOpener) -> None:
    with pytest.raises(AssertionError, match="answers 404"):
        open_page("/there-is-no-such-page")
    open_page.faults.clear()


def test_axe_reports_inaccessible_elements(open_page: PageOpener, axe: Axe) -> None:
    page = open_page.page()
    body = '<h1>Made</h1><p id="pale">pale</p><button></button>'
    page.set_content(f'<html lang="en"><title>Made</title><main>{body}</main></html>')
    page.evaluate("document.querySelector('#pale').style.color = '#ccc'")

    assert {words.split()[0] for words in axe_findings(page)} == {"color-contrast", "button-name"}
    with pytest.raises(AssertionError, match="#pale"):
        axe(page, ["color-contrast"])


def test_no_event_loop_is_visible_between_browser_tests(browser: Browser) -> None:
    """While the browser waits between tests, this thread has no running loop."""
    asyncio.get_running_loop()


def test_no_event_loop_is_visible_after_a_browser_test() -> None:
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


@pytest.mark.parametrize(("where", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_missing_browser_skips_or_fails(
    monkeypatch: pytest.MonkeyPatch, where: str, outcome: type[BaseException]
) -> None:
    """Tests are skipped without a browser, and fail where ``CI`` is set."""
    monkeypatch.setenv("CI", where)
    monkeypatch.setattr(harness, "chromium", lambda: None)

    with pytest.raises(outcome, match="no browser here"):
        need_chromium()
