"""Fixtures of the browser tests: `server`, `browser`, `open_page`, `axe` and `picture` (tests/browser/harness.py)."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.harness import (
    Axe,
    Driver,
    PageOpener,
    Picture,
    Site,
    axe_findings,
    need_chromium,
    serving,
    take_picture,
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all browser tests of a process; a test changes only its own data."""
    with serving(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    made = Driver(need_chromium())
    yield made
    made.close()


@pytest.fixture
def browser(driver: Driver) -> Iterator[Browser]:
    """The browser, which stays open from test to test."""
    with driver.at_work() as made:
        yield made


@pytest.fixture
def open_page(browser: Browser, server: Site) -> Iterator[PageOpener]:
    """``open_page(path)`` opens a page. An error in its console, a failed request or a broken policy fails the test."""
    visitor = PageOpener(browser, server)
    yield visitor
    visitor.leave()
    visitor.check()


@pytest.fixture
def axe() -> Axe:
    """``axe(page)`` fails on accessibility errors of a page."""

    def check(page: Page, rules: Sequence[str] = ()) -> None:
        found = axe_findings(page, rules)
        assert not found, "\n".join(found)

    return check


@pytest.fixture
def picture() -> Picture:
    """``picture(page, "name")`` saves the page at every size into build/pictures."""
    return take_picture
