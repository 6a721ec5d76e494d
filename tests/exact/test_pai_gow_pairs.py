"""All pairs of pai gow hands counted by ranks and flushes, against each pair compared by itself on reduced packs.

The Foxwoods way takes half a minute to compile, so it is the only one here; the slow proofs take the Flamingo way too.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from pitbook.cards import Cards
from pitbook.families.pai_gow.exact.best import best_of, best_player, cards_of, code_of
from pitbook.families.pai_gow.exact.count import (
    ANY_HAND,
    BARRED,
    PAI_GOWS,
    WHOLE_PACK,
    Batch,
    Match,
    add_lists,
    batches,
    by_pai_gow,
    compare_ways,
    total_answers,
)
from pitbook.families.pai_gow.exact.dealer import Dealer, dealer_hands
from pitbook.families.pai_gow.exact.facing import ASK_COPIES, ASK_LOWER, LOWER
from pitbook.families.pai_gow.exact.kinds import Pack
from pitbook.families.pai_gow.exact.left import hands_left
from pitbook.families.pai_gow.exact.parts import falls
from pitbook.families.pai_gow.exact.set_kinds import ROW_BITS, TWO_BITS, SetKinds, set_kinds
from pitbook.hands.poker import TWO_PAIR, class_of
from tests.exact.pai_gow_brute import Hands, all_hands, best_gain, compare, set_hands

FOUR_RANKS, SIX_RANKS = Pack(lowest=9), Pack(lowest=7)
"""Jacks to aces: a flush needs the joker. Nines to aces: flushes of all sizes, straights, straight flushes."""


def is_special(five: int) -> bool:
    """Replaces the barred hand, which no reduced pack has: two pair in the high hand, with a flush or without."""
    return class_of(five) == TWO_PAIR


@cache
def hands(pack: Pack, way: str, wheel: bool, wild: bool = False) -> Hands:
    return set_hands(all_hands(pack), way, wheel, is_special, wild)


def made_up_class(special: Any, two: Any) -> Any:
    """Marks special hands as barred ones are marked, and gives some of the others one of the other classes."""
    others = np.array([1, 2, 4, 5, 6])[two % 5]
    return np.where(special, 3, np.where(two % 3 == 0, others, 0))


@cache
def special_kinds(way: str, wheel: bool, wild: bool = False) -> SetKinds:
    """The kinds with classes made up for them, of which no reduced pack has any."""
    kinds = set_kinds(way, wheel, wild)
    classes = made_up_class(kinds.five >> 26 == TWO_PAIR, kinds.two)
    return SetKinds(kinds.values, (classes << ROW_BITS | kinds.notes & 255).astype(np.int16))


def dealer_of(pack: Pack, way: str, wheel: bool, wild: bool = False) -> Dealer:
    return dealer_hands(pack, special_kinds(way, wheel, wild), [ANY_HAND, BARRED])


def hands_of(batch: Batch, pack: Pack) -> tuple[list[Cards], Any]:
    """One hand of each suit distribution in a batch, with the number of such hands."""
    found = [
        tuple(sorted(cards_of(code_of(ranks, batch.joker, batch.fall.masks, fall))))
        for ranks in batch.sets(pack)
        for fall in range(len(batch.fall.times))
    ]
    return found, np.tile(batch.fall.times, len(batch.sets(pack)))


def check(batch: Batch, pack: Pack, player: str, dealer: str, wheel: bool, wild: bool = False) -> None:
    """Compares the answers of a batch with a comparison of each of its hands with every hand of the dealer."""
    chosen, times = hands_of(batch, pack)
    mine = hands(pack, player, wheel, wild).chosen(chosen)
    brute = compare(mine, times, hands(pack, dealer, wheel, wild))
    asks = [ASK_COPIES, ASK_LOWER]
    (win, five, two, five_up, two_up, both_up, five_up_two, two_up_five), special = total_answers(
        batch, set_kinds(player, wheel, wild), dealer_of(pack, dealer, wheel, wild), asks
    )

    assert [win, five, two] == brute[0, 1:4].tolist()
    assert [five_up - five, two_up - two, both_up - five_up_two - two_up_five + win] == brute[0, 4:].tolist()
    assert special == brute[1, 1:4].tolist()


def test_suit_patterns_of_all_rank_patterns_cover_all_hands() -> None:
    """6,972,147 hands up to suit permutation."""
    sizes = [(joker, size) for joker in range(2) for size in range(2, 8 - joker)]
    found = [(comb(13, size), falls(size, 7 - joker)) for joker, size in sizes]

    assert sum(sets * int(fall.times.sum()) for sets, fall in found) == comb(53, 7) == WHOLE_PACK.hands
    assert sum(sets * len(fall.times) for sets, fall in found) == 6_972_147


@pytest.mark.slow
def test_some_pairs_of_a_small_pack() -> None:
    """A few batches of hands of four ranks and the joker: wins, higher hands, copies, and the special hands."""
    for batch in batches(FOUR_RANKS)[::20]:
        check(batch, FOUR_RANKS, "foxwoods", "foxwoods", True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "dealer", "wheel", "wild"),
    [
        ("foxwoods", "foxwoods", True, False),
        ("flamingo", "foxwoods", False, False),
        ("foxwoods", "foxwoods", True, True),
        ("foxwoods", "flamingo", False, True),
    ],
)
def test_all_pairs_of_a_small_pack(player: str, dealer: str, wheel: bool, wild: bool) -> None:
    """All 2,333,760 pairs."""
    for batch in batches(FOUR_RANKS):
        check(batch, FOUR_RANKS, player, dealer, wheel, wild)


@pytest.mark.parametrize(
    ("joker", "size", "player", "dealer", "wheel"),
    [
        pytest.param(0, 6, "foxwoods", "flamingo", True, marks=pytest.mark.slow),
        pytest.param(1, 6, "flamingo", "flamingo", False, marks=pytest.mark.slow),
        pytest.param(1, 4, "foxwoods", "foxwoods", True, marks=pytest.mark.slow),
    ],
)
def test_pairs_of_six_ranks(joker: int, size: int, player: str, dealer: str, wheel: bool) -> None:
    """Hands with flushes of four to six natural cards, against all 480,700 hands of the dealer's."""
    check(Batch(joker, size, 0, 1), SIX_RANKS, player, dealer, wheel)


