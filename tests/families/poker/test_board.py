"""The board sweep: its counts against direct enumeration, its figures against published ones (slow)."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitbook.cards import JOKER, Cards, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.exact.pieces import run_here
from pitbook.families.poker.exact import board_kernels
from pitbook.families.poker.exact.board import Board, BoardStage
from pitbook.families.poker.exact.board_situation import before_the_flop, situation
from pitbook.families.poker.exact.deck import hand_name
from pitbook.families.poker.exact.kernels import results_of
from pitbook.families.poker.exact.methods import solve, solve_situation
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.record import solution_record
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.exact.values import binomials, in_parallel, sets_of
from pitbook.families.poker.rules.board_draws import dealer_outs
from pitbook.hands.poker import FLUSH, FOUR_OF_A_KIND, FULL_HOUSE, PAIR, STRAIGHT, STRAIGHT_FLUSH, class_of
from pitbook.hands.stud import best_five_value
from tests.families.poker.brute_board import results_one_by_one
from tests.families.poker.test_sweep import printed, rules_of

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def ready() -> Board:
    return Board(pose(rules_of("ultimate-texas-holdem")))


def test_number_of_board_and_flop_classes(ready: Board) -> None:
    assert len(ready.boards) == 134_459
    assert ready.weights.sum() == 2_598_960
    assert len(ready.levels[3].reps) == 1_755
    assert ready.deals == 27_813_810_024_000


@pytest.mark.parametrize("seed", range(6))
def test_board_sweep_equals_comparing_all_pairs(ready: Board, seed: int) -> None:
    """Wins, ties, losses and hands that do not open, for some pairs on a random board."""
    rules = ready.rules
    chance = random.Random(seed)
    board = np.array(sorted(chance.sample(range(JOKER), 5)), np.int64)
    pairs, firsts, seconds, ranks, order, less, equal, out = np.zeros((8, 1326), np.int64)
    rank = kernel_with(board_kernels.rank_pairs, value=rules.value)
    count = rank(board, ready.slots, ready.rank_at, pairs, firsts, seconds, ranks)
    assert count == 1_081
    compiled(board_kernels.by_rank)(ranks, count, np.zeros(len(ready.hands) + 2, np.int64), order)
    compiled(board_kernels.sweep_pairs)(count, firsts, seconds, ranks, order, ready.qualifies, less, equal, out)
    direct = kernel_with(results_one_by_one, value=rules.value)
    left = [card for card in range(JOKER) if card not in board]
    for each in chance.sample(range(count), 8):
        own = left[firsts[each]], left[seconds[each]]
        rest = np.array([card for card in left if card not in own], np.int64)
        mine, found = np.zeros(1, np.int64), np.zeros((1, 6), np.int64)
        direct(board.reshape(1, 5), np.array(own, np.int64), rest, rules.qualifies, mine, found)
        results = np.zeros(6, np.int64)
        compiled(results_of)(ranks[each], ready.qualifies, less[each], equal[each], out[each], 990, results)
        assert results.tolist() == found[0].tolist()


@pytest.mark.parametrize("of_one_suit", range(2, 6))
def test_dealer_pairs_by_rank_equal_enumeration(ready: Board, of_one_suit: int) -> None:
    """The outs that simulated players know with the whole board, with two to five of its cards of one suit."""
    chance = random.Random(of_one_suit)
    by_rank = kernel_with(board_kernels.results_by_rank, value=ready.rules.value)
    direct = kernel_with(results_one_by_one, value=ready.rules.value)
    room, results = np.zeros((2, 13), np.int64), np.zeros(6, np.int64)
    for _ in range(30):
        suit = chance.randrange(4)
        of_suit = [card for card in range(JOKER) if card % 4 == suit]
        others = [card for card in range(JOKER) if card % 4 != suit]
        board = np.array([*chance.sample(of_suit, of_one_suit), *chance.sample(others, 5 - of_one_suit)], np.int64)
        own = np.array(chance.sample([card for card in range(JOKER) if card not in board], 2), np.int64)
        rest = np.array([card for card in range(JOKER) if card not in board and card not in own], np.int64)
        mine, found = np.zeros(1, np.int64), np.zeros((1, 6), np.int64)
        direct(board.reshape(1, 5), own, rest, ready.rules.qualifies, mine, found)
        by_rank(board, own, int(mine[0]), ready.rules.qualifies, room, results)
        assert results.tolist() == found[0].tolist()


def test_outs_are_the_cards_that_beat_the_player_with_the_board_alone() -> None:
    chance = random.Random(9)
    for _ in range(300):
        cards = chance.sample(range(JOKER), 7)
        own, board = tuple(cards[:2]), tuple(cards[2:])
        value = best_five_value((*own, *board))
        better = sum(best_five_value((*board, card)) > value for card in range(JOKER) if card not in cards)
        assert dealer_outs(own, board, value, 45) == better


def test_permuted_suits_have_the_same_class(ready: Board) -> None:
    """A flop and a pair with permuted suits have the same canonical form."""
    level = ready.levels[3]
    chance = random.Random(5)

    def form(flop: Cards, pair: Cards) -> tuple[int, int]:
        place = sum(int(binomials()[card, count]) for count, card in enumerate(sorted(flop), 1))
        low, high = sorted(pair)
        number = ready.renamed_pairs[level.renaming_of[place], high * (high - 1) // 2 + low]
        reps = level.reps[level.class_of[place]].tolist()
        stays = [
            which
            for which, new in enumerate(ready.renamings.tolist())
            if sorted(card - card % 4 + new[card % 4] for card in reps) == reps
        ]
        return int(level.class_of[place]), min(int(ready.renamed_pairs[which, number]) for which in stays)

    for _ in range(50):
        cards = chance.sample(range(JOKER), 5)
        new = chance.sample(range(4), 4)
        other = [card - card % 4 + new[card % 4] for card in cards]
        assert form(tuple(cards[:3]), tuple(cards[3:])) == form(tuple(other[:3]), tuple(other[3:]))


@pytest.mark.parametrize(
    ("hand", "board", "choice"),
    [
        ("Ks Qd", "Kd 7c 2h", "2x"),  # a hidden pair
        ("2s 2d", "Kd 7c 3h", "check"),  # pocket deuces
        ("Ts 3s", "Ks 7s 2h", "2x"),  # four to a flush with a hidden ten
        ("9s 8d", "Kd 7c 2h 2d 3s", "fold"),
        ("Ks 8d", "Kd 7c 2h 2d 3s", "1x"),
    ],
)
def test_ultimate_strategy_is_the_published_one(hand: str, board: str, choice: str) -> None:
    problem = pose(rules_of("ultimate-texas-holdem"))
    assert solve_situation(problem, parse_cards(hand), parse_cards(board)).best == choice


@pytest.mark.parametrize(
    ("hand", "board", "choice"),
    [
        ("Ks 9d", "7c 7h 7s", "check"),  # three of a kind on the board
        ("Ks Kd", "7c 7h 7s", "2x"),
        ("5s 9d", "5c 7c Jc", "check"),  # a small pair beside three of another suit
        ("6s 9d", "6c 7c Jc", "2x"),
        ("2s 2d", "Kd 7c 3h", "check"),
        ("Ts 3s", "Ks 7s 2h", "2x"),
        ("9s 3s", "Ks 7s 2h", "check"),
        ("As 5d", "Kh 9c 7d 3s 2c", "1x"),  # 15 cards
        ("Ks 5d", "Qh 9c 7d 3s 2c", "1x"),  # 19 cards: four aces and three of each rank on the board
        ("Qs 5d", "Jh 9c 7d 3s 2c", "fold"),  # 23 cards
        ("3s 2d", "Ad Kh Qc Js 9s", "fold"),  # 19 cards as well, but the hand is worth no more than the board
        ("3s 2d", "Ad Ac Kh Kc Qd", "1x"),  # 4 cards
    ],
)
def test_the_chart_of_ultimate_after_the_flop(hand: str, board: str, choice: str) -> None:
    flop, river = rules_of("ultimate-texas-holdem").chart
    cards = parse_cards(board)
    street = flop if len(cards) == 3 else river
    assert street.rules[street.pick(parse_cards(hand), cards, (), 0)].choice == choice


def test_unsolvable_request_is_refused_with_the_reason() -> None:
    rules = rules_of("ultimate-texas-holdem")
    with pytest.raises(BadInput, match="not solved as a whole with dead cards: suits would no longer be equivalent"):
        solve(pose(rules, dead=parse_cards("As")))
    with pytest.raises(BadInput, match="is solved with what its rules show only"):
        solve(pose(rules, sees="dealer:1"))
    with pytest.raises(BadInput, match="are made with 0, 3 and 5 community cards known, not 4"):
        solve_situation(pose(rules), parse_cards("As Kd"), parse_cards("2c 3c 4c 5d"))


def test_starting_hand_names() -> None:
    assert [hand_name(parse_cards(text)) for text in ("Kd As", "As Ks", "7c 7d")] == ["AKo", "AKs", "77"]


@pytest.fixture(scope="module")
def ultimate() -> Solution:
    return solve(pose(rules_of("ultimate-texas-holdem")))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_ultimate_texas_holdem_has_its_published_figures(ultimate: Solution) -> None:
    """Edge 2.185%, element of risk 0.53%; every starting hand's sums add up to the whole."""
    assert printed(ultimate.house_edge, "2.185%") == "2.185%"
    assert printed(ultimate.average_stake, "4.15") == "4.15"
    assert printed(ultimate.element_of_risk, "0.53%") == "0.53%"
    times = {2: 6, 3: 4}  # pairs are written with two letters
    total = sum(
        max(values.values()) * (times[2] if len(hand) == 2 else 4 if hand[2] == "s" else 12)
        for hand, values in ultimate.hands.items()
    )
    assert len(ultimate.hands) == 169
    assert -total / 1_326 == ultimate.house_edge
    raised = {hand for hand, values in ultimate.hands.items() if values["4x"] > values["check"]}
    # The published chart: any ace, K-5 offsuit, Q-8 offsuit, J-10 offsuit and pairs of threes or better.
    assert {"A2o", "K5o", "K2s", "Q8o", "Q6s", "JTo", "J8s", "33"} <= raised
    assert raised.isdisjoint({"K4o", "Q7o", "Q5s", "J9o", "J7s", "22"})


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_flop_decisions_are_those_of_direct_enumeration() -> None:
    """For random hands and flops the stored best choice is the one that direct enumeration finds."""
    problem = pose(rules_of("ultimate-texas-holdem"))
    ready = Board(problem)
    solved = ready.decided(run_here(BoardStage(problem, ready=ready)))
    level = ready.levels[3]
    chance = random.Random(3)
    for _ in range(100):
        cards = chance.sample(range(JOKER), 5)
        place = sum(int(binomials()[card, count]) for count, card in enumerate(sorted(cards[2:]), 1))
        low, high = sorted(cards[:2])
        pair = ready.renamed_pairs[level.renaming_of[place], high * (high - 1) // 2 + low]
        stored = solved.best[1, 0][level.class_of[place], pair]
        shown = solve_situation(problem, tuple(cards[:2]), tuple(cards[2:]))
        assert ready.decisions[1].choices[stored].word == shown.best


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("slug", "hand", "options"),
    [
        ("ultimate-texas-holdem", "Ks 4d", {}),
        ("ultimate-texas-holdem", "Js 8s", {}),
        ("ultimate-texas-holdem", "2s 2d", {}),
        ("ultimate-texas-holdem", "Ks 4d", {"largest-raise": "3x"}),
        ("ultimate-texas-holdem", "Ks 4d", {"dealer-qualifies": "no"}),
        ("texas-holdem-bonus", "7s 2d", {}),
        ("texas-holdem-bonus", "4s 3d", {"ante-pays-from": "flush"}),
    ],
)
def test_starting_hands_have_the_values_of_direct_enumeration(slug: str, hand: str, options: dict[str, str]) -> None:
    """All 2,118,760 boards and 990 dealer pairs of a starting hand, without classes of suits."""
    problem = pose(rules_of(slug), options=options)
    cards = parse_cards(hand)
    assert situation(problem, cards, ()) == before_the_flop(solved(problem), cards)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_dealer_pair_of_one_starting_hand_is_compared_one_by_one() -> None:
    """2,097,572,400 comparisons: the same counts as by ranks, on every board."""
    rules = rules_of("ultimate-texas-holdem")
    own = parse_cards("Ks 4d")
    left = np.array([card for card in range(JOKER) if card not in own], np.int64)
    sets = sets_of(len(left), 5)
    one_by_one = kernel_with(results_one_by_one, value=rules.value)
    by_rank = kernel_with(board_kernels.results_on_boards, value=rules.value)
    cards = np.array(own, np.int64)

    def compare(start: int) -> bool:
        some = sets[start : start + 20_000]
        mine, found = np.zeros((2, len(some)), np.int64), np.zeros((2, len(some), 6), np.int64)
        one_by_one(left[some], cards, left, rules.qualifies, mine[0], found[0])
        by_rank(left[:0], left, some, cards, rules.qualifies, mine[1], found[1])
        return bool((mine[0] == mine[1]).all() and (found[0] == found[1]).all())

    assert all(in_parallel(compare, range(0, len(sets), 20_000)))


