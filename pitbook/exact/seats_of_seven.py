"""Pairs of disjoint seven-card hands, by the sums over the sets of cards that hands hold.

Compiled code visits all hands of a pack once. The sums over sets of six cards are collected from the hands; those over
smaller sets follow from them: each hand that holds five given cards holds two sets of six with them.
"""

from collections.abc import Callable, Mapping
from math import comb
from typing import Any, Final

import numpy as np

from pitbook.cards import Cards
from pitbook.exact.kernels import kernel_with

HAND: Final = 7
WIDE: Final = 1 << 31
"""Integers below this have squares that fit into 64 bits."""
_LOW_BITS = 32
_LOW = (1 << _LOW_BITS) - 1


def disjoint_products(
    rule: Callable[..., int], given: tuple[int, ...], pack: Cards, values: Mapping[int, int]
) -> tuple[int, int]:
    """The sum of the values of all hands, and the sum of the products of all pairs of disjoint hands.

    The lowest value, which most hands have, is subtracted first, so that few hands have a nonzero value.
    """
    size, usual = len(pack), min(values.values())
    known = np.array(sorted(values), np.int64)
    worth = np.array([values[answer] - usual for answer in sorted(values)], np.int64)
    binomials = np.array([[comb(high, low) for low in range(HAND + 1)] for high in range(size + 1)], np.int64)
    sums: Any = np.zeros(comb(size, HAND - 1), np.int64)
    times = np.zeros(len(known), np.int64)
    kernel_with(enter_hands, rule=rule)(np.array(pack, np.int64), binomials, known, worth, given, sums, times)
    products = -sum(int(often) * int(each) ** 2 for often, each in zip(times, worth, strict=True))
    sign = 1
    for held in range(HAND - 1, 0, -1):
        products += sign * _sum_of_squares(sums)
        sign = -sign
        smaller: Any = np.zeros(comb(size, held - 1), np.int64)
        kernel_with(enter_smaller)(held, size, binomials, sums, smaller)
        sums = smaller // (HAND - held + 1)
    total = int(sums[0])
    products += sign * total**2
    hands, others = comb(size, HAND), comb(size - HAND, HAND)
    return total + usual * hands, products + 2 * usual * total * others + usual**2 * hands * others


def _sum_of_squares(values: Any) -> int:
    if np.abs(values).max() >= WIDE:
        return sum(value * value for value in values.tolist())
    parts = np.zeros(2, np.int64)
    kernel_with(add_squares)(values, parts)
    return int(parts[0]) + (int(parts[1]) << _LOW_BITS)


# Compiled.


def rule(hand: Cards, *given: int) -> int:
    """A placeholder, replaced by the wager's rule."""
    return 0


def enter_hands(
    pack: Any, binomials: Any, known: Any, worth: Any, given: tuple[int, ...], sums: Any, times: Any
) -> None:
    """Adds the value of every hand to the sums of the seven sets of six cards that it holds.

    A set of cards is numbered by the positions of its cards in the pack, rising: C(first, 1) + C(second, 2) + ...
    """
    size = len(pack)
    for g in range(6, size):
        for f in range(5, g):
            for e in range(4, f):
                for d in range(3, e):
                    for c in range(2, d):
                        for b in range(1, c):
                            for a in range(b):
                                hand = pack[a], pack[b], pack[c], pack[d], pack[e], pack[f], pack[g]
                                answer = rule(hand, *given)
                                place = 0
                                while known[place] != answer:
                                    place += 1
                                times[place] += 1
                                value = worth[place]
                                if value == 0:
                                    continue
                                places = a, b, c, d, e, f, g
                                number = 0
                                for at in range(1, 7):
                                    number += binomials[places[at], at]
                                for at in range(7):
                                    sums[number] += value
                                    if at < 6:
                                        # Drop the next card instead: the one before takes its place.
                                        number += binomials[places[at], at + 1] - binomials[places[at + 1], at + 1]


def enter_smaller(held: int, size: int, binomials: Any, sums: Any, smaller: Any) -> None:
    """Adds the sum of every set of ``size`` cards to those of its subsets with one card less."""
    places = np.zeros(held, np.int64)
    for number in range(len(sums)):
        rest = number
        high = size
        for at in range(held - 1, -1, -1):
            high -= 1
            while binomials[high, at + 1] > rest:
                high -= 1
            places[at] = high
            rest -= binomials[high, at + 1]
        part = 0
        for at in range(1, held):
            part += binomials[places[at], at]
        for at in range(held):
            smaller[part] += sums[number]
            if at < held - 1:
                part += binomials[places[at], at + 1] - binomials[places[at + 1], at + 1]


def add_squares(values: Any, parts: Any) -> None:
    """The sum of squares in two parts, the second in units of 2**32."""
    for value in values:
        square = value * value
        parts[0] += square & _LOW
        parts[1] += square >> _LOW_BITS
