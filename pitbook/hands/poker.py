"""The value of a poker hand as one integer, with or without the joker.

A value is ``class << 26 | main << 13 | kickers``. ``main`` and ``kickers`` are rank masks (bit 0 a deuce, bit 12 an
ace). Between two hands of one class the higher mask is the higher hand, because the highest rank in which they differ
decides. So values compare as plain integers without sorting. Two-card and five-card values share the scale, which the
foul check needs (letter 004, rule 1). Suits never break ties.
"""

from typing import Final

from pitbook.cards import ACE, FIVE, JOKER, KING, RANK_NAMES, TEN, Cards, rank, suit

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_OF_A_KIND,
) = range(11)  # fmt: skip
"""The classes, lowest first (regulation 2.3). A royal flush is the highest straight flush; it is a class of its own
because pay tables name it. Five aces rank above it, as the letters print them in every base game."""

CLASS_NAMES: Final = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush", "five of a kind",
)  # fmt: skip

ALL_RANKS: Final = (1 << 13) - 1
ACE_BIT: Final = 1 << ACE
BROADWAY: Final = 0b11111 << TEN
"""Ace, king, queen, jack and ten: the highest straight."""
WHEEL: Final = ACE_BIT | 0b1111
"""Ace to five."""

ACE_HIGH_STRAIGHT: Final = 13
SECOND_HIGHEST_STRAIGHT: Final = 12
"""The place of the wheel when it ranks right after the ace-high straight (letter 004, rule 1b)."""

_CLASS_SHIFT: Final = 26
_MAIN_SHIFT: Final = 13

Kinds = tuple[int, int, int, int, int]
"""Rank masks: the ranks held at least once, twice, three, four and five times."""


def value_of(hand_class: int, main: int, kickers: int) -> int:
    """The value with this class and these tie-breakers."""
    return hand_class << _CLASS_SHIFT | main << _MAIN_SHIFT | kickers


def class_of(value: int) -> int:
    """The class of a value: ``PAIR``, ``STRAIGHT`` and so on."""
    return value >> _CLASS_SHIFT


def main_of(value: int) -> int:
    """The ranks that make the class, as a mask; for straights, the place among straights instead."""
    return value >> _MAIN_SHIFT & ALL_RANKS


def kickers_of(value: int) -> int:
    """The ranks that only break ties, as a mask; in a full house, the pair."""
    return value & ALL_RANKS


def highest(mask: int) -> int:
    """The highest bit of a mask, as a mask; 0 if the mask is empty."""
    while mask & (mask - 1):
        mask &= mask - 1
    return mask


