"""Compiled loops of the board sweep, generic over arrays: only ``value`` differs from game to game.

Pairs of hole cards are numbered by their indexes among all pairs of the deck. Sets of board cards that differ only by a
suit permutation are one class; ``renaming`` is the one of the 24 that maps a set to the representative of its class.
"""

from typing import Any

import numpy as np

from pitbook.families.poker.exact.kernels import results_of, slot_of

PAIRS = 1326
"""Pairs of hole cards from a whole deck."""
DEALER_PAIRS = 990
"""Pairs that the dealer may hold beside a board and a player's pair."""


def value(cards: Any) -> int:
    """A placeholder: each kernel is compiled with the game's own function."""
    raise NotImplementedError


def canonical_sets(sets: Any, renamings: Any, binomials: Any, lowest: Any, renaming: Any) -> None:
    """For every set of cards, the lowest index that a suit permutation can give it, and that permutation."""
    size = sets.shape[1]
    cards = np.zeros(size, np.int64)
    for each in range(len(sets)):
        best = -1
        for which in range(len(renamings)):
            for at in range(size):
                card = sets[each, at]
                new = card - card % 4 + renamings[which, card % 4]
                low = at
                while low > 0 and cards[low - 1] > new:
                    cards[low] = cards[low - 1]
                    low -= 1
                cards[low] = new
            place = 0
            for at in range(size):
                place += binomials[cards[at], at + 1]
            if best < 0 or place < best:
                best = place
                renaming[each] = which
        lowest[each] = best


def find_subsets(
    board: Any, subsets: Any, binomials: Any, class_of: Any, renaming_of: Any, classes: Any, renamings: Any
) -> None:
    """The class and the suit permutation of each of the subsets of a board; ``subsets`` lists positions in it."""
    for each in range(len(subsets)):
        place = 0
        for at in range(subsets.shape[1]):
            place += binomials[board[subsets[each, at]], at + 1]
        classes[each] = class_of[place]
        renamings[each] = renaming_of[place]


def rank_pairs(board: Any, slots: Any, rank_at: Any, pairs: Any, firsts: Any, seconds: Any, ranks: Any) -> int:
    """All pairs of hole cards that do not share a card with a board: indexes, cards and ranks of value; returns their
    number."""
    rest = np.zeros(52, np.int64)
    left = 0
    for card in range(52):
        if not is_on(board, card):
            rest[left] = card
            left += 1
    one, two, three = np.int64(board[0]), np.int64(board[1]), np.int64(board[2])
    four, five = np.int64(board[3]), np.int64(board[4])
    found = 0
    for high in range(1, left):
        for low in range(high):
            pairs[found] = rest[high] * (rest[high] - 1) // 2 + rest[low]
            firsts[found] = low
            seconds[found] = high
            # A tuple stays in registers: most of the solving time is spent here.
            worth = value((one, two, three, four, five, rest[high], rest[low]))
            ranks[found] = rank_at[slot_of(slots, worth)]
            found += 1
    return found


def is_on(board: Any, card: int) -> bool:
    """Whether a card is on the board."""
    found = False
    for at in range(len(board)):
        found = found or board[at] == card
    return found


def by_rank(ranks: Any, count: int, starts: Any, order: Any) -> None:
    """Sorts indexes by rank with counting sort; ``starts`` is a buffer with one number per rank, all 0."""
    low, high = ranks[0], ranks[0]
    for each in range(count):
        starts[ranks[each] + 1] += 1
        low = min(low, ranks[each])
        high = max(high, ranks[each])
    for rank in range(low + 1, high + 2):
        starts[rank] += starts[rank - 1]
    for each in range(count):
        order[starts[ranks[each]]] = each
        starts[ranks[each]] += 1
    for rank in range(low, high + 2):
        starts[rank] = 0


