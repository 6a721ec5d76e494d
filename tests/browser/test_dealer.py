"""The dealer's console and the displays: rounds by keys, wins by card and by key, and a server that is restarted."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import uvicorn
from playwright.sync_api import Browser, Page, expect

from pitbook.jackpot.people import Person
from pitbook.web.app import create_app
from tests.browser.harness import EXAMPLE, PATIENCE, Axe, PageOpener, Picture, Site, open_for_controllers_only
from tests.web.card_room import PIN, QUICK, ROLES, CardRoom, hire_staff

KEYED = (
    EXAMPLE.replace('controller = "card"', 'controller = "keyed"')
    .replace('"Nexus Command Game Manager" = "v1.3.0"', '"Game Manager" = "v6.6 Build 520"')
    .replace('"Nexus Command Table Controller Software" = "v2.0.0"', '"Aquarius Controller" = "v6.5.6SP"')
    .replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
    + '"Coin Spot" = "v6.0"\n'
)
"""The same room with the keyed controller of letter 003, and cards that the dealer enters."""
REFUSED = "status of 400"
READABLE = """() => {
  const size = (query) => parseFloat(getComputedStyle(document.querySelector(query)).fontSize);
  const box = (query) => document.querySelector(query).getBoundingClientRect();
  const felt = document.querySelector("[data-felt]");
  return size(".spot .value") >= 22 && size(".stake b") >= 17 && size(".next-step .large") >= 22
    && box(".spot .card").width >= 40 && felt.scrollWidth <= felt.clientWidth
    && felt.getBoundingClientRect().bottom <= box(".meter-line").top + 1;
}"""
"""Hands, stakes and the next step are large enough to be read from a metre away, and nothing covers the felt."""
EVE = Person("eve", "Eve", frozenset({"executive"}))


def refused(page: Page) -> str:
    return page.locator(".refused").inner_text()


def round_is(page: Page, number: int) -> None:
    expect(page.locator(".table-name small")).to_contain_text(f"round {number}", timeout=PATIENCE)


def is_next(page: Page, label: str) -> None:
    """The key that is lit."""
    expect(page.locator(".keypad .next span")).to_have_text(label, timeout=PATIENCE)


def sign(page: Page, house: CardRoom, person: str) -> None:
    page.get_by_label("executive's badge").fill(house.badges[person])
    page.keyboard.press("Enter")
    page.keyboard.type(PIN)


def controller(house: CardRoom, table: str) -> dict[str, Any]:
    found: dict[str, Any] = house.get("dana", f"/controllers/{table}").json()
    return found


def test_a_round_in_three_presses_and_a_win_by_card(open_page: PageOpener, server: Site, axe: Axe) -> None:
    before = controller(server.house, "royal-2")["round"]
    page = open_page("/room/dealer/royal-2", person="dana", allow=[REFUSED, "status of 403"])
    page.keyboard.press("a")  # a hand button before the wagers are locked
    expect(page.locator(".refused")).to_contain_text("out of turn: next comes wagers on the sensors")
    for lit in (1, 0):  # the console is drawn again, and the refusal is still shown
        assert server.house.press("dana", "sense", "royal-2", seat=4).status_code == 200
        expect(page.locator(".lamp.lit")).to_have_count(lit)
        expect(page.locator(".refused")).to_be_visible()
    # The round: a chip on the sensor, START GAME, END GAME.
    page.keyboard.press("2")
    expect(page.locator(".lamp.lit")).to_have_count(1)
    page.keyboard.press("Enter")
    is_next(page, "END GAME")
    expect(page.locator(".lamp.locked")).to_have_count(1)
    page.keyboard.press("Enter")
    round_is(page, before + 1)

    # The same seats again, then the wrong hand, which is off when it is pressed again.
    page.keyboard.press("r")
    expect(page.locator(".lamp.lit")).to_have_count(1)
    page.keyboard.press("Enter")
    is_next(page, "END GAME")
    page.keyboard.press("2")
    expect(page.locator(".lamp.chosen")).to_have_count(1)
    page.keyboard.press("a")
    is_next(page, "CONFIRM")
    expect(page.locator(".next-step")).to_contain_text("Seat 2: Double Royal Match Suited")
    page.keyboard.press("a")
    is_next(page, "END GAME")
    page.keyboard.press("2")
    expect(page.locator(".lamp.chosen")).to_have_count(1)
    page.keyboard.press("b")
    is_next(page, "CONFIRM")
    axe(page)

    # The dealer's own badge does not verify; the supervisor's does, and her card records.
    page.keyboard.press("Enter")
    sign(page, server.house, "dana")
    page.keyboard.press("Enter")
    expect(page.locator(".supervisor [data-wrong]")).to_contain_text("may not verify a win")
    sign(page, server.house, "sue")
    page.keyboard.press("Enter")
    record = page.get_by_role("button", name="Swipe card: record")
    expect(record).to_be_visible()
    axe(page)
    record.click()
    expect(page.locator("dialog.supervisor")).not_to_be_visible()
    is_next(page, "END GAME")
    (prize,) = controller(server.house, "royal-2")["recorded"]
    assert prize["seat"] == 2
    page.keyboard.press("Enter")
    round_is(page, before + 2)
    items = server.house.get("eve", "/jackpots/royal/transactions").json()
    (award,) = [item for item in items if item["kind"] == "award"]
    assert (award["data"]["verified"]["by"], award["data"]["outcome"]) == ("sue", "double_royal_match")


class Room:
    """A server that can be stopped and started again: the same store, the same address."""

    def __init__(self, folder: Path) -> None:
        self.store = str(folder / "room.db")
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.port = door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.running: tuple[uvicorn.Server, Thread, httpx2.Client] | None = None

    def start(self, first: bool = False) -> CardRoom:
        app = create_app(self.store)
        services = app.state.services
        services.people._hasher = QUICK
        if first:
            with services.database.writing() as connection:
                hire_staff(connection)
            kept = services.configurations
            kept.keep(KEYED, "eve", "opening")
            kept.open_jackpot("royal", kept.today(), EVE, "opening")
        config = uvicorn.Config(
            app, port=self.port, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        door = socket.create_server(("127.0.0.1", self.port))
        thread = Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        client = httpx2.Client(base_url=self.address, timeout=PATIENCE / 1000)
        self.running = server, thread, client
        return CardRoom(client, {person: f"{person}:token of {person}" for person in ROLES})

    def stop(self) -> None:
        if self.running is not None:
            server, thread, client = self.running
            client.close()
            server.should_exit = True
            thread.join()
            self.running = None


@contextmanager
def room_in(folder: Path) -> Iterator[Room]:
    room = Room(folder)
    try:
        yield room
    finally:
        room.stop()


def test_a_win_by_key_across_a_restart_of_the_server(browser: Browser, tmp_path: Path, server: Site) -> None:
    with room_in(tmp_path) as room:
        house = room.start(first=True)
        open_for_controllers_only(house, "royal-1")
        open_page = PageOpener(browser, Site(room.address, server.app, house, {}))
        console = open_page("/room/dealer/royal-1", person="dana", allow=["ERR_"])  # the server is away for a while
        display = open_page("/display/royal")
        expect(display.locator(".state.live")).to_be_visible()
        for seat in (1, 3):
            console.keyboard.press(str(seat))
            expect(console.locator(".lamp.lit")).to_have_count(1 if seat == 1 else 2)
        console.keyboard.press("Enter")
        is_next(console, "GAME OVER")
        expect(display.locator(".figure")).to_have_text("$5,000.21")

        room.stop()
        expect(console.locator("[data-offline]")).to_be_visible()
        console.keyboard.press("Enter")  # nothing can be pressed
        expect(display.locator(".state.still")).to_contain_text("not live since")
        expect(display.locator(".figure.stale")).to_be_visible()

        house = room.start()
        expect(console.locator("[data-offline]")).not_to_be_visible()
        is_next(console, "GAME OVER")
        expect(display.locator(".state.live")).to_be_visible()
        expect(display.locator(".figure.stale")).to_have_count(0)
        assert controller(house, "royal-1")["round"] == 1

        # Two wagers: select the seat first. Then the key to JPH, J-POT, and back to RUN.
        console.keyboard.press("b")
        assert "press the seat first" in refused(console).lower()
        console.keyboard.press("3")
        console.keyboard.press("b")
        is_next(console, "Key to JPH")
        # The same hand at another seat is keyed in beside it, and taken back, without touching the first.
        for keyed in (2, 1):
            console.wait_for_function("() => !document.querySelector('[data-console]').inert")
            console.keyboard.press("1")
            console.keyboard.press("b")
            expect(console.locator(".seat.won")).to_have_count(keyed)
        assert controller(house, "royal-1")["wins"] == [[3, "double_royal_match"]]
        console.wait_for_function("() => !document.querySelector('[data-console]').inert")
        console.keyboard.press("Enter")
        sign(console, house, "sue")
        console.get_by_role("button", name="Key to JPH").last.click()
        console.get_by_role("button", name="J-POT: record $1,250.05").click()
        console.get_by_role("button", name="Key to RUN").last.click()
        expect(console.locator("dialog.supervisor")).not_to_be_visible()
        is_next(console, "GAME OVER")
        expect(display.locator("[data-celebration]")).to_contain_text("$1,250.05")
        console.keyboard.press("Enter")
        round_is(console, 2)

        # A press that the server did not answer is sent again, and counts once.
        console.keyboard.press("1")
        expect(console.locator(".lamp.lit")).to_have_count(1)
        lost: list[str] = []

        def lose(route: Any) -> None:
            lost.append(route.request.headers["idempotency-key"])
            if len(lost) > 1:
                route.continue_()
            else:
                route.fetch()  # the server does it, but the answer is lost
                route.abort("connectionreset")

        console.route("**/presses", lose)
        console.keyboard.press("Enter")
        is_next(console, "GAME OVER")
        expect(console.locator("[data-offline]")).not_to_be_visible()
        console.wait_for_function("() => !document.querySelector('[data-console]').inert")
        while len(lost) < 2:
            console.wait_for_timeout(50)
        assert lost[0] == lost[1]
        items = house.get("eve", "/jackpots/royal/transactions").json()
        assert [item["kind"] for item in items].count("coin-in") == 2
        open_page.leave()
        open_page.check()


def test_bets_and_cards_by_keys_on_one_screen(
    browser: Browser, tmp_path: Path, server: Site, axe: Axe, picture: Picture
) -> None:
    with room_in(tmp_path) as room:
        house = room.start(first=True)
        assert house.post("sue", "/tables/royal-1/open", {"checked": True}).status_code == 200
        open_page = PageOpener(browser, Site(room.address, server.app, house, {}))
        page = open_page("/room/dealer/royal-1", person="dana")
        for chip, done in (("Add $500", "Sit down"), ("Add $25", "Save bets")):
            page.locator("[data-open-seat='1']").click()
            page.get_by_role("button", name=chip, exact=True).click()
            axe(page)
            page.get_by_role("button", name=done).click()
            expect(page.locator("dialog.seat-dialog")).not_to_be_visible()
        page.wait_for_function("() => !document.querySelector('[data-console]').inert")
        page.keyboard.press("1")  # the progressive wager, on its sensor
        expect(page.locator(".lamp.lit")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("[data-card-pad]")).to_be_visible()
        # The dealer takes the wager from the sensor before the first card; the seat shows it as taken.
        expect(page.locator(".next-step .large")).to_have_text("Take the $1 progressive wager: seat 1")
        expect(page.locator(".seats .seat").first).to_contain_text("Royal Match Progressive $1 taken")
        picture(page, "dealer-take")
        # Faster than the server answers; the hole card lies face down.
        page.keyboard.type("8h9c9h7c")
        expect(page.locator(".hand.of-dealer .card")).to_have_count(2)
        expect(page.locator(".hand:not(.of-dealer) .card")).to_have_count(2)
        assert house.get("dana", "/tables/royal-1").json()["players"]["1"]["hands"][0]["cards"] == ["8h", "9h"]
        spot = page.locator("[data-felt-seat='1']")
        expect(spot.locator(".stake")).to_have_text([re.compile(r"\$25 *Blackjack"), re.compile("Progressive *taken")])
        assert spot.locator(".stake span").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
        expect(page.locator("[data-done]")).to_have_text("Just done: Card face down to the dealer")
        axe(page)
        # A card by mistake: the console names what Undo takes back, and the key u does it.
        page.keyboard.press("s")
        expect(page.locator(".undo")).to_contain_text("Take back: Seat 1 stands")
        page.keyboard.press("u")
        expect(page.locator(".undo")).to_contain_text("Take back: Card face down to the dealer")
        # A supervisor goes back further, with a reason.
        page.get_by_role("button", name="Undo with badge").click()
        page.get_by_label("Undo this input and everything after it").select_option(label="Nine of hearts to seat 1")
        page.get_by_label("What happened").fill("the card was not seen")
        axe(page)
        sign(page, house, "sue")
        page.get_by_role("button", name="Take back", exact=True).click()
        expect(page.locator("dialog.supervisor")).not_to_be_visible()
        expect(page.locator(".undo")).to_contain_text("Take back: Nine of clubs to the dealer")
        page.keyboard.type("9h7c")
        expect(page.locator(".hand.of-dealer .card")).to_have_count(2)
        assert house.get("dana", "/tables/royal-1").json()["players"]["1"]["hands"][0]["cards"] == ["8h", "9h"]
        for width, height in ((390, 844), (1280, 900), (1280, 800), (1024, 768), (820, 1180)):
            page.set_viewport_size({"width": width, "height": height})
            fits = "scrollWidth <= innerWidth" if width < 600 else "scrollHeight <= innerHeight"
            page.wait_for_function(f"() => document.documentElement.{fits}")
            assert page.evaluate(READABLE), (width, height)
        # The chips to push out: $7 for 7 for 1, because the wager was taken; the ledger books the same.
        page.keyboard.press("s")
        expect(page.locator(".next-step .large")).to_have_text("Turn over the hole card")
        page.keyboard.press("Enter")
        expect(page.locator("[data-card-pad]")).to_be_visible()
        page.keyboard.type("kc")
        expect(page.locator(".next-step .large")).to_contain_text("Pay seat 1 $25")
        page.keyboard.press("Enter")
        expect(page.locator(".next-step .large")).to_have_text(
            "Pay seat 1 $7, Royal Match Progressive: 2-Card Straight Flush, 7 for 1"
        )
        picture(page, "dealer-pay")
        page.keyboard.press("Enter")
        is_next(page, "GAME OVER")
        noted = house.get("ann", "/jackpots/royal/transactions").json()[-1]
        assert noted["entries"] == {"fixed pays": 7_000_000, "tray": -7_000_000}
        open_page.leave()
        open_page.check()
