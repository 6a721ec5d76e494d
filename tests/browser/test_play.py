"""Play in real browsers: a whole round of each game with every wager, two people at one table, lost connections."""

import re
import time
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from pitbook.cards import parse_cards
from pitbook.room.play.service import play_config, played
from pitbook.table.shoe import OsChance, SealedShoe
from pitbook.web.learn.how_to_play import guide
from tests.browser.harness import SIZES, Axe, PageOpener, Site, resize
from tests.every_game import sampled

FIRST_HAND = 15.0
"""Seconds until a first-time visitor is dealt a hand."""


FLIGHTS = """() => {
    window.flights = 0;
    const fly = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.flights += 1; return fly.apply(this, how); };
}"""

HELD = """() => {
    window.decisions = 0;
    const ask = window.fetch, until = new Promise((go) => { window.answered = go; });
    window.fetch = async (address, ...how) => {
        const answer = await ask(address, ...how);
        if (address.endsWith("/decision") && ++window.decisions === 1) await until;
        return answer;
    };
}"""
"""The answer to the first decision is held back."""


class Stacked(OsChance):
    """Shoes with these cards on top."""

    def __init__(self, *names: str) -> None:
        self.top = parse_cards(" ".join(names))

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        rest = list(cards)
        for card in self.top:
            rest.remove(card)
        return SealedShoe((*self.top, *rest), "5a" * 32)

    def number(self, name: str, low: int, high: int) -> int:
        return low


Stack = Callable[..., None]


@pytest.fixture
def stack(server: Site, monkeypatch: pytest.MonkeyPatch) -> Stack:
    """``stack("2c", "Kh 7c Qh Tc")``: tables that are opened from now on deal these cards."""

    def put(*names: str) -> None:
        monkeypatch.setattr(server.app.state.services.tables, "chance", Stacked(*names))

    return put


def sit(open_page: PageOpener, slug: str, size: str = "desktop", allow: Sequence[str] = ()) -> Page:
    """A seat at a private table of a game."""
    key = {"Idempotency-Key": open_page.site.house.key()}
    opened = open_page.site.house.client.post("/api/v1/play/tables", json={"game": slug, "private": True}, headers=key)
    page = open_page(f"/play/table/{opened.json()['table']}", size, allow=allow)
    start(page)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#tray")).to_be_visible()
    return page


def start(page: Page) -> None:
    """Closes the sheet that a first visit begins with."""
    page.locator("#howto[open] [data-close]").first.click()


def slowdown() -> float:
    """The slowdown of this machine compared with an idle one."""
    wall, own = time.perf_counter(), time.thread_time()
    while time.thread_time() - own < 0.1:
        pass
    return max((time.perf_counter() - wall) / 0.1, 1.0)


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def bet_on_everything(page: Page) -> None:
    """$10 on the game and $5 on every side bet, each by a tap, and red where a colour is chosen."""
    for name in page.locator("#spots [data-spot]").evaluate_all("spots => spots.map(one => one.dataset.spot)"):
        if name == "base" or (name.startswith("match-") and page.locator(".five").count()):
            spot(page, name).click()
        elif name != "red-black-black":
            spot(page, name).click()
            page.locator("#acts [data-act=accept]").click()
        if name == "base":
            spot(page, name).click()


def deal_everything(page: Page) -> None:
    bet_on_everything(page)
    page.keyboard.press("Space")


def expect_result(page: Page, name: str, *words: str) -> None:
    """The result shown at a spot after the round."""
    for word in words:
        expect(spot(page, name).locator(".plaque")).to_contain_text(word)


def expect_end(page: Page, words: str) -> None:
    """The round is over with this sentence."""
    expect(page.locator("#say")).to_contain_text(words)
    expect(page.locator("#voice")).to_contain_text(words)


def test_first_hand_needs_no_account(open_page: PageOpener) -> None:
    """From the front page to the first cards."""
    busy, begun = slowdown(), time.monotonic()
    page = open_page("/")
    page.get_by_role("button", name="Deal me a hand").click()
    expect(page.locator("#hands .dealt")).to_have_count(2)
    took = time.monotonic() - begun
    busy = max(busy, slowdown())
    print(
        f"\nthe first hand is dealt {took:.1f} s after the front page is opened; the machine is {busy:.1f} times slower"
    )
    assert took < FIRST_HAND * busy


