"""What browser tests work with: `server`, `browser`, `visit`, `axe` and `picture` (tests/browser/house.py)."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import Axe, Driver, Picture, Site, Visitor, axe_findings, need_chromium, serving, take_picture


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all browser tests of a process; a test that changes something changes what is its own."""
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
def visit(browser: Browser, server: Site) -> Iterator[Visitor]:
    """``visit(path)`` opens a page. An error in its console, a failed request or a broken policy fails the test."""
    visitor = Visitor(browser, server)
    yield visitor
    visitor.leave()
    visitor.check()


@pytest.fixture
def axe() -> Axe:
    """``axe(page)`` fails on what keeps people from using a page."""

    def check(page: Page, rules: Sequence[str] = ()) -> None:
        found = axe_findings(page, rules)
        assert not found, "\n".join(found)

    return check


@pytest.fixture
def picture() -> Picture:
    """``picture(page, "name")`` saves the page at every size into build/pictures."""
    return take_picture
