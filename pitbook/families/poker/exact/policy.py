"""Ways to play, by name: the best choices, a chart that a person can learn, and a novice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.exact.kernels import Kernel, compiled, kernel_with
from pitbook.families.poker.exact import policy_kernels
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.rows import cards_of_size
from pitbook.families.poker.exact.sweep import Chooser
from pitbook.families.poker.rules.chart import StreetChart
from pitbook.families.poker.rules.model import Choice, Street, is_so
from pitbook.games.model import listed

BEST, CHART, NOVICE = "best", "chart", "novice"
POLICIES: Final = (BEST, CHART, NOVICE)


@dataclass(frozen=True, slots=True)
class Steps:
    """A choice by the value of the hand alone: each from its lowest value on."""

    lowest: tuple[int, ...]
    """Rising; the first is 0."""
    choices: tuple[int, ...]
    """The number of the choice from each of these values on."""


@dataclass(frozen=True, slots=True)
class Picks:
    """A choice by the rules of a chart."""

    chart: StreetChart
    choices: tuple[int, ...]
    """The number of the choice that each rule stands for."""


StreetPolicy = Steps | Picks
"""How one decision is made."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play a game."""

    name: str
    words: str
    streets: tuple[StreetPolicy, ...]
    """Empty for the best choices."""


def choices_of(street: Street, problem: Problem) -> tuple[Choice, ...]:
    """The choices that the options offer."""
    return tuple(choice for choice in street.choices if is_so(choice.only_if, problem.options))


def picks(street: Street, chart: StreetChart, problem: Problem) -> Picks:
    """A chart with its words turned into choices; one that the options do not offer becomes the nearest smaller one."""
    offered = choices_of(street, problem)
    words = [choice.word for choice in offered]
    numbers = []
    for rule in chart.rules:
        if rule.choice in words:
            numbers.append(words.index(rule.choice))
            continue
        adds = next((choice.adds for choice in street.choices if choice.word == rule.choice), None)
        if adds is None:
            raise BadInput(f"the chart of {chart.street} has a choice {quoted(rule.choice)}: there are {listed(words)}")
        numbers.append(max(at for at, choice in enumerate(offered) if choice.adds <= adds))
    return Picks(chart, tuple(numbers))


def novice_of(problem: Problem) -> Policy:
    """A novice: as the game describes one, else a player who never folds and bets as little as possible."""
    rules = problem.rules
    if rules.novice:
        charts = {chart.street: chart for chart in rules.novice}
        streets: list[StreetPolicy] = [picks(street, charts[street.name], problem) for street in rules.streets]
        return Policy(NOVICE, rules.novice_words, tuple(streets))
    streets = []
    for street in rules.streets:
        stays = [at for at, choice in enumerate(choices_of(street, problem)) if not choice.folds]
        streets.append(Steps((0,), (stays[0],)))
    return Policy(NOVICE, "never folds, and bets as little as the rules allow", tuple(streets))


def value_kernel(value: Callable[[Cards], int], size: int) -> Kernel:
    """Values rows of so many cards."""
    return kernel_with(policy_kernels.value_rows, value=value, cards_of=cards_of_size(size))


def street_chooser(street: StreetPolicy, problem: Problem) -> Chooser:
    """How the one decision of a game without community cards is made, as the subset sweep takes it."""
    import numpy as np

    own = problem.rules.own

    if isinstance(street, Steps):
        lowest, choices = street.lowest, np.array(street.choices, np.int8)

        def by_value(hands: Any, seen: Sequence[int]) -> Any:
            values = np.zeros(len(hands), np.int64)
            value_kernel(problem.rules.value, own)(hands, np.arange(own), values)
            return choices[np.searchsorted(lowest, values, side="right") - 1]

        return by_value
    kernel, numbers = kernel_with(policy_kernels.pick_rows, pick=street.chart.pick), np.array(street.choices, np.int8)

    def by_rules(hands: Any, seen: Sequence[int]) -> Any:
        cards = np.concatenate([hands, np.tile(np.array(seen, hands.dtype), (len(hands), 1))], axis=1)
        chosen, nodes = np.zeros(len(hands), np.int8), np.zeros(len(hands), np.int16)
        kernel(cards, np.arange(own), np.arange(0), np.arange(own, own + len(seen)), 0, numbers, nodes, 0, chosen)
        return chosen

    return by_rules


def best_table(ready: Any) -> Any:
    """The best choices of a game without community cards, by kind of seen cards and place of the hand.

    ``ready`` is the game made ready for the subset sweep. Without seen cards every hand has its choice; with one, the
    hands of each kind that stand for it have, under the names of suits that the sweep gives them.
    """
    import numpy as np

    from pitbook.families.poker.exact.values import binomials, sets_of

    rules = ready.problem.rules
    cards = len(ready.deck.cards)
    table = np.zeros((len(ready.pieces), int(binomials()[cards, rules.own])), np.int8)
    for number in range(len(ready.pieces)):
        done = ready.run(number)
        compiled(policy_kernels.put_choices)(np.sort(done.player, axis=1), binomials(), done.chosen[0], table[number])
    if rules.dealer_up == 0:
        whole = np.zeros_like(table)
        compiled(policy_kernels.spread_choices)(sets_of(cards, rules.own), binomials(), table[0], whole[0])
        return whole
    return table
