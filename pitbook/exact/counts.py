"""Counts: a number for each card, added up as cards leave the shoe, to tell when the edge has turned.

The best numbers are the effects of removal themselves: no sum over cards follows the edge of the remaining shoe more
closely. What people can keep in their heads is the same rounded to whole tags, up to 1, 2 or 3: the level of a count.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Final

from pitbook.exact.removal import Removal

DECK: Final = 52
LEVELS: Final = (1, 2, 3)
NOTICEABLE: Final = 0.001


@dataclass(frozen=True, slots=True)
class Count:
    """The higher it stands, the better for the player."""

    name: str
    tags: Mapping[int, Fraction]
    """By card: what it adds when it is seen."""
    mean: Fraction
    """What the count is expected to grow by with each card; 0 for a balanced count."""
    slope: Fraction
    """How far the house edge falls for each point above expectation, times the cards left over those of a whole shoe
    but one."""
    correlation: float
    """With the best count."""
    index: float
    """The true count, in points above expectation for each deck left, from which on the player is favoured."""


def best_count(effects: Removal) -> Count | None:
    """The effects as tags; None where no card by itself makes a difference."""
    if not effects.mean_square:
        return None
    return _count("best count", {card: -change for card, change in effects.by_card.items()}, effects)


def level_count(effects: Removal, level: int) -> Count | None:
    """The whole tags up to this level that follow the edge most closely: the effects, scaled and rounded."""
    changes = [(effect.change, effect.copies) for effect in effects.effects]
    # Tags change only where a scaled effect passes a half.
    scales = sorted(
        {(number + Fraction(1, 2)) / abs(change) for change, _ in changes if change for number in range(level)}
    )
    if not scales:
        return None

    def follows(scale: Fraction) -> float:
        """The square of the correlation, rounded so that of equals the smallest tags are kept."""
        tags = [(int(_tag(-change * scale, level)), copies) for change, copies in changes]
        cards, total = sum(copies for _, copies in tags), sum(tag * copies for tag, copies in tags)
        spread = sum(tag * tag * copies for tag, copies in tags) - total * total / cards
        shared = sum(tag * copies * float(change) for (tag, copies), (change, _) in zip(tags, changes, strict=True))
        return round(shared**2 / spread / float(effects.mean_square), 12) if spread else 0.0

    scale = max(scales, key=follows)
    tags = {card: _tag(-change * scale, level) for card, change in effects.by_card.items()}
    return _count(f"level {level}", tags, effects)


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


def _tag(value: Fraction, level: int) -> Fraction:
    """Rounded, halves away from zero, and held within the level."""
    size = min((2 * abs(value.numerator) + value.denominator) // (2 * value.denominator), level)
    return Fraction(size if value > 0 else -size)


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
    """The exact standard deviation of the edge that the best count sees after so many cards.

    It is a sum over cards drawn without replacement, scaled by what a card weighs among those left.
    """
    whole = len(effects.sheet.shoe)
    return sqrt(effects.mean_square * (whole - 1) * gone / (whole - gone))