def sweep_pairs(
    count: int, firsts: Any, seconds: Any, ranks: Any, order: Any, qualifies: int, less: Any, equal: Any, out: Any
) -> None:
    """For each pair of hole cards, the dealer's pairs without its cards: lower, equal, and those that do not qualify.

    One sweep in order of value with running totals, in all and for each card, without comparing pairs.
    """
    below = np.zeros(52, np.int64)
    same = np.zeros(52, np.int64)
    unfit = np.zeros(52, np.int64)
    all_unfit = 0
    for each in range(count):
        if ranks[each] < qualifies:
            all_unfit += 1
            unfit[firsts[each]] += 1
            unfit[seconds[each]] += 1
    start = 0
    while start < count:
        rank = ranks[order[start]]
        stop = start
        while stop < count and ranks[order[stop]] == rank:
            each = order[stop]
            same[firsts[each]] += 1
            same[seconds[each]] += 1
            stop += 1
        for at in range(start, stop):
            each = order[at]
            low, high = firsts[each], seconds[each]
            less[each] = start - below[low] - below[high]
            # The pair itself is among those of its value: it was subtracted twice, and the dealer cannot have it.
            equal[each] = stop - start - same[low] - same[high] + 1
            out[each] = all_unfit - unfit[low] - unfit[high] + (1 if rank < qualifies else 0)
        for at in range(start, stop):
            each = order[at]
            low, high = firsts[each], seconds[each]
            below[low] += 1
            below[high] += 1
            same[low] = 0
            same[high] = 0
        start = stop


def best_at_end(
    base: int, added: int, stakes: int, first: int, unit: int, against: int, adds: Any, folds: Any
) -> tuple[int, int]:
    """The best choice with the whole board known (the first of equal ones), and its sum of nets.

    ``base`` and ``added`` are the sums of nets of the first stakes and of one further stake over all dealer hands,
    ``against`` is the number of these hands; ``stakes`` were added before.
    """
    best = 0
    most = 0
    for choice in range(len(adds)):
        worth = worth_at_end(base, added, stakes, first, unit, against, adds[choice], folds[choice])
        if choice == 0 or worth > most:
            best, most = choice, worth
    return best, most


def worth_at_end(
    base: int, added: int, stakes: int, first: int, unit: int, against: int, adds: int, folds: bool
) -> int:
    """The sum of nets of one choice."""
    return -(first + stakes) * unit * against if folds else base + (stakes + adds) * added


def sums_of_nets(hand: int, results: Any, nets: Any) -> int:
    """The sum of nets over the results of all dealer hands."""
    total = 0
    for result in range(6):
        total += results[result] * nets[hand, result]
    return total


BY_CHART = False
"""Whether the last decision is made by the rules of a chart; replaced when a kernel is compiled."""


def pick(own: Any, board: Any, seen: Any, added: int) -> int:
    """A placeholder: each kernel is compiled with the rules of a chart for the last decision."""
    raise NotImplementedError


