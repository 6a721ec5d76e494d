"""Slow proofs: all 154,143,080 seven-card hands of the 53-card pack, counted with the rules themselves."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from pitbook.exact.kernels import compiled
from pitbook.hands import flamingo, foxwoods, pai_gow, poker, seven
from tests.hands.reference import line_names

pytestmark = pytest.mark.slow

HANDS = 154_143_080

LETTER_LINES = {
    "seven_card_straight_flush": 32,
    "royal_flush_ace_queen_suited": 72,
    "seven_card_straight_flush_with_joker": 196,
    "five_aces": 1_128,
    "royal_flush": 26_020,
    "straight_flush": 184_644,
    "four_of_a_kind": 307_472,
    "full_house": 4_188_528,
    "flush": 6_172_088,
    "three_of_a_kind": 7_672_500,
    "straight": 11_034_204,
    "three_pair": 2_862_000,
}
"""The combinations that letter 004 prints for Dynasty pay table 3, best line first."""

OTHER_LINES = {
    "royal_flush_ace_king_suited": 72,
    "royal_flush_king_queen_suited": 72,
    "natural_wheel_straight_flush": 4_320,
    "natural_wheel_ace_queen_suited": 12,
    "ace_high_pai_gow": 14_430_780,
    "king_high_pai_gow": 6_386_940,
    "queen_high_pai_gow": 2_719_500,
    "jack_high_pai_gow": 963_480,
    "ten_high_pai_gow": 248_640,
    "nine_high_pai_gow": 31_080,
}
"""The number of hands of each pai gow and Luhn Tao line of letters 002 and 004."""

BEST_OF_SEVEN = {
    "five of a kind": 1_128,
    "royal flush": 26_132,
    "straight flush": 184_832,
    "four of a kind": 307_472,
    "full house": 4_188_528,
    "flush": 6_172_088,
    "straight": 11_236_028,
    "three of a kind": 7_470_676,
    "two pair": 35_553_816,
    "pair": 64_221_960,
    "high card": 24_780_420,
}
"""Regulation 2.3."""

FOXWOODS_ROWS = {
    "A1": 6, "A2": 1_122, "A3": 888, "A4": 56_760, "A5": 115_280, "A6a": 29_120, "A6b": 30_720, "A7": 74_800,
    "A8": 68_640, "A9": 4_121_040, "A10": 2_898_720, "A11": 18_573_624 + 1_211_976,
    "A12a": 3_233_520 + 136_080, "A12b": 6_985_440 + 203_040,
    "A13a": 2_039_472 + 85_968, "A13b": 1_859_760 + 75_600,
    "A14": 385_964, "A15": 849_168, "A16": 7_514_088, "A17": 7_119_228, "A18": 1_057_060, "A19": 6_413_616,
    "A20": 64_221_960, "A21": 24_780_420,
}  # fmt: skip
"""Regulation 2.4; where it prints two numbers, the second has a straight or flush as well."""

FOXWOODS_COMPLETE = {"A11": 1_211_976, "A12a": 136_080, "A12b": 203_040, "A13a": 85_968, "A13b": 75_600}
"""Of these, the two-pair hands that also hold a straight or flush."""

FLAMINGO_ROWS = {
    "B1a": 6, "B1b": 1_122, "B2": 92_120, "B3a": 13_856, "B3b": 8_640, "B3c": 51_200, "B4a": 3_816, "B4b": 51_456,
    "B5a": 9_380, "B5b": 77_100, "B6": 68_640, "B7": 150_480, "B8a": 3_965_760, "B8b": 4_800, "B9": 2_898_720,
    "B10a": 8_649_072, "B10b": 24_042_744, "B11a": 209_088, "B11b": 993_816, "B12a": 7_968, "B12b": 10_484,
    "B13a": 124_816, "B13b": 40_744, "B14a": 449_244, "B14b": 346_356, "B15": 15_398_596,
    "B16a": 1_057_060, "B16b": 6_413_616, "B17": 64_221_960, "B18": 24_780_420,
}  # fmt: skip
"""Regulation 2.5."""


@numba.njit  # type: ignore[untyped-decorator,unused-ignore]
def tally(mark: Any, size: int) -> Any:
    """The number of seven-card hands with each mark from 0 to ``size``."""
    counts = np.zeros(size, np.int64)
    for a in range(47):
        for b in range(a + 1, 48):
            for c in range(b + 1, 49):
                for d in range(c + 1, 50):
                    for e in range(d + 1, 51):
                        for f in range(e + 1, 52):
                            for g in range(f + 1, 53):
                                counts[mark((a, b, c, d, e, f, g))] += 1
    return counts


def count(mark: Callable[..., int], size: int) -> dict[int, int]:
    """The marks that occur, with their counts."""
    counts = tally(mark, size)
    assert counts.sum() == HANDS
    return {int(each): int(counts[each]) for each in np.flatnonzero(counts)}


def test_the_bonus_lines_occur_as_often_as_letter_004_prints() -> None:
    """Each hand on its best line in the order of pay table 3, and each other line separately."""
    best: Counter[str] = Counter()
    each: Counter[str] = Counter()
    lines_of = compiled(seven.seven_card_lines)

    @numba.njit  # type: ignore[untyped-decorator,unused-ignore]
    def semi_wild_lines(hand: Any) -> int:
        return lines_of(hand, False)

    for lines, times in count(semi_wild_lines, 1 << len(seven.LINE_NAMES)).items():
        names = line_names(lines)
        best.update(dict.fromkeys([name for name in LETTER_LINES if name in names][:1], times))
        each.update(dict.fromkeys(names, times))

    assert best == LETTER_LINES
    assert {name: each[name] for name in OTHER_LINES} == OTHER_LINES


def test_the_best_five_of_seven_are_as_frequent_as_the_regulation_reference_counts() -> None:
    """The best of the 21 backs of each hand, by class (regulation 2.3)."""
    value, high, class_of = (
        compiled(poker.five_card_value),
        compiled(pai_gow.high_cards),
        compiled(poker.class_of),
    )

    @numba.njit  # type: ignore[untyped-decorator,unused-ignore]
    def best_class(hand: Any) -> int:
        best = 0
        for second in range(1, 7):
            for first in range(second):
                best = max(best, value(high(hand, first, second), False, False))
        return class_of(best)

    counts = count(best_class, len(poker.CLASS_NAMES))

    assert {poker.CLASS_NAMES[each]: times for each, times in counts.items()} == BEST_OF_SEVEN


def test_rows_of_both_house_ways_decide_the_known_number_of_hands() -> None:
    """No hand is fouled, and the two ways set 5,000,384 hands differently (regulation 2.4 and 2.5)."""
    way_a, way_b, lines = (
        compiled(foxwoods.foxwoods),
        compiled(flamingo.flamingo),
        compiled(seven.seven_card_lines),
    )
    low, low_value = compiled(pai_gow.low_cards), compiled(poker.two_card_value)
    high, high_value = compiled(pai_gow.high_cards), compiled(poker.five_card_value)
    is_foul = compiled(pai_gow.is_foul)
    complete_lines = 1 << seven.STRAIGHT | 1 << seven.FLUSH

    @numba.njit  # type: ignore[untyped-decorator,unused-ignore]
    def fouls(hand: Any, first: int, second: int) -> bool:
        low_here = low_value(low(hand, first, second), False)
        return is_foul(low_here, high_value(high(hand, first, second), False, False))

    @numba.njit  # type: ignore[untyped-decorator,unused-ignore]
    def mark(hand: Any) -> int:
        first_a, second_a, row_a = way_a(hand)
        first_b, second_b, row_b = way_b(hand)
        differ = first_a != first_b or second_a != second_b
        foul: bool = fouls(hand, first_a, second_a) or fouls(hand, first_b, second_b)
        complete = lines(hand, False) & complete_lines != 0
        return row_a << 8 | row_b << 3 | complete << 2 | foul << 1 | differ

    rows_a: Counter[str] = Counter()
    rows_b: Counter[str] = Counter()
    complete_a: Counter[str] = Counter()
    fouled = differ = 0
    for each, times in count(mark, 32 << 8).items():
        row_a, row_b = foxwoods.ROWS[each >> 8].id, flamingo.ROWS[each >> 3 & 31].id
        rows_a[row_a] += times
        rows_b[row_b] += times
        complete_a[row_a] += times if each >> 2 & 1 else 0
        fouled += times if each >> 1 & 1 else 0
        differ += times if each & 1 else 0

    assert rows_a == FOXWOODS_ROWS
    assert rows_b == FLAMINGO_ROWS
    assert {row: complete_a[row] for row in FOXWOODS_COMPLETE} == FOXWOODS_COMPLETE
    assert (fouled, differ) == (0, 5_000_384)
