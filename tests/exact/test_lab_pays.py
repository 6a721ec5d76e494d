"""Pays proposed for an invention: printable numbers near the edge, a rarer hand never below a commoner one."""

from fractions import Fraction

import pytest

from pitbook.exact.distribution import distribution
from pitbook.exact.lab import Design, evaluation, opened
from pitbook.exact.lab_find import find_tables
from pitbook.exact.lab_pays import PRINTED, printed_odds
from pitbook.web.lab.starters import STARTERS


def test_odds_are_printed_numbers_near_the_edge() -> None:
    chances = {"common": Fraction(1, 5), "rare": Fraction(1, 40), "rarest": Fraction(1, 900)}
    odds = printed_odds(chances, Fraction(1, 20))
    assert all(each in PRINTED for each in odds.values())
    assert odds["common"] <= odds["rare"] <= odds["rarest"]
    returned = sum(chance * (odds[name] + 1) for name, chance in chances.items())
    assert Fraction(85, 100) < returned <= Fraction(975, 1000)


def test_a_line_commoner_than_even_money_is_paid_even_money() -> None:
    assert printed_odds({"often": Fraction(2, 3)}, Fraction(1, 20)) == {"often": 1}


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.key)
def test_an_invention_without_pays_is_not_paid_even_money(starter: object) -> None:
    """Its lines are empty, each with a proposal; with the proposals the edge is one that a house might offer."""
    found = opened(Design(rule=starter.rule))  # type: ignore[attr-defined]
    counted = distribution(found.wager, found.shoe, found.options)
    lines = evaluation(found, counted)["pay_table"]
    assert {line["pays"] for line in lines} == {""}
    pays = {line["outcome"]: line["proposed"] for line in lines}
    priced = evaluation(opened(Design(rule=starter.rule, pays=pays)), counted)  # type: ignore[attr-defined]
    assert 0.02 < priced["house_edge_decimal"] < 0.13
    assert not any("proposed" in line for line in priced["pay_table"])


def test_even_money_that_an_inventor_chose_is_kept() -> None:
    design = opened(Design(rule=STARTERS[1].rule, pays={"any_pair": "1 to 1"})).design
    assert design.pays == {"any_pair": "1 to 1"}


def test_tables_are_found_for_an_edge_from_nothing() -> None:
    found = find_tables(opened(Design(rule=STARTERS[1].rule)), {"edge": "9..11%", "top": 3})
    assert len(found["tables"]) == 3
    assert all(0.09 <= each["house_edge_decimal"] <= 0.11 for each in found["tables"])


def test_lines_of_nearly_one_chance_pay_the_same() -> None:
    """A total of 19 is a little rarer than one of 21; a pay table that gives it more would look wrong."""
    chances = {"21": Fraction(1, 12), "20": Fraction(10, 133), "19": Fraction(10, 138), "suited 21": Fraction(1, 183)}
    odds = printed_odds(chances, Fraction(1, 20))
    assert odds["21"] == odds["20"] == odds["19"] < odds["suited 21"]
