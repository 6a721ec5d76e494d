"""The win page: its facts and signatures; the same prize gives the same bytes."""

import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.jackpot.book import Action, do, open_book
from pitbook.jackpot.house import House
from pitbook.jackpot.ledger import FIRST, OPENED, Transaction, book_in
from pitbook.jackpot.payout import needs
from pitbook.jackpot.setup import Setup, parse_terms
from pitbook.jackpot.tax import W2G
from pitbook.money import Cents, dollars
from pitbook.reports.jackpot.money_words import SMALL, TENS, money_words, number_words
from pitbook.reports.jackpot.win_page import WinFacts, content, write
from tests.jackpot.test_book import PAPERS, SETUP

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("typst")
pytest.importorskip("segno")

HOUSE = House("Pine Street Card Room")
NAMES = {"dana": "Dana Dealer", "sam": "Sam Supervisor", "eve": "Eve Executive"}
TOP, QUARTER = "double_royal_match_suited", "double_royal_match"
HOSTILE = '<script>alert(1)</script> #let x = 1 [b] $5$ =1+1 \\ "q" *s* _u_ ✓'


def played(setup: Setup, *actions: Action, at: str = "2026-11-02T20:00:15.250000+00:00") -> list[Transaction]:
    """The transactions of a book."""
    done = open_book(setup)
    items = [book_in(setup.id, 1, FIRST, Action(OPENED, setup.to_dict()), done, "open", at, "eve")]
    for action in actions:
        done = do(done.book, action)
        last = items[-1]
        items.append(book_in(setup.id, last.number + 1, last.hash, action, done, f"key {last.number}", at, "eve"))
    return items


def coin_in() -> Action:
    return Action("coin-in", {"table": "2", "round": 7, "wagers": {"1": 100, "2": 100, "3": 100}})


def award(outcome: str) -> Action:
    keyed = {"by": "dana", "at": "2026-11-02T20:00:01+00:00"}
    verified = {"by": "sam", "at": "2026-11-02T20:00:09+00:00"}
    data = {"table": "2", "round": 7, "seat": 3, "outcome": outcome, "keyed": keyed, "verified": verified}
    return Action("award", data)


@cache
def quarter() -> WinFacts:
    """25% of a meter that shows $5,000.32."""
    prize = played(SETUP, coin_in(), award(QUARTER))[-1]
    return WinFacts(HOUSE, SETUP, prize, "dana", None, None, NAMES)


def text_of(win: WinFacts) -> str:
    pages = pypdf.PdfReader(io.BytesIO(write(win))).pages
    return " ".join("\n".join(page.extract_text() for page in pages).split())


def test_win_page_has_every_fact_of_the_ledger() -> None:
    win = quarter()
    words = text_of(win)
    for said in (
        "Pine Street Card Room", "Location main", "royal-3", "$1,250.08",
        "One thousand two hundred fifty dollars and 08/100",
        "Double Royal Match, 25% of meter", "Royal Match Progressive", "2026-11-02 12:00:15 PST", "Table 2", "Seat 3",
        "Round 7", "$5,000.32", "$3,750.24", "Dana Dealer (dana)", "Sam Supervisor (sam)", "Eve Executive (eve)",
        "3 of royal", "RMP, 6 decks", "letter 003",
    ):  # fmt: skip
        assert said in words, said
    assert win.prize.hash[:32] in words
    assert win.prize.hash[32:] in words
    assert "tray 1,250.08" in words
    assert "displayed 1,250.08" in words
    assert "BACKED OUT" not in words


def test_who_keyed_verified_recorded_and_paid_are_four_people_with_their_times() -> None:
    """Each step of a prize has its own person and time; a payment that is not noted leaves a line to sign."""
    words = text_of(quarter())
    for said in (
        "Keyed in by, 2026-11-02 12:00:01 PST Dana Dealer (dana)",
        "Verified by, 2026-11-02 12:00:09 PST Sam Supervisor (sam)",
        "Recorded by, 2026-11-02 12:00:15 PST Eve Executive (eve)",
    ):
        assert said in words, said
    assert "Paid by," not in words
    pay = Action("paid", {"award": 3, "prize_cents": 125_008, "how": "cash", "document": ""})
    paid = played(SETUP, coin_in(), award(QUARTER), pay, at="2026-11-02T20:04:00+00:00")[-1]
    page = replace(quarter(), paid=replace(paid, by="dana"))
    assert "Paid by, 2026-11-02 12:04:00 PST Dana Dealer (dana)" in text_of(page)
    assert content(page)["people"][3] == ["Paid by", "2026-11-02 12:04:00 PST", "Dana Dealer (dana)"]


def test_an_award_of_version_0_1_names_no_verifier() -> None:
    """Version 0.1 wrote the recorder as verified_by: the page does not call that person the verifier."""
    old = {"table": "2", "round": 7, "seat": 3, "outcome": QUARTER, "verified_by": "eve"}
    prize = played(SETUP, coin_in(), Action("award", old))[-1]
    people = {name: who for name, _, who in content(WinFacts(HOUSE, SETUP, prize, "dana", None, None, NAMES))["people"]}
    assert people == {
        "Keyed in by": "not recorded in version 0.1",
        "Verified by": "not recorded in version 0.1",
        "Recorded by": "Eve Executive (eve)",
        "Paid by": "",
    }


