"""The decisions of the seats in a batch of rounds: by the best choices, by a chart, or as a novice."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.families.poker.exact import board, board_kernels, kinds, policy_kernels, ranks_choices, suits, sweep
from pitbook.families.poker.exact.board import Board
from pitbook.families.poker.exact.methods import method_of, prepare_paid_by_table
from pitbook.families.poker.exact.money import put_up
from pitbook.families.poker.exact.paths import Node, Paths
from pitbook.families.poker.exact.policy import (
    Grid,
    Picks,
    Policy,
    Steps,
    StreetPolicy,
    always,
    best_board_choices,
    best_table,
    board_choices,
    tree_choices,
)
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.rows import cards_of_size
from pitbook.families.poker.exact.values import binomials
from pitbook.families.poker.simulate import kernel


@dataclass(frozen=True, slots=True)
class Columns:
    """The positions of a round's cards in its row."""

    own: tuple[Any, ...]
    """For each seat."""
    dealer: Any
    board: Any
    total: int

    @classmethod
    def of(cls, problem: Problem, seats: int) -> "Columns":
        rules = problem.rules
        dealer = rules.own * seats
        shared = dealer + rules.dealer
        return cls(
            tuple(np.arange(seat * rules.own, (seat + 1) * rules.own) for seat in range(seats)),
            np.arange(dealer, shared),
            np.arange(shared, shared + rules.board),
            shared + rules.board,
        )

    def at(self, source: str, seat: int) -> Any:
        """The columns of a source of cards, as groups of wagers name them."""
        parts = {"player": self.own[seat], "dealer": self.dealer, "board": self.board}
        return np.concatenate([parts[each] for each in source.split(" and ")])


class RoundBatch:
    """Rounds that go through the stages together; the indexes of sets of cards are computed once."""

    def __init__(self, cards: Any, columns: Columns) -> None:
        self.cards, self.columns = cards, columns
        self._places: dict[bytes, Any] = {}

    def places(self, at: Any) -> Any:
        """The index of the cards in these columns among all sets of their size."""
        key = at.tobytes()
        if key not in self._places:
            places = self._places[key] = np.zeros(len(self.cards), np.int32)
            compiled(kernel.place_rows)(self.cards, at, small_binomials(), places)
        return self._places[key]


@lru_cache(maxsize=1)
def small_binomials() -> Any:
    """The binomials of the solver in numbers of half the size."""
    return binomials().astype(np.int32)


Decider = Callable[[RoundBatch, int, Any, Any], None]
"""Given a batch, a seat and the values of its hands: fills in where each round's player ends, as ``~path``."""


def decider(problem: Problem, policy: Policy, paths: Paths, key: str) -> Decider:
    """The decider for the seats of a game; ``key`` is that of the game's solution in the cache."""
    if problem.rules.dealer == 0:
        return TreeDecisions(problem, policy, paths)
    if problem.rules.board == 0:
        return SingleDecision(problem, policy, paths)
    return BoardDecisions(problem, policy, paths, key)


Choose = Callable[[RoundBatch, Any, Any, Any, Any], None]
"""Given a batch, the columns of a seat's cards and of the dealer's face-up ones, and the values of the seat's hands:
fills in the choice of each round."""


class SingleDecision:
    """The decision of a game without community cards."""

    def __init__(self, problem: Problem, policy: Policy, paths: Paths) -> None:
        self._after = np.array(paths.nodes[0].after, np.int16)
        self._up = problem.rules.dealer_up
        self._choose = _by_policy(policy.streets[0]) if policy.streets else _best_of(problem)

    def __call__(self, batch: RoundBatch, seat: int, values: Any, nodes: Any) -> None:
        """Fills in where each round's player ends, as ``~path``."""
        chosen = np.zeros(len(batch.cards), np.int8)
        self._choose(batch, batch.columns.own[seat], batch.columns.dealer[: self._up], values, chosen)
        compiled(kernel.look_up_rows)(chosen, self._after, nodes)


def _best_of(problem: Problem) -> Choose:
    """The best choices of a game with one decision, by its method."""
    makers = {"sweep": _best_by_sweep, "suits": _best_by_suits, "ranks": _best_by_ranks}
    return makers[method_of(problem.rules)](problem)


def _best_by_sweep(problem: Problem) -> Choose:
    table = best_table(sweep.make_ready(problem))

    def look_up(batch: RoundBatch, own: Any, seen: Any, values: Any, chosen: Any) -> None:
        if len(seen):
            compiled(policy_kernels.choose_beside_seen)(batch.cards, own, int(seen[0]), binomials(), table, chosen)
        else:
            compiled(kernel.look_up_rows)(batch.places(own), table[0], chosen)

    return look_up


def _best_by_suits(problem: Problem) -> Choose:
    best = suits.best_choices(suits.make_ready(problem))
    return lambda batch, own, seen, values, chosen: best.choose(batch.cards, own, chosen)


def _best_by_ranks(problem: Problem) -> Choose:
    best = ranks_choices.best_choices(problem)
    return lambda batch, own, seen, values, chosen: best.choose(batch.cards, own, seen, values, chosen)


