"""Opening, working and closing a table in a browser: which keys the console offers, and when."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.harness import EXAMPLE, Axe, PageOpener, Site, serving

CLIPPED = """[...document.querySelectorAll('.seat, .seat *')]
    .filter(part => part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== 'visible')
    .map(part => part.className)"""
"""Parts of seat rows that hide some of what they hold."""
ENTERED = EXAMPLE.replace('id = "royal-1"', 'id = "royal-1"\ncards = "entered"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("opened"), ENTERED) as made:
        yield made


@pytest.fixture
def look(browser: Browser, site: Site) -> Iterator[PageOpener]:
    visitor = PageOpener(browser, site)
    yield visitor
    visitor.leave()
    visitor.check()


def edges(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a part of the page."""
    found = page.locator(selector).bounding_box()
    assert found is not None, selector
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def check_centred(page: Page, selector: str) -> None:
    """A dialog is in the middle of the screen and covers neither seats nor keypad."""
    left, top, right, bottom = edges(page, selector)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert abs((left + right) / 2 - width / 2) < 2
    assert abs((top + bottom) / 2 - height / 2) < 2
    assert left >= edges(page, ".seats")[2]
    assert right <= edges(page, ".keypad")[0]


def test_table_is_opened_worked_and_closed(look: PageOpener, site: Site, axe: Axe) -> None:
    """Closed, opened with its seats, chips bought, keys that are live, a correction by its wager, closed again."""
    page = look("/room/dealer/royal-1", "desktop", person="sue")
    expect(page.locator(".next-step")).to_contain_text("Closed")
    assert page.locator("[data-console] button").count() == 0
    axe(page)
    page.get_by_role("link", name="Open royal-1").click()
    page.get_by_label("I inspected the table").click()
    page.get_by_role("button", name="Open royal-1").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("[data-tile=royal-1]")).to_contain_text("open, betting")

    page = look("/room/dealer/royal-1", "desktop", person="dana")
    expect(page.locator(".keypad .key.next")).to_have_count(0)
    expect(page.locator(".keypad .key:not(.shut)")).to_have_count(0)  # no key is enabled before the first bet
    page.locator("[data-open-seat='3']").click()
    page.get_by_label("Player").fill("Bob")
    page.get_by_label("Chips in dollars").fill("100")
    check_centred(page, "dialog.seat-dialog")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("dialog.seat-dialog")).not_to_be_visible()
    page.locator("[data-open-seat='3']").click()
    page.get_by_label("More chips in dollars").fill("150.50")
    axe(page)
    check_centred(page, "dialog.seat-dialog")
    page.get_by_role("button", name="Buy chips").click()
    expect(page.locator("dialog.seat-dialog")).not_to_be_visible()
    expect(page.locator(".seat").nth(2)).to_contain_text("$250.50")
    bets = [{"wager": wager, "cents": cents} for wager, cents in
            (("base", 12_500), ("royal-match", 2_500), ("royal-match-progressive", 100))]  # fmt: skip
    assert site.house.post("dana", "/tables/royal-1/bets", {"seat": 3, "bets": bets}).status_code == 200
    expect(page.locator(".seat").nth(2)).to_contain_text("Royal Match Progressive $1")
    for width, height in ((1280, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CLIPPED) == [], width
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".keypad .key:not(.shut) > span")).to_have_text(["START GAME"])
    page.keyboard.press("Enter")
    expect(page.locator("[data-card-pad]")).to_be_visible()
    expect(page.locator(".keypad .key.next")).to_have_count(0)
    expect(page.locator(".keypad .key:not(.shut)")).to_have_count(0)
    for cards in ("Ks", "9c", "Qs", "??"):
        assert site.house.post("dana", "/tables/royal-1/cards", {"cards": cards}).status_code == 200
    table = "/tables/royal-1"
    while (view := site.house.get("dana", table).json())["phase"] == "playing":
        step = view["step"]
        if step["kind"] == "ask":
            asked = step["open"][0]
            said = {"seat": asked["seat"], "answer": "no" if "no" in asked["options"] else "stand"}
            assert site.house.post("dana", f"{table}/decision", said).status_code == 200
        elif step["kind"] == "card":
            assert site.house.post("dana", f"{table}/cards", {"cards": "7d"}).status_code == 200
        elif step["name"] == "end-game":
            break
        else:
            assert site.house.post("dana", f"{table}/step").status_code == 200
    expect(page.locator(".next-step .large")).to_have_text("Press END GAME")
    expect(page.locator(".keypad .key.next > span")).to_have_text("END GAME")
    assert "GAME OVER" not in page.locator("[data-console]").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".table-name")).to_contain_text("round 2")
    left_out = "seat 3 has its last bets again, but seat 5 has $0 left: $5 on Blackjack is too much"
    page.route("**/same-bets", lambda route: route.fulfill(json={"table": "royal-1", "number": 1, "words": left_out}))
    page.keyboard.press("r")
    expect(page.locator(".refused")).to_have_text(f"S{left_out[1:]}.")

    page = look("/room/floor/tables/royal-1", person="sue")
    lines = page.locator("#event option").all_inner_texts()
    assert any(line.startswith("Seat 3, Royal Match $25: ") for line in lines)
    assert any(line.startswith("Seat 3, Blackjack $125: ") for line in lines)
    page.get_by_label("Reason").last.fill("End of shift")
    page.get_by_role("button", name="Close royal-1").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("One player is still seated")
    expect(dialog).to_contain_text(re.compile(r"Seat 3: Bob, \$\d"))
    axe(page)
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("[data-tile=royal-1]")).to_contain_text("closed")
    page = look("/room/dealer/royal-1", "phone", person="dana")
    expect(page.locator(".next-step")).to_contain_text("Closed")
    assert page.locator("[data-console] button").count() == 0


def test_the_console_asks_before_a_round_without_a_wager(look: PageOpener, site: Site, axe: Axe) -> None:
    page = look("/room/dealer/royal-2", "desktop", person="dana")
    expect(page.locator(".table-name")).to_contain_text("controller only")
    before = site.house.get("dana", "/controllers/royal-2").json()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.asking")
    expect(dialog).to_contain_text(f"Start round {before['round']} without a progressive wager?")
    check_centred(page, "dialog.asking")
    axe(page)
    page.keyboard.press("Enter")  # the dialog's default is to cancel
    expect(dialog).not_to_be_visible()
    assert site.house.get("dana", "/controllers/royal-2").json() == before
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="START GAME").click()
    expect(page.locator(".keypad .key.next > span")).to_have_text("END GAME")
    expect(page.locator(".keypad .key:not(.shut)")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".table-name")).to_contain_text(f"round {before['round'] + 1}")

    # Surveillance and the auditor find that round.
    page = look("/room/surveillance?table=royal-2", person="walt")
    page.get_by_role("link", name=f"Replay round {before['round']}", exact=True).click()
    expect(page.locator(".now")).to_have_text("START GAME: no wager")
    axe(page)
    page = look("/room/audit/rounds?table=royal-2", person="otto")
    page.get_by_role("link", name=f"Round {before['round']}, controller only").click()
    expect(page.get_by_role("row", name="START GAME: no wager")).to_be_visible()
    axe(page)
