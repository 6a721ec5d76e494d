"""The tree: a hand that is paid by a pay table alone, with decisions while community cards are turned over.

The result of a hand depends only on the set of cards and on the stakes, so an information set is a set of cards and the
stakes so far: own cards and board cards need not be distinguished. Values are computed backward from five cards to four
and so on, summed over the next card; the frequency of each set and stake is computed forward in the same way.
A community card that is known only as being of certain ranks or not limits the cards that may come in its place: each
of the two is a tree of its own.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb, factorial, lcm, perm
from typing import Any, Final, Protocol

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact import kernels
from pitbook.families.poker.exact.deck import Deck, deck_left
from pitbook.families.poker.exact.knowledge import refuse_hints
from pitbook.families.poker.exact.money import HandClasses, hand_classes, per_unit, put_up
from pitbook.families.poker.exact.paths import Path, paths_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Situation, Solution, Valued
from pitbook.families.poker.exact.values import Ranked, binomials, in_parallel, rank_hands, sets_of
from pitbook.families.poker.rules.model import WIN, Street, StreetChoice, applies
from pitbook.games.model import listed

METHOD: Final = "tree: every set of cards and every stake, from the last card back"


@dataclass(frozen=True, slots=True)
class TreeStreet:
    """A street in the form that this method uses."""

    street: Street
    choices: tuple[StreetChoice, ...]
    known: int
    """The number of known cards of the final hand."""
    before: tuple[int, ...]
    """The possible stakes before it, in first stakes."""


Choices = Mapping[tuple[int, int], Any]
"""(decision, stakes before it) -> a number for every set of cards."""


@dataclass(frozen=True, slots=True)
class Walked:
    """All deals, played by a policy."""

    taken: list[Counter[str]]
    """For each decision, how often each choice is taken."""
    ends: Counter[tuple[int, int]]
    """(class of hand, index of the path) -> the number of deals that end so; folded hands have class 0."""


class PaidByTable(Protocol):
    """A game that is paid by a pay table alone, prepared by its method: the value of every set of known cards."""

    @property
    def problem(self) -> Problem: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def classes(self) -> HandClasses: ...
    @property
    def decisions(self) -> tuple[TreeStreet, ...]: ...
    @property
    def size(self) -> int:
        """Cards that count in the end."""

    @property
    def unit(self) -> int:
        """Sums are whole numbers of this part of the first stake."""

    @property
    def sums(self) -> Mapping[tuple[int, int], Any]: ...
    @property
    def best(self) -> Choices: ...
    def net_of(self, hand: int, path: Path) -> Fraction:
        """The net result of a round, by class of hand and path of choices."""

    def rows(self, known: int) -> Any:
        """The distinguishable sets of a given size, one in a row."""

    def place(self, cards: Cards) -> int:
        """The index of a set of cards among them."""

    def ways(self, known: int) -> Any:
        """The number of orders in which the rest of the cards can be dealt: one number, or one per set of cards."""

    def forward(self, choices: Choices | None = None) -> Walked:
        """The number of deals in which each choice is taken, and in which each path ends with each class of hand."""

    def mean_of(self, choices: Choices) -> Fraction:
        """The average net of a round in first stakes."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A prepared problem: values ranked, and the stakes before each decision known."""

    problem: Problem
    deck: Deck
    ranked: Ranked
    classes: HandClasses
    units: tuple[Fraction, ...]
    """The net win of one first stake, by class of hand."""
    decisions: tuple[TreeStreet, ...]
    sums: dict[tuple[int, int], Any] = field(default_factory=dict)
    """(decision, stakes before it) -> for every choice and set of cards, the sum of nets over all continuations."""
    best: dict[tuple[int, int], Any] = field(default_factory=dict)
    """The same for the number of the best choice, the first of equal ones."""
    per_stake: list[Any] = field(default_factory=list)
    """The sum of one stake's nets over all cards after the last decision, for every set of cards."""
    limits: Mapping[int, Any] = field(default_factory=dict)
    """Number of cards known -> of every card whether it may be the last of them, where that is known beforehand."""
    counted: dict[int, Any] = field(default_factory=dict)
    """What :meth:`ways` has counted where cards are limited."""

    @property
    def size(self) -> int:
        """The number of cards of the final hand."""
        return self.problem.rules.own + self.problem.rules.board

    @property
    def unit(self) -> int:
        return lcm(*(each.denominator for each in self.units))

    def net_of(self, hand: int, path: Path) -> Fraction:
        """The net result of a round, by class of hand and path of choices."""
        stakes = put_up(self.problem.rules, path.added)
        return Fraction(-stakes) if path.folded else stakes * self.units[hand]

    def rows(self, known: int) -> Any:
        """Every set of a given size, one in a row."""
        return sets_of(len(self.deck.cards), known)

    def place(self, cards: Cards) -> int:
        """The index of a set of cards among all of its size."""
        rising = sorted(self.deck.place(card) for card in cards)
        return sum(comb(card, count) for count, card in enumerate(rising, 1))

    def ways(self, known: int) -> Any:
        """The number of orders in which the rest of the cards can be dealt: one number, or one per set of cards."""
        import numpy as np

        if not any(size > known for size in self.limits):
            return perm(len(self.deck.cards) - known, self.size - known)
        if known not in self.counted:
            every = np.ones(comb(len(self.deck.cards), self.size), np.int64)
            self.counted[known] = self._back(every, self.size, known)
        return self.counted[known]

    def _allowed(self, size: int) -> Any:
        """Which cards may be the last of a set of this size."""
        import numpy as np

        return self.limits.get(size, np.ones(len(self.deck.cards), np.bool_))

    def solve_back(self) -> None:
        """Computes the value of every set of cards, from the last decision to the first."""
        import numpy as np

        nets = np.array([int(each * self.unit) for each in self.units], np.int64)
        of_rank = nets[np.array(self.classes.of_value)]
        final = of_rank[self.ranked.ranks[self.size]]
        last = len(self.decisions) - 1
        per_stake = self._back(final, self.size, self.decisions[last].known)
        self.per_stake.append(per_stake)
        for number in range(last, -1, -1):
            decision = self.decisions[number]
            for stakes in decision.before:
                sums = np.stack([self._sum(number, stakes, choice, per_stake) for choice in decision.choices])
                self.sums[number, stakes], self.best[number, stakes] = sums, np.argmax(sums, axis=0)

    def mean_of(self, choices: Choices) -> Fraction:
        """The average net of a round in first stakes, for choices by decision, stakes and set of cards."""
        import numpy as np

        values: dict[tuple[int, int], Any] = {}
        for number in range(len(self.decisions) - 1, -1, -1):
            decision = self.decisions[number]
            for stakes in decision.before:
                sums = [self._sum(number, stakes, choice, self.per_stake[0], values) for choice in decision.choices]
                chosen = choices[number, stakes].astype(np.int64)
                values[number, stakes] = np.take_along_axis(np.stack(sums), chosen[None], axis=0)[0]
        first = self.decisions[0]
        total = int(values[0, first.before[0]].sum())
        sets = comb(len(self.deck.cards), first.known)
        return Fraction(total, int((np.ones(sets, np.int64) * self.ways(first.known)).sum()) * self.unit)

    def _sum(
        self,
        number: int,
        stakes: int,
        choice: StreetChoice,
        per_stake: Any,
        values: Mapping[tuple[int, int], Any] | None = None,
    ) -> Any:
        """The sum of nets over all continuations of a choice, for every set of cards.

        ``values`` are those of the next decision; by default those of the best choices.
        """
        import numpy as np

        decision = self.decisions[number]
        after = stakes + choice.adds
        if choice.folds:
            sets = comb(len(self.deck.cards), decision.known)
            return np.full(sets, -stakes * self.unit, np.int64) * self.ways(decision.known)
        if number == len(self.decisions) - 1:
            return after * per_stake
        later = self.sums[number + 1, after].max(axis=0) if values is None else values[number + 1, after]
        return self._back(later, self.decisions[number + 1].known, decision.known)

    def _back(self, values: Any, size: int, down_to: int) -> Any:
        import numpy as np

        for each in range(size, down_to, -1):
            sums = np.zeros(comb(len(self.deck.cards), each - 1), np.int64)
            compiled(kernels.sum_over_next_card)(values, each, self._allowed(each), binomials(), sums)
            values = sums
        return values

    def forward(self, choices: Choices | None = None) -> "Walked":
        """The number of deals in which each choice is taken, and in which each path ends with each class of hand.

        ``choices`` are by decision and stakes before it, for every set of cards; by default the best ones. Paths are
        processed one at a time, so that only one needs memory for all hands.
        """
        import numpy as np

        played = self.best if choices is None else choices
        tree = paths_of(self.problem)
        class_of_set = np.array(self.classes.of_value)[self.ranked.ranks[self.size]]
        walked = Walked([Counter({choice.word: 0 for choice in each.choices}) for each in self.decisions], Counter())

        def walk(number: int, times: Any) -> None:
            node = tree.nodes[number]
            decision = self.decisions[node.street]
            chosen = played[node.street, put_up(self.problem.rules, node.added)]
            for place, choice in enumerate(decision.choices):
                here = np.where(chosen == place, times, 0)
                count = int((here * self.ways(decision.known)).sum())
                walked.taken[node.street][choice.word] += count
                after = node.after[place]
                if count == 0:
                    continue
                if after >= 0:
                    walk(after, self._forth(here, decision.known, self.decisions[node.street + 1].known))
                elif choice.folds:
                    walked.ends[0, ~after] += count
                else:
                    ended = self._forth(here, decision.known, self.size)
                    for hand in range(len(self.units)):
                        walked.ends[hand, ~after] += int(ended[class_of_set == hand].sum())

        first = self.decisions[0]
        walk(0, np.ones(comb(len(self.deck.cards), first.known), np.int64))
        return walked

    def _forth(self, times: Any, size: int, up_to: int) -> Any:
        import numpy as np

        for each in range(size + 1, up_to + 1):
            sums = np.zeros(comb(len(self.deck.cards), each), np.int64)
            compiled(kernels.spread_to_next_card)(times, each, self._allowed(each), binomials(), sums)
            times = sums
        return times


