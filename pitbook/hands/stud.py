"""Poker values of the games against a dealer: three cards, the best four or five of several cards, wild cards.

A value has the format of :mod:`pitbook.hands.poker`: class, then the ranks that make it, then kickers, so that values
of one kind compare as integers. Three cards, four cards and wild cards have their own orders of classes, because a
flush may be more or less likely than a straight. Suits never break ties. An ace is high, or low in the lowest straight;
a straight does not wrap around the ace.

Every function takes cards as a tuple or as a compiled array, and reads them one by one.
"""

from typing import Final

from pitbook.cards import ACE, FIVE, JOKER, TWO, Cards, rank, suit
from pitbook.hands.poker import (
    ACE_BIT,
    ACE_HIGH_STRAIGHT,
    ALL_RANKS,
    FIVE_OF_A_KIND,
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
    WHEEL,
    Kinds,
    class_of,
    count_ones,
    describe,
    highest,
    kickers_of,
    main_of,
    natural_kinds,
    value_of,
    with_rank,
)

THREE_CARD_CLASSES: Final = (
    HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH,
)  # fmt: skip
"""The corresponding five-card class of each class of three cards; lowest first."""
HIGH_CARD_3, PAIR_3, FLUSH_3, STRAIGHT_3, THREE_OF_A_KIND_3, STRAIGHT_FLUSH_3 = range(6)

FOUR_CARD_CLASSES: Final = (
    HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE_OF_A_KIND,
    STRAIGHT_FLUSH, FOUR_OF_A_KIND,
)  # fmt: skip
"""The same for four cards."""
(
    HIGH_CARD_4, PAIR_4, TWO_PAIR_4, STRAIGHT_4, FLUSH_4, THREE_OF_A_KIND_4, STRAIGHT_FLUSH_4, FOUR_OF_A_KIND_4,
) = range(8)  # fmt: skip

WILD_CLASSES: Final = (
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE,
    FOUR_OF_A_KIND, STRAIGHT_FLUSH, FIVE_OF_A_KIND, ROYAL_FLUSH,
)  # fmt: skip
"""The same for five cards with deuces and joker wild; five wild cards come above all of these."""
(
    HIGH_CARD_WILD, PAIR_WILD, TWO_PAIR_WILD, THREE_OF_A_KIND_WILD, STRAIGHT_WILD, FLUSH_WILD, FULL_HOUSE_WILD,
    FOUR_OF_A_KIND_WILD, STRAIGHT_FLUSH_WILD, FIVE_OF_A_KIND_WILD, ROYAL_FLUSH_WILD, FIVE_WILDS,
) = range(12)  # fmt: skip


def top_ranks(ranks: int, count: int) -> int:
    """The highest ``count`` ranks of a mask."""
    left = count_ones(ranks) - count
    while left > 0:
        ranks &= ranks - 1
        left -= 1
    return ranks


def best_run(ranks: int, length: int) -> int:
    """The best straight of this length as its place; 0 if there is none.

    The place is 13 for ace high, else the rank of the top card.
    """
    with_low_ace = ranks << 1 | ranks >> ACE
    runs = with_low_ace
    for more in range(1, length):
        runs &= with_low_ace >> more
    if runs == 0:
        return 0
    top = length - 2
    while runs > 1:
        runs >>= 1
        top += 1
    return ACE_HIGH_STRAIGHT if top == ACE else top


def best_wild_run(ranks: int, wild: int) -> int:
    """The same for a straight of five in which ``wild`` cards replace missing ranks."""
    for top in range(ACE, FIVE, -1):
        if count_ones(0b11111 << (top - 4) & ~ranks) <= wild:
            return ACE_HIGH_STRAIGHT if top == ACE else top
    return FIVE if count_ones(WHEEL & ~ranks) <= wild else 0


def held(cards: Cards, length: int) -> tuple[int, int, int, int, int]:
    """Masks of the ranks held at least once, twice, three and four times, and of a suit held at least ``length`` times.

    The last is 0 if there is no such suit. The cards must have no joker, and at most one suit may reach ``length``.
    (One loop without calls: solvers evaluate hundreds of millions of hands.)
    """
    once, twice, thrice, four = 0, 0, 0, 0
    masks = 0
    counts = 0
    for card in cards:
        bit = 1 << (card >> 2)
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        masks |= bit << 13 * (card & 3)
        counts += 1 << 4 * (card & 3)
    # Four counters of four bits: adding 8 - length sets the highest bit of each counter that has reached length.
    reached = (counts + (8 - length) * 0x1111) & 0x8888
    flush = 0
    if reached:
        for each in range(4):
            if reached >> 4 * each & 8:
                flush = masks >> 13 * each & ALL_RANKS
    return once, twice, thrice, four, flush


