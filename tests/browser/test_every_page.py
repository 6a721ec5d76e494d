r"""Every page of the site: it loads quickly without errors, fits every screen size and passes axe.

The pages come from the application's own routes; one with parameters needs sample addresses in ``SAMPLES``.
``PICTURES=1 .venv/bin/pytest -m "" tests/browser/test_every_page.py`` also saves every page at every size, light and
dark, in build/pictures.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from fastapi.routing import APIRoute, iter_route_contexts
from playwright.sync_api import Browser, Page

from pitbook.web.app import create_app
from pitbook.web.http.cookies import NAME
from pitbook.web.http.room_frame import SIGN_IN
from tests.browser.harness import SIZES, Axe, Driver, PageOpener, Picture, Site, resize

SAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "/docs/images/{name}": (),  # a picture
    "/docs/search.json": (),  # data for the search
    "/docs/{name}": ("/docs/architecture", "/docs/solve"),
    "/display/{names}": ("/display/royal", "/display/royal+poker-1"),
    "/display/{names}/live": (),  # a stream of figures
    "/games/{slug}": ("/games/royal-match-21",),
    "/games/{slug}/{wager}": ("/games/match-n-poker/match-n-poker",),
    "/letters/{slug}": ("/letters/royal-match-21",),
    "/lab/{name}": (),  # a saved design: the same page, which test_lab.py walks through
    "/play/table/{table}": ("/play/table/{play_table}",),
    "/play/{slug}": ("/play/royal-match-21",),
    "/room/audit/pack/part": (),  # a part of a page that waits: test_audit.py
    "/room/audit/proof/part": (),
    "/room/audit/rounds/{table}/controller/{number}": (),  # after a round was played: test_table_opening.py
    "/room/audit/rounds/{table}/{opening}/{number}": (),  # after a round was played: test_audit.py
    "/room/audit/table/{table}": ("/room/audit/table/royal-1", "/room/audit/table/poker-1"),
    "/room/audit/table/{table}/check": (),
    "/room/dealer/{table}": ("/room/dealer/royal-2",),
    "/room/dealer/{table}/live": (),  # a stream of the console
    "/room/dealer/{table}/seats/{seat}": (),  # a part of the console: test_dealer.py
    "/room/floor/jackpots/{jackpot}": ("/room/floor/jackpots/royal",),
    "/room/floor/live": (),  # a stream of pictures
    "/room/floor/open/{table}": ("/room/floor/open/poker-1",),
    "/room/floor/records/{number}": (),  # after a manual act: test_floor.py
    "/room/floor/tables/{table}": ("/room/floor/tables/royal-1",),
    "/room/floor/wins/{jackpot}/{number}.pdf": (),  # a printed page
    "/room/surveillance/rounds/{table}/controller/{number}": (),  # after a round was played: test_table_opening.py
    "/room/surveillance/rounds/{table}/{number}": (),  # after a round was played: test_floor.py
    "/room/office/jackpots/{jackpot}": ("/room/office/jackpots/royal",),
    "/room/office/jackpots/{jackpot}/days/{day}": (),  # of today: tests/browser/test_office.py
    "/room/office/jackpots/{jackpot}/ledger": ("/room/office/jackpots/royal/ledger",),
    "/room/office/jackpots/{jackpot}/ledger/{number}": ("/room/office/jackpots/royal/ledger/1",),
    "/room/office/wall/part": (),  # a part of the wall
    "/tour/{screen}": ("/tour/dealer", "/tour/floor", "/tour/office", "/tour/jackpot", "/tour/audit"),
    "/room/first": (),  # only in a room without people, by a one-time address
}
"""Addresses to visit for a route, needed where it has parameters: ``"/games/{slug}": ("/games/royal-match-21",)``.
Braces stand for names that only the server knows (``Site.names``). Empty for a page that this server cannot show; it
then needs a test of its own."""
KINDS: Final = ("/", "/lab", "/room/dealer/royal-2", "/room/floor")
"""Pages that `make test` checks completely; the slow proofs check all."""
FIRST_PAINT: Final = 200
"""Milliseconds from the start of a navigation to the first text or picture on the screen (the browser's own figure)."""
VISITS: Final = 30
"""The fastest of this many visits counts; one below the limit is enough."""
BARE: Final = "/static/icon.svg"
BARE_PAINT: Final = 40
"""Milliseconds for one small drawing from the same server. If it takes longer, the machine is busy, and the limit of a
page grows by the same amount."""
TOO_WIDE: Final = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > width + 1);
    return ["the page is wider than the screen:", ...wide.slice(0, 5).map(e => e.outerHTML.slice(0, 120))];
}"""
Go = Callable[[str], Page | None]
PAINTED: Final = """() => new Promise(painted => new PerformanceObserver(list => {
    const found = list.getEntriesByName("first-contentful-paint")[0];
    if (found) painted(found.startTime);
}).observe({type: "paint", buffered: true}))"""


@cache
def routes() -> list[str]:
    """Every route that a browser can open."""
    with TemporaryDirectory() as folder:
        app = create_app(str(Path(folder) / "room.db"))
        app.state.services.close()
    found = [route for route in iter_route_contexts(app.routes) if isinstance(route.original_route, APIRoute)]
    paths = {route.path or "/" for route in found if "GET" in (route.methods or ())}
    return sorted(path for path in paths if not path.startswith(("/api/", "/static/")))


def addresses() -> list[str]:
    """The sample addresses of each route; a route that needs samples and has none stays as it is, and fails."""
    return [address for route in routes() for address in SAMPLES.get(route, (route,))]


def visitor_of(site: Site, address: str) -> str | None:
    """The first person who may see a page, or "" for a public one. None for a download, a live display or a
    redirect.
    """
    for person in ("", *site.house.badges):
        headers = {"Cookie": f"{NAME}={site.house.tokens[person]}"} if person else {}
        with site.house.client.stream("GET", address, headers=headers) as answer:
            wants_another = answer.status_code == 403 or answer.headers.get("location", "").startswith(f"{SIGN_IN}?to=")
            if not wants_another:
                return person if not answer.is_redirect and "text/html" in answer.headers["content-type"] else None
    raise AssertionError(f"no person may see {address}")


def faults_of_form(page: Page, sizes: Iterable[str] = SIZES) -> list[str]:
    """Faults of a page: no title, not exactly one main heading, or sideways scrolling at some size."""
    found = [] if page.title().strip() else ["the page has no title"]
    if (headings := page.locator("h1").count()) != 1:
        found.append(f"the page has {headings} h1")
    for size in sizes:
        resize(page, size)
        found += [f"{size}: {words}" for words in page.evaluate(TOO_WIDE)]
    return found


def slow_paint(page: Page) -> str:
    """States how long the first paint of a page takes if that is too long; else empty."""
    paints: list[float] = [page.evaluate(PAINTED)]
    if paints[0] < FIRST_PAINT:
        return ""
    beside, bares = page.context.new_page(), list[float]()
    for _ in range(VISITS - 1):
        beside.goto(BARE)
        bares.append(beside.evaluate(PAINTED))
        page.bring_to_front()
        page.reload()
        paints.append(page.evaluate(PAINTED))
        if min(paints) < FIRST_PAINT * max(1, min(bares) / BARE_PAINT):
            return ""
    return f"first paint after {min(paints):.0f} ms, of a bare drawing after {min(bares):.0f} ms"


@pytest.fixture(scope="module")
def opened(driver: Driver) -> Iterator[dict[str, tuple[PageOpener, Page]]]:
    """One page per person, kept open: navigating it takes less time than a fresh context."""
    found: dict[str, tuple[PageOpener, Page]] = {}
    yield found
    with driver.at_work():
        for visitor, _ in found.values():
            visitor.leave()


@pytest.fixture
def go(server: Site, browser: Browser, opened: dict[str, tuple[PageOpener, Page]]) -> Iterator[Go]:
    """``go(address)`` navigates as a person who may see the page; None where it is not a page."""

    def to(address: str) -> Page | None:
        for name, value in server.names.items():
            address = address.replace(f"{{{name}}}", value)
        assert "{" not in address, f"{address} needs a sample address in SAMPLES of tests/browser/test_every_page.py"
        person = visitor_of(server, address)
        if person is None:
            return None
        if person not in opened:
            visitor = PageOpener(browser, server)
            opened[person] = visitor, visitor.page(person=person)
        answer = opened[person][1].goto(address)
        assert answer is not None
        assert answer.status == 200, f"{address} answers {answer.status}"
        return opened[person][1]

    for visitor, _ in opened.values():
        visitor.faults.clear()
    yield to
    for visitor, _ in opened.values():
        visitor.check()


@pytest.mark.parametrize("address", [each for each in addresses() if each not in KINDS])
def test_page_loads_without_errors_and_fits_a_phone(address: str, go: Go) -> None:
    """The pages of ``KINDS`` have further tests below."""
    page = go(address)
    if page is not None:
        faults = faults_of_form(page, ["phone"])
        resize(page, "desktop")
        assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "address", [pytest.param(each, marks=() if each in KINDS else pytest.mark.slow) for each in addresses()]
)
def test_page_fits_every_size_in_light_and_dark(address: str, go: Go, axe: Axe, picture: Picture) -> None:
    page = go(address)
    if page is None:
        return
    axe(page)
    faults = faults_of_form(page)
    assert not faults, "\n".join(faults)
    if os.environ.get("PICTURES"):
        picture(page, file_name(address))
    page.emulate_media(color_scheme="dark")
    axe(page, ["color-contrast"])
    if os.environ.get("PICTURES"):
        picture(page, f"{file_name(address)}-dark")
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize(
    "address",
    [pytest.param(each, marks=() if each == "/" else pytest.mark.slow) for each in addresses()],
)
def test_first_paint_is_within_200_ms(address: str, server: Site, open_page: PageOpener) -> None:
    """One page here, all pages in the slow proofs: timing needs an idle machine."""
    for name, value in server.names.items():
        address = address.replace(f"{{{name}}}", value)
    person = visitor_of(server, address)
    if person is not None:
        slow = slow_paint(open_page(address, person=person))
        assert not slow, slow


def file_name(address: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", address.lower()).strip("-") or "home"


def test_routes_include_the_front_page() -> None:
    assert "/" in routes()


def test_every_sample_belongs_to_a_route() -> None:
    assert set(SAMPLES) - set(routes()) == set()