def test_royal_match_21_round(open_page: PageOpener, stack: Stack, axe: Axe) -> None:
    """Chips by click and by key, a win explained at its spot, hands by key; every state passes axe."""
    stack("2c", "Kh 7c Qh Tc")
    page = sit(open_page, "royal-match-21")
    page.keyboard.press("ArrowRight")
    expect(spot(page, "base")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    # A side bet places the base bet too, and shows its cost before its chips are placed.
    expect(spot(page, "base")).to_have_accessible_name("Blackjack, $5 to $300, bet $10.")
    expect(page.locator("#say")).to_contain_text("Royal Match: ")
    page.get_by_role("button", name="Cancel").click()
    spot(page, "base").focus()
    page.keyboard.press("Delete")
    page.keyboard.press("+")
    page.keyboard.press("Enter")
    page.keyboard.press("-")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    expect(spot(page, "base")).to_have_accessible_name("Blackjack, $5 to $300, bet $25.")
    for _ in range(3):  # the first press asks, the second bets $5, the third adds $5
        spot(page, "royal-match").click()
    for _ in range(2):
        spot(page, "royal-match-progressive").click()
    expect(page.locator("#acts .gold")).to_contain_text("$36")
    axe(page)
    page.keyboard.press("Space")

    expect(page.locator("#voice")).to_have_text("You have 20 against a seven. Hit, stand, double or split?")
    expect_result(page, "royal-match", "Royal Match", "+$250")
    expect(page.locator("#banner")).to_contain_text("K-Q of hearts: Royal Match pays 25 to 1: +$250")
    axe(page)
    page.keyboard.press("?")
    expect(page.locator("#say")).to_contain_text("Stand: on average you win")
    page.keyboard.press("s")

    expect_end(page, "You win $314")
    expect_result(page, "base", "Won", "+$25")
    expect_end(page, "Your 20 beats the dealer's 17: +$25.")
    expect_result(page, "royal-match-progressive", "Royal Match", "+$39")
    expect_end(page, "Royal Match pays 40 for 1 with your bet included: +$39.")
    expect(page.locator("#stack")).to_have_text("$1,314")
    expect(page.locator("#session")).to_contain_text("After 1 round you are up $314")
    expect(page.locator("#meter-amount")).to_have_text("$5,000.25")
    axe(page)
    page.emulate_media(color_scheme="dark")
    axe(page, ["color-contrast"])
    for size in SIZES:
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), size


@pytest.mark.slow
def test_match_n_poker_round_by_touch(open_page: PageOpener, stack: Stack) -> None:
    """Insurance, a split, a double and a hit, on a phone."""
    stack("2c", "8s Ad 8h 9c", "3c Ts", "5d 8c")
    page = sit(open_page, "match-n-poker", "phone")
    deal_everything(page)
    expect_result(page, "match-n-poker", "Lost")
    page.get_by_role("button", name="No insurance").click()
    page.get_by_role("button", name="Split").click()
    expect(page.locator("#hands .hand")).to_have_count(2)
    page.get_by_role("button", name="Double").click()
    expect(page.locator("#say")).to_contain_text("Hand 2: you have 13 against an ace")
    page.get_by_role("button", name="Hit").click()
    expect_end(page, "You win $25")
    expect_result(page, "base", "2 won, 0 lost", "+$30")
    page.get_by_role("button", name="Same bets", exact=True).click()
    expect(page.locator("#acts .gold")).to_contain_text("Deal · $15")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#acts .gold")).to_contain_text("Deal again · $15")


@pytest.mark.slow
def test_match_the_dealer_round(open_page: PageOpener, stack: Stack, axe: Axe) -> None:
    """Five spots against five cards, and the Super Bonus that comes with them."""
    stack("2c", "8s 8h", "8s 8d Kd 2c 8c")
    page = sit(open_page, "million-dollar-match-the-dealer")
    deal_everything(page)
    expect_result(page, "match-1", "Suited and Unsuited Match", "+$65")
    expect_result(page, "match-2", "Two Unsuited Matches", "+$40")
    expect_result(page, "match-3", "Lost")
    expect(page.locator("#banner")).to_contain_text("Any 5-Card Match")
    expect_end(page, "You win $3,135")
    expect(page.locator("#dealer-cards .dealt")).to_have_count(5)
    axe(page)


