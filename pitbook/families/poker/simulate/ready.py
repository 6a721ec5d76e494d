"""Everything that the rounds of a poker table need, compiled and laid out in arrays; and the stages of a batch."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.families.poker.exact.chart import policy_of
from pitbook.families.poker.exact.deck import Deck
from pitbook.families.poker.exact.kernels import collect
from pitbook.families.poker.exact.money import HandClasses, hand_classes
from pitbook.families.poker.exact.paths import paths_of
from pitbook.families.poker.exact.policy import Policy, value_kernel
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.rows import cards_of_size
from pitbook.families.poker.exact.stored import key_of
from pitbook.families.poker.exact.suits import suit_values
from pitbook.families.poker.exact.values import rank_hands, sets_of, values_of
from pitbook.families.poker.simulate import kernel
from pitbook.families.poker.simulate.decide import Columns, Decider, RoundBatch, decider
from pitbook.families.poker.simulate.pricing import price_base, results_in
from pitbook.games import cached_by_game
from pitbook.games.model import Wager
from pitbook.games.settle import Layout
from pitbook.money import Cents
from pitbook.simulate.blocks import Totals
from pitbook.simulate.pricing import Priced, price
from pitbook.simulate.random import stream_of
from pitbook.simulate.tally import NET, Tally, empty_tally, totals_of

if TYPE_CHECKING:
    from pitbook.families.poker.simulate.table import PokerTable

BATCH: Final = 8192
"""Rounds that go through the stages together: their columns fit into a core's cache."""
BY_PLACE: Final = 3
"""Hands of up to this size are valued by a table of all of them, larger ones by the game's function."""
_SLOTS: Final = 1 << 16


