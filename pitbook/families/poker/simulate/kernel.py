"""Rounds of a poker table, compiled: stages over arrays of rounds, the same machine code for every game.

A batch of rounds is dealt into one array, one row per round. Further stages add columns: the index of a set of cards
among all sets of its size, the value of a hand, the choice, the line of a bonus. The last stage counts. Only the stages
that call a function of the game (``value``, ``rule``, ``pick``) are compiled for it, each separately.
"""

from typing import Any, NamedTuple

import numpy as np

from pitbook.cards import Cards
from pitbook.families.poker.exact.kernels import slot_of
from pitbook.simulate.random import State, below
from pitbook.simulate.tally import LOW, PART, Tally, count_money


class Cells(NamedTuple):
    """The pays of seats: a cell is a class of hand, a path of choices and a result."""

    line_of: Any
    """[base wager, cell]: the paid line."""
    net: Any
    """[base wager, cell]: the net win, in cents."""
    bonus_net: Any
    """[bonus, line]"""


def rule(cards: Any) -> int:
    """A placeholder: each kernel is compiled with the rule of a bonus on one group of cards."""
    raise NotImplementedError


def rule_of_two(cards: Any, others: Any) -> int:
    """A placeholder: each kernel is compiled with the rule of a bonus on two groups of cards."""
    raise NotImplementedError


def rule_of_three(cards: Any, others: Any, shared: Any) -> int:
    """A placeholder: each kernel is compiled with the rule of a bonus on three groups of cards in its place."""
    raise NotImplementedError


def deal_rounds(stream: Any, pack: Any, cards: Any) -> None:
    """Deals every row of ``cards`` from a whole pack; all deals are equally likely for any initial order of the pack.

    ``stream`` holds the state of the random numbers, which continues from batch to batch.
    """
    state: State = stream[0], stream[1], stream[2], stream[3]
    size, taken = len(pack), cards.shape[1]
    for each in range(len(cards)):
        for at in range(taken):
            state, more = below(state, size - at)
            card = pack[at + more]
            pack[at + more] = pack[at]
            pack[at] = card
            cards[each, at] = card
    stream[0], stream[1], stream[2], stream[3] = state


def place_rows(cards: Any, at: Any, binomials: Any, places: Any) -> None:
    """The index of the cards in these columns among all sets of their size; the cards may be in any order."""
    size = len(at)
    for each in range(len(cards)):
        place = 0
        for one in range(size):
            card = cards[each, at[one]]
            lower = 1
            for other in range(size):
                lower += cards[each, at[other]] < card
            place += binomials[card, lower]
        places[each] = place


def cards_of(cards: Any, row: int, at: Any) -> Cards:
    """A placeholder: each kernel is compiled with the function of ``exact.rows`` for the right number of cards."""
    raise NotImplementedError


def others_of(cards: Any, row: int, at: Any) -> Cards:
    """The same placeholder for a second group of cards."""
    raise NotImplementedError


def shared_of(cards: Any, row: int, at: Any) -> Cards:
    """The same placeholder for a third group of cards."""
    raise NotImplementedError


def answer_rows(cards: Any, at: Any, line_of: Any, lines: Any) -> None:
    """The paid line of a bonus on the cards in these columns; ``line_of`` has one for every mask of outcomes.

    A rule may report more outcomes than the wager names; their bits come above the named ones.
    """
    for each in range(len(cards)):
        lines[each] = line_of[rule(cards_of(cards, each, at)) & (len(line_of) - 1)]


def answer_rows_of_two(cards: Any, at: Any, also_at: Any, line_of: Any, lines: Any) -> None:
    """The same for a bonus on two groups of cards."""
    for each in range(len(cards)):
        answer = rule_of_two(cards_of(cards, each, at), others_of(cards, each, also_at))
        lines[each] = line_of[answer & (len(line_of) - 1)]


def answer_rows_of_three(cards: Any, at: Any, also_at: Any, shared_at: Any, line_of: Any, lines: Any) -> None:
    """The same for a bonus on three groups of cards."""
    for each in range(len(cards)):
        own, others = cards_of(cards, each, at), others_of(cards, each, also_at)
        answer = rule_of_three(own, others, shared_of(cards, each, shared_at))
        lines[each] = line_of[answer & (len(line_of) - 1)]


def look_up_rows(places: Any, table: Any, found: Any) -> None:
    """The table entry at each index."""
    for each in range(len(places)):
        found[each] = table[places[each]]


def result_of(own: int, dealer: int, lowest: int) -> int:
    """The result (``rules.model``) of two values; the dealer qualifies from ``lowest`` on."""
    compared = 2 if own > dealer else 1 if own == dealer else 0
    return compared if dealer >= lowest else compared + 3


def class_rows(values: Any, slots: Any, class_at: Any, classes: Any) -> None:
    """The class of each value, from a hash table of values and classes."""
    for each in range(len(values)):
        classes[each] = class_at[slot_of(slots, int(values[each]))]


