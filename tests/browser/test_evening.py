"""An evening worked by five roles in the browser: every amount on every screen equals the ledger's."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from pitbook.money import MICROS_PER_CENT, Cents, format_cents
from tests.browser.harness import EXAMPLE, PATIENCE, PageOpener, serving
from tests.browser.test_dealer import is_next
from tests.web.card_room import PIN, CardRoom

ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')
TABLE = "/tables/royal-1"
BETS = [{"wager": "base", "cents": 2_500}, {"wager": "royal-match-progressive", "cents": 100}]


@pytest.fixture
def look(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageOpener]:
    with serving(tmp_path_factory.mktemp("evening"), ENTERED) as site:
        visitor = PageOpener(browser, site)
        yield visitor
        visitor.leave()
        visitor.check()


def ledger(house: CardRoom, kind: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = house.get("ann", "/jackpots/royal/transactions").json()
    return [item for item in items if item["kind"] == kind]


def bet(house: CardRoom) -> None:
    assert house.post("dana", f"{TABLE}/bets", {"seat": 2, "bets": BETS}).status_code == 200


def type_cards(page: Page, *cards: str) -> None:
    """Types each card when the keypad asks for it."""
    for card in cards:
        expect(page.locator("[data-card-pad]")).to_be_visible(timeout=PATIENCE)
        page.keyboard.type(card)


def dealt(page: Page) -> None:
    expect(page.locator(".hand.of-dealer .card")).to_have_count(2, timeout=PATIENCE)


def open_table(look: PageOpener) -> None:
    page = look("/room/dealer/royal-1", "desktop", person="sue")
    page.get_by_role("link", name="Open royal-1").click()
    page.get_by_label("I inspected the table").click()
    page.get_by_role("button", name="Open royal-1").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("[data-tile=royal-1]")).to_contain_text("open, betting")


def play_out(house: CardRoom) -> None:
    """Answers, deals and pays until a share of the meter is due or the round ends."""
    while True:
        step = house.get("dana", TABLE).json()["step"]
        if step["kind"] == "ask":
            asked = step["open"][0]
            answer = "no" if "no" in asked["options"] else "stand"
            assert house.post("dana", f"{TABLE}/decision", {"seat": asked["seat"], "answer": answer}).status_code == 200
        elif step["kind"] == "card":
            assert house.post("dana", f"{TABLE}/cards", {"cards": "Th"}).status_code == 200
        elif step.get("name") == "end-game" or (step["kind"] == "settle" and step["settlement"].get("net") is None):
            return
        else:
            done = house.post("dana", f"{TABLE}/step")
            assert done.status_code == 200, (step, done.text)


def test_five_roles_work_an_evening_and_every_screen_matches_the_ledger(look: PageOpener) -> None:
    """Dealer, supervisor, executive, accounting and surveillance: open, deal, undo, win, pay, late award, close."""
    house = look.site.house
    open_table(look)

    # The dealer seats a player, takes the wager at START GAME, keys a wrong card and takes it back.
    console = look("/room/dealer/royal-1", "desktop", person="dana")
    console.locator("[data-open-seat='2']").click()
    console.get_by_label("Player").fill("Bob")
    console.get_by_label("Chips in dollars").fill("500")
    console.get_by_role("button", name="Sit down").click()
    expect(console.locator("dialog.seat-dialog")).not_to_be_visible()
    bet(house)
    is_next(console, "START GAME")
    console.keyboard.press("Enter")
    expect(console.locator(".next-step .large")).to_have_text("Take the $1 progressive wager: seat 2")
    type_cards(console, "ks", "kh", "jd")
    expect(console.locator(".undo")).to_contain_text("Take back: Jack of diamonds to seat 2")
    console.keyboard.press("u")
    expect(console.locator(".undo")).to_contain_text("Take back: King of hearts to the dealer")
    type_cards(console, "qs", "qh")
    dealt(console)
    play_out(house)
    assert house.post("dana", f"{TABLE}/key-in").status_code == 200

    # The supervisor confirms and records it on the floor, at the amount that the ledger books.
    floor = look("/room/floor", person="sue")
    queue = floor.locator("[data-win=royal-1]")
    shown = queue.locator(".hit").first.inner_text()
    queue.get_by_role("button", name="Confirm", exact=True).click()
    with floor.expect_popup():
        queue.get_by_role("button", name="Record by card", exact=True).click()
    expect(queue).to_have_count(0)
    (award,) = ledger(house, "award")
    prize = format_cents(Cents(award["result"]["prize_cents"]))
    assert prize in shown
    assert -award["entries"]["tray"] == award["result"]["prize_cents"] * MICROS_PER_CENT
    assert {name: award["data"][name]["by"] for name in ("keyed", "verified")} == {"keyed": "dana", "verified": "sue"}

    # The dealer pushes out exactly that amount and ends the game.
    expect(console.locator(".next-step .large")).to_contain_text(f"Pay seat 2 {prize}", timeout=PATIENCE)
    console.keyboard.press("Enter")
    is_next(console, "END GAME")
    settled = house.get("dana", TABLE).json()["settled"]
    (pay,) = [item for item in settled if item["wager"] == BETS[1]["wager"]]
    assert pay["pushed_out"] == award["result"]["prize_cents"]
    console.keyboard.press("Enter")
    expect(console.locator(".table-name")).to_contain_text("round 2")
    (paid,) = ledger(house, "paid")
    assert (paid["by"], paid["data"]["award"]) == ("dana", award["number"])

    # Surveillance, accounting and the win page say the same.
    (found,) = house.get("walt", "/rounds?table=royal-1").json()
    watched = look(f"/room/surveillance/rounds/royal-1/{found['number']}", person="walt")
    expect(watched.locator("main")).to_contain_text(prize)
    expect(watched.locator("s").first).to_contain_text("Jd")
    office = look(f"/room/office/jackpots/royal/ledger/{award['number']}", person="ann")
    expect(office.locator("main")).to_contain_text(prize)
    printed = floor.context.request.get(f"{look.site.address}/room/floor/wins/royal/{award['number']}.pdf").body()
    assert prize in " ".join(page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages)

    # A second round is lost: the wager is gone, and no key takes it again.
    bet(house)
    is_next(console, "START GAME")
    console.keyboard.press("Enter")
    type_cards(console, "9s", "8h", "9d", "7h")
    dealt(console)
    play_out(house)
    assert house.post("dana", f"{TABLE}/step").status_code == 200  # END GAME
    expect(console.locator(".table-name")).to_contain_text("round 3", timeout=PATIENCE)

    # Afterwards a supervisor and an executive record a win that was missed in it.
    book = look("/room/floor/jackpots/royal", person="sue")
    form = book.locator("form[data-api$='late-awards']")
    form.get_by_label("Round").fill("2")
    form.get_by_label("Seat").fill("2")
    form.get_by_label("Hand").select_option("double_royal_match")
    form.get_by_label("Surveillance reference").fill("Camera 12, 21:40")
    form.get_by_label("What happened").fill("the queen of diamonds was read as a nine")
    form.get_by_label("Document").fill("IR-8")
    form.get_by_label("Badge").fill(house.badges["eve"])
    form.get_by_label("PIN").fill(PIN)
    with book.expect_popup():
        form.get_by_role("button", name="Record the late award").click()
    (late,) = ledger(house, "late-award")
    late_prize = format_cents(Cents(late["result"]["prize_cents"]))
    listed = book.locator(".recorded li", has_text="late award").filter(has_text="Win page")
    expect(listed).to_contain_text(late_prize)

    # The supervisor closes the table; accounting sees both prizes, the late one apart, and the proof holds.
    closing = look("/room/floor/tables/royal-1", person="sue")
    closing.get_by_label("Reason").last.fill("End of shift")
    closing.get_by_role("button", name="Close royal-1").click()
    expect(closing.get_by_role("dialog")).to_contain_text(re.compile(r"Seat 2: Bob, \$\d"))
    closing.get_by_role("button", name="Close the table").click()
    expect(closing.locator("[data-tile=royal-1]")).to_contain_text("closed")
    books = look(f"/room/office/jackpots/royal/ledger/{late['number']}", person="ann")
    expect(books.locator("main")).to_contain_text(late_prize)
    assert house.get("ann", "/jackpots/royal/proof").json()["holds"]