@pytest.mark.parametrize("seed", range(3))
def test_situations_with_dead_cards_are_those_of_every_dealer_pair(seed: int) -> None:
    """With the whole board known and five dead cards: each choice from all pairs that are left, one by one."""
    chance = random.Random(seed)
    problem = pose(rules_of("ultimate-texas-holdem"))
    cards = tuple(chance.sample(range(JOKER), 12))
    own, board, dead = cards[:2], cards[2:7], cards[7:]
    shown = solve_situation(replace(problem, dead=dead), own, board)
    rest = [card for card in range(JOKER) if card not in cards]
    mine = best_five_value((*own, *board))
    pays = {STRAIGHT: "1", FLUSH: "3/2", FULL_HOUSE: "3", FOUR_OF_A_KIND: "10", STRAIGHT_FLUSH: "50"}
    blind = Fraction(pays.get(class_of(mine), "0"))
    total = Fraction(0)
    for pair in combinations(rest, 2):
        other = best_five_value((*pair, *board))
        opens = class_of(other) >= PAIR
        if mine > other:
            total += 1 + opens + blind
        elif mine < other:
            total -= 2 + opens
    assert {each.choice: each.value for each in shown.choices} == {"fold": -2, "1x": total / comb(len(rest), 2)}


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("ante", "edge"), [("straight", "2.037%"), ("flush", "5.5935%")])
def test_texas_holdem_bonus_has_its_published_figures(ante: str, edge: str) -> None:
    problem = pose(rules_of("texas-holdem-bonus"), options={"ante-pays-from": ante})
    found = solve(problem)
    assert printed(found.house_edge, edge) == edge
    if ante == "straight":
        assert printed(found.average_stake, "3.8181") == "3.8181"
        assert printed(found.element_of_risk, "0.5335%") == "0.5335%"
    shown = {
        "straight": {"32o": "-1.155927", "72o": "-1.031301", "K2o": "-0.102668"},
        "flush": {"32o": "-1.195592", "72o": "-1.050057", "K2o": "-0.1154"},
    }[ante]
    hands = solution_record(problem, found)["starting_hands"]
    assert len(hands) == 169
    assert {hand: printed(found.hands[hand]["2x"], text) for hand, text in shown.items()} == shown
    folded = {hand for hand, values in found.hands.items() if values["2x"] < values["fold"]}
    assert folded == {"32o", "42o", "52o", "62o", "72o", *(("43o",) if ante == "flush" else ())}
