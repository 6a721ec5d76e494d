"""The board sweep: two hole cards each and five community cards, with decisions as these are turned over.

For each of the 134,459 kinds of boards all 1,081 pairs of hole cards are valued and sorted once. One sweep with running
totals per card then counts the dealer pairs that each of them beats, ties and loses to, without comparing pairs. Sums
of net results are collected by the cards known one street earlier, one class of board cards at a time, and decisions
are made from the last street to the first (backward induction). A second pass over all boards plays every deal.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, pairwise, permutations
from math import comb, lcm
from typing import Any, Final
from zlib import compress, decompress

from pitbook.cards import JOKER
from pitbook.errors import BadInput
from pitbook.exact.kernels import Kernel, compiled, kernel_with
from pitbook.exact.pieces import Progress, Runner, Sums, phase, run_alone, run_here
from pitbook.families.poker.exact import board_kernels
from pitbook.families.poker.exact.deck import Deck, hand_name
from pitbook.families.poker.exact.knowledge import by_rules
from pitbook.families.poker.exact.money import HandClasses, hand_classes, net_of, put_up
from pitbook.families.poker.exact.paths import paths_of
from pitbook.families.poker.exact.policy import Picks
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.sweep import entries, kinds_of_sets
from pitbook.families.poker.exact.values import binomials, sets_of, values_of
from pitbook.families.poker.rules.model import RESULTS, PokerRules, Street, StreetChoice, applies

METHOD: Final = "board sweep: every deal counted, equivalent suits together"
PAIRS_LEFT: Final = 1081
"""Pairs of hole cards beside a board."""
BLOCKS: Final = 32
"""The number of pieces of work in each stage."""
_SLOTS: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Level:
    """Sets of board cards of one size, in classes under suit permutations."""

    size: int
    class_of: Any
    """By the index of a set."""
    renaming_of: Any
    """The suit permutation that maps the set to the representative of its class."""
    reps: Any
    """The representatives of the classes."""
    weights: Any
    """The number of sets in each class."""


@dataclass(frozen=True, slots=True)
class BoardStreet:
    """A street in the form that this method uses."""

    street: Street
    choices: tuple[StreetChoice, ...]
    before: tuple[int, ...]
    """The possible stakes added before it, in first stakes."""


@dataclass(frozen=True, slots=True)
class SolvedBoards:
    """The decisions of the streets before the last card: sums of nets and best choices."""

    best: dict[tuple[int, int], Any]
    """(street, added before) -> the best choice by class of board cards and pair of hole cards."""
    first: Any
    """For the first street: the sum of nets by choice and pair; equivalent pairs are stored at the lowest of them."""
    alike: Any
    """For the first street: by pair, the lowest of the equivalent pairs."""
    information_sets: int


Choices = Mapping[tuple[int, int], Any]
"""(street, added before) -> the choice by class of board cards and pair of hole cards."""


class Board:
    """A prepared problem: values ranked, nets known, work divided."""

    def __init__(self, problem: Problem) -> None:
        import numpy as np

        rules, options = problem.rules, problem.options
        check_solvable(problem)
        self.problem, self.rules = problem, rules
        self.deck = Deck.of(rules)
        self.decisions = decisions_of(rules, options)
        # A seven-card hand has the value of its best five cards, so only values of five cards occur.
        values = np.unique(values_of(rules.value, self.deck, 5)).tolist()
        self.slots, self.rank_at = slots_of(values)
        self.classes: HandClasses = hand_classes(rules, values)
        self.hands = np.array(self.classes.of_value, np.int64)
        lowest = rules.lowest_qualifying(options)
        self.qualifies = sum(value < lowest for value in values)
        self.first = put_up(rules, {})
        self.unit, self.base, self.added = self._nets()
        sets = sets_of(52, 5)
        self.boards, self.weights = kinds_of_sets(self.deck.array(), sets, self.deck)
        self.renamings = np.array(list(permutations(range(4))), np.int64)
        self.renamed_pairs = _renamed_pairs(self.renamings)
        self.levels = {size: _level(size, self.renamings) for size in self._sizes() if size < 5}

    @property
    def at_end(self) -> bool:
        """Whether the last decision is made with the whole board known."""
        return self.decisions[-1].street.board == 5

    def _sizes(self) -> list[int]:
        return sorted({decision.street.board for decision in self.decisions})

    def _nets(self) -> tuple[int, Any, Any]:
        """The nets of the first stakes and of one stake more, by class of hand and result."""
        import numpy as np

        unit, nets = whole_nets(self.problem, self.classes.lines)
        whole = np.array(nets, np.int64)
        return unit, np.ascontiguousarray(whole[:, :, 0]), np.ascontiguousarray(whole[:, :, 1])

    # -- the first stage: values ---------------------------------------------------------------------------------------

    def boards_in(self, block: int) -> slice:
        """The kinds of boards of one piece of work."""
        size = -(-len(self.boards) // BLOCKS)
        return slice(block * size, (block + 1) * size)

    def no_values(self, charts: int = 1) -> dict[str, Any]:
        """Empty sums of nets by class of board cards and pair, for each of ``charts`` ways to decide last."""
        import numpy as np

        level = self.levels[max(size for size in self._sizes() if size < 5)]
        later = len(self.decisions[-1].before) * charts if self.at_end else 0
        return {"sums": np.zeros((len(level.reps), board_kernels.PAIRS, 2 + later), np.int64)}

    def add_values(self, block: int, sums: Sums, charts: Sequence[Picks] = ()) -> None:
        """Adds the nets of one piece, with the best last decision or with that of each of some charts."""
        import numpy as np

        last = self.decisions[-1]
        size = max(size for size in self._sizes() if size < 5)
        before = np.array(last.before if self.at_end else (), np.int64)
        adds, folds, _ = arrays_of(last)
        level = self.levels[size]
        piece = self.boards_in(block)
        by_chart, rules, starts = _together(charts)
        kernel_with(board_kernels.sum_boards, value=self.rules.value, **by_chart)(
            self.boards[piece], self.weights[piece], self.slots, self.rank_at, self.hands, self.qualifies,
            self.base, self.added, self.first, self.unit, before, adds, folds, rules, starts, subsets_of(5, size),
            level.class_of, level.renaming_of, self.renamed_pairs, binomials(), sums["sums"],
        )  # fmt: skip

    def decided(self, sums: Sums) -> SolvedBoards:
        """Makes the decisions from the last street to the first."""
        streets = self.decisions[:-1] if self.at_end else self.decisions
        return self._decide(streets, sums["sums"], self.decisions[-1].before if self.at_end else None)

    def values(self, progress: Callable[[int], None]) -> SolvedBoards:
        """The best choices, computed on this machine."""
        return self.decided(run_here(BoardStage(self.problem, ready=self), lambda done, of: progress(1)))

    def _decide(self, streets: tuple[BoardStreet, ...], sums: Any, later: tuple[int, ...] | None) -> SolvedBoards:
        """``sums`` are those at the last of ``streets``; ``later`` has the possible stakes before the street after
        it."""
        import numpy as np

        best: dict[tuple[int, int], Any] = {}
        first, alike = None, None
        sets = 0
        for number in range(len(streets) - 1, -1, -1):
            decision = streets[number]
            level = self.levels[decision.street.board]
            joined = np.zeros(sums.shape[:2], np.int64)
            compiled(board_kernels.join_alike)(level.reps, self.renamings, self.renamed_pairs, sums, joined)
            deals = self._deals(decision, joined)
            sets += int(np.count_nonzero(deals)) * len(decision.before)
            below = np.zeros((*sums.shape[:2], 2 + len(decision.before)), np.int64)
            below[:, :, :2] = sums[:, :, :2]
            for state, before in enumerate(decision.before):
                table = np.stack([self.sum_of(choice, before, sums, later, deals) for choice in decision.choices])
                chosen = np.argmax(table, axis=0).astype(np.int8)
                below[:, :, 2 + state] = table.max(axis=0)
                best[number, before] = np.take_along_axis(chosen, joined, axis=1)
                first, alike = table[:, 0], joined[0]
            if number:
                earlier = self.levels[streets[number - 1].street.board]
                shape = (len(earlier.reps), board_kernels.PAIRS, below.shape[2])
                sums = np.zeros(shape, np.int64)
                compiled(board_kernels.push_down)(
                    level.reps, below, subsets_of(level.size, earlier.size), earlier.class_of, earlier.renaming_of,
                    self.renamed_pairs, binomials(), sums,
                )  # fmt: skip
            later = decision.before
        return SolvedBoards(best, first, alike, sets)

    def sum_of(self, choice: StreetChoice, before: int, sums: Any, later: tuple[int, ...] | None, deals: Any) -> Any:
        """The sum of nets after a choice, by class of board cards and pair."""
        if choice.folds:
            return -(self.first + before) * self.unit * deals
        added = before + choice.adds
        if choice.ends or later is None:
            return sums[:, :, 0] + added * sums[:, :, 1]
        return sums[:, :, 2 + later.index(added)]

    def _deals(self, decision: BoardStreet, joined: Any) -> Any:
        """The number of deals of each class of board cards and pair; equivalent pairs are counted at the lowest one."""
        import numpy as np

        each = self.deals_apart(decision)
        deals = np.zeros_like(each)
        np.add.at(deals, (np.arange(len(each))[:, None], joined), each)
        return deals

    def deals_apart(self, decision: BoardStreet) -> Any:
        """The number of deals of each class of board cards and pair."""
        import numpy as np

        level = self.levels[decision.street.board]
        apart = np.ones((len(level.reps), board_kernels.PAIRS), bool)
        cards = sets_of(52, 2)
        for at in range(level.size):
            for side in range(2):
                apart &= cards[None, :, side] != level.reps[:, at, None]
        return apart * (level.weights[:, None] * self.ways_on(decision.street.board))

    def ways_on(self, shown: int) -> int:
        """The number of ways to deal the rest of the board and the dealer's cards."""
        ways = board_kernels.DEALER_PAIRS
        sizes = [size for size in (*self._sizes(), 5) if size >= shown]
        for now, then in pairwise(sizes):
            ways *= comb(50 - now, then - now)
        return ways

    # -- the second stage: every deal by a policy ----------------------------------------------------------------------

    def no_deals(self) -> dict[str, Any]:
        """Empty counts of deals by class of hand, path and result, and of deals by street and choice."""
        import numpy as np

        tree = paths_of(self.problem)
        widest = max(len(node.after) for node in tree.nodes)
        return {
            "tally": np.zeros((len(self.classes.lines), len(tree.paths), RESULTS), np.int64),
            "taken": np.zeros((len(self.decisions), widest), np.int64),
        }

    def add_deals(self, block: int, choices: Choices, last: Picks | None, sums: Sums) -> None:
        """Adds the deals of one piece.

        ``choices`` are those of the streets before the last card, ``last`` the rules of a chart for the decision with
        the whole board; by default the best choice is made.
        """
        import numpy as np

        tree = paths_of(self.problem)
        widest = max(len(node.after) for node in tree.nodes)
        policy_at, streets, stakes = np.full((3, len(tree.nodes)), -1, np.int64)
        after = np.zeros((len(tree.nodes), widest), np.int64)
        flat: list[Any] = []
        for number, node in enumerate(tree.nodes):
            streets[number], stakes[number] = node.street, node.total
            after[number, : len(node.after)] = node.after
            if self.decisions[node.street].street.board < 5:
                policy_at[number] = sum(map(len, flat))
                flat.append(choices[node.street, node.total].reshape(-1))
        adds, folds, _ = arrays_of(self.decisions[-1])
        by_chart = {"BY_CHART": True, "pick": last.chart.pick} if last is not None and self.at_end else {}
        chart = np.array(last.choices if last is not None else (0,), np.int64)
        piece = self.boards_in(block)
        kernel_with(board_kernels.tally_boards, value=self.rules.value, **by_chart)(
            self.boards[piece], self.weights[piece], self.slots, self.rank_at, self.hands, self.qualifies,
            self.base, self.added, self.first, self.unit, *self._chains(), self.renamed_pairs, binomials(),
            np.concatenate(flat), policy_at, streets, stakes, after, adds, folds, chart, sums["tally"], sums["taken"],
        )  # fmt: skip

    def play(
        self,
        choices: Choices,
        last: Picks | None = None,
        progress: Progress | None = None,
        run: Runner = run_here,
        key: str = "",
    ) -> tuple[Any, Any]:
        """All deals by class of hand, path and result, and by street and choice; ``key`` identifies the policy."""
        sums = run(BoardStage(self.problem, key, choices, last, self, "chart"), progress)
        return sums["tally"], sums["taken"]

    def _chains(self) -> tuple[Any, ...]:
        """Every order in which the cards of a board become known, and the tables of classes of all streets together."""
        import numpy as np

        sizes_before_end = [size for size in self._sizes() if size < 5]
        numbers: dict[tuple[int, ...], int] = {}
        chains: list[list[int]] = []

        def extend(known: tuple[int, ...], street: int, chain: list[int]) -> None:
            if street == len(self.decisions):
                chains.append(chain)
                return
            size = self.decisions[street].street.board
            left = [at for at in range(5) if at not in known]
            for more in combinations(left, size - len(known)):
                shown = tuple(sorted((*known, *more)))
                number = numbers.setdefault(shown, len(numbers)) if size < 5 else 0
                extend(shown, street + 1, [*chain, number])

        extend((), 0, [])
        starts = {}
        so_far = 0
        for size in sizes_before_end:
            starts[size] = so_far
            so_far += len(self.levels[size].class_of)
        subsets = np.zeros((len(numbers), 5), np.int64)
        for shown, number in numbers.items():
            subsets[number, : len(shown)] = shown
        ordered = sorted(numbers, key=lambda shown: numbers[shown])
        return (
            np.array(chains, np.int64),
            subsets,
            np.array([len(shown) for shown in ordered], np.int64),
            np.array([starts[len(shown)] for shown in ordered], np.int64),
            np.concatenate([self.levels[size].class_of for size in sizes_before_end]),
            np.concatenate([self.levels[size].renaming_of for size in sizes_before_end]),
        )

    @property
    def deals(self) -> int:
        return comb(52, 2) * self.ways_on(0)