def make_ready(problem: Problem) -> Tree:
    """Values all hands, finds which stakes may lie before each decision, and makes the decisions."""
    ready = prepare(problem)
    ready.solve_back()
    return ready


def prepare(problem: Problem) -> Tree:
    """Values all hands and finds the possible stakes before each decision."""
    rules, options = problem.rules, problem.options
    if len({(stake.lines, problem.tables[stake.slug].lines) for stake in rules.stakes}) > 1:
        raise BadInput(f"{rules.slug} pays its wagers by different tables: this method needs one for all")
    deck = Deck.of(rules, problem.dead)
    size = rules.own + rules.board
    ranked = rank_hands(rules.value, deck, (size,))
    classes = hand_classes(rules, ranked.values)
    first = rules.first
    units = tuple(per_unit(first, problem.tables[first.slug], WIN, lines, options) for lines in classes.lines)
    return Tree(problem, deck, ranked, classes, units, decisions_of(problem))


def decisions_of(problem: Problem) -> tuple[TreeStreet, ...]:
    """The streets with the cards that are known and the stakes that may lie there."""
    rules = problem.rules
    decisions: list[TreeStreet] = []
    before = {put_up(rules, {})}
    for street in rules.streets:
        choices = tuple(choice for choice in street.choices if applies(choice.only_if, problem.options))
        shown = set(range(1, street.board + 1)) | set(problem.knowledge.board)
        decisions.append(TreeStreet(street, choices, rules.own_at(street) + len(shown), tuple(sorted(before))))
        before = {stakes + choice.adds for stakes in before for choice in choices if not choice.folds}
    return tuple(decisions)


