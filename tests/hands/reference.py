r"""Poker by brute force, independent of the package: slow and simple.

The joker is replaced by every card that it may be. Also the hands that the tests try, drawn from packs small enough
that straights, flushes and four of a kind turn up often.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from random import Random

from hypothesis import strategies as st

from pitbook.cards import ACE, JOKER, KING, QUEEN, RANKS, Cards, rank, suit
from pitbook.hands import poker
from pitbook.hands.seven import LINE_NAMES

Key = tuple[int, tuple[int, ...]]

FIFTH_SUIT = 4
"""The suit of a joker that plays as a fifth card of a rank."""

SUIT_ORDERS = tuple(permutations(range(4)))


def line_names(lines: int) -> tuple[str, ...]:
    """The names of the lines of seven cards in a mask, in the order of their bits."""
    return tuple(name for bit, name in enumerate(LINE_NAMES) if lines >> bit & 1)


def fifth(of_rank: int) -> tuple[int, int]:
    """A fifth card of a rank."""
    return of_rank, FIFTH_SUIT


def faces(cards: Cards) -> list[tuple[int, int]]:
    """Cards as (rank, suit), the joker left out."""
    return [(rank(card), suit(card)) for card in cards if card != JOKER]


def all_straights(wheel_second: bool) -> list[set[int]]:
    """The ten straights as sets of ranks, lowest first."""
    without_wheel = [set(range(low, low + 5)) for low in range(9)]
    wheel = {ACE, 0, 1, 2, 3}
    return [*without_wheel[:-1], wheel, without_wheel[-1]] if wheel_second else [wheel, *without_wheel]


def natural_key(hand: list[tuple[int, int]], wheel_second: bool) -> Key:
    """Class and tie-breakers, in order, of five cards without a joker."""
    counts = Counter(each for each, _ in hand)
    order = tuple(sorted(counts, key=lambda each: (counts[each], each), reverse=True))
    shape = tuple(counts[each] for each in order)
    is_flush = len({each for _, each in hand}) == 1
    straights = all_straights(wheel_second)
    if set(counts) in straights:
        place = straights.index(set(counts))
        if is_flush:
            return (poker.ROYAL_FLUSH if place == 9 else poker.STRAIGHT_FLUSH), (place,)
        return poker.STRAIGHT, (place,)
    if is_flush:
        return poker.FLUSH, order
    classes = {
        (5,): poker.FIVE_OF_A_KIND,
        (4, 1): poker.FOUR_OF_A_KIND,
        (3, 2): poker.FULL_HOUSE,
        (3, 1, 1): poker.THREE_OF_A_KIND,
        (2, 2, 1): poker.TWO_PAIR,
        (2, 1, 1, 1): poker.PAIR,
        (1, 1, 1, 1, 1): poker.HIGH_CARD,
    }
    return classes[shape], order


def five_card_key(cards: Cards, joker_wild: bool, wheel_second: bool) -> Key:
    """Class and tie-breakers of the best that five cards can be."""
    held = faces(cards)
    if JOKER not in cards:
        return natural_key(held, wheel_second)
    keys = []
    for face in faces(tuple(range(52))):
        if face not in held:
            key = natural_key([*held, face], wheel_second)
            completes = key[0] in (poker.STRAIGHT, poker.FLUSH, poker.STRAIGHT_FLUSH, poker.ROYAL_FLUSH)
            if joker_wild or face[0] == ACE or completes:
                keys.append(key)
    of_four = held[0][0]
    if {each for each, _ in held} == {of_four} and (joker_wild or of_four == ACE):
        keys.append(natural_key([*held, fifth(of_four)], wheel_second))
    return max(keys)


def seven_lines(hand: Cards, joker_wild: bool) -> set[str]:
    """The names of the bonus lines that seven cards satisfy."""
    held = faces(hand)
    if JOKER not in hand:
        lines = lines_of(held, None)
        return lines or pai_gow_lines(held)
    lines = set()
    for face in [*faces(tuple(range(52))), *map(fifth, range(13))]:
        found = lines_of([*held, face], face)
        if face[1] == FIFTH_SUIT:
            # A fifth card of a rank, which only a rank held four times can need, makes no straight or flush.
            of_four = sum(each == face[0] for each, _ in held) == 4
            lines |= found & KIND_LINES if of_four and (joker_wild or face[0] == ACE) else set()
        elif face not in held:
            lines |= found if joker_wild or face[0] == ACE else found - KIND_LINES
    # Fully wild, the joker makes at least a pair.
    return lines if lines or joker_wild else pai_gow_lines([*held, fifth(ACE)])


KIND_LINES = {"five_aces", "four_of_a_kind", "full_house", "three_of_a_kind", "three_pair"}


def lines_of(seven: list[tuple[int, int]], joker: tuple[int, int] | None) -> set[str]:
    """The lines of seven known cards, one of which may be the card that the joker replaces."""
    lines = set()
    counts = sorted(Counter(each for each, _ in seven).values())
    if counts == [1, 2, 2, 2]:
        lines.add("three_pair")
    if len({each for _, each in seven}) == 1 and {each for each, _ in seven} in seven_in_a_row():
        lines.add("seven_card_straight_flush_with_joker" if joker else "seven_card_straight_flush")
    for five in combinations(seven, 5):
        hand_class, order = class_of_five(five)
        others = [face for face in seven if face not in five]
        lines |= CLASS_LINES.get(hand_class, set())
        if hand_class == poker.FIVE_OF_A_KIND and order == (ACE,):
            lines.add("five_aces")
        natural_others = joker not in others and len({each for _, each in others}) == 1 and others[0][1] != five[0][1]
        others_are = {each for each, _ in others}
        if hand_class == poker.ROYAL_FLUSH and natural_others:
            for name, wanted in SUITED_BESIDE.items():
                if others_are == wanted:
                    lines.add(f"royal_flush_{name}_suited")
        if hand_class == poker.STRAIGHT_FLUSH and order == (0,) and joker is None:
            lines.add("natural_wheel_straight_flush")
            if natural_others and others_are == {ACE, QUEEN}:
                lines.add("natural_wheel_ace_queen_suited")
    if "seven_card_straight_flush" in lines:
        lines.discard("natural_wheel_straight_flush")
    return lines


SUITED_BESIDE = {"ace_king": {ACE, KING}, "ace_queen": {ACE, QUEEN}, "king_queen": {KING, QUEEN}}

CLASS_LINES = {
    poker.FIVE_OF_A_KIND: {"four_of_a_kind", "three_of_a_kind"},
    poker.ROYAL_FLUSH: {"royal_flush", "straight_flush", "flush", "straight"},
    poker.STRAIGHT_FLUSH: {"straight_flush", "flush", "straight"},
    poker.FOUR_OF_A_KIND: {"four_of_a_kind", "three_of_a_kind"},
    poker.FULL_HOUSE: {"full_house", "three_of_a_kind"},
    poker.FLUSH: {"flush"},
    poker.STRAIGHT: {"straight"},
    poker.THREE_OF_A_KIND: {"three_of_a_kind"},
}


@cache
def class_of_five(five: tuple[tuple[int, int], ...]) -> Key:
    """Class and tie-breakers of five known cards, the wheel lowest."""
    return natural_key(list(five), False)


def seven_in_a_row() -> list[set[int]]:
    """Seven consecutive ranks: ace low, then deuce low to eight low."""
    return [{ACE, *range(6)}, *(set(range(low, low + 7)) for low in range(7))]


def pai_gow_lines(seven: list[tuple[int, int]]) -> set[str]:
    """The pai gow line of cards that satisfy no other."""
    ranks = {each for each, _ in seven}
    names = dict(zip("9TJQKA", ("nine", "ten", "jack", "queen", "king", "ace"), strict=True))
    return {f"{names[RANKS[max(ranks)]]}_high_pai_gow"} if len(ranks) == 7 else set()


def hands(size: int) -> st.SearchStrategy[Cards]:
    """Any hand of this size from the 53-card pack, in any order."""
    cards = st.lists(st.integers(0, JOKER), min_size=size, max_size=size, unique=True)
    return cards.map(tuple)


def telling_hands(seed: int, size: int, count: int) -> Iterator[Cards]:
    """Random hands, most of them from a few ranks or suits so that every class turns up; half hold the joker."""
    random = Random(seed)
    while count:
        low, ranks, suits = random.randrange(13), random.choice((2, 3, 5, 7, 8, 13)), random.choice((1, 2, 4))
        keep = {(low + step) % 13 for step in range(ranks)}
        pack = [card for card in range(52) if rank(card) in keep and suit(card) < suits]
        pack += random.sample([card for card in range(52) if card not in pack], 3 if suits < 4 else 0)
        joker = random.random() < 0.5
        if len(pack) >= size:
            yield tuple(random.sample(pack, size - joker)) + (JOKER,) * joker
            count -= 1


def with_suits(cards: Cards, order: tuple[int, ...]) -> Cards:
    """The cards with their suits exchanged."""
    return tuple(card if card == JOKER else rank(card) * 4 + order[suit(card)] for card in cards)
