"""The book of a jackpot: every action is balanced, every fraction of a millionth accounted for."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput, NotApproved
from pitbook.jackpot.book import Action, Book, do, open_book
from pitbook.jackpot.ledger import FIRST, OPENED, Transaction, book_in, verify
from pitbook.jackpot.setup import Setup
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros, dollars

TERMS = MeterTerms(Micros(dollars(5_000) * MICROS_PER_CENT), Fraction(1091, 10_000), Fraction(2, 100))
SETUP = Setup("royal", "royal-match-21", "royal-match-progressive", "RMP", 6, "progressive", TERMS, dollars(1))
PAPERS = {"why": "a test", "document": "D-1", "people": ["ann", "bob"]}


def wagers(seats: int) -> Action:
    return Action("coin-in", {"table": "1", "round": 1, "wagers": {str(seat): 100 for seat in range(1, seats + 1)}})


class Ledger:
    """A book with its transactions."""

    def __init__(self, setup: Setup = SETUP) -> None:
        done = open_book(setup)
        self.book: Book = done.book
        opened = Action(OPENED, setup.to_dict())
        self.items = [book_in(setup.id, 1, FIRST, opened, done, "open", "", "")]

    def do(self, action: Action) -> Transaction:
        done = do(self.book, action)
        last = self.items[-1]
        item = book_in(last.book, last.number + 1, last.hash, action, done, f"key {last.number}", "", "")
        self.items.append(item)
        self.book = done.book
        return item


def test_a_year_of_wagers_adds_up_exactly() -> None:
    ledger = Ledger()
    for _ in range(500):
        ledger.do(wagers(7))
    proof = verify("royal", ledger.items)
    assert proof.holds
    assert ledger.book.meter.displayed == TERMS.seed + 3500 * 1_000_000 * 1091 // 10_000
    assert ledger.book.meter.reserve == 3500 * 20_000
    assert proof.balances["tray"] == 3500 * 1_000_000
    assert sum(proof.balances.values()) == 0


def test_a_top_award_takes_all_and_restarts_at_seed_and_reserve() -> None:
    ledger = Ledger()
    for _ in range(100):
        ledger.do(wagers(6))
    shown, reserve = ledger.book.shown, ledger.book.meter.reserve
    item = ledger.do(Action("award", {"table": "1", "round": 9, "seat": 3, "outcome": "double_royal_match_suited"}))
    assert item.result["prize_cents"] == shown
    part = 600 * 1_000_000 * 1091 // 10_000 % MICROS_PER_CENT
    assert ledger.book.meter.displayed == TERMS.seed + reserve + part
    assert item.entries["seed"] == TERMS.seed
    assert verify("royal", ledger.items).holds


def test_backing_out_restores_meter_and_accounts_to_the_millionth() -> None:
    ledger = Ledger()
    ledger.do(wagers(5))
    before = verify("royal", ledger.items)
    award = ledger.do(Action("award", {"table": "1", "round": 1, "seat": 1, "outcome": "double_royal_match"}))
    ledger.do(Action("back-out", {"award": award.number, "entries": dict(award.entries), **PAPERS}))
    after = verify("royal", ledger.items)
    assert after.holds
    assert after.balances == before.balances
    assert after.state == before.state


def test_a_void_gives_back_what_the_wagers_added() -> None:
    ledger = Ledger()
    ledger.do(wagers(3))
    before = ledger.book
    ledger.do(wagers(7))
    ledger.do(Action("void", {**dict(wagers(7).data), **PAPERS}))
    assert ledger.book == before
    assert verify("royal", ledger.items).holds


def adjust(pool: str, micros: int, reason: str) -> Action:
    return Action("adjust", {"pool": pool, "micros": micros, "reason": reason, **PAPERS})


def test_a_correction_never_shows_more_than_the_maximum() -> None:
    limit = Micros(TERMS.seed + 1_000_000)
    ledger = Ledger(replace(SETUP, terms=replace(TERMS, limit=limit)))
    item = ledger.do(adjust("displayed", 3_000_000, "missed-wagers"))
    meter = ledger.book.meter
    assert (meter.displayed, meter.overflow) == (limit, 2_000_000)
    assert item.entries == {"displayed": -1_000_000, "overflow": -2_000_000, "corrections": 3_000_000}
    # Where the display has room again, what was held back fills it.
    ledger.do(adjust("displayed", -500_000, "malfunction"))
    assert (ledger.book.meter.displayed, ledger.book.meter.overflow) == (limit, 1_500_000)
    ledger.do(adjust("displayed", -2_000_000, "malfunction"))
    assert (ledger.book.meter.displayed, ledger.book.meter.overflow) == (limit - 500_000, 0)
    ledger.do(adjust("overflow", 600_000, "missed-wagers"))
    assert (ledger.book.meter.displayed, ledger.book.meter.overflow) == (limit, 100_000)
    assert verify("royal", ledger.items).holds


def test_an_award_that_is_backed_out_never_shows_more_than_the_maximum() -> None:
    limit = Micros(TERMS.seed + 1_000_000)
    ledger = Ledger(replace(SETUP, terms=replace(TERMS, limit=limit, contribution=Fraction(1, 2))))
    award = ledger.do(Action("award", {"outcome": "double_royal_match"}))
    for _ in range(1_000):
        ledger.do(wagers(7))
    held = ledger.book.held
    ledger.do(Action("back-out", {"award": award.number, "entries": dict(award.entries), **PAPERS}))
    assert ledger.book.meter.displayed == limit
    assert ledger.book.held == held + award.result["prize_cents"] * MICROS_PER_CENT
    assert verify("royal", ledger.items).holds


def test_a_false_award_is_backed_out_after_a_true_one_was_paid_from_its_restart() -> None:
    """A false 100% restarted a low meter at its seed, and a true 25% was paid from that: the house pays the rest."""
    ledger = Ledger()
    for _ in range(20):
        ledger.do(Action("award", {"outcome": "double_royal_match"}))
    low = ledger.book.held
    false = ledger.do(Action("award", {"outcome": "double_royal_match_suited"}))
    true = ledger.do(Action("award", {"outcome": "double_royal_match"}))
    ledger.do(Action("back-out", {"award": false.number, "entries": dict(false.entries), **PAPERS}))
    prize = true.result["prize_cents"] * MICROS_PER_CENT
    proof = verify("royal", ledger.items)
    assert proof.holds
    assert ledger.book.meter.displayed == 0
    assert ledger.items[-1].result["house_micros"] == proof.balances["house"] == prize - low > 0


def test_a_prize_is_backed_out_once() -> None:
    ledger = Ledger()
    award = ledger.do(Action("award", {"outcome": "double_royal_match"}))
    undo = Action("back-out", {"award": award.number, "entries": dict(award.entries), **PAPERS})
    ledger.do(undo)
    assert verify("royal", ledger.items).holds
    ledger.do(undo)
    fault = verify("royal", ledger.items).fault
    assert fault is not None
    assert (fault.number, "was backed out before" in fault.words) == (4, True)


def test_a_fixed_pay_from_the_meter_is_backed_out_too() -> None:
    setup = replace(SETUP, wager="blazing-7s", table="1", fixed_from="meter", decks=6)
    ledger = Ledger(setup)
    outcome = next(iter(setup.fixed()))
    before = verify("royal", ledger.items)
    pay = ledger.do(Action("fixed-pay", {"table": "1", "round": 1, "seat": 1, "outcome": outcome}))
    assert ledger.book.shown == before.state.shown - setup.fixed()[outcome]  # type: ignore[union-attr]
    ledger.do(Action("back-out", {"award": pay.number, "entries": dict(pay.entries), **PAPERS}))
    after = verify("royal", ledger.items)
    assert after.holds
    assert (after.balances, after.state) == (before.balances, before.state)


def test_no_more_seed_is_recovered_than_was_advanced() -> None:
    ledger = Ledger()
    for _ in range(10):
        ledger.do(wagers(7))
    assert ledger.book.advanced == TERMS.seed
    with pytest.raises(NotApproved, match=r"cannot recover \$5,000\.000001"):
        ledger.do(adjust("displayed", -TERMS.seed - 1, "seed-recovery"))
    ledger.do(adjust("displayed", -TERMS.seed, "seed-recovery"))
    with pytest.raises(NotApproved, match=r"advanced \$0\.00 "):
        ledger.do(adjust("displayed", -1, "seed-recovery"))
    ledger.do(Action("award", {"outcome": "double_royal_match_suited"}))  # the house advances the seed again
    assert ledger.book.advanced == TERMS.seed
    proof = verify("royal", ledger.items)
    assert proof.holds
    assert proof.balances["seed"] == TERMS.seed


STEPS = st.sampled_from(["coin", "share", "top", "terms", "void", "raise", "lower", "undo"])


@given(st.lists(STEPS, max_size=25), st.integers(1, 9_999))
def test_ledger_of_random_play_verifies(steps: list[str], rate: int) -> None:
    terms = replace(TERMS, contribution=Fraction(rate, 30_011), limit=Micros(TERMS.seed + 777_777))
    ledger = Ledger(replace(SETUP, terms=terms))
    for step in steps:
        if step == "coin":
            ledger.do(wagers(7))
        elif step == "share":
            ledger.do(Action("award", {"outcome": "double_royal_match"}))
        elif step == "top":
            ledger.do(Action("award", {"outcome": "double_royal_match_suited"}))
        elif step == "void":
            ledger.do(wagers(2))
            ledger.do(Action("void", {**dict(wagers(2).data), **PAPERS}))
        elif step in ("raise", "lower"):
            ledger.do(adjust("displayed", 1_234_567 if step == "raise" else -345_678, "malfunction"))
        elif step == "undo":
            award = ledger.do(Action("award", {"outcome": "double_royal_match"}))
            ledger.do(wagers(7))
            ledger.do(Action("back-out", {"award": award.number, "entries": dict(award.entries), **PAPERS}))
        else:
            new = {"seed_micros": 10_000_000, "contribution": "1/7", "reserve": "1/13", "limit_micros": None}
            ledger.do(Action("change-terms", {"terms": new, "when": "restart", **PAPERS}))
        meter = ledger.book.meter
        if meter.terms.limit is not None:  # the display is at its maximum, or nothing is held back
            assert meter.displayed == min(meter.terms.limit, meter.displayed + meter.overflow)
    proof = verify("royal", ledger.items)
    assert proof.holds, proof.fault
    assert sum(proof.balances.values()) == 0


def test_any_changed_byte_is_detected() -> None:
    ledger = Ledger()
    for _ in range(3):
        ledger.do(wagers(4))
    for place in range(len(ledger.items)):
        item = ledger.items[place]
        for changed in (
            replace(item, by="mallory"),
            replace(item, entries={**item.entries, "tray": 1}),
            replace(item, key="other"),
        ):
            items = [*ledger.items[:place], changed, *ledger.items[place + 1 :]]
            fault = verify("royal", items).fault
            assert fault is not None
            assert fault.number == place + 1


def test_ledger_rewritten_with_fresh_hashes_is_detected() -> None:
    ledger = Ledger()
    for _ in range(3):
        ledger.do(wagers(4))
    forged = [ledger.items[0]]
    for item in ledger.items[1:]:
        entries = {**item.entries, "tray": item.entries["tray"] - 5, "revenue": item.entries["revenue"] + 5}
        draft = replace(item, entries=entries, previous=forged[-1].hash)
        forged.append(replace(draft, hash=draft.sealed()))
    fault = verify("royal", forged).fault
    assert fault is not None
    assert "entries" in fault.words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Action("coin-in", {"wagers": {"1": 200}}), "for all players"),
        (Action("coin-in", {"wagers": {}}), "no sensor has a wager on it"),
        (Action("coin-in", {"wagers": {"1": True}}), "whole number of cents"),
        (Action("award", {"outcome": "royal_match"}), "wins no share"),
        (Action("fixed-pay", {"outcome": "double_royal_match"}), "no fixed pay"),
        (Action("adjust", {"pool": "displayed", "micros": -1, "reason": "profit", **PAPERS}), "WAC 230-15-695"),
        (Action("adjust", {"pool": "displayed", "micros": -1, "reason": "gross-receipts", **PAPERS}), "not displayed"),
        (Action("adjust", {"pool": "displayed", "micros": -1, "reason": "maximum", **PAPERS}), "by itself"),
        (Action("adjust", {"pool": "overflow", "micros": 1, "reason": "missed-wagers", **PAPERS}), "no maximum"),
        (
            Action("adjust", {"pool": "displayed", "micros": 5, "reason": "malfunction", **PAPERS, "people": ["ann"]}),
            "2",
        ),
        (Action("adjust", {"pool": "reserve", "micros": -10, "reason": "seed-recovery", **PAPERS}), "cannot fall"),
        (Action("retire", {**PAPERS, "document": " "}), "document"),
        (Action("steal", {}), "is not an action of a jackpot"),
        (Action("award", {}), "damaged"),
    ],
)
def test_refused_action_leaves_the_book_unchanged(action: Action, words: str) -> None:
    ledger = Ledger()
    before = ledger.book
    with pytest.raises(BadInput, match=words):
        ledger.do(action)
    assert ledger.book == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"fixed_from": "meter"}, "tray only"),
        ({"kind": "house"}, "no house jackpot"),
        ({"bet": dollars(2)}, "exactly"),
        ({"controller": "sensing"}, "controllers"),
        ({"wager": "blazing-7s", "table": "1", "controller": "keyed"}, "controllers"),
        ({"wager": "royal-match", "table": "RM-04"}, "does not pay from a meter"),
        ({"id": "Royal!"}, "cannot name a jackpot"),
        ({"executive_from": Cents(0)}, "above \\$0"),
    ],
)
def test_a_setup_against_the_letter_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises((BadInput, NotApproved), match=words):
        replace(SETUP, **change)  # type: ignore[arg-type]


def test_book_round_trips_through_its_record() -> None:
    ledger = Ledger()
    ledger.do(wagers(2))
    assert Book.from_dict(ledger.book.to_dict()) == ledger.book
