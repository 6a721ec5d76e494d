"""Many shoe compositions at once: each has the edge of its own par sheet."""

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitbook.cards import JOKER, Shoe, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.composition import averages, expectation
from pitbook.exact.par import ParSheet, par_sheet
from pitbook.money import Cents, dollars
from tests.exact.all_sheets import sheet_of

MATCH_THE_DEALER, RM = "million-dollar-match-the-dealer", "royal-match-21"
SHEETS = {
    "three cards": ("match-n-poker", "match-n-poker", "4", 6),
    "two cards": (RM, "royal-match", "RM-09", 6),
    "two and two": (RM, "royal-match", "RM-10", 6),
    "progressive": (RM, "royal-match-progressive", "RMP", 2),
    "blazing": (RM, "blazing-7s", "2", 8),
    "match": (MATCH_THE_DEALER, "match", "8", 8),
    "five spots": (MATCH_THE_DEALER, "five-spots", "5-C", 5),
}


@cache
def sheet_named(name: str) -> ParSheet:
    return sheet_of(*SHEETS[name], meter=dollars(30_000) if name in ("progressive", "blazing") else None)


def left_after(shoe: Shoe, gone: Sequence[int]) -> NDArray[np.int64]:
    return np.array([shoe.without(gone).counts])


def some_cards(shoe: Shoe, number: int, seed: int) -> list[int]:
    cards = [card for card, held in enumerate(shoe.counts) for _ in range(held)]
    return Random(seed).sample(cards, number)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "five spots" else ()) for name in SHEETS]
)
def test_edge_equals_the_sheet_of_the_same_composition(name: str) -> None:
    """To the last digit of a float, from a full shoe to one of few cards."""
    sheet = sheet_named(name)
    polynomial = expectation(sheet)
    for part, seed in ((0.0, 0), (0.3, 1), (0.75, 2), (0.9, 3)):
        gone = some_cards(sheet.shoe, int(part * len(sheet.shoe)), seed)
        exact = par_sheet(sheet.game, sheet.wager, sheet.table, sheet.decks, basis=sheet.basis, removed=gone).house_edge
        assert exact is not None
        assert polynomial(left_after(sheet.shoe, gone))[0] == pytest.approx(-float(exact), abs=1e-12)


def test_impossible_outcomes_of_a_composition_have_zero_weight() -> None:
    """A shoe of one rank: every hand of three is three of a kind, suited in 4 of 220 ways for each suit."""
    sheet = sheet_named("three cards")
    sevens = [0] * (JOKER + 1)
    for card in parse_cards("7c 7d 7h 7s"):
        sevens[card] = 3
    suited = 4 / 220

    won = expectation(sheet)(np.array([sevens]))[0]
    assert won == pytest.approx(suited * 150 + (1 - suited) * 20, abs=1e-12)


def test_spots_with_different_bets() -> None:
    """The mean over all assignments of the bets to the dealer's cards."""
    bets = {f"match-{spot}": dollars(amount) for spot, amount in enumerate((5, 5, 10, 25, 5), 1)}
    sheet = sheet_of(MATCH_THE_DEALER, "five-spots", "6-C", 6, bets=bets)
    assert sheet.house_edge is not None
    full = np.array([sheet.shoe.counts])

    assert expectation(sheet)(full)[0] == pytest.approx(-float(sheet.house_edge), abs=1e-12)


def test_several_pay_tables_share_the_counts() -> None:
    sheets = [sheet_of("match-n-poker", "match-n-poker", table, 6) for table in ("1", "6")]
    sheets.append(sheet_of(RM, "royal-match", "RM-04", 6, bets={"": Cents(500)}))
    compositions = np.concatenate(
        [left_after(sheets[0].shoe, some_cards(sheets[0].shoe, 100, seed)) for seed in range(5)]
    )
    together = averages([expectation(sheet) for sheet in sheets], compositions)

    for sheet, found in zip(sheets, together, strict=True):
        assert found == pytest.approx(expectation(sheet)(compositions), abs=1e-15)


def test_a_wager_on_too_many_cards_is_refused() -> None:
    with pytest.raises(BadInput, match="too many"):
        expectation(sheet_of("ez-pai-gow", "protection", "1", 1))
