"""Hands that are worth as much as their best suit: the product over the suits against direct enumeration."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from pitbook.cards import JOKER, Cards, parse_cards
from pitbook.errors import BadInput
from pitbook.families.poker.exact import suits
from pitbook.families.poker.exact.charted import charted
from pitbook.families.poker.exact.exposures import sees_of
from pitbook.families.poker.exact.methods import solve, solve_situation
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.exact.sweep import sweep_all
from pitbook.families.poker.rules.flush_length import longest_run, ranks_in_suit
from pitbook.families.poker.rules.model import LOSE, OUT_LOSE, OUT_TIE, OUT_WIN, TIE, WIN, PokerRules
from pitbook.simulate.run import run
from tests.families.poker import brute
from tests.families.poker.tables import ask_of
from tests.families.poker.test_sweep import printed, rules_of

np = pytest.importorskip("numpy")

SLUG = "i-luv-suits"
SHORT = "Ts 9s 8s 7s Th 9h 8h 6h 9d 7d"
"""Cards with which some dealers qualify by the nine and others do not."""


def with_fewer_cards() -> PokerRules:
    """The same game with four cards against five, so that every deal of a short deck can be played."""
    return replace(rules_of(SLUG), own=4, dealer=5)


def dead_beside(deck: str) -> Cards:
    kept = parse_cards(deck)
    return tuple(card for card in range(JOKER) if card not in kept)


@pytest.mark.parametrize(
    ("deck", "sees", "options"),
    [
        (SHORT, None, {}),
        pytest.param(f"{SHORT} 5c", None, {}, marks=pytest.mark.slow),
        pytest.param(SHORT, "dealer:1", {}, marks=pytest.mark.slow),
        pytest.param(SHORT, "dealer:2", {"dealer-qualifies": "no"}, marks=pytest.mark.slow),
        # two blocks of equivalent suits
        pytest.param("Ts 9s 8s Th 9h 8h 8d 5d 8c 5c", None, {}, marks=pytest.mark.slow),
    ],
)
def test_the_product_agrees_with_every_deal_of_a_short_deck(
    deck: str, sees: str | None, options: dict[str, str]
) -> None:
    """Edge, deals and choices are the same integers when each deal is settled by the rule that tables use."""
    cards = tuple(sorted(parse_cards(deck)))
    problem = pose(with_fewer_cards(), options=options, dead=dead_beside(deck), sees=sees)
    found = solve(problem)
    deals, value, taken = brute.solve(problem, cards)
    assert (found.deals, -found.house_edge, dict(found.choices["play"])) == (deals, value, taken)


def test_one_situation_adds_up_to_the_whole_game() -> None:
    """Every hand of a short deck, enumerated from subsets of suits without the kernels."""
    problem = pose(with_fewer_cards(), dead=dead_beside(SHORT))
    hands = list(combinations(sorted(parse_cards(SHORT)), 4))
    total = sum((max(each.value for each in solve_situation(problem, hand).choices) for hand in hands), Fraction(0))
    assert -total / len(hands) == solve(problem).house_edge


def test_a_hand_is_worth_as_much_as_its_best_suit() -> None:
    chance, rules = random.Random(7), rules_of(SLUG)
    assert rules.suit_value is not None
    for _ in range(2_000):
        cards = tuple(chance.sample(range(JOKER), 7))
        assert rules.value(cards) == max(rules.suit_value(ranks_in_suit(cards, suit)) for suit in range(4))


@pytest.mark.parametrize(
    ("ranks", "length"), [("5 4 3 2 A", 5), ("A K Q", 3), ("2 A K", 2), ("K Q T 9 8 2", 3), ("7", 1)]
)
def test_a_run_does_not_go_around_the_ace(ranks: str, length: int) -> None:
    cards = parse_cards(" ".join(f"{rank}s" for rank in ranks.split()))
    assert longest_run(ranks_in_suit(cards, 3)) == length


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("Ts 8s 6s Kd 5d Ah 2c", "1x"),
        ("9s 8s 7s Kd 5d Ah 2c", "fold"),
        ("5s 4s 3s 2s Kd Ah Qc", "1x"),
        ("6s 5s 4s 3s 2s Ah Qc", "2x"),
        ("7s 6s 5s 4s 3s 2s Qc", "3x"),
        ("As Ks Ad Kd Ah Kh Ac", "fold"),
    ],
)
def test_longer_flushes_raise_the_most_that_they_may(hand: str, best: str) -> None:
    assert solve_situation(pose(rules_of(SLUG)), parse_cards(hand)).best == best


def test_the_solver_finds_the_published_chart() -> None:
    problem = pose(rules_of(SLUG))
    chart = charted(problem)
    assert chart is not None
    assert [tuple(rule) for rule in chart.streets[0].rules] == [
        ("3x", "a six-card flush or better"),
        ("2x", "a five-card flush or better"),
        ("1x", "a three-card flush, T-8-6 or better"),
        ("fold", "everything else"),
    ]
    assert printed(chart.house_edge - solved(problem).house_edge, "0.0469%") == "0.0469%"


@pytest.mark.slow
def test_rounds_by_the_best_choices_have_the_exact_house_edge() -> None:
    """The solution's own strategy, played; the edge is that of the stored solution, so that it is not solved again.
    The proof plays a hundred million rounds (test_table_simulation.py)."""
    rounds = 100_000
    ask = ask_of(SLUG, rounds, bets={"ante": 100})
    totals = run(ask.simulation(), 1).totals
    net, squares = (totals[name][0] for name in ("base net", "base net squares"))
    edge = float(solved(pose(rules_of(SLUG))).house_edge)
    error = ((squares / rounds - (net / rounds) ** 2) / rounds) ** 0.5
    assert abs(net / rounds + 100 * edge) < 4 * error


def test_knowledge_that_the_method_cannot_solve_is_refused() -> None:
    rules = rules_of(SLUG)
    with pytest.raises(BadInput, match="leave out ~ in --sees"):
        solve(pose(rules, sees="dealer:1~QKA"))
    assert list(sees_of(rules)) == ["dealer:1"]
    with pytest.raises(BadInput, match="has no board cards"):
        pose(rules, sees="board:1")


@pytest.mark.slow
def test_the_whole_game_has_the_figures_of_the_reference() -> None:
    ready = suits.make_ready(pose(rules_of(SLUG)))
    swept = sweep_all(ready)
    by_result = swept.tally[:, 1:].sum(axis=(0, 1))
    total = int(swept.tally.sum())
    shares = {
        "win": by_result[WIN],
        "tie": by_result[TIE],
        "lose": by_result[LOSE],
        "out": by_result[[OUT_WIN, OUT_TIE, OUT_LOSE]].sum(),
    }
    assert {name: f"{int(times) / total:.6f}" for name, times in shares.items()} == {
        "win": "0.281325", "tie": "0.000840", "lose": "0.229467", "out": "0.166999",
    }  # fmt: skip
    lengths: Counter[int] = Counter()
    for number in range(len(ready.pieces)):
        done = ready.run(number)
        held = ready.deck.array()[done.player] & 3
        most = np.stack([(held == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
        hands = done.deals // 45_379_620
        for length in range(2, 8):
            lengths[length] += int(hands[most == length].sum())
    assert lengths == {7: 6_864, 6: 267_696, 5: 3_814_668, 4: 26_137_540, 3: 78_881_088, 2: 24_676_704}
