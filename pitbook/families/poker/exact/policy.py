"""Policies by name: the best choices, a chart that a person can learn, and a novice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.exact.cache import kept_arrays
from pitbook.exact.kernels import Kernel, compiled, kernel_with
from pitbook.families.poker.exact import policy_kernels
from pitbook.families.poker.exact.board_kernels import PAIRS
from pitbook.families.poker.exact.money import put_up
from pitbook.families.poker.exact.problem import Problem, choices_of
from pitbook.families.poker.exact.rows import cards_of_size
from pitbook.families.poker.exact.sweep import Chooser
from pitbook.families.poker.exact.values import binomials, in_parallel, sets_of
from pitbook.families.poker.rules.chart import ChartRule, StreetChart
from pitbook.families.poker.rules.model import Street
from pitbook.games.model import listed

BEST, CHART, NOVICE = "best", "chart", "novice"
if TYPE_CHECKING:
    from pitbook.families.poker.exact.board import Board
    from pitbook.families.poker.exact.tree import PaidByTable

POLICIES: Final = (BEST, CHART, NOVICE)
_BOARDS: Final = 500
"""Sets of board cards in one piece of work."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A choice by the value of the hand alone: each from its lowest value on."""

    lowest: tuple[int, ...]
    """Rising; the first is 0."""
    choices: tuple[int, ...]
    """The index of the choice from each of these values on."""


@dataclass(frozen=True, slots=True)
class Picks:
    """A choice by the rules of a chart."""

    chart: StreetChart
    choices: tuple[int, ...]
    """The number of each rule's choice."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A choice by the two hole cards alone: the first decision of a hold'em game, as the solver makes it."""

    choices: tuple[int, ...]
    """By the index of the pair of cards."""


StreetPolicy = Steps | Picks | Grid
"""How one decision is made."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy for a game."""

    name: str
    words: str
    streets: tuple[StreetPolicy, ...]
    """Empty for the best choices."""


def first_rule(own: Cards, board: Cards, seen: Cards, added: int) -> int:
    """The only rule of a chart that has one."""
    return 0


def always(choice: int) -> Picks:
    """One choice with every hand."""
    return Picks(StreetChart("", (ChartRule("", "every hand"),), first_rule), (choice,))


def picks(street: Street, chart: StreetChart, problem: Problem) -> Picks:
    """A chart with its words converted to choices; a choice that the options do not offer becomes the next smaller
    one."""
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
    """A novice: as described by the game, else a player who never folds and bets as little as possible."""
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
    """The values of rows of cards."""
    return kernel_with(policy_kernels.value_rows, value=value, cards_of=cards_of_size(size))


def street_chooser(street: StreetPolicy, problem: Problem) -> Chooser:
    """The decision function of a game without community cards, in the form that the subset sweep uses."""
    import numpy as np

    own = problem.rules.own

    if isinstance(street, Steps):
        lowest, choices = street.lowest, np.array(street.choices, np.int8)

        def by_value(hands: Any, seen: Sequence[int]) -> Any:
            values = np.zeros(len(hands), np.int64)
            value_kernel(problem.rules.value, own)(hands, np.arange(own), values)
            return choices[np.searchsorted(lowest, values, side="right") - 1]

        return by_value
    if isinstance(street, Grid):
        raise BadInput(f"{problem.rules.slug} deals no pairs of hole cards")
    kernel, numbers = kernel_with(policy_kernels.pick_rows, pick=street.chart.pick), np.array(street.choices, np.int8)

    def by_rules(hands: Any, seen: Sequence[int]) -> Any:
        cards = np.concatenate([hands, np.tile(np.array(seen, hands.dtype), (len(hands), 1))], axis=1)
        chosen, nodes = np.zeros(len(hands), np.int8), np.zeros(len(hands), np.int16)
        kernel(cards, np.arange(own), np.arange(0), np.arange(own, own + len(seen)), 0, numbers, nodes, 0, chosen)
        return chosen

    return by_rules


def best_table(ready: Any) -> Any:
    """The best choices of a game without community cards, by kind of seen cards and index of the hand.

    ``ready`` is the game prepared for the subset sweep. Without seen cards every hand has an entry; with seen cards
    only the representative of each class of hands, with the suits renamed as in the sweep.
    """
    import numpy as np

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


def tree_choices(ready: "PaidByTable", policy: Policy, only: int | None = None) -> dict[tuple[int, int], Any]:
    """The choices in a game that is paid by a pay table alone: by decision and stakes, for every set of known cards.

    The rules of a chart get all known cards as the player's. ``only`` selects one decision.
    """
    import numpy as np

    found = {}
    for number, (decision, street) in enumerate(zip(ready.decisions, policy.streets, strict=True)):
        if only not in (None, number):
            continue
        sets = ready.rows(decision.known)
        for stakes in decision.before:
            chosen, nodes = np.zeros(len(sets), np.int8), np.zeros(len(sets), np.int16)
            if isinstance(street, Picks):
                none = np.arange(0)
                added = stakes - put_up(ready.problem.rules, {})
                kernel_with(policy_kernels.pick_rows, pick=street.chart.pick)(
                    sets, np.arange(decision.known), none, none, added, np.array(street.choices, np.int8), nodes, 0,
                    chosen,
                )  # fmt: skip
            else:
                chosen[:] = street.choices[-1]
            found[number, stakes] = chosen
    return found


def board_choices(ready: "Board", policy: Policy, only: int | None = None) -> dict[tuple[int, int], Any]:
    """The choices in a hold'em game before the board is complete: by street and stakes added, class and pair.

    ``only`` selects one street.
    """
    import numpy as np

    found = {}
    for number, (decision, street) in enumerate(zip(ready.decisions, policy.streets, strict=True)):
        if decision.street.board == 5 or only not in (None, number):
            continue
        reps = ready.levels[decision.street.board].reps
        for added in decision.before:
            if isinstance(street, Picks):
                table = np.array(street.choices, np.int8)[rules_on_boards(street.chart, reps, added)]
            else:
                table = np.zeros((len(reps), PAIRS), np.int8)
                table[:] = street.choices if isinstance(street, Grid) else street.choices[-1]
            found[number, added] = table
    return found


def rules_on_boards(chart: StreetChart, boards: Any, added: int) -> Any:
    """The number of the first rule of a chart that holds, by set of board cards and pair of hole cards."""
    import numpy as np

    table = np.zeros((len(boards), PAIRS), np.int8)
    kernel = kernel_with(policy_kernels.pick_on_boards, pick=chart.pick)

    def fill(start: int) -> None:
        part = slice(start, start + _BOARDS)
        kernel(boards[part].astype(np.int64), added, table[part])

    for _ in in_parallel(fill, range(0, len(boards), _BOARDS)):
        pass
    return table


def best_board_choices(ready: "Board", key: str) -> dict[tuple[int, int], Any]:
    """The best choices of a hold'em game before the board is complete, cached on disk."""
    import numpy as np

    def compute() -> dict[str, Any]:
        solved = ready.values(lambda more: None)
        return {f"{street} {added}": table for (street, added), table in solved.best.items()}

    kept = kept_arrays("poker choices", key, compute)
    return {(int(name.split()[0]), int(name.split()[1])): np.asarray(table) for name, table in kept.items()}