def sum_boards(
    boards: Any, weights: Any, slots: Any, rank_at: Any, hands: Any, qualifies: int, base: Any, added: Any,
    first: int, unit: int, before: Any, adds: Any, folds: Any, charts: Any, chart_at: Any, subsets: Any, class_of: Any,
    renaming_of: Any, renamed_pairs: Any, binomials: Any, sums: Any,
) -> None:  # fmt: skip
    """Adds the sums of nets of every pair of hole cards on each board to the classes of the cards known a street
    earlier.

    ``base[hand, result]`` is the net of the first stakes and ``added`` that of one further stake. If there is a
    decision with the whole board known, ``before`` lists the possible stakes added before it, and ``adds`` and
    ``folds`` describe its choices. ``sums`` has, by class and pair: base, added, and for each of ``before`` the best of
    the last decision. With charts it has instead, for each of them and each of ``before``, the choice of the chart:
    ``charts[chart, rule]``, where the number of the rule is the four bits of ``pick`` from ``chart_at[chart]`` on.
    """
    room = len(renamed_pairs[0])
    rest = np.zeros(52, np.int64)
    own, shown, seen = np.zeros(2, np.int64), np.zeros(5, np.int64), np.zeros(0, np.int64)
    pairs, firsts, seconds, ranks, order, less, equal, out = np.zeros((8, room), np.int64)
    starts = np.zeros(len(hands) + 2, np.int64)
    results = np.zeros(6, np.int64)
    kinds = sums.shape[2]
    found = np.zeros((room, kinds), np.int64)
    classes = np.zeros(len(subsets), np.int64)
    renamings = np.zeros(len(subsets), np.int64)
    for number in range(len(boards)):
        count = rank_pairs(boards[number], slots, rank_at, pairs, firsts, seconds, ranks)
        by_rank(ranks, count, starts, order)
        sweep_pairs(count, firsts, seconds, ranks, order, qualifies, less, equal, out)
        weight = weights[number]
        if BY_CHART:
            fill_rest(boards[number], rest, shown)
        for each in range(count):
            results_of(ranks[each], qualifies, less[each], equal[each], out[each], DEALER_PAIRS, results)
            hand = hands[ranks[each]]
            at_base, at_added = sums_of_nets(hand, results, base), sums_of_nets(hand, results, added)
            found[each, 0], found[each, 1] = at_base * weight, at_added * weight
            for state in range(len(before)):
                if BY_CHART:
                    own[0], own[1] = rest[firsts[each]], rest[seconds[each]]
                    rules = pick(own, shown, seen, before[state])
                    for chart in range(len(charts)):
                        choice = charts[chart, rules >> chart_at[chart] & 15]
                        worth = worth_at_end(
                            at_base, at_added, before[state], first, unit, DEALER_PAIRS, adds[choice], folds[choice]
                        )
                        found[each, 2 + chart * len(before) + state] = worth * weight
                else:
                    _, most = best_at_end(at_base, at_added, before[state], first, unit, DEALER_PAIRS, adds, folds)
                    found[each, 2 + state] = most * weight
        find_subsets(boards[number], subsets, binomials, class_of, renaming_of, classes, renamings)
        for subset in range(len(subsets)):
            target = sums[classes[subset]]
            renamed = renamed_pairs[renamings[subset]]
            for each in range(count):
                pair = renamed[pairs[each]]
                for kind in range(kinds):
                    target[pair, kind] += found[each, kind]


def fill_rest(board: Any, rest: Any, shown: Any) -> None:
    """The cards that are not on a board, in the order of :func:`rank_pairs`, and those that are."""
    left = 0
    for card in range(52):
        if not is_on(board, card):
            rest[left] = card
            left += 1
    for at in range(5):
        shown[at] = board[at]


def push_down(
    reps: Any, values: Any, subsets: Any, class_of: Any, renaming_of: Any, renamed_pairs: Any, binomials: Any, sums: Any
) -> None:
    """Adds the numbers of each class of board cards to the classes of its subsets that are known earlier."""
    classes = np.zeros(len(subsets), np.int64)
    renamings = np.zeros(len(subsets), np.int64)
    for each in range(len(reps)):
        find_subsets(reps[each], subsets, binomials, class_of, renaming_of, classes, renamings)
        for subset in range(len(subsets)):
            renamed = renamed_pairs[renamings[subset]]
            target = sums[classes[subset]]
            for pair in range(values.shape[1]):
                for kind in range(values.shape[2]):
                    if values[each, pair, kind]:
                        target[renamed[pair], kind] += values[each, pair, kind]


