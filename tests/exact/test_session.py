"""A session of many rounds: equal to the sum over all possibilities, within the stated error."""

import time
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput
from pitbook.exact import convolution
from pitbook.exact import session as module
from pitbook.exact.convolution import OUTSIDE, reach
from pitbook.exact.par import ParSheet
from pitbook.exact.saddlepoint import Saddlepoint
from pitbook.exact.session import SessionDistribution, net_chances, session, sum_of_rounds
from pitbook.money import Cents
from tests.exact.all_sheets import sheet_of

MATCH_THE_DEALER = "million-dollar-match-the-dealer"
SHEETS = {
    "royal match": ("royal-match-21", "royal-match", "RM-04", 6),
    "great win": ("royal-match-21", "royal-match", "RM-07", 6),
    "match-n-poker": ("match-n-poker", "match-n-poker", "1", 6),
    "five spots": (MATCH_THE_DEALER, "five-spots", "6-C", 6),
    "red-black": ("ez-pai-gow", "red-black", "1", 1),
}


def sheet(name: str) -> ParSheet:
    return sheet_of(*SHEETS[name])


def summed(chances: dict[Fraction, Fraction], rounds: int) -> dict[Fraction, Fraction]:
    """The distribution of the sum, in exact fractions, one round after the other."""
    total = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        following: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for so_far, weight in total.items():
            for net, chance in chances.items():
                following[so_far + net] += weight * chance
        total = dict(following)
    return total


def largest_difference(found: SessionDistribution, law: dict[Fraction, Fraction]) -> float:
    """The largest difference between two cumulative distributions."""
    worst, cumulated = 0.0, Fraction(0)
    for net in sorted(law):
        cumulated += law[net]
        worst = max(worst, abs(found.chance_at_most(net) - float(cumulated)))
    return worst


@pytest.mark.parametrize("name", SHEETS)
def test_three_rounds_equal_enumeration(name: str) -> None:
    rows = [row for row in sheet(name).rows if row.count]
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for rounds in product(rows, repeat=3) if len(rows) < 10 else product(rows, repeat=2):
        chance = Fraction(1)
        for row in rounds:
            chance *= row.probability
        law[sum((row.net or Fraction(0) for row in rounds), Fraction(0))] += chance
    found = session(sheet(name), 3 if len(rows) < 10 else 2)

    assert sum(law.values()) == 1
    assert largest_difference(found, dict(law)) <= found.error < 1e-12


