"""Games of six and seven cards, solved by ranks first: against every deal of short decks and direct enumeration."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from math import comb

import pytest

from pitbook.cards import JOKER, Shoe, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.distribution import distribution
from pitbook.families.poker.exact import ranks
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.situation import situation
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.rules.model import PokerRules
from pitbook.hands.poker import five_card_value
from pitbook.hands.stud import joker_five_value
from tests.families.poker import brute
from tests.families.poker.tables import ask_of, played

np = pytest.importorskip("numpy")


def rules_of(slug: str) -> PokerRules:
    rules: PokerRules = import_module(f"pitbook.games.{slug.replace('-', '_')}.rules").rules()
    return rules


def short_deck(rules: PokerRules, cards: int, seed: int) -> tuple[int, ...]:
    """Mostly two suits, so that flushes are common; the joker where there is one."""
    chance = random.Random(seed)
    low = chance.randrange(0, 5)
    close = [rank * 4 + suit for rank in range(low, low + 8) for suit in (1, 2)]
    chosen = chance.sample(close, cards - 2 - rules.joker)
    others = chance.sample([card for card in range(JOKER) if card not in close], 2)
    return tuple(sorted([*chosen, *others, *((JOKER,) if rules.joker else ())]))


CASES: list[tuple[str, int, str | None, dict[str, str]]] = [
    ("six-card-poker", 12, None, {}),
    ("six-card-poker", 12, "dealer:1", {}),
    ("six-card-poker", 12, "none", {"dealer-qualifies": "no"}),
    ("high-five-poker", 14, None, {}),
    ("six-card-poker", 12, "dealer:2", {}),
    ("six-card-poker", 12, "dealer:5", {}),
    ("six-card-poker", 12, "dealer:3+dealer:4~QKA", {}),
    ("high-five-poker", 15, None, {}),
    ("high-five-poker", 15, None, {"dealer-qualifies": "no"}),
    ("high-five-poker", 14, "dealer:1", {}),
    ("high-five-poker", 14, "dealer:all", {}),
    ("high-five-poker", 14, "dealer:2~89TJ", {}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "cards", "sees", "options"), CASES)
def test_ranks_first_agrees_with_every_deal_of_a_short_deck(
    slug: str, cards: int, sees: str | None, options: dict[str, str]
) -> None:
    """Edge, deals and choices are the same integers when each deal is settled by the rule that tables use."""
    rules = rules_of(slug)
    deck = short_deck(rules, cards, seed=cards)
    dead = tuple(card for card in range(JOKER + rules.joker) if card not in deck)
    problem = pose(rules, options=options, dead=dead, sees=sees)
    found = ranks.solve(problem)
    deals, value, taken = brute.solve(problem, deck)
    assert found.deals == deals
    assert -found.house_edge == value
    assert dict(found.choices[rules.streets[0].name]) == taken


FEW, LONG = 3, 30
"""Situations that are compared with direct enumeration in the test command, and in the proof."""


@pytest.mark.parametrize("number", [FEW, pytest.param(LONG, marks=pytest.mark.slow)])
def test_situations_of_six_card_poker_are_those_of_direct_enumeration(number: int) -> None:
    """Each against all 12,341 hands that the dealer may have; the cards in view are of one, two and three suits."""
    problem = pose(rules_of("six-card-poker"))
    ready = ranks.make_ready(problem)
    chance = random.Random(6)
    for each in range(number):
        suits = (1 << each % 3 + 1) - 1
        seen = tuple(chance.sample([card for card in range(JOKER) if suits >> (card & 3) & 1], 3))
        hand = tuple(chance.sample([card for card in range(JOKER) if card not in seen], 6))
        assert ranks.situation(problem, hand, (), seen, ready) == situation(problem, hand, (), seen)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hand", ["7s 7d Qc Th 8s 3d 2h", "6s 6d Ac Kh Qs 9d 8c", "Jk Ks Qs 9s 5s 4d 2c", "As Kd Qc Jh 8s 7d 3c"]
)
def test_situations_of_high_five_poker_are_those_of_direct_enumeration(hand: str) -> None:
    """Each against all 53,524,680 hands that the dealer may have."""
    problem = pose(rules_of("high-five-poker"))
    assert ranks.situation(problem, parse_cards(hand), (), ()) == situation(problem, parse_cards(hand), (), ())


def known(slug: str) -> Solution:
    """The shipped solution; recomputed by the proof of shipped results."""
    return solved(pose(rules_of(slug)))


def test_high_five_poker_has_the_published_number_of_wins() -> None:
    found = known("high-five-poker")
    assert found.deals == 8_250_459_031_214_400
    assert found.distribution()[Fraction(2)] == 2_431_176_040_778_304
    assert f"{float(found.house_edge):.4%}" == "3.5727%"
    shares = {net: f"{times / found.deals:.6f}" for net, times in found.distribution().items()}
    assert shares == {-2: "0.227021", -1: "0.324527", 0: "0.000282", 1: "0.153498", 2: "0.294672"}


def test_six_card_poker_has_the_published_number_of_wins() -> None:
    """Ties between raise and fold are counted as folds."""
    found = known("six-card-poker")
    assert found.deals == comb(52, 6) * comb(46, 3) * comb(43, 3)
    assert found.distribution()[Fraction(1)] == 755_514_209_224_548
    assert f"{float(found.house_edge):.4%}" == "1.2717%"
    assert f"{float(found.shares()['raise']['fold']):.6f}" == "0.301316"


def test_seven_cards_with_the_joker_are_worth_their_best_five() -> None:
    """Compared with another evaluation of five cards with the joker; half of the hands have two suits only."""
    chance = random.Random(7)
    for number in range(300):
        pack = range(JOKER) if number % 2 else [card for card in range(JOKER) if card & 3 < 2]
        cards = tuple(chance.sample(pack, 7))
        if number % 3:
            cards = (*cards[:6], JOKER)
        best = max(five_card_value(five, joker_wild=False, wheel_second=False) for five in combinations(cards, 5))
        assert joker_five_value(cards) == best


def test_a_game_whose_suits_matter_otherwise_is_refused() -> None:
    """A value that counts cards of one suit is neither that of ranks nor that of a flush."""
    rules = replace(rules_of("six-card-poker"), value=lambda cards: sum(card & 3 == 0 for card in cards))
    with pytest.raises(BadInput, match="suits change in other ways"):
        ranks.check_values(pose(rules))


@pytest.mark.parametrize("slug", ["high-five-poker", "six-card-poker"])
def test_a_chart_records_values_whose_hands_all_have_one_choice(slug: str) -> None:
    chart = charted(pose(rules_of(slug)))
    assert chart is not None
    assert {choice for _, choice in chart.settled} == {-1, 0, 1}
    assert chart.settled[0] == (0, 0)
    assert chart.settled[-1][1] == 1
    assert type(chart).from_json(chart.to_json()) == chart


SEVEN_CARDS = {
    "five_aces": 1_128, "royal_flush": 26_132, "straight_flush": 184_832, "four_of_a_kind": 307_472,
    "aces_full": 677_616, "full_house": 4_188_528 - 677_616, "flush": 6_172_088, "straight": 11_236_028,
    "three_of_a_kind": 7_470_676,
}  # fmt: skip
"""Seven cards with the joker by their best line, as the reference counts them."""


def test_seven_cards_have_the_counts_of_the_reference() -> None:
    wager = rules_of("high-five-poker").bonuses[0]
    counted = distribution(wager, Shoe.of_decks(1, joker=True))
    found: Counter[str] = Counter()
    for answer, times in counted.answers.items():
        if line := wager.paid_line(wager.tables[0], wager.named(answer)):
            found[line.outcome] += times
    assert counted.total == 154_143_080
    assert dict(found) == SEVEN_CARDS


def check_edge(slug: str, rounds: int, strategy: str) -> None:
    """The house edge of simulated rounds is near that of the solution, or of the chart."""
    found = played(ask_of(slug, rounds, strategy=strategy), 2)
    assert found.table is not None
    assert found.table.edge is not None
    assert found.table.edge.z is not None
    assert abs(found.table.edge.z) < 4


PLAYED = [
    ("high-five-poker", 100_000_000, "best"),
    ("high-five-poker", 100_000_000, "chart"),
    ("six-card-poker", 10_000_000, "best"),
    ("six-card-poker", 100_000_000, "chart"),
]


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("slug", "rounds", "strategy"), PLAYED)
def test_the_solution_is_confirmed_by_playing_it(slug: str, rounds: int, strategy: str) -> None:
    check_edge(slug, rounds, strategy)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["six-card-poker", "high-five-poker"])
def test_simulated_best_choices_are_those_of_the_advice(slug: str) -> None:
    """Dealt hands near the border of folding."""
    from pitbook.families.poker.exact.ranks_choices import best_choices

    problem = pose(rules_of(slug))
    rules, ready = problem.rules, ranks.make_ready(problem)
    choices = best_choices(problem)
    chance = random.Random(9)
    rows = [chance.sample(range(JOKER + rules.joker), rules.own + rules.dealer_up) for _ in range(40)]
    cards = np.array(rows, np.uint8)
    own, seen = np.arange(rules.own), np.arange(rules.own, rules.own + rules.dealer_up)
    values = np.array([rules.value(tuple(row[: rules.own])) for row in rows], np.int32)
    chosen = np.zeros(len(rows), np.int8)
    choices.choose(cards, own, seen, values, chosen)
    words = [choice.word for choice in ready.money.choices]
    for row, choice in zip(rows, chosen.tolist(), strict=True):
        best = ranks.situation(problem, tuple(row[: rules.own]), (), tuple(row[rules.own :]), ready).best
        assert words[choice] == best
