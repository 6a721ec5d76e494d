"""Bonus wagers of poker games, counted by the engine of all side bets, against the figures of the reference."""

import random
from collections import Counter
from fractions import Fraction
from importlib import import_module
from itertools import combinations

import pytest

from pitbook.cards import EIGHT, FIVE, FOUR, NINE, Shoe, parse_cards
from pitbook.exact.distribution import distribution
from pitbook.exact.par import ParSheet
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import jobs
from pitbook.families.poker.exact.folds import lowest_settled, pays_nothing_below
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.rules.model import PokerRules
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games import game
from pitbook.games.model import Wager
from pitbook.hands.poker import PAIR, STRAIGHT, THREE_OF_A_KIND, value_of
from pitbook.hands.stud import rummy_points
from pitbook.pay import Odds, PayTable

EDGES = {
    ("three_card_poker", "pair-plus"): {
        "40-40-30-6-4-1": "2.3167%", "50-40-30-6-4-1": "2.1357%", "40-40-25-6-4-1": "3.4932%",
        "35-35-25-6-4-1": "4.5792%", "40-40-30-5-4-1": "5.5747%", "40-40-30-6-3-1": "7.2760%",
        "50-40-30-6-3-1": "7.0950%", "200-40-30-6-3-1": "4.3801%", "40-40-25-5-4-1": "6.7511%",
    },
    ("three_card_poker", "six-card-bonus"): {
        "1000-200-50-25-20-10-5": "10.2248%", "1000-200-50-25-15-10-5": "15.2790%",
        "1000-200-100-20-15-10-7": "8.5614%", "1000-200-100-20-15-9-8": "6.7413%",
        "1000-200-50-25-15-10-7": "8.0863%",
    },
    ("crazy_4_poker", "queens-up"): {
        "50-40-9-4-3-2-1": "2.2634%", "50-30-9-4-3-2-1": "3.0606%", "50-40-8-4-3-2-1": "4.5203%",
        "50-30-8-4-3-2-1": "5.3175%", "50-40-7-4-3-2-1": "6.7772%", "50-30-7-4-3-2-1": "7.5744%",
    },
    ("four_card_poker", "aces-up"): {
        "50-40-9-6-4-2-1": "1.9786%", "50-40-7-6-5-2-1": "2.5752%", "50-30-9-6-4-2-1": "2.7759%",
        "50-30-7-6-5-2-1": "3.3724%", "50-40-8-5-4-3-1": "3.8917%", "50-40-8-6-4-2-1": "4.2355%",
        "50-40-8-6-5-2-1": "0.3183%",
    },
    ("let_it_ride", "three-card-bonus"): {
        "50-40-30-6-4-1": "2.1357%", "50-40-30-6-3-1": "7.0950%", "40-20-6-3-1": "9.6290%",
    },
    ("mississippi_stud", "three-card-bonus"): {"50-40-30-6-3-1": "7.0950%"},
    ("i_luv_suits", "flush-rush"): {
        "300-100-10-1": "7.8072%", "300-75-5-2": "7.5292%", "100-20-10-2": "5.3038%", "300-75-10-1": "12.8095%",
        "200-50-10-1": "18.3250%",
    },
    ("i_luv_suits", "super-flush-rush"): {
        "500-200-100-60-7": "14.2178%", "8000-1000-100-60-7": "13.0864%", "500-200-100-60-8": "7.7574%",
        "500-200-100-75-7": "6.6362%", "500-200-100-50-9": "6.3515%",
    },
    ("big_raise_stud", "three-card-bonus"): {
        "40-40-30-6-4-1": "2.3167%", "50-40-30-6-4-1": "2.1357%", "40-40-25-6-4-1": "3.4932%",
        "35-35-25-6-4-1": "4.5792%", "40-40-30-5-4-1": "5.5747%", "40-40-30-6-3-1": "7.2760%",
        "50-40-30-6-3-1": "7.0950%", "200-40-30-6-3-1": "4.3801%", "40-40-25-5-4-1": "6.7511%",
    },
    ("high_five_poker", "trips"): {"100-100-50-40-20-7-4-2-1": "4.8850%", "100-50-40-20-7-4-2-1": "4.9289%"},
    ("ultimate_texas_holdem", "trips"): {
        "50-40-30-9-7-4-3": "0.9018%", "50-40-30-8-6-5-3": "1.9040%", "50-40-30-8-7-4-3": "3.4979%",
        "50-40-20-7-6-5-3": "6.1808%",
    },
    ("ultimate_texas_holdem", "bad-beat"): {"7500-500-50-30-20-9": "14.7868%", "2500-500-50-30-20-9": "16.6385%"},
    ("texas_holdem_bonus", "bonus"): {"1000-30-25-20-15-10-5-3": "8.5406%"},
}  # fmt: skip
"""By game and wager: pay table -> house edge, [calc] or [pub] in the reference, but for the second Bad Beat's."""


def bonus(folder: str, slug: str) -> Wager:
    rules: PokerRules = import_module(f"pitbook.games.{folder}.rules").rules()
    return next(wager for wager in rules.bonuses if wager.slug == slug)


