"""Printed figures and their precision."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.exact.printed import parse_printed

UNITS = st.sampled_from(["", "%"])
PLACES = st.integers(0, 8)


def written(units: int, places: int, unit: str = "") -> str:
    """This many units of the last decimal, as a letter prints them."""
    digits = str(abs(units)).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{'-' if units < 0 else ''}{whole}{'.' if places else ''}{part}{unit}"


@pytest.mark.parametrize(
    ("text", "value", "places", "unit"),
    [
        ("4.75%", Fraction(475, 10_000), 2, "%"),
        ("35%", Fraction(35, 100), 0, "%"),
        ("-0.018567", Fraction(-18_567, 1_000_000), 6, ""),
        ("4090.7", Fraction(40_907, 10), 1, ""),
        ("1,724,297", Fraction(1_724_297), 0, ""),
        ("$40,793", Fraction(40_793), 0, "$"),
        ("1000 to 1", Fraction(1000), 0, "to 1"),
    ],
)
def test_value_of_a_printed_figure(text: str, value: Fraction, places: int, unit: str) -> None:
    printed = parse_printed(text)

    assert (printed.value, printed.places, printed.unit) == (value, places, unit)
    assert printed.agrees(value)


@pytest.mark.parametrize("text", ["", "about 5%", "5%%", "1,00", "$5%", "1.", ".5", "--1", "5 percent", "4.75 %"])
def test_text_that_is_not_a_figure_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a printed figure"):
        parse_printed(text)


@pytest.mark.parametrize("text", ["N/A", "Loss"])
def test_words_for_zero_match_zero(text: str) -> None:
    printed = parse_printed(text)

    assert printed.agrees(Fraction(0))
    assert printed.agrees(None)
    assert not printed.agrees(Fraction(1, 10**9))


def test_number_never_matches_a_missing_figure() -> None:
    assert not parse_printed("0.00%").agrees(None)


@given(st.integers(-(10**9), 10**9), PLACES, UNITS, st.fractions(Fraction(-1, 2), Fraction(1, 2)))
def test_figures_match_within_half_a_unit_of_the_last_digit(units: int, places: int, unit: str, off: Fraction) -> None:
    printed = parse_printed(written(units, places, unit))
    exact = printed.value + off * printed.step
    half_towards_zero = abs(off) == Fraction(1, 2) and abs(exact) < abs(printed.value)
    half_away = abs(off) == Fraction(1, 2) and not half_towards_zero

    assert printed.agrees(exact) is not half_away
    assert not printed.agrees(printed.value + (Fraction(1, 2) + Fraction(1, 1000)) * printed.step)
    assert not printed.agrees(printed.value - (Fraction(1, 2) + Fraction(1, 1000)) * printed.step)


@given(st.fractions(-1000, 1000), PLACES, UNITS)
def test_an_exact_figure_agrees_with_its_own_rendering(exact: Fraction, places: int, unit: str) -> None:
    form = parse_printed(written(0, places, unit))
    shown = form.render(exact)

    assert parse_printed(shown).agrees(exact)
    assert parse_printed(shown).places == places
    assert form.render(exact, 3) == parse_printed(written(0, places + 3, unit)).render(exact)


@given(st.fractions(0, 1000), PLACES, UNITS)
def test_truncation_never_exceeds_the_exact_figure(exact: Fraction, places: int, unit: str) -> None:
    form = parse_printed(written(0, places, unit))
    cut = int(exact / form.step)
    printed = parse_printed(written(cut, places, unit))

    assert printed.truncates(exact)
    assert printed.value <= exact < printed.value + printed.step
    assert not parse_printed(written(cut + 1, places, unit)).truncates(exact)


def test_a_pay_is_compared_without_rounding() -> None:
    """1.2 to 1 is not 1 to 1, though it rounds to it."""
    assert not parse_printed("1 to 1").agrees(Fraction(6, 5))
