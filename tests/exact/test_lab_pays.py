"""Proposed pays for a new wager: printable numbers near the target edge; a rarer hand never pays less."""

from fractions import Fraction

import pytest

from pitbook.exact.distribution import distribution
from pitbook.exact.lab import LabDesign, evaluation, opened
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


def test_line_more_frequent_than_even_money_pays_even_money() -> None:
    assert printed_odds({"often": Fraction(2, 3)}, Fraction(1, 20)) == {"often": 1}


@pytest.mark.parametrize("starter", STARTERS, ids=lambda starter: starter.key)
def test_new_wager_gets_proposed_pays_instead_of_even_money(starter: object) -> None:
    """Its lines are empty, each with a proposal; with the proposals the edge is a realistic one."""
    found = opened(LabDesign(rule=starter.rule))  # type: ignore[attr-defined]
    counted = distribution(found.wager, found.shoe, found.options)
    lines = evaluation(found, counted)["pay_table"]
    assert {line["pays"] for line in lines} == {""}
    pays = {line["outcome"]: line["proposed"] for line in lines}
    priced = evaluation(opened(LabDesign(rule=starter.rule, pays=pays)), counted)  # type: ignore[attr-defined]
    assert 0.02 < priced["house_edge_decimal"] < 0.13
    assert not any("proposed" in line for line in priced["pay_table"])


def test_chosen_even_money_is_kept() -> None:
    design = opened(LabDesign(rule=STARTERS[1].rule, pays={"any_pair": "1 to 1"})).design
    assert design.pays == {"any_pair": "1 to 1"}


def test_search_finds_tables_from_empty_pays() -> None:
    found = find_tables(opened(LabDesign(rule=STARTERS[1].rule)), {"edge": "9..11%", "top": 3})
    assert len(found["tables"]) == 3
    assert all(0.09 <= each["house_edge_decimal"] <= 0.11 for each in found["tables"])


def test_search_leaves_out_the_present_table_and_says_whether_it_fits() -> None:
    """A present table inside the range was once proposed first, as if it were a new one."""
    first = find_tables(opened(LabDesign(rule=STARTERS[1].rule)), {"edge": "9..11%", "top": 3})
    assert not first["present_fits"]
    best = [each["pays"] for each in first["tables"]]
    present = opened(LabDesign(rule=STARTERS[1].rule, pays=best[0]))
    again = find_tables(present, {"edge": "9..11%", "top": 3})
    assert again["present_fits"]
    assert len(again["tables"]) == 3
    assert best[0] not in [each["pays"] for each in again["tables"]]
    assert not find_tables(present, {"edge": "9..11%", "sd": "90..99"})["present_fits"]


def test_lines_of_nearly_equal_probability_pay_the_same() -> None:
    """A total of 19 is a little rarer than one of 21; a pay table that gives it more would look wrong."""
    chances = {"21": Fraction(1, 12), "20": Fraction(10, 133), "19": Fraction(10, 138), "suited 21": Fraction(1, 183)}
    odds = printed_odds(chances, Fraction(1, 20))
    assert odds["21"] == odds["20"] == odds["19"] < odds["suited 21"]