def limited(ready: Tree) -> Iterator[Tree]:
    """The tree with each of the limits that a player may be told of; the tree itself where none are."""
    import numpy as np

    hints = ready.problem.knowledge.board_hints
    order = turned_over(ready.problem)
    ranks = [card >> 2 for card in ready.deck.cards]
    of_them = {
        ready.problem.rules.own + order.index(position) + 1: np.isin(ranks, of_ranks) for position, of_ranks in hints
    }
    for said in product((False, True), repeat=len(hints)):
        limits = {size: cards == is_one for (size, cards), is_one in zip(of_them.items(), said, strict=True)}
        yield replace(ready, limits=limits, sums={}, best={}, per_stake=[], counted={})


def turned_over(problem: Problem) -> list[int]:
    """The positions of the community cards in the order in which a player comes to know them."""
    known = problem.knowledge.board
    return [*known, *(position for position in range(1, problem.rules.board + 1) if position not in known)]


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """Solves a game that is paid by a pay table alone: this takes seconds, so the work is not distributed."""
    every = list(limited(prepare(problem)))

    def walk(ready: Tree) -> Walked:
        ready.solve_back()
        walked = ready.forward()
        ready.sums.clear()  # of many trees only those at work need their room
        ready.best.clear()
        return walked

    together = Walked([Counter() for _ in every[0].decisions], Counter())
    for done, walked in enumerate(in_parallel(walk, every), 1):
        for so_far, more in zip(together.taken, walked.taken, strict=True):
            so_far.update(more)
        together.ends.update(walked.ends)
        if progress:
            progress(done, len(every))
    return solution_of(every, together)


