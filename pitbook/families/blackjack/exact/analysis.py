"""Everything about one shoe under one set of rules; each part is computed when it is first read."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, Final, TypeVar

from pitbook.errors import BadInput
from pitbook.families.blackjack.exact.arrays import np
from pitbook.families.blackjack.exact.kept import kept
from pitbook.families.blackjack.exact.outcome import Outcomes, outcomes
from pitbook.families.blackjack.exact.removal import effects_of_removal
from pitbook.families.blackjack.exact.solve import Prospects, Strategy, prospects, surrendering
from pitbook.families.blackjack.exact.strategies import SolvedStrategy, best_by_composition, unsplit
from pitbook.families.blackjack.exact.total import Choices, best_by_total
from pitbook.families.blackjack.exact.values import VALUES, Composition, full_shoe, names_of, one, without
from pitbook.families.blackjack.rules.posted import BlackjackRules

T = TypeVar("T")

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
ACTIONS: Final = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)


@dataclass(frozen=True, slots=True)
class Departure:
    """An exception to the chart: the composition-dependent strategy plays this hand differently."""

    cards: str
    up: int
    size: int
    chart: str
    best: str
    gain: float
    """Per unit of the first wager, when it occurs."""
    frequency: float
    """The probability of the hand in a round played by the chart, without hands after splits."""

    @property
    def cost(self) -> float:
        """The cost of following the chart here, for each round."""
        return self.gain * self.frequency


def effects_of(found: list[Any]) -> list[float | None]:
    """Reads effects of removal from the cache; raises for other data."""
    if len(found) != VALUES:
        raise ValueError("an effect of removal for each value is needed")
    return [None if effect is None else float(effect) for effect in found]


class Analysis:
    """The analysis of a shoe."""

    def __init__(self, rules: BlackjackRules, shoe: Composition | None = None) -> None:
        self.rules = rules
        self.shoe = full_shoe(rules.decks) if shoe is None else shoe
        self.seconds: dict[str, float] = {}
        """Processor time of each part computed so far."""

    def _timed(self, name: str, work: Callable[[], T]) -> T:
        start = process_time()
        done = work()
        self.seconds[name] = process_time() - start
        return done

    @cached_property
    def _composition(self) -> tuple[Prospects, SolvedStrategy]:
        def work() -> tuple[Prospects, SolvedStrategy]:
            given = prospects(self.shoe, self.rules)
            return given, best_by_composition(given)

        return self._timed("composition_dependent", work)

    @property
    def given(self) -> Prospects:
        return self._composition[0]

    @property
    def composition(self) -> SolvedStrategy:
        """The composition-dependent strategy."""
        return self._composition[1]

    @cached_property
    def _total(self) -> tuple[Choices, SolvedStrategy]:
        best = self.composition
        return self._timed("total_dependent", lambda: best_by_total(self.given, best))

    @property
    def choices(self) -> Choices:
        """The chart."""
        return self._total[0]

    @property
    def total(self) -> SolvedStrategy:
        """The total-dependent strategy."""
        return self._total[1]

    @cached_property
    def expectation(self) -> float:
        """The value of the total-dependent strategy; cached on disk."""
        return self._kept("expectation", lambda: self.total.expectation, float, float)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The results of a round played by the total-dependent strategy; cached on disk."""
        return self._kept(
            "outcomes", lambda: outcomes(self.given, self.total.strategy), Outcomes.to_json, Outcomes.from_json
        )

    @cached_property
    def removal(self) -> list[float | None]:
        """By card value: the gain of the total-dependent strategy if one such card is missing; cached on disk."""
        return self._kept(
            "effect_of_removal", lambda: effects_of_removal(self.given, self.total.strategy), list, effects_of
        )

    def _kept(self, part: str, work: Callable[[], T], to_json: Callable[[T], Any], from_json: Callable[[Any], T]) -> T:
        return self._timed(part, lambda: kept(part, self.rules, self.shoe, work, to_json, from_json)[0])

    def action(self, strategy: Strategy, hand: int, up: int) -> str:
        """The action of a strategy with a hand."""
        size, cards = self.given.hands.size[hand], self.given.hands.cards[hand]
        if size == 2:
            if strategy.surrender[hand, up]:
                return SURRENDER
            if cards.max() == 2 and strategy.split[int(cards.argmax()), up]:
                return SPLIT
        if strategy.double[hand, up]:
            return DOUBLE
        return HIT if strategy.hit[hand, up] else STAND

    def values(self, cards: Composition, up: int) -> dict[str, float]:
        """The value of each allowed action with a hand, if the composition-dependent strategy is followed afterwards.

        If the dealer peeks, values are for after the peek.
        """
        hand = self._find(cards, up)
        given, best = self.given, self.composition
        found = {STAND: given.stand[hand, up], HIT: best.play.hit[hand, up]}
        if given.may_double[hand]:
            found[DOUBLE] = best.play.double[hand, up]
        if sum(cards) == 2:
            if max(cards) == 2 and np.isfinite(best.split[cards.index(2), up]):
                found[SPLIT] = best.split[cards.index(2), up]
            if (given_up := surrendering(given)) is not None:
                found[SURRENDER] = given_up[hand, up]
        if hand == given.hands.natural:
            found = {STAND: found[STAND]}
        if not self.looked(cards):
            return {action: float(value) for action, value in found.items()}
        natural = float(given.natural[hand, up])
        if natural == 1:
            raise BadInput("the dealer can only have a blackjack: there is nothing left to play")
        lost = 0.0 if hand == given.hands.natural else natural
        return {action: (float(value) + lost) / (1 - natural) for action, value in found.items()}

    def looked(self, cards: Composition) -> bool:
        """Whether the dealer has looked for a blackjack before this decision."""
        return self.rules.hole_card == "peek" and not (self.rules.surrender == "early" and sum(cards) == 2)

    def _find(self, cards: Composition, up: int) -> int:
        hand = self.given.hands.place.get(cards)
        if hand is None or sum(cards) < 2:
            raise BadInput(
                f"{names_of(cards) or 'no cards'} is not a hand to play: give two cards or more, not over 21"
            )
        without(without(self.shoe, cards), one(up))
        return hand

    def departures(self) -> list[Departure]:
        """Every hand that the composition-dependent strategy plays differently, the costliest first."""
        given, best, chart = self.given, self.composition, self.total
        hands = given.hands
        # Two cards also have the choices to split and to surrender.
        reached = np.where((hands.size == 2)[:, None], given.dealt(), unsplit(given, chart.strategy).reached)
        found = []
        differs = (best.strategy.hit != chart.strategy.hit) | (best.strategy.double != chart.strategy.double)
        differs |= best.strategy.surrender != chart.strategy.surrender
        differs[given.pairs()] |= best.strategy.split != chart.strategy.split
        for hand, up in np.argwhere(differs & (reached > 0)).tolist():
            ours, theirs = self.action(best.strategy, hand, up), self.action(chart.strategy, hand, up)
            if ours == theirs:
                continue
            cards: Composition = tuple(hands.cards[hand].tolist())
            values = self.values(cards, up)
            often = float(reached[hand, up]) * (1 - float(given.natural[hand, up]) if self.looked(cards) else 1)
            found.append(Departure(names_of(cards), up, sum(cards), theirs, ours, values[ours] - values[theirs], often))
        return sorted(found, key=lambda each: -each.cost)