def test_it_is_one_page_to_keep_with_the_transaction_inside() -> None:
    made = write(quarter())
    reader = pypdf.PdfReader(io.BytesIO(made))
    assert len(reader.pages) == 1
    assert b"pdfaid" in made or "pdfaid" in str(reader.xmp_metadata.rdf_root.toxml())
    (kept,) = reader.attachments["win.json"]
    record = json.loads(kept)
    assert record["prize"]["hash"] == quarter().prize.hash
    assert record["prize"]["entries"] == {"tray": -1_250_080_000, "displayed": 1_250_080_000}


def test_the_same_prize_gives_the_same_bytes() -> None:
    assert write(quarter()) == write(replace(quarter()))
    other = replace(quarter(), dealt_by="somebody")
    assert write(other) != write(quarter())


def test_a_prize_that_was_backed_out_says_so() -> None:
    items = played(SETUP, coin_in(), award(QUARTER))
    papers = {**PAPERS, "why": f"misread {HOSTILE}", "document": "IR-118", "people": ["eve", "sam"]}
    undone = Action("back-out", {"award": 3, "entries": dict(items[-1].entries), **papers})
    back_out = played(SETUP, coin_in(), award(QUARTER), undone)[-1]
    words = text_of(WinFacts(HOUSE, SETUP, items[-1], "dana", None, back_out, NAMES))
    for said in (
        "BACKED OUT",
        "not to be paid",
        "transaction 4",
        "IR-118",
        "Eve Executive (eve), Sam Supervisor (sam)",
    ):
        assert said in words, said
    assert "<script>alert(1)</script> #let x = 1 [b] $5$" in words


def test_the_longest_reason_still_prints() -> None:
    items = played(SETUP, coin_in(), award(TOP))
    papers = {**PAPERS, "why": "x " * 249, "document": "d" * 500}
    undone = Action("back-out", {"award": 3, "entries": dict(items[-1].entries), **papers})
    back_out = played(SETUP, coin_in(), award(TOP), undone)[-1]
    assert "BACKED OUT" in text_of(WinFacts(HOUSE, SETUP, items[-1], "dana", None, back_out, NAMES))


# -- the hand ----------------------------------------------------------------------------------------------------------


def with_cards(win: WinFacts, player: str, dealer: str) -> WinFacts:
    return replace(win, player=parse_cards(player), dealer=parse_cards(dealer))


def test_cards_are_drawn_where_they_are_known() -> None:
    made = content(with_cards(quarter(), "Ks Qs", "Qh Kh"))
    assert made["hands"] == [
        {"name": "Player", "cards": [_card("K", "♠", False), _card("Q", "♠", False)]},
        {"name": "Dealer", "cards": [_card("Q", "♥", True), _card("K", "♥", True)]},
    ]
    assert made["blank_hands"] == []
    assert content(quarter())["blank_hands"] == [{"name": "Player", "cards": 2}, {"name": "Dealer", "cards": 2}]
    assert "♠" in text_of(with_cards(quarter(), "Ks Qs", "Qh Kh"))
    assert "write in rank and suit" in text_of(quarter())


def _card(rank: str, suit: str, red: bool) -> dict[str, Any]:
    return {"rank": rank, "suit": suit, "red": red}


@pytest.mark.parametrize(
    ("player", "dealer", "words"),
    [
        ("Ks Qs", "Ks Qs", "these cards make Double Royal Match Suited, but Double Royal Match was recorded"),
        ("Ks Qs", "Kh Qd", "these cards make Royal Match, but"),
        ("2c 7d", "Kh Qh", "these cards make no winning hand, but"),
        ("Ks", "Kh Qh", "looks at"),
        ("Jk Qs", "Kh Qh", "the shoe holds it not at all"),
    ],
)
def test_cards_that_are_not_the_hand_are_refused(player: str, dealer: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        with_cards(quarter(), player, dealer)


def test_a_pai_gow_hand_of_seven_with_the_joker() -> None:
    terms = parse_terms("$10,000", "25%", "2%")
    setup = Setup(
        "riches", "royal-riches-pai-gow", "jackpot", "1", 1, "progressive", terms, dollars(1), "tray", "sensing"
    )
    line = next(name for name in setup.shares() if "joker" in name or "five_aces" in name)
    cards = {"five_aces": "Ac Ad Ah As Jk 2c 3d", "seven_card_straight_flush_with_joker": "4s 5s 6s 7s 8s 9s Jk"}[line]
    prize = played(setup, Action("coin-in", {"table": "9", "round": 1, "wagers": {"1": 100}}), award(line))[-1]
    win = WinFacts(HOUSE, setup, prize, "dana", None, None, NAMES, parse_cards(cards))
    assert "Joker" in text_of(win)
    assert len(pypdf.PdfReader(io.BytesIO(write(win))).pages) == 1


def test_a_house_jackpot_has_a_posted_prize_and_no_meter() -> None:
    terms = parse_terms("$10,000", "0%", "0%")
    setup = Setup("riches", "royal-riches-pai-gow", "jackpot", "1", 1, "house", terms, dollars(1), "tray", "sensing")
    line, share = next(iter(setup.shares().items()))
    prize = played(setup, award(line))[-1]
    words = text_of(WinFacts(HOUSE, setup, prize, "dana", None, None, NAMES))
    assert "Posted prize before $10,000.00" in words
    assert "house jackpot" in words
    assert prize.result["prize_cents"] == share * 1_000_000


def test_transaction_without_a_prize_has_no_win_page() -> None:
    with pytest.raises(BadInput, match="transaction 2 of royal is coin-in, not a prize"):
        WinFacts(HOUSE, SETUP, played(SETUP, coin_in())[-1])


# -- what a prize needs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cents", "deck", "surveillance", "cheque"),
    [
        (49_999, False, False, False),
        (50_000, True, False, False),
        (300_000, True, False, False),
        (300_001, True, True, False),
        (500_000, True, True, False),
        (500_001, True, True, True),
    ],
)
def test_thresholds_of_payment(cents: int, deck: bool, surveillance: bool, cheque: bool) -> None:
    needed = needs(Cents(cents), dollars(1), date(2026, 11, 2))
    assert (needed.deck, needed.surveillance, needed.cheque) == (deck, surveillance, cheque)


