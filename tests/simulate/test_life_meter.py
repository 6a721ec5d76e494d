"""The arithmetic that kernels use is the meter's own, to the last millionth."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.meter import Meter, MeterTerms
from pitbook.money import Cents, Micros, dollars
from pitbook.simulate import life_meter as many

rates = st.fractions(min_value=0, max_value=Fraction(1, 2), max_denominator=10**6)
events = st.one_of(
    st.tuples(st.just("wagers"), st.integers(0, 400)),
    st.tuples(st.just("award"), st.sampled_from([1, 2, 4, 10])),
    st.tuples(st.just("award"), st.just(3)),
    st.tuples(st.just("pay"), st.integers(0, 5_000)),
)


@given(st.integers(0, 10**9), rates, rates, st.none() | st.integers(0, 10**9), st.integers(1, 2_000), st.lists(events))
def test_many_wagers_at_once_are_the_meter_wager_by_wager(
    seed: int,
    contribution: Fraction,
    reserve: Fraction,
    room: int | None,
    bet: int,
    happenings: list[tuple[str, int]],
) -> None:
    """Accruals, awards of a share, restarts and fixed pays, in any order, with any rates, with and without a limit."""
    limit = None if room is None else Micros(seed + room)
    meter = Meter.fresh(MeterTerms(Micros(seed), contribution, reserve, limit))
    terms, row = many.terms_for(meter.terms, Cents(bet)), [0] * many.ROW
    many.begin(row, terms)
    for kind, number in happenings:
        if kind == "wagers":
            before = meter
            for _ in range(number):
                meter = meter.accrue(Cents(bet))
            added = many.accrue(row, terms, number)
            kept = many.accrue_reserve(row, terms, number)
            assert added == meter.displayed + meter.overflow - before.displayed - before.overflow
            assert kept == meter.reserve - before.reserve
        elif kind == "award":
            prize, meter = meter.award(Fraction(1, number))
            assert many.award(row, terms, 1, number) == prize
        else:
            given_, meter = meter.pay(Cents(number))
            assert many.pay(row, number) == given_
        assert row == [
            meter.displayed + meter.overflow,
            meter.reserve,
            meter.displayed_carry,
            meter.reserve_carry,
        ]
        assert many.shown(row, terms) == meter.shown


def test_a_fixed_pay_comes_off_the_meter() -> None:
    meter = Meter.fresh(MeterTerms(Micros(1_005_000), Fraction(1, 2)))
    given_, meter = meter.pay(Cents(40))
    assert (given_, meter.displayed) == (40, 605_000)


def test_a_meter_that_runs_dry_gives_its_whole_cents() -> None:
    meter = Meter.fresh(MeterTerms(Micros(1_005_000), Fraction(1, 2)))
    given_, meter = meter.pay(dollars(5))
    assert (given_, meter.displayed) == (100, 5_000)


def test_a_fixed_pay_is_taken_from_the_overflow_too() -> None:
    """The overflow fills the display up to its limit again."""
    meter = Meter.fresh(MeterTerms(Micros(1_000_000), Fraction(1), limit=Micros(1_500_000)))
    meter = meter.accrue(dollars(1))
    assert (meter.displayed, meter.overflow) == (1_500_000, 500_000)
    given_, meter = meter.pay(Cents(30))
    assert (given_, meter.displayed, meter.overflow) == (30, 1_500_000, 200_000)


def test_a_negative_pay_is_refused() -> None:
    with pytest.raises(BadInput, match="must not be negative"):
        Meter.fresh(MeterTerms(Micros(0), Fraction(1))).pay(Cents(-1))
