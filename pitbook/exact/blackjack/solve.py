"""What every hand is worth against every up card, by each action, from any shoe.

Values are for each unit of the first wager, before the dealer has looked for a blackjack: a blackjack that the dealer may
still hold counts as the loss that it is, so that the cards to come are a plain draw from all that are unseen. Looking
changes no comparison: it shifts and stretches all values of a hand alike (:meth:`Prospects.peeked`).
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from pitbook.errors import BadInput
from pitbook.exact.blackjack.dealer import NATURAL, dealer_chances
from pitbook.exact.blackjack.hands import Hands, all_hands
from pitbook.exact.blackjack.pays import ends_at_once, final_of, payoffs
from pitbook.exact.blackjack.rules import BlackjackRules
from pitbook.exact.blackjack.values import VALUES, Composition, hard_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

_MOST_OF_A_HAND: Final = 30
"""No hand takes more points than a hit on 20 by a ten."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """A shoe and rules, and what follows from them before anyone has chosen anything. All by hand and up card."""

    shoe: Composition
    rules: BlackjackRules
    hands: Hands
    left: "Ints"
    """Hands x values: the shoe without the hand's cards, the up card still in it."""
    possible: "Bools"
    """Whether the shoe holds the hand and the up card."""
    draw: "Floats"
    """Hands x values x up cards: the chance of the next card."""
    chances: "Floats"
    """Hands x up cards x endings: how the dealer's hand ends."""
    stand: "Floats"
    may_double: "Bools"
    """Whether the rules let a hand of two cards be doubled, by hand."""
    ended: "dict[int, tuple[Ints, Floats]]" = field(default_factory=dict)
    """By up card, how the dealer's hand ends after sets of cards have left the shoe; filled as it is needed."""

    @property
    def natural(self) -> "Floats":
        """The chance that the dealer has a blackjack."""
        return self.chances[:, :, NATURAL]

    def peeked(self, value: "Floats") -> "Floats":
        """Values as they stand once the dealer has looked and has no blackjack, which would have lost one unit."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return (value + self.natural) / (1 - self.natural)


@dataclass(frozen=True, slots=True)
class Strategy:
    """What is done with which hand; by hand and up card, splits by value and up card."""

    hit: "Bools"
    """Whether to hit rather than stand, where neither doubling nor splitting is chosen."""
    double: "Bools"
    split: "Bools"
    surrender: "Bools"


@dataclass(frozen=True, slots=True)
class Play:
    """What the hands are worth under a strategy; a value where an action is not allowed has no meaning."""

    strategy: Strategy
    hit: "Floats"
    double: "Floats"
    without_split: "Floats"
    """Hit, stand or double, as the strategy says."""


def check_shoe(shoe: Composition, rules: BlackjackRules) -> None:
    """Refuses a shoe that a round could exhaust: then nothing would be certain of anything."""
    if len(shoe) != VALUES or min(shoe) < 0:
        raise BadInput("a composition needs ten counts, of aces, 2 to 9 and tens, none below zero")
    needed = _MOST_OF_A_HAND * (rules.split_hands + 1)
    if hard_points(shoe) < needed:
        raise BadInput(
            f"the shoe holds only {hard_points(shoe)} points, an ace as 1: a round could run out of cards, "
            f"which {needed} points with split-hands={rules.split_hands} rule out"
        )


def prospects(shoe: Composition, rules: BlackjackRules) -> Prospects:
    """The dealer's chances against every hand, and what standing is worth."""
    check_shoe(shoe, rules)
    hands = all_hands()
    left = np.array(shoe, np.int64) - hands.cards
    held = (left >= 0).all(axis=1)
    left[~held] = 0
    possible = held[:, None] & (left > 0)
    rest = np.maximum(left.sum(axis=1) - 1, 1)
    draw = left[:, :, None] - np.eye(VALUES, dtype=np.int64)
    draw = np.maximum(draw, 0) / rest[:, None, None] * possible[:, None, :]
    chances = dealer_chances(left, rules.hits_soft_17)
    final = final_of(hands.total, hands.size, rules)
    stand = np.einsum("hue,he->hu", chances, payoffs(rules)[0, final])
    stand[hands.natural] = float(rules.blackjack_pays) * (1 - chances[hands.natural, :, NATURAL])
    may_double = (hands.size == 2) & np.array([rules.may_double(int(total)) for total in hands.total])
    may_double[hands.natural] = False  # it is paid at once
    return Prospects(shoe, rules, hands, left, possible, draw, chances, stand, may_double)


def play_best(given: Prospects) -> Play:
    """The best of hit, stand and double for every hand: the composition-dependent strategy, pairs not yet split."""
    hands, rules = given.hands, given.rules
    shape = given.stand.shape
    hit, double = np.full(shape, -1.0), np.full(shape, -2.0)
    hits, doubles = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    stand = np.vstack([given.stand, np.full((1, VALUES), -1.0)])  # the last row is a bust
    best = stand.copy()
    back = given.natural if rules.only_original_lost else 0 * given.natural
    over = ends_at_once(hands.total, hands.size, rules)
    over[hands.natural] = True
    for level in reversed(hands.levels):
        after, draw = hands.after[level], given.draw[level]
        hit[level] = np.einsum("hcu,hcu->hu", draw, best[after])
        double[level] = 2 * np.einsum("hcu,hcu->hu", draw, stand[after]) + back[level]
        hits[level] = (hit[level] > given.stand[level]) & ~over[level, None]
        chosen = np.where(hits[level], hit[level], given.stand[level])
        doubles[level] = given.may_double[level, None] & (double[level] > chosen)
        best[level] = np.where(doubles[level], double[level], chosen)
    none = np.zeros((VALUES, VALUES), np.bool_)
    strategy = Strategy(hits, doubles, none, np.zeros(shape, np.bool_))
    return Play(strategy, hit, double, best[:-1])


def play_by(given: Prospects, strategy: Strategy) -> Play:
    """The same for a strategy that is given."""
    hands = given.hands
    hit, double = np.full(given.stand.shape, -1.0), np.full(given.stand.shape, -2.0)
    stand = np.vstack([given.stand, np.full((1, VALUES), -1.0)])
    value = stand.copy()
    back = given.natural if given.rules.only_original_lost else 0 * given.natural
    for level in reversed(hands.levels):
        after, draw = hands.after[level], given.draw[level]
        hit[level] = np.einsum("hcu,hcu->hu", draw, value[after])
        double[level] = 2 * np.einsum("hcu,hcu->hu", draw, stand[after]) + back[level]
        chosen = np.where(strategy.hit[level], hit[level], given.stand[level])
        value[level] = np.where(strategy.double[level], double[level], chosen)
    return Play(strategy, hit, double, value[:-1])


def surrendering(given: Prospects) -> "Floats | None":
    """What giving up the first two cards is worth; None where the rules know no surrender."""
    if given.rules.surrender == "none":
        return None
    lost = given.natural if given.rules.surrender == "late" else 0 * given.natural
    return -0.5 - lost / 2


def dealt(given: Prospects) -> "Floats":
    """Hands x up cards: the chance that a round begins so; only hands of two cards have any."""
    hands, shoe = given.hands, np.array(given.shoe)
    size = shoe.sum()
    chance = np.zeros(given.stand.shape)
    for first in range(VALUES):
        for second in range(first, VALUES):
            hand = hands.after[hands.single(first), second]
            ways = shoe[first] * (shoe[second] - (first == second)) * (1 if first == second else 2)
            chance[hand] = np.maximum(ways, 0) / (size * (size - 1)) * given.left[hand] / (size - 2)
    return chance