@pytest.mark.parametrize("numpy", [True, False], ids=["numpy", "plain"])
@pytest.mark.parametrize(
    ("name", "rounds"),
    [("royal match", 40), pytest.param("match-n-poker", 25, marks=pytest.mark.slow), ("red-black", 60)],
)
def test_a_convolution_is_the_exact_one_within_its_error(
    name: str, rounds: int, numpy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On both paths; NumPy also computes the cases that plain Python computes faster."""
    monkeypatch.setattr(convolution, "PLAIN", 0)
    monkeypatch.setattr(convolution, "have_numpy", lambda: numpy)
    found = session(sheet(name), rounds)

    assert "convolution" in found.method
    assert largest_difference(found, summed(net_chances(sheet(name)), rounds)) <= found.error < 1e-11


@pytest.mark.parametrize("name", ["great win", "five spots"])
def test_separating_large_wins_gives_the_same_distribution(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same as one long convolution of all results."""
    apart = session(sheet(name), 50)
    monkeypatch.setattr(module, "GREAT_WINS", (0.0,))
    together = session(sheet(name), 50)

    assert "very large win" in apart.method
    assert "very large win" not in together.method
    for chance in (0.001, 0.2, 0.5, 0.9, 0.999, 0.99999):
        net = together.quantile(chance)
        assert apart.chance_at_most(net) == pytest.approx(
            together.chance_at_most(net), abs=apart.error + together.error
        )


small_laws = st.dictionaries(st.integers(-3, 12).map(Fraction), st.integers(1, 50), min_size=1, max_size=5)


@given(small_laws, st.integers(1, 6), st.sampled_from([1, 2, 3]))
def test_any_distribution_is_convolved_exactly(weights: dict[Fraction, int], rounds: int, divisor: int) -> None:
    total = sum(weights.values())
    chances = {net / divisor: Fraction(weight, total) for net, weight in weights.items()}
    law = summed(chances, rounds)
    found = sum_of_rounds(chances, rounds)

    assert largest_difference(found, law) <= found.error
    assert found.mean == sum(net * chance for net, chance in law.items())
    assert found.variance == sum(chance * (net - found.mean) ** 2 for net, chance in law.items())
    assert (found.lowest, found.highest) == (min(law), max(law))
    for chance in (0.1, 0.5, 0.9):
        quantile = found.quantile(chance)
        assert found.chance_at_most(quantile) >= chance
        assert quantile == found.lowest or found.chance_below(quantile) < chance


@given(small_laws, st.integers(1, 6))
def test_probability_outside_the_window_is_within_chernoffs_bound(weights: dict[Fraction, int], rounds: int) -> None:
    total = sum(weights.values())
    law = summed({net: Fraction(weight, total) for net, weight in weights.items()}, rounds)
    low, high = reach({int(net): float(weight) for net, weight in weights.items()}, rounds)

    assert sum(chance for net, chance in law.items() if net < low) <= OUTSIDE
    assert sum(chance for net, chance in law.items() if net > high) <= OUTSIDE


def test_a_fair_coin_is_binomial() -> None:
    """Ten tosses: ahead with 6 to 10 heads, 386 of 1,024 ways."""
    found = sum_of_rounds({Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}, 10)

    assert found.chance_ahead == pytest.approx(386 / 1024, abs=1e-12)
    assert found.chance_even == pytest.approx(comb(10, 5) / 1024, abs=1e-12)
    assert found.chance_lost_at_least(8) == pytest.approx(11 / 1024, abs=1e-12)
    assert found.quantile(0.5) == 0


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("rounds", [1, 7, 100, 2_000])
def test_the_chances_add_up(name: str, rounds: int) -> None:
    found = session(sheet(name), rounds)

    assert found.chance_ahead + found.chance_even + found.chance_behind == pytest.approx(1, abs=1e-12)
    assert found.chance_at_most(found.highest) == pytest.approx(1, abs=found.error)
    assert found.chance_below(found.lowest) == 0
    bars = found.histogram(20)
    assert sum(bar.chance for bar in bars) == pytest.approx(1, abs=1e-9)
    assert all(left.high == right.low for left, right in pairwise(bars))
    assert bars[0].low is None
    assert bars[-1].high is None
    assert not any(bar.low is not None and bar.high is not None and bar.low < 0 < bar.high for bar in bars)


@pytest.mark.parametrize(
    ("name", "rounds", "within"),
    [("match-n-poker", 10_000, 1e-4), ("match-n-poker", 1_000_000, 1e-7), ("royal match", 100_000, 1e-6)],
)
def test_the_saddlepoint_agrees_with_the_convolution(name: str, rounds: int, within: float) -> None:
    """If both are available; the normal approximation is worse by orders of magnitude."""
    found = session(sheet(name), rounds)
    steps = {int((net + 1) / found.unit): float(chance) for net, chance in net_chances(sheet(name)).items()}
    saddle = Saddlepoint(steps, rounds)
    assert "convolution" in found.method
    apart, bell = [], []
    for chance in (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999):
        net = found.quantile(chance)
        apart.append(abs(saddle.at_most(int((net - found.lowest) / found.unit)) - found.chance_at_most(net)))
        bell.append(abs(found.normal_at_most(net + found.unit / 2) - found.chance_at_most(net)))

    assert max(apart) < min(within, 4 * saddle.error + found.error)
    assert max(apart) < max(bell) / 20


def test_the_saddlepoint_is_smooth_at_the_mean() -> None:
    """Its two poles cancel there: no jump where the limit is taken."""
    saddle = Saddlepoint({0: 0.6, 1: 0.3, 7: 0.1}, 10_000)
    chances = [saddle.at_most(value) for value in range(9_980, 10_021)]
    steps = [after - before for before, after in pairwise(chances)]

    assert min(steps) > 0
    assert max(steps) / min(steps) < 1.05


def test_very_many_rounds_use_the_saddlepoint() -> None:
    found = session(sheet("match-n-poker"), 10**9)

    assert found.method.startswith("saddlepoint")
    assert found.estimated
    assert found.error < 1e-6
    assert found.quantile(0.5) == pytest.approx(float(found.mean), abs=found.standard_deviation / 100)


def test_a_meter_on_the_cent_does_not_stretch_the_lattice() -> None:
    """$25,431.17 on a $1 wager would be 2.5 million points a hit."""
    found = session(sheet_of("royal-match-21", "royal-match-progressive", "RMP", 6, meter=Cents(2_543_117)), 1_000)

    assert "very large win" in found.method
    assert found.error < 1e-9
    assert found.highest > 25_000_000


def test_hundred_rounds_are_computed_quickly() -> None:
    """The widest wager; the best of several runs."""
    wide = sheet("five spots")
    seconds: list[float] = []
    while len(seconds) < 10 and min(seconds, default=1.0) >= 0.1:
        start = time.process_time()
        session(wide, 100)
        seconds.append(time.process_time() - start)

    assert min(seconds) < 0.1


def test_invalid_session_is_refused() -> None:
    plain = sheet("royal match")
    for rounds in (0, -1, 10**9 + 1):
        with pytest.raises(BadInput, match="a session has 1 to 1,000,000,000 rounds"):
            session(plain, rounds)
    with pytest.raises(BadInput, match="pays a share of a meter"):
        session(sheet_of("royal-match-21", "royal-match-progressive", "RMP", 6), 10)
    with pytest.raises(BadInput, match="cannot be bet alone"):
        session(sheet_of(MATCH_THE_DEALER, "super-bonus", "6-C", 6), 10)
    found = session(plain, 10)
    with pytest.raises(BadInput, match="between 0 and 1"):
        found.quantile(1.0)
    with pytest.raises(BadInput, match="3 bars or more"):
        found.histogram(2)


@pytest.mark.parametrize("chances", [{-1: 51, 1: 49}, {-1: 70, 3: 30}, {-1: 80, 2: 15, 5: 5}])
def test_histogram_bins_have_equal_numbers_of_results(chances: dict[int, int]) -> None:
    """Every bar holds as many results as its neighbours, so none is lower than both of them."""
    found = sum_of_rounds({Fraction(net): Fraction(many, 100) for net, many in chances.items()}, 100)
    heights = [bar.chance for bar in found.histogram(26)[1:-1]]
    assert len(heights) > 8
    assert not [b for a, b, c in zip(heights, heights[1:], heights[2:], strict=False) if b < min(a, c) - 1e-9]
