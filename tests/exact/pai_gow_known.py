"""Counts of pai gow that the slow proof confirms, and a way to use them where counting would take too long."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import pytest

from pitbook.families.pai_gow.exact import sheet as sheets
from pitbook.families.pai_gow.exact.best import Best, Outdone
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import Match
from pitbook.hands.pai_gow import Setting
from pitbook.hands.poker import PAIR, TWO_PAIR

FOXWOODS: Final = Comparison(
    pairs=8_250_459_031_214_400,
    win=2_402_482_226_669_052,
    five_higher=4_123_721_951_807_436,
    two_higher=4_022_355_790_546_244,
    five_copies=3_015_127_599_528,
    two_copies=205_747_450_121_912,
    both_copies=104_235_871_128,
    barred=145_560_367_260_000,
    barred_win=127_206_564_679_464,
    barred_five_higher=143_497_628_990_820,
    barred_two_higher=127_565_890_951_920,
)
"""Foxwoods against Foxwoods over all pairs, A-2-3-4-5 second-highest."""
BEATEN: Final = {
    1: 679_927_996_853_724,
    2: 326_954_234_650_308,
    3: 143_497_628_990_820,
    4: 51_381_973_624_080,
    5: 13_299_668_433_840,
    6: 1_663_439_401_140,
}
"""Dealer's pai gows whose five cards are beaten, ace high first."""


def put_known_counts(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Replaces the counting by known counts, and records the requests."""
    found: list[Any] = []
    example = Setting((46, 45), (21, 22, 18, 2, 3))
    group = Outdone(13, (PAIR, True), (TWO_PAIR, False), 459_156, Fraction(1, 9_000), Fraction(1, 7), example, example)

    def compare(match: Match, report: Any) -> Comparison:
        found.append(match)
        return FOXWOODS

    def best(match: Match, pay: Fraction, barred: bool, report: Any) -> Best:
        found.append((match, pay, barred))
        more = {"win": FOXWOODS.win + 10**12, "five_higher": FOXWOODS.five_higher + 10**12}
        better = replace(FOXWOODS, **more, five_copies=None, two_copies=None, both_copies=None)
        return Best(better, FOXWOODS, (group,))

    def beaten(match: Match, report: Any) -> dict[int, int]:
        found.append(match)
        return BEATEN

    monkeypatch.setattr(sheets, "compare_ways", compare)
    monkeypatch.setattr(sheets, "best_player", best)
    monkeypatch.setattr(sheets, "beaten_pai_gows", beaten)
    return found
