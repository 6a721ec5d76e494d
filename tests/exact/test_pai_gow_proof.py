"""The slow proofs of pai gow: the whole pack counted in two ways, and tied to rounds that are dealt and played."""

import re
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from pitbook.exact.figures import percent
from pitbook.exact.select import SheetRequest
from pitbook.families.pai_gow.exact.best import best_player
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import WHOLE_PACK, Match, beaten_pai_gows, compare_ways
from pitbook.families.pai_gow.exact.sheet import pai_gow_sheets
from pitbook.games import game
from tests.exact.inclusion_exclusion import compare_by_inclusion
from tests.exact.pai_gow_known import BEATEN, FOXWOODS
from tests.exact.pai_gow_simulator import (
    BARRED_AT,
    BEATEN_AT,
    COMPARED,
    OPTIMAL_AT,
    WAYS,
    best_settings,
    simulate,
)

pytestmark = pytest.mark.slow

ROUNDS: Final = 100_000_000
SEED: Final = 8_250_459
EZ, RICHES = Match("foxwoods", "foxwoods", True), Match("foxwoods", "foxwoods", False)
COMMISSION: Final = Fraction(19, 20)
OPTIMAL: Final = tuple(
    (Match(way, way, wheel), pay, barred)
    for wheel, pay, barred in ((True, Fraction(1), True), (False, COMMISSION, False))
    for way in WAYS
)
"""EZ Pai Gow and Royal Riches as they are usually played: the dealer, what a win pays, and whether hands are barred."""
HIGHEST: Final = ("ace", "king", "queen", "jack", "ten", "nine")
MOST_DEVIATIONS: Final = 4.5
"""One in 150,000 fair simulations goes beyond it."""


def test_foxwoods_against_foxwoods() -> None:
    """All 8,250,459,031,214,400 pairs."""
    assert compare_ways(EZ) == FOXWOODS


@pytest.mark.parametrize("match", [EZ, Match("flamingo", "foxwoods", False)])
def test_two_ways_of_counting_agree(match: Match) -> None:
    """By ranks and flushes, and by inclusion and exclusion over the shared cards: to the last integer."""
    assert compare_ways(match) == compare_by_inclusion(match)


def test_either_house_way_beats_the_same_pai_gows() -> None:
    """Both set a hand without a pair the same way, and keep at least a pair in the high hand of any other."""
    assert beaten_pai_gows(RICHES) == BEATEN
    assert beaten_pai_gows(Match("flamingo", "flamingo", False)) == BEATEN
    assert BEATEN[3] == FOXWOODS.barred_five_higher


@pytest.mark.parametrize(("match", "pay", "barred"), OPTIMAL)
def test_the_optimal_player_gains_on_the_house_way(match: Match, pay: Fraction, barred: bool) -> None:
    """The wins of the house way are counted again, and the total cost of the differences is the gain."""
    found, by_way = best_player(match, pay, barred), compare_ways(match)

    assert found.way.win == by_way.win
    assert found.way.lose == by_way.lose
    assert (found.way.barred_win, found.way.barred_lose) == (by_way.barred_win, by_way.barred_lose)
    gain = won(found.best, pay, barred) - won(found.way, pay, barred)
    assert gain > 0
    assert gain == sum(group.cost for group in found.outdone)


def won(found: Comparison, pay: Fraction, barred: bool) -> Fraction:
    """The average win of a player per unit."""
    win, lose = found.win - barred * found.barred_win, found.lose - barred * found.barred_lose
    return (pay * win - lose) / found.pairs


