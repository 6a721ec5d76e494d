"""The value of a strategy, and the best one that looks at every card of a hand: the composition-dependent strategy."""

from dataclasses import dataclass, replace

from pitbook.families.blackjack.exact.arrays import Floats, np
from pitbook.families.blackjack.exact.ground import Ground
from pitbook.families.blackjack.exact.solve import Prospects, Strategy, StrategyValues, play_best, play_by, surrendering
from pitbook.families.blackjack.exact.split import all_orders, split_values
from pitbook.families.blackjack.exact.values import VALUES


@dataclass(frozen=True, slots=True)
class SolvedStrategy:
    """A strategy and its value per unit of the first wager."""

    play: StrategyValues
    split: Floats
    """Values x up cards: the value of splitting under this strategy."""
    value: Floats
    """Hands x up cards: the value of a round that begins with this two-card hand."""
    by_up_card: Floats
    """Given the up card, before the dealer peeks."""
    expectation: float

    @property
    def strategy(self) -> Strategy:
        return self.play.strategy


def best_by_composition(given: Prospects) -> SolvedStrategy:
    """The best action for every hand against every up card."""
    play = play_best(given)
    split = split_values(given, all_orders(given, play.strategy))
    pairs = given.pairs()
    splits = split > play.without_split[pairs]
    kept = play.without_split.copy()
    kept[pairs] = np.where(splits, split, kept[pairs])
    surrenders = np.zeros_like(play.strategy.surrender)
    if (given_up := surrendering(given)) is not None:
        surrenders = (given.hands.size == 2)[:, None] & (given_up > kept)
    strategy = replace(play.strategy, split=splits, surrender=surrenders)
    return solution(given, replace(play, strategy=strategy), split)


def evaluate(given: Prospects, strategy: Strategy) -> SolvedStrategy:
    """The value of a given strategy."""
    return solution(given, play_by(given, strategy), split_values(given, all_orders(given, strategy)))


def solution(given: Prospects, play: StrategyValues, split: Floats) -> SolvedStrategy:
    """The totals that follow from the value of every action."""
    value = begun(given, play, split)
    weight = given.dealt()
    chance = weight.sum(axis=0)
    parts = (weight * value).sum(axis=0)
    by_up_card = np.divide(parts, chance, out=np.zeros(VALUES), where=chance > 0)
    return SolvedStrategy(play, split, value, by_up_card, float(parts.sum()))


def begun(given: Prospects, play: StrategyValues, split: Floats) -> Floats:
    """The value of a round that begins with each hand, with the splits and surrenders of the strategy."""
    value = play.without_split.copy()
    pairs = given.pairs()
    value[pairs] = np.where(play.strategy.split, split, value[pairs])
    given_up = surrendering(given)
    return value if given_up is None else np.where(play.strategy.surrender, given_up, value)


@dataclass(frozen=True, slots=True)
class Unsplit:
    """The course of hands that are not split, not surrendered and not blackjacks: hands x up cards, by stake."""

    begun: tuple[Floats, Floats]
    """The probability of each two-card hand, played for one wager or doubled."""
    reached: Floats
    """The probability of reaching each hand with a decision."""
    finished: tuple[Floats, Floats]
    """The probability of standing on each hand, for one wager or doubled; the rest are busts."""


def unsplit(given: Ground, strategy: Strategy) -> Unsplit:
    """Follows the hands through the strategy, as points rise."""
    hands = given.hands
    begins = given.dealt()
    begins[hands.natural] = 0
    begins[strategy.surrender] = 0
    begins[given.pairs()] *= ~strategy.split
    begun = begins * ~strategy.double, begins * strategy.double
    reached = np.vstack([begun[0], np.zeros((1, VALUES))])
    doubled = np.zeros_like(reached)
    for level in hands.levels:
        flow = reached[level] * strategy.hit[level]
        for value in range(VALUES):
            # The last row collects busts; no two hands become equal by adding the same card.
            reached[hands.after[level, value]] += flow * given.draw[level, value]
            doubled[hands.after[level, value]] += begun[1][level] * given.draw[level, value]
    return Unsplit(begun, reached[:-1] + begun[1], (reached[:-1] * ~strategy.hit, doubled[:-1]))
