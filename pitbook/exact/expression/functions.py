"""The functions of the rule language: plain functions on small tuples, which can be compiled.

Ranks are 2 to 14 here, an ace is 14.
"""

from typing import Final

from pitbook.cards import Cards
from pitbook.hands.blackjack import card_points, total

ACE_HIGH: Final = 14

Values = tuple[int, ...]


def all_same(values: Values) -> bool:
    """Whether they are all equal."""
    for value in values:  # noqa: SIM110 (compiled code knows no generators)
        if value != values[0]:
            return False
    return True


def different(values: Values) -> int:
    """The number of different values."""
    found = 0
    for place in range(len(values)):
        new = 1
        for before in range(place):
            if values[before] == values[place]:
                new = 0
        found += new
    return found


def most_equal(values: Values) -> int:
    """The number of occurrences of the commonest value."""
    most = 0
    for value in values:
        times = 0
        for other in values:
            if other == value:
                times += 1
        most = max(most, times)
    return most


def held(values: Values, least: int) -> int:
    """The number of different values that occur at least ``least`` times."""
    found = 0
    for place in range(len(values)):
        times = 0
        new = 1
        for other in range(len(values)):
            if values[other] == values[place]:
                times += 1
                if other < place:
                    new = 0
        if times >= least:
            found += new
    return found


def longest_run(ranks: Values) -> int:
    """The longest run of consecutive ranks, an ace high or low."""
    mask = 0
    for each in ranks:
        mask |= 1 << each
        if each == ACE_HIGH:
            mask |= 2
    longest = 0
    run = 0
    for each in range(1, ACE_HIGH + 1):
        run = run + 1 if mask >> each & 1 else 0
        longest = max(longest, run)
    return longest


def is_straight(ranks: Values) -> bool:
    """Whether all ranks are consecutive and different."""
    return longest_run(ranks) == len(ranks)


def is_full_house(ranks: Values) -> bool:
    """At least three of one rank and two of another."""
    return held(ranks, 3) >= 1 and held(ranks, 2) >= 2


def color_of(suit: int) -> int:
    """1 for diamonds and hearts, 0 for clubs and spades."""
    return (suit + 1) >> 1 & 1


def points_of(card: int) -> int:
    """The value of a card in blackjack: 10 for faces, 11 for an ace."""
    points = card_points(card)
    return 11 if points == 1 else points


def total_of(cards: Cards) -> int:
    """The best blackjack total."""
    return total(cards)[0]


def is_soft(cards: Cards) -> bool:
    """Whether an ace of that total counts 11."""
    return total(cards)[1]