def test_pai_gow_documentation_matches_the_counts() -> None:
    """Every edge of its table, the gain of the optimal player, and Dealer Pai Gow."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "pai-gow.md").read_text("utf-8")
    table = re.findall(r"^\| (EZ Pai Gow|Royal Riches, 5% commission) \| (\w+) \| (.+) \|$", page, re.MULTILINE)
    assert len(table) == 4
    for name, dealer, cells in table:
        played = game("ez-pai-gow" if name == "EZ Pai Gow" else "royal-riches-pai-gow")
        ask = SheetRequest("base", options={"house-way": dealer.lower()})
        edges = [pai_gow_sheets(played, ask, player)[0].house_edge for player in (*WAYS, "optimal")]
        assert cells.split(" | ") == [percent(edge).rstrip("%") for edge in edges]

    outdone = best_player(EZ, Fraction(1), True).outdone
    hands = Fraction(sum(group.hands for group in outdone), WHOLE_PACK.hands)
    gain = sum((group.cost for group in outdone), Fraction(0))
    assert f"with {percent(hands, 2)} of all hands and gains {percent(gain)} of the wager" in page
    for sheet in pai_gow_sheets(game("royal-riches-pai-gow"), SheetRequest("dealer-pai-gow")):
        assert f"{percent(sheet.house_edge)} with table {sheet.table.id}" in page


def test_one_hundred_million_rounds_agree_with_the_counts() -> None:
    """Both games, every pairing of house ways, the optimal players and Dealer Pai Gow. ``pytest -s`` shows every figure
    with its distance in standard deviations.
    """
    tables = [best_settings(*each) for each in OPTIMAL]
    dealt = simulate(ROUNDS, SEED, np.array([best for best, _ in tables]), tables[0][1])
    found = [*ways_dealt(dealt), *optimal_dealt(dealt), *pai_gows_dealt(dealt)]
    for name, distance in found:
        print(f"{name:66} {distance:+.2f}")
    assert len(found) == 8 * 9 + 4 * 5 + 1 + 4 * 6
    name, most = max(found, key=lambda each: abs(each[1]))
    assert abs(most) < MOST_DEVIATIONS, name


def ways_dealt(dealt: list[int]) -> Iterator[tuple[str, float]]:
    """Every count of the house ways against each other, and the edges of both games."""
    for number in range(8):
        wheel, mine, theirs = number >> 2 == 1, WAYS[number >> 1 & 1], WAYS[number & 1]
        exact = compare_ways(Match(mine, theirs, wheel))
        here = dict(zip(COMPARED, dealt[number * len(COMPARED) :], strict=False))
        title = f"{mine} against {theirs}, wheel {'second-highest' if wheel else 'lowest'}"
        for name, count in here.items():
            yield f"{title}: {name}", deviations(count, Fraction(getattr(exact, name), exact.pairs))
        yield f"{title}: edge, barred", edge_deviations(exact, here, Fraction(1), barred=True)
        yield f"{title}: edge, commission", edge_deviations(exact, here, COMMISSION, barred=False)


def optimal_dealt(dealt: list[int]) -> Iterator[tuple[str, float]]:
    """The optimal player against each dealer in each game."""
    for number, (match, pay, barred) in enumerate(OPTIMAL):
        exact = best_player(match, pay, barred).best
        here = dict(zip(COMPARED[:4], dealt[OPTIMAL_AT + number * len(COMPARED) :], strict=False))
        title = f"optimal against {match.dealer}, {'EZ Pai Gow' if barred else 'commission'}"
        for name, count in here.items():
            yield f"{title}: {name}", deviations(count, Fraction(getattr(exact, name), exact.pairs))
        yield f"{title}: edge", edge_deviations(exact, here, pay, barred)


def pai_gows_dealt(dealt: list[int]) -> Iterator[tuple[str, float]]:
    """Barred hands, and the lines of Dealer Pai Gow."""
    yield "barred hands", deviations(dealt[BARRED_AT], Fraction(FOXWOODS.barred, FOXWOODS.pairs))
    for number in range(4):
        mine, theirs = WAYS[number >> 1], WAYS[number & 1]
        for pai_gow, count in beaten_pai_gows(Match(mine, theirs, False)).items():
            name = f"{mine} against {theirs}: {HIGHEST[pai_gow - 1]}-high pai gow beaten"
            yield name, deviations(dealt[BEATEN_AT + 6 * number + pai_gow - 1], Fraction(count, FOXWOODS.pairs))


def deviations(count: int, chance: Fraction) -> float:
    """The distance of a count from its expectation, in standard deviations."""
    expected = ROUNDS * chance
    return float(count - expected) / sqrt(float(expected * (1 - chance)))


def edge_deviations(exact: Comparison, dealt: dict[str, int], pay: Fraction, barred: bool) -> float:
    """The same for a player's average win."""
    mean = float(won(exact, pay, barred))
    win, lose = exact.win - barred * exact.barred_win, exact.lose - barred * exact.barred_lose
    deviation = sqrt(float((pay**2 * win + lose) / exact.pairs) - mean**2)
    found = pay * (dealt["win"] - barred * dealt["barred_win"]) - (dealt["lose"] - barred * dealt["barred_lose"])
    return (float(found) / ROUNDS - mean) * sqrt(ROUNDS) / deviation