def edge(wager: Wager, table: PayTable, joker: bool) -> Fraction:
    counted = distribution(wager, Shoe.of_decks(1, joker=joker))
    total = Fraction(0)
    for answer, times in counted.answers.items():
        line = wager.paid_line(table, wager.named(answer))
        assert line is None or isinstance(line.pay, Odds)
        total -= times * (line.pay.net if line is not None and isinstance(line.pay, Odds) else -1)
    return total / counted.total


@pytest.mark.parametrize(("folder", "slug"), EDGES)
def test_every_pay_table_of_a_bonus_has_the_edge_of_the_reference(folder: str, slug: str) -> None:
    rules: PokerRules = import_module(f"pitbook.games.{folder}.rules").rules()
    wager = bonus(folder, slug)
    found = {table.id: f"{float(edge(wager, table, rules.joker)):.4%}" for table in wager.tables}
    assert found == EDGES[folder, slug]


def short_shoe(cards: int, seed: int) -> Shoe:
    """Some cards of few ranks, so that high hands meet often."""
    left = random.Random(seed).sample(range(20, 44), cards)
    return Shoe.of_decks(1).without(tuple(card for card in range(52) if card not in left))


@pytest.mark.parametrize(("cards", "seed"), [(9, 1), (10, 2), (10, 3)])
def test_the_bad_beat_is_counted_as_every_deal_of_a_short_deck(cards: int, seed: int) -> None:
    pytest.importorskip("numba")
    wager, shoe = bonus("ultimate_texas_holdem", "bad-beat"), short_shoe(cards, seed)
    counted = distribution(wager, shoe)
    left = [card for card in range(52) if shoe.counts[card]]
    found: Counter[int] = Counter()
    for board in combinations(left, 5):
        rest = [card for card in left if card not in board]
        for player in combinations(rest, 2):
            for dealer in combinations([card for card in rest if card not in player], 2):
                found[wager.rule(player, dealer, board)] += 1
    assert len(found) >= 3
    assert +Counter(counted.answers) == found


def test_a_beaten_royal_flush_has_no_line() -> None:
    wager = bonus("ultimate_texas_holdem", "bad-beat")
    board = parse_cards("As Ks Qs Js Ts")
    assert wager.rule(parse_cards("2c 3c"), parse_cards("4c 5c"), board) == 0


def pair_plus_sheet(slug: str, **options: str) -> ParSheet:
    given = {name.replace("_", "-"): value for name, value in options.items()}
    ask = SheetRequest("pair-plus", {"pair-plus": "40-40-30-6-4-1"}, options=given)
    (job,) = jobs(game(slug), ask)
    return job.sheet()


def test_a_bonus_that_is_lost_with_a_fold_is_counted_by_the_best_choices() -> None:
    """Rummy is folded with more than 20 points, among them straights and flushes that Pair Plus pays."""
    pytest.importorskip("numba")
    paid = {"straight": 6, "flush": 4, "pair": 1, "three_of_a_kind": 30, "straight_flush": 40, "mini_royal": 40}
    wager = bonus("triple_shot_rummy", "pair-plus")
    total = 0
    for hand in combinations(range(52), 3):
        names = wager.named(wager.rule(hand)) if rummy_points(hand) <= 20 else []
        total += max((paid[name] for name in names), default=-1)
    sheet = pair_plus_sheet("triple-shot-rummy", folded_pair_plus="loses")
    assert sheet.house_edge == Fraction(-total, 22_100)
    assert "A folded hand loses it. Hands are folded by the best choices of Ante and Play (pay table 4-2)." in (
        sheet.assumptions
    )
    stays = pair_plus_sheet("triple-shot-rummy")
    assert stays.house_edge == Fraction(128, 5525)
    assert "A folded hand keeps it in play: it is settled by its cards." in stays.assumptions


def test_a_sheet_says_that_no_winning_hand_is_folded() -> None:
    pytest.importorskip("numba")
    sheet = pair_plus_sheet("three-card-poker")
    assert (sheet.deals, sheet.house_edge) == (22_100, Fraction(128, 5525))
    assert "fold no hand that wins it" in sheet.assumptions[-1]
    (job, *_) = jobs(game("high-five-poker"), SheetRequest("trips"))
    assert "fold no hand that wins it" in job.sheet().assumptions[-1]


@pytest.mark.slow
def test_which_values_of_seven_cards_trips_pays() -> None:
    """It pays nothing below three of a kind; every hand from 8-8-9-5-4 on stays in."""
    pytest.importorskip("numba")
    problem, wager = pose(rules_of("high-five-poker")), bonus("high_five_poker", "trips")
    assert lowest_settled(problem) == value_of(PAIR, 1 << EIGHT, 1 << NINE | 1 << FIVE | 1 << FOUR)
    assert pays_nothing_below(problem, wager, value_of(THREE_OF_A_KIND, 0, 0))
    assert not pays_nothing_below(problem, wager, value_of(STRAIGHT, 0, 0))