def solution_of(every: Sequence[Tree], walked: Walked) -> Solution:
    """The figures of a policy, over all trees of a problem."""
    sets = sum(_information_sets(number, every) for number in range(len(every[0].decisions)))
    return figures_of(every[0], walked, sets, METHOD)


def figures_of(ready: PaidByTable, walked: Walked, information_sets: int, method: str) -> Solution:
    """The figures of a policy."""
    rules = ready.problem.rules
    counted = sum(walked.ends.values())
    deals = deals_of(ready)
    paths = paths_of(ready.problem).paths
    tally: Counter[tuple[Fraction, int]] = Counter()
    for (hand, number), times in walked.ends.items():
        path = paths[number]
        tally[ready.net_of(hand, path), put_up(rules, path.added)] += times
    return Solution(
        deals=deals,
        tally={key: times * deals // counted for key, times in tally.items() if times},
        choices={
            decision.street.name: {word: times * deals // counted for word, times in words.items()}
            for decision, words in zip(ready.decisions, walked.taken, strict=True)
        },
        information_sets=information_sets,
        method=method,
    )


def _information_sets(number: int, every: Sequence[Tree]) -> int:
    """How many sets of cards and stakes there are at a decision; what was known of cards that now lie face up does not
    matter any more."""
    import numpy as np

    decision, total = every[0].decisions[number], 0
    told: set[tuple[bytes, ...]] = set()
    for ready in every:
        limits = tuple(cards.tobytes() for size, cards in ready.limits.items() if size > decision.known)
        if limits not in told:
            told.add(limits)
            ways = np.ones(comb(len(ready.deck.cards), decision.known), np.int64) * ready.ways(decision.known)
            total += len(decision.before) * int(np.count_nonzero(ways))
    return total


def deals_of(ready: PaidByTable) -> int:
    """The number of equally likely deals, cards that are seen at different times told apart, and so are those of which
    something is known beforehand."""
    rules = ready.problem.rules
    order = turned_over(ready.problem)
    hinted = {position for position, _ in ready.problem.knowledge.board_hints}
    deals = perm(len(ready.deck.cards), ready.size)
    own = [rules.own_at(decision.street) for decision in ready.decisions]
    for before, after in pairwise((0, *own, rules.own)):
        deals //= factorial(after - before)
    shown = [decision.known - lot for decision, lot in zip(ready.decisions, own, strict=True)]
    for before, after in pairwise((0, *shown, rules.board)):
        deals //= factorial(len(set(order[before:after]) - hinted))
    return deals


def situation(
    problem: Problem,
    hand: Cards,
    board: Cards,
    made: PaidByTable | None = None,
    added: int | None = None,
    make: Callable[[Problem], PaidByTable] = make_ready,
) -> Situation:
    """The value of each choice with these cards, after the best choices so far, or the smallest if these fold.

    The board is in the order in which its cards become known. ``made`` is the tree, if it was made before. ``added`` is
    the number of first stakes that earlier choices added, if known; negative if they took stakes back.
    """
    deck_left(problem.rules, problem.dead, hand, board, ())
    refuse_hints(problem.knowledge)
    ready = made or make(problem)
    (stakes,) = ready.decisions[0].before
    for number, decision in enumerate(ready.decisions):
        own = problem.rules.own_at(decision.street)
        shown = decision.known - own
        if shown > len(board) or own > len(hand):
            break
        here = shown == len(board) and own == len(hand)
        place = ready.place((*hand[:own], *board[:shown]))
        if here and added is not None:
            stakes = put_up(problem.rules, {}) + added
            if stakes not in decision.before:
                raise BadInput(f"no choices before this decision of {problem.rules.slug} add {added} first stakes")
        best = decision.choices[int(ready.best[number, stakes][place])]
        if here:
            scale = ready.ways(decision.known) * ready.unit
            values = (
                Valued(choice.word, Fraction(int(ready.sums[number, stakes][at][place]), scale))
                for at, choice in enumerate(decision.choices)
            )
            return Situation(decision.street.name, tuple(values), best.word)
        stakes += best.adds if not best.folds else next(each.adds for each in decision.choices if not each.folds)
    rules = problem.rules
    allowed = listed(dict.fromkeys(decision.known - rules.own_at(decision.street) for decision in ready.decisions))
    raise BadInput(f"decisions of {rules.slug} are made with {allowed} community cards known, not {len(board)}")
