"""The browser harness: a real server with the example property, and pages that fail the test on any error."""

import asyncio
import os
import shutil
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, Final

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, Response, expect, sync_playwright

from pitbook.jackpot.people import Person
from pitbook.room.configurations import Configurations
from pitbook.web.app import create_app
from tests.migrated_store import with_schema
from tests.web.card_room import PIN, QUICK, ROLES, CardRoom, count_nothing, hire_staff

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLE: Final = (ROOT / "examples" / "property.toml").read_text("utf-8")
PICTURES: Final = ROOT / "build" / "pictures"
AXE: Final = Path(__file__).parent / "vendor" / "axe.min.js"
SIZES: Final = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1366, 900)}
"""Width and height in CSS pixels."""
PATIENCE: Final = 30_000
"""Milliseconds to wait for something to appear, also on a busy machine."""
expect.set_options(timeout=PATIENCE)
SETTLED: Final = """async () => {
    const moving = () => document.getAnimations().filter(a => a.effect.getComputedTiming().endTime !== Infinity);
    do {
        await Promise.allSettled(moving().map(a => a.finished));
        await new Promise(requestAnimationFrame);
    } while (moving().length > 0);
}"""
"""Repeated, because an inherited colour fades element by element, from the outside in."""
PLAIN: Final = ["--disable-gpu", "--in-process-gpu"]
"""Options of the browser: without a screen it needs no separate process to draw."""
SERIOUS: Final = """async options => {
    const {violations} = await axe.run(document, options);
    const serious = violations.filter(found => ["serious", "critical"].includes(found.impact));
    return serious.flatMap(({id, impact, help, nodes}) => nodes.map(({target, html, failureSummary}) =>
        ({id, impact, help, target, html, failureSummary})));
}"""
MILD: Final = (
    "empty-heading", "empty-table-header", "heading-order", "image-redundant-alt", "landmark-banner-is-top-level",
    "landmark-complementary-is-top-level", "landmark-contentinfo-is-top-level", "landmark-main-is-top-level",
    "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main",
    "landmark-one-main", "landmark-unique", "page-has-heading-one", "presentation-role-conflict", "region", "skip-link",
)  # fmt: skip
"""Rules of axe-core whose findings are minor or moderate: they are not reported, so they need not run."""
NO_BROWSER: Final = "no browser here: install the Debian package chromium-headless-shell (`make test` does if it may)"


@dataclass(frozen=True, slots=True)
class Site:
    """A running server."""

    address: str
    """``http://127.0.0.1:PORT``"""
    app: FastAPI
    house: CardRoom
    """Sends requests to its API as any member of staff (tests/web/card_room.py)."""
    names: dict[str, str]
    """Names that only this server knows: ``play_table``, a table for play money."""


def open_for_controllers_only(house: CardRoom, *tables: str) -> None:
    """Opens the closed tables among these for their controllers only."""
    opened = {each["table"]: each["open"] for each in house.get("sue", "/tables").json()}
    for table in tables:
        if not opened[table]:
            answer = house.post("sue", f"/tables/{table}/open", {"checked": True, "controller_only": True})
            assert answer.status_code == 200, answer.text


@contextmanager
def serving(folder: Path, text: str = EXAMPLE, alone: Sequence[str] = ("royal-2",)) -> Iterator[Site]:
    """Runs the real server in a thread: people of every role, the property stored, its jackpot open at its tables.
    ``alone`` names the tables that are open for their controllers only.
    """
    app = create_app(with_schema(str(folder / "room.db")))
    services = app.state.services
    services.people._hasher = QUICK
    with services.database.writing() as connection:
        hire_staff(connection)
    kept = Configurations(services.jackpots)
    kept.keep(text, "eve", "opening")
    kept.open_jackpot("royal", kept.today(), Person("eve", "Eve", frozenset({"executive"})), "opening")
    door = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{door.getsockname()[1]}"
    try:
        while not server.started:  # the application's state is complete only then
            assert thread.is_alive(), "the server did not start"
            sleep(0.01)
        # The server closes idle connections after five seconds: this client closes them earlier.
        limits = httpx2.Limits(keepalive_expiry=2)
        with httpx2.Client(base_url=address, timeout=PATIENCE / 1000, limits=limits) as client:
            house = CardRoom(client, {person: f"{person}:token of {person}" for person in ROLES})
            count_nothing(app)
            table = client.post("/api/v1/play/tables", json={"game": "royal-match-21"}, headers=house.headers("eve"))
            assert table.status_code == 200, table.text
            open_for_controllers_only(house, *alone)
            yield Site(address, app, house, {"play_table": table.json()["table"]})
    finally:
        server.should_exit = True
        thread.join()