@pytest.mark.parametrize("dealer_way", ["foxwoods", pytest.param("flamingo", marks=pytest.mark.slow)])
def test_comparison_is_the_sum_of_its_batches(dealer_way: str) -> None:
    """Wins, losses and pushes are all pairs; also without a joker in the pack."""
    for pack in (FOUR_RANKS, Pack(lowest=9, joker=False)):
        found = compare_ways(Match("foxwoods", dealer_way, True, pack))
        player, dealer = (set_hands(all_hands(pack), way, True) for way in ("foxwoods", dealer_way))
        brute = compare(player, np.ones(len(player.cards), np.int64), dealer)[0].tolist()

        assert found.pairs == brute[0] == pack.hands * comb(pack.cards - 7, 7)
        assert [found.win, found.five_higher, found.two_higher] == brute[1:4]
        assert [found.five_copies, found.two_copies, found.both_copies] == brute[4:]
        assert found.win + found.lose + found.push == found.pairs
        assert (found.barred, found.barred_win, found.barred_lose) == (0, 0, 0)


@pytest.mark.parametrize(
    ("way", "wheel"), [("foxwoods", True), pytest.param("flamingo", False, marks=pytest.mark.slow)]
)
def test_comparison_is_symmetric_when_both_set_the_same_way(way: str, wheel: bool) -> None:
    """If both set the same way, the dealer's five cards are higher as often as the player's."""
    found = compare_ways(Match(way, way, wheel, FOUR_RANKS))

    assert found.five_copies == found.pairs - 2 * found.five_higher
    assert found.two_copies == found.pairs - 2 * found.two_higher


@pytest.mark.slow
def test_beaten_hands_by_a_class_of_the_dealers() -> None:
    """The dealer's hands of each class that are lower in the five cards, whatever their two cards are."""
    kinds, batch = special_kinds("foxwoods", False), Batch(0, 6, 0, 1)
    dealer = dealer_hands(SIX_RANKS, by_pai_gow(kinds), [PAI_GOWS])
    lines = np.searchsorted(dealer.twos, np.arange(1, 7), side="right")
    up_to = total_answers(batch, set_kinds("flamingo", False), dealer, [[(LOWER, line) for line in range(6)]], lines)[0]
    chosen, times = hands_of(batch, SIX_RANKS)
    mine = hands(SIX_RANKS, "flamingo", False).chosen(chosen)
    theirs = hands(SIX_RANKS, "foxwoods", False)
    classes = made_up_class(theirs.special == 1, theirs.two)
    for pai_gow in range(1, 7):
        only = classes <= pai_gow
        only &= classes > 0
        some = Hands([], theirs.masks[only], theirs.five[only], theirs.two[only], theirs.special[only] * 0)
        assert up_to[pai_gow - 1] == compare(mine, times, some)[0, 2]