def join_alike(reps: Any, renamings: Any, renamed_pairs: Any, sums: Any, joined: Any) -> None:
    """Adds up equivalent pairs of hole cards for a class of board cards, at the lowest of them.

    Pairs are equivalent if a suit permutation that leaves the board cards unchanged maps one to the other. ``joined``
    receives the lowest pair of each.
    """
    size = reps.shape[1]
    for each in range(len(reps)):
        for pair in range(sums.shape[1]):
            joined[each, pair] = pair
        for which in range(len(renamings)):
            stays = True
            for at in range(size):
                card = reps[each, at]
                stays = stays and is_on(reps[each], card - card % 4 + renamings[which, card % 4])
            if stays:
                for pair in range(sums.shape[1]):
                    joined[each, pair] = min(joined[each, pair], renamed_pairs[which, pair])
        for pair in range(sums.shape[1]):
            lowest = joined[each, pair]
            if lowest != pair:
                for kind in range(sums.shape[2]):
                    sums[each, lowest, kind] += sums[each, pair, kind]
                    sums[each, pair, kind] = 0


def tally_boards(
    boards: Any, weights: Any, slots: Any, rank_at: Any, hands: Any, qualifies: int, base: Any, added: Any,
    first: int, unit: int, chains: Any, subsets: Any, sizes: Any, tables: Any, class_of: Any, renaming_of: Any,
    renamed_pairs: Any, binomials: Any, policy: Any, policy_at: Any, streets: Any, stakes: Any, after: Any,
    adds: Any, folds: Any, chart: Any, tally: Any, taken: Any,
) -> None:  # fmt: skip
    """Plays every deal: fills ``tally[hand, path, result]``, and counts how often each choice is taken.

    A chain is one order in which the cards of a board become known: for each street, the index of the known subset. The
    subsets of all streets are stored together: ``subsets`` has their positions in the board, ``sizes`` their sizes, and
    ``tables`` the offsets of their classes in ``class_of``. For each node of the tree of choices, ``streets`` has the
    street, ``stakes`` the stakes added before, and ``after`` the successor of each choice: a node, or ``~path``. The
    choice at a node is ``policy[policy_at[node] + class * pairs + pair]``; if that offset is -1, the whole board is
    known and the choice is computed again: the best of ``adds`` and ``folds``, or that of the ``chart``. The first
    street shows no board cards.
    """
    room = len(renamed_pairs[0])
    pairs, firsts, seconds, ranks, order, less, equal, out = np.zeros((8, room), np.int64)
    starts = np.zeros(len(hands) + 2, np.int64)
    results = np.zeros(6, np.int64)
    classes = np.zeros(len(subsets), np.int64)
    renamings = np.zeros(len(subsets), np.int64)
    times = np.zeros(tally.shape[1], np.int64)
    rest = np.zeros(52, np.int64)
    own, shown, seen = np.zeros(2, np.int64), np.zeros(5, np.int64), np.zeros(0, np.int64)
    for number in range(len(boards)):
        board = boards[number]
        count = rank_pairs(board, slots, rank_at, pairs, firsts, seconds, ranks)
        by_rank(ranks, count, starts, order)
        sweep_pairs(count, firsts, seconds, ranks, order, qualifies, less, equal, out)
        deals = DEALER_PAIRS * weights[number]
        for subset in range(len(subsets)):
            place = tables[subset]
            for at in range(sizes[subset]):
                place += binomials[board[subsets[subset, at]], at + 1]
            classes[subset] = class_of[place]
            renamings[subset] = renaming_of[place]
        if BY_CHART:
            fill_rest(board, rest, shown)
        for each in range(count):
            results_of(ranks[each], qualifies, less[each], equal[each], out[each], DEALER_PAIRS, results)
            hand = hands[ranks[each]]
            at_base, at_added = sums_of_nets(hand, results, base), sums_of_nets(hand, results, added)
            times[:] = 0
            last, last_node = -1, -1
            # The first choice is the same for every order of the board's cards.
            choice = policy[policy_at[0] + renamed_pairs[0, pairs[each]]]
            begun = after[0, choice]
            taken[0, choice] += deals * len(chains)
            if begun < 0:
                times[~begun] = len(chains)
            for chain in range(len(chains) if begun >= 0 else 0):
                node = begun
                while node >= 0:
                    street = streets[node]
                    start = policy_at[node]
                    if start >= 0:
                        subset = chains[chain, street]
                        pair = renamed_pairs[renamings[subset], pairs[each]]
                        choice = policy[start + classes[subset] * room + pair]
                    else:
                        if last_node != node:
                            last_node = node
                            if BY_CHART:
                                own[0], own[1] = rest[firsts[each]], rest[seconds[each]]
                                last = chart[pick(own, shown, seen, stakes[node])]
                            else:
                                last, _ = best_at_end(
                                    at_base, at_added, stakes[node], first, unit, DEALER_PAIRS, adds, folds
                                )
                        choice = last
                    taken[street, choice] += deals
                    node = after[node, choice]
                times[~node] += 1
            for path in range(len(times)):
                if times[path]:
                    for result in range(6):
                        tally[hand, path, result] += results[result] * times[path] * weights[number]


