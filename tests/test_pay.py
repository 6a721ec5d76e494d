"""Pays: the printed form, their value in money, and the highest line of a table."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.money import Cents, Rounding
from pitbook.pay import (
    Amount,
    Loss,
    MeterShare,
    Odds,
    Pay,
    PayLine,
    PayTable,
    Prize,
    Push,
    net_of,
    parse_pay,
    paying_order,
    share_of,
)
from tests.hostile import NASTY, anything, refused, short

ratios = st.decimals("0.000001", "999999999999", places=6).map(Fraction)
cents = st.integers(1, 100_000_000_000).map(Cents)
names = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,2}", fullmatch=True)
pays: st.SearchStrategy[Pay] = st.one_of(
    st.builds(Odds, ratios, st.booleans()),
    st.builds(Amount, cents),
    st.builds(MeterShare, st.decimals("0.000001", "100", places=6).map(lambda percent: Fraction(percent) / 100)),
    st.just(Push()),
    st.just(Loss()),
    st.builds(Prize, names, cents),
)


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("25 to 1", Odds(Fraction(25), True)),
        ("2.5 to 1", Odds(Fraction(5, 2), True)),
        ("40 for 1", Odds(Fraction(40), False)),
        ("5,000 to 1", Odds(Fraction(5000), True)),
        ("0.95 to 1", Odds(Fraction(19, 20), True)),
        ("$1,000", Amount(Cents(100_000))),
        ("$0.01", Amount(Cents(1))),
        ("25% of meter", MeterShare(Fraction(1, 4))),
        ("100% of the meter", MeterShare(Fraction(1))),
        ("10% of Jackpot", MeterShare(Fraction(1, 10))),
        ("100% of the progressive", MeterShare(Fraction(1))),
        ("push", Push()),
        ("Loss", Loss()),
        ("car ($38,000)", Prize("car", Cents(3_800_000))),
        ("  25   TO  1 ", Odds(Fraction(25), True)),
    ],
)
def test_pays_as_the_letters_print_them(text: str, pay: Pay) -> None:
    """Odds with and without the stake, sums, shares of a meter, push, loss and a prize."""
    assert parse_pay(text) == pay


@pytest.mark.parametrize(
    "text",
    [
        *NASTY,
        "25",
        "25 to 0",
        "25 to 10",
        "25 for 2",
        "25 to",
        "to 1",
        "-25 to 1",
        "0 to 1",
        "0.0 for 1",
        "1/2 to 1",
        "1e3 to 1",
        "nan to 1",
        "٣ to 1",
        "2.5.5 to 1",
        "0.0000001 to 1",
        "9" * 5000 + " to 1",
        "1" + ",000" * 5000 + " to 1",
        "1" + ",000" * 5000 + "% of meter",
        "0% of meter",
        "101% of meter",
        "100.000001% of meter",
        "25% of",
        "% of meter",
        "$0",
        "$-5",
        "$0.001",
        "$1,000,000,000.01",
        "car",
        "car (38000)",
        "car ($)",
        "car ($-1)",
        "car ($1,1)",
        "($5)",
        "a" * 40 + " ($5)",
        "c4r ($5)",
        "[bold]car[/] ($5)",
    ],
    ids=short,
)
def test_a_pay_that_is_not_known_is_refused(text: str) -> None:
    """The sentence quotes what was given, cut short; 'pays nothing' asks for push or loss."""
    sentence = refused(parse_pay, text)

    assert sentence.startswith(("pay ", "prize "))
    assert len(sentence) < 300
    assert sentence.isprintable()


@given(pays)
def test_a_printed_pay_parses_back(pay: Pay) -> None:
    """Every pay is printed in the words that state it."""
    assert parse_pay(str(pay)) == pay


@given(anything)
def test_no_text_breaks_the_reading_of_a_pay(text: str) -> None:
    """Every text, alone or in the place of a number, is a pay that reads back or one refusal."""
    for given_text in (text, f"{text} to 1", f"{text}% of meter", f"car (${text})"):
        if not refused(parse_pay, given_text):
            pay = parse_pay(given_text)
            assert parse_pay(str(pay)) == pay


@pytest.mark.parametrize(
    ("pay", "text"),
    [
        (Odds(Fraction(3, 2), True), "3 to 2"),
        (Odds(Fraction(6, 5), True), "6 to 5"),
        (Odds(Fraction(3, 2), True, decimal=True), "1.5 to 1"),
        (Odds(Fraction(19, 20), True), "0.95 to 1"),
        (Odds(Fraction(12345), False), "12,345 for 1"),
        (Odds(Fraction(6666667, 10_000_000), True), "0.6666667 to 1"),
        (Odds(Fraction(2, 3), True), "2 to 3"),
        (Odds(Fraction(2, 3), False), "2/3 for 1"),
        (MeterShare(Fraction(1, 3)), "100/3% of meter"),
        (MeterShare(Fraction(1, 8)), "12.5% of meter"),
    ],
)
def test_pays_that_no_letter_prints(pay: Pay, text: str) -> None:
    """Small fractions are printed as odds, decimals that end in full, other fractions as they are."""
    assert str(pay) == text


@pytest.mark.parametrize(
    ("pay", "bet", "net"),
    [
        ("25 to 1", 1000, 25_000),
        ("25 for 1", 1000, 24_000),
        ("1 to 1", 1, 1),
        ("1 for 1", 1, 0),
        ("2 for 1", 100, 100),
        ("0.5 for 1", 100, -50),
        ("2.5 to 1", 500, 1250),
        ("2.5 to 1", 501, 1252),
        ("2.5 to 1", 1, 2),
        ("1.5 to 1", 1, 1),
        ("1.5 for 1", 1, 0),
        ("0.95 to 1", 1, 0),
        ("0.95 to 1", 100, 95),
        ("$1,000", 1, 100_000),
        ("$5,000", 100_000, 500_000),
        ("car ($38,000)", 500, 3_800_000),
        ("push", 500, 0),
        ("loss", 500, -500),
    ],
)
def test_net_win_of_each_kind_of_pay(pay: str, bet: int, net: int) -> None:
    """To 1 keeps the stake, for 1 does not, a sum and a prize come with the stake, down to the cent."""
    assert net_of(parse_pay(pay), Cents(bet), Rounding()) == net


@pytest.mark.parametrize(
    ("pay", "rounding", "net"),
    [
        ("2.5 to 1", Rounding(Cents(50)), 1250),
        ("2.5 to 1", Rounding(Cents(50), "up"), 1300),
        ("2.5 for 1", Rounding(Cents(50)), 1250 - 501),
        ("2.5 for 1", Rounding(Cents(50), "up"), 1300 - 501),
        ("$12.34", Rounding(Cents(50)), 1234),
        ("push", Rounding(Cents(50)), 0),
    ],
)
def test_payouts_are_rounded(pay: str, rounding: Rounding, net: int) -> None:
    """To 1 the winnings, for 1 the whole that is paid; sums and stakes are never rounded."""
    assert net_of(parse_pay(pay), Cents(501), rounding) == net


def test_a_share_of_a_meter_needs_the_meter() -> None:
    """Without it there is no amount; with it the wager, which the meter took, is not returned."""
    pay = parse_pay("25% of meter")

    assert net_of(pay, Cents(100), Rounding()) is None
    assert net_of(pay, Cents(100), Rounding(), Cents(1_000_001)) == 250_000 - 100


@given(st.integers(0, 10**12), st.integers(1, 10_000))
def test_a_share_never_takes_more_than_the_meter_shows(meter: int, hundredths: int) -> None:
    """A share is rounded down to the cent; the fraction stays on the meter."""
    share = Fraction(hundredths, 10_000)
    paid = share_of(Cents(meter), share)

    assert paid <= meter * share < paid + 1


def line(outcome: str, pay: str) -> PayLine:
    """A line under its own name."""
    return PayLine(outcome, outcome, parse_pay(pay))


def order(*texts: str) -> list[str]:
    """The pays as they are tried, highest first."""
    return [str(each.pay) for each in paying_order([line(text, text) for text in texts])]


def test_odds_are_ordered_by_their_net() -> None:
    """2 to 1 is more than 2 for 1, and equals 3 for 1, which then stays where it is printed."""
    assert order("2 for 1", "loss", "2 to 1", "push", "40 for 1") == ["40 for 1", "2 to 1", "2 for 1", "push", "loss"]
    assert order("3 for 1", "2 to 1") == ["3 for 1", "2 to 1"]
    assert order("2 to 1", "3 for 1") == ["2 to 1", "3 for 1"]
    assert order("push", "1 for 1") == ["push", "1 for 1"]


def test_sums_are_ordered_by_size() -> None:
    """The Super Bonus prints a lower line above a higher one where it is rarer."""
    assert order("$1,000", "$8,000", "$200") == ["$8,000", "$1,000", "$200"]


def test_a_share_a_prize_and_a_sum_among_odds_stay_where_they_are_printed() -> None:
    """They have no fixed value relative to odds, so the letter's order holds."""
    assert order("100% of meter", "10% of meter", "5 for 1", "500 for 1") == [
        "100% of meter",
        "10% of meter",
        "500 for 1",
        "5 for 1",
    ]
    assert order("10% of meter", "100% of meter") == ["10% of meter", "100% of meter"]
    assert order("car ($38,000)", "1 to 1", "40 to 1") == ["car ($38,000)", "40 to 1", "1 to 1"]
    assert order("30 to 1", "$5,000", "90 to 1") == ["90 to 1", "$5,000", "30 to 1"]


