"""The slow proofs of pai gow: the whole pack counted in two ways, and tied to rounds that are dealt and played."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import numpy as np
import pytest

from pitbook.cards import JOKER
from pitbook.exact.pai_gow.best import best_of, best_player
from pitbook.exact.pai_gow.comparison import Comparison
from pitbook.exact.pai_gow.count import (
    ANY_HAND,
    BARRED,
    WHOLE_PACK,
    Match,
    batches,
    beaten_pai_gows,
    compare_ways,
)
from pitbook.exact.pai_gow.dealer import dealer_hands
from pitbook.exact.pai_gow.kept import kernel
from pitbook.exact.pai_gow.parts import falls
from pitbook.exact.pai_gow.set_kinds import TWO_BITS, pai_gow_class, set_kinds
from pitbook.hands.foxwoods import foxwoods
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.hands.seven import seven_card_lines
from tests.exact.inclusion import compare_by_inclusion
from tests.exact.test_pai_gow_sheets import BEATEN, FOXWOODS

pytestmark = pytest.mark.slow

ROUNDS: Final = 100_000_000
SEED: Final = 8_250_459
EZ, RICHES = Match("foxwoods", "foxwoods", True), Match("foxwoods", "foxwoods", False)
COMMISSION: Final = Fraction(19, 20)
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
    """Both set a hand without a pair alike, and leave at least a pair in back of any other."""
    assert beaten_pai_gows(RICHES) == BEATEN
    assert beaten_pai_gows(Match("flamingo", "flamingo", False)) == BEATEN
    assert BEATEN[3] == FOXWOODS.barred_five_higher


@pytest.mark.parametrize(("match", "pay", "barred"), [(EZ, Fraction(1), True), (RICHES, COMMISSION, False)])
def test_the_optimal_player_gains_on_the_house_way(match: Match, pay: Fraction, barred: bool) -> None:
    """What the house way wins is counted again on the way, and what the differences cost is the gain."""
    found, by_way = best_player(match, pay, barred), compare_ways(match)

    assert found.way.win == by_way.win
    assert found.way.lose == by_way.lose
    assert (found.way.barred_win, found.way.barred_lose) == (by_way.barred_win, by_way.barred_lose)
    gain = won(found.best, pay, barred) - won(found.way, pay, barred)
    assert gain > 0
    assert gain == sum(group.cost for group in found.outdone)


def won(found: Comparison, pay: Fraction, barred: bool) -> Fraction:
    """What a player wins on average for each unit."""
    win, lose = found.win - barred * found.barred_win, found.lose - barred * found.barred_lose
    return (pay * win - lose) / found.pairs


def best_settings(match: Match, pay: Fraction, barred: bool) -> tuple[Any, Any]:
    """The values of the best setting of every hand up to the renaming of suits, and where those of some ranks begin."""
    kinds = set_kinds(match.player, match.wheel)
    dealer = dealer_hands(WHOLE_PACK, set_kinds(match.dealer, match.wheel), [ANY_HAND, BARRED])
    starts = np.zeros(2 << 13, np.int64)
    tables, used = [], 0
    for batch in batches(WHOLE_PACK):
        sets = batch.sets(WHOLE_PACK)
        tables.append(np.zeros((len(sets), len(batch.fall.times)), np.int64))
        for ranks in sets:
            starts[batch.joker << 13 | sum(1 << rank for rank in ranks)] = used
            used += len(batch.fall.times)

    def work(number: int) -> None:
        best_of(batches(WHOLE_PACK)[number], kinds, dealer, match.wheel, pay, barred, tables[number])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(len(tables))))
    return np.concatenate([table.ravel() for table in tables]), starts


def all_falls() -> tuple[Any, Any]:
    """The falls of suits by how many ranks are held, with the joker or without: sorted codes, and where each stands."""
    codes, places = np.zeros((16, 2_000), np.int64), np.zeros((16, 2_000), np.int64)
    codes[:] = 1 << 62
    for joker in range(2):
        for size in range(2, 8 - joker):
            masks = falls(size, 7 - joker).masks
            code = masks[:, 0] << 24 | masks[:, 1] << 16 | masks[:, 2] << 8 | masks[:, 3]
            order = np.argsort(code)
            codes[8 * joker + size, : len(code)] = code[order]
            places[8 * joker + size, : len(code)] = order
    return codes, places


def place_of(hand: Any, starts: Any, codes: Any, places: Any) -> int:
    """Where the best setting of a hand stands."""
    joker, ranks = 0, 0
    for card in hand:
        if card == JOKER:
            joker = 1
        else:
            ranks |= 1 << (card >> 2)
    masks = [0, 0, 0, 0]
    size = 0
    for rank in range(13):
        if ranks >> rank & 1:
            for card in hand:
                if card >> 2 == rank and card != JOKER:
                    masks[card & 3] |= 1 << size
            size += 1
    for last in range(3, 0, -1):
        for suit in range(last):
            if masks[suit] < masks[suit + 1]:
                masks[suit], masks[suit + 1] = masks[suit + 1], masks[suit]
    code = masks[0] << 24 | masks[1] << 16 | masks[2] << 8 | masks[3]
    line = 8 * joker + size
    low, high = 0, 2_000
    while high - low > 1:
        middle = (low + high) >> 1
        if codes[line, middle] <= code:
            low = middle
        else:
            high = middle
    return int(starts[joker << 13 | ranks] + places[line, low])


def outcome_of(five: int, two: int, their_five: int, their_two: int) -> int:
    """1 for a win, -1 for a loss, 0 for a push."""
    if five > their_five and two > their_two:
        return 1
    return -1 if five <= their_five and two <= their_two else 0


def play(
    rounds: int, state: int, starts: Any, codes: Any, places: Any, ez: Any, riches: Any, totals: Any
) -> None:  # fmt: skip
    """Deals and settles rounds.

    Totals 0 to 2 are EZ Pai Gow's won, lost and barred, 3 and 4 the optimal player's won and lost; 5 and 6 won and lost
    with the wheel lowest, 7 and 8 the optimal player's there; from 10 on beaten pai gows.
    """
    pack = [0] * 53
    for card in range(53):
        pack[card] = card
    for _ in range(rounds):
        for place in range(14):
            # A generator with 64 bits of state, its best bits used: xorshift and a multiplication.
            state ^= (state >> 12) & 0xFFFFFFFFFFFFF
            state ^= state << 25
            state ^= (state >> 27) & 0x1FFFFFFFFF
            bits = (state * 0x2545F4914F6CDD1D >> 33) & 0x7FFFFFFF
            other = place + (bits * (53 - place) >> 31)
            pack[place], pack[other] = pack[other], pack[place]
        player = (pack[0], pack[1], pack[2], pack[3], pack[4], pack[5], pack[6])
        dealer = (pack[7], pack[8], pack[9], pack[10], pack[11], pack[12], pack[13])
        first, second, _ = foxwoods(player)
        high, low = high_cards(player, first, second), low_cards(player, first, second)
        first, second, _ = foxwoods(dealer)
        their_high, their_low = high_cards(dealer, first, second), low_cards(dealer, first, second)
        two, their_two = two_card_value(low, False), two_card_value(their_low, False)
        five, their_five = five_card_value(high, False, True), five_card_value(their_high, False, True)
        pai_gow = pai_gow_class(seven_card_lines(dealer, False))
        at = place_of(player, starts, codes, places)
        if pai_gow == 3:
            totals[2] += 1
        else:
            note(totals, 0, outcome_of(five, two, their_five, their_two))
            best = ez[at]
            note(totals, 3, outcome_of(best >> TWO_BITS, best & ((1 << TWO_BITS) - 1), their_five, their_two))
        five, their_five = five_card_value(high, False, False), five_card_value(their_high, False, False)
        note(totals, 5, outcome_of(five, two, their_five, their_two))
        best = riches[at]
        note(totals, 7, outcome_of(best >> TWO_BITS, best & ((1 << TWO_BITS) - 1), their_five, their_two))
        if pai_gow and five > their_five:
            totals[9 + pai_gow] += 1


def note(totals: Any, start: int, outcome: int) -> None:
    if outcome > 0:
        totals[start] += 1
    elif outcome < 0:
        totals[start + 1] += 1


def test_a_hundred_million_rounds() -> None:
    """Both games, both players and Dealer Pai Gow: every count and every edge lies where chance puts it."""
    ez, starts = best_settings(EZ, Fraction(1), True)
    riches, _ = best_settings(RICHES, COMMISSION, False)
    codes, places = all_falls()
    parts, totals = 20, np.zeros((20, 16), np.int64)
    kernel(play)(1, SEED, starts, codes, places, ez, riches, totals[0] * 0)

    def run(part: int) -> None:
        seed = (SEED + part * 0x9E3779B97F4A7C15) % (1 << 62) + 1
        kernel(play)(ROUNDS // parts, seed, starts, codes, places, ez, riches, totals[part])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, range(parts)))
    dealt = totals.sum(axis=0).tolist()
    best_ez, best_riches = best_player(EZ, Fraction(1), True).best, best_player(RICHES, COMMISSION, False).best
    by_way = compare_ways(RICHES)
    exact = [
        FOXWOODS.win - FOXWOODS.barred_win,
        FOXWOODS.lose - FOXWOODS.barred_lose,
        FOXWOODS.barred,
        best_ez.win - best_ez.barred_win,
        best_ez.lose - best_ez.barred_lose,
        by_way.win,
        by_way.lose,
        best_riches.win,
        best_riches.lose,
    ]
    chances = [Fraction(count, FOXWOODS.pairs) for count in exact]
    for chance, count in zip(chances, dealt, strict=False):
        assert abs(deviations(count, chance)) < MOST_DEVIATIONS
    for pai_gow, count in BEATEN.items():
        assert abs(deviations(dealt[9 + pai_gow], Fraction(count, FOXWOODS.pairs))) < MOST_DEVIATIONS
    for won_at, pay in ((0, Fraction(1)), (3, Fraction(1)), (5, COMMISSION), (7, COMMISSION)):
        win, lose = chances[won_at], chances[won_at + 1]
        mean = float(pay * win - lose)
        deviation = sqrt(float(pay**2 * win + lose) - mean**2)
        found = (float(pay) * dealt[won_at] - dealt[won_at + 1]) / ROUNDS
        assert abs(found - mean) < MOST_DEVIATIONS * deviation / sqrt(ROUNDS)


def deviations(count: int, chance: Fraction) -> float:
    """How many standard deviations a count lies from what is expected of it."""
    expected = ROUNDS * chance
    return float(count - expected) / sqrt(float(expected * (1 - chance)))