def count_beaten(boards: Any, weights: Any, slots: Any, rank_at: Any, beaten: Any, example: Any) -> None:
    """Adds to ``beaten``, by rank of value, how many pairs of hands without a card in common have one of this value
    that the other beats; ``example`` has the cards of one such deal: the lower hand, the higher one, the board.

    A row of ``boards`` has five cards, then the dead cards, which no hand holds.
    """
    pairs, firsts, seconds, ranks, order = np.zeros((5, PAIRS), np.int64)
    starts = np.zeros(len(beaten) + 2, np.int64)
    above = np.zeros(52, np.int64)
    rest = np.zeros(52, np.int64)
    for number in range(len(boards)):
        board = boards[number]
        count = rank_pairs(board, slots, rank_at, pairs, firsts, seconds, ranks)
        by_rank(ranks, count, starts, order)
        above[:] = 0
        stop = count
        while stop > 0:
            rank = ranks[order[stop - 1]]
            start = stop
            while start > 0 and ranks[order[start - 1]] == rank:
                start -= 1
                each = order[start]
                higher = count - stop - above[firsts[each]] - above[seconds[each]]
                beaten[rank] += higher * weights[number]
                if higher and example[rank, 0] < 0:
                    left = 0
                    for card in range(52):
                        if not is_on(board, card):
                            rest[left] = card
                            left += 1
                    for at in range(stop, count):
                        other = order[at]
                        if (
                            firsts[other] != firsts[each] and firsts[other] != seconds[each]
                            and seconds[other] != firsts[each] and seconds[other] != seconds[each]
                        ):  # fmt: skip
                            example[rank, 0], example[rank, 1] = rest[firsts[each]], rest[seconds[each]]
                            example[rank, 2], example[rank, 3] = rest[firsts[other]], rest[seconds[other]]
                    for at in range(5):
                        example[rank, 4 + at] = board[at]
            for at in range(start, stop):
                above[firsts[order[at]]] += 1
                above[seconds[order[at]]] += 1
            stop = start


def value_beside(board: Any, one: int, other: int) -> int:
    """The value of two cards and a whole board."""
    first, second, third = np.int64(board[0]), np.int64(board[1]), np.int64(board[2])
    return value((first, second, third, np.int64(board[3]), np.int64(board[4]), one, other))


def compare_beside(board: Any, one: int, other: int, own: int, lowest: int, times: int, results: Any) -> None:
    """Counts ``times`` dealer pairs of the same value."""
    worth = value_beside(board, one, other)
    result = 2 if own > worth else 1 if own == worth else 0
    results[result + (0 if worth >= lowest else 3)] += times