class BoardStage:
    """One of the two stages: the values of all choices or, with a policy, all deals."""

    def __init__(
        self,
        problem: Problem,
        key: str = "",
        choices: Choices | None = None,
        last: Picks | None = None,
        ready: Board | None = None,
        part: str = "",
    ) -> None:
        self.problem, self.choices, self.last, self._made, self.part = problem, choices, last, ready, part
        self._name = key
        self.key = f"{key} {'values' if choices is None else _hash_of(choices)}"

    def __reduce__(self) -> tuple[Any, ...]:
        packed = None if self.choices is None else _packed(self.choices)
        return _unpacked_stage, (type(self), self.problem, self._name, packed, self.last, self.part)

    @property
    def ready(self) -> Board:
        self._made = self._made or Board(self.problem)
        return self._made

    @property
    def blocks(self) -> int:
        return BLOCKS

    def rounds_in(self, block: int) -> int:
        return 1

    def prepare(self) -> None:
        self.ready  # noqa: B018 (makes it ready)

    def zeros(self) -> dict[str, Any]:
        return self.ready.no_values() if self.choices is None else self.ready.no_deals()

    def run_into(self, block: int, sums: Sums) -> None:
        if self.choices is None:
            self.ready.add_values(block, sums)
        else:
            self.ready.add_deals(block, self.choices, self.last, sums)

    def run(self, block: int) -> Sums:
        return run_alone(self, block)