def three_card_value(cards: Cards) -> int:
    """The value of a three-card hand: a straight beats a flush, and three of a kind beats both."""
    once, twice, thrice, _, _ = natural_kinds(cards)
    if thrice:
        return value_of(THREE_OF_A_KIND_3, thrice, 0)
    if twice:
        return value_of(PAIR_3, twice, once ^ twice)
    straight = best_run(once, 3)
    if suit(cards[0]) == suit(cards[1]) and suit(cards[1]) == suit(cards[2]):
        return value_of(STRAIGHT_FLUSH_3, straight, 0) if straight else value_of(FLUSH_3, 0, once)
    return value_of(STRAIGHT_3, straight, 0) if straight else value_of(HIGH_CARD_3, 0, once)


def best_four_value(cards: Cards) -> int:
    """The value of the best four of four to six cards: three of a kind beats a flush, which beats a straight."""
    once, twice, thrice, four, flush = held(cards, 4)
    if four:
        return value_of(FOUR_OF_A_KIND_4, four, 0)
    if flush:
        straight_flush = best_run(flush, 4)
        if straight_flush:
            return value_of(STRAIGHT_FLUSH_4, straight_flush, 0)
    if thrice:
        trips = highest(thrice)
        return value_of(THREE_OF_A_KIND_4, trips, highest(once ^ trips))
    if flush:
        return value_of(FLUSH_4, 0, top_ranks(flush, 4))
    straight = best_run(once, 4)
    if straight:
        return value_of(STRAIGHT_4, straight, 0)
    if twice & (twice - 1):
        return value_of(TWO_PAIR_4, top_ranks(twice, 2), 0)
    if twice:
        return value_of(PAIR_4, twice, top_ranks(once ^ twice, 2))
    return value_of(HIGH_CARD_4, 0, top_ranks(once, 4))


def best_five_value(cards: Cards) -> int:
    """The value of the best five of five to seven cards without a joker; for five cards it equals
    ``five_card_value``."""
    once, twice, thrice, four, flush = held(cards, 5)
    if flush:
        straight = best_run(flush, 5)
        if straight:
            return value_of(ROYAL_FLUSH if straight == ACE_HIGH_STRAIGHT else STRAIGHT_FLUSH, straight, 0)
    if four:
        quads = highest(four)
        return value_of(FOUR_OF_A_KIND, quads, highest(once ^ quads))
    if thrice:
        trips = highest(thrice)
        if twice ^ trips:
            return value_of(FULL_HOUSE, trips, highest(twice ^ trips))
        if flush == 0:
            straight = best_run(once, 5)
            if straight:
                return value_of(STRAIGHT, straight, 0)
            return value_of(THREE_OF_A_KIND, trips, top_ranks(once ^ trips, 2))
    if flush:
        return value_of(FLUSH, 0, top_ranks(flush, 5))
    straight = best_run(once, 5)
    if straight:
        return value_of(STRAIGHT, straight, 0)
    if twice & (twice - 1):
        pairs = top_ranks(twice, 2)
        return value_of(TWO_PAIR, pairs, highest(once ^ pairs))
    if twice:
        return value_of(PAIR, twice, top_ranks(once ^ twice, 3))
    return value_of(HIGH_CARD, 0, top_ranks(once, 5))


def joker_five_value(cards: Cards) -> int:
    """The value of the best five of five to seven cards with a joker that completes a straight, a flush, a straight
    flush or a royal flush, and is an ace otherwise.

    In a flush the joker is the highest rank that its suit lacks. Five aces rank highest.
    """
    joker = 0
    once, twice, thrice, four = 0, 0, 0, 0
    masks = 0
    counts = 0
    for card in cards:
        if card == JOKER:
            joker = 1
        else:
            bit = 1 << (card >> 2)
            four |= thrice & bit
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
            masks |= bit << 13 * (card & 3)
            counts += 1 << 4 * (card & 3)
    flush = 0
    for each in range(4):
        if (counts >> 4 * each & 15) + joker >= 5:
            flush = masks >> 13 * each & ALL_RANKS
    natural = once
    if joker:
        if four & ACE_BIT:
            return value_of(FIVE_OF_A_KIND, ACE_BIT, 0)
        four |= thrice & ACE_BIT
        thrice |= twice & ACE_BIT
        twice |= once & ACE_BIT
        once |= ACE_BIT
    if flush:
        straight = best_wild_run(flush, 1) if joker else best_run(flush, 5)
        if straight:
            return value_of(ROYAL_FLUSH if straight == ACE_HIGH_STRAIGHT else STRAIGHT_FLUSH, straight, 0)
    if four:
        quads = highest(four)
        return value_of(FOUR_OF_A_KIND, quads, highest(once ^ quads))
    if thrice:
        trips = highest(thrice)
        if twice ^ trips:
            return value_of(FULL_HOUSE, trips, highest(twice ^ trips))
    if flush:
        missing = highest(ALL_RANKS & ~flush) if joker else 0
        return value_of(FLUSH, 0, top_ranks(flush | missing, 5))
    straight = best_wild_run(natural, 1) if joker else best_run(natural, 5)
    if straight:
        return value_of(STRAIGHT, straight, 0)
    if thrice:
        return value_of(THREE_OF_A_KIND, thrice, top_ranks(once ^ thrice, 2))
    if twice & (twice - 1):
        pairs = top_ranks(twice, 2)
        return value_of(TWO_PAIR, pairs, highest(once ^ pairs))
    if twice:
        return value_of(PAIR, twice, top_ranks(once ^ twice, 3))
    return value_of(HIGH_CARD, 0, top_ranks(once, 5))


