"""Counts and strategies that the references print beside the figures on the pages of the games."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from pitbook.cards import ACE, KING, QUEEN, Cards, Shoe, rank
from pitbook.exact.distribution import distribution
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.families.poker.exact import board_kernels, sweep
from pitbook.families.poker.exact.board import Board
from pitbook.families.poker.exact.deck import Deck
from pitbook.families.poker.exact.evaluate import Evaluated, evaluate_one_decision
from pitbook.families.poker.exact.policy import Picks, Policy
from pitbook.families.poker.exact.problem import pose
from pitbook.families.poker.exact.published import break_even_meter, printed_as
from pitbook.families.poker.exact.stored import solved
from pitbook.families.poker.exact.values import values_of
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.drawing import ranks_held
from pitbook.families.poker.rules.model import LOSE, OUT_LOSE, OUT_TIE, OUT_WIN, TIE, WIN
from pitbook.hands import stud
from pitbook.hands.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    class_of,
    main_of,
)  # fmt: skip
from pitbook.hands.stud import best_five_value
from tests.families.poker.test_bonuses import bonus
from tests.families.poker.test_sweep import printed, rules_of

np = pytest.importorskip("numpy")


def counted(slug: str, size: int, of: Callable[[int], int] = class_of) -> Counter[int]:
    """The number of hands of this size in each class, or by another function of their value."""
    rules = rules_of(slug)
    values, times = np.unique(values_of(rules.value, Deck.of(rules), size), return_counts=True)
    found: Counter[int] = Counter()
    for value, count in zip(values.tolist(), times.tolist(), strict=True):
        found[of(value)] += count
    return found


def test_three_card_poker_has_the_counts_of_its_results() -> None:
    problem = pose(rules_of("three-card-poker"))
    ready = sweep.make_ready(problem)
    played = sweep.sweep_all(ready).tally[:, 1].sum(axis=0).tolist()
    assert played[WIN] == 97_354_684
    assert played[LOSE] == 91_401_616
    assert played[TIE] == 267_648
    not_qualified = played[OUT_LOSE] + played[OUT_TIE] + played[OUT_WIN]
    assert not_qualified == 85_493_652
    before_bonus = Fraction(2 * (played[WIN] - played[LOSE]) + not_qualified - 132_652_800, 407_170_400)
    assert printed(before_bonus, "-0.086580") == "-0.086580"


def test_three_card_hands_have_the_counts_of_the_reference() -> None:
    assert counted("three-card-poker", 3) == {
        stud.STRAIGHT_FLUSH_3: 48, stud.THREE_OF_A_KIND_3: 52, stud.STRAIGHT_3: 720, stud.FLUSH_3: 1_096,
        stud.PAIR_3: 3_744, stud.HIGH_CARD_3: 16_440,
    }  # fmt: skip


def test_five_card_hands_have_the_counts_of_the_reference_and_the_progressive_its_break_even_meters() -> None:
    """The game comes without the progressive, whose Washington table is not known; its page explains the meters."""
    hands = counted("caribbean-stud", 5)
    assert hands == {
        ROYAL_FLUSH: 4, STRAIGHT_FLUSH: 36, FOUR_OF_A_KIND: 624, FULL_HOUSE: 3_744, FLUSH: 5_108, STRAIGHT: 10_200,
        THREE_OF_A_KIND: 54_912, TWO_PAIR: 123_552, PAIR: 1_098_240, HIGH_CARD: 1_302_540,
    }  # fmt: skip
    of_meter = hands[ROYAL_FLUSH] + Fraction(hands[STRAIGHT_FLUSH], 10)
    assert printed(10_000 * of_meter / 2_598_960 * 100, "2.924") == "2.924"  # cents for each $10,000 in the meter
    for quads, full, flush in ((100, 75, 50), (500, 150, 50), (500, 150, 75)):
        fixed = quads * hands[FOUR_OF_A_KIND] + full * hands[FULL_HOUSE] + flush * hands[FLUSH]
        assert break_even_meter(quads, full, flush) == (2_598_960 - fixed) / of_meter
    assert printed_as(break_even_meter(500, 150, 75), "$176,613") == "$176,613"  # printed for 500/150/50


def test_best_four_of_five_cards_have_the_counts_of_the_reference() -> None:
    hands = counted("crazy-4-poker", 5)
    assert hands == {
        stud.FOUR_OF_A_KIND_4: 624, stud.STRAIGHT_FLUSH_4: 2_072, stud.THREE_OF_A_KIND_4: 58_656,
        stud.FLUSH_4: 114_616, stud.STRAIGHT_4: 101_808, stud.TWO_PAIR_4: 123_552, stud.PAIR_4: 1_047_552,
        stud.HIGH_CARD_4: 1_150_080,
    }  # fmt: skip
    ranks = counted("crazy-4-poker", 5, lambda value: class_of(value) << 13 | main_of(value))
    pairs = [ranks[stud.PAIR_4 << 13 | 1 << each] for each in (ACE, KING, QUEEN)]
    assert pairs == [81_096, 81_096, 80_724]
    assert sum(pairs) == 242_916
    assert ranks[stud.FOUR_OF_A_KIND_4 << 13 | 1 << ACE] == 48


def test_hands_with_wild_cards_have_the_counts_of_the_reference() -> None:
    hands = counted("dj-wild", 5)
    expected = (799_680, 1_341_180, 95_040, 458_040, 84_000, 18_956, 15_048, 51_688, 3_648, 1_400, 1_004, 1)
    assert [hands[each] for each in range(stud.FIVE_WILDS + 1)] == list(expected)


def test_natural_hands_that_rank_higher_with_their_wild_cards() -> None:
    """Trips or better with deuces at face value: 13,496 of them are worth more with deuces wild."""
    natural = values_of(best_five_value, Deck.of(rules_of("caribbean-stud")), 5)
    wild = values_of(rules_of("dj-wild").value, Deck.of(rules_of("caribbean-stud")), 5)
    better = {each: stud.WILD_CLASSES.index(each) for each in range(THREE_OF_A_KIND, ROYAL_FLUSH + 1)}
    classes, wild_classes = (np.vectorize(class_of)(np.unique(each, return_inverse=True)[0])[
        np.unique(each, return_inverse=True)[1]] for each in (natural, wild))  # fmt: skip
    as_wild = np.array([better.get(each, 99) for each in range(int(classes.max()) + 1)])[classes]
    assert int((wild_classes > as_wild).sum()) == 13_496


POINTS = (
    96, 472, 444, 440, 440, 440, 476, 488, 536, 588, 1_980, 272, 372, 592, 704, 900, 960, 1_104, 1_140, 1_232, 1_216,
    1_428, 1_184, 1_072, 868, 768, 576, 516, 336, 292, 168,
)  # fmt: skip


def test_points_of_rummy_have_the_counts_of_the_reference() -> None:
    rules = rules_of("triple-shot-rummy")
    values, times = np.unique(values_of(rules.value, Deck.of(rules), 3), return_counts=True)
    assert times[::-1].tolist() == list(POINTS)
    assert [rules.describe(value) for value in values.tolist()[::-1]][:2] == ["0 points", "1 point"]


def test_the_bonus_of_the_online_sibling_of_rummy() -> None:
    """A-2-3 suited 100, 0 points 25, 1 to 6 points 2, 7 to 10 points 1, 11 and 12 points 4: no bet of this game."""
    pays = {0: 25, **dict.fromkeys(range(1, 7), 2), **dict.fromkeys(range(7, 11), 1), 11: 4, 12: 4}
    won = sum(times * (pays.get(points, -1)) for points, times in enumerate(POINTS)) + 4 * (100 - 25)
    assert printed(Fraction(-won, 22_100), "3.4570%") == "3.4570%"


@pytest.mark.parametrize(
    ("game", "slug", "counts"),
    [
        ("three_card_poker", "six-card-bonus", (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)),
        (
            "ultimate_texas_holdem",
            "trips",
            (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620),
        ),
        ("i_luv_suits", "super-flush-rush", (32, 1_592, 39_960, 676_196, 8_642_932)),
    ],
)
def test_lines_of_a_bonus_have_the_counts_of_the_reference(game: str, slug: str, counts: tuple[int, ...]) -> None:
    wager = bonus(game, slug)
    found: Counter[str] = Counter()
    for answer, times in distribution(wager, Shoe.of_decks(1)).answers.items():
        line = wager.paid_line(wager.tables[0], wager.named(answer))
        found[line.outcome if line else ""] += times
    assert [found[line.outcome] for line in wager.tables[0].lines][: len(counts)] == list(counts)


def test_flush_rush_pays_the_published_amounts_for_straight_flushes() -> None:
    """Net of both Plays: 1002, 502 and 102. Each hand is dealt in 105 orders. Of those with a straight flush of five
    cards, 648 are all of one suit, which pays more."""
    found = solved(pose(rules_of("flush-rush"))).distribution()
    runs = [found[Fraction(net)] for net in (1002, 502, 102)]
    assert runs == [32 * 105, 1_592 * 105, (39_960 - 648) * 105]


@pytest.mark.slow
def test_six_cards_have_the_counts_of_the_reference() -> None:
    def kind(value: int) -> int:
        aces = class_of(value) == PAIR and main_of(value) == 1 << ACE
        return -1 if aces else class_of(value)

    hands = counted("six-card-poker", 6, kind)
    expected = (6_612_900, 9_730_740 - 751_332, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188)
    assert [hands[each] for each in range(ROYAL_FLUSH + 1)] == list(expected)
    assert hands[-1] == 751_332


# -- strategies of Caribbean Stud --------------------------------------------------------------------------------------


def raise_pairs_and_matched_ace_king(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """A pair or better, or ace-king with a card of the up card's rank."""
    if class_of(best_five_value(own)) >= PAIR:
        return 0
    held = ranks_held(own)
    return 0 if held >> ACE & 1 and held >> KING & 1 and held >> rank(seen[0]) & 1 else 1


