"""Seven-card hands by kind, and what each is worth once it is set.

A house way sees suits only through a flush, so that hands of the same ranks without one are set alike, and a hand with one is
known by the flush's ranks and the ranks beside it. There are some 77,000 rank patterns and 210,000 flushes to set, and
154,143,080 hands to look up. Everything here is plain loops that run compiled.

A pack may be reduced to its highest ranks, which is how the whole method is tested against brute force.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Any, Final

from pitbook.cards import JOKER, Cards
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.hands.seven import ACE_HIGH_PAI_GOW, NINE_HIGH_PAI_GOW, QUEEN_HIGH_PAI_GOW, seven_card_lines

Split = Callable[[Cards], tuple[int, int, int]]
"""A house way: seven cards -> the positions of the two low ones, and the row that decided."""

CHOOSE: Final = tuple(tuple(comb(n, k) for k in range(9)) for n in range(60))
"""Binomials, for numbering hands and rank patterns."""

PLAIN_KINDS: Final = CHOOSE[19][7]
JOKER_KINDS: Final = CHOOSE[18][6]
FLUSHES: Final = PLAIN_KINDS + JOKER_KINDS
"""Where the kinds of flushes begin: patterns of seven ranks come first, then of six beside the joker."""
BESIDE: Final = 128
FLUSH_KINDS: Final = (1 << 13) * BESIDE
KINDS: Final = FLUSHES + 2 * FLUSH_KINDS

TWO_BITS: Final = 28
"""A two-card value, at most a pair, fits in so many bits."""

ROW_BITS: Final = 8
"""A note on a kind is the row of the house way that sets it in so many bits, and above them its pai gow."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards in play: the ranks from ``lowest`` up, four suits each, and the joker."""

    lowest: int = 0
    joker: bool = True

    @property
    def naturals(self) -> int:
        return 4 * (13 - self.lowest)

    @property
    def cards(self) -> int:
        return self.naturals + self.joker

    @property
    def hands(self) -> int:
        return comb(self.cards, 7)


def beside_of(first: int, second: int) -> int:
    """A number for the ranks beside a flush: none (-1, -1), one (rank, -1), or two in rising order."""
    if first < 0:
        return 0
    if second < 0:
        return 1 + first
    return 14 + CHOOSE[second + 1][2] + first


def value_kinds(split: Split, wheel: bool, values: Any, notes: Any) -> None:
    """Sets one hand of every kind by a house way: what its two hands are worth, and the note on it."""
    for joker in range(2):
        value_patterns(split, wheel, joker, values, notes)
        value_flushes(split, wheel, joker, values, notes)


def value_patterns(split: Split, wheel: bool, joker: int, values: Any, notes: Any) -> None:
    """Hands without a flush, by their ranks in rising order."""
    cards = 7 - joker
    pattern, hand = [0] * cards, [JOKER] * 7
    while True:
        kind = PLAIN_KINDS * joker
        most = 1
        same = 1
        for place in range(cards):
            kind += CHOOSE[pattern[place] + place][place + 1]
            same = same + 1 if place and pattern[place] == pattern[place - 1] else 1
            most = max(most, same)
        if most <= 4:
            # Suits dealt out in turn: no suit gets more than two cards, and equal ranks get different ones.
            for place in range(cards):
                hand[place] = pattern[place] * 4 + place % 4
            values[kind], notes[kind] = set_value(split, hand, wheel)
        place = cards - 1
        while place >= 0 and pattern[place] == 12:
            place -= 1
        if place < 0:
            return
        raised = pattern[place] + 1
        for each in range(place, cards):
            pattern[each] = raised


def value_flushes(split: Split, wheel: bool, joker: int, values: Any, notes: Any) -> None:
    """Hands with a flush, by its ranks and those beside it."""
    hand = [0] * 7
    for flush in range(1 << 13):
        size = 0
        for each in range(13):
            if flush >> each & 1:
                if size < 7:
                    hand[size] = each * 4
                size += 1
        beside = 7 - joker - size
        if size < 5 - joker or beside < 0:
            continue
        if joker:
            hand[6] = JOKER
        start = FLUSHES + FLUSH_KINDS * joker + flush * BESIDE
        if beside == 0:
            values[start], notes[start] = set_value(split, hand, wheel)
        for low in range(13 if beside else 0):
            hand[size] = low * 4 + 1
            if beside == 1:
                kind = start + beside_of(low, -1)
                values[kind], notes[kind] = set_value(split, hand, wheel)
                continue
            for high in range(low, 13):
                hand[size + 1] = high * 4 + 2
                kind = start + beside_of(low, high)
                values[kind], notes[kind] = set_value(split, hand, wheel)