def deuces_wild_value(cards: Cards) -> int:
    """The value of five cards with all deuces and the joker fully wild.

    Wild cards make the highest class that they can and take the best ranks in it; in a flush, the highest missing
    ranks. Hands with equal values tie, with or without wild cards.
    """
    wild = 0
    suits = 0
    kinds: Kinds = (0, 0, 0, 0, 0)
    for card in cards:
        if card == JOKER or rank(card) == TWO:
            wild += 1
        else:
            suits |= 1 << suit(card)
            kinds = with_rank(kinds, 1 << rank(card))
    if wild == 5:
        return value_of(FIVE_WILDS, 0, 0)
    once, twice, thrice, four, _ = kinds
    one_suit = suits & (suits - 1) == 0
    straight = 0 if twice else best_wild_run(once, wild)
    if one_suit and straight == ACE_HIGH_STRAIGHT:
        return value_of(ROYAL_FLUSH_WILD, straight, 0)
    if once & (once - 1) == 0:
        return value_of(FIVE_OF_A_KIND_WILD, once, 0)
    if one_suit and straight:
        return value_of(STRAIGHT_FLUSH_WILD, straight, 0)
    # The ranks of which the wild cards can make four, and three, of a kind.
    to_four = four if wild == 0 else thrice if wild == 1 else twice if wild == 2 else once
    if to_four:
        quads = highest(to_four)
        return value_of(FOUR_OF_A_KIND_WILD, quads, once ^ quads)
    to_three = thrice if wild == 0 else twice if wild == 1 else once
    if count_ones(once) == 2:
        trips = highest(to_three)
        return value_of(FULL_HOUSE_WILD, trips, once ^ trips)
    if one_suit and twice == 0:
        missing = top_ranks(ALL_RANKS & ~once, wild)
        return value_of(FLUSH_WILD, 0, once | missing)
    if straight:
        return value_of(STRAIGHT_WILD, straight, 0)
    if to_three:
        trips = highest(to_three)
        return value_of(THREE_OF_A_KIND_WILD, trips, once ^ trips)
    if twice & (twice - 1):
        return value_of(TWO_PAIR_WILD, twice, once ^ twice)
    pair = twice if wild == 0 else highest(once)
    if pair:
        return value_of(PAIR_WILD, pair, once ^ pair)
    return value_of(HIGH_CARD_WILD, 0, once)


def rummy_points(cards: Cards) -> int:
    """The points of three cards at rummy, fewest first: cards in a pair, in three of a kind or in a suited run count 0.

    An ace counts one and is low in runs; faces count ten. The lowest of several possible counts applies.
    """
    a, b, c = cards[0], cards[1], cards[2]
    best = _points(a) + _points(b) + _points(c)
    if _is_set(a, b):
        best = min(best, _points(c))
    if _is_set(a, c):
        best = min(best, _points(b))
    if _is_set(b, c):
        best = min(best, _points(a))
    if rank(a) == rank(b) and rank(b) == rank(c):
        return 0
    # Three consecutive cards of one suit are two sets that share a card.
    if suit(a) == suit(b) and suit(b) == suit(c) and _is_set(a, b) + _is_set(b, c) + _is_set(a, c) == 2:
        return 0
    return best


def _points(card: int) -> int:
    return 1 if rank(card) == ACE else min(rank(card) + 2, 10)


def _is_set(a: int, b: int) -> bool:
    """Whether two cards are a pair or a suited run of two, in which an ace is low."""
    low_a, low_b = (rank(a) + 1) % 13, (rank(b) + 1) % 13
    return rank(a) == rank(b) or (suit(a) == suit(b) and abs(low_a - low_b) == 1)


def describe_three(value: int) -> str:
    """A three-card value in words."""
    return _describe(value, THREE_CARD_CLASSES)


def describe_four(value: int) -> str:
    """A four-card value in words."""
    return _describe(value, FOUR_CARD_CLASSES)


def describe_wild(value: int) -> str:
    """A value with deuces and joker wild in words."""
    return "five wild cards" if class_of(value) == FIVE_WILDS else _describe(value, WILD_CLASSES)


def _describe(value: int, classes: tuple[int, ...]) -> str:
    return describe(value_of(classes[class_of(value)], main_of(value), kickers_of(value)))