def _packed(choices: Choices) -> dict[tuple[int, int], tuple[tuple[int, ...], bytes]]:
    """Compresses choices to send them to another process."""
    return {place: (each.shape, compress(each.astype("int8").tobytes(), 1)) for place, each in choices.items()}


def _unpacked_stage(
    stage: type[BoardStage], problem: Problem, key: str, packed: Any, last: Picks | None, part: str
) -> BoardStage:
    import numpy as np

    choices = None
    if packed is not None:
        choices = {
            place: np.frombuffer(decompress(held), np.int8).reshape(shape) for place, (shape, held) in packed.items()
        }
    return stage(problem, key, choices, last, part=part)


def _hash_of(choices: Choices) -> str:
    digest = sha256()
    for place, each in sorted(choices.items()):
        digest.update(repr(place).encode() + each.tobytes())
    return digest.hexdigest()


def check_solvable(problem: Problem) -> None:
    """Refuses games that this method cannot solve as a whole, with the reason."""
    rules = problem.rules
    if (rules.own, rules.dealer, rules.board, rules.joker) != (2, 2, 5, False):
        raise BadInput(f"no method solves {rules.slug} yet")
    if problem.dead:
        raise BadInput(
            f"{rules.slug} is not solved as a whole with dead cards: suits would no longer be equivalent, which is up "
            "to 24 times the work; one situation is, with --hand and --board"
        )
    check_knowledge(problem)


