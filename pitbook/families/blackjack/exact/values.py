"""Cards by value, which is all that matters in blackjack: a composition is ten counts, of aces, 2 to 9, and tens."""

from collections.abc import Iterable
from operator import mul, sub
from typing import Final

from pitbook.cards import ACE, TEN, Shoe
from pitbook.errors import BadInput
from pitbook.hands.blackjack import add_card, card_points

Composition = tuple[int, ...]
"""The number of cards of each value: index 0 is aces, index 9 tens and faces."""

VALUES: Final = 10
ACES, TENS = 0, 9
VALUE_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
UP_CARDS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The indexes of the up cards in the order of a chart: 2 to T, then the ace."""

_CARD: Final = (ACE * 4, *(rank * 4 for rank in range(8)), TEN * 4)
"""A card of each value, for calls of the rules."""
_ONE: Final = tuple(tuple(int(each == place) for each in range(VALUES)) for place in range(VALUES))


def full_shoe(decks: int) -> Composition:
    """The composition of full decks."""
    return composition_of(Shoe.of_decks(decks))


def composition_of(shoe: Shoe) -> Composition:
    """A shoe's cards by value."""
    counts = [0] * VALUES
    for card, times in enumerate(shoe.counts[:52]):
        counts[card_points(card) - 1] += times
    return tuple(counts)


def composition_of_cards(cards: Iterable[int]) -> Composition:
    """Some cards by value."""
    counts = [0] * VALUES
    for card in cards:
        counts[card_points(card) - 1] += 1
    return tuple(counts)


def without(shoe: Composition, cards: Composition) -> Composition:
    """The composition without these cards; refused if it does not contain them."""
    left = tuple(map(sub, shoe, cards))
    if min(left) < 0:
        place = next(place for place, count in enumerate(left) if count < 0)
        raise BadInput(f"the shoe holds {shoe[place]} cards of value {VALUE_NAMES[place]}, not {cards[place]}")
    return left


def one(place: int) -> Composition:
    """A single card."""
    return _ONE[place]


def add_value(total: int, soft: bool, place: int) -> tuple[int, bool]:
    """The total after one more card of a value, by the rule that hands are settled with."""
    return add_card(total, soft, _CARD[place])


def total_of(cards: Composition) -> tuple[int, bool]:
    """A hand's total and softness; the order of its cards does not matter."""
    total, soft = 0, False
    for place, times in enumerate(cards):
        for _ in range(times):
            total, soft = add_value(total, soft, place)
    return total, soft


def hard_points(cards: Composition) -> int:
    """The points with every ace as 1: over 21 is a bust, and every card increases them."""
    return sum(map(mul, cards, range(1, VALUES + 1)))


def names_of(cards: Composition) -> str:
    """``A-2-T``: the values of a hand, lowest first."""
    return "-".join(VALUE_NAMES[place] for place in range(VALUES) for _ in range(cards[place]))