class HandValues:
    """Values and classes of hands: by a table of all hands where they are few, else by the game's function."""

    def __init__(self, problem: Problem) -> None:
        rules = problem.rules
        self.deck = Deck.of(rules)
        self.size = rules.own + rules.board
        if rules.suit_value is not None:
            values: Sequence[int] = suit_values(rules).occurring
        else:  # a hand of six or seven cards is valued as its best five, so the values of five are all that occur
            values = rank_hands(rules.value, self.deck, (min(self.size, 5),)).values
        self.classes: HandClasses = hand_classes(rules, values)
        self.slots = np.full(_SLOTS, -1, np.int64)
        compiled(collect)(np.array(values, np.int64), self.slots)
        self.class_at = np.array(self.classes.of_value, np.int16)[
            np.minimum(np.searchsorted(values, self.slots), len(values) - 1)
        ]
        self.tables: dict[int, Any] = {
            size: values_of(rules.value, self.deck, size).astype(np.int32)
            for size in {self.size, rules.dealer + rules.board} - {0}
            if size <= BY_PLACE
        }
        self._value = {
            size: value_kernel(rules.value, size)
            for size in {self.size, rules.dealer + rules.board} - {0}
            if size > BY_PLACE
        }

    def values(self, batch: RoundBatch, at: Any, values: Any) -> None:
        """The values of the cards in these columns."""
        if len(at) in self.tables:
            compiled(kernel.look_up_rows)(batch.places(at), self.tables[len(at)], values)
        else:
            self._value[len(at)](batch.cards, at, values)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus as a batch answers it: by a table of all sets of its cards where they are few, else by its rule."""

    wager: Wager
    priced: Priced
    line_of: Any
    kernel: Callable[..., Any]
    by_place: Any
    stays: bool
    """Whether it stays in play when the player folds."""

    @classmethod
    def of(cls, layout: Layout, wager: Wager, bet: Cents, deck: Deck, meter: Cents | None) -> "Bonus":
        if len(wager.groups) > 3 or wager.reads or wager.choice:
            raise BadInput(f"{wager.slug} cannot be simulated: its rule looks at cards in a way that is not known here")
        priced = price(layout, wager, bet, range(1 << len(wager.outcomes)), meter)
        line_of = np.array(priced.line_of, np.uint8)
        stays = wager.stays_after_fold(layout.options)
        readers = [cards_of_size(group.size) for group in wager.groups]
        if len(readers) == 2:
            first, second = readers
            answers = kernel_with(kernel.answer_rows_of_two, rule_of_two=wager.rule, cards_of=first, others_of=second)
            return cls(wager, priced, line_of, answers, None, stays)
        if len(readers) == 3:
            named = dict(zip(("cards_of", "others_of", "shared_of"), readers, strict=True))
            answers = kernel_with(kernel.answer_rows_of_three, rule_of_three=wager.rule, **named)
            return cls(wager, priced, line_of, answers, None, stays)
        answers = kernel_with(kernel.answer_rows, rule=wager.rule, cards_of=cards_of_size(wager.groups[0].size))
        by_place = None
        if (size := wager.groups[0].size) <= BY_PLACE:
            sets = sets_of(len(deck.cards), size)
            by_place = np.zeros(len(sets), np.uint8)
            answers(sets, np.arange(size), line_of, by_place)
        return cls(wager, priced, line_of, answers, by_place, stays)

    def lines(self, batch: RoundBatch, seat: int, lines: Any) -> None:
        """The line of each round for one seat."""
        at = [batch.columns.at(group.source, seat)[group.start :][: group.size] for group in self.wager.groups]
        if self.by_place is not None:
            compiled(kernel.look_up_rows)(batch.places(at[0]), self.by_place, lines)
        else:
            self.kernel(batch.cards, *at, self.line_of, lines)


class Ready:
    """The compiled stages and arrays for a block."""

    def __init__(self, table: "PokerTable") -> None:
        self.table = table
        layout, self.problem = table.layout, table.problem
        bets = dict(table.bets)
        self.hands = HandValues(self.problem)
        self.paths = paths_of(self.problem)
        self.columns = Columns.of(self.problem, table.seats)
        if self.columns.total > len(self.hands.deck.cards):
            raise BadInput(f"{table.seats} seats need {self.columns.total} cards, and the pack has fewer")
        self.plays = table.unit > 0
        self.base = price_base(layout, self.problem, self.hands.classes, self.paths, table.unit) if self.plays else None
        self.bonuses = tuple(
            Bonus.of(layout, wager, bets[wager.slug], self.hands.deck, table.meter)
            for wager in self.problem.rules.bonuses
            if wager.slug in bets
        )
        self.priced = (*(self.base.priced if self.base else ()), *(bonus.priced for bonus in self.bonuses))
        self.policy = _policy_of(table.one_seat)
        self.decide = decider_of(table.one_seat) if self.plays else None
        self.results = len(results_in(self.problem))
        self.cells = len(self.hands.classes.lines) * len(self.paths.paths) * self.results if self.plays else 1
        self.kept_after_fold = np.array([bonus.stays for bonus in self.bonuses], np.bool_)
        self.folds = np.array([path.folded for path in self.paths.paths], np.uint8)
        self.arrays = self._arrays()
        self.sizes = np.array([len(bonus.priced.lines) for bonus in self.bonuses], np.int64)
        self._of_cells = self._columns_of_cells() if table.seats == 1 else None

    def _arrays(self) -> Any:
        widest = max((len(bonus.priced.lines) for bonus in self.bonuses), default=1)
        bonus_net = np.zeros((len(self.bonuses), widest), np.int64)
        for row, bonus in enumerate(self.bonuses):
            bonus_net[row, : len(bonus.priced.net)] = bonus.priced.net
        none = np.zeros((0, 1), np.int64)
        line_of, net = (self.base.line_of, self.base.net) if self.base else (none.astype(np.int16), none)
        return kernel.Cells(line_of, net, bonus_net)

    def play(self, seed: int, block: int, rounds: int, by_cells: bool = True) -> Totals:
        """The totals of a block; a single seat is counted by cells, which is faster, unless ``by_cells`` is false."""
        seats, bonuses = self.table.seats, len(self.bonuses)
        of_cells = self._of_cells if by_cells else None
        stream = np.array(stream_of(seed, block), np.uint64)
        pack = np.array(self.hands.deck.cards, np.uint8)
        histogram = np.zeros(self.cells * prod(self.sizes.tolist()), np.int64)
        tally = self._empty_tally()
        room = min(BATCH, max(rounds, 1))
        cards_room = np.zeros((room, self.columns.total), np.uint8)
        cell_room, lines_room = np.zeros((seats, room), np.int32), np.zeros((seats, bonuses, room), np.uint8)
        for start in range(0, rounds, room):
            size = min(room, rounds - start)
            cards, cell, lines = cards_room[:size], cell_room[:, :size], lines_room[:, :, :size]
            compiled(kernel.deal_rounds)(stream, pack, cards)
            self.settle(RoundBatch(cards, self.columns), cell, lines)
            if of_cells is not None:
                compiled(kernel.count_one_seat)(cell[0], lines[0], self.sizes, histogram)
            else:
                compiled(kernel.count_seats)(cell, lines, self.arrays, tally)
        if of_cells is not None:
            tally = self._tally_of(histogram, *of_cells)
        return self._totals(tally, rounds)

    def settle(self, batch: RoundBatch, cell: Any, lines: Any) -> None:
        """The cell of every seat and the line of every bonus."""
        rules, columns = self.problem.rules, self.columns
        rounds = len(batch.cards)
        dealer, values = np.zeros((2, rounds), np.int32)
        nodes, classes = np.zeros((2, rounds), np.int16)
        if self.plays and rules.dealer:
            self.hands.values(batch, np.concatenate([columns.dealer, columns.board]), dealer)
        for seat in range(self.table.seats):
            for number, bonus in enumerate(self.bonuses):
                bonus.lines(batch, seat, lines[seat, number])
            if self.decide is None:
                continue
            self.hands.values(batch, np.concatenate([columns.own[seat], columns.board]), values)
            self.decide(batch, seat, values, nodes)
            compiled(kernel.class_rows)(values, self.hands.slots, self.hands.class_at, classes)
            compiled(kernel.cell_rows)(
                values, classes, nodes, dealer, len(self.paths.paths), self.results,
                rules.lowest_qualifying(self.problem.options), cell[seat],
            )  # fmt: skip
            if len(self.bonuses):
                compiled(kernel.lose_folded)(nodes, self.folds, self.kept_after_fold, lines[seat])

    # -- totals --------------------------------------------------------------------------------------------------------

    def _empty_tally(self) -> Tally:
        """A tally like those of other tables, with one more row of money: that of all base wagers."""
        tally = empty_tally(self.priced)
        return tally._replace(money=np.zeros((len(self.priced) + 2, tally.money.shape[1]), np.int64))

    def _columns_of_cells(self) -> tuple[Any, Any]:
        """For each cell of the histogram of one seat: the line of every wager, and its money with squares."""
        cells = self.cells * prod(self.sizes.tolist())
        line_of = np.zeros((len(self.priced), cells), np.int64)
        nets = np.zeros((len(self.priced) + 2, cells), np.int64)
        index = np.arange(cells)
        for row in range(len(self.bonuses) - 1, -1, -1):
            line = index % self.sizes[row]
            index = index // self.sizes[row]
            at = len(self.priced) - len(self.bonuses) + row
            line_of[at] = line
            nets[at] = self.arrays.bonus_net[row][line]
        for row in range(len(self.arrays.net)):
            line_of[row] = self.arrays.line_of[row][index]
            nets[row] = self.arrays.net[row][index]
        nets[-2] = nets[: len(self.arrays.net)].sum(axis=0)
        nets[-1] = nets[: len(self.priced)].sum(axis=0)
        return line_of, nets

    def _tally_of(self, histogram: Any, line_of: Any, nets: Any) -> Tally:
        """The tally of one seat, from the number of rounds in each cell."""
        tally = self._empty_tally()
        came = np.flatnonzero(histogram)
        times = histogram[came]
        for row in range(len(self.priced)):
            np.add.at(tally.lines[row], line_of[row][came], times)
        tally.squares[:] = tally.lines
        compiled(kernel.count_cells)(nets[:, came], times, tally.money)
        return tally

    def _totals(self, tally: Tally, rounds: int) -> Totals:
        wagered = {each.wager.slug: Cents(self.table.seats * each.bet) for each in self.priced}
        rows = dict(totals_of(tally, self.priced, wagered, rounds, rounds))
        if self.base is None:
            return rows
        for each, staked in zip(self.base.priced, self.base.staked, strict=True):
            slug = each.wager.slug
            rows[f"{slug} wagered"] = (
                sum(times * cents for times, cents in zip(rows[f"{slug} lines"], staked, strict=True)),
            )
        rows["base net"], rows["base net squares"] = base_rows(tally.money)
        return rows


def base_rows(money: Any) -> tuple[tuple[int], tuple[int]]:
    """The sum and the sum of squares of the net of all base wagers."""
    from pitbook.simulate.tally import squares_of

    return (int(money[-2, NET]),), (squares_of(money[-2], NET),)


@cached_by_game(8)
def _policy_of(table: "PokerTable") -> Policy:
    return policy_of(table.problem, table.policy)


@cached_by_game(8)
def decider_of(table: "PokerTable") -> Decider:
    """The decider for the seats of a table."""
    problem = table.problem
    return decider(problem, _policy_of(table), paths_of(problem), key_of(problem))


@cached_by_game(8)
def make_ready(table: "PokerTable") -> Ready:
    """Compiles the code and fills the tables."""
    return Ready(table)
