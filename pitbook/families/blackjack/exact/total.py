"""The total-dependent strategy, that of the charts: the best one that looks at totals only.

It sees the total, whether that is soft, and whether two cards are a pair. There is one choice between hit and stand
for all hands of a total, one on doubling and one on surrender for those of two cards, and one on splitting for each
pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitbook.families.blackjack.exact.arrays import Bools, Floats, Ints, np
from pitbook.families.blackjack.exact.pays import ends_at_once
from pitbook.families.blackjack.exact.solve import Prospects, Strategy, StrategyValues, play_by, surrendering
from pitbook.families.blackjack.exact.split import all_orders, split_values
from pitbook.families.blackjack.exact.strategies import SolvedStrategy, begun, solution, unsplit
from pitbook.families.blackjack.exact.values import VALUES

SOFT: Final = 32
"""Added to the total of a soft hand, so that one number names a class of hands."""
_CLASSES: Final = 2 * SOFT
_DOUBTFUL: Final = 0.01
"""If two actions differ by less than this share of the wager on average, hands after splits may decide."""
_NEVER_SPLIT: Final = 0.1
"""A pair that loses more than this by splitting stays unsplit, even if another choice was close."""
_NOTHING: Final = 1e-14
"""Gains below this are rounding errors."""
_MOST_ROUNDS: Final = 20
_BY_CLASS: Final = ("hit", "double")


@dataclass(frozen=True, slots=True)
class Choices:
    """A strategy by classes x up cards, and by pairs x up cards."""

    hit: Bools
    double: Bools
    surrender: Bools
    """For two cards that are no pair."""
    split: Bools
    surrender_pair: Bools

    def strategy(self, given: Prospects) -> Strategy:
        """The same, hand by hand."""
        hands, kinds = given.hands, classes(given)
        over = ends_at_once(hands.total, hands.size, given.rules)
        over[hands.natural] = True
        surrender = self.surrender[kinds] & ((hands.size == 2) & ~over)[:, None]
        surrender[given.pairs()] = self.surrender_pair
        split = self.split & ~self.surrender_pair
        return Strategy(
            self.hit[kinds] & ~over[:, None], self.double[kinds] & given.may_double[:, None], split, surrender
        )


def classes(given: Prospects) -> Ints:
    """The class of each hand."""
    return given.hands.total + SOFT * given.hands.soft


def best_by_total(given: Prospects, best: SolvedStrategy) -> tuple[Choices, SolvedStrategy]:
    """The total-dependent strategy of the highest expectation, found from the composition-dependent one.

    A choice changes the weights of the hands for which later choices are made, so choices are improved by policy
    iteration: first all choices at once, over unsplit hands; then, if two actions are close, one at a time by the whole
    expectation, including hands after splits.
    """
    chosen, doubts = _improve(given, _first(given, best), best.split)
    for _ in range(_MOST_ROUNDS):
        before = chosen
        chosen, doubts = _improve(given, before, best.split)
        if _same(before, chosen):
            break
    for up in range(VALUES):
        doubtful = [(_BY_CLASS[row], kind) for row, kind in np.argwhere(doubts[:, :, up]).tolist()]
        if doubtful and given.shoe[up]:
            kept = best.play.without_split[given.pairs(), up]
            values = np.flatnonzero(best.split[:, up] > kept - _NEVER_SPLIT)
            chosen = _refine(given, chosen, up, doubtful, values.tolist())
    strategy = chosen.strategy(given)
    play, split = play_by(given, strategy), split_values(given, all_orders(given, strategy))
    chosen = _with_pairs(given, chosen, play, split)
    return chosen, solution(given, replace(play, strategy=chosen.strategy(given)), split)


def _first(given: Prospects, best: SolvedStrategy) -> Choices:
    """The action of most hands of a class."""
    kinds, held = classes(given), given.possible
    hit = _by_class(kinds, np.where(best.strategy.hit, 1.0, -1.0) * held) > 0
    double = _by_class(kinds, np.where(best.strategy.double, 1.0, -1.0) * given.may_double[:, None]) > 0
    none = np.zeros((VALUES, VALUES), np.bool_)
    return Choices(hit, double, np.zeros_like(hit), best.strategy.split, none)


def _by_class(kinds: Ints, values: Floats) -> Floats:
    """Values of hands added up by class."""
    sums = np.zeros((_CLASSES, VALUES))
    np.add.at(sums, kinds, values)
    return sums


def _improve(given: Prospects, chosen: Choices, split: Floats) -> tuple[Choices, Bools]:
    """Improves every choice for the hands that the current choices lead to; also returns which choices were close.

    Of the latter, the first part is about hitting, the second about doubling.
    """
    hands, kinds = given.hands, classes(given)
    strategy = chosen.strategy(given)
    play = play_by(given, strategy)
    reached = unsplit(given, strategy).reached
    held = given.possible & (hands.size > 1)[:, None]
    kept = held & ~strategy.double
    hit, hit_doubt = _choose(kinds, play.hit - given.stand, reached * kept, kept)
    kept = held & given.may_double[:, None]
    otherwise = np.where(strategy.hit, play.hit, given.stand)
    double, double_doubt = _choose(kinds, play.double - otherwise, reached * kept, kept)
    surrender = np.zeros_like(hit)
    if (given_up := surrendering(given)) is not None:
        weight = given.dealt()
        weight[[*given.pairs(), hands.natural]] = 0
        surrender = _by_class(kinds, weight * (given_up - play.without_split)) > 0
    changed = replace(chosen, hit=hit, double=double, surrender=surrender)
    return _with_pairs(given, changed, play, split), np.array([hit_doubt, double_doubt])


def _choose(kinds: Ints, gain: Floats, weight: Floats, held: Bools) -> tuple[Bools, Bools]:
    """Whether an action gains over all hands of a class; hands reached only after splits all have equal weight."""
    total, mass = _by_class(kinds, weight * gain), _by_class(kinds, weight)
    plain, number = _by_class(kinds, np.where(held, gain, 0)), _by_class(kinds, held.astype(np.float64))
    total, mass = np.where(mass > 0, total, plain), np.where(mass > 0, mass, number)
    return total > 0, (np.abs(total) < _DOUBTFUL * mass) & (mass > 0)


def _with_pairs(given: Prospects, chosen: Choices, play: StrategyValues, split: Floats) -> Choices:
    """The choices with pairs split or surrendered if that has a higher value."""
    kept = play.without_split[given.pairs()]
    splits = split > kept
    given_up = surrendering(given)
    if given_up is None:
        return replace(chosen, split=splits)
    return replace(chosen, split=splits, surrender_pair=given_up[given.pairs()] > np.maximum(kept, split))


def _same(one: Choices, other: Choices) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("hit", "double", "surrender", "split", "surrender_pair")
    )


def _refine(
    given: Prospects, chosen: Choices, up: int, doubtful: Sequence[tuple[str, int]], values: Sequence[int]
) -> Choices:
    """Tries the alternative of each close choice against one up card, as long as that improves the value."""
    best, chosen = _whole(given, chosen, up, values)
    again = True
    while again:
        again = False
        for name, kind in doubtful:
            turned = getattr(chosen, name).copy()
            turned[kind, up] ^= True
            tried = replace(chosen, hit=turned) if name == "hit" else replace(chosen, double=turned)
            worth, tried = _whole(given, tried, up, values)
            if worth > best + _NOTHING:
                best, chosen, again = worth, tried, True
    return chosen


def _whole(given: Prospects, chosen: Choices, up: int, values: Sequence[int]) -> tuple[float, Choices]:
    """The value of the choices against one up card, including splits, with the best choice of which pairs to split."""
    strategy = chosen.strategy(given)
    play = play_by(given, strategy)
    split = split_values(given, all_orders(given, strategy, {up: values}))
    settled = _with_pairs(given, chosen, play, split)
    column = np.arange(VALUES) == up
    chosen = replace(
        chosen,
        split=np.where(column, settled.split, chosen.split),
        surrender_pair=np.where(column, settled.surrender_pair, chosen.surrender_pair),
    )
    play = replace(play, strategy=chosen.strategy(given))
    value = begun(given, play, np.where(np.isfinite(split), split, 0))
    return float((given.dealt() * value)[:, up].sum()), chosen
