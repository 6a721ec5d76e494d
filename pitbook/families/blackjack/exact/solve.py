"""The value of every hand against every up card, by each action, from any shoe.

Values are per unit of the first wager, before the dealer peeks for a blackjack: a possible blackjack of the dealer
counts as a loss, so that the next cards are a uniform draw from all unseen ones. Conditioning on the peek changes no
comparison: it shifts and scales all values of a hand equally (:meth:`Prospects.peeked`).
"""

from dataclasses import dataclass, fields

from pitbook.families.blackjack.exact.arrays import Bools, Floats, np
from pitbook.families.blackjack.exact.dealer import ENDINGS
from pitbook.families.blackjack.exact.ground import Ground, lay_ground
from pitbook.families.blackjack.exact.pays import ends_at_once, final_of, payoffs
from pitbook.families.blackjack.exact.values import VALUES, Composition
from pitbook.families.blackjack.rules.posted import BlackjackRules


@dataclass(frozen=True, slots=True)
class Prospects(Ground):
    """The ground, and the distribution of the dealer's final hand against every hand."""

    chances: Floats
    """Hands x up cards x endings."""
    stand: Floats
    """The value of standing."""

    def peeked(self, value: Floats) -> Floats:
        """Values given that the dealer has peeked and has no blackjack, which would have lost one unit."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return (value + self.natural) / (1 - self.natural)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy: actions by hand and up card, splits by value and up card."""

    hit: Bools
    """Whether to hit instead of standing, if neither doubling nor splitting is chosen."""
    double: Bools
    split: Bools
    surrender: Bools


@dataclass(frozen=True, slots=True)
class StrategyValues:
    """The values of the hands under a strategy; the value of an action that is not allowed is meaningless."""

    strategy: Strategy
    hit: Floats
    double: Floats
    without_split: Floats
    """Hit, stand or double, as the strategy says."""


def prospects(shoe: Composition, rules: BlackjackRules, within: Ground | None = None) -> Prospects:
    """The distribution of the dealer's final hand against every hand, and the value of standing."""
    ground = lay_ground(shoe, rules, within)
    hands = ground.hands
    chances = np.zeros((*ground.natural.shape, len(ENDINGS)))
    for up in range(VALUES):
        held = np.flatnonzero(ground.possible[:, up])
        chances[held, up] = ground.ended(hands.key[held], up)
    final = final_of(hands.total, hands.size, rules)
    stand = np.einsum("hue,he->hu", chances, payoffs(rules)[0, final])
    stand[hands.natural] = float(rules.blackjack_pays) * (1 - ground.natural[hands.natural])
    same = {each.name: getattr(ground, each.name) for each in fields(ground)}
    return Prospects(**same, chances=chances, stand=stand)


def play_best(given: Prospects) -> StrategyValues:
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
    return StrategyValues(strategy, hit, double, best[:-1])


def play_by(given: Prospects, strategy: Strategy) -> StrategyValues:
    """The same for a given strategy."""
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
    return StrategyValues(strategy, hit, double, value[:-1])


def surrendering(given: Ground) -> Floats | None:
    """The value of surrendering the first two cards; None if the rules do not offer surrender."""
    if given.rules.surrender == "none":
        return None
    lost = given.natural if given.rules.surrender == "late" else 0 * given.natural
    return -0.5 - lost / 2