def _by_policy(street: StreetPolicy) -> Choose:
    """The choices of a chart or a novice."""
    if isinstance(street, Grid):
        raise BadInput("a game without community cards deals no pairs of hole cards")
    numbers = np.array(street.choices, np.int8)
    if isinstance(street, Steps):
        lowest = np.array(street.lowest, np.int64)
        return lambda batch, own, seen, values, chosen: compiled(kernel.step_rows)(values, lowest, numbers, chosen)
    pick = kernel_with(policy_kernels.pick_rows, pick=street.chart.pick)

    def by_rules(batch: RoundBatch, own: Any, seen: Any, values: Any, chosen: Any) -> None:
        nodes = np.zeros(len(chosen), np.int16)
        pick(batch.cards, own, batch.columns.board[:0], seen, 0, numbers, nodes, 0, chosen)

    return by_rules


class TreeDecisions:
    """The decisions of a game that is paid by a pay table alone: by all known cards and the stakes."""

    def __init__(self, problem: Problem, policy: Policy, paths: Paths) -> None:
        ready = prepare_paid_by_table(problem)
        self._kinds = ready if isinstance(ready, kinds.Kinds) else None
        self._nodes = paths.nodes
        self._own = [problem.rules.own_at(decision.street) for decision in ready.decisions]
        self._known = [decision.known - own for decision, own in zip(ready.decisions, self._own, strict=True)]
        played = tree_choices(ready, policy) if policy.streets else ready.best
        self._tables = [played[node.street, put_up(problem.rules, node.added)].astype(np.int8) for node in self._nodes]
        self._after = [np.array(node.after, np.int16) for node in self._nodes]

    def __call__(self, batch: RoundBatch, seat: int, values: Any, nodes: Any) -> None:
        """Fills in where each round's player ends, as ``~path``."""
        columns = batch.columns
        nodes[:] = 0
        for number, node in enumerate(self._nodes):
            shown = columns.board[: self._known[node.street]]
            at = np.concatenate([columns.own[seat][: self._own[node.street]], shown])
            places = batch.places(at) if self._kinds is None else self._kinds.places(batch.cards, at)
            compiled(kernel.advance_by_place)(places, self._tables[number], self._after[number], nodes, number)


class BoardDecisions:
    """The decisions of a hold'em game."""

    def __init__(self, problem: Problem, policy: Policy, paths: Paths, key: str) -> None:
        self._problem, self._nodes = problem, paths.nodes
        self._ready = ready = Board(problem)
        self._after = [np.array(node.after, np.int16) for node in self._nodes]
        if policy.streets:
            self._tables = board_choices(ready, policy, only=0)
        else:
            self._tables = {at: np.ascontiguousarray(table) for at, table in best_board_choices(ready, key).items()}
        self._last = self._at_end() if ready.at_end else None
        streets = [always(each.choices[-1]) if isinstance(each, Steps) else each for each in policy.streets]
        self._picks = {
            number: (kernel_with(policy_kernels.pick_rows, pick=each.chart.pick), np.array(each.choices, np.int8))
            for number, each in enumerate(streets)
            if isinstance(each, Picks)
        }

    def _at_end(self) -> Callable[..., Any]:
        """The decision with the whole board known, where it is made by the best choice."""
        ready = self._ready
        adds, folds, _ = board.arrays_of(ready.decisions[-1])
        best = kernel_with(board_kernels.best_rows, value=self._problem.rules.value)
        lowest = self._problem.rules.lowest_qualifying(self._problem.options)

        def decide(batch: RoundBatch, seat: int, values: Any, nodes: Any, number: int, chosen: Any) -> None:
            best(
                batch.cards, batch.columns.own[seat], batch.columns.board, values, ready.slots, ready.rank_at,
                ready.hands, lowest, ready.base, ready.added, self._nodes[number].total, ready.first, ready.unit, adds,
                folds, nodes, number, chosen,
            )  # fmt: skip

        return decide

    def __call__(self, batch: RoundBatch, seat: int, values: Any, nodes: Any) -> None:
        """Fills in where each round's player ends, as ``~path``."""
        chosen = np.zeros(len(batch.cards), np.int8)
        nodes[:] = 0
        for number, node in enumerate(self._nodes):
            self._choose(batch, seat, values, nodes, number, node, chosen)
            compiled(kernel.advance_rows)(chosen, self._after[number], nodes, number)

    def _choose(
        self, batch: RoundBatch, seat: int, values: Any, nodes: Any, number: int, node: Node, chosen: Any
    ) -> None:  # fmt: skip
        own = batch.columns.own[seat]
        shown = batch.columns.board[: self._ready.decisions[node.street].street.board]
        if node.street in self._picks:
            pick, numbers = self._picks[node.street]
            pick(batch.cards, own, shown, shown[:0], node.total, numbers, nodes, number, chosen)
        elif len(shown) == 5 and self._last is not None:
            self._last(batch, seat, values, nodes, number, chosen)
        elif len(shown) == 0:
            compiled(kernel.look_up_rows)(batch.places(own), self._tables[node.street, node.total][0], chosen)
        else:
            level = self._ready.levels[len(shown)]
            compiled(kernel.choose_on_board)(
                batch.cards, own, batch.places(shown), level.class_of, level.renaming_of, self._ready.renamed_pairs,
                self._tables[node.street, node.total], nodes, number, chosen,
            )  # fmt: skip


__all__ = ["Columns", "Decider", "RoundBatch", "cards_of_size", "decider"]