@given(st.lists(pays, max_size=8))
def test_ordering_keeps_every_line_once(given_pays: list[Pay]) -> None:
    """No line is lost or doubled, pays of one kind fall from high to low, and ordering twice changes nothing."""
    lines = [PayLine(f"line_{place}", "", pay) for place, pay in enumerate(given_pays)]
    ordered = paying_order(lines)

    assert sorted(each.outcome for each in ordered) == sorted(each.outcome for each in lines)
    assert paying_order(ordered) == ordered
    nets = [each.pay.net for each in ordered if isinstance(each.pay, Odds)]
    sums = [each.pay.cents for each in ordered if isinstance(each.pay, Amount)]
    assert nets == sorted(nets, reverse=True)
    assert sums == sorted(sums, reverse=True)


def test_the_highest_line_is_paid_in_any_printed_order() -> None:
    """Of the lines that a hand satisfies, the best pays, wherever the table prints it."""
    printed = [line("low", "2 to 1"), line("high", "40 to 1"), line("middle", "5 to 1")]
    for lines in permutations(printed):
        table = PayTable("1", "test", (1,), lines)
        assert table.best(["low", "middle"]) == line("middle", "5 to 1")
        assert table.best(["middle", "high", "low"]) == line("high", "40 to 1")
        assert table.best(["other"]) is None