def step_rows(values: Any, lowest: Any, choices: Any, chosen: Any) -> None:
    """The choice by the value of the hand: that of the highest step that it reaches."""
    for each in range(len(values)):
        step = 0
        for further in range(1, len(lowest)):
            step += values[each] >= lowest[further]
        chosen[each] = choices[step]


def cell_rows(
    values: Any, classes: Any, nodes: Any, dealer: Any, paths: int, results: int, lowest: int, cell: Any
) -> None:
    """The cell of each round for one seat; ``nodes`` has ``~path``."""
    for each in range(len(values)):
        result = result_of(values[each], dealer[each], lowest) if results > 1 else 0
        cell[each] = (classes[each] * paths + ~nodes[each]) * results + result


def advance_rows(chosen: Any, after: Any, nodes: Any, node: int) -> None:
    """Moves the players at a node to the successors of their choices."""
    for each in range(len(nodes)):
        if nodes[each] == node:
            nodes[each] = after[chosen[each]]


def advance_by_place(places: Any, choices: Any, after: Any, nodes: Any, node: int) -> None:
    """The same with the choice for the index of the known cards."""
    for each in range(len(nodes)):
        if nodes[each] == node:
            nodes[each] = after[choices[places[each]]]


def choose_on_board(
    cards: Any, own_at: Any, places: Any, class_of: Any, renaming_of: Any, renamed_pairs: Any, table: Any, nodes: Any,
    node: int, chosen: Any,
) -> None:  # fmt: skip
    """The choice with some cards of the board known: ``table`` is by their class and by the pair, with suits renamed
    accordingly."""
    for each in range(len(nodes)):
        if nodes[each] == node:
            one, other = np.int64(cards[each, own_at[0]]), np.int64(cards[each, own_at[1]])
            high, low = max(one, other), min(one, other)
            pair = renamed_pairs[renaming_of[places[each]], high * (high - 1) // 2 + low]
            chosen[each] = table[class_of[places[each]], pair]


def lose_folded(nodes: Any, folds: Any, kept: Any, lines: Any) -> None:
    """Sets the bonuses that a folded hand loses to line 0, the loss."""
    for bonus in range(len(lines)):
        if not kept[bonus]:
            for each in range(len(nodes)):
                lines[bonus, each] *= 1 - folds[~nodes[each]]


def count_cells(nets: Any, times: Any, money: Any) -> None:
    """Adds up the money of cells, given the count of each; ``nets`` is [row, cell]."""
    for row in range(len(nets)):
        for cell in range(len(times)):
            amount = nets[row, cell]
            high, low = amount >> PART, amount & LOW
            money[row, 0] += amount * times[cell]
            money[row, 1] += low * low * times[cell]
            money[row, 2] += high * low * times[cell]
            money[row, 3] += high * high * times[cell]


def count_one_seat(cell: Any, lines: Any, sizes: Any, histogram: Any) -> None:
    """Counts rounds with one seat by cell and the lines of all bonuses; ``lines`` is [bonus, round]."""
    for each in range(len(cell)):
        index = cell[each]
        for bonus in range(len(lines)):
            index = index * sizes[bonus] + lines[bonus, each]
        histogram[index] += 1


def count_seats(cell: Any, lines: Any, cells: Cells, tally: Tally) -> None:
    """Counts rounds with several seats; ``cell`` is [seat, round] and ``lines`` [seat, bonus, round].

    The squared count of a line in a round grows by 2n + 1 with the next payment, so only paid lines are updated.
    """
    seats, rounds = cell.shape
    base, bonuses = len(cells.line_of), len(cells.bonus_net)
    for each in range(rounds):
        table_net = 0
        for wager in range(base):
            net = 0
            for seat in range(seats):
                here = cell[seat, each]
                line = cells.line_of[wager, here]
                before = tally.here[wager, line]
                tally.here[wager, line] = before + 1
                tally.squares[wager, line] += 2 * before + 1
                tally.lines[wager, line] += 1
                net += cells.net[wager, here]
            for seat in range(seats):
                tally.here[wager, cells.line_of[wager, cell[seat, each]]] = 0
            count_money(tally.money, wager, net)
            table_net += net
        count_money(tally.money, base + bonuses, table_net)
        for bonus in range(bonuses):
            row = base + bonus
            net = 0
            for seat in range(seats):
                line = lines[seat, bonus, each]
                before = tally.here[row, line]
                tally.here[row, line] = before + 1
                tally.squares[row, line] += 2 * before + 1
                tally.lines[row, line] += 1
                net += cells.bonus_net[bonus, line]
            for seat in range(seats):
                tally.here[row, lines[seat, bonus, each]] = 0
            count_money(tally.money, row, net)
            table_net += net
        count_money(tally.money, base + bonuses + 1, table_net)
