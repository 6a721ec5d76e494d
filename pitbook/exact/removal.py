"""Effects of removal: how the house edge changes, exactly, when one card leaves the shoe.

Every card count is derived from them. The effects of all cards of a shoe, weighted by their number, add up to zero: a
card that leaves unseen changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, Cards, rank, suit
from pitbook.exact.distribution import distributions_without
from pitbook.exact.par import ParSheet, groups_seen, priced
from pitbook.exact.session import net_chances


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of one card less on the edge, for cards with equal effects."""

    cards: Cards
    """Cards of one rank; all four suits if the suit makes no difference."""
    copies: int
    """The total number of these cards in the shoe."""
    house_edge: Fraction
    """The house edge without one of them."""
    change: Fraction
    """The house edge without it, less that of the whole shoe: negative if it helps the player."""

    @property
    def label(self) -> str:
        """``7`` for any seven, ``7♦`` for one suit of it."""
        if self.cards == (JOKER,):
            return "Joker"
        name = RANKS[rank(self.cards[0])].replace("T", "10")
        return name if len(self.cards) == 4 else " ".join(name + SUIT_SYMBOLS[suit(card)] for card in self.cards)


@dataclass(frozen=True)
class Removal:
    """The effects of every card of a sheet's shoe."""

    sheet: ParSheet
    house_edge: Fraction
    """The house edge of the whole shoe."""
    by_card: dict[int, Fraction]
    """Card -> change of the house edge."""

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """From the ace down to the deuce, suits combined if their effects are equal; the joker last."""
        return tuple(self._effects())

    def _effects(self) -> Iterator[Effect]:
        counts = self.sheet.shoe.counts
        for each in (*range(12, -1, -1), rank(JOKER)):
            changes: dict[Fraction, Cards] = {}
            for card in [card for card in self.by_card if rank(card) == each]:
                changes[self.by_card[card]] = (*changes.get(self.by_card[card], ()), card)
            for change, cards in changes.items():
                yield Effect(cards, sum(counts[card] for card in cards), self.house_edge + change, change)

    @cached_property
    def mean_square(self) -> Fraction:
        """The mean of the squared change over all cards of the shoe: the information available to a count."""
        counts = self.sheet.shoe.counts
        squares = sum((counts[card] * change**2 for card, change in self.by_card.items()), Fraction(0))
        return squares / len(self.sheet.shoe)


def removal(sheet: ParSheet) -> Removal:
    """The exact effect of each card of the sheet's shoe, from one enumeration."""
    whole = expected_loss(sheet)
    looked_at = groups_seen(sheet.wager, sheet.table, sheet.basis, sheet.options)
    found = distributions_without(sheet.wager, sheet.shoe, sheet.options, looked_at)
    by_card: dict[int, Fraction] = {}
    for cards, counted in found.items():
        change = expected_loss(priced(sheet, counted)) - whole
        by_card |= dict.fromkeys(cards, change)
    return Removal(sheet, whole, dict(sorted(by_card.items())))


def expected_loss(sheet: ParSheet) -> Fraction:
    """The house edge; refused if a line that can occur has no value."""
    return -sum((net * chance for net, chance in net_chances(sheet).items()), Fraction(0))
