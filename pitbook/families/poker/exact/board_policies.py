"""What many policies for one hold'em game come to: their average nets from sums, without playing every deal.

The boards are swept once. All policies have their last decision made there, and the rest follows backward from sums by
the cards known at each decision. Policies that agree from a decision on share its sums.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.exact.kernels import compiled
from pitbook.exact.pieces import Progress, Runner, Sums, run_here
from pitbook.families.poker.exact import board_kernels
from pitbook.families.poker.exact.board import Board, BoardStage, subsets_of
from pitbook.families.poker.exact.policy import Grid, Picks, Policy, StreetPolicy, always, rules_on_boards
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.values import binomials
from pitbook.families.poker.rules.chart import StreetChart

_CLASSES: Final = 2000
"""Classes of board cards that are decided at a time, which limits the memory."""


class LastByCharts(BoardStage):
    """The sums of nets before the last decision, where this is made by each of some charts."""

    def __init__(
        self, problem: Problem, key: str = "", charts: Sequence[Picks] = (), ready: Board | None = None
    ) -> None:
        super().__init__(problem, key, ready=ready, part="chart")
        self._charts = tuple(charts)

    def __reduce__(self) -> tuple[Any, ...]:
        return LastByCharts, (self.problem, self._name, self._charts)

    def zeros(self) -> dict[str, Any]:
        return self.ready.no_values(len(self._charts))

    def run_into(self, block: int, sums: Sums) -> None:
        self.ready.add_values(block, sums, self._charts)


def means_of(
    ready: Board, policies: Sequence[Policy], progress: Progress | None = None, run: Runner = run_here, key: str = ""
) -> list[Fraction]:
    """The average net of each policy, in first stakes; ``key`` names the work to the runner."""
    last = [_by_rules(policy.streets[-1]) for policy in policies] if ready.at_end else []
    charts = list(dict.fromkeys(last))
    sums = run(LastByCharts(ready.problem, key, charts, ready), progress)["sums"]
    backward = _Backward(ready, charts, sums)
    return [backward.mean(policy) for policy in policies]


def _by_rules(street: StreetPolicy) -> Picks:
    return street if isinstance(street, Picks) else always(street.choices[-1])


class _Backward:
    """Decisions from the last street to the first."""

    def __init__(self, ready: Board, charts: Sequence[Picks], sums: Any) -> None:
        self._ready, self._charts, self._swept = ready, charts, sums
        self._streets = ready.decisions[:-1] if ready.at_end else ready.decisions
        self._deals = [ready.deals_apart(decision) for decision in self._streets]
        self._sums: dict[Any, Any] = {}
        self._rules: dict[Any, Any] = {}

    def mean(self, policy: Policy) -> Fraction:
        """The average net of a policy."""
        (total,) = self._before(0, policy)[:, 2:].sum(axis=0).tolist()
        return Fraction(total, self._ready.unit * self._ready.deals)

    def _before(self, number: int, policy: Policy) -> Any:
        """What decision ``number`` comes to, by the cards known at the decision before it and by pair: the sums of nets
        of the first stakes, of one further stake, and of the policy for each of the possible stakes before it."""
        import numpy as np

        place = number, policy.streets[number:]
        if place in self._sums:
            return self._sums[place]
        ready, decision = self._ready, self._streets[number]
        level = ready.levels[decision.street.board]
        sums, later = self._after(number, policy)
        tables = [self._choices(number, added, policy.streets[number]) for added in decision.before]
        kinds = 2 + len(decision.before)
        earlier = ready.levels[self._streets[number - 1].street.board] if number else None
        found = np.zeros((len(earlier.reps) if earlier else 1, board_kernels.PAIRS, kinds), np.int64)
        for start in range(0, len(level.reps), _CLASSES):
            part = slice(start, start + _CLASSES)
            below = np.zeros((len(level.reps[part]), board_kernels.PAIRS, kinds), np.int64)
            below[:, :, :2] = sums[part, :, :2]
            for state, (added, table) in enumerate(zip(decision.before, tables, strict=True)):
                for at, choice in enumerate(decision.choices):
                    worth = ready.sum_of(choice, added, sums[part], later, self._deals[number][part])
                    np.copyto(below[:, :, 2 + state], worth, where=table[part] == at)
            if earlier is None:
                found += below
                continue
            compiled(board_kernels.push_down)(
                level.reps[part], below, subsets_of(level.size, earlier.size), earlier.class_of, earlier.renaming_of,
                ready.renamed_pairs, binomials(), found,
            )  # fmt: skip
        self._sums[place] = found = found if number else found[0]
        return found

    def _after(self, number: int, policy: Policy) -> tuple[Any, tuple[int, ...] | None]:
        """The sums by the cards known at a decision with what follows it, and the possible stakes after it."""
        if number + 1 < len(self._streets):
            return self._before(number + 1, policy), self._streets[number + 1].before
        if not self._ready.at_end:
            return self._swept, None
        later = self._ready.decisions[-1].before
        start = 2 + self._charts.index(_by_rules(policy.streets[-1])) * len(later)
        import numpy as np

        return np.delete(self._swept, [*range(2, start), *range(start + len(later), self._swept.shape[2])], 2), later

    def _choices(self, number: int, added: int, street: StreetPolicy) -> Any:
        """The choice by class of board cards and pair."""
        import numpy as np

        reps = self._ready.levels[self._streets[number].street.board].reps
        if isinstance(street, Picks):
            return np.array(street.choices, np.int8)[self._rule_numbers(number, added, street.chart, reps)]
        if isinstance(street, Grid):
            return np.array(street.choices, np.int8)[None, :]
        return np.broadcast_to(np.int8(street.choices[-1]), (len(reps), board_kernels.PAIRS))

    def _rule_numbers(self, number: int, added: int, chart: StreetChart, reps: Any) -> Any:
        place = number, added, chart.pick
        if place not in self._rules:
            self._rules[place] = rules_on_boards(chart, reps, added)
        return self._rules[place]