def chromium() -> str | None:
    """The path of Debian's Chromium; the headless shell where it is installed, which takes a quarter of the processor
    time.
    """
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def need_chromium() -> str:
    """Skips browser tests where there is no browser; with ``CI`` set they fail."""
    found = chromium()
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)
    return found


class Driver:
    """One browser for all tests of a process."""

    def __init__(self, program: str) -> None:
        self._playwright: Playwright = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        self.browser: Browser = self._playwright.chromium.launch(executable_path=program, args=PLAIN)
        asyncio._set_running_loop(None)

    @contextmanager
    def at_work(self) -> Iterator[Browser]:
        """Hides Playwright's running event loop from other tests of this thread between browser tests."""
        asyncio._set_running_loop(self._loop)
        try:
            yield self.browser
        finally:
            asyncio._set_running_loop(None)

    def close(self) -> None:
        with self.at_work() as browser:
            browser.close()
            self._playwright.stop()


@dataclass
class PageOpener:
    """Opens pages in one fresh context: ``open_page("/games", size="phone", dark=True)``."""

    browser: Browser
    site: Site
    faults: list[str] = field(default_factory=list)
    """The errors on any of the pages."""
    _allowed: list[str] = field(default_factory=list)
    _contexts: list[Any] = field(default_factory=list)

    def __call__(
        self,
        path: str,
        size: str = "desktop",
        *,
        dark: bool = False,
        person: str = "",
        status: int = 200,
        allow: Sequence[str] = (),
    ) -> Page:
        """A page that has loaded.

        ``person`` is signed in at this screen (``"ada"``, the others in tests/web/card_room.py). ``status`` is what the
        address answers. ``allow`` has pieces of messages that are no faults here: a script that asks for something
        which is refused leaves one in the console, such as "status of 409".
        """
        self._allowed += [*allow, *([f"status of {status}"] if status >= 400 else [])]
        page = self.page(size, dark=dark, person=person)
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == status, f"{path} answers {answer.status}"
        self.check()
        return page

    def page(self, size: str = "desktop", *, dark: bool = False, person: str = "") -> Page:
        """An empty page in its own context, with its errors recorded."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=self.site.address,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # so that tests need not wait for animations
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        if person:
            asked = {"badge": self.site.house.badges[person], "pin": PIN}
            signed_in = context.request.post("/api/v1/session", data=asked, headers={"Origin": self.site.address})
            assert signed_in.ok, signed_in.text()
        page = context.new_page()
        page.on("console", self._spoken)
        page.on("pageerror", lambda error: self.faults.append(f"script failed: {error}"))
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        return page

    def check(self) -> None:
        """Fails with every error recorded so far."""
        found = [fault for fault in self.faults if not any(words in fault for words in self._allowed)]
        assert not found, "\n".join(found)

    def leave(self) -> None:
        for context in self._contexts:
            context.close()

    def _spoken(self, message: ConsoleMessage) -> None:
        """Records errors in the console, violations of the Content-Security-Policy included."""
        if message.type in ("error", "assert"):
            self.faults.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.site.address}/", "data:", "blob:")):
            self.faults.append(f"asks another server: {request.url}")

    def _failed(self, request: Request) -> None:
        # Live displays are cut off when a page is left.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"no answer: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.url} answers with a status of {response.status}")


def settle(page: Page) -> None:
    """Waits until animations and layout have ended."""
    page.evaluate(SETTLED)


@cache
def axe_source() -> str:
    return AXE.read_text("utf-8")


def axe_findings(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """The serious and critical findings of axe-core: rule, what it asks for, and where. ``rules`` limits the rules."""
    settle(page)
    if not page.evaluate("typeof window.axe === 'object'"):
        # Sent directly, because Playwright would parse half a million characters several times.
        session = page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": axe_source(), "silent": True})
        session.detach()
    # No page has anything from another server, so no style sheet needs to be fetched again.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    options["rules"] = {rule: {"enabled": False} for rule in MILD}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: {found['target']} {found['html'][:200]} "
        f"{found['failureSummary'].splitlines()[-1].strip()}"
        for found in page.evaluate(SERIOUS, options)
    ]


def take_picture(page: Page, name: str) -> list[Path]:
    """Saves the whole page at each size in build/pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    paths = []
    for size in SIZES:
        resize(page, size)
        settle(page)
        paths.append(PICTURES / f"{name}-{size}.png")
        page.screenshot(path=paths[-1], full_page=True)
    if before is not None:
        page.set_viewport_size(before)
    return paths


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


Axe = Callable[..., None]
Picture = Callable[[Page, str], list[Path]]