@pytest.mark.slow
def test_royal_riches_pai_gow_round(open_page: PageOpener, stack: Stack) -> None:
    """A hand set by keys, a foul refused with one sentence, and the shoe's commitment checked in the browser."""
    dealer, empty = "Ac Kd Qd 9d 7s 4h 2h", "3c 3d 3h 4c 4d 5c 5d 6c 6d 6h 7c 7d 8c 8d"
    stack(dealer, empty, "As Ks Qs Js Ts 9h 9c")
    page = sit(open_page, "royal-riches-pai-gow")
    deal_everything(page)
    expect(page.locator(".set-card")).to_have_count(7)
    expect(page.locator("#voice")).to_contain_text("ace of spades")
    page.get_by_role("button", name="ace of spades, high hand").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="nine of hearts, high hand").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(page.locator(".setter-words")).to_contain_text("/")
    page.get_by_role("button", name="ace of spades, low hand").press("Space")
    page.get_by_role("button", name="nine of clubs, high hand").press("Space")
    expect(page.locator(".setter-words")).to_contain_text("pair of nines / royal flush")
    page.get_by_role("button", name="Set hand").click()

    expect_result(page, "royal-riches", "Royal Flush", "+$500")
    expect_end(page, "Royal Flush pays 100 to 1: +$500")
    expect_result(page, "jackpot", "Royal Flush")
    expect_result(page, "dealer-pai-gow", "Ace-High Pai Gow")
    expect_result(page, "pai-gow-insurance", "Lost")
    expect_result(page, "base", "Won")
    page.get_by_role("button", name="Fair play").click()
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.locator(".verdict")).to_contain_text("No card was moved")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".jsonl")


def test_ez_pai_gow_with_two_players(open_page: PageOpener, stack: Stack, axe: Axe) -> None:
    """Two browsers at one table: each sees the other's cards when they are turned over; both are told about envy."""
    dealer, empty = "Ac Kd Qd 8d 7s 4h 2h", "3c 3d 3h 4c 4d 5c 5d 6c 6d 6h 7c 7d 8c Td"
    stack(dealer, empty, "9s 9d 9h 9c Ks Th 4s", "Ad Jc Js 6s 5s 3s 2s")
    ann = sit(open_page, "ez-pai-gow")
    bob = open_page(ann.url)
    start(bob)
    bob.get_by_role("button", name="Sit down").click()
    expect(bob.locator("#tray")).to_be_visible()
    for page in (ann, bob):
        spot(page, "base").click()
        for name in ("dynasty", "protection", "red-black-red", "red-black-black"):
            spot(page, name).click()
            spot(page, name).click()
        expect(spot(page, "red-black-red")).to_have_accessible_name("EZ Pai Gow Red/Black: red, $1 to $100, no bet.")
        expect(page.locator("#acts .gold")).to_contain_text("Deal · $20")
    expect(ann.locator('[data-seat="3"] .seat-bets')).to_contain_text("$20")
    ann.keyboard.press("Space")
    expect(ann.locator("#say")).to_contain_text("Waiting for")
    expect(bob.locator('[data-seat="4"] .seat-note')).to_have_text("ready")
    bob.keyboard.press("Enter")

    expect(ann.locator(".set-card")).to_have_count(7)
    for page, other in ((ann, 3), (bob, 4)):
        expect(page.locator(f'[data-seat="{other}"]').get_by_label("a card face down")).to_have_count(7)
    axe(ann)
    drag(ann, "Ks")
    drag(ann, "Th")
    expect(ann.locator(".setter-words")).to_contain_text("four of a kind, nines")
    ann.get_by_role("button", name="Set hand").click()
    expect(ann.locator("#say")).to_contain_text("deciding")
    for name in ("Jc", "Js"):
        bob.locator(f'.set-card[data-card="{name}"]').click()
    expect(bob.locator(".setter-words")).to_contain_text("Foul")
    bob.keyboard.press("Enter")
    expect(bob.locator("#say")).to_contain_text("may not outrank")
    bob.keyboard.press("w")
    expect(bob.locator(".setter-words")).to_contain_text("House way: ")
    bob.keyboard.press("Enter")

    expect_result(ann, "dynasty", "Four of a Kind", "+$125")
    expect(bob.locator("#banner")).to_contain_text("Envy, because seat 4 has Four of a Kind")
    expect(ann.locator("#banner")).to_contain_text("Envy for Four of a Kind at seat 4")
    for page, other in ((ann, 3), (bob, 4)):
        expect(page.locator("#dealer-value")).to_contain_text("ace high")
        expect(page.locator(f'[data-seat="{other}"]').get_by_label("a card face down")).to_have_count(0)


