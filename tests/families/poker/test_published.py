"""Published figures of poker games are reproduced, or the difference is explained; and the value of exposed cards."""

from fractions import Fraction
from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.exposures import exposures, sees_of
from pitbook.families.poker.exact.knowledge import parse_sees
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.published import printed_as, published_record
from pitbook.families.poker.exact.stored import solved
from tests.families.poker.test_sweep import rules_of

pytest.importorskip("numpy")

QUICK = (
    "three-card-poker",
    "triple-shot-rummy",
    "crazy-4-poker",
    "dj-wild",
    "mississippi-stud",
    "big-raise-stud",
    "i-luv-suits",
    "flush-rush",
)
LONGER = (
    "caribbean-stud", "four-card-poker", "let-it-ride", "texas-holdem-bonus", "ultimate-texas-holdem",
    "high-five-poker", "six-card-poker",
)  # fmt: skip


def compared(slug: str) -> list[dict[str, Any]]:
    """Every published figure of a game, with whichever pay tables and options it is for."""
    rules = rules_of(slug)
    found = []
    for tables, options in dict.fromkeys((each.tables, each.options) for each in rules.published):
        problem = pose(rules, dict(tables), options=dict(options))
        found += published_record(problem, solved(problem), charted(problem))
    assert len(found) == len(rules.published)
    return found


@pytest.mark.parametrize("slug", [*QUICK, *(pytest.param(slug, marks=pytest.mark.slow) for slug in LONGER)])
def test_every_published_figure_is_reproduced_or_the_difference_is_explained(slug: str) -> None:
    for each in compared(slug):
        assert each["agrees"] or each["why"], each
        assert not (each["agrees"] and each["why"]), each


@pytest.mark.parametrize(
    ("value", "like", "shown"),
    [
        (Fraction(1, 8), "12.5%", "12.5%"),
        (Fraction(1, 8), "13%", "13%"),
        (Fraction(-7, 2), "-3.5", "-3.5"),
        (Fraction(1_041_372_912_372), "1,000", "1,041,372,912,372"),
        (3.14159, "3.14", "3.14"),
    ],
)
def test_a_computed_figure_is_printed_like_the_published_one(value: Fraction, like: str, shown: str) -> None:
    assert printed_as(value, like) == shown


def test_exposures_are_ranked_by_value() -> None:
    problem = pose(rules_of("three-card-poker"))
    found = exposures(problem)
    worth = [each.worth for each in found]
    assert worth == sorted(worth, reverse=True)
    assert min(worth) >= 0
    assert [each.sees for each in found][:2] == ["dealer:3", "dealer:2"]
    base = solved(problem).house_edge
    for each in found:
        assert each.house_edge == base - each.worth
        assert each.house_edge == solved(pose(rules_of("three-card-poker"), sees=each.sees)).house_edge


@pytest.mark.parametrize("slug", ["three-card-poker", "caribbean-stud", "four-card-poker", "dj-wild"])
def test_compared_exposures_tell_the_player_more_than_the_rules_do(slug: str) -> None:
    """A player who glimpses another card still knows a face-up card completely."""
    rules = rules_of(slug)
    for sees in sees_of(rules):
        knowledge = parse_sees(sees, rules)
        assert knowledge.dealer >= rules.dealer_up
        assert knowledge.dealer + knowledge.hinted > rules.dealer_up


def test_exposures_of_a_game_that_cannot_be_solved_with_more_knowledge_are_refused() -> None:
    with pytest.raises(BadInput, match="exposed cards are not compared in this game"):
        exposures(pose(rules_of("ultimate-texas-holdem")))
