"""The drills in a browser: one hand of each, by keys and by touch, and the stored progress."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitbook.cards import card_name
from pitbook.families.blackjack.learn import drill as blackjack
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.families.pai_gow.learn import drill as pai_gow
from pitbook.hands.house_ways import house_way
from pitbook.web.learn import hands, procedure
from tests.browser.harness import Axe, PageOpener

COUNTING = 120_000
"""Milliseconds: without a cached result the dealer's hands are counted first."""


def seeded(page: Page, number: int) -> None:
    """Every question follows from this number."""
    page.add_init_script(f"crypto.getRandomValues = (room) => room.fill({number})")


def figure(page: Page, name: str) -> str:
    return page.locator(f"[data-figure='{name}']").inner_text()


def test_blackjack_drill_prices_a_mistake_and_marks_a_weak_spot(open_page: PageOpener) -> None:
    found = blackjack.solved(BlackjackRules()).result()
    dealt = blackjack.deal(found, 7)
    costs = {action: blackjack.judge(found, dealt.cards, dealt.up, action) for action in dealt.actions}
    worst = max(costs, key=lambda action: float(costs[action]["cost"]))
    page = open_page.page()
    seeded(page, 7)
    page.goto("/learn/blackjack")
    page.locator("[data-act='hit']:enabled").wait_for()
    page.keyboard.press({"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "u"}[worst])

    cost = f"{100 * costs[worst]['cost']:.3f}%"
    expect(page.locator(".said")).to_contain_text(f"{worst.capitalize()} costs {cost} of a bet")
    assert (figure(page, "asked"), figure(page, "right"), figure(page, "cost")) == ("1", "0%", cost)
    expect(page.locator(f"[data-cell='{dealt.cell}']")).to_have_class(re.compile("missed"))
    page.keyboard.press("Enter")
    page.locator("[data-act='hit']:enabled").wait_for()
    page.locator(f"[data-act='{costs[worst]['best']}']").click()
    expect(page.locator(".said")).to_contain_text("Right.")
    page.goto("/learn")
    expect(page.locator("[data-progress='blackjack']")).to_have_text("2 answered, 50% right")


def test_poker_drill_draws_the_longest_bar_for_the_best_choice(open_page: PageOpener) -> None:
    """Bars have a colour of their own, and choices are called as on the buttons."""
    page = open_page("/learn/poker")
    page.locator("[data-acts] button").first.click()
    expect(page.locator("[data-next]")).to_be_in_viewport()
    bars = page.locator(".bars > i > i")
    widths = bars.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1]
    inks = bars.evaluate_all("all => all.map(one => getComputedStyle(one).backgroundColor)")
    assert "rgba(0, 0, 0, 0)" not in inks
    assert sorted(page.locator(".bars b").all_text_contents()) == ["Bet 1x", "Fold"]
    # Another game that is slow to answer: the last hand goes, and a game without a dealer shows no dealer's cards.
    page.route("**/poker/hand?*", lambda _: None)
    page.locator("[data-game]").select_option("let-it-ride")
    expect(page.locator("[data-dealer]")).to_be_hidden()
    expect(page.locator("[data-player] svg")).to_have_count(3)
    expect(page.locator("[data-acts] button")).to_have_count(0)


@pytest.mark.slow
def test_chart_cells_are_reached_by_keys(open_page: PageOpener) -> None:
    blackjack.solved(BlackjackRules()).result()
    page = open_page("/learn/blackjack")
    page.locator("[data-cell='hard 20 2']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    panel = page.locator("[data-worth-panel]")
    expect(panel).to_contain_text("Hard 19 against 3")
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("Hard 19 against 4")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


@pytest.mark.slow
def test_page_waits_for_the_chart_of_new_rules(open_page: PageOpener) -> None:
    page = open_page("/learn/blackjack?decks=1&split-hands=1&double=10-11")
    expect(page.locator("[data-cell]").first).to_be_visible(timeout=30_000)
    expect(page.locator(".head .lead")).to_contain_text("One deck")


def test_a_pai_gow_hand_is_set(open_page: PageOpener) -> None:
    """By a key and by a tap, on a phone."""
    cards = pai_gow.deal(3, "tricky")
    low = house_way("foxwoods").set_hand(cards).low
    row = house_way("foxwoods").deciding_row(cards)
    page = open_page.page("phone")
    seeded(page, 3)
    page.goto("/learn/pai-gow")
    page.locator("[data-card]").first.wait_for()
    assert page.locator("[data-set]").is_disabled()
    page.keyboard.press(str(cards.index(low[0]) + 1))
    page.locator(f"[data-card='{card_name(low[1])}']").click()
    page.locator("[data-set]").click()
    expect(page.locator(".said")).to_contain_text("As the house way sets it.")
    expect(page.locator(".why")).to_contain_text(f"Row {row.id}: {row.contains}")
    expect(page.locator(".sets")).to_be_visible(timeout=COUNTING)
    assert figure(page, "right") == "100%"


@pytest.mark.slow
def test_house_way_answer_does_not_mention_a_setting_by_the_player(open_page: PageOpener) -> None:
    page = open_page("/learn/pai-gow")
    page.locator("[data-card]").first.wait_for()
    page.keyboard.press("w")
    expect(page.locator(".sets")).to_be_visible(timeout=COUNTING)
    expect(page.locator(".sets .tag", has_text="house way")).to_have_count(1)
    expect(page.locator(".sets .tag", has_text="yours")).to_have_count(0)
    expect(page.locator(".sets")).not_to_contain_text("foul")
    assert figure(page, "asked") == "0"


@pytest.mark.slow
def test_pay_drill_asks_for_the_line_and_the_amount(open_page: PageOpener, axe: Axe) -> None:
    item = hands.question(5).settlement
    page = open_page.page()
    seeded(page, 5)
    page.goto("/learn/hands")
    page.locator(f"[data-outcome='{item.outcome}']").click()
    expect(page.locator(".said")).to_contain_text("Right.")
    axe(page)
    net = max(hands.question(5, kind="pay").settlement.net or 0, 0)
    page.locator("#game").select_option("royal-match-21")
    expect(page.locator("[data-game-name]")).to_have_text("Royal Match 21")
    page.locator("#game").select_option("any")
    page.locator("#kind").select_option("pay")
    page.locator("[data-pay]:not([hidden])").wait_for()
    page.locator("[data-paid]").fill(f"{net / 100:.2f}")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("Right.")
    assert figure(page, "streak") == "2"


@pytest.mark.slow
def test_procedure_drill_asks_for_the_next_step_and_the_order(open_page: PageOpener, axe: Axe) -> None:
    page = open_page.page()
    seeded(page, 11)
    page.goto("/learn/procedure")
    asked = procedure.question(11)
    page.locator("[data-words]").first.wait_for()
    page.keyboard.press(str(asked.choices.index(asked.answer[0]) + 1))
    expect(page.locator(".said")).to_contain_text("Right.")
    page.locator("#kind").select_option("order")
    steps = procedure.question(11, kind="order").answer
    page.locator("[data-check]").wait_for()
    for place, words in enumerate(steps):
        while (at := shown(page).index(words)) > place:
            page.locator("[data-words]").nth(at).get_by_role("button", name="Earlier").click()
    page.locator("[data-check]").click()
    expect(page.locator(".said")).to_contain_text("all in order")
    axe(page)
    assert figure(page, "right") == "100%"


def shown(page: Page) -> list[str]:
    words: list[str] = page.locator("[data-words]").evaluate_all("all => all.map(each => each.dataset.words)")
    return words