def check_knowledge(problem: Problem) -> None:
    """Refuses knowledge beyond what the rules show."""
    if problem.knowledge != by_rules(problem.rules):
        raise BadInput(
            f"{problem.rules.slug} is solved with what its rules show only: with other cards known, suits are no "
            "longer equivalent, and every kind of knowledge needs a sweep of its own, which would take hours"
        )


def decisions_of(rules: PokerRules, options: Mapping[str, str]) -> tuple[BoardStreet, ...]:
    """The streets with the choices that the options offer, and the possible stakes before each."""
    found = []
    before = {0}
    for street in rules.streets:
        choices = tuple(choice for choice in street.choices if applies(choice.only_if, options))
        found.append(BoardStreet(street, choices, tuple(sorted(before))))
        before = {stakes + choice.adds for stakes in before for choice in choices if not choice.ends}
    return tuple(found)


def whole_nets(problem: Problem, kinds: Sequence[int]) -> tuple[int, list[list[list[int]]]]:
    """For kinds of hands, by the lines that they satisfy, and each result: the net of the first stakes and of one
    further stake, as integer multiples of a fraction of the first stake."""
    rules = problem.rules
    wagers = {street.wager for street in rules.streets}

    def net(added: dict[str, int], result: int, lines: int) -> Fraction:
        return net_of(rules, problem.tables, problem.options, added, result, lines)

    nets = []
    for lines in kinds:
        for result in range(RESULTS):
            base = net({}, result, lines)
            more = {net({wager: 1}, result, lines) - base for wager in wagers}
            if len(more) > 1:
                raise BadInput(f"{rules.slug} pays its added wagers differently: this method needs one pay for all")
            nets.append((base, more.pop()))
    unit = lcm(*(each.denominator for both in nets for each in both))
    rows = [[int(each * unit) for each in both] for both in nets]
    return unit, [rows[at : at + RESULTS] for at in range(0, len(rows), RESULTS)]


