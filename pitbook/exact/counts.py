"""Counts: a number for each card, added up as cards leave the shoe, which tells when the edge favours the player.

The best numbers are the effects of removal themselves: no linear count follows the edge of the remaining shoe more
closely. Practical counts are the same rounded to integer tags, up to 1, 2 or 3: the level of a count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, inf, sqrt
from typing import Final

from pitbook.exact.removal import Effect, Removal

DECK: Final = 52
LEVELS: Final = (1, 2, 3)
NOTICEABLE: Final = 0.001
"""The gain in correlation that justifies a higher level."""
MOST_TRIED: Final = 5_000
"""Tags of all cards together."""


@dataclass(frozen=True, slots=True)
class Count:
    """A higher count is better for the player."""

    name: str
    tags: Mapping[int, Fraction]
    """By card: its value when it is seen."""
    mean: Fraction
    """The expected growth of the count per card; 0 for a balanced count."""
    slope: Fraction
    """The decrease of the house edge for each point above expectation, multiplied by the number of cards left and
    divided by that of a whole shoe less one."""
    correlation: float
    """The correlation with the best count."""
    index: float
    """The true count, in points above expectation for each deck left, from which the player is favoured."""


def best_count(effects: Removal) -> Count | None:
    """The effects as tags; None if no single card makes a difference."""
    if not effects.mean_square:
        return None
    return _count("best count", {card: -change for card, change in effects.by_card.items()}, effects)


def level_count(effects: Removal, level: int) -> Count | None:
    """The integer tags up to this level that follow the edge most closely; of equals, the smallest."""
    classes = _classes(effects, level)
    if len(classes) < 2:
        return None
    copies = [sum(effect.copies for effect in one) for one in classes]
    worth = [-float(sum(effect.copies * effect.change for effect in one)) for one in classes]
    most = float(effects.mean_square) * sum(copies)

    def follows(tags: tuple[int, ...]) -> tuple[float, int]:
        total = sum(tag * number for tag, number in zip(tags, copies, strict=True))
        spread = sum(tag * tag * number for tag, number in zip(tags, copies, strict=True)) - total**2 / sum(copies)
        shared = sum(tag * part for tag, part in zip(tags, worth, strict=True))
        size = sum(abs(tag) * number for tag, number in zip(tags, copies, strict=True))
        return (round(shared / sqrt(spread * most), 12) if spread else 0.0), -size

    # In the order from the card whose removal helps the house most to the one that helps the player most, tags never
    # fall.
    tags = max(combinations_with_replacement(range(-level, level + 1), len(classes)), key=follows)
    by_card = {
        card: Fraction(t) for one, t in zip(classes, tags, strict=True) for effect in one for card in effect.cards
    }
    return _count(f"level {level}", by_card, effects)


def _classes(effects: Removal, level: int) -> list[list[Effect]]:
    """Effects in falling order, equal ones together; the closest are merged while there are too many to try."""
    classes: list[list[Effect]] = []
    for effect in sorted(effects.effects, key=lambda effect: -effect.change):
        if classes and classes[-1][0].change == effect.change:
            classes[-1].append(effect)
        else:
            classes.append([effect])
    while comb(len(classes) + 2 * level, 2 * level) > MOST_TRIED:
        near = min(range(len(classes) - 1), key=lambda place: classes[place][-1].change - classes[place + 1][0].change)
        classes[near : near + 2] = [classes[near] + classes[near + 1]]
    return classes


def all_counts(effects: Removal) -> tuple[Count, ...]:
    """The best count, then one for each level that follows the edge noticeably more closely than the level before."""
    best = best_count(effects)
    if best is None:
        return ()
    found = [best]
    for level in LEVELS:
        count = level_count(effects, level)
        if count is not None and (len(found) == 1 or count.correlation > found[-1].correlation + NOTICEABLE):
            found.append(count)
    return tuple(found)


def _count(name: str, tags: Mapping[int, Fraction], effects: Removal) -> Count:
    counts, whole = effects.sheet.shoe.counts, len(effects.sheet.shoe)
    mean = sum((counts[card] * tag for card, tag in tags.items()), Fraction(0)) / whole
    spread = sum((counts[card] * (tag - mean) ** 2 for card, tag in tags.items()), Fraction(0))
    shared = -sum((counts[card] * tag * effects.by_card[card] for card, tag in tags.items()), Fraction(0))
    slope = shared / spread if spread else Fraction(0)
    correlation = float(shared) / sqrt(spread * effects.mean_square * whole) if spread else 0.0
    index = float(effects.house_edge * DECK / (slope * (whole - 1))) if slope else inf
    return Count(name, tags, mean, slope, correlation, index)


def deviation_seen(effects: Removal, gone: int) -> float:
    """The exact standard deviation, after this many cards, of the edge that the best count estimates.

    It is a sum over cards drawn without replacement, scaled by the weight of one card among those left.
    """
    whole = len(effects.sheet.shoe)
    return sqrt(effects.mean_square * (whole - 1) * gone / (whole - gone))
