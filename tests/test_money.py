"""Money: whole cents parsed and printed, and winnings with a fraction of a cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.money import (
    Cents,
    Rounding,
    RoundingMode,
    dollars,
    format_cents,
    parse_bet,
    parse_cents,
    parse_rounding,
    whole_cents,
)
from tests.hostile import NASTY, anything, refused, short

LARGEST = 100_000_000_000
modes = st.sampled_from(["down", "nearest", "up"])
units = st.integers(1, 10_000)
winnings = st.fractions(min_value=0, max_value=10**9, max_denominator=1000)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("10", 1000),
        ("$10", 1000),
        ("2.5", 250),
        ("$2.50", 250),
        ("0.01", 1),
        ("0", 0),
        ("$0.00", 0),
        ("1,000", 100_000),
        ("$1,234,567.89", 123_456_789),
        ("1000.00", 100_000),
        ("5.000", 500),
        ("5.5" + "0" * 5000, 550),
        ("007", 700),
        ("0" * 5000 + "5", 500),
        (" 5 ", 500),
        ("1000000000", LARGEST),
        ("$1,000,000,000.00", LARGEST),
    ],
    ids=lambda value: short(str(value)),
)
def test_amounts_of_money(text: str, cents: int) -> None:
    """Dollars with or without the sign, thousands and cents; redundant zeros are accepted."""
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text", [*NASTY, "$", "$ 5", "5$", "5 dollars", "5c", "1,23,456", ",5", "5,", "$$5"], ids=short
)
def test_text_that_is_not_an_amount_is_refused(text: str) -> None:
    """The sentence names the amount, quotes it truncated and says what is allowed."""
    sentence = refused(parse_cents, text)

    assert sentence.startswith("amount ")
    assert len(sentence) < 300
    assert sentence.isprintable()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("-5", "is negative"),
        ("$-5", "is negative"),
        ("-$5", "is negative"),
        ("-0.01", "is negative"),
        ("−5", "is negative"),
        ("0.005", "has a fraction of a cent"),
        ("2.501", "has a fraction of a cent"),
        ("0.0000001", "has a fraction of a cent"),
        ("1000000000.01", "is larger than $1,000,000,000"),
        ("9" * 11, "is larger than $1,000,000,000"),
        ("9" * 5000, "is larger than $1,000,000,000"),
        ("1" + ",000" * 2000, "is larger than $1,000,000,000"),
    ],
    ids=short,
)
def test_the_sentence_names_the_fault(text: str, what: str) -> None:
    """Negative amounts, fractions of a cent and too large amounts have different errors, with the name of the
    amount."""
    sentence = refused(lambda given: parse_cents(given, "--meter"), text)

    assert sentence.startswith("--meter ")
    assert what in sentence


@pytest.mark.parametrize("text", ["0", "0.00", "$0", "000"])
def test_a_bet_of_nothing_is_refused(text: str) -> None:
    """An amount may be zero, a bet may not."""
    assert parse_cents(text) == 0
    assert "is zero: a bet is at least one cent" in refused(parse_bet, text)


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0"),
        (1, "$0.01"),
        (10, "$0.10"),
        (100, "$1"),
        (250, "$2.50"),
        (100_000, "$1,000"),
        (123_456_789, "$1,234,567.89"),
        (-500, "-$5"),
        (-1, "-$0.01"),
    ],
)
def test_money_is_printed_as_a_letter_prints_it(cents: int, text: str) -> None:
    """Whole dollars have no cents, thousands have commas, and a loss has its sign before the dollar."""
    assert format_cents(cents) == text


@given(st.integers(0, LARGEST))
def test_printed_amounts_parse_back(cents: int) -> None:
    """Printing and reading an amount gives the amount, with the dollar sign and commas or without."""
    printed = format_cents(cents)

    assert parse_cents(printed) == cents
    assert parse_cents(printed.replace("$", "").replace(",", "")) == cents


@given(anything)
def test_no_text_breaks_the_reading_of_money(text: str) -> None:
    """Every text is refused with one sentence, or parses to cents in range that print and parse back the same."""
    if not refused(parse_cents, text):
        cents = parse_cents(text)
        assert 0 <= cents <= LARGEST
        assert parse_cents(format_cents(cents)) == cents
    if not refused(parse_bet, text):
        assert parse_bet(text) > 0


def test_dollars_are_a_hundred_cents() -> None:
    """Whole dollars become cents exactly."""
    assert dollars(38_000) == 3_800_000


@pytest.mark.parametrize(
    ("rounding", "exact", "paid"),
    [
        ("down to $0.01", "1252.5", 1252),
        ("nearest to $0.01", "1252.5", 1253),
        ("nearest to $0.01", "1252.49", 1252),
        ("up to $0.01", "1252.1", 1253),
        ("up to $0.01", "1252", 1252),
        ("down to $0.50", "1252.5", 1250),
        ("nearest to $0.50", "1252.5", 1250),
        ("nearest to $0.50", "1275", 1300),
        ("nearest to $0.50", "1274.99", 1250),
        ("up to $0.50", "1250.01", 1300),
        ("up to $1", "1250", 1300),
        ("down to $1", "99.99", 0),
        ("nearest to $0.25", "12.5", 25),
        ("up to $5", "0", 0),
    ],
)
def test_rounding_of_winnings(rounding: str, exact: str, paid: int) -> None:
    """Down keeps the breakage with the house, up gives it to the player, and nearest halves up."""
    assert parse_rounding(rounding).apply(Fraction(exact)) == paid


@given(winnings, units, modes)
def test_rounding_is_exact(exact: Fraction, unit: int, mode: RoundingMode) -> None:
    """The pay is the multiple of the unit that the mode names, computed in integers."""
    paid = Rounding(Cents(unit), mode).apply(exact)

    assert paid % unit == 0
    if mode == "down":
        assert paid <= exact < paid + unit
    elif mode == "up":
        assert paid - unit < exact <= paid
    else:
        assert -unit <= 2 * (exact - paid) < unit


@given(winnings, winnings, units, modes)
def test_rounding_keeps_the_order(one: Fraction, other: Fraction, unit: int, mode: RoundingMode) -> None:
    """A larger win is never paid less."""
    rounding = Rounding(Cents(unit), mode)
    low, high = sorted((one, other))

    assert rounding.apply(low) <= rounding.apply(high)


@given(st.integers(1, LARGEST), modes)
def test_a_printed_rounding_parses_back(unit: int, mode: RoundingMode) -> None:
    """A rounding is printed in the words that state it."""
    rounding = Rounding(Cents(unit), mode)

    assert parse_rounding(str(rounding)) == rounding


@pytest.mark.parametrize("text", ["down to $0.50", "  down  to   $0.50 ", "down to the 0.50"])
def test_other_spellings_of_a_rounding(text: str) -> None:
    """Spaces and 'the' do not matter."""
    assert parse_rounding(text) == Rounding(Cents(50), "down")


@pytest.mark.parametrize(
    "text",
    [*NASTY, "down", "down to", "to $1", "sideways to $1", "DOWN to $1", "down to 0", "up to -1", "up to .5"],
    ids=short,
)
def test_a_rounding_that_is_not_known_is_refused(text: str) -> None:
    """The sentence quotes the text, truncated."""
    sentence = refused(parse_rounding, text)

    assert sentence.startswith("rounding ")
    assert len(sentence) < 300


@given(anything)
def test_no_text_breaks_the_reading_of_a_rounding(text: str) -> None:
    """Every text, after a mode or alone, is a rounding that reads back or one refusal."""
    for given_text in (text, f"down to {text}"):
        if not refused(parse_rounding, given_text):
            rounding = parse_rounding(given_text)
            assert rounding.unit > 0
            assert parse_rounding(str(rounding)) == rounding


@pytest.mark.parametrize(
    ("micros", "cents"), [(5_002_617_500, 500_261), (-5_002_617_500, -500_261), (9_999, 0), (-9_999, 0), (10_000, 1)]
)
def test_whole_cents_are_truncated_towards_zero(micros: int, cents: int) -> None:
    assert whole_cents(micros) == cents
