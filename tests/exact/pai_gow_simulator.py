"""Pai gow dealt from a shuffled pack and compared hand by hand, compiled.

Both house ways set every hand of player and dealer; the optimal player looks the best setting up. Nothing is counted by
kinds here: hands are valued by the functions that the table settles with.
"""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any, Final

import numpy as np

from pitbook.cards import JOKER
from pitbook.exact.kernels import compiled
from pitbook.exact.pieces import workers
from pitbook.families.pai_gow.exact.best import best_of
from pitbook.families.pai_gow.exact.count import ANY_HAND, BARRED, WHOLE_PACK, Match, batches
from pitbook.families.pai_gow.exact.dealer import dealer_hands
from pitbook.families.pai_gow.exact.parts import falls
from pitbook.families.pai_gow.exact.set_kinds import TWO_BITS, pai_gow_class
from pitbook.hands.flamingo import flamingo
from pitbook.hands.foxwoods import foxwoods
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.hands.seven import seven_card_lines

WAYS: Final = ("foxwoods", "flamingo")
QUEEN_HIGH: Final = 3
COMPARED: Final = ("win", "lose", "barred_win", "barred_lose", "five_copies", "two_copies", "both_copies")
PAIRINGS: Final = 8
"""Two choices each of the wheel's rank, the player's way and the dealer's: three bits of an index, in this order."""
OPTIMAL_AT: Final = PAIRINGS * len(COMPARED)
"""The first index of the optimal players: of each game in turn, against the first dealer and the second."""
OPTIMAL: Final = 4
BARRED_AT: Final = OPTIMAL_AT + OPTIMAL * len(COMPARED)
BEATEN_AT: Final = BARRED_AT + 1
"""The first index of beaten pai gows: by the player's way, the dealer's, and the pai gow."""
TOTALS: Final = BEATEN_AT + 4 * 6
FALLS: Final = 2_000
"""The maximum number of suit distributions of some ranks."""


def best_settings(match: Match, pay: Fraction, barred: bool) -> tuple[Any, Any]:
    """The values of the best setting of every hand up to the renaming of suits, and where those of some ranks begin."""
    kinds = match.player_kinds
    dealer = dealer_hands(WHOLE_PACK, match.dealer_kinds, [ANY_HAND, BARRED])
    starts = np.zeros(2 << 13, np.int64)
    tables, used = [], 0
    for batch in batches(WHOLE_PACK):
        sets = batch.sets(WHOLE_PACK)
        tables.append(np.zeros((len(sets), len(batch.fall.times)), np.int64))
        for ranks in sets:
            starts[batch.joker << 13 | sum(1 << rank for rank in ranks)] = used
            used += len(batch.fall.times)

    def work(number: int) -> None:
        best_of(batches(WHOLE_PACK)[number], kinds, dealer, match, pay, barred, tables[number])

    with ThreadPoolExecutor(workers()) as pool:
        list(pool.map(work, range(len(tables))))
    return np.concatenate([table.ravel() for table in tables]), starts


def all_falls() -> tuple[Any, Any]:
    """The suit distributions by number of ranks, with and without the joker: sorted codes, and the index of each."""
    codes, places = np.full((16, FALLS), 1 << 62, np.int64), np.zeros((16, FALLS), np.int64)
    for joker in range(2):
        for size in range(2, 8 - joker):
            masks = falls(size, 7 - joker).masks
            code = masks[:, 0] << 24 | masks[:, 1] << 16 | masks[:, 2] << 8 | masks[:, 3]
            order = np.argsort(code)
            codes[8 * joker + size, : len(code)] = code[order]
            places[8 * joker + size, : len(code)] = order
    return codes, places


def place_of(hand: Any, starts: Any, codes: Any, places: Any) -> int:
    """The index of the best setting of a hand."""
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
    low, high = 0, FALLS
    while high - low > 1:
        middle = (low + high) >> 1
        if codes[line, middle] <= code:
            low = middle
        else:
            high = middle
    return int(starts[joker << 13 | ranks] + places[line, low])


def as_set(hand: Any, way: int, values: Any) -> None:
    """The values of a hand as a house way sets it: two cards; five cards with the wheel lowest, and second-highest."""
    first, second, _ = foxwoods(hand) if way == 0 else flamingo(hand)
    high = high_cards(hand, first, second)
    values[0] = two_card_value(low_cards(hand, first, second), False)
    values[1] = five_card_value(high, False, False)
    values[2] = five_card_value(high, False, True)


def compare(totals: Any, start: int, mine: Any, theirs: Any, barred: bool) -> None:
    """Counts how two settings compare, in the order of :data:`COMPARED`; each is its five-card and two-card value."""
    five, two = mine
    their_five, their_two = theirs
    if five > their_five and two > their_two:
        totals[start] += 1
        totals[start + 2] += barred
    elif five <= their_five and two <= their_two:
        totals[start + 1] += 1
        totals[start + 3] += barred
    totals[start + 4] += five == their_five
    totals[start + 5] += two == their_two
    totals[start + 6] += five == their_five and two == their_two


def play(rounds: int, state: int, starts: Any, codes: Any, places: Any, best: Any, totals: Any) -> None:
    """Deals and compares rounds. ``best`` holds a row of best settings for each optimal player, wheel second first."""
    pack = [0] * 53
    for card in range(53):
        pack[card] = card
    mine, theirs = np.zeros((2, 3), np.int64), np.zeros((2, 3), np.int64)
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
        for way in range(2):
            as_set(player, way, mine[way])
            as_set(dealer, way, theirs[way])
        pai_gow = pai_gow_class(seven_card_lines(dealer, False))
        barred = pai_gow == QUEEN_HIGH
        totals[BARRED_AT] += barred
        at = place_of(player, starts, codes, places)
        for their_way in range(2):
            their_two = theirs[their_way, 0]
            for my_way in range(2):
                for wheel in range(2):
                    compare(
                        totals, (wheel * 4 + my_way * 2 + their_way) * len(COMPARED),
                        (mine[my_way, 1 + wheel], mine[my_way, 0]), (theirs[their_way, 1 + wheel], their_two), barred,
                    )  # fmt: skip
                if pai_gow and mine[my_way, 1] > theirs[their_way, 1]:
                    totals[BEATEN_AT + (my_way * 2 + their_way) * 6 + pai_gow - 1] += 1
            for wheel in range(2):
                number = (1 - wheel) * 2 + their_way
                picked = best[number, at]
                compare(
                    totals, OPTIMAL_AT + number * len(COMPARED), (picked >> TWO_BITS, picked & ((1 << TWO_BITS) - 1)),
                    (theirs[their_way, 1 + wheel], their_two), barred,
                )  # fmt: skip


def simulate(rounds: int, seed: int, best: Any, starts: Any, parts: int = 20) -> list[int]:
    """All totals of rounds that are dealt in parts, each with its own seed, by two threads."""
    codes, places = all_falls()
    totals = np.zeros((parts, TOTALS), np.int64)
    compiled(play)(1, seed, starts, codes, places, best, totals[0] * 0)

    def run(part: int) -> None:
        own = (seed + part * 0x9E3779B97F4A7C15) % (1 << 62) + 1
        compiled(play)(rounds // parts, own, starts, codes, places, best, totals[part])

    with ThreadPoolExecutor(workers()) as pool:
        list(pool.map(run, range(parts)))
    return [int(total) for total in totals.sum(axis=0)]
