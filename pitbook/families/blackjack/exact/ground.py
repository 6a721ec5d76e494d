"""A shoe with rules: the cards left after each hand, and the distribution of the dealer's final hand then."""

from dataclasses import dataclass
from typing import Final

from pitbook.errors import BadInput
from pitbook.families.blackjack.exact.arrays import Bools, Floats, Ints, np
from pitbook.families.blackjack.exact.dealer import ENDINGS, dealer_chances_of
from pitbook.families.blackjack.exact.hands import Hands, all_hands, cards_of_keys
from pitbook.families.blackjack.exact.values import ACES, TENS, VALUES, Composition, hard_points
from pitbook.families.blackjack.rules.posted import BlackjackRules

_MOST_OF_A_HAND: Final = 30
"""The most points of a hand: a hit on 20 with a ten."""


class Endings:
    """The distribution of the dealer's final hand after sets of cards have left a shoe; computed on first use."""

    def __init__(self, shoe: Composition, hits_soft_17: bool) -> None:
        self.shoe = np.array(shoe)
        self.hits_soft_17 = hits_soft_17
        self.known: list[Ints] = [np.empty(0, np.int64) for _ in range(VALUES)]
        self.chances: list[Floats] = [np.empty((0, len(ENDINGS))) for _ in range(VALUES)]

    def after(self, keys: Ints, up: int) -> Floats:
        """Sets of cards, by their keys, x endings. Entries for cards that the shoe does not hold are meaningless."""
        wanted, which = np.unique(keys, return_inverse=True)
        new = np.setdiff1d(wanted, self.known[up], assume_unique=True)
        if len(new):
            found = dealer_chances_of(np.maximum(self.shoe - cards_of_keys(new), 0), up, self.hits_soft_17)
            known = np.concatenate([self.known[up], new])
            order = np.argsort(known)
            self.known[up] = known[order]
            self.chances[up] = np.concatenate([self.chances[up], found])[order]
        return self.chances[up][np.searchsorted(self.known[up], wanted)[which]]


@dataclass(frozen=True, slots=True)
class Ground:
    """A shoe with rules. Arrays are hands x up cards unless stated otherwise."""

    shoe: Composition
    rules: BlackjackRules
    hands: Hands
    left: Ints
    """Hands x values: the shoe without the hand's cards, the up card still in it."""
    possible: Bools
    """Whether the shoe holds the hand and the up card."""
    draw: Floats
    """Hands x values x up cards: the chance of the next card."""
    natural: Floats
    """The chance that the dealer has a blackjack."""
    may_double: Bools
    """By hand: whether it has two cards and may be doubled."""
    endings: Endings
    gone: int
    """The key of the cards that the shoe of ``endings`` holds and this one does not."""

    def ended(self, keys: Ints, up: int) -> Floats:
        """The distribution of the dealer's final hand after sets of cards have left this shoe."""
        return self.endings.after(keys + self.gone, up)

    def dealt(self) -> Floats:
        """The probability that a round begins with the hand; 0 except for two-card hands."""
        shoe, size = np.array(self.shoe), sum(self.shoe)
        chance = np.zeros(self.natural.shape)
        for first in range(VALUES):
            for second in range(first, VALUES):
                hand = self.hands.after[self.hands.single(first), second]
                ways = shoe[first] * (shoe[second] - (first == second)) * (1 if first == second else 2)
                chance[hand] = max(int(ways), 0) / (size * (size - 1)) * self.left[hand] / (size - 2)
        return chance

    def pairs(self) -> list[int]:
        """The hand that is a pair of each value."""
        return [self.hands.pair(value) for value in range(VALUES)]


def lay_ground(shoe: Composition, rules: BlackjackRules, within: Ground | None = None) -> Ground:
    """``within`` is the ground of a shoe from which this one was drawn, whose endings it shares."""
    check_shoe(shoe, rules)
    hands = all_hands()
    left = np.array(shoe, np.int64) - hands.cards
    held = left.min(axis=1) >= 0
    left[~held] = 0
    possible = held[:, None] & (left > 0)
    rest = np.maximum(left.sum(axis=1) - 1, 1)
    draw = left[:, :, None] - np.eye(VALUES, dtype=np.int64)
    draw = np.maximum(draw, 0) / rest[:, None, None] * possible[:, None, :]
    natural = np.zeros(possible.shape)
    natural[:, ACES], natural[:, TENS] = draw[:, TENS, ACES], draw[:, ACES, TENS]
    may_double = (hands.size == 2) & np.array([rules.may_double(total) for total in hands.total.tolist()])
    may_double[hands.natural] = False  # it is paid at once
    endings, gone = Endings(shoe, rules.hits_soft_17), 0
    if within is not None:
        fewer = np.array(within.shoe) - np.array(shoe)
        endings, gone = within.endings, within.gone + int(fewer @ hands.key[list(hands.singles)])
    return Ground(shoe, rules, hands, left, possible, draw, natural, may_double, endings, gone)


def check_shoe(shoe: Composition, rules: BlackjackRules) -> None:
    """Raises for a shoe that one round could exhaust: the probabilities would be undefined."""
    if len(shoe) != VALUES or min(shoe) < 0:
        raise BadInput("a composition needs ten counts, of aces, 2 to 9 and tens, none below zero")
    needed = _MOST_OF_A_HAND * (rules.split_hands + 1)
    if hard_points(shoe) < needed:
        raise BadInput(
            f"the shoe holds only {hard_points(shoe)} points, an ace as 1: a round could run out of cards, "
            f"which {needed} points with split-hands={rules.split_hands} rule out"
        )