def raise_always(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    return 0


def raise_from_pair(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    return 0 if class_of(best_five_value(own)) >= PAIR else 1


def raise_from_ace_king(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    held = ranks_held(own)
    good = class_of(best_five_value(own)) >= PAIR or (held >> ACE & 1 and held >> KING & 1)
    return 0 if good else 1


def average_stake(found: Evaluated) -> Fraction:
    """Path 0 is to fold, which leaves the Ante; a raise is twice the Ante more."""
    return Fraction(sum(times * (1 if path == 0 else 3) for (_, path, _), times in found.cells.items()), found.deals)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pick", "loss", "per_unit"),
    [
        (raise_pairs_and_matched_ace_king, 1_063_176_931_284, "2.616%"),
        (raise_from_pair, 1_090_272_101_460, "2.738%"),
        (raise_from_ace_king, 1_132_600_203_540, "2.672%"),
        (raise_always, 3_310_360_338_060, "5.536%"),
    ],
)
def test_the_losses_of_caribbean_stud_strategies_are_the_published_ones(
    pick: Callable[[Cards, Cards, Cards, int], int], loss: int, per_unit: str
) -> None:
    problem = pose(rules_of("caribbean-stud"))
    rules = (ChartRule("2x", "good hands"), ChartRule("fold", "the rest"))
    policy = Policy("test", "by the published rule", (Picks(StreetChart("raise", rules, pick), (1, 0)),))
    found = evaluate_one_decision(sweep.make_ready(problem), policy)
    assert -found.mean * found.deals == loss
    assert printed(-found.mean / average_stake(found), per_unit) == per_unit


@pytest.mark.slow
def test_three_rules_of_thumb_and_the_lowest_hand_to_raise_have_the_published_element_of_risk() -> None:
    problem = pose(rules_of("caribbean-stud"))
    ready = sweep.make_ready(problem)
    own = problem.rules.chart[0]
    by_chart = evaluate_one_decision(ready, Policy("chart", "", (Picks(own, (1, 1, 1, 1, 0)),)))
    assert printed(-by_chart.mean / average_stake(by_chart), "2.554%") == "2.554%"


# -- other wagers of the references ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_six_card_poker_of_the_older_triple_shot() -> None:
    """Best five of six cards, queens or better, 100/30/15/7/5/4/3/2/1: a part of another game of that name."""
    pays = {
        ROYAL_FLUSH: 100, STRAIGHT_FLUSH: 30, FOUR_OF_A_KIND: 15, FULL_HOUSE: 7, FLUSH: 5, STRAIGHT: 4,
        THREE_OF_A_KIND: 3, TWO_PAIR: 2,
    }  # fmt: skip
    values, times = np.unique(values_of(best_five_value, Deck.of(rules_of("caribbean-stud")), 6), return_counts=True)
    won = 0
    for value, count in zip(values.tolist(), times.tolist(), strict=True):
        queens = class_of(value) == PAIR and main_of(value) >= 1 << QUEEN
        won += count * (1 if queens else pays.get(class_of(value), -1))
    assert printed(Fraction(-won, 20_358_520), "3.1968%") == "3.1968%"


BAD_BEATS = {
    STRAIGHT_FLUSH: 10_300_592, FOUR_OF_A_KIND: 471_040_512, FULL_HOUSE: 8_435_225_376, FLUSH: 19_434_208_592,
    STRAIGHT: 18_271_076_976, THREE_OF_A_KIND: 64_049_759_448,
}  # fmt: skip
"""Deals of Ultimate Texas Hold'em in which the lower hand is of each class, of 2,781,381,002,400."""


def beaten_pairs(boards, weights, slots, rank_at, kinds, beaten) -> None:  # type: ignore[no-untyped-def]
    """For each kind of hand, in how many deals a player's hand of it is beaten; it compiles."""
    pairs, firsts, seconds, ranks, order, less, equal, out = np.zeros((8, 1326), np.int64)
    starts = np.zeros(len(kinds) + 2, np.int64)
    for number in range(len(boards)):
        count = rank_pairs(boards[number], slots, rank_at, pairs, firsts, seconds, ranks)
        by_rank(ranks, count, starts, order)
        sweep_pairs(count, firsts, seconds, ranks, order, 0, less, equal, out)
        for each in range(count):
            beaten[kinds[ranks[each]]] += (990 - less[each] - equal[each]) * weights[number]


rank_pairs, by_rank, sweep_pairs = board_kernels.rank_pairs, board_kernels.by_rank, board_kernels.sweep_pairs


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_beaten_hands_of_ultimate_have_the_published_frequencies_of_the_two_way_bad_beat() -> None:
    """Either side may be the beaten one, so each deal counts twice; the published edge follows."""
    ready = Board(pose(rules_of("ultimate-texas-holdem")))
    values = np.sort(ready.slots[ready.slots >= 0]).tolist()
    kinds = np.array([class_of(value) for value in values], np.int64)
    beaten = np.zeros(16, np.int64)
    rank = kernel_with(board_kernels.rank_pairs, value=ready.rules.value)
    kernel = kernel_with(
        beaten_pairs,
        rank_pairs=rank,
        by_rank=compiled(board_kernels.by_rank),
        sweep_pairs=compiled(board_kernels.sweep_pairs),
    )
    kernel(ready.boards, ready.weights, ready.slots, ready.rank_at, kinds, beaten)
    assert {each: 2 * int(beaten[each]) for each in BAD_BEATS} == BAD_BEATS
    pays = dict(zip(BAD_BEATS, (7_500, 500, 50, 30, 20, 9), strict=True))
    deals = 2_781_381_002_400
    won = sum(times * (pays[each] + 1) for each, times in BAD_BEATS.items()) - deals
    assert printed(Fraction(-won, deals), "14.7868%") == "14.7868%"