def _together(charts: Sequence[Picks]) -> tuple[dict[str, Any], Any, Any]:
    """Charts for the last decision as one: their rules compiled together, the choice of each rule by chart, and where
    the number of each chart's rule begins (in bits)."""
    import numpy as np

    picks = list(dict.fromkeys(each.chart.pick for each in charts))
    choices = np.zeros((len(charts), 16), np.int64)
    for number, each in enumerate(charts):
        choices[number, : len(each.choices)] = each.choices
    starts = np.array([4 * picks.index(each.chart.pick) for each in charts], np.int64)
    if not picks:
        return {}, choices, starts
    pick = kernel_with(picks[0])
    for at, more in enumerate(picks[1:], 1):
        pick = kernel_with(_both(pick, kernel_with(more), 4 * at))
    return {"BY_CHART": True, "pick": pick}, choices, starts


def _both(first: Kernel, second: Kernel, start: int) -> Callable[..., int]:
    """The numbers of two rules in one."""

    def pick(own: Any, board: Any, seen: Any, added: int) -> int:
        return int(first(own, board, seen, added) | second(own, board, seen, added) << start)

    return pick


def subsets_of(of: int, size: int) -> Any:
    """The positions of every subset of ``size`` cards, one per row."""
    import numpy as np

    return np.array(list(combinations(range(of), size)), np.int64).reshape(comb(of, size), size)


