"""Tax statements: form 5754 for a shared win, form 1042-S for a non-resident, identical wagers taken for one."""

import io
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from pitbook.errors import BadInput
from pitbook.jackpot.tax import NON_RESIDENT, TIMES_THE_WAGER, W2G, WITHHOLDING, Winning, identical_as_one, tax_of
from pitbook.money import Cents, dollars
from pitbook.reports.jackpot.tax_forms import (
    Recipient,
    TaxedWin,
    shares,
    statement_1042s,
    statement_5754,
    write,
)
from pitbook.reports.jackpot.win_page import WinFacts
from tests.jackpot.test_book import SETUP
from tests.reports.test_win_page import HOSTILE, HOUSE, QUARTER, TOP, award, coin_in, played

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("typst")

ADA = Recipient("Ada Ames", "1 Pine Street, Olympia, WA 98501", "123-45-6789", "WA licence A1")
BEN = Recipient("Ben Boyd", "2 Oak Street, Lacey, WA 98503")
CARL = Recipient("Carl Cote", "3 Rue Nord, Gatineau", country="CA", foreign_tin="046 454 286", born=date(1980, 2, 3))
HALVES = ((ADA, Fraction(1, 2)), (BEN, Fraction(1, 2)))


def win(*outcomes: str) -> TaxedWin:
    """The prizes of these outcomes, all in one round."""
    items = played(SETUP, coin_in(), *map(award, outcomes))
    return TaxedWin(tuple(WinFacts(HOUSE, SETUP, each, "dana") for each in items[2:]))


def words(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages).split())


def test_a_shared_win_has_every_field_of_form_5754_filled() -> None:
    text = words(write(win(TOP), statement_5754(win(TOP), ADA, HALVES)))

    for said in (
        "5754", "Statement by Person(s) Receiving Gambling Winnings", "Date won", "11/02/2026", "Type of winnings",
        "Royal Match Progressive", "Game number", "royal-3", "Ada Ames", "123-45-6789", "WA licence A1", "Ben Boyd",
        "Amount received $5,000.32", "Federal income tax withheld $0.00", "$2,500.16", "2 Oak Street",
        "Pine Street Card Room", "Form W-2G is due", "Under penalties of perjury", "from reports",
    ):  # fmt: skip
        assert said in text, said


def test_identical_wagers_of_one_round_are_one_wager() -> None:
    """Two quarters of a meter, neither of which is reported alone, are reported together."""
    first, second = (tax_of(each.amount, SETUP.bet, date(2026, 11, 2)) for each in win(QUARTER, QUARTER).wins)
    both = win(QUARTER, QUARTER)
    record = statement_5754(both, ADA, HALVES)

    assert not first.reported
    assert not second.reported
    # The win page of each prize says that it is not reportable by itself.
    assert first.words.startswith("Not reportable by itself")
    assert "Identical wagers of one player in one round count as one wager." in first.words
    assert tax_of(both.prize, both.bet, both.day).reported
    assert both.bet == 2 * SETUP.bet
    assert [row[3:] for row in record["people"]] == [["$625.04", "$468.78"]] * 2
    assert record["total"] == ["$1,250.08", "$937.56"]
    assert "Identical wagers of $2.00 in all are taken for one wager." in record["notes"]


def test_wagers_of_other_players_rounds_or_kinds_stay_apart() -> None:
    one = Winning("ada", "2", 7, "royal-match-progressive", dollars(1), dollars(1_500))
    others = [
        replace(one, player="ben"),
        replace(one, round=8),
        replace(one, wager="royal-match"),
        replace(one, table="3"),
    ]

    assert identical_as_one([one, *others]) == [one, *others]
    assert identical_as_one([one, one]) == [replace(one, bet=dollars(2), prize=dollars(3_000))]
    apart = win(TOP).wins[0]
    later = replace(apart, prize=replace(apart.prize, data={**apart.prize.data, "round": 8}))
    with pytest.raises(BadInput, match="not of identical wagers in one round"):
        TaxedWin((apart, later))


def test_a_non_residents_win_has_every_field_of_form_1042_s_filled() -> None:
    text = words(write(win(QUARTER), statement_1042s(win(QUARTER), CARL, "91-1234567", "100 Pine Street, Olympia")))

    for said in (
        "1042-S", "1 Income code 28", "2 Gross income $1,250.08", "3b Tax rate 30.00",
        "7a Federal tax withheld $375.02",
        "10 Total withholding credit $375.02", "91-1234567", "Carl Cote", "13b Recipient's country code CA",
        "046 454 286", "19800203", "$875.06 is paid out", "blackjack, baccarat, craps", "from memory",
    ):  # fmt: skip
        assert said in text, said


def test_forms_are_reproducible_and_escape_their_input() -> None:
    hostile = Recipient(HOSTILE, HOSTILE, HOSTILE)
    statement = statement_5754(win(TOP), hostile, ((hostile, Fraction(1)),))
    made = write(win(TOP), statement)

    assert made == write(win(TOP), statement)
    assert "alert(1)" in words(made)


@pytest.mark.parametrize("parts", [("1/2", "1/3"), ("1/2", "2/3"), ("3/2", "-1/2"), ()])
def test_shares_that_do_not_make_a_whole_are_refused(parts: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="add up to one"):
        shares(dollars(10), tuple(map(Fraction, parts)))


def test_every_cent_of_a_win_is_shared() -> None:
    assert shares(Cents(100), (Fraction(1, 3),) * 3) == [34, 33, 33]
    assert sum(shares(Cents(1_000_001), (Fraction(1, 7),) * 7)) == 1_000_001


def test_invalid_tax_statements_are_refused() -> None:
    with pytest.raises(BadInput, match="needs the recipient's country"):
        statement_1042s(win(TOP), BEN, "", "")
    with pytest.raises(BadInput, match="state the name"):
        Recipient(" ")
    undone = replace(win(TOP).wins[0], back_out=win(TOP).wins[0].prize)
    with pytest.raises(BadInput, match="backed out"):
        TaxedWin((undone,))


@pytest.mark.parametrize(
    ("prize", "day", "withheld"),
    [
        (500_100, "2026-01-01", 0),
        (500_101, "2026-01-01", 120_000),
        (1_000_100, "2026-01-01", 240_000),
        (1_000_100, "2017-12-31", 250_000),
    ],
)
def test_withholding_of_a_win(prize: int, day: str, withheld: int) -> None:
    assert tax_of(Cents(prize), dollars(1), date.fromisoformat(day)).withheld == withheld


@pytest.mark.parametrize("entries", [W2G, TIMES_THE_WAGER, WITHHOLDING, NON_RESIDENT], ids=str)
def test_every_figure_is_dated_with_its_source(entries: tuple[object, ...]) -> None:
    days = [getattr(each, "since") for each in entries]  # noqa: B009  each kind of entry is another class
    assert days == sorted(set(days))
    assert all(getattr(each, "source", "") and getattr(each, "standing", "") for each in entries)