def count_ones(mask: int) -> int:
    """The number of bits set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def with_rank(kinds: Kinds, bit: int) -> Kinds:
    """The kinds after one more card of the rank ``bit``."""
    once, twice, thrice, four, five = kinds
    return once | bit, twice | once & bit, thrice | twice & bit, four | thrice & bit, five | four & bit


def natural_kinds(cards: Cards) -> Kinds:
    """The number of cards of each rank, without the joker."""
    kinds = (0, 0, 0, 0, 0)
    for card in cards:
        if card != JOKER:
            kinds = with_rank(kinds, 1 << rank(card))
    return kinds


def with_joker(kinds: Kinds, joker_wild: bool) -> Kinds:
    """The kinds after the joker, used as a rank and not in a straight or flush.

    Semi-wild, that rank is the ace. Fully wild, it is the rank held most often, the highest of these: four of a kind
    become five, two pair become a full house, and no pair becomes a pair (letter 004, rule 1).
    """
    if not joker_wild:
        return with_rank(kinds, ACE_BIT)
    once, twice, thrice, four, _ = kinds
    return with_rank(kinds, highest(four or thrice or twice or once))


def held_kinds(cards: Cards, joker_wild: bool) -> Kinds:
    """The number of cards of each rank, with the joker used as a rank."""
    kinds = natural_kinds(cards)
    return with_joker(kinds, joker_wild) if JOKER in cards else kinds


def reaches(ranks: int, wanted: int, joker: bool) -> bool:
    """Whether ``ranks`` contain all of ``wanted``; a joker may replace one missing rank."""
    missing = wanted & ~ranks
    return missing == 0 or (joker and missing & (missing - 1) == 0)


def best_straight(ranks: int, joker: bool, wheel_second: bool) -> int:
    """The best straight among these ranks as its place among straights; 0 if there is none.

    The place is 13 for ace high, 12 for a wheel that ranks second, else the rank of the top card; a higher place wins.
    Given the ranks of one suit it finds the best straight flush.
    """
    if reaches(ranks, BROADWAY, joker):
        return ACE_HIGH_STRAIGHT
    wheel = reaches(ranks, WHEEL, joker)
    if wheel and wheel_second:
        return SECOND_HIGHEST_STRAIGHT
    for top in range(KING, FIVE, -1):
        if reaches(ranks, 0b11111 << (top - 4), joker):
            return top
    return FIVE if wheel else 0


def kinds_value(kinds: Kinds) -> int:
    """The value of two or five cards without straights and flushes: pairs and more of a kind, or high cards."""
    once, twice, thrice, four, five = kinds
    if five:
        return value_of(FIVE_OF_A_KIND, five, 0)
    if four:
        return value_of(FOUR_OF_A_KIND, four, once ^ four)
    if thrice:
        return value_of(FULL_HOUSE if twice != thrice else THREE_OF_A_KIND, thrice, once ^ thrice)
    if twice:
        return value_of(PAIR if twice & (twice - 1) == 0 else TWO_PAIR, twice, once ^ twice)
    return value_of(HIGH_CARD, 0, once)


def is_one_suit(cards: Cards) -> bool:
    """Whether all cards except the joker share a suit."""
    suits = 0
    for card in cards:
        if card != JOKER:
            suits |= 1 << suit(card)
    return suits & (suits - 1) == 0


def flush_ranks(ranks: int, joker: bool) -> int:
    """The ranks of a flush; the joker takes the highest that it lacks (regulation 2.3)."""
    return ranks | highest(ALL_RANKS & ~ranks) if joker else ranks


def five_card_value(cards: Cards, joker_wild: bool, wheel_second: bool) -> int:
    """The value of a five-card hand with the best use of the joker.

    Semi-wild, the joker is an ace or completes a straight, flush or straight flush; fully wild, it is any card not in
    the hand, or the fifth of a kind (letter 004, rule 1). ``wheel_second`` ranks A-2-3-4-5 right after the ace-high
    straight (rule 1b), else it is the lowest.
    """
    kinds = natural_kinds(cards)
    joker = JOKER in cards
    value = kinds_value(with_joker(kinds, joker_wild) if joker else kinds)
    once, twice, _, _, _ = kinds
    if twice:
        return value
    straight = best_straight(once, joker, wheel_second)
    if is_one_suit(cards):
        if straight == 0:
            return max(value, value_of(FLUSH, 0, flush_ranks(once, joker)))
        return value_of(ROYAL_FLUSH if straight == ACE_HIGH_STRAIGHT else STRAIGHT_FLUSH, straight, 0)
    return max(value, value_of(STRAIGHT, straight, 0)) if straight else value


def two_card_value(cards: Cards, joker_wild: bool) -> int:
    """The value of a two-card hand: a pair, or high cards (letter 004, rule 1a).

    The joker is an ace; fully wild, it pairs the other card.
    """
    return kinds_value(held_kinds(cards, joker_wild))


def describe(value: int) -> str:
    """A value in words, such as ``two pair, kings and sevens`` or ``straight, queen high``."""
    hand_class = class_of(value)
    name = CLASS_NAMES[hand_class]
    if hand_class == ROYAL_FLUSH:
        return name
    if hand_class in (STRAIGHT, STRAIGHT_FLUSH):
        place = main_of(value)
        top = {ACE_HIGH_STRAIGHT: ACE, SECOND_HIGHEST_STRAIGHT: FIVE}.get(place, place)
        return f"{name}, {RANK_NAMES[top]} high"
    main = _ranks(main_of(value))
    kickers = _ranks(kickers_of(value))
    if hand_class == FLUSH:
        return f"{name}, {RANK_NAMES[kickers[0]]} high"
    if hand_class == FULL_HOUSE:
        return f"{name}, {_plural(main[0])} over {_plural(kickers[0])}"
    if hand_class == HIGH_CARD:
        return f"{RANK_NAMES[kickers[0]]} high, {RANK_NAMES[kickers[1]]} kicker"
    if hand_class == PAIR:
        kicker = f", {RANK_NAMES[kickers[0]]} kicker" if kickers else ""
        return f"pair of {_plural(main[0])}{kicker}"
    return f"{name}, {' and '.join(map(_plural, main))}"


def _ranks(mask: int) -> list[int]:
    """The ranks of a mask, highest first."""
    return [each for each in range(ACE, -1, -1) if mask >> each & 1]


def _plural(of_rank: int) -> str:
    name = RANK_NAMES[of_rank]
    return name + ("es" if name == "six" else "s")
