"""Charts that a person can learn: found by the solver, with their exact cost."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from pitbook.cards import Cards, parse_cards, rank, suit
from pitbook.families.poker.exact import tree
from pitbook.families.poker.exact.board import Board, net_of_cell
from pitbook.families.poker.exact.board_policies import means_of
from pitbook.families.poker.exact.chart import chart_policy, find_chart, rising_choices, simpler_policies
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.evaluate import evaluate, evaluate_tree
from pitbook.families.poker.exact.methods import solve
from pitbook.families.poker.exact.policy import Picks, Policy, board_choices, novice_of, picks, tree_choices
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.record import solution_record
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.exact.sweep import entries
from pitbook.hands.poker import value_of
from tests.families.poker.test_sweep import rules_of
from tests.families.poker.test_words import POKER

pytest.importorskip("numpy")


@pytest.mark.parametrize("seed", range(20))
def test_the_steps_of_a_chart_are_those_of_least_cost(seed: int) -> None:
    """Against every list of rising choices of a small table."""
    chance = random.Random(seed)
    worth = [[chance.randrange(-9, 10) for _ in range(3)] for _ in range(5)]
    allowed = [[True, chance.random() < 0.8, chance.random() < 0.5] for _ in range(5)]
    rising = [
        each
        for each in product(range(3), repeat=5)
        if list(each) == sorted(each) and all(allowed[at][choice] for at, choice in enumerate(each))
    ]
    best = max(sum(worth[at][choice] for at, choice in enumerate(each)) for each in rising)
    found = rising_choices(worth, allowed)
    assert found == sorted(found)
    assert sum(worth[at][choice] for at, choice in enumerate(found)) == best


def test_three_card_poker_chart_plays_queen_six_four_or_better() -> None:
    problem = pose(rules_of("three-card-poker"))
    found, chart = solve(problem), find_chart(problem, {})
    assert chart is not None
    (street,) = chart.streets
    assert [tuple(rule) for rule in street.rules] == [("1x", "Q-6-4 or better"), ("fold", "everything else")]
    assert chart.house_edge == found.house_edge
    costs = {each.words: each.house_edge - found.house_edge for each in chart.simplifications}
    assert costs["1x with queen high or better"] == Fraction(15_501, 20_358_520)
    assert costs["1x with Q-6 or better"] == Fraction(627, 14_541_800)


def test_rummy_chart_plays_twenty_points_or_less() -> None:
    problem = pose(rules_of("triple-shot-rummy"))
    record = solution_record(problem, solve(problem), find_chart(problem, {}))
    assert record["chart"]["cost"] == "0/1"
    assert record["chart"]["streets"][0]["rules"][0] == {"choice": "1x", "hands": "20 points or less"}


def points(cards: Cards) -> int:
    """Deuces count one, aces thirteen: plain numbers, whose bits say nothing of ranks."""
    return rank(cards[0]) + rank(cards[1]) + 2


def suited_above_all(cards: Cards) -> int:
    """Two cards of one suit are the class above the others, where other games have a pair."""
    ranks = 1 << rank(cards[0]) | 1 << rank(cards[1])
    return value_of(1 if suit(cards[0]) == suit(cards[1]) else 0, 0, ranks)


def no_lines(value: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("value", "describe", "words"),
    [
        (points, lambda value: f"{value} points", r"(\d+) points or better"),
        (points, lambda value: "points", r"points \(such as (.. ..)\) or better"),
        (suited_above_all, lambda value: f"hand {value}", r"hand (\d+) or better"),
    ],
)
def test_a_chart_of_other_values_than_poker_hands_uses_the_words_of_the_game(
    value: Callable[[Cards], int], describe: Callable[[int], str], words: str
) -> None:
    rules = replace(
        rules_of("three-card-poker"), own=2, dealer=2, value=value, lines=no_lines, describe=describe, qualifies=0
    )
    chart = find_chart(pose(rules), {})
    assert chart is not None
    (street,) = chart.streets
    said = re.fullmatch(words, street.rules[0].words)
    assert said is not None, street.rules[0].words
    lowest = int(said[1]) if said[1].isdigit() else value(parse_cards(said[1]))
    assert lowest == street.lowest[0]
    assert chart.simplifications == ()


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["big-raise-stud", "let-it-ride", "mississippi-stud"])
def test_the_published_strategy_of_a_game_paid_by_a_table_costs_nothing(slug: str) -> None:
    """The value of a chart in two ways: backward from the last decision, and forward over every path."""
    problem = pose(rules_of(slug))
    ready = tree.make_ready(problem)
    policy = chart_policy(problem)
    best = -tree.solution_of([ready], ready.forward()).house_edge
    assert ready.mean_of(tree_choices(ready, policy)) == best
    assert evaluate_tree(ready, policy).mean == best
    novice = novice_of(problem)
    assert evaluate_tree(ready, novice).mean == ready.mean_of(tree_choices(ready, novice)) < best


def test_every_chart_lists_simpler_ones_with_their_cost() -> None:
    for slug in POKER:
        problem = pose(rules_of(slug))
        record = solution_record(problem, solved(problem), charted(problem))["chart"]
        words = [each["words"] for each in record["simplifications"]]
        assert words, slug
        assert len(set(words)) == len(words), slug
        costs = [each["cost_decimal"] for each in record["simplifications"]]
        assert costs == sorted(costs), slug
        assert all(0 <= cost < 0.1 for cost in costs), slug


def chart_alone(slug: str) -> Policy:
    """The chart of a hold'em game, with the smallest bet on the first decision."""
    problem = pose(rules_of(slug))
    _first, *later = problem.rules.streets
    charts = {chart.street: chart for chart in problem.rules.chart}
    novice = novice_of(problem)
    streets = (novice.streets[0], *(picks(street, charts[street.name], problem) for street in later))
    return replace(novice, streets=streets)


@pytest.mark.slow  # each policy's functions take seconds to compile
def test_means_of_a_chart_and_simpler_ones_are_those_of_all_deals() -> None:
    """On a few boards: from sums, and by playing every deal."""
    problem = pose(rules_of("ultimate-texas-holdem"))
    ready = Board(problem)
    ready.boards, ready.weights = ready.boards[::20_000], ready.weights[::20_000]
    own = chart_alone("ultimate-texas-holdem")
    policies = [own, *(policy for _, policy in simpler_policies(problem, own))]
    found = means_of(ready, policies)
    assert len(set(found)) > len(policies) // 2
    for policy, mean in zip(policies, found, strict=True):
        last = policy.streets[-1]
        assert isinstance(last, Picks)
        tally, _ = ready.play(board_choices(ready, policy), last)
        every = entries(tally.tolist())
        total = sum(net_of_cell(ready, hand, path, result)[0] * times for hand, path, result, times in every)
        assert total == mean * ready.deals


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["texas-holdem-bonus", "ultimate-texas-holdem"])
def test_the_cost_of_a_hold_em_chart_is_that_of_all_deals(slug: str) -> None:
    problem = pose(rules_of(slug))
    chart = charted(problem)
    assert chart is not None
    assert evaluate(problem, chart_policy(problem)).mean == -chart.house_edge


def test_chart_is_refused_for_other_knowledge() -> None:
    assert charted(pose(rules_of("three-card-poker"), sees="dealer:1")) is None