@pytest.mark.parametrize(
    ("pack", "batch", "pay", "barred", "looked_at", "dealer_way"),
    [
        pytest.param(FOUR_RANKS, Batch(1, 4, 0, 1), Fraction(1), True, 10, "foxwoods", marks=pytest.mark.slow),
        pytest.param(FOUR_RANKS, Batch(0, 4, 0, 1), Fraction(19, 20), False, 20, "foxwoods", marks=pytest.mark.slow),
        pytest.param(FOUR_RANKS, Batch(1, 4, 0, 1), Fraction(1), True, 100, "flamingo", marks=pytest.mark.slow),
        pytest.param(FOUR_RANKS, Batch(0, 4, 0, 1), Fraction(19, 20), False, 100, "flamingo", marks=pytest.mark.slow),
        pytest.param(SIX_RANKS, Batch(0, 6, 0, 1), Fraction(19, 20), True, 100, "flamingo", marks=pytest.mark.slow),
        pytest.param(SIX_RANKS, Batch(1, 5, 2, 3), Fraction(1), True, 25, "flamingo", marks=pytest.mark.slow),
    ],
)
def test_optimal_setting_is_the_best_legal_one(
    pack: Pack, batch: Batch, pay: Fraction, barred: bool, looked_at: int, dealer_way: str
) -> None:
    """The optimal player's setting of a hand wins as much as the best of its legal settings."""
    picks = np.zeros((1, len(batch.fall.times)), np.int64)
    kinds, dealer = special_kinds("foxwoods", True), dealer_of(pack, dealer_way, True)
    (best, special, _, _), _ = best_of(
        batch, kinds, dealer, Match("foxwoods", dealer_way, True, pack), pay, barred, picks
    )
    chosen, times = hands_of(batch, pack)
    mine, theirs = hands(pack, "foxwoods", True).chosen(chosen), hands(pack, dealer_way, True)
    picked = replace(mine, five=picks[0] >> TWO_BITS, two=picks[0] & (1 << TWO_BITS) - 1)

    assert compare(picked, times, theirs)[:, 1:4].tolist() == [best, special]
    for place in Random(3).sample(range(len(chosen)), min(len(chosen), looked_at)):
        counts = compare(picked.at([place]), np.ones(1, np.int64), theirs)
        pairs, win, five, two = (counts[0] - counts[1] * barred)[:4].tolist()
        won = pay.denominator * (five + two - pairs) - (pay.denominator - pay.numerator) * win
        assert won == best_gain(chosen[place], True, theirs, pay.denominator, pay.denominator - pay.numerator, barred)


@pytest.mark.slow
def test_differences_add_up_to_the_gain_of_the_optimal_player() -> None:
    """The total cost of the differences is the optimal player's gain, and each example has the stated cost."""
    match = Match("foxwoods", "foxwoods", True, FOUR_RANKS)
    found = best_player(match, Fraction(1), barred=False)
    gain = found.best.win - found.best.lose - (found.way.win - found.way.lose)

    assert found.way.win == compare_ways(match).win
    assert gain > 0
    assert sum(group.cost for group in found.outdone) == Fraction(gain, match.pairs)
    assert list(found.outdone) == sorted(found.outdone, key=lambda group: -group.cost)
    theirs = hands(FOUR_RANKS, "foxwoods", True)
    for group in found.outdone[:5]:
        hand = tuple(sorted(group.example.low + group.example.high))
        mine = compare(theirs.chosen([hand]), np.ones(1, np.int64), theirs)[0]
        best = best_gain(hand, True, theirs, 1, 0, False)
        assert group.most == Fraction(best - int(mine[2] + mine[3] - mine[0]), int(mine[0]))
        assert sorted(group.better.low + group.better.high) == list(hand)
        assert not group.better.is_foul()


@pytest.mark.parametrize(
    ("pack", "way", "looked_at"),
    [(SIX_RANKS, "foxwoods", 25), pytest.param(SIX_RANKS, "flamingo", 60, marks=pytest.mark.slow)],
)
def test_single_hand_count_equals_the_batch(pack: Pack, way: str, looked_at: int) -> None:
    """The dealer's hands that are left beside a hand, with flushes and the joker on both sides."""
    theirs, dealer = hands(pack, way, True), dealer_of(pack, way, True)
    for place in Random(7).sample(range(len(theirs.cards)), looked_at):
        mine, hand = theirs.at([place]), theirs.cards[place]
        brute = compare(mine, np.ones(1, np.int64), theirs)
        for part in range(2):
            left = hands_left(dealer, dealer.parts[part], hand)
            five, two = int(mine.five[0]), int(mine.two[0])
            asked = [left.hands, left.lower(five, two), left.lower(five, None), left.lower(None, two)]
            assert asked == brute[part, :4].tolist()


def test_batches_add_up() -> None:
    """Element by element."""
    assert add_lists([[[1, 2], [3]], [[10, 20], [30]]]) == [[11, 22], [33]]
