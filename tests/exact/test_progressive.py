"""The long-run behaviour of a meter."""

import random
from fractions import Fraction

import pytest

from pitbook.errors import BadInput
from pitbook.exact.par import par_sheet
from pitbook.exact.progressive import Progressive, progressive
from pitbook.games import game
from pitbook.meter import Meter, MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros, dollars

ROYAL_MATCH_21 = game("royal-match-21")
WAGER = ROYAL_MATCH_21.wager("royal-match-progressive")
SEED = dollars(5_000)


def of_decks(decks: int) -> Progressive:
    return progressive(par_sheet(ROYAL_MATCH_21, WAGER, WAGER.tables[0], decks))


@pytest.mark.parametrize(
    ("decks", "odds", "average"),
    [(8, 588_296, 40_793), (6, 645_465, 42_467), (5, 697_663, 43_852), (4, 789_173, 46_002), (2, 1_724_297, 57_548)],
)
def test_the_printed_hold_and_averages_agree(decks: int, odds: int, average: int) -> None:
    """Feeding the meter so that the house keeps 35% gives the printed top payout average, to the dollar."""
    found = of_decks(decks)
    feeding = found.feeding_for(Fraction(35, 100), SEED)
    top = found.average_top(feeding, SEED)
    assert found.wagers_between_hits is not None
    assert top is not None
    assert round(found.wagers_between_hits) == odds
    assert round(top / 100) == average
    assert found.hold(feeding - Fraction(2, 100), Fraction(2, 100), SEED) == Fraction(35, 100)


def test_edge_is_zero_at_the_break_even_meter() -> None:
    """A player has no disadvantage once the meter shows the break-even amount."""
    found = of_decks(6)
    meter = found.break_even_meter
    assert meter is not None
    assert found.edge_at(Cents(int(meter))) > 0 > found.edge_at(Cents(int(meter) + 1))


def test_an_award_that_cannot_occur_has_no_average() -> None:
    """With two decks there is no third seven of a suit, so no 100% award and nothing to average."""
    wager = ROYAL_MATCH_21.wager("blazing-7s")
    found = progressive(par_sheet(ROYAL_MATCH_21, wager, wager.table("1", 2), 2))
    assert found.top_chance == 0
    assert found.average_top(Fraction(1, 4), SEED) is None
    assert found.wagers_between_hits is None


def test_a_wager_without_a_meter_is_refused() -> None:
    """Asking for a meter where no line pays from one is a mistake."""
    wager = ROYAL_MATCH_21.wager("royal-match")
    with pytest.raises(BadInput, match="no meter line"):
        progressive(par_sheet(ROYAL_MATCH_21, wager, wager.table("RM-04", 6), 6))


def test_long_run_average_equals_a_simulated_meter() -> None:
    """With likelier awards, the mean at a 100% award is within four standard errors."""
    found = Progressive(
        dollars(1), Fraction(1, 2), (("top", Fraction(1), Fraction(1, 400)), ("part", Fraction(1, 4), Fraction(1, 150)))
    )
    contribution, reserve, seed = Fraction(11, 100), Fraction(2, 100), dollars(20)
    meter = Meter.fresh(MeterTerms(Micros(seed * MICROS_PER_CENT), contribution, reserve))
    chance = random.Random(11)
    tops: list[int] = []
    while len(tops) < 250:
        meter = meter.accrue(dollars(1))
        roll = chance.randrange(1_200)
        if roll < 3:
            prize, meter = meter.award(Fraction(1))
            tops.append(int(prize))
        elif roll < 11:
            _, meter = meter.award(Fraction(1, 4))
    expected = found.average_top(contribution + reserve, seed)
    assert expected is not None
    mean = sum(tops) / len(tops)
    deviation = (sum((top - mean) ** 2 for top in tops) / len(tops)) ** 0.5
    assert abs(mean - float(expected)) < 4 * deviation / len(tops) ** 0.5