def drag(page: Page, card: str) -> None:
    """A card to the low hand."""
    box = page.locator(f'.set-card[data-card="{card}"]').bounding_box()
    low = page.locator(".set-place.low").bounding_box()
    assert box is not None
    assert low is not None
    page.mouse.move(box["x"] + 12, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(low["x"] + low["width"] / 2, low["y"] + low["height"] / 2, steps=4)
    page.mouse.up()


def test_lost_connection_repeats_the_request_once(open_page: PageOpener, stack: Stack) -> None:
    """In mid-round a request without an answer is sent again and acts once; the seat is there after a reload."""
    stack("2c", "5h 7c 6s Tc", "2d")
    page = sit(open_page, "royal-match-21", allow=("ERR_FAILED", "ERR_INTERNET_DISCONNECTED"))
    deal_everything(page)
    expect(page.locator("#voice")).to_contain_text("You have 11 against a seven")
    tries: list[str] = []

    def cut_once(route: Route) -> None:
        tries.append(route.request.headers["idempotency-key"])
        if len(tries) == 1:
            route.fetch()  # done, but the answer is lost
            route.abort()
        else:
            route.continue_()

    page.route("**/decision", cut_once)
    page.route("**/events", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#voice")).to_contain_text("You have 13 against a seven")
    assert len(tries) == 2
    assert len(set(tries)) == 1
    page.unroute("**/events")
    expect(page.locator("#lost")).to_be_hidden()

    page.reload()
    expect(page.locator("#hands .dealt")).to_have_count(3)
    expect(page.locator("#say")).to_contain_text("You have 13 against a seven")
    page.keyboard.press("s")
    expect_end(page, "You lose $16")


@pytest.mark.slow
def test_late_answer_acts_on_the_question_shown(open_page: PageOpener, stack: Stack) -> None:
    """A press for the question that the stream has brought acts; two presses for one question act once."""
    stack("2c", "5h 7c 6s Tc", "2d")
    page = sit(open_page, "royal-match-21")
    deal_everything(page)
    expect(page.locator("#voice")).to_contain_text("You have 11 against a seven")
    page.evaluate(HELD)
    page.evaluate("for (const _ of [1, 2]) document.querySelector('#acts [data-act=hit]').click()")
    expect(page.locator("#voice")).to_contain_text("You have 13 against a seven")
    page.keyboard.press("s")
    page.evaluate("answered()")
    expect_end(page, "You lose $16")
    assert page.evaluate("decisions") == 2


@pytest.mark.slow
def test_cards_move_unless_reduced_motion_is_preferred(open_page: PageOpener, stack: Stack) -> None:
    stack("2c", "5h 7c 6s Tc", "2d")
    page = sit(open_page, "royal-match-21")
    page.evaluate(FLIGHTS)
    deal_everything(page)
    expect(page.locator("#voice")).to_contain_text("You have 11 against a seven")
    assert page.evaluate("flights") == 0
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("h")
    expect(page.locator("#voice")).to_contain_text("You have 13 against a seven")
    assert page.evaluate("flights") == 1


@pytest.mark.slow
def test_play_address_seats_the_player(open_page: PageOpener) -> None:
    """``/play/{slug}`` seats the player at once, and again at the same seat; a private table is a different one."""
    page = open_page("/play/ez-pai-gow")
    page.wait_for_url("**/play/table/ez-pai-gow-*")
    expect(page.locator("h1")).to_have_text("EZ Pai Gow")
    expect(page.locator("#you-name")).to_have_text("Guest · seat 4")
    start(page)
    page.goto("/play/ez-pai-gow")
    page.wait_for_url("**/play/table/ez-pai-gow-*")
    expect(page.locator("#you-name")).to_have_text("Guest · seat 4")
    page.goto("/play")
    page.get_by_label("Your name at the table").fill("Ann")
    page.locator(".felt-of-ez-pai-gow").get_by_role("button", name="Private table").click()
    expect(page.locator("#you-name")).to_have_text("Ann · seat 4")


def test_deal_me_a_hand_deals_a_hand(open_page: PageOpener) -> None:
    """One click from the front page: a private table, the base wager alone, and cards on the felt."""
    page = open_page("/", "phone")
    page.get_by_role("button", name="Deal me a hand").click()
    expect(page.locator("#hands .dealt")).to_have_count(2)
    assert re.search(r"/play/table/[0-9a-f]{20}$", page.url)
    expect(page.locator("#howto")).to_be_visible()
    start(page)
    expect(spot(page, "base")).to_have_class(re.compile("lying|settled"))
    for name in ("royal-match", "royal-match-progressive"):
        expect(spot(page, name)).not_to_have_class(re.compile("lying|settled"))


def test_a_side_bet_says_what_it_costs_before_the_chips_go_down(open_page: PageOpener, stack: Stack) -> None:
    """The first tap shows house edge and expected cost and places nothing; the bet is a second tap."""
    stack("2c", "Kh 7c Qh Tc")
    page = sit(open_page, "royal-match-21")
    expect(page.locator("#acts .gold")).to_contain_text("Deal · $10")
    spot(page, "base").click()
    spot(page, "royal-match").click()
    expect(page.locator("#say")).to_have_text("Royal Match: house edge 6.67%. A $5 bet loses $0.33 on average.")
    expect(spot(page, "royal-match")).to_have_accessible_name("Royal Match, $1 to $100, no bet.")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#acts .gold")).to_contain_text("Deal · $5")
    spot(page, "royal-match").click()
    page.get_by_role("button", name="Bet $5 on Royal Match").click()
    expect(spot(page, "royal-match")).to_have_accessible_name("Royal Match, $1 to $100, bet $5.")


def test_each_key_has_one_meaning(open_page: PageOpener, stack: Stack) -> None:
    """Space deals and pressing it again does nothing more; D only doubles; the list names every key once."""
    stack("2c", "5h 7c 6s Tc", "2d")
    page = sit(open_page, "royal-match-21")
    page.keyboard.press("d")
    expect(page.locator("#hands .dealt")).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#voice")).to_contain_text("You have 11 against a seven")
    expect(page.locator("#hands .dealt")).to_have_count(2)
    used = page.locator("#acts [data-key]").evaluate_all("all => all.map(one => one.dataset.key)")
    page.get_by_role("button", name="Keys").click()
    shown = page.locator("#keys-body th").all_inner_texts()
    single = [text.lower() for text in shown if len(text) == 1]
    assert set(used) <= set(single)
    assert len(single) == len(set(single))
    assert "u" not in single, "no surrender is offered at this table"
    page.get_by_role("button", name="Close").click()
    resize(page, "phone")
    expect(page.get_by_role("button", name="Keys")).to_be_hidden()
    page.keyboard.press("d")
    expect(page.locator("#say")).to_contain_text("$20")


def test_poker_round_by_keys(open_page: PageOpener, stack: Stack, axe: Axe) -> None:
    """A raise by its price, a hint at once, keys with one meaning, and one sentence for wagers of one cause."""
    stack("Ks Qd 9c 8h 4s", "Jd 9s 7h 5c 3d")
    page = sit(open_page, "crazy-4-poker")
    page.keyboard.press("1")
    expect(page.locator("#hands .dealt")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("#voice")).to_contain_text("You have king high, queen kicker. Fold or bet 1x?")
    expect(page.locator("#acts .gold")).to_contain_text("Bet 1x · $10")
    page.keyboard.press("?")
    expect(page.locator("#say")).to_contain_text("Bet 1x: ")
    used = page.locator("#acts [data-key]").evaluate_all("all => all.map(one => one.dataset.key)")
    shown = page.locator("#keys-body th kbd").all_text_contents()
    single = [text.lower() for text in shown if len(text) == 1]
    assert set(used) <= set(single)
    assert len(single) == len(set(single))
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("#sure")).to_contain_text("Your $20 stays on the table: no further bet is made for you")
    page.get_by_role("button", name="Cancel").click()
    page.keyboard.press("1")
    returned = "Ante $10 returned, Super Bonus $10 returned, Play +$10."
    expect_end(page, f"You win $10. The dealer's jack high does not qualify: {returned}")
    axe(page)


def test_leaving_during_a_hand_asks_for_confirmation(open_page: PageOpener, stack: Stack) -> None:
    stack("2c", "5h 7c 6s Tc", "2d")
    page = sit(open_page, "royal-match-21")
    for _ in range(2):
        spot(page, "base").click()
    spot(page, "royal-match").click()
    page.locator("#acts [data-act=accept]").click()
    page.keyboard.press("Space")
    expect(page.locator("#voice")).to_contain_text("You have 11 against a seven")
    page.get_by_role("button", name="Leave").click()
    # Royal Match has lost already.
    expect(page.locator("#sure")).to_contain_text("Your $10 stays on the table")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#hands .dealt")).to_have_count(2)
    page.get_by_role("button", name="Leave").click()
    page.locator("#sure").get_by_role("button", name="Leave").click()
    page.wait_for_url("**/play")


@pytest.mark.parametrize("slug", sampled(played()))
def test_how_to_play_opens_on_the_first_visit(open_page: PageOpener, axe: Axe, slug: str) -> None:
    """Aim, choices and every side bet with a sample hand, with links to rules and strategy; later by its button."""
    page = open_page(f"/play/{slug}", "phone")
    sheet = page.locator("#howto")
    expect(sheet).to_be_visible()
    menu = page.get_by_role("navigation", name="Main", include_hidden=True)
    assert menu.locator("a").count() == 6, "a table has the menu on a phone too"
    assert menu.evaluate(
        "e => e.offsetHeight > 0 && e.scrollWidth > e.clientWidth && getComputedStyle(e).maskImage !== 'none'"
    )
    config = play_config(slug)
    side_bets = [wager for wager in config.wagers() if not wager.is_required and not wager.in_round]
    for wager in side_bets:
        expect(sheet.get_by_text(wager.name, exact=True).first).to_be_attached()
    samples = sheet.locator(".samples li").count()
    assert samples == sheet.locator(".samples .sample").count()
    assert (samples > 0) == bool(side_bets)
    expect(sheet.get_by_role("link", name="Rules and odds")).to_have_attribute("href", f"/games/{config.game.slug}")
    if guide(config.game).drill:
        expect(sheet.get_by_role("link", name="Strategy")).to_be_attached()
    axe(page)
    start(page)
    page.reload()
    expect(page.locator("#tray")).to_be_visible()
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="How to play").click()
    expect(sheet).to_be_visible()


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_layout_is_stable_through_a_round(open_page: PageOpener, stack: Stack, size: str) -> None:
    """Felt and bar keep place and size, and no card covers the rule lines of the felt."""
    stack("2c", "Kh 7c Qh Tc")
    page = sit(open_page, "royal-match-21", size)

    def places() -> list[object]:
        return [page.locator(name).bounding_box() for name in (".rail", ".console", "#spots")]

    bet_on_everything(page)
    before = places()
    page.keyboard.press("Space")
    expect(page.locator("#voice")).to_contain_text("You have 20 against a seven")
    assert places() == before
    page.keyboard.press("?")
    expect(page.locator("#say")).to_contain_text("Stand: on average you win $7.72 of $10; splitting would win $2.89.")
    assert places() == before
    for card in page.locator("#hands .dealt").all():
        low = page.locator(".legend-1").bounding_box()
        top = card.bounding_box()
        assert low is not None
        assert top is not None
        assert low["y"] + low["height"] <= top["y"] + 1
    page.keyboard.press("s")
    expect_end(page, "Your 20 beats the dealer's 17: +$10.")
    assert places() == before