def results_by_rank(board: Any, gone: Any, own: int, lowest: int, room: Any, results: Any) -> None:
    """The results of a hand of value ``own`` against every dealer pair; pairs of the same two ranks are counted
    together.

    ``gone`` are further cards that the dealer cannot have. Suits matter only for flushes: if the board has three or
    more cards of one suit, dealer cards of that suit are counted one by one. ``room`` is a buffer for two numbers per
    rank: the cards left, and those of that suit.
    """
    results[:] = 0
    suits = 0
    for at in range(5):
        suits += 1 << 4 * (board[at] & 3)
    flush, on_board = -1, 0
    for suit in range(4):
        if suits >> 4 * suit & 15 >= 3:
            flush, on_board = suit, suits >> 4 * suit & 15
    left, suited = room[0], room[1]
    for rank in range(13):
        left[rank] = 4
        suited[rank] = 1 if flush >= 0 else 0
    for at in range(5):
        left[board[at] >> 2] -= 1
        if board[at] & 3 == flush:
            suited[board[at] >> 2] = 0
    for at in range(len(gone)):
        left[gone[at] >> 2] -= 1
        if gone[at] & 3 == flush:
            suited[gone[at] >> 2] = 0
    # Two suits without a possible flush; for the value it does not matter whether exactly these cards are left.
    one_suit, other_suit = (flush + 1) & 3, (flush + 2) & 3
    for high in range(13):
        for low in range(high + 1):
            if on_board >= 4:  # one card of the suit makes a flush
                highs, lows = left[high] - suited[high], left[low] - suited[low]
                times = highs * lows if high != low else highs * (highs - 1) // 2
            else:
                times = left[high] * left[low] if high != low else left[high] * (left[high] - 1) // 2
                if high != low:
                    times -= suited[high] * suited[low]
            if times:
                compare_beside(board, high * 4 + one_suit, low * 4 + other_suit, own, lowest, times, results)
    if flush < 0:
        return
    for high in range(13):
        if suited[high]:
            for low in range(high):
                if suited[low]:
                    compare_beside(board, high * 4 + flush, low * 4 + flush, own, lowest, 1, results)
            for low in range(13 if on_board >= 4 else 0):
                times = left[low] - suited[low]
                if times:
                    compare_beside(board, high * 4 + flush, low * 4 + other_suit, own, lowest, times, results)


def best_rows(
    cards: Any, own_at: Any, board_at: Any, values: Any, slots: Any, rank_at: Any, hands: Any, lowest: int, base: Any,
    added: Any, stakes: int, first: int, unit: int, adds: Any, folds: Any, nodes: Any, node: int, chosen: Any,
) -> None:  # fmt: skip
    """The best choice with the whole board known, for the rows whose players are at a node."""
    board, hole = np.zeros(5, np.int64), np.zeros(2, np.int64)
    room, results = np.zeros((2, 13), np.int64), np.zeros(6, np.int64)
    for each in range(len(cards)):
        if nodes[each] == node:
            for at in range(5):
                board[at] = cards[each, board_at[at]]
            for at in range(2):
                hole[at] = cards[each, own_at[at]]
            own = int(values[each])
            results_by_rank(board, hole, own, lowest, room, results)
            hand = hands[rank_at[slot_of(slots, own)]]
            at_base, at_added = sums_of_nets(hand, results, base), sums_of_nets(hand, results, added)
            chosen[each], _ = best_at_end(at_base, at_added, stakes, first, unit, DEALER_PAIRS, adds, folds)


def results_on_boards(board: Any, left: Any, sets: Any, gone: Any, lowest: int, mine: Any, found: Any) -> None:
    """For one pair of hole cards on each of some complete boards: its value, and the results against all dealer pairs.

    A board is the cards known and a set of those ``left``. ``gone`` has the two hole cards first, then dead cards.
    """
    whole = np.zeros(5, np.int64)
    room = np.zeros((2, 13), np.int64)
    known = len(board)
    for at in range(known):
        whole[at] = board[at]
    for each in range(len(sets)):
        for at in range(sets.shape[1]):
            whole[known + at] = left[sets[each, at]]
        mine[each] = value_beside(whole, gone[0], gone[1])
        results_by_rank(whole, gone, mine[each], lowest, room, found[each])
