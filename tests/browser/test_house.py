"""The harness sees what it is there to see: each kind of fault on a page fails a test."""

import asyncio

import pytest
from playwright.sync_api import Browser

from tests.browser import house
from tests.browser.house import Axe, Visitor, axe_findings, need_chromium

POLICY = {"Content-Security-Policy": "default-src 'self'", "Content-Type": "text/html"}
FAULTS = {
    "<script>1</script>": "Content Security Policy",
    '<p style="color: red">red</p>': "Content Security Policy",
    '<img src="/nothing.png" alt="">': "/nothing.png answers with a status of 404",
    '<img src="http://127.0.0.1:9/elsewhere.png" alt="">': "asks another server",
    '<script src="/broken.js"></script>': "script failed: broken on purpose",
    '<script src="/talks.js"></script>': "console: said on purpose",
}
"""Pieces of a page, and what is said of them."""


@pytest.mark.parametrize("piece", FAULTS)
def test_a_fault_is_seen(visit: Visitor, piece: str) -> None:
    page = visit.page()
    page.route("**/made", lambda route: route.fulfill(body=f"<h1>Made</h1>{piece}", headers=POLICY))
    page.route("**/broken.js", lambda route: route.fulfill(body="throw Error('broken on purpose')"))
    page.route("**/talks.js", lambda route: route.fulfill(body="console.error('said on purpose')"))
    page.goto("/made")

    with pytest.raises(AssertionError, match=FAULTS[piece]):
        visit.check()
    visit.faults.clear()


def test_a_refusal_that_is_expected_is_no_fault(visit: Visitor) -> None:
    page = visit("/there-is-no-such-page", status=404)

    assert page.title()


def test_an_answer_other_than_expected_fails(visit: Visitor) -> None:
    with pytest.raises(AssertionError, match="answers 404"):
        visit("/there-is-no-such-page")
    visit.faults.clear()


def test_what_keeps_people_out_is_found(visit: Visitor, axe: Axe) -> None:
    page = visit.page()
    body = '<h1>Made</h1><p id="pale">pale</p><button></button>'
    page.set_content(f'<html lang="en"><title>Made</title><main>{body}</main></html>')
    page.evaluate("document.querySelector('#pale').style.color = '#ccc'")

    assert {words.split()[0] for words in axe_findings(page)} == {"color-contrast", "button-name"}
    with pytest.raises(AssertionError, match="#pale"):
        axe(page, ["color-contrast"])


def test_other_tests_may_run_event_loops(browser: Browser) -> None:
    """While the browser waits between tests, this thread has no running loop."""
    asyncio.get_running_loop()


def test_the_loop_is_out_of_sight_afterwards() -> None:
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


@pytest.mark.parametrize(("where", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_without_a_browser(monkeypatch: pytest.MonkeyPatch, where: str, outcome: type[BaseException]) -> None:
    """Tests that cannot be run are skipped, but fail where everything must be run."""
    monkeypatch.setenv("CI", where)
    monkeypatch.setattr(house, "chromium", lambda: None)

    with pytest.raises(outcome, match="no browser here"):
        need_chromium()
