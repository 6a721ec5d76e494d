"""A meter never loses a millionth, for any sequence of wagers and awards."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.meter import Meter, MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros

SEED = Micros(5_000 * 1_000_000)
RATES = st.fractions(0, Fraction(1, 2), max_denominator=997)


def terms(contribution: Fraction = Fraction(1, 10), reserve: Fraction = Fraction(1, 50)) -> MeterTerms:
    return MeterTerms(SEED, contribution, reserve)


def test_a_fresh_meter_shows_its_seed() -> None:
    """A meter starts at the seed."""
    assert Meter.fresh(terms()).shown == Cents(500_000)


def test_a_dollar_steps_the_meter_up_by_the_contribution() -> None:
    """Ten percent of a dollar is ten cents on the display and two percent two cents in the reserve."""
    meter = Meter.fresh(terms()).accrue(Cents(100))
    assert (meter.shown, meter.reserve) == (Cents(500_010), Micros(20_000))


@given(RATES, RATES, st.lists(st.integers(1, 100_000), max_size=60))
def test_accruals_add_up_to_the_rate_times_all_wagers(c: Fraction, r: Fraction, wagers: list[int]) -> None:
    """Remainders are carried, so the sum never drifts from the exact amount by a whole millionth."""
    meter = Meter.fresh(MeterTerms(Micros(0), c, r))
    for wager in wagers:
        meter = meter.accrue(Cents(wager))
    exact = sum(wagers) * MICROS_PER_CENT
    assert meter.displayed == exact * c.numerator // c.denominator
    assert meter.reserve == exact * r.numerator // r.denominator


def test_a_quarter_award_takes_a_quarter() -> None:
    """A 25% award leaves three quarters on the display and the reserve alone."""
    meter = Meter.fresh(terms()).accrue(Cents(100))
    prize, after = meter.award(Fraction(1, 4))
    assert prize == Cents(125_002)
    assert after.displayed == meter.displayed - prize * MICROS_PER_CENT
    assert after.reserve == meter.reserve


def test_a_full_award_restarts_at_seed_plus_reserve() -> None:
    """After a 100% award the meter shows the seed and what the reserve gathered (letter 003)."""
    meter = Meter.fresh(terms()).accrue(Cents(10_000))
    prize, after = meter.award(Fraction(1))
    assert prize == Cents(501_000)
    assert after.shown == Cents(500_200)
    assert after.reserve == 0


def test_the_part_below_a_cent_stays_on_the_meter() -> None:
    """A prize is whole cents; the rest is not lost."""
    meter = Meter(terms(), Micros(SEED + 9_999))
    prize, after = meter.award(Fraction(1))
    assert prize == Cents(500_000)
    assert after.displayed == SEED + 9_999


def test_money_over_the_limit_is_kept() -> None:
    """The display stops at its limit; what goes beyond is overflow and comes back after an award."""
    capped = MeterTerms(SEED, Fraction(1, 2), limit=Micros(SEED + 100_000))
    meter = Meter.fresh(capped).accrue(Cents(100))
    assert (meter.displayed, meter.overflow) == (SEED + 100_000, 400_000)
    _, after = meter.award(Fraction(1, 2))
    assert after.overflow == 0


@given(
    st.lists(
        st.one_of(
            st.integers(1, 50_000), st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)])
        ),
        max_size=50,
    ),
    st.one_of(st.none(), st.integers(0, 10_000_000)),
)
def test_every_millionth_is_accounted_for(steps: list[int | Fraction], room: int | None) -> None:
    """Seeds advanced and contributions equal prizes and the money left, after any wagers and awards."""
    limit = None if room is None else Micros(SEED + room)
    meter = Meter.fresh(MeterTerms(SEED, Fraction(1, 7), Fraction(1, 30), limit))
    wagered, paid, seeds = 0, 0, SEED + 0
    for step in steps:
        if isinstance(step, int):
            wagered += step * MICROS_PER_CENT
            meter = meter.accrue(Cents(step))
        else:
            prize, meter = meter.award(step)
            paid += prize * MICROS_PER_CENT
            seeds += SEED if step == 1 else 0
    fed = wagered // 7 + wagered // 30
    assert seeds + fed == paid + meter.displayed + meter.reserve + meter.overflow


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1), Fraction(3, 2)])
def test_a_share_outside_the_meter_is_refused(share: Fraction) -> None:
    """No award takes nothing, a negative part or more than all."""
    with pytest.raises(BadInput, match="share of the meter"):
        Meter.fresh(terms()).award(share)


def test_rates_above_the_wager_are_refused() -> None:
    """Contribution and reserve cannot take more than the wager."""
    with pytest.raises(BadInput, match="at most 100%"):
        terms(Fraction(9, 10), Fraction(2, 10))