def set_value(split: Split, cards: list[int], wheel: bool) -> tuple[int, int]:
    """What a hand is worth once set, and the note on it.

    The five-card value, the two-card value and whether the hand is a queen-high pai gow are one number: no pair of
    values needs more than a signed 64-bit one, since a two-card value is at most a pair.
    """
    hand = (cards[0], cards[1], cards[2], cards[3], cards[4], cards[5], cards[6])
    first, second, row = split(hand)
    five = five_card_value(high_cards(hand, first, second), False, wheel)
    two = two_card_value(low_cards(hand, first, second), False)
    lines = seven_card_lines(hand, False)
    barred = lines >> QUEEN_HIGH_PAI_GOW & 1
    return five << (TWO_BITS + 1) | two << 1 | barred, pai_gow_class(lines) << ROW_BITS | row


def pai_gow_class(lines: int) -> int:
    """1 for an ace-high pai gow down to 6 for a nine-high one; 0 for any other hand."""
    for line in range(ACE_HIGH_PAI_GOW, NINE_HIGH_PAI_GOW + 1):
        if lines >> line & 1:
            return 1 + line - ACE_HIGH_PAI_GOW
    return 0


def look_up_hands(kinds: Any, lowest: int, naturals: int, joker: int, first: int, last: int, hands: Any) -> None:
    """``kinds[kind]`` for every hand whose highest card is from ``first`` up to ``last``, in the order of numbering.

    A hand of cards c0 < ... < c6 has the number C(c0, 1) + ... + C(c6, 7); the joker is the highest card.
    """
    number = CHOOSE[first][7]
    suits_of = (1, 1 << 4, 1 << 8, 1 << 12)
    for c6 in range(first, last):
        with_joker = 1 if joker and c6 == naturals else 0
        r6 = (c6 >> 2) + lowest
        k6 = PLAIN_KINDS if with_joker else CHOOSE[r6 + 6][7]
        s6 = 0 if with_joker else suits_of[c6 & 3]
        full = 0x4444 if with_joker else 0x3333
        for c5 in range(5, c6):
            k5 = k6 + CHOOSE[(c5 >> 2) + lowest + 5][6]
            s5 = s6 + suits_of[c5 & 3]
            for c4 in range(4, c5):
                k4 = k5 + CHOOSE[(c4 >> 2) + lowest + 4][5]
                s4 = s5 + suits_of[c4 & 3]
                for c3 in range(3, c4):
                    k3 = k4 + CHOOSE[(c3 >> 2) + lowest + 3][4]
                    s3 = s4 + suits_of[c3 & 3]
                    for c2 in range(2, c3):
                        k2 = k3 + CHOOSE[(c2 >> 2) + lowest + 2][3]
                        s2 = s3 + suits_of[c2 & 3]
                        for c1 in range(1, c2):
                            k1 = k2 + CHOOSE[(c1 >> 2) + lowest + 1][2]
                            s1 = s2 + suits_of[c1 & 3]
                            for c0 in range(c1):
                                kind = k1 + (c0 >> 2) + lowest
                                suits = s1 + suits_of[c0 & 3]
                                if suits + full & 0x8888:
                                    kind = flush_kind(
                                        suits + full & 0x8888, lowest, with_joker, c0, c1, c2, c3, c4, c5, c6
                                    )
                                hands[number] = kinds[kind]
                                number += 1


def flush_kind(
    flush: int, lowest: int, joker: int, c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int
) -> int:
    """The kind of a hand with a flush; ``flush`` has the top bit of its suit's four bits set."""
    suit = 0
    while flush >> (4 * suit) & 0xF == 0:
        suit += 1
    ranks = 0
    first = -1
    second = -1
    for card in (c0, c1, c2, c3, c4, c5, c6):
        if joker and card == c6:
            continue
        rank = (card >> 2) + lowest
        if card & 3 == suit:
            ranks |= 1 << rank
        elif first < 0:
            first = rank
        else:
            second = rank
    return FLUSHES + FLUSH_KINDS * joker + ranks * BESIDE + beside_of(first, second)