def test_board_and_hands_stay_in_place_at_the_showdown_on_a_phone(open_page: PageOpener, stack: Stack) -> None:
    """The dealer's value and the result of Play appear beside and below the cards and move none of them."""
    stack("Kh 9c", "Qs 5h", "8h 3h 7h Js Kd")
    page = sit(open_page, "ultimate-texas-holdem", "phone")

    def places() -> list[object]:
        return [page.locator(name).bounding_box() for name in (".rail", "#shared", "#hands", "#spots")]

    page.keyboard.press("Space")
    for _ in range(2):
        page.locator("#acts").get_by_role("button", name="Check").click()
        expect(page.locator("#shared .dealt")).not_to_have_count(0)
    expect(page.locator("#shared .dealt")).to_have_count(5)
    before = places()
    page.locator("#acts").get_by_role("button", name="Bet 1x").click()
    expect(page.locator("#hands .hand-bet")).to_contain_text("Play")
    expect(page.locator("#dealer-value")).to_be_visible()
    expect(page.locator("#tray")).to_be_visible()
    assert places() == before


@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_layout_is_stable_while_a_pai_gow_hand_is_set(open_page: PageOpener, stack: Stack, size: str) -> None:
    """Felt and bar keep place and size from the bets to the result; no key folds where no fold is offered."""
    dealer, empty = "Ac Kd Qd 8c 7s 4h 2h", "3c 3d 3h 4c 4d 5c 5d 6c 6s 6h 7c 7h 8s Th"
    stack(dealer, empty, "8d 9d Td 7d 6d Jh Jd")
    page = sit(open_page, "ez-pai-gow", size)

    def places() -> list[object]:
        return [page.locator(name).bounding_box() for name in (".rail", ".console", "#spots")]

    assert "F" not in page.locator("#keys-body th").all_text_contents()
    bet_on_everything(page)
    before = places()
    page.keyboard.press("Space")
    expect(page.locator(".set-card")).to_have_count(7)
    assert places() == before
    page.get_by_role("button", name="House way").click()
    expect(page.locator(".setter-words")).to_contain_text("House way: ")
    assert places() == before
    page.get_by_role("button", name="Set hand").click()
    expect_result(page, "dynasty", "Straight Flush")
    expect_result(page, "red-black-red", "7 cards of the chosen color")
    assert places() == before


