"""The covariance of two seats of one table, against every pair of deals counted one by one."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from pitbook.cards import NO_CARD, Cards, Shoe, parse_cards
from pitbook.exact import seats
from pitbook.exact.deals import symmetries
from pitbook.exact.notebook import par
from pitbook.exact.par import ParSheet, default_basis, groups_seen, par_sheet
from pitbook.exact.seats import seat_covariance
from pitbook.exact.seats_by_class import by_class
from pitbook.exact.seats_of_seven import disjoint_products
from pitbook.games import game
from pitbook.money import dollars

FEW = "7c 7c 7d 7d Kc Qc Kd Qd 9s"
DECKS = 2
TABLES: list[tuple[str, str, str, dict[str, str]]] = [
    ("match-n-poker", "match-n-poker", "", {}),
    ("royal-match-21", "royal-match", "RM-03", {}),
    ("royal-match-21", "royal-match", "RM-03", {"crown-treasure": "yes"}),
    ("royal-match-21", "royal-match-progressive", "", {}),
    ("royal-match-21", "blazing-7s", "", {}),
    ("royal-match-21", "blazing-7s", "", {"third-seven": "dealer blackjack ends the hand"}),
]


def small_sheet(slug: str, wager: str, table: str, options: dict[str, str]) -> ParSheet:
    """The sheet of a wager on a shoe of a few cards."""
    chosen = game(slug)
    of = chosen.wager(wager)
    left, removed = list(parse_cards(FEW)), []
    for card in (each for each in range(52) for _ in range(DECKS)):
        if card in left:
            left.remove(card)
        else:
            removed.append(card)
    pays = of.table(table or of.table_ids(DECKS)[0], DECKS)
    full = chosen.check_options(options)
    basis = replace(default_basis(of, pays, full), meter=dollars(1_000))
    return par_sheet(chosen, of, pays, DECKS, options, basis, removed)


def picked(cards: Cards, sizes: list[int]) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    """All ways to pick groups of these sizes from distinguishable cards, and the remaining cards."""
    if not sizes:
        yield (), cards
        return
    for places in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for place, card in enumerate(cards) if place not in places)
        for groups, left in picked(rest, sizes[1:]):
            yield (tuple(sorted(cards[place] for place in places)), *groups), left


def one_by_one(sheet: ParSheet) -> Fraction:
    """Every deal to the dealer and two seats."""
    wager = sheet.wager
    groups = groups_seen(wager, sheet.table, sheet.basis, sheet.options)
    left_out = [(NO_CARD,) * group.size for group in wager.groups[len(groups) :]]
    reads = [option.index(sheet.options) for option in wager.reads]

    @cache
    def value(player: tuple[Cards, ...], dealer: tuple[Cards, ...]) -> Fraction:
        players, dealers = iter(player), iter(dealer)
        shown = [next(players if group.source == "player" else dealers) for group in groups]
        return seats._net(sheet, wager.rule(*shown, *left_out, *reads), lambda row: row.net)

    sizes: dict[str, list[int]] = {"player": [], "dealer": []}
    for group in groups:
        sizes[group.source].append(group.size)
    cards = tuple(card for card, held in enumerate(sheet.shoe.counts) for _ in range(held))
    products, first, deals = Fraction(0), Fraction(0), 0
    for dealer, rest in picked(cards, sizes["dealer"]):
        for one, left in picked(rest, sizes["player"]):
            mine = value(one, dealer)
            for other, _ in picked(left, sizes["player"]):
                products += mine * value(other, dealer)
                first += mine
                deals += 1
    return products / deals - (first / deals) ** 2


@pytest.mark.parametrize(("slug", "wager", "table", "options"), TABLES)
def test_covariance_of_two_seats_equals_enumeration(slug: str, wager: str, table: str, options: dict[str, str]) -> None:
    sheet = small_sheet(slug, wager, table, options)
    found = seat_covariance(sheet)
    assert found == one_by_one(sheet)
    assert found != 0


def test_another_value_of_each_row_counts() -> None:
    """The house of a progressive sees other amounts than the player."""
    sheet = small_sheet("royal-match-21", "royal-match-progressive", "", {})
    assert seat_covariance(sheet, lambda row: None if row.net is None else 3 * row.net) == 9 * one_by_one(sheet)


def highest(hands: tuple[Cards, ...], dealer: Cards) -> int:
    """A made-up rule: how often the dealer has the hand's ranks, and how many suits the hand has."""
    (hand,) = hands
    ranks = [card >> 2 for card in hand]
    return sum(ranks.count(card >> 2) for card in dealer) ** 2 - len({card & 3 for card in hand})


def same_rank(hand: Cards, card: int) -> int:
    return [each >> 2 for each in hand].count(card >> 2)


def test_classes_of_the_dealers_cards_give_the_same_as_every_deal() -> None:
    cards = parse_cards("2c 2d 2h 2s 3c 3d 3h 3s")
    shoe = Shoe.of_decks(1).without([card for card in range(52) if card not in cards])
    found = by_class(
        shoe, 2, 3, lambda hand, card: [each >> 2 for each in hand].count(card >> 2), symmetries(shoe), highest
    )
    products = first = deals = 0
    for (dealer, one, other), _ in picked(tuple(sorted(cards)), [3, 2, 2]):
        products += highest((one,), dealer) * highest((other,), dealer)
        first += highest((one,), dealer)
        deals += 1
    assert found == Fraction(products, deals) - Fraction(first, deals) ** 2


SEVENS = (*parse_cards("2c 3c 4c 5c 6c 7c 2d 2h 9d 9s Th Jh Qh Kh"), 52)


@pytest.mark.parametrize("wager", ["dynasty", "protection", "red-black"])
def test_covariance_of_seven_card_hands_equals_enumeration(wager: str) -> None:
    of = game("ez-pai-gow").wager(wager)
    given = tuple(option.index({}) for option in (*of.reads, *((of.choice,) if of.choice else ())))
    pack = tuple(sorted(SEVENS))
    answers = {hand: of.rule(hand, *given) for hand in combinations(pack, 7)}
    values = {answer: 3 * place - 1 for place, answer in enumerate(sorted(set(answers.values())))}
    worth = {hand: values[answer] for hand, answer in answers.items()}
    products = sum(
        value * worth[other]
        for hand, value in worth.items()
        for other in combinations([card for card in pack if card not in hand], 7)
    )
    assert len(values) > 1
    assert disjoint_products(of.rule, given, pack, values) == (sum(worth.values()), products)


def test_sums_above_64_bits_are_exact() -> None:
    import numpy as np

    from pitbook.exact import seats_of_seven

    wide: Any = np.array([1 << 40, 3], np.int64)
    assert seats_of_seven._sum_of_squares(wide) == (1 << 80) + 9
    assert seats_of_seven._sum_of_squares(np.array([-5, 1 << 30], np.int64)) == (1 << 60) + 25


@pytest.mark.slow
def test_seats_of_pai_gow_take_good_cards_from_each_other() -> None:
    sheet = par("ez-pai-gow", "dynasty", bet="5")
    found = seat_covariance(sheet)
    assert found is not None
    assert sheet.variance is not None
    assert float(found / sheet.variance) == pytest.approx(-0.00173143, abs=1e-8)