@pytest.mark.parametrize(
    ("cents", "bet", "day", "reported", "withheld"),
    [
        (59_999, 100, "2025-12-31", False, False),
        (60_000, 100, "2025-12-31", True, False),
        (60_000, 100, "2026-01-01", False, False),
        (199_999, 100, "2026-01-01", False, False),
        (200_000, 100, "2026-01-01", True, False),
        (200_000, 700, "2026-01-01", False, False),  # 285 times the wager
        (210_000, 700, "2026-01-01", True, False),  # 300 times
        (500_100, 100, "2026-01-01", True, False),
        (500_101, 100, "2026-01-01", True, True),
    ],
)
def test_the_tax_form(cents: int, bet: int, day: str, reported: bool, withheld: bool) -> None:
    needed = needs(Cents(cents), Cents(bet), date.fromisoformat(day))
    assert (needed.tax.reported, needed.tax.withheld > 0) == (reported, withheld)


def test_thresholds_are_in_order_of_time() -> None:
    assert [each.since for each in W2G] == sorted(each.since for each in W2G)
    for prize, bet in ((-1, 100), (100, 0), (100, -5)):
        with pytest.raises(BadInput):
            needs(Cents(prize), Cents(bet), date(2026, 1, 1))


def test_a_small_prize_asks_for_less_than_a_large_one() -> None:
    small = content(quarter())
    assert (small["deck"], small["surveillance"], small["cheque"]) == (True, False, False)
    words = text_of(quarter())
    assert "Proof of the deck".upper() in words
    assert "SURVEILLANCE" not in words
    large = text_of(replace(quarter(), prize=played(SETUP, coin_in(), award(TOP))[-1]))
    for said in (
        "SURVEILLANCE",
        "Winning hand",
        "Payout",
        "Form W-2G is due",
        "Withheld",
        "by cheque, within 24 hours",
    ):
        assert said in large, said


# -- amounts in words --------------------------------------------------------------------------------------------------


def read_back(words: str) -> int:
    """The amount, computed independently: adds up the value of each word."""
    total = part = 0
    for word in words.replace("-", " ").split():
        if word in SMALL:
            part += SMALL.index(word)
        elif word in TENS:
            part += TENS.index(word) * 10
        elif word == "hundred":
            part *= 100
        else:
            total += part * {"thousand": 10**3, "million": 10**6, "billion": 10**9}[word]
            part = 0
    return total + part


@given(st.integers(0, 10**12 - 1))
def test_amount_in_words_parses_back(number: int) -> None:
    assert read_back(number_words(number)) == number


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "Zero dollars and 00/100"),
        (1, "Zero dollars and 01/100"),
        (100, "One dollar and 00/100"),
        (2_199, "Twenty-one dollars and 99/100"),
        (1_000_000_00, "One million dollars and 00/100"),
        (123_456_78, "One hundred twenty-three thousand four hundred fifty-six dollars and 78/100"),
    ],
)
def test_amounts_in_words(cents: int, words: str) -> None:
    assert money_words(Cents(cents)) == words


def test_amounts_that_have_no_words() -> None:
    for cents in (-1, 10**14):
        with pytest.raises(BadInput):
            money_words(Cents(cents))


def test_win_page_facts_are_text() -> None:
    """Nothing on the page is a float or a name of the code."""

    def walk(value: object) -> None:
        assert not isinstance(value, float)
        if isinstance(value, Mapping):
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)
        elif isinstance(value, str):
            assert not re.search(r"_cents|_micros|None", value)

    walk(content(quarter()))