def test_a_line_is_found_among_printed_and_added_ones() -> None:
    """An added line is on the table, but is never the best line itself."""
    crown = line("crown_treasure", "$1,000")
    table = PayTable("1", "test", (1,), (line("royal_match", "25 to 1"),), added=(crown,))

    assert table.line("crown_treasure") == crown
    assert table.line("car") is None
    assert table.best(["crown_treasure"]) is None


@given(
    st.decimals("0.01", "10000", places=2).map(Fraction),
    st.booleans(),
    st.integers(1, 10**6),
    st.integers(1, 10**6),
    st.sampled_from([Rounding(), Rounding(Cents(50)), Rounding(Cents(25), "nearest"), Rounding(Cents(100), "up")]),
)
def test_a_larger_bet_never_wins_less_at_odds_to_1(
    ratio: Fraction, stake_returned: bool, one: int, other: int, rounding: Rounding
) -> None:
    """Paid to 1, the winnings are proportional to the bet; for 1, the whole payment is."""
    low, high = sorted((one, other))
    pay = Odds(ratio, stake_returned)
    paid = [(net_of(pay, Cents(bet), rounding) or 0) + (0 if stake_returned else bet) for bet in (low, high)]

    assert paid[0] <= paid[1]
    assert paid[0] >= 0
