"""The tree by kinds: a pay table alone, for hands with too many cards to list every set.

As in :mod:`pitbook.families.poker.exact.tree`, an information set is a set of cards and the stakes so far; values are
computed backward from the last card, and frequencies forward from the first. Sets that differ only by a permutation of
equivalent suits are one kind. Hands with the last card are counted without listing them: the value of a hand is that of
its best suit, and the last card changes one suit only. Each wager may have its own pay table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, perm
from typing import Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled
from pitbook.exact.pieces import Progress, Runner, run_here, workers
from pitbook.families.poker.exact import kinds_kernels
from pitbook.families.poker.exact.deck import Deck
from pitbook.families.poker.exact.money import HandClasses, hand_classes, net_of, put_up
from pitbook.families.poker.exact.paths import Node, Path, paths_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.suits import SuitValues, ranks_of, suit_values
from pitbook.families.poker.exact.tree import Choices, TreeStreet, Walked, decisions_of, figures_of
from pitbook.families.poker.exact.values import in_parallel
from pitbook.families.poker.rules.model import WIN

METHOD: Final = "tree by kinds: every set of cards and every stake, from the last card back, equivalent suits together"
SHARES: Final = 8
"""Pieces for each core."""


@dataclass(frozen=True, slots=True)
class Level:
    """All kinds of sets of a given size."""

    keys: Any
    """Sorted."""
    weights: Any
    """The number of sets of each kind."""


class Kinds:
    """A prepared problem: the value of each choice for every kind of set."""

    def __init__(self, problem: Problem) -> None:
        import numpy as np

        rules = problem.rules
        self.problem, self.deck = problem, Deck.of(rules, problem.dead)
        self.size = rules.own + rules.board
        self.suits: SuitValues = suit_values(rules)
        self.classes: HandClasses = hand_classes(rules, self.suits.occurring)
        self.decisions: tuple[TreeStreet, ...] = decisions_of(problem)
        self.paths = paths_of(problem)
        self.sums: dict[tuple[int, int], Any] = {}
        """(decision, stakes before it) -> for every choice and kind of set, the sum of nets over all continuations."""
        self.best: dict[tuple[int, int], Any] = {}
        """The same for the number of the best choice, the first of equal ones."""
        names, blocks = self.deck.suit_blocks()
        self._names, self._blocks = np.array(names), np.array(blocks)
        self._have = np.array([ranks_of(self.deck.cards, suit) for suit in names])
        self._levels: dict[int, Level] = {}
        ends = [path for path in self.paths.paths if not path.folded]
        hands = range(len(self.classes.lines))
        self.unit = lcm(*(self.net_of(hand, path).denominator for path in ends for hand in hands))
        self._counts = self._count_ends()
        self._solve_back()

    def net_of(self, hand: int, path: Path) -> Fraction:
        """The net result of a round, by class of hand and path of choices."""
        rules = self.problem.rules
        if path.folded:
            return Fraction(-put_up(rules, path.added))
        return net_of(rules, self.problem.tables, self.problem.options, path.added, WIN, self.classes.lines[hand])

    def ways(self, known: int) -> int:
        """The number of orders in which the rest of the cards can be dealt."""
        return perm(len(self.deck.cards) - known, self.size - known)

    # -- kinds of sets -------------------------------------------------------------------------------------------------

    def level(self, size: int) -> Level:
        """All kinds of sets of a given size."""
        import numpy as np

        if size not in self._levels:
            by_size = self.suits.order[np.argsort(self.suits.sizes[self.suits.order], kind="stable")]
            starts = np.searchsorted(self.suits.sizes[by_size], np.arange(size + 2))
            fill = compiled(kinds_kernels.kinds_of_size)
            none = np.zeros(0, np.int64)
            count = fill(size, by_size, starts, self._have, self._blocks, none, none)
            keys, weights = np.zeros((2, count), np.int64)
            fill(size, by_size, starts, self._have, self._blocks, keys, weights)
            order = np.argsort(keys)
            self._levels[size] = Level(keys[order], weights[order])
        return self._levels[size]

    def rows(self, known: int) -> Any:
        """One set of each kind of a given size."""
        import numpy as np

        keys = self.level(known).keys
        rows = np.zeros((len(keys), known), np.uint8)
        compiled(kinds_kernels.rows_of)(keys, self._names, rows)
        return rows

    def place(self, cards: Cards) -> int:
        """The index of a set of cards among the kinds of its size."""
        import numpy as np

        masks = np.array([ranks_of(cards, suit) for suit in self._names.tolist()], np.int64)
        key = compiled(kinds_kernels.key_with)(masks, self._blocks, 0, masks[0])
        return int(np.searchsorted(self.level(len(cards)).keys, key))

    def places(self, cards: Any, at: Any) -> Any:
        """The same for the cards in these columns of each row, from a whole deck."""
        import numpy as np

        found = np.zeros(len(cards), np.int32)
        compiled(kinds_kernels.place_rows)(cards, at, self.level(len(at)).keys, found)
        return found

    # -- values --------------------------------------------------------------------------------------------------------

    def _count_ends(self) -> Any:
        """By kind of set at the last decision and class of hand: how many continuations end with this class."""
        import numpy as np

        keys = self.level(self.size - 1).keys
        rank_of = np.minimum(np.searchsorted(self.suits.occurring, self.suits.values), len(self.suits.occurring) - 1)
        hands = np.array(self.classes.of_value, np.int64)
        counts = np.zeros((len(keys), len(self.classes.lines)), np.int64 if self.size - 1 > self._last else np.uint8)

        def count(part: slice) -> None:
            compiled(kinds_kernels.count_last_card)(keys[part], self._have, rank_of, hands, counts[part])

        self._in_parts(count, len(keys))
        if self.size - 1 == self._last:
            return counts
        columns = [self._back(counts[:, hand], self.size - 1, self._last) for hand in range(counts.shape[1])]
        return np.stack(columns, axis=1)

    @property
    def _last(self) -> int:
        """The number of cards that are known at the last decision."""
        return self.decisions[-1].known

    def _in_parts(self, work: Callable[[slice], None], count: int) -> None:
        """Splits the work over the kinds among all cores."""
        step = max(1, -(-count // (SHARES * workers())))
        for _ in in_parallel(work, [slice(start, start + step) for start in range(0, count, step)]):
            pass

    def _nodes(self, street: int) -> Iterator[tuple[int, Node]]:
        """The nodes of a decision, each with the stakes before it."""
        for node in self.paths.nodes:
            if node.street == street:
                yield put_up(self.problem.rules, node.added), node

    def _solve_back(self) -> None:
        """Computes the value of every kind, from the last decision to the first."""
        import numpy as np

        for street in range(len(self.decisions) - 1, -1, -1):
            for stakes, node in self._nodes(street):
                if (street, stakes) in self.sums:
                    raise BadInput(f"{self.problem.rules.slug} comes to the same stakes in several ways")
                sums = np.stack(self._sums(node, {at: values.max(axis=0) for at, values in self.sums.items()}))
                self.sums[street, stakes], self.best[street, stakes] = sums, np.argmax(sums, axis=0).astype(np.int8)

    def _sums(self, node: Node, values: Mapping[tuple[int, int], Any]) -> list[Any]:
        """For each choice at a decision, the sum of nets over all continuations, for every kind of set.

        ``values`` are those of the next decision, by its stakes.
        """
        import numpy as np

        decision = self.decisions[node.street]
        found = []
        for choice, after in zip(decision.choices, node.after, strict=True):
            if choice.folds:
                lost = -put_up(self.problem.rules, node.added) * self.unit * self.ways(decision.known)
                found.append(np.full(len(self.level(decision.known).keys), lost, np.int64))
            elif after < 0:
                path = self.paths.paths[~after]
                hands = range(len(self.classes.lines))
                nets = np.array([int(self.net_of(hand, path) * self.unit) for hand in hands], np.int64)
                ended = sum(self._counts[:, hand].astype(np.int64) * int(nets[hand]) for hand in hands)
                found.append(self._back(ended, self._last, decision.known))
            else:
                later = self.paths.nodes[after]
                at = later.street, put_up(self.problem.rules, later.added)
                found.append(self._back(values[at], self.decisions[later.street].known, decision.known))
        return found

    def mean_of(self, choices: Choices) -> Fraction:
        """The average net of a round in first stakes, for choices by decision, stakes and kind of set."""
        import numpy as np

        values: dict[tuple[int, int], Any] = {}
        for street in range(len(self.decisions) - 1, -1, -1):
            for stakes, node in self._nodes(street):
                chosen = choices[street, stakes].astype(np.int64)
                values[street, stakes] = np.take_along_axis(np.stack(self._sums(node, values)), chosen[None], 0)[0]
        first = self.decisions[0]
        total = int((values[0, first.before[0]] * self.level(first.known).weights).sum())
        return Fraction(total, comb(len(self.deck.cards), first.known) * self.ways(first.known) * self.unit)

    def _back(self, values: Any, size: int, down_to: int) -> Any:
        import numpy as np

        for each in range(size, down_to, -1):
            keys, later, of_later = self.level(each - 1).keys, self.level(each).keys, values
            sums = np.zeros(len(keys), np.int64)

            def add(part: slice, keys: Any = keys, later: Any = later, of: Any = of_later, sums: Any = sums) -> None:
                compiled(kinds_kernels.sum_over_next)(keys[part], self._have, self._blocks, later, of, sums[part])

            self._in_parts(add, len(keys))
            values = sums
        return values

    # -- how often -----------------------------------------------------------------------------------------------------

    def forward(self, choices: Choices | None = None) -> Walked:
        """The number of deals in which each choice is taken, and in which each path ends with each class of hand.

        ``choices`` are by decision and stakes before it, for every kind of set; by default the best ones.
        """
        import numpy as np

        played = self.best if choices is None else choices
        walked = Walked([Counter({choice.word: 0 for choice in each.choices}) for each in self.decisions], Counter())

        def walk(node: Node, times: Any) -> None:
            decision = self.decisions[node.street]
            chosen = played[node.street, put_up(self.problem.rules, node.added)]
            for place, (choice, after) in enumerate(zip(decision.choices, node.after, strict=True)):
                here = np.where(chosen == place, times, 0)
                count = int(here.sum()) * self.ways(decision.known)
                walked.taken[node.street][choice.word] += count
                if count == 0:
                    continue
                if after >= 0:
                    later = self.paths.nodes[after]
                    walk(later, self._forth(here, decision.known, self.decisions[later.street].known))
                elif choice.folds:
                    walked.ends[0, ~after] += count
                else:
                    last = self._forth(here, decision.known, self._last)
                    for hand in range(len(self.classes.lines)):
                        walked.ends[hand, ~after] += int((last * self._counts[:, hand]).sum())

        walk(self.paths.nodes[0], self.level(self.decisions[0].known).weights)
        return walked

    def _forth(self, times: Any, size: int, up_to: int) -> Any:
        import numpy as np

        for each in range(size, up_to):
            later = self.level(each + 1).keys
            sums = np.zeros(len(later), np.int64)
            compiled(kinds_kernels.spread_to_next)(self.level(each).keys, self._have, self._blocks, times, later, sums)
            times = sums
        return times

    @property
    def information_sets(self) -> int:
        """Equivalent suits counted once."""
        return sum(len(decision.before) * len(self.level(decision.known).keys) for decision in self.decisions)


def make_ready(problem: Problem) -> Kinds:
    """Solves the game back to its first decision."""
    return Kinds(problem)


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """Solves a game that is paid by a pay table alone: seconds of work, which is not distributed."""
    ready = make_ready(problem)
    found = figures_of(ready, ready.forward(), ready.information_sets, METHOD)
    if progress:
        progress(1, 1)
    return found