def test_five_lost_spots_share_one_sentence(open_page: PageOpener, stack: Stack) -> None:
    """On a phone the whole result is visible, and the invitation in the same line covers no button."""
    stack("2c", "8s 9s", "Kd Kc Qd Qc Jd")
    page = sit(open_page, "million-dollar-match-the-dealer", "phone")
    page.get_by_role("button", name="Invite").click()
    expect(page.locator("#say")).to_contain_text("address")
    expect(page.locator(".toast")).to_have_count(0)
    deal_everything(page)
    expect_end(page, "You lose $25. None of the 5 bets has a match: -$25.")
    assert page.locator("#say").evaluate("say => say.scrollHeight <= say.clientHeight")
    expect(page.locator("#session")).to_contain_text("After 1 round you are down $25")
    expect(page.locator("#log li")).to_contain_text("round 1: None of the 5 bets")


def test_single_player_has_no_clock(open_page: PageOpener, stack: Stack) -> None:
    """No countdown is shown, before the deal or during the hand."""
    stack("2c", "Ts 7c 6s 9d")
    page = sit(open_page, "match-n-poker")
    expect(page.locator("#ring")).to_be_hidden()
    spot(page, "base").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stand")).to_be_visible()
    expect(page.locator("#ring")).to_be_hidden()


def test_new_player_sees_no_result_of_the_previous_one(open_page: PageOpener, stack: Stack) -> None:
    stack("2c", "Ts 7c 9s Td")
    page = sit(open_page, "match-n-poker")
    spot(page, "base").click()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator("body")).to_contain_text("Your 19 beats the dealer's 17")
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Leave").first.click()
    page.wait_for_url(re.compile(r"/play$"))
    other = open_page(f"/play/table/{table}")
    other.locator("#howto[open] [data-close]").first.click()
    other.get_by_role("button", name="Sit down").click()
    expect(other.locator("#tray")).to_be_visible()
    expect(other.locator("body")).not_to_contain_text("Your 19 beats")
    expect(other.locator("#hands .dealt")).to_have_count(0)