def arrays_of(decision: BoardStreet) -> tuple[Any, Any, Any]:
    """For each choice: the added stakes, whether it folds, and whether it ends the player's decisions."""
    import numpy as np

    rows = [(choice.adds, choice.folds, choice.ends) for choice in decision.choices]
    adds, folds, ends = np.array(rows, np.int64).T.copy()
    return adds, folds, ends


def slots_of(values: list[int]) -> tuple[Any, Any]:
    """An open-addressing hash table of values, and the rank of each."""
    import numpy as np

    from pitbook.families.poker.exact import kernels

    slots = np.full(_SLOTS, -1, np.int64)
    compiled(kernels.collect)(np.array(values, np.int64), slots)
    return slots, np.searchsorted(np.array(values), slots).astype(np.int64)


def _renamed_pairs(renamings: Any) -> Any:
    """For each suit permutation, the index of every pair of hole cards after it."""
    import numpy as np

    cards = sets_of(52, 2).astype(np.int64)
    found = np.zeros((len(renamings), len(cards)), np.int64)
    for which, renaming in enumerate(renamings):
        new = np.sort(cards - cards % 4 + renaming[cards % 4], axis=1)
        found[which] = new[:, 1] * (new[:, 1] - 1) // 2 + new[:, 0]
    return found


def _level(size: int, renamings: Any) -> Level:
    import numpy as np

    sets = sets_of(JOKER, size)
    lowest, renaming = np.zeros(len(sets), np.int64), np.zeros(len(sets), np.int64)
    compiled(board_kernels.canonical_sets)(sets, renamings, binomials(), lowest, renaming)
    places, class_of, weights = np.unique(lowest, return_inverse=True, return_counts=True)
    return Level(size, class_of.astype(np.int64), renaming, sets[places], weights)


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """Solves a hold'em game against the dealer."""
    ready = Board(problem)
    solved = ready.decided(run(BoardStage(problem, key, ready=ready), phase(progress, 0, 2)))
    sums = run(BoardStage(problem, key, solved.best, ready=ready, part="deals"), phase(progress, 1, 2))
    tally, taken = sums["tally"], sums["taken"]
    sets = solved.information_sets + (len(ready.boards) * PAIRS_LEFT if ready.at_end else 0)
    return replace(solution_of(ready, tally, taken), information_sets=sets, hands=starting_hands(ready, solved))


def solution_of(ready: Board, tally: Any, taken: Any) -> Solution:
    """The figures of a policy, without the number of information sets."""
    found: Counter[tuple[Fraction, int]] = Counter()
    for hand, path, result, times in entries(tally.tolist()):
        found[net_of_cell(ready, hand, path, result)] += times
    return Solution(
        deals=ready.deals,
        tally=found,
        choices={
            decision.street.name: {
                choice.word: int(times) for choice, times in zip(decision.choices, taken[number], strict=False)
            }
            for number, decision in enumerate(ready.decisions)
        },
        information_sets=0,
        method=METHOD,
    )


def net_of_cell(ready: Board, hand: int, number: int, result: int) -> tuple[Fraction, int]:
    """The net and the stakes of a round, by class of hand, path and result."""
    path = paths_of(ready.problem).paths[number]
    added = sum(path.added.values())
    if path.folded:
        return Fraction(-ready.first - added), ready.first + added
    net = int(ready.base[hand][result]) + added * int(ready.added[hand][result])
    return Fraction(net, ready.unit), ready.first + added


def starting_hands(ready: Board, solved: SolvedBoards) -> dict[str, dict[str, Fraction]]:
    """For each of the 169 starting hands, the value of every choice, in first stakes."""
    choices = ready.decisions[0].choices
    found = {}
    alike = solved.alike.tolist()
    for place, cards in enumerate(sets_of(52, 2).tolist()):
        if alike[place] == place:
            scale = alike.count(place) * ready.ways_on(0) * ready.unit
            found[hand_name(tuple(cards))] = {
                choice.word: Fraction(int(solved.first[at][place]), scale) for at, choice in enumerate(choices)
            }
    return found
